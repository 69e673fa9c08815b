"""Input features of the nets of Mü: rows of bits for the position, for its critic and for each move.

As in `climbing.features` the functions are plain Python over whole numbers, compiled for batches by `family`
and called as they are by a player without any compiled code.

A set of cards fits into one word of 60 bits: 50 faces, then the second copies of the 1s and of the 7s (M1.1).
Everything is told from the seat's own place, the other seats in turn order. Colours mean nothing by
themselves, so they are put in order: major trump, minor trump, then the longest in the own hand first.
"""

from typing import Any, Final

from stramash.core.cards import FIRST_COPIES
from stramash.mu.cards import ALL_CARDS, COLOURS, DOUBLED, ICONS, KINDS, RANKS
from stramash.mu.moves import NO_TRUMP as WITHOUT_TRUMP
from stramash.mu.moves import NUMBER_TRUMPS, TRUMPS
from stramash.mu.tricks import TRUMP_SUIT
from stramash.sim.features import LEVEL_SHIFT, popcount, popcounts, upto
from stramash.sim.mu.record import (
    ADD_CARD,
    AUCTION,
    BIDS,
    BURIED,
    CROWN,
    DEAL,
    DEALER,
    DEALS,
    DISPLAY,
    DISPLAYS,
    EQUAL_CARDS,
    HANDS,
    IN_TRICK,
    LEADER,
    LED,
    LED_SUIT,
    MAJOR,
    MAJOR_CARDS,
    MINOR,
    MINOR_CARDS,
    MOST_PLANNED,
    NAME_DEALER,
    NAME_PARTNER,
    NAME_TRUMP,
    PARTNER,
    PASSES,
    PHASE,
    PILES,
    PLANNED,
    PLAY,
    PLAYED,
    REMOVED,
    REMOVED_TOO,
    SEATS,
    SHIELD,
    STAGED,
    TAKEN,
    TALON,
    TOP,
    TOTALS,
    TRICK,
    TURN,
    VOIDS,
)

# --- the words of a position: seven of the deal, four a seat, one of the match and one more a seat
POSITION_WORDS: Final = 38
CRITIC_WORDS: Final = 8
MOVE_WORDS: Final = 3
AT_SEATS: Final = 7
EACH_SEAT: Final = 4
AT_MATCH: Final = 31
AT_PLANNED: Final = 20
"""Where in that word stands how many cards are still to be added to a display."""
AT_OTHERS: Final = 7
"""The word of a critic's row that says which seats are played by others than the net that learns."""
MOST_BID: Final = 15
"""No hand has more cards (M2.1); the Crown of three players holds three more."""
SET_BITS: Final = KINDS + len(DOUBLED) * COLOURS
LEVELS: Final = 8
"""What is usual (passing, colours as trump, cards, seats); to show cards without taking the Crown; a 1 or 7,
another number, and no trump; to take or raise the Crown by one card, by two or three, by more."""

# --- what `move_context` leaves for the rows of moves
ABOUT_MINOR: Final = 0
ABOUT_MAJOR: Final = 1
ABOUT_LED: Final = 2
ABOUT_TOP: Final = 3
ABOUT_EQUAL: Final = 4
ABOUT_UNSEEN: Final = 5
ABOUT_HAND: Final = 6
ABOUT_OWN_BID: Final = 7
ABOUT_CROWN_BID: Final = 8
ABOUT_SHIELD_BID: Final = 9
ABOUT: Final = 10

PARTS: Final = (
    "upto",
    "colour_order",
    "place_of",
    "word_of",
    "arranged_word",
    "arranged",
    "icons_of",
    "pile_icons",
    "unseen_word",
    "trump_bits",
    "seat_bits",
    "match_bits",
    "position_bits",
    "critic_bits",
    "move_cards",
    "card_shape",
    "count_shape",
    "count_level",
    "move_shape",
    "move_context",
    "move_bits",
)
"""The functions that are compiled, in the order in which they call each other."""

_COLOUR: Final = (1 << RANKS) - 1
_FACES: Final = ALL_CARDS & FIRST_COPIES
_ONE, _SEVEN = DOUBLED
_DOUBLED_FACES: Final = sum(1 << (RANKS * colour + number) for colour in range(COLOURS) for number in DOUBLED)
_SECOND_ONES: Final = KINDS
_SECOND_SEVENS: Final = KINDS + COLOURS
_NO_TRUMP: Final = TRUMPS.index(WITHOUT_TRUMP)
_FIRST_NUMBER: Final = TRUMPS.index(NUMBER_TRUMPS[0])
_DOUBLED_NUMBERS: Final = sum(1 << number for number in DOUBLED)
_HAS_ICON: Final = sum(1 << number for number in range(RANKS) if ICONS[number])
_HAS_TWO: Final = sum(1 << number for number in range(RANKS) if ICONS[number] == 2)  # M1.2


