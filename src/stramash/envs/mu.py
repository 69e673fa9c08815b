"""The fields of an observation of Mü, its past moves from a view, and the action ids of displays."""

from collections.abc import Iterator, Sequence
from typing import Any

from stramash.core.cards import FIRST_COPIES, SECOND_COPY, CardSet, card_set
from stramash.core.seats import Seat
from stramash.envs.action_ids import ActionIdError, ActionIds, Chosen
from stramash.mu import events
from stramash.mu.cards import KINDS
from stramash.mu.moves import PASS, PLAY, TRUMPS, Display, Partner
from stramash.mu.rules import MuRules
from stramash.mu.state import View
from stramash.mu.tricks import SUITS
from stramash.nets.layout import Field
from stramash.sim.mu import action_ids, observations, pack
from stramash.sim.mu.action_ids import IN_HISTORY
from stramash.sim.mu.pack import pack_rules, pack_view
from stramash.sim.mu.record import ADD_CARD, BURY, DISPLAY, OVER, STAGED

_KIND_NAMES = ("play", "pass", "add", "display", "trump", "bury", "partner", "dealer")

BUILDING = (STAGED, STAGED + 1)
"""Where in a record a display that is being built stands (M3.1)."""


def _cards(name: str, word: int) -> list[Field]:
    return [Field(name, word, 0, KINDS), Field(f"{name} twice", word + 1, 0, KINDS)]


def position_fields(rules: MuRules) -> tuple[Field, ...]:
    """The bits of a position that can be set in a game."""
    fields = [
        *_cards("hand", 0),
        Field("phase", 0, KINDS, OVER + 1),
        Field("passes", 1, KINDS, min(rules.seats, observations.MOST_PASSES)),
        Field("minor trump", 2, 0, len(TRUMPS)),
        Field("major trump", 2, 16, len(TRUMPS)),
        Field("suit led", 3, 0, KINDS),
        *_cards("display being built", 4),
    ]
    if rules.talon:
        fields += [*_cards("taken from the talon", 6), *_cards("buried", 8)]
    for step in range(rules.seats):
        word = observations.AT_SEATS + observations.EACH_SEAT * step
        fields += [
            *_cards(f"display {step}", word),
            *_cards(f"pile {step}", word + 2),
            Field(f"card in the trick {step}", word + 4, 0, KINDS),
            Field(f"wins the trick {step}", word + 4, KINDS, 1),
            Field(f"count {step}", word + 5, 0, min(20, rules.hand_size + rules.talon)),
            Field(f"bid {step}", word + 5, 20, observations.MOST_BID),
            Field(f"is out of suits {step}", word + 5, 36, SUITS),
            Field(f"crown {step}", word + 5, 42, 1),
            Field(f"shield {step}", word + 5, 43, 1),
            Field(f"partner {step}", word + 5, 44, 1),
            Field(f"dealer {step}", word + 5, 45, 1),
            Field(f"leader {step}", word + 5, 46, 1),
        ]
    return tuple(fields)


def secret_fields(rules: MuRules) -> tuple[Field, ...]:
    """The bits of what a seat may not know."""
    fields = [field for step in range(1, rules.seats) for field in _cards(f"hand {step}", 2 * step - 2)]
    return tuple(fields + (_cards("talon", 10) + _cards("buried", 12) if rules.talon else []))


def past_fields(rules: MuRules, name: str, words: Sequence[int], *, is_own: bool) -> Iterator[Field]:
    """The bits of a past move, or of the own one that is being made."""
    yield from (Field(f"{name} cards", words[0], 0, KINDS), Field(f"{name} cards twice", words[2], 0, KINDS))
    if is_own:
        yield Field(f"{name} is {_KIND_NAMES[BURY - 1]}", words[1], observations.BURY_SHIFT, 1)
        return
    yield Field(f"{name} seat", words[1], 0, rules.seats)
    at = rules.seats
    for kind, what in enumerate(_KIND_NAMES, 1):
        if IN_HISTORY >> kind & 1:
            yield Field(f"{name} is {what}", words[1], at, 1)
            at += 1
    yield Field(f"{name} trump", words[1], at, len(TRUMPS))
    yield Field(f"{name} names seat", words[1], at + len(TRUMPS), rules.seats)


