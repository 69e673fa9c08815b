"""The climbing games on the wire."""

from typing import Final

from stramash.climbing import events as climbing
from stramash.climbing import outlook
from stramash.climbing.cards import FACES, JACK, NUMBERS
from stramash.climbing.determinize import unseen
from stramash.climbing.game import ClimbingGame
from stramash.climbing.moves import (
    Award,
    Bet,
    Bid,
    GiveCard,
    Move,
    NameLead,
    Pass,
    Play,
    PutBack,
    parse_combo,
)
from stramash.climbing.plays.arrange import rows_of
from stramash.climbing.plays.combos import (
    BOMB_RANKS,
    SHORTEST_SEQUENCE,
    SHORTEST_STAIR,
    Combo,
    Kind,
    rank_name,
)
from stramash.climbing.scoring import POINTS_A_CARD
from stramash.climbing.state import Phase, State, View
from stramash.core.cards import CardSet, card_set
from stramash.core.seats import Seat
from stramash.wire.codec import (
    CARRY,
    PLAIN,
    RESULT,
    ROW,
    Codec,
    EventCodec,
    Forms,
    Json,
    card_codec,
    cards_codec,
    optional,
    row,
    write_choice,
    write_result,
)

_CARD: Final = card_codec(FACES)
_CARDS: Final = cards_codec(FACES)


def write_combo(combo: Combo) -> Json:
    """A declared combination."""
    return {
        "kind": _KIND_NAMES[combo.kind],
        "tracks": combo.tracks,
        "length": combo.length,
        "top": combo.top,
        "text": str(combo),
    }


_KIND_NAMES: Final = {kind: kind.name.lower() for kind in Kind}


def _write_play(play: Play) -> Json:
    return {"cards": _CARDS.write(play.cards), "combo": write_combo(play.combo)}


def write_rows(play: Play) -> list[list[Json]]:
    """Where each card of a play stands, track by track."""
    return [
        [
            {
                "card": _CARD.write(card),
                "stands_for": None if stands_for is None else rank_name(stands_for),
            }
            for card, stands_for in row
        ]
        for row in rows_of(play.cards, play.combo)
    ]


def _write_laid(play: Play) -> Json:
    """A play as it lies on the table."""
    return {**_write_play(play), "rows": write_rows(play)}


def _read_play(form: Json) -> Play:
    cards = _CARDS.read(form["cards"])
    return Play(cards, parse_combo(form["combo"]["text"], cards.bit_count()))


_PLAY: Final = Codec(_write_laid, _read_play)
_PHASE: Final = Codec(lambda phase: phase.value, Phase)
_SEAT: Final = {"seat": PLAIN}
_SEAT_VALUE: Final = {"seat": PLAIN, "value": PLAIN}
_SHEPHERD: Final = {"seat": PLAIN, "count": PLAIN, "cards": optional(_CARDS)}

EVENTS: Final = EventCodec(
    "climbing",
    {
        climbing.Dealt: {"carry": CARRY, "lead": PLAIN, "hands": row(optional(_CARDS))},
        climbing.CardChosen: {"seat": PLAIN, "card": optional(_CARD)},
        climbing.CardsPassed: {"partners": ROW, "cards": row(optional(_CARD))},
        climbing.BetMade: _SEAT_VALUE,
        climbing.BidMade: _SEAT_VALUE,
        climbing.BidPassed: _SEAT,
        climbing.HaggisDrawn: _SHEPHERD,
        climbing.HaggisReturned: _SHEPHERD,
        climbing.Leads: _SEAT,
        climbing.Played: {"seat": PLAIN, "play": _PLAY},
        climbing.Passed: _SEAT,
        climbing.WentOut: _SEAT,
        climbing.OutBonus: {"seat": PLAIN, "points": PLAIN},
        climbing.RoundEnded: {},
        climbing.Asked: {"seat": PLAIN, "phase": _PHASE},
        climbing.TrickTaken: {"winner": PLAIN, "receiver": PLAIN},
        climbing.HaggisTaken: {"receiver": PLAIN, "cards": _CARDS},
        climbing.HandTaken: {"owner": PLAIN, "receiver": PLAIN, "cards": _CARDS},
        climbing.Scored: {"result": RESULT},
    },
)


def write_move(move: Move) -> Json:
    """A move's text and parts."""
    form: Json = {"text": str(move), "kind": _MOVE_KINDS[type(move)]}
    match move:
        case Play():
            form.update(_write_play(move))
        case Bet(value=value) | Bid(value=value):
            form["value"] = value
        case GiveCard(card=card):
            form["cards"] = [_CARD.write(card)]
        case PutBack(cards=cards):
            form["cards"] = _CARDS.write(cards)
        case Award(seat=seat) | NameLead(seat=seat):
            form["seat"] = seat
    return form


