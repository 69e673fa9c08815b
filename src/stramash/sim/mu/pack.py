"""Converts between the reference engine's objects and the compiled engine's packed records."""

from typing import Any, Final

import numpy as np

from stramash.core.cards import (
    FIRST_COPIES,
    SECOND_COPY,
    Card,
    CardSet,
    each,
    join,
    remove,
    size,
)
from stramash.core.game import Carry, ScoreLine
from stramash.core.seats import Seat
from stramash.mu.cards import COLOURS, ICONS, NUMBER_CARDS, RANKS, icons
from stramash.mu.moves import (
    PASS,
    TRUMPS,
    Bury,
    Display,
    Move,
    NextDealer,
    Partner,
    PlayCard,
    Trump,
)
from stramash.mu.rules import MuRules
from stramash.mu.scoring import score_sheet
from stramash.mu.state import Phase, State, Table, View
from stramash.mu.tricks import Trumps, trumps, winning_card
from stramash.sim.mu import record as at
from stramash.sim.words import word_number

_NONE: Final = -1


def pack_rules(rules: MuRules) -> Any:
    """A rules object as an array of numbers."""
    packed = np.zeros(at.OPTIONS, np.int64)
    packed[at.SEATS] = rules.seats
    packed[at.DECK_SIZE] = size(rules.cards)
    packed[at.REMOVED], packed[at.REMOVED_TOO] = (*rules.removed, COLOURS, COLOURS)[:2]
    packed[at.HAND_SIZE] = rules.hand_size
    packed[at.DEALS] = rules.rounds
    packed[at.TARGET_BASE] = rules.target_base
    packed[at.TARGET_STEP] = rules.target_step
    packed[at.MOST_TARGET] = icons(rules.cards)
    packed[at.VALUE_COLOUR] = rules.value_colour
    packed[at.VALUE_ONE_OR_SEVEN] = rules.value_one_or_seven
    packed[at.VALUE_NUMBER] = rules.value_number
    packed[at.VALUE_NO_TRUMP] = rules.value_no_trump
    packed[at.CROWN_BONUS] = rules.crown_bonus
    packed[at.SHIELD_BONUS] = rules.shield_bonus
    packed[at.GOAL] = rules.goal
    packed[at.RAISE_LIMIT] = rules.raise_limit
    packed[at.DISPLAY_LIMIT] = rules.display_limit
    packed[at.ECLAT_GAIN] = rules.eclat_gain
    packed[at.ECLAT_LOSS] = rules.eclat_loss
    packed[at.MOST_BONUS] = rules.most_bonus
    packed[at.SHORT_LOSS] = rules.short_loss
    packed[at.SHORT_GAIN] = rules.short_gain
    packed[at.SHORT_STEPS] = word_number(MuRules, "short_steps", rules.short_steps)
    packed[at.HAS_SHIELD] = rules.has_shield
    packed[at.HAS_ECLAT] = rules.has_eclat
    packed[at.SHIELD_MAY_NAME_NONE] = rules.shield_may_name_none
    packed[at.FAILS_BY_STEPS] = rules.fails_by_steps
    packed[at.NAMES_DEALER] = rules.names_dealer
    packed[at.OVERTAKEN_CROWN] = word_number(MuRules, "overtaken_crown", rules.overtaken_crown)
    return packed


def _put(words: Any, place: int, cards: CardSet) -> None:
    words[place] = cards & FIRST_COPIES
    words[place + 1] = cards >> SECOND_COPY


def _get(words: Any, place: int) -> CardSet:
    return int(words[place]) | int(words[place + 1]) << SECOND_COPY


def _put_trump(words: Any, place: int, faces_place: int, trump: Trump | None) -> None:
    words[place] = _NONE if trump is None else TRUMPS.index(trump)
    if trump is not None:
        words[faces_place] = trumps(None, trump).cards & FIRST_COPIES
        if trump.number is not None:
            words[at.EQUAL_CARDS] |= NUMBER_CARDS[trump.number] & FIRST_COPIES


def pack_state(rules: MuRules, state: State) -> Any:
    """A state as a record; nothing is staged in it."""
    return np.array(_packed(rules, state), np.int64)