def _with_icons(wanted: int) -> int:
    """The places in a word of cards that have so many icons (M1.2)."""
    faces = sum(1 << face for face in range(KINDS) if ICONS[face % RANKS] == wanted)
    for copies, number in ((_SECOND_ONES, _ONE), (_SECOND_SEVENS, _SEVEN)):
        faces |= ((1 << COLOURS) - 1) << copies if ICONS[number] == wanted else 0
    return faces


_ONE_ICON: Final = _with_icons(1)
_TWO_ICONS: Final = _with_icons(2)


def colour_order(game: Any, rules: Any, seat: int, scratch: Any) -> int:
    """The colours in the order in which a seat is told of them, three bits each, the first lowest."""
    once = game[HANDS + 2 * seat]
    twice = game[HANDS + 2 * seat + 1]
    seen = 0
    for other in range(rules[SEATS]):
        seen |= game[DISPLAYS + 2 * other] | game[PLAYED + 2 * other]
    for colour in range(COLOURS):
        own = (once >> (RANKS * colour)) & _COLOUR
        held = popcount(own) + popcount((twice >> (RANKS * colour)) & _COLOUR)
        key = (1 << 24) | (held << 20) | (own << 10) | ((seen >> (RANKS * colour)) & _COLOUR)
        if colour == game[MINOR]:
            key |= 1 << 25
        if colour == game[MAJOR]:
            key |= 1 << 26
        if colour == rules[REMOVED]:
            key = 0  # M1.3: no card of it is in the game
        if colour == rules[REMOVED_TOO]:
            key = 0
        scratch[colour] = (key << 3) | (7 - colour)
    order = 0
    for colour in range(COLOURS):
        place = 0
        for other in range(COLOURS):
            if scratch[other] > scratch[colour]:
                place += 1
        order |= colour << (3 * place)
    return order


def place_of(order: int, colour: int) -> int:
    """Where a colour stands in an order."""
    found = 0
    for place in range(COLOURS):
        if (order >> (3 * place)) & 7 == colour:
            found = place
    return found


def word_of(once: Any, twice: Any) -> Any:
    """A set of cards as one word, its colours as they are."""
    word = once
    for colour in range(COLOURS):
        copies = twice >> (RANKS * colour)
        word = word | (((copies >> _ONE) & 1) << (_SECOND_ONES + colour))
        word = word | (((copies >> _SEVEN) & 1) << (_SECOND_SEVENS + colour))
    return word


def arranged_word(word: Any, order: int) -> Any:
    """A word of cards with its colours in that order."""
    result = word & 0
    for place in range(COLOURS):
        colour = (order >> (3 * place)) & 7
        result = result | (((word >> (RANKS * colour)) & _COLOUR) << (RANKS * place))
        result = result | (((word >> (_SECOND_ONES + colour)) & 1) << (_SECOND_ONES + place))
        result = result | (((word >> (_SECOND_SEVENS + colour)) & 1) << (_SECOND_SEVENS + place))
    return result


def arranged(once: int, twice: int, order: int) -> int:
    """A set of cards as one word with its colours in that order, without the detour over both."""
    result = 0
    if once:
        for place in range(COLOURS):
            colour = (order >> (3 * place)) & 7
            result |= ((once >> (RANKS * colour)) & _COLOUR) << (RANKS * place)
    if twice:
        for place in range(COLOURS):
            copies = twice >> (RANKS * ((order >> (3 * place)) & 7))
            result |= ((copies >> _ONE) & 1) << (_SECOND_ONES + place)
            result |= ((copies >> _SEVEN) & 1) << (_SECOND_SEVENS + place)
    return result


def icons_of(word: int) -> int:
    """M1.2: the points on a word of cards."""
    return popcount(word & _ONE_ICON) + 2 * popcount(word & _TWO_ICONS)


def pile_icons(game: Any, other: int) -> int:
    """The points in a seat's pile."""
    return icons_of(game[PILES + 2 * other]) + icons_of(game[PILES + 2 * other + 1])


