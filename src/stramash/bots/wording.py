"""Building blocks of the sentences in which advice is given."""

from typing import Final

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
ALWAYS: Final = 0.95
"""A chance from which one says nearly always."""


def number(count: int) -> str:
    """A number in a sentence: small ones as words, others with a true minus."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count).replace("-", "\u2212")


def counted(count: int, thing: str) -> str:
    """Three cards, one point."""
    return f"{number(count)} {thing}{'' if count == 1 else 's'}"


def cards_left(count: int) -> str:
    """What a seat still has, as the rest of a sentence about it."""
    return f"has {counted(count, 'card')} left" if count else "is out"


def in_a_row(words: list[str]) -> str:
    """A, B and C."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def out_of_ten(chance: float) -> str:
    """How often, as one says it: about 3 times in 10."""
    if chance >= ALWAYS:
        return "nearly always"
    if chance <= 1 - ALWAYS:
        return "hardly ever"
    times = min(9, max(1, round(10 * chance)))
    return f"about {'once' if times == 1 else f'{times} times'} in 10"


def sentence(*parts: str) -> str:
    """Parts as one sentence."""
    words = ", and ".join(part for part in parts if part)
    return f"{words[:1].upper()}{words[1:]}."