def _packed(rules: MuRules, state: State) -> list[int]:
    """The same as plain numbers."""
    table = state.table
    is_redeal = table.phase is Phase.THROWN_IN
    words = [0] * at.WORDS
    words[at.PHASE] = at.OVER if is_redeal else at.PHASES.index(table.phase)
    words[at.DEALER] = table.dealer
    words[at.DEAL] = table.carry.deal
    for place, seat in (
        (at.TURN, table.turn),
        (at.LEADER, table.leader),
        (at.CROWN, table.crown),
        (at.SHIELD, table.shield),
        (at.PARTNER, table.partner),
    ):
        words[place] = _NONE if seat is None else seat
    _put_trump(words, at.MINOR, at.MINOR_CARDS, table.trumps.minor)
    _put_trump(words, at.MAJOR, at.MAJOR_CARDS, table.trumps.major)
    if table.trick:
        _pack_trick(words, table)
    words[at.PASSES] = table.passes
    words[at.SHOWS] = max(table.reached)
    words[at.IS_REDEAL] = is_redeal
    _put(words, at.TALON, state.talon)
    _put(words, at.TAKEN, state.taken)
    _put(words, at.BURIED, state.buried)
    for seat in range(rules.seats):
        words[at.TOTALS + seat] = table.carry.totals[seat]
        words[at.VOIDS] |= table.voids[seat] << 8 * seat
        words[at.BIDS] |= table.bids[seat] << 8 * seat
        words[at.REACHED] |= table.reached[seat] << 8 * seat
        _put(words, at.HANDS + 2 * seat, state.hands[seat])
        _put(words, at.DISPLAYS + 2 * seat, table.displays[seat])
        _put(words, at.PILES + 2 * seat, table.won[seat])
        _put(words, at.PLAYED + 2 * seat, table.played[seat])
    if table.scores is not None:
        _pack_scores(words, table, table.scores)
    if is_redeal:
        words[at.NEXT_DEALER] = table.dealer
    elif table.next_dealer is not None:
        words[at.NEXT_DEALER] = table.next_dealer
    return words


def pack_view(rules: MuRules, view: View, staged: CardSet = 0, planned: int = 0) -> list[int]:
    """A view as a record, for `features`; of hands that it cannot see only the size is right."""
    table, seat = view.table, view.seat
    assert seat is not None, "a spectator is never asked"
    hands = tuple((1 << count) - 1 for count in table.counts)
    known = State(table, (*hands[:seat], view.hand, *hands[seat + 1 :]), 0, view.taken, view.buried)
    words = _packed(rules, known)
    _put(words, at.STAGED, staged)
    words[at.PLANNED] = planned
    return words


def _pack_trick(words: Any, table: Table) -> None:
    assert table.leader is not None
    named, trick = table.trumps, table.trick
    led = named.suit_of[trick[0]]
    words[at.LED] = named.suits[led] & FIRST_COPIES
    words[at.LED_SUIT] = led
    for place, card in enumerate(trick):
        words[at.TRICK] |= card + 1 << 8 * ((table.leader + place) % table.seats)
    winner = winning_card(named, trick)
    words[at.TOP] = _strength(named, trick[winner]) << 3 | (table.leader + winner) % table.seats


def _strength(named: Trumps, card: int) -> int:
    """The strength of a card that wins a trick, as `step.play` counts it."""
    makers = [trump for trump in (named.minor, named.major) if card in each(trumps(None, trump).cards)]
    level = sum(1 if trump is named.minor else 2 for trump in makers)
    is_equal = any(trump is not None and trump.number is not None for trump in makers)
    return (level << 6) + (0 if is_equal else card) + 1


def _pack_scores(words: Any, table: Table, scores: tuple[int, ...]) -> None:
    totals = [before + points for before, points in zip(table.carry.totals, scores, strict=True)]
    for seat, points in enumerate(scores):
        words[at.SCORES + seat] = points
        words[at.TOTALS + seat] = totals[seat]
        if table.phase is Phase.OVER and table.next_dealer is None and totals[seat] == max(totals):
            words[at.WINNERS] |= 1 << seat
    words[at.BURIED_POINTS] = sum(line.points for line in table.sheet if line.clause == "M4.4")


