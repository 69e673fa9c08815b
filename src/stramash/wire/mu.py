"""Mü on the wire."""

from typing import Final

from stramash.core.cards import FIRST_COPIES, CardSet, each
from stramash.mu import events as mu
from stramash.mu import outlook
from stramash.mu.cards import FACES, icons
from stramash.mu.determinize import unseen
from stramash.mu.game import MuGame
from stramash.mu.moves import (
    TRUMPS,
    Bury,
    Display,
    Move,
    NextDealer,
    Partner,
    Pass,
    PlayCard,
    Trump,
)
from stramash.mu.scoring import trump_value
from stramash.mu.state import Phase, State, View
from stramash.mu.tricks import SUITS, cards_named, suit_name
from stramash.wire.codec import (
    CARRY,
    PLAIN,
    ROW,
    SHEET,
    Codec,
    EventCodec,
    Forms,
    Json,
    card_codec,
    cards_codec,
    optional,
    row,
    write_choice,
)

_CARD: Final = card_codec(FACES)
_CARDS: Final = cards_codec(FACES)
_TRUMP_NAMED: Final = {trump.name: trump for trump in TRUMPS}
_TRUMP: Final = Codec(lambda trump: trump.name, lambda name: _TRUMP_NAMED[name])
_SECRET_CARDS: Final = {"seat": PLAIN, "cards": optional(_CARDS)}

EVENTS: Final = EventCodec(
    "mu",
    {
        mu.Dealt: {
            "carry": CARRY,
            "hand_size": PLAIN,
            "talon_size": PLAIN,
            "hands": row(optional(_CARDS)),
            "talon": optional(_CARDS),
        },
        mu.Displayed: {"seat": PLAIN, "cards": _CARDS, "crown": PLAIN, "shield": PLAIN},
        mu.Passed: {"seat": PLAIN},
        mu.ThrownIn: {},
        mu.Eclat: {"seats": ROW, "last": PLAIN},
        mu.TrumpNamed: {"seat": PLAIN, "trump": _TRUMP},
        mu.TalonTaken: _SECRET_CARDS,
        mu.Buried: _SECRET_CARDS,
        mu.PartnerNamed: {"seat": PLAIN, "partner": PLAIN},
        mu.CardPlayed: {"seat": PLAIN, "card": _CARD},
        mu.TrickWon: {"seat": PLAIN, "cards": _CARDS},
        mu.Scored: {
            "scores": ROW,
            "sheet": SHEET,
            "buried": _CARDS,
            "piles": row(_CARDS),
            "is_last": PLAIN,
            "next_dealer": PLAIN,
        },
        mu.DealerNamed: {"seat": PLAIN, "dealer": PLAIN},
    },
)


def write_move(move: Move) -> Json:
    """A move's text and parts."""
    form: Json = {"text": str(move), "kind": _MOVE_KINDS[type(move)]}
    match move:
        case Display(cards=cards) | Bury(cards=cards):
            form["cards"] = _CARDS.write(cards)
        case PlayCard(card=card):
            form["cards"] = [_CARD.write(card)]
        case Trump():
            form["trump"] = move.name
        case Partner(seat=seat) | NextDealer(seat=seat):
            form["seat"] = seat
    return form


_MOVE_KINDS: Final[dict[type, str]] = {
    Pass: "pass",
    Display: "display",
    Trump: "trump",
    Partner: "partner",
    Bury: "bury",
    PlayCard: "play",
    NextDealer: "dealer",
}


def write_terms(game: MuGame) -> Json:
    """The numbers of the game as it is played."""
    rules = game.rules
    return {
        "family": "mu",
        "length": {"deals": rules.rounds or None, "points": rules.goal or None},
        "titles": rules.titles.key,
        "deck": _CARDS.write(rules.cards),
        "bids": [
            {
                "cards": bid,
                "target": rules.target(bid),
                "crown_bonus": rules.crown_reward(bid),
                "shield_bonus": None if rules.fails_by_steps else rules.shield_reward(bid),
            }
            for bid in range(1, rules.hand_size + 1)
        ],
        "trumps": {trump.name: trump_value(rules, trump) for trump in TRUMPS},
        "named": {trump.name: _CARDS.write(cards_named(trump) & FIRST_COPIES) for trump in TRUMPS},
        "talon": rules.talon,
        "raise_limit": rules.raise_limit,
        "display_limit": rules.display_limit or None,
        "most_bonus": rules.most_bonus or None,
        "eclat": {"gain": rules.eclat_gain, "loss": rules.eclat_loss} if rules.has_eclat else None,
        "short": {"step": rules.target_step, "loss": rules.short_loss, "gain": rules.short_gain}
        if rules.fails_by_steps or rules.short_loss
        else None,
    }