def unseen_word(game: Any, rules: Any, seat: int) -> int:
    """The cards whose place a seat does not know, by counting those it has seen."""
    once = game[HANDS + 2 * seat]
    twice = game[HANDS + 2 * seat + 1]
    if game[CROWN] == seat:
        # M4.4: only the Crown knows what it buried.
        twice |= (once & game[BURIED]) | game[BURIED + 1]
        once |= game[BURIED]
    for other in range(rules[SEATS]):
        twice |= (once & game[PLAYED + 2 * other]) | game[PLAYED + 2 * other + 1]
        once |= game[PLAYED + 2 * other]
        if other != seat:
            twice |= (once & game[DISPLAYS + 2 * other]) | game[DISPLAYS + 2 * other + 1]
            once |= game[DISPLAYS + 2 * other]
    deck = _FACES & ~(_COLOUR << (RANKS * rules[REMOVED])) & ~(_COLOUR << (RANKS * rules[REMOVED_TOO]))
    return word_of(deck & ~(twice | (once & ~_DOUBLED_FACES)), deck & _DOUBLED_FACES & ~once)


def trump_bits(trump: int, order: int) -> int:
    """A trump as one bit of 16: colours by their place, numbers, none; nothing while it is not named."""
    if trump < 0:
        return 0
    if trump < _FIRST_NUMBER:
        return 1 << place_of(order, trump)
    return 1 << trump


def seat_bits(game: Any, rules: Any, other: int, order: int, at: int, row: Any) -> None:
    """What everybody knows of a seat: display, role, cards played, suits it is out of, bid, points."""
    row[at] = arranged(game[DISPLAYS + 2 * other], game[DISPLAYS + 2 * other + 1], order)
    if game[CROWN] == other:
        row[at] |= 1 << 60
    if game[SHIELD] == other:
        row[at] |= 1 << 61
    if game[PARTNER] == other:
        row[at] |= 1 << 62
    row[at + 1] = arranged(game[PLAYED + 2 * other], game[PLAYED + 2 * other + 1], order)
    if game[DEALER] == other:
        row[at + 1] |= 1 << 60
    if game[LEADER] == other:
        row[at + 1] |= 1 << 61
    if game[TRICK] and game[TOP] & 7 == other:
        row[at + 1] |= 1 << 62
    card = (game[TRICK] >> (8 * other)) & 255
    row[at + 2] = arranged((1 << card) >> 1, 0, order)
    voids = (game[VOIDS] >> (8 * other)) & 255
    for place in range(COLOURS):
        row[at + 2] |= ((voids >> ((order >> (3 * place)) & 7)) & 1) << (KINDS + place)
    row[at + 2] |= ((voids >> TRUMP_SUIT) & 1) << (KINDS + TRUMP_SUIT)
    row[at + 3] = upto((game[BIDS] >> (8 * other)) & 255, MOST_BID)
    row[at + 3] |= upto(pile_icons(game, other), 48) << 15


