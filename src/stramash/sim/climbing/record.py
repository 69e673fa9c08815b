"""The layout of a packed climbing game: places of its fields in an array of 64-bit words, and of its options.

A card set takes two words: faces held once, and faces held twice, as `stramash.core.cards` counts them.
"""

from typing import Final

from stramash.climbing.plays.combos import Kind
from stramash.climbing.rules import ClimbingRules
from stramash.climbing.state import Phase
from stramash.sim.words import word_number

# --- the record of a game ---------------------------------------------------------------------------
RNG: Final = 0
PHASE: Final = 1
TURN: Final = 2
DEALER: Final = 3
DEAL: Final = 4
FIRST_LEAD: Final = 5
TOP: Final = 6  # the code of the combination to beat; 0 when somebody is to lead
TOP_SEAT: Final = 7
PASSES: Final = 8
HAS_BOMBED: Final = 9
OUT_COUNT: Final = 10
OUT: Final = 11  # seats that are out, four bits each, the first lowest
UNPAID: Final = 12  # bit per seat
HAS_ENDED: Final = 13
COMMITTED: Final = 14  # bit per seat
PASSED_ROUNDS: Final = 15
BIDDERS: Final = 16  # bit per seat
BID: Final = 17
SHEPHERD: Final = 18  # -1 for none
HAGGIS_COUNT: Final = 19
HAGGIS_TOP: Final = 20  # the three top cards of the haggis, eight bits each
HAGGIS: Final = 23  # two words
OPEN_HAGGIS: Final = 25  # two words
TAKEN: Final = 27  # two words
PUT_BACK: Final = 29  # two words
WINNERS: Final = 31  # bit per side; 0 while the match goes on
NEXT_DEALER: Final = 32
NEXT_LEAD: Final = 33
SECOND: Final = 34  # who played the combination below the highest, one more than the seat; 0 for nobody
TOTALS: Final = 36  # four words, by side
SCORES: Final = 40  # four words, by side
BETS: Final = 44  # four words
OUT_POINTS: Final = 48  # four words
PASSED: Final = 52  # four words: cards given, one more than the face, eight bits each
HANDS: Final = 56  # four times two words
PILES: Final = 64  # four times two words
SHOWN: Final = 72  # four times two words
TRICK: Final = 80  # four times two words: the cards each seat has played to the trick
WORDS: Final = 88

# --- phases -------------------------------------------------------------------------------------------
PHASES: Final = tuple(Phase)
PASSING: Final = PHASES.index(Phase.PASSING)
AUCTION: Final = PHASES.index(Phase.AUCTION)
PUTTING_BACK: Final = PHASES.index(Phase.PUTTING_BACK)
IN_TRICK: Final = PHASES.index(Phase.TRICK)
TRICK_AWARD: Final = PHASES.index(Phase.TRICK_AWARD)
NAMING_LEAD: Final = PHASES.index(Phase.NAMING_LEAD)
HAGGIS_AWARD: Final = PHASES.index(Phase.HAGGIS_AWARD)
OVER: Final = PHASES.index(Phase.OVER)

# --- the options --------------------------------------------------------------------------------------
SEATS: Final = 0
PARTNERS: Final = 1
PASSING_ROUNDS: Final = 2
DEAL_MOVES_LEFT: Final = 3
LEAD_AFTER_LAST: Final = 4
SUITS: Final = 5
COPIES: Final = 6
HAGGIS_SIZE: Final = 7
DEALT: Final = 8
SETS: Final = 9
TOP_RANK: Final = 10
TRACKS_A_SUIT: Final = 11
MOST_TRACKS: Final = 12
BOMB_PRIZE: Final = 13  # this and other words as numbers: see below
PARTNER_MAY_LEAD: Final = 14
OUT_BONUS: Final = 15
FIRST_OUT_EXTRA: Final = 16
HAGGIS_TO: Final = 17
LAST_HAND_TO: Final = 18
BET_COUNT: Final = 19
BET_VALUES: Final = 20  # three words
BET_RULE: Final = 23
BET_PAYS: Final = 24
FLAT_POINTS: Final = 25
GOAL: Final = 26
ROUNDS: Final = 27
LEAD_PAST_PARTNER: Final = 28
DEALER_TIE: Final = 29
OPTIONS: Final = 30

# --- the words of options -----------------------------------------------------------------------------
PRIZE_TO_OTHER_SIDE: Final = word_number(ClimbingRules, "bomb_prize", "other-side")
PRIZE_KEPT: Final = word_number(ClimbingRules, "bomb_prize", "keeps")
PRIZE_TO_SECOND: Final = word_number(ClimbingRules, "bomb_prize", "second-highest")
OUT_BONUS_AT_ONCE: Final = word_number(ClimbingRules, "out_bonus", "at-once")
OUT_BONUS_TO_WINNER: Final = word_number(ClimbingRules, "out_bonus", "winner")
HAGGIS_TO_FIRST_OUT: Final = word_number(ClimbingRules, "haggis_to", "first-out")
HAGGIS_TO_NOBODY: Final = word_number(ClimbingRules, "haggis_to", "nobody")
LAST_HAND_TO_FIRST_OUT: Final = word_number(ClimbingRules, "last_hand_to", "first-out")
LAST_HAND_TO_SECOND_OUT: Final = word_number(ClimbingRules, "last_hand_to", "second-out")
BETS_BY_POINTS: Final = word_number(ClimbingRules, "bet_rule", "points")
BETS_SHARED: Final = word_number(ClimbingRules, "bet_rule", "first-out-shared")
BETS_IN_AUCTION: Final = word_number(ClimbingRules, "bet_rule", "auction")
DEALER_TIE_TO_FIRST_OUT: Final = word_number(ClimbingRules, "dealer_tie", "first-out")

# --- moves: a code and two words of cards. The code is the type << 32 with a combination or a number ------
PLAY: Final = 1
PASS: Final = 2
BET: Final = 3
BID_MOVE: Final = 4
GIVE_CARD: Final = 5
PUT_BACK_MOVE: Final = 6
AWARD: Final = 7
NAME_LEAD: Final = 8

# --- combinations: kind + 1 << 24 | tracks << 16 | length << 8 | top ----------------------------------------
SINGLE: Final = Kind.SINGLE + 1
SET: Final = Kind.SET + 1
SEQUENCE: Final = Kind.SEQUENCE + 1
STAIR: Final = Kind.STAIR + 1
BOMB: Final = Kind.BOMB + 1