_VERBS: Final = {Phase.AUCTION: "display", Phase.BURY: "bury", Phase.PLAY: "play"}


def write_choice_of(game: MuGame, view: View) -> Json | None:
    """Cards to display, to put away or to play."""
    verb = _VERBS.get(view.table.phase)
    if verb is None:
        return None
    most = outlook.most_to_choose(game.rules, view)
    return write_choice(verb, outlook.cards_to_choose(view), _CARDS, is_counted=verb != "display", most=most)


def write_would(game: MuGame, view: View, move: Move) -> Json | None:
    """What a display would make of the seat."""
    outcome = outlook.bidding(game.rules, view, move) if isinstance(move, Display) else None
    return None if outcome is None else outcome._asdict()


def write_view(game: MuGame, view: View) -> Json:
    """What a seat knows: the table, what its own hand holds, and what follows from both."""
    table = view.table
    named, rules = table.trumps, game.rules
    own_trumps = sorted(each(view.hand & named.cards), key=lambda card: -named.strength[card])
    return {
        "family": "mu",
        "titles": rules.titles.key,
        "seat": view.seat,
        "phase": table.phase.value,
        "turn": table.turn,
        "dealer": table.dealer,
        "deal": table.carry.deal,
        "totals": list(table.carry.totals),
        "counts": list(table.counts),
        "talon": table.talon,
        "buried_count": table.buried,
        "displays": [_CARDS.write(cards) for cards in table.displays],
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
        "trick": [_CARD.write(card) for card in table.trick],
        "won": [_CARDS.write(cards) for cards in table.won],
        "points": [icons(cards) for cards in table.won],
        "voids": [[suit_name(suit) for suit in range(SUITS) if mask >> suit & 1] for mask in table.voids],
        "trumps": [_CARD.write(card) for card in own_trumps],
        "scores": None if table.scores is None else list(table.scores),
        "sheet": SHEET.write(table.sheet),
        "next_dealer": table.next_dealer,
        "hand": _CARDS.write(view.hand),
        "taken": _CARDS.write(view.taken),
        "buried": _CARDS.write(view.buried),
        "have_passed": list(outlook.have_passed(table)),
        "standing": list(outlook.standing(table)),
        "winning": outlook.winning_seat(table),
        "led": outlook.suit_led(table),
        "can_follow": outlook.can_follow(view),
        "trump_cards": {_CARD.write(face): kind for face, kind in outlook.trump_kinds(named).items()},
        "teams": [{**team._asdict(), "seats": list(team.seats)} for team in outlook.teams(rules, table)],
        "unseen": _CARDS.write(unseen(rules, view)),
    }


def _hands(state: State) -> tuple[tuple[CardSet, ...], CardSet]:
    return state.hands, state.talon


def _unlisted(game: MuGame, view: View) -> Json:
    """M3.1, M3.7: `legal` lists the displays of one card; so many of these may be displayed together."""
    if view.table.phase is not Phase.AUCTION or view.seat is None:
        return {}
    return {
        "displays": _CARDS.write(view.table.hidden(view.seat, view.hand)),
        "displays_most": outlook.most_to_choose(game.rules, view),
    }


MU: Final = Forms(
    name="mu",
    events=EVENTS,
    cards=_CARDS,
    move=write_move,
    cards_of=outlook.cards_of,
    terms=write_terms,
    choice=write_choice_of,
    would=write_would,
    view=write_view,
    hands=_hands,
    unlisted=_unlisted,
    rows=lambda move: [],
)