def match_bits(game: Any, rules: Any, seat: int, row: Any) -> None:
    """How the match stands: deals to come, and how many points each seat is behind the first."""
    seats = rules[SEATS]
    best = game[TOTALS]
    for other in range(seats):
        best = game[TOTALS + other] if game[TOTALS + other] > best else best
    row[AT_MATCH] = upto(rules[DEALS] - game[DEAL], 20)
    for step in range(seats):
        behind = best - game[TOTALS + (seat + step) % seats]
        row[AT_MATCH + 1 + step] = upto((behind + 4) // 5, 60)


def position_bits(game: Any, rules: Any, seat: int, row: Any) -> int:
    """Fill in a row of `POSITION_WORDS` words with what the seat may know; returns the order of colours."""
    seats = rules[SEATS]
    order = colour_order(game, rules, seat, row)
    for word in range(POSITION_WORDS):
        row[word] = 0
    hand = word_of(game[HANDS + 2 * seat], game[HANDS + 2 * seat + 1])
    staged = 0
    if game[TURN] == seat:
        staged = word_of(game[STAGED], game[STAGED + 1])
    crown = game[CROWN]
    own = word_of(game[BURIED], game[BURIED + 1]) if crown == seat else 0
    row[0] = arranged_word(hand, order)
    if game[PHASE] == IN_TRICK and game[TRICK] == 0:
        row[0] |= 1 << 60
    row[1] = arranged_word(staged, order)
    row[2] = 1 << game[PHASE]
    if game[PHASE] == AUCTION:
        row[2] |= upto(game[PASSES], 5) << 8
    row[2] |= (trump_bits(game[MINOR], order) << 13) | (trump_bits(game[MAJOR], order) << 29)
    in_trick = 0
    if game[TRICK]:
        led = game[LED_SUIT]
        if led != TRUMP_SUIT:
            led = place_of(order, led)
        row[2] |= (1 << 45) << led
        for other in range(seats):
            card = (game[TRICK] >> (8 * other)) & 255
            in_trick += icons_of((1 << card) >> 1)
    row[2] |= upto(in_trick, 12) << 51
    if crown == seat:
        row[3] = arranged(game[TAKEN], game[TAKEN + 1], order) | arranged_word(own, order)
    if crown >= 0:
        icons = icons_of(own) + pile_icons(game, crown)
        partner = game[PARTNER]
        if partner >= 0:
            icons += pile_icons(game, partner)
        row[4] = upto(icons, 60)
        row[6] = upto((game[BIDS] >> (8 * crown)) & 255, MOST_BID)
    row[5] = arranged_word(unseen_word(game, rules, seat), order)
    if game[SHIELD] >= 0:
        row[6] |= upto((game[BIDS] >> (8 * game[SHIELD])) & 255, MOST_BID) << 15
    row[6] |= upto(((game[BIDS] >> (8 * seat)) & 255) + popcount(staged), MOST_BID) << 30
    row[6] |= upto(popcount(hand), 18) << 45
    for step in range(seats):
        seat_bits(game, rules, (seat + step) % seats, order, AT_SEATS + EACH_SEAT * step, row)
    match_bits(game, rules, seat, row)
    if game[TURN] == seat:
        row[AT_MATCH] |= upto(game[PLANNED] - popcount(staged), MOST_PLANNED) << AT_PLANNED
    return order


def critic_bits(game: Any, rules: Any, seat: int, order: int, row: Any) -> None:
    """What nobody may know but the critic: the hands of the other seats, the talon, what was buried."""
    for word in range(CRITIC_WORDS):
        row[word] = 0
    for step in range(1, rules[SEATS]):
        other = (seat + step) % rules[SEATS]
        row[step - 1] = arranged(game[HANDS + 2 * other], game[HANDS + 2 * other + 1], order)
    row[5] = arranged(game[TALON], game[TALON + 1], order)
    row[6] = arranged(game[BURIED], game[BURIED + 1], order)


def move_cards(code: Any, once: Any, twice: Any, order: int) -> Any:
    """A move's first word: its cards; for one move or many."""
    kind = code >> 32
    has_card = ((kind == PLAY) | (kind == ADD_CARD)) * 1
    return arranged_word(word_of(once | (has_card << ((code & 63) * has_card)), twice), order)


def card_shape(card: Any, about: Any) -> Any:
    """What playing a card would mean: trump or not, following, winning so far, unseen cards above it."""
    minor = about[ABOUT_MINOR]
    major = about[ABOUT_MAJOR]
    trumps = minor | major
    level = ((minor >> card) & 1) + 2 * ((major >> card) & 1)
    plain = (level == 0) * 1
    led = about[ABOUT_LED]
    follows = ((led >> card) & 1) | (led == 0)
    is_equal = (about[ABOUT_EQUAL] >> card) & 1
    # M5.5, as `step.play` counts it.
    strength = (level << 6) + card * (1 - is_equal) + 1
    wins = (follows | (1 - plain)) & (strength > about[ABOUT_TOP])
    suit = (_COLOUR << (RANKS * (card // RANKS))) & ~trumps
    same = suit * plain | (minor & ~major) * (level == 1) | (major & ~minor) * (level == 2)
    above = (minor & major) * ((level == 1) | (level == 2)) | (major & ~minor) * (level == 1)
    above = above | (same & ~about[ABOUT_EQUAL] & -(2 << card))
    higher = popcounts(about[ABOUT_UNSEEN] & above)
    higher = higher + (8 - higher) * (higher > 8)
    return (1 << level) | (follows << 4) | (wins << 5) | (((1 << higher) - 1) << 37)


def count_shape(kind: Any, count: Any, about: Any) -> Any:
    """What showing so many cards would mean: the Shield, a draw with the Crown, or how much more; the sum."""
    is_count = ((kind == DISPLAY) & (count > 0)) * 1
    count = count * is_count
    total = about[ABOUT_OWN_BID] + count
    over = total - about[ABOUT_CROWN_BID]
    over = over + (4 - over) * (over > 4)
    has_taken = is_count * ((over >= 0) | (total > about[ABOUT_SHIELD_BID]))
    place = (over + 1) * (over >= 0)
    total = total + (MOST_BID - total) * (total > MOST_BID)
    more = count + (6 - count) * (count > 6)
    shape = (has_taken << 8) << place
    return shape | ((is_count << 23) << total) | ((is_count << 38) << more)


def count_level(kind: Any, count: Any, about: Any) -> Any:
    """The level of a number of cards: without the Crown, with it by one card, by two or three, by more."""
    over = about[ABOUT_OWN_BID] + count - about[ABOUT_CROWN_BID]
    level = 1 + 4 * (over > 0) + 1 * (over > 1) + 1 * (over > 3)
    return level * ((kind == DISPLAY) & (count > 0))


def move_shape(code: Any, order: int, rules: Any, seat: int, about: Any) -> Any:
    """A move's second word: its kind, what its card or trump is, whom it names; and its level."""
    kind = code >> 32
    value = code & 0xFFFFFFFF
    play = (kind == PLAY) * 1
    add = (kind == ADD_CARD) * 1
    has_card = play | add
    trump = (kind == NAME_TRUMP) * 1
    names = ((kind == NAME_PARTNER) | (kind == NAME_DEALER)) * 1
    shape = (1 << (kind - 1)) | ((card_shape(value * play, about) * play) << 8)
    card = value * has_card
    number = card % RANKS
    shape = shape | ((has_card << 14) << number)
    shape = shape | ((has_card * ((_HAS_ICON >> number) & 1)) << 53)
    shape = shape | ((has_card * ((_HAS_TWO >> number) & 1)) << 54)
    beside = popcounts(about[ABOUT_HAND] & (_COLOUR << (RANKS * (card // RANKS)))) - 1
    beside = beside + (5 - beside) * (beside > 5)
    shape = shape | ((has_card * ((1 << (beside * has_card)) - 1)) << 55)
    named = value * trump
    number = (named - _FIRST_NUMBER) * (named >= _FIRST_NUMBER)
    is_number = trump * (named >= _FIRST_NUMBER) * (named != _NO_TRUMP)
    is_double = is_number * ((_DOUBLED_NUMBERS >> number) & 1)
    is_none = trump * (named == _NO_TRUMP)
    shape = shape | ((is_number | is_none) << (24 + named))
    for place in range(COLOURS):
        colour = (order >> (3 * place)) & 7
        shape = shape | ((trump * (named == colour)) << (24 + place))
    step = ((value - seat) % rules[SEATS]) * names
    shape = shape | (names << (39 + step))
    level = 3 * is_number - is_double + 4 * is_none
    shape = shape | count_shape(kind, value, about)
    level = level + count_level(kind, value, about)
    return shape | (level << LEVEL_SHIFT)


def move_context(game: Any, rules: Any, seat: int, about: Any) -> None:
    """What the rows of all moves of a seat are told from."""
    unseen = unseen_word(game, rules, seat)
    about[ABOUT_MINOR] = game[MINOR_CARDS]
    about[ABOUT_MAJOR] = game[MAJOR_CARDS]
    about[ABOUT_LED] = game[LED]
    about[ABOUT_TOP] = game[TOP] >> 3
    about[ABOUT_EQUAL] = game[EQUAL_CARDS]
    about[ABOUT_UNSEEN] = unseen & _FACES
    about[ABOUT_HAND] = game[HANDS + 2 * seat]
    about[ABOUT_OWN_BID] = (game[BIDS] >> (8 * seat)) & 255
    about[ABOUT_CROWN_BID] = 0
    about[ABOUT_SHIELD_BID] = 0
    if game[CROWN] >= 0:
        about[ABOUT_CROWN_BID] = (game[BIDS] >> (8 * game[CROWN])) & 255
    if game[SHIELD] >= 0:
        about[ABOUT_SHIELD_BID] = (game[BIDS] >> (8 * game[SHIELD])) & 255


def move_bits(
    code: int, once: int, twice: int, order: int, rules: Any, seat: int, about: Any, row: Any
) -> None:
    """Fill in the row of a move; `about` is filled in by `move_context`."""
    row[0] = move_cards(code, once, twice, order)
    row[1] = move_shape(code, order, rules, seat, about)
    row[2] = 0
