"""The layout of a packed game of Mü: places of its fields in an array of 64-bit words, and of its options.

A card set takes two words: faces held once, and faces held twice, as `stramash.core.cards` counts them.
What the trick needs at every card stands in the record ready for use: `LED`, `TOP` and the masks of trumps
follow from the other words, and `pack_state` works them out.
"""

from typing import Final

from stramash.mu.rules import MuRules
from stramash.mu.state import Phase
from stramash.sim.words import word_number

# --- the record of a game ---------------------------------------------------------------------------
RNG: Final = 0
PHASE: Final = 1
TURN: Final = 2  # -1 when the deal is over
DEALER: Final = 3
DEAL: Final = 4
WINNERS: Final = 5  # bit per seat; 0 while the match goes on
TOTALS: Final = 6  # six words; with the points of this deal once it is scored
LEADER: Final = 12  # who leads the trick; -1 for nobody
TRICK: Final = 13  # the card of each seat, one more than the face, eight bits each
LED: Final = 14  # the faces of the suit led (M5.3); 0 before the lead
LED_SUIT: Final = 15  # a suit of mu.tricks
TOP: Final = 16  # the strength of the card that wins so far << 3 | its seat; 0 before the lead
VOIDS: Final = 17  # eight bits a seat: the suits it has shown to be out of
MINOR_CARDS: Final = 18  # the faces that each trump makes trumps
MAJOR_CARDS: Final = 19
EQUAL_CARDS: Final = 20  # the faces of number trumps, which are equal among themselves (M5.5)
MINOR: Final = 21  # the trump's place in mu.moves.TRUMPS; -1 for not named
MAJOR: Final = 22
CROWN: Final = 23  # -1 for nobody, and so the next two
SHIELD: Final = 24
PARTNER: Final = 25
PASSES: Final = 26
SHOWS: Final = 27  # how many displays there have been
BIDS: Final = 28  # eight bits a seat
REACHED: Final = 29  # eight bits a seat: at which display it reached its bid, from 1
STAGED: Final = 30  # two words: a display that is being built
TALON: Final = 32  # two words
TAKEN: Final = 34  # two words
BURIED: Final = 36  # two words, until the deal is scored
BURIED_POINTS: Final = 38  # the icons of the cards buried, once the deal is scored
IS_REDEAL: Final = 39  # M3.5
NEXT_DEALER: Final = 40
SCORES: Final = 42  # six words
HANDS: Final = 48  # six times two words, displayed cards included
DISPLAYS: Final = 60  # six times two words
PILES: Final = 72  # six times two words; with the buried cards once the deal is scored
PLAYED: Final = 84  # six times two words: who played what, which the rules never ask and nets are told
PLANNED: Final = 96  # how many cards the seat to act has said it will show, where counts come first
BOLDNESS: Final = 97  # not 0: counts come first (`moves`); eight bits a seat for `bidder`, kept over deals
WORDS: Final = 98

MOST_PLANNED: Final = 10
"""Where counts come first nobody shows more: a Crown of so many cards is hardly ever made."""

# --- phases; a deal that is thrown in (M3.5) is over, with IS_REDEAL set ------------------------------
PHASES: Final = tuple(Phase)
AUCTION: Final = PHASES.index(Phase.AUCTION)
SHIELD_TRUMP: Final = PHASES.index(Phase.SHIELD_TRUMP)
CROWN_TRUMP: Final = PHASES.index(Phase.CROWN_TRUMP)
BURYING: Final = PHASES.index(Phase.BURY)
NAMING_PARTNER: Final = PHASES.index(Phase.PARTNER)
IN_TRICK: Final = PHASES.index(Phase.PLAY)
NAMING_DEALER: Final = PHASES.index(Phase.NEXT_DEALER)
OVER: Final = PHASES.index(Phase.OVER)

# --- the options --------------------------------------------------------------------------------------
SEATS: Final = 0
DECK_SIZE: Final = 1
REMOVED: Final = 2  # the first colour that is not in the deck; COLOURS for none
HAND_SIZE: Final = 3
DEALS: Final = 4  # 0: there is a goal
TARGET_BASE: Final = 5
TARGET_STEP: Final = 6
MOST_TARGET: Final = 7  # the points in the deck (M7.1)
VALUE_COLOUR: Final = 8
VALUE_ONE_OR_SEVEN: Final = 9
VALUE_NUMBER: Final = 10
VALUE_NO_TRUMP: Final = 11
CROWN_BONUS: Final = 12
SHIELD_BONUS: Final = 13
OVERTAKEN_CROWN: Final = 14
REMOVED_TOO: Final = 15  # the second such colour; COLOURS for none
GOAL: Final = 16
RAISE_LIMIT: Final = 17
ECLAT_GAIN: Final = 18
ECLAT_LOSS: Final = 19
MOST_BONUS: Final = 20
SHORT_LOSS: Final = 21
SHORT_GAIN: Final = 22
SHORT_STEPS: Final = 23
HAS_SHIELD: Final = 24
HAS_ECLAT: Final = 25
SHIELD_MAY_NAME_NONE: Final = 26
FAILS_BY_STEPS: Final = 27
NAMES_DEALER: Final = 28
DISPLAY_LIMIT: Final = 29
OPTIONS: Final = 30

# --- the words of options -----------------------------------------------------------------------------
OVERTAKEN_BY_EQUAL: Final = word_number(MuRules, "overtaken_crown", "equal")
OVERTAKEN_NEVER: Final = word_number(MuRules, "overtaken_crown", "never")
STEPS_BY_BID: Final = word_number(MuRules, "short_steps", "bid")

# --- moves: a code and two words of cards. The code is the type << 32 with a face, a trump or a seat ---
PLAY: Final = 1
PASS: Final = 2
ADD_CARD: Final = 3
DISPLAY: Final = 4
NAME_TRUMP: Final = 5
BURY: Final = 6
NAME_PARTNER: Final = 7
NAME_DEALER: Final = 8
