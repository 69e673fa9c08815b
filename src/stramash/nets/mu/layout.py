"""Which bits of the rows in `stramash.sim.mu.features` can be set in Mü."""

from stramash.mu.cards import COLOURS, KINDS, RANKS
from stramash.mu.rules import MuRules
from stramash.nets.layout import Field, Layout
from stramash.sim.mu import features
from stramash.sim.mu.record import MOST_PLANNED, OVER


def layout(rules: MuRules, *, match: bool = False) -> Layout:
    """What the net of Mü is told; how the match stands only where it learned from matches."""
    # M1.3: the colours that three players leave out stand last.
    colours = COLOURS - len(rules.removed)
    most_bid = rules.hand_size

    def cards(name: str, word: int) -> list[Field]:
        return [
            Field(name, word, 0, RANKS * colours),
            Field(f"{name}, second ones", word, KINDS, colours),
            Field(f"{name}, second sevens", word, KINDS + COLOURS, colours),
        ]

    def trump(name: str, first: int) -> list[Field]:
        return [Field(f"{name} colour", 2, first, colours), Field(name, 2, first + COLOURS, RANKS + 1)]

    fields = [
        *cards("hand", 0),
        Field("lead", 0, 60, 1),
        *cards("staged", 1),
        Field("phase", 2, 0, OVER + 1),
        Field("passes", 2, 8, rules.seats - 1),
        *trump("minor", 13),
        *trump("major", 29),
        Field("led colour", 2, 45, colours),
        Field("led trump", 2, 45 + COLOURS, 1),
        Field("trick icons", 2, 51, 12),
        *(cards("taken or buried", 3) if rules.talon else []),
        Field("crown icons", 4, 0, 60),
        *cards("unseen", 5),
        Field("crown bid", 6, 0, most_bid),
        Field("shield bid", 6, 15, most_bid),
        Field("own bid", 6, 30, most_bid),
        Field("held", 6, 45, rules.hand_size + rules.talon),
    ]
    for step in range(rules.seats):
        word = features.AT_SEATS + features.EACH_SEAT * step
        fields += [
            *cards(f"display {step}", word),
            Field(f"crown, shield {step}", word, 60, 2),
            *([Field(f"partner {step}", word, 62, 1)] if not rules.talon else []),
            *cards(f"played {step}", word + 1),
            Field(f"dealer, leader, holds the trick {step}", word + 1, 60, 3),
            Field(f"trick {step}", word + 2, 0, RANKS * colours),
            Field(f"out of colours {step}", word + 2, KINDS, colours),
            Field(f"out of trumps {step}", word + 2, KINDS + COLOURS, 1),
            Field(f"bid {step}", word + 3, 0, most_bid),
            Field(f"icons {step}", word + 3, 15, 48),
        ]
    fields += [Field("to show", features.AT_MATCH, features.AT_PLANNED, MOST_PLANNED)]
    if match:
        fields += [Field("deals", features.AT_MATCH, 0, 20)]
        fields += [
            Field(f"behind {step}", features.AT_MATCH + 1 + step, 0, 60) for step in range(rules.seats)
        ]
    secret = []
    for step in range(1, rules.seats):
        secret += cards(f"hand {step}", step - 1)
    secret += cards("talon", 5) + cards("buried", 6) if rules.talon else []
    secret += [Field("others play", features.AT_OTHERS, 0, rules.seats)]
    return Layout(
        fields=tuple(fields),
        secret_fields=tuple(secret),
        position_words=features.POSITION_WORDS,
        move_words=2,
        levels=features.LEVELS,
        seats=rules.seats,
        # An auction ends when all pass in turn: where half of them go on, it has no end.
        level_start=-1.5,
    )
