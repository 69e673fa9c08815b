"""Views and events as JSON, for bots that are programs of their own; the forms of docs/protocol.md.

What is written here comes out of a view, so a program can know no more than a seat may.
"""

import dataclasses
import re
from typing import Any, Final

from stramash.climbing.cards import FACES as CLIMBING_FACES
from stramash.climbing.cards import JACK, NUMBERS
from stramash.climbing.combos import Combo
from stramash.climbing.moves import Bet, Play
from stramash.climbing.rules import ClimbingRules
from stramash.climbing.state import View as ClimbingView
from stramash.core.cards import CardSet, Faces, each
from stramash.core.events import Event
from stramash.core.game import AnyGame, Carry, Result, ScoreLine
from stramash.core.options import options_of, write_value
from stramash.mu.cards import FACES as MU_FACES
from stramash.mu.cards import icons
from stramash.mu.moves import Trump
from stramash.mu.rules import MuRules
from stramash.mu.state import Phase as MuPhase
from stramash.mu.state import View as MuView
from stramash.mu.tricks import SUITS, suit_name

Json = dict[str, Any]

_CAPITAL: Final = re.compile(r"(?<!^)(?=[A-Z])")
_CARD_SETS: Final = frozenset({"cards", "hands", "talon", "buried", "piles"})
"""Fields of events that hold sets of cards."""


def write_rules(game: AnyGame) -> Json:
    """Every option of a game as text, as `--set` reads it."""
    return {item.name: write_value(getattr(game.rules, item.name)) for item in options_of(game.rules)}


def write_question(game: AnyGame, view: Any) -> Json:
    """What a seat that is asked must know: its view, its legal moves, and what it may display (M3.1)."""
    form: Json = {"view": write_view(game, view), "legal": [str(move) for move in view.legal]}
    if isinstance(view, MuView) and view.table.phase is MuPhase.AUCTION and view.seat is not None:
        # `legal` lists the displays of one card; any of these cards may be displayed together.
        form["displays"] = _codes(MU_FACES, view.table.hidden(view.seat, view.hand))
    return form


def out_of_turn(view: Any) -> list[str]:
    """The legal moves that may be made at any time: bets (C10.1)."""
    return [str(move) for move in view.legal if isinstance(move, Bet)]


def write_view(game: AnyGame, view: Any) -> Json:
    """What a seat knows."""
    if isinstance(view, ClimbingView):
        return _climbing_view(view)
    return _mu_view(game.rules, view)


def write_event(event: Event) -> Json:
    """One thing that happened; it must already be what its receiver may see."""
    kind = type(event)
    is_mu = kind.__module__.startswith("stramash.mu.")
    faces = MU_FACES if is_mu else CLIMBING_FACES
    form: Json = {"type": f"{'mu' if is_mu else 'climbing'}.{_CAPITAL.sub('_', kind.__name__).lower()}"}
    for field in dataclasses.fields(event):
        form[field.name] = _event_part(faces, field.name, getattr(event, field.name))
    return form


def _event_part(faces: Faces, name: str, value: Any) -> Any:
    match value:
        case None:
            return None
        case Carry():
            return _carry(value)
        case Result():
            return _result(value)
        case Play():
            return _play(value)
        case Trump():
            return value.name
        case ScoreLine():
            return value._asdict()
        case tuple() if name == "cards":  # single cards, one a seat (C8.1)
            return [None if card is None else faces.code_of[card] for card in value]
        case tuple():
            return [_event_part(faces, name, item) for item in value]
        case int() if name in _CARD_SETS:
            return _codes(faces, value)
        case int() if name == "card":
            return faces.code_of[value]
    return getattr(value, "value", value)


def _codes(faces: Faces, cards: CardSet) -> list[str]:
    return [faces.code_of[card] for card in each(cards)]


def _carry(carry: Carry) -> Json:
    return {"dealer": carry.dealer, "totals": list(carry.totals), "deal": carry.deal, "lead": carry.lead}


def _result(result: Result) -> Json:
    return {
        "scores": list(result.scores),
        "sheet": [line._asdict() for line in result.sheet],
        "totals": list(result.totals),
        "winners": list(result.winners),
        "carry": None if result.carry is None else _carry(result.carry),
        "redeal": result.redeal,
    }


