"""Which bits of the rows in `stramash.sim.climbing.features` can be set in a climbing game."""

from stramash.climbing.cards import JACK, RANKS
from stramash.climbing.rules import ClimbingRules
from stramash.nets.layout import Field, Layout
from stramash.sim.climbing import features


def layout(rules: ClimbingRules, *, match: bool = False) -> Layout:
    """What the net of a climbing game is told; how the match stands only where it learned from matches."""
    cards = RANKS * rules.suits
    longest = rules.top_rank - 1
    in_hand = rules.dealt + 3 + rules.passing_rounds
    if rules.has_auction:
        in_hand += 3
    two = rules.copies == 2

    def held(name: str, word: int, *, courts: bool = True) -> list[Field]:
        fields = [Field(name, word, 0, cards)]
        return [*fields, Field(f"{name} courts", word, JACK, 3)] if courts else fields

    fields = [
        *held("hand", 0),
        Field("phase", 0, 48, 7),
        Field("lead", 0, 55, 1),
        Field("bombed", 0, 56, 1),
        Field("passes", 0, 57, rules.seats - 1),
        *(held("hand twice", 1, courts=False) if two else []),
        *([Field("bid", 1, 48, len(rules.bets))] if rules.has_auction else []),
        Field("top kind", 2, 1, 5),
        Field("top tracks", 2, 7, max(rules.most_tracks, 8 if rules.sets else 1)),
        Field("top length", 2, 16, longest),
        Field("top rank", 2, 29, 13),
        Field("trick points", 2, 42, 12),
    ]
    if rules.passing_rounds or rules.has_auction:
        fields += held("gave", 3, courts=False) + held("got", 4, courts=False)
    for step in range(rules.seats):
        word = features.AT_SEATS + features.EACH_SEAT * step
        fields += [
            *held(f"shown {step}", word),
            Field(f"courts {step}", word, 48, 3),
            *([Field(f"bet {step}", word, 51, len(rules.open_bets))] if rules.open_bets else []),
            Field(f"out {step}", word, 54, rules.seats - 1),
            Field(f"holds the trick {step}", word, 58, 1),
            Field(f"dealer {step}", word, 59, 1),
            *([Field(f"shepherd, bidder {step}", word, 60, 2)] if rules.has_auction else []),
            *held(f"trick {step}", word + 1),
            Field(f"out points {step}", word + 1, 48, 12),
            Field(f"count {step}", word + 2, 0, in_hand + 1),
            Field(f"points {step}", word + 2, 24, 24),
            *(held(f"shown twice {step}", word + 3, courts=False) if two else []),
            *(held(f"trick twice {step}", word + 4, courts=False) if two else []),
        ]
    if match:
        sides = len(rules.sides)
        fields += [Field(f"missing {step}", features.AT_MATCH + step, 0, 60) for step in range(sides)]
        fields += [Field("rounds", features.AT_MATCH + 4, 0, 20)]
    secret = []
    for step in range(1, rules.seats):
        secret += held(f"hand {step}", 2 * step - 2, courts=False)
        secret += held(f"hand twice {step}", 2 * step - 1, courts=False) if two else []
    if rules.haggis_size:
        secret += held("haggis", 6, courts=False) + (held("haggis twice", 7, courts=False) if two else [])
    return Layout(
        fields=tuple(fields),
        secret_fields=tuple(secret),
        position_words=features.POSITION_WORDS,
        move_words=3 if two else 2,
        levels=1 + len(rules.bets),
        seats=rules.seats,
    )
