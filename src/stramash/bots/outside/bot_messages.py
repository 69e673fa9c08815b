"""The messages that bots running as programs of their own receive; the forms are those of docs/protocol.md.

Every message is built from a view, so a program can know no more than its seat may.
"""

from typing import Any

from stramash.core.events import Event
from stramash.core.game import AnyGame
from stramash.core.options import options_of, write_value
from stramash.wire.codec import Json
from stramash.wire.families import forms_of


def write_rules(game: AnyGame) -> Json:
    """Every option of a game as text, as `--set` reads it."""
    return {item.name: write_value(getattr(game.rules, item.name)) for item in options_of(game.rules)}


def write_question(game: AnyGame, view: Any) -> Json:
    """What a seat that is asked must know: its view and its legal moves."""
    written_as = forms_of(game)
    return {
        "view": written_as.view(game, view),
        "legal": [str(move) for move in view.legal],
        **written_as.unlisted(game, view),
    }


def interjections(game: AnyGame, view: Any) -> list[str]:
    """The legal moves that may be made at any time: bets (C10.1)."""
    return [str(move) for move in view.legal if game.is_interjection(move)]


def write_event(game: AnyGame, event: Event) -> Json:
    """One thing that happened; it must already be what its receiver may see."""
    return forms_of(game).events.write(event)
