"""Between the engine's card sets and combinations and the oracle's plain lists and tuples."""

from tests.perft.oracle import Card, Declared, Options, OraclePlay, read

from stramash.climbing.cards import FACES
from stramash.climbing.moves import Play
from stramash.climbing.plays.combos import Combo, Kind, bomb, combo
from stramash.climbing.rules import PRESETS, ClimbingRules
from stramash.core.cards import CardSet, each

# A haggis that lets each deck divide evenly: by suits and copies.
_HAGGIS = {(4, 1): 8, (5, 1): 9, (4, 2): 0, (5, 2): 10}


def rules_for(options: Options) -> ClimbingRules:
    """Rules with these options; seats and haggis are whatever the deck needs."""
    preset = PRESETS["neeps"][1][4] if options.copies == 2 else PRESETS["haggis"][1][2]
    haggis_size = _HAGGIS[options.suits, options.copies]
    return preset.with_options(**options._asdict(), haggis_size=haggis_size)


def options_of_rules(rules: ClimbingRules) -> Options:
    """What the oracle needs to know of some rules."""
    return Options(rules.suits, rules.copies, rules.sets, rules.runs_past_ten, rules.same_suit_tracks)


def to_engine_hand(hand: list[Card]) -> CardSet:
    """A hand as a card set."""
    return FACES.parse_set(
        " ".join(card if isinstance(card, str) else f"{card[0]}{card[1]}" for card in hand)
    )


def to_oracle_hand(cards: CardSet) -> list[Card]:
    """A card set as plain cards."""
    return [read(FACES.code_of[card]) for card in each(cards)]


def to_engine_combo(declared: Declared) -> Combo:
    """A combination of the oracle as the engine's."""
    if declared.kind == "bomb":
        return bomb(declared.top)
    return combo(Kind[declared.kind.upper()], declared.tracks, declared.length, declared.top)


def to_oracle_combo(engines: Combo) -> Declared:
    """A combination of the engine as the oracle's."""
    return Declared(engines.kind.name.lower(), engines.tracks, engines.length, engines.top)


def to_oracle_play(play: Play) -> OraclePlay:
    """A play of the engine as the oracle's."""
    codes = tuple(sorted(FACES.code_of[card] for card in each(play.cards)))
    return OraclePlay(codes, to_oracle_combo(play.combo))
