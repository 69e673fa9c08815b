"""The perft files: counts of plays by kind of combination, and of sequences of moves to a depth.

The files are plain text. Empty lines and lines that begin with ``#`` say nothing. Every other line is one
position, its parts separated by ``|``:

hands.txt and full_hands.txt: the options of `tests.perft.oracle.Options` (suits, copies, sets,
runs_past_ten, same_suit_tracks; flags as 0 or 1) | the hand | the combination to beat, ``-`` for a lead |
how many plays there are of each kind and in all.

sequences.txt: game, seats and changed options | dealer | the deck | moves made first, with their seats,
separated by ``;`` | how many sequences of legal moves there are of length 1, 2, ... from there. A sequence
takes the moves of every seat that may act, bets out of turn included.

``python -m tests.perft.make`` writes them anew.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.perft.oracle import Options
from tests.perft.translate import rules_for

from stramash import games
from stramash.climbing.cards import FACES
from stramash.climbing.moves import parse_combo
from stramash.climbing.plays.combos import Combo, Kind
from stramash.climbing.plays.generate import plays
from stramash.core.cards import CardSet
from stramash.core.game import AnyGame
from stramash.core.seats import Seat

FOLDER = Path(__file__).parent
SMALL_HANDS = FOLDER / "hands.txt"
FULL_HANDS = FOLDER / "full_hands.txt"
SEQUENCES = FOLDER / "sequences.txt"
KINDS = [kind.name.lower() for kind in Kind]


class HandCase(NamedTuple):
    """A hand, what it has to beat, and how many plays it has."""

    options: Options
    hand: CardSet
    to_beat: Combo | None
    counts: dict[str, int]

    def __str__(self) -> str:
        options = " ".join(f"{name}={int(value)}" for name, value in self.options._asdict().items())
        counts = " ".join(f"{kind}={n}" for kind, n in self.counts.items())
        return f"{options} | {FACES.write(self.hand)} | {_write_combo(self.to_beat)} | {counts}"


class SequenceCase(NamedTuple):
    """A position of a game and how many sequences of moves go on from it."""

    game_id: str
    seats: int
    options: dict[str, str]
    dealer: Seat
    deck: tuple[str, ...]
    moves: tuple[tuple[Seat, str], ...]
    counts: tuple[int, ...]

    def __str__(self) -> str:
        options = "".join(f" {name}={value}" for name, value in self.options.items())
        moves = "; ".join(f"{seat} {text}" for seat, text in self.moves) or "-"
        parts = [f"{self.game_id} {self.seats}{options}", self.dealer, " ".join(self.deck), moves]
        return " | ".join([*map(str, parts), " ".join(map(str, self.counts))])

    def game(self) -> AnyGame:
        """The game that is played."""
        return games.get_written(self.game_id, self.seats, self.options)

    def state(self) -> Any:
        """The position, the moves made."""
        game = self.game()
        state = game.start(tuple(map(game.parse_card, self.deck)), game.first(self.dealer)).state
        for seat, text in self.moves:
            state = game.apply(state, seat, game.parse_move(text)).state
        return state


def _write_combo(combo: Combo | None) -> str:
    """A combination to beat; of a set also the number of cards, which its own text leaves to the play."""
    if combo is None:
        return "-"
    return f"{combo} of {combo.cards}" if combo.kind is Kind.SET else str(combo)


def count_plays(options: Options, hand: CardSet, to_beat: Combo | None) -> dict[str, int]:
    """How many plays the engine finds, by kind and in all."""
    found = Counter(play.combo.kind.name.lower() for play in plays(rules_for(options), hand, to_beat))
    return {**{kind: found[kind] for kind in KINDS}, "all": found.total()}


def count_sequences(game: AnyGame, state: Any, depth: int) -> int:
    """How many sequences of legal moves of a length begin in a state."""
    if depth == 1:
        return sum(len(game.legal(state, seat)) for seat in game.may_act(state))
    return sum(
        count_sequences(game, game.apply(state, seat, move).state, depth - 1)
        for seat in game.may_act(state)
        for move in game.legal(state, seat)
    )


def _lines(path: Path) -> Iterator[list[str]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            yield [part.strip() for part in line.split("|")]


def read_hands(path: Path) -> list[HandCase]:
    """The positions of a file of hands."""
    found = []
    for options_text, codes, combination, counts_text in _lines(path):
        values = {name: int(value) for name, value in (item.split("=") for item in options_text.split())}
        suits, copies = values.pop("suits"), values.pop("copies")
        options = Options(suits, copies, **{name: bool(value) for name, value in values.items()})
        text, _, cards = combination.partition(" of ")
        to_beat = None if combination == "-" else parse_combo(text, int(cards or 0))
        counts = {kind: int(n) for kind, n in (item.split("=") for item in counts_text.split())}
        found.append(HandCase(options, FACES.parse_set(codes), to_beat, counts))
    return found


def read_sequences(path: Path) -> list[SequenceCase]:
    """The positions of a file of sequences."""
    found = []
    for name, dealer, deck, moves_text, counts in _lines(path):
        game_id, seats, *options = name.split()
        moves = [] if moves_text == "-" else [item.strip().split(" ", 1) for item in moves_text.split(";")]
        found.append(
            SequenceCase(
                game_id,
                int(seats),
                dict(item.split("=", 1) for item in options),
                int(dealer),
                tuple(deck.split()),
                tuple((int(seat), text) for seat, text in moves),
                tuple(map(int, counts.split())),
            )
        )
    return found