def _combo(combo: Combo) -> Json:
    return {
        "kind": combo.kind.name.lower(),
        "tracks": combo.tracks,
        "length": combo.length,
        "top": combo.top,
        "text": str(combo),
    }


def _play(play: Play) -> Json:
    return {"cards": _codes(CLIMBING_FACES, play.cards), "combo": _combo(play.combo)}


def _seats(mask: int) -> list[int]:
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


def _pile(pile: CardSet) -> list[str]:
    """A score pile: its number cards, then the courts of all players."""
    courts = pile >> JACK & (1 << 3 * 4) - 1
    return _codes(CLIMBING_FACES, pile & NUMBERS) + [
        CLIMBING_FACES.code_of[JACK + bit % 3] for bit in range(courts.bit_length()) if courts >> bit & 1
    ]


def _climbing_view(view: ClimbingView) -> Json:
    table, code = view.table, CLIMBING_FACES.code_of
    return {
        "family": "climbing",
        "seat": view.seat,
        "phase": table.phase.value,
        "turn": table.turn,
        "dealer": table.dealer,
        "deal": table.deal,
        "totals": list(table.totals),
        "first_lead": table.first_lead,
        "counts": list(table.counts),
        "courts": [_codes(CLIMBING_FACES, bits << JACK) for bits in table.courts],
        "shown": [_codes(CLIMBING_FACES, cards) for cards in table.shown],
        "trick": [{"seat": seat, **_play(play)} for seat, play in table.trick],
        "top": None if table.top is None else _combo(table.top),
        "top_seat": table.top_seat,
        "passes": table.passes,
        "has_bombed": table.has_bombed,
        "piles": [_pile(pile) for pile in table.piles],
        "out": list(table.out),
        "unpaid": list(table.unpaid),
        "out_points": list(table.out_points),
        "bets": list(table.bets),
        "has_ended": table.has_ended,
        "committed": _seats(table.committed),
        "passed_rounds": table.passed_rounds,
        "bidders": _seats(table.bidders),
        "bid": table.bid,
        "shepherd": table.shepherd,
        "haggis_count": table.haggis_count,
        "open_haggis": _codes(CLIMBING_FACES, table.open_haggis),
        "result": None if table.result is None else _result(table.result),
        "hand": _codes(CLIMBING_FACES, view.hand),
        "passed": [code[card] for card in view.passed],
        "received": [code[card] for card in view.received],
        "taken": _codes(CLIMBING_FACES, view.taken),
        "put_back": _codes(CLIMBING_FACES, view.put_back),
    }


def _mu_view(rules: MuRules | ClimbingRules, view: MuView) -> Json:
    assert isinstance(rules, MuRules), "the rules are those of the view"
    table, code = view.table, MU_FACES.code_of
    named = table.trumps
    own_trumps = sorted(each(view.hand & named.cards), key=lambda card: -named.strength[card])
    return {
        "family": "mu",
        "seat": view.seat,
        "phase": table.phase.value,
        "turn": table.turn,
        "dealer": table.dealer,
        "deal": table.carry.deal,
        "totals": list(table.carry.totals),
        "counts": list(table.counts),
        "talon": table.talon,
        "buried_count": table.buried,
        "displays": [_codes(MU_FACES, cards) for cards in table.displays],
        "bids": list(table.bids),
        "passes": table.passes,
        "crown": table.crown,
        "shield": table.shield,
        "minor": None if named.minor is None else named.minor.name,
        "major": None if named.major is None else named.major.name,
        "target": None if table.crown is None else rules.target(table.bids[table.crown]),
        "targets": [rules.target(bid) for bid in range(rules.hand_size + 1)],
        "partner": table.partner,
        "leader": table.leader,
        "trick": [code[card] for card in table.trick],
        "won": [_codes(MU_FACES, cards) for cards in table.won],
        "points": [icons(cards) for cards in table.won],
        "voids": [[suit_name(suit) for suit in range(SUITS) if mask >> suit & 1] for mask in table.voids],
        "trumps": [code[card] for card in own_trumps],
        "scores": None if table.scores is None else list(table.scores),
        "sheet": [line._asdict() for line in table.sheet],
        "next_dealer": table.next_dealer,
        "hand": _codes(MU_FACES, view.hand),
        "taken": _codes(MU_FACES, view.taken),
        "buried": _codes(MU_FACES, view.buried),
    }
