"""What is wrong with cards that make no combination, and the clause that says it."""

from stramash.climbing.cards import COURTS, FACES, HIGHEST_NUMBER, NUMBERS, rank_of
from stramash.climbing.plays.combos import BOMB_RANKS, SHORTEST_SEQUENCE, readings
from stramash.climbing.rules import ClimbingRules
from stramash.core.cards import SECOND_COPY, CardSet, kinds
from stramash.core.errors import Reason


def why_no_combination(rules: ClimbingRules, cards: CardSet) -> Reason:
    """Why these cards, of which there is no reading, are no combination."""
    assert not readings(rules, cards)
    codes = FACES.write(cards)
    numbers = list(kinds(cards & NUMBERS))
    if not numbers:
        return Reason("C2.5", f"{codes or 'Nothing'} has no number card that is played as itself.")
    ranks = sorted({rank_of(card) for card in numbers})
    suits = {FACES.suit(card) for card in numbers}
    total, wild = cards.bit_count(), (cards & COURTS).bit_count()
    if not wild and ranks == list(BOMB_RANKS) and total == len(BOMB_RANKS):
        return Reason("C3.1", "3, 5, 7 and 9 are a bomb in one suit or in four different ones.")
    if cards >> SECOND_COPY and rules.tracks_a_suit < 2:
        return Reason("C2.8", f"{codes} has a card twice: in this game no combination takes both copies.")
    if len(ranks) == 1 and len(numbers) > 1:
        return Reason("C2.4", f"{codes} are of one rank: that is a set, which is not played in this game.")
    doubled = len({FACES.suit(card) for card in kinds(cards >> SECOND_COPY & NUMBERS)})
    if len(suits) == 1 and not doubled:
        return _no_sequence(codes, ranks, total, wild)
    held = f"{len(suits)} suits" if len(suits) > 1 else "a card twice"
    return _no_stair(codes, held, ranks, (len(suits) + doubled) * (ranks[-1] - ranks[0] + 1), total)


def _no_sequence(codes: str, ranks: list[int], total: int, wild: int) -> Reason:
    if total < SHORTEST_SEQUENCE:
        return Reason("C2.2", f"{codes} is too short: a sequence has {SHORTEST_SEQUENCE} cards or more.")
    missing = ranks[-1] - ranks[0] + 1 - len(ranks)
    if missing > wild:
        between = "a rank is" if missing - wild == 1 else f"{missing - wild} ranks are"
        return Reason("C2.2", f"{codes} does not follow rank by rank: {between} missing.")
    return Reason("C2.6", f"{codes} is too long a run: it would end above {HIGHEST_NUMBER} or below 2.")


def _no_stair(codes: str, held: str, ranks: list[int], wanted: int, total: int) -> Reason:
    if len(ranks) == 1:
        return Reason("C2.3", f"{codes} is of one rank: a stair has two ranks or more in each suit.")
    if wanted > total:
        return Reason(
            "C2.3",
            f"{codes} is no sequence, for it has {held}, and no stair: "
            f"each track would need all of {ranks[0]} to {ranks[-1]}.",
        )
    return Reason("C2.3", f"{codes} is no stair: each suit must have as many cards.")
