"""Play, study and master Haggis, Haggis & Neeps, Haggis & Tatties and Mü.

This is the front door: what a script needs is here, and importing it loads the standard library alone.

>>> from random import Random
>>> match = Match(get("haggis", 2))
>>> dealt = match.deal(Random(1))
>>> print(match.view(0))
deal 1, trick
  seat 0  17 cards  2r 3r 7r 2y 3y 4y 6y 2g 5g 10g 4b 7b 8b 10b J Q K
> seat 1  17 cards  J Q K
haggis: 8 cards
>>> events = match.act(1, "play 6r 6b J Q as stair 6-7 x2")
>>> match.legal(0)[-4:]
(<play J Q K as bomb J-Q-K>, <pass>, <bet 15>, <bet 30>)
"""

from stramash.bots.registry import BOTS, seat_bot
from stramash.core.errors import IllegalMove, MoveSyntaxError, RecordError, RulesError, StramashError
from stramash.core.match import AnyMatch, Match, MatchError, shuffled
from stramash.games import GAMES, get
from stramash.records import dump, load

__all__ = [
    "BOTS",
    "GAMES",
    "AnyMatch",
    "IllegalMove",
    "Match",
    "MatchError",
    "MoveSyntaxError",
    "RecordError",
    "RulesError",
    "StramashError",
    "dump",
    "get",
    "load",
    "seat_bot",
    "shuffled",
]

__version__ = "0.2.0"
