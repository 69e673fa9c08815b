"""Helpers for tests of records."""

from hashlib import sha256
from random import Random

from stramash.bots.driver import step
from stramash.bots.registry import seat_bot
from stramash.core.game import AnyGame
from stramash.core.match import AnyMatch, Match, shuffled


def seal(body: str, word: str = "end") -> str:
    """A text with a closing line that fits it, as a forger would make it."""
    return f"{body}{word} {sha256(body.encode()).hexdigest()[:16]}\n"


def body_of(record: str) -> str:
    """A record without its closing line."""
    return "".join(record.splitlines(keepends=True)[:-1])


def lines_of(record: str) -> list[str]:
    return record.splitlines()


def play_some(game: AnyGame, seed: int, moves: int, bot: str = "random") -> AnyMatch:
    """A match as it stands after some moves of bots."""
    rng = Random(seed)
    bots = {seat: seat_bot(bot, game, Random(rng.random())) for seat in range(game.seats)}
    match = Match(game, rng.randrange(game.seats))
    for _ in range(moves):
        if match.is_over:
            break
        if match.needs_deck:
            match.deal(shuffled(game, rng))
        else:
            step(match, bots)
    return match
