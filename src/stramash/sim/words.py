"""The numbers by which compiled code knows options that are words."""

from functools import cache

from stramash.core.options import Choice, options_of


@cache
def word_number(rules: type, option: str, word: str) -> int:
    """The number of a word: its place where the rules declare the option."""
    kind = next(item.kind for item in options_of(rules) if item.name == option)
    assert isinstance(kind, Choice), "only options that are words have numbers for them"
    return kind.words.index(word)
