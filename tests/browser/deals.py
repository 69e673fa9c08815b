"""Decks for given hands, so that no test waits for luck."""

from collections import Counter
from random import Random

from stramash import games
from stramash.climbing.rules import ClimbingRules

Deal = dict[str, object]


def deal(game_id: str, seats: int, hands: dict[int, str], dealer: int, seed: int = 7, **options: str) -> Deal:
    """A deal in which some seats hold some cards; the rest is the same for each seed."""
    game = games.get_written(game_id, seats, options)
    left = Counter(game.card_code(card) for card in game.deck())
    wanted = {seat: codes.split() for seat, codes in hands.items()}
    for codes in wanted.values():
        left.subtract(codes)
    assert min(left.values()) >= 0, "a card is given twice"
    rest = list(left.elements())
    rules = game.rules
    aside = rules.haggis_size if isinstance(rules, ClimbingRules) else 0
    each = rules.dealt if isinstance(rules, ClimbingRules) else rules.hand_size
    Random(seed).shuffle(rest)
    haggis, rest = rest[:aside], rest[aside:]
    blocks = []
    for seat in range(seats):
        held = wanted.get(seat, [])
        missing = each - len(held)
        assert missing >= 0, "that is more than a hand"
        blocks += held + rest[:missing]
        rest = rest[missing:]
    return {"deck": " ".join([*haggis, *blocks, *rest]), "dealer": dealer}


LEAD_ALL = {
    ("haggis", 2): deal("haggis", 2, {0: "4r 5r 6r 8y 9g"}, dealer=1),
    # All the 3s: nobody else can hold a suited bomb, and nothing else beats three courts.
    ("haggis3", 3): deal("haggis3", 3, {0: "3r 3y 3g 3b 3p 10r"}, dealer=2),
    ("neeps", 4): deal("neeps", 4, {0: "3r 3r 3y 3y 3g 3g 3b 3b 10r 10y"}, dealer=3),
}
"""We sit at seat 0, have the first lead, and the bomb of three courts wins."""

NOTHING_HIGH = deal("haggis", 2, {0: "2r 2y 2g 2b 3r 3y 3g 3b 4r 4y 4g 4b 5r 5y"}, dealer=1)
"""Once the courts are gone there is nothing that beats anything."""

THEY_LEAD = deal("haggis", 2, {0: "2r 3r 4r 9y 9g 10b"}, dealer=0)
"""The other seat leads."""