def unpack_state(rules: MuRules, words: Any) -> State:
    """The state that a record stands for, but for a display that is being built: the reference knows none."""
    seats = range(rules.seats)
    is_redeal = bool(words[at.IS_REDEAL])
    phase = Phase.THROWN_IN if is_redeal else at.PHASES[int(words[at.PHASE])]
    is_scored = phase in (Phase.NEXT_DEALER, Phase.OVER)
    scores = tuple(int(words[at.SCORES + seat]) for seat in seats)
    hands = tuple(_get(words, at.HANDS + 2 * seat) for seat in seats)
    is_last = phase is Phase.OVER and bool(words[at.WINNERS])
    leader = _seat(words, at.LEADER)
    table = Table(
        phase=phase,
        turn=_seat(words, at.TURN),
        carry=Carry(
            dealer=int(words[at.DEALER]),
            totals=tuple(int(words[at.TOTALS + seat]) - scores[seat] for seat in seats),
            deal=int(words[at.DEAL]),
        ),
        counts=tuple(size(hand) for hand in hands),
        talon=size(_get(words, at.TALON)),
        buried=size(_get(words, at.BURIED)),
        displays=tuple(_get(words, at.DISPLAYS + 2 * seat) for seat in seats),
        bids=_bytes(words, at.BIDS, rules.seats),
        reached=_bytes(words, at.REACHED, rules.seats),
        passes=int(words[at.PASSES]),
        crown=_seat(words, at.CROWN),
        shield=_seat(words, at.SHIELD),
        trumps=trumps(_trump(words, at.MINOR), _trump(words, at.MAJOR)),
        partner=_seat(words, at.PARTNER),
        leader=leader,
        trick=_unpack_trick(words, leader, rules.seats),
        won=tuple(_get(words, at.PILES + 2 * seat) for seat in seats),
        played=tuple(_get(words, at.PLAYED + 2 * seat) for seat in seats),
        voids=_bytes(words, at.VOIDS, rules.seats),
        scores=scores if is_scored else None,
        sheet=(),
        next_dealer=int(words[at.NEXT_DEALER]) if phase is Phase.OVER and not is_last else None,
    )
    if is_scored:
        table = table._replace(sheet=_sheet(rules, table, int(words[at.BURIED_POINTS])))
    return State(table, hands, _get(words, at.TALON), _get(words, at.TAKEN), _get(words, at.BURIED))


def _seat(words: Any, place: int) -> Seat | None:
    return None if words[place] < 0 else int(words[place])


def _trump(words: Any, place: int) -> Trump | None:
    return None if words[place] < 0 else TRUMPS[int(words[place])]


def _bytes(words: Any, place: int, seats: int) -> tuple[int, ...]:
    return tuple(int(words[place]) >> 8 * seat & 255 for seat in range(seats))


def _unpack_trick(words: Any, leader: Seat | None, seats: int) -> tuple[Card, ...]:
    if leader is None:
        return ()
    played = _bytes(words, at.TRICK, seats)
    in_order = (played[(leader + place) % seats] for place in range(seats))
    return tuple(entry - 1 for entry in in_order if entry)


def _sheet(rules: MuRules, table: Table, buried_points: int) -> tuple[ScoreLine, ...]:
    """Where the points came from. Which cards were buried is not known any more, but their points are.

    A sheet counts icons only, so any cards of the Crown's pile with these points stand for the buried ones.
    """
    crown = table.crown
    if crown is None:  # M3.8: nothing was played
        return score_sheet(rules, table, 0)
    pile, buried, missing = table.won[crown], 0, buried_points
    for card in sorted(each(pile), key=lambda card: ICONS[card % RANKS], reverse=True):
        if 0 < ICONS[card % RANKS] <= missing:
            missing -= ICONS[card % RANKS]
            buried = join(buried, 1 << card)
    won = (*table.won[:crown], remove(pile, buried), *table.won[crown + 1 :])
    return score_sheet(rules, table._replace(won=won), buried)


def pack_move(move: Move) -> tuple[int, int, int]:
    """A move as its code and two words of cards."""
    match move:
        case PlayCard(card=card):
            return at.PLAY << 32 | card, 0, 0
        case Display(cards=cards):
            return at.DISPLAY << 32, cards & FIRST_COPIES, cards >> SECOND_COPY
        case Trump():
            return at.NAME_TRUMP << 32 | TRUMPS.index(move), 0, 0
        case Bury(cards=cards):
            return at.BURY << 32, cards & FIRST_COPIES, cards >> SECOND_COPY
        case Partner(seat=seat):
            return at.NAME_PARTNER << 32 | seat, 0, 0
        case NextDealer(seat=seat):
            return at.NAME_DEALER << 32 | seat, 0, 0
    return at.PASS << 32, 0, 0


def unpack_move(code: int, once: int, twice: int) -> Move:
    """The move that a code and two words of cards stand for.

    A card added to a display that is being built comes back as the display of that card alone, which is how
    the reference lists it (M3.1); only the display that ends the building is a move of the reference.
    """
    value = code & 0xFFFFFFFF
    cards = once | twice << SECOND_COPY
    match code >> 32:
        case at.PLAY:
            return PlayCard(value)
        case at.ADD_CARD:
            return Display(1 << value)
        case at.DISPLAY:
            return Display(cards)
        case at.NAME_TRUMP:
            return TRUMPS[value]
        case at.BURY:
            return Bury(cards)
        case at.NAME_PARTNER:
            return Partner(value)
        case at.NAME_DEALER:
            return NextDealer(value)
    return PASS