_MOVE_KINDS: Final[dict[type, str]] = {
    Play: "play",
    Pass: "pass",
    Bet: "bet",
    Bid: "bid",
    GiveCard: "give",
    PutBack: "putback",
    Award: "award",
    NameLead: "lead",
}


def _bits(mask: int) -> list[Seat]:
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


def _pile(pile: CardSet) -> list[str]:
    """A score pile: its number cards, then the courts of all players."""
    codes: list[str] = _CARDS.write(pile & NUMBERS)
    courts = pile >> JACK & (1 << 3 * 4) - 1
    return codes + [FACES.code_of[JACK + bit % 3] for bit in range(courts.bit_length()) if courts >> bit & 1]


def write_terms(game: ClimbingGame) -> Json:
    """The numbers of the game as it is played."""
    rules = game.rules
    return {
        "family": "climbing",
        "length": {"deals": rules.rounds or None, "points": rules.goal or None},
        "deck": [_CARD.write(card) for card in game.deck()],
        "bets": list(rules.open_bets),
        "bet_won_by": "points" if rules.bet_rule == "points" else "first-out",
        "bet_pays": rules.bet_pays,
        "bids": [{"value": bid, "draws": rules.draw(bid)} for bid in rules.bets] if rules.has_auction else [],
        "passing_rounds": rules.passing_rounds,
        "out_points": POINTS_A_CARD,
        "bomb_ranks": list(BOMB_RANKS),
        "shortest_sequence": SHORTEST_SEQUENCE,
        "shortest_stair": SHORTEST_STAIR,
        "sets": rules.sets,
    }


def write_choice_of(game: ClimbingGame, view: View) -> Json | None:
    """Cards to play, to pass or to put back."""
    verb = {Phase.PASSING: "give", Phase.PUTTING_BACK: "putback"}.get(view.table.phase, "play")
    return write_choice(verb, outlook.cards_to_choose(view), _CARDS, is_counted=verb != "play")


def write_view(game: ClimbingGame, view: View) -> Json:
    """What a seat knows: the table, what its own hand holds, and what follows from both."""
    table, rules = view.table, game.rules
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
        "courts": [_CARDS.write(bits << JACK) for bits in table.courts],
        "shown": [_CARDS.write(cards) for cards in table.shown],
        "trick": [{"seat": who, **_write_laid(play)} for who, play in table.trick],
        "top": None if table.top is None else write_combo(table.top),
        "top_seat": table.top_seat,
        "passes": table.passes,
        "has_bombed": table.has_bombed,
        "piles": [_pile(pile) for pile in table.piles],
        "out": list(table.out),
        "unpaid": list(table.unpaid),
        "out_points": list(table.out_points),
        "bets": list(table.bets),
        "has_ended": table.has_ended,
        "committed": _bits(table.committed),
        "passed_rounds": table.passed_rounds,
        "bidders": _bits(table.bidders),
        "bid": table.bid,
        "shepherd": table.shepherd,
        "haggis_count": table.haggis_count,
        "open_haggis": _CARDS.write(table.open_haggis),
        "result": None if table.result is None else write_result(table.result),
        "hand": _CARDS.write(view.hand),
        "passed": [_CARD.write(card) for card in view.passed],
        "received": [_CARD.write(card) for card in view.received],
        "taken": _CARDS.write(view.taken),
        "put_back": _CARDS.write(view.put_back),
        "have_passed": list(outlook.have_passed(rules, table)),
        "pile_points": list(outlook.pile_points(rules, table)),
        "standing": list(outlook.standing(rules, table)),
        "bombs": [_CARDS.write(cards) for cards in outlook.bombs_held(view)],
        "unseen": _CARDS.write(unseen(rules, view)),
    }


def _hands(state: State) -> tuple[tuple[CardSet, ...], CardSet]:
    return state.hands, card_set(state.haggis)


CLIMBING: Final = Forms(
    name="climbing",
    events=EVENTS,
    cards=_CARDS,
    move=write_move,
    cards_of=outlook.cards_of,
    terms=write_terms,
    choice=write_choice_of,
    would=lambda game, view, move: None,
    view=write_view,
    hands=_hands,
    rows=lambda move: write_rows(move) if isinstance(move, Play) else [],
    unlisted=lambda game, view: {},
)