def options(rules: MuRules) -> list[int]:
    """The options as `observations` wants them."""
    packed: list[int] = pack_rules(rules).tolist()
    return packed


def record_of(rules: MuRules, view: View, chosen: Any) -> list[int]:
    """A view as `observations` wants it, with the display that is being built."""
    return pack_view(rules, view, chosen.cards if chosen is not None and is_in_position(chosen) else 0)


def is_in_position(chosen: Any) -> bool:
    """Whether what is chosen of a move is told by the position already: a display that is being built."""
    return bool(chosen.code == DISPLAY << 32)


def past_moves(view: View) -> Iterator[tuple[Seat, Any]]:
    """Who made which move that everybody saw, the oldest first."""
    for event in view.past:
        match event:
            case events.CardPlayed(seat=seat, card=card):
                yield seat, PLAY[card]
            case events.Passed(seat=seat):
                yield seat, PASS
            case events.Displayed(seat=seat, cards=cards):
                yield seat, Display(cards)
            case events.TrumpNamed(seat=seat, trump=trump):
                yield seat, trump
            case events.PartnerNamed(seat=seat, partner=partner):
                yield seat, Partner(partner)


class MuActionIds(ActionIds):
    """Mü: a display (M3.1) takes a number for each card, lowest face first, and one to end it."""

    _ids: Any = action_ids
    _pack: Any = pack

    def choices(self, view: Any, chosen: Chosen | None = None) -> dict[int, Any]:
        """What each open number leads to: a move, or what is then chosen of one."""
        if chosen is None:
            found = super().choices(view)
            for move in view.legal:
                if isinstance(move, Display):
                    face = move.cards.bit_length() - 1
                    found[self._first_card + face] = self._building(move.cards, face)
            found.pop(action_ids.DISPLAY_NUMBER, None)
            return found
        if chosen.code != DISPLAY << 32:
            return super().choices(view, chosen)
        built: dict[int, Any] = {action_ids.DISPLAY_NUMBER: Display(chosen.cards)}
        for longer in self.game.extensions(view, Display(chosen.cards)):
            added = longer.cards & ~chosen.cards
            face = added.bit_length() - 1 - (SECOND_COPY if added > FIRST_COPIES else 0)
            built[self._first_card + face] = self._building(longer.cards, face)
        return built

    def encode(self, view: Any, move: Any) -> tuple[int, ...]:
        """The numbers that make a legal move; raises ActionIdError for any other."""
        if not isinstance(move, Display):
            return super().encode(view, move)
        faces = self._faces_of(move)
        path = (*(self._first_card + face for face in faces), action_ids.DISPLAY_NUMBER)
        if card_set(faces) != move.cards or self.decode(view, path) != move:
            raise ActionIdError(f"{move} is not a legal move now")
        return path

    def packed(self, move: Any) -> list[tuple[int, int, int]]:
        """A move as the compiled engine makes it; a display card by card, and then shown."""
        shown = super().packed(move)
        if not isinstance(move, Display):
            return shown
        return [(ADD_CARD << 32 | face, 0, 0) for face in self._faces_of(move)] + shown

    def _faces_of(self, move: Display) -> list[int]:
        """The faces of a display, lowest first; one that comes twice is there twice."""
        faces, copies = range(self._card_count), (0, SECOND_COPY)
        return [face for face in faces for copy in copies if move.cards >> face + copy & 1]

    def _building(self, cards: CardSet, face: int) -> Chosen:
        return Chosen(DISPLAY << 32, cards & FIRST_COPIES, cards >> SECOND_COPY, face)
