"""A process that thinks for bots: one JSON request a line in, one answer a line out.

It is told a seat's own events and nothing else, so a bot cannot know more than its seat may.
"""

import contextlib
import json
import os
import sys
from collections import OrderedDict
from random import Random
from typing import IO, Any, Final

from stramash import games
from stramash.bots.base import Bot
from stramash.bots.outside.program import BotFault
from stramash.bots.outside.specs import find_bot
from stramash.bots.registry import BOTS, seat_bot
from stramash.core.game import AnyGame
from stramash.server.thinking.advice import ADVISER, EFFORTS, PATIENT, advise
from stramash.server.thinking.coaching import coach
from stramash.wire.codec import Json
from stramash.wire.families import forms_of

SEATS_KEPT: Final = 256
"""How many seats' views are kept between requests."""
POLITE: Final = 5
"""By how much the table server comes before whoever thinks: a review must not make anybody's move late."""
MORE_POLITE: Final = 15
"""The same for what nobody waits for: surer answers to hints that are there already."""
GUESTS_KEPT: Final = 8
"""The same for bots of others, each of which may hold a program."""


def _bot(request: Json, game: AnyGame) -> Bot:
    """A bot of ours by its level, or one of somebody else by the spec that the host has given it."""
    rng = Random(request["seed"])
    if "spec" in request:
        return find_bot(request["spec"]).factory(game, rng)
    if request.get("is_light"):
        bot = BOTS[request["level"]]
        return bot.make(game, rng, **(bot.light or {}))
    return seat_bot(request["level"], game, rng)


def place_of(request: Json) -> tuple[str, int]:
    """A seat of a table, in whichever deal."""
    return request["key"].partition(" ")[0], request["seat"]


class Mind:
    """One seat in one deal, as far as it has been told."""

    def __init__(self, request: Json) -> None:
        self.game: AnyGame = games.get_written(request["game"], request["seats"], request["options"])
        self.seat: int = request["seat"]
        self.place = place_of(request)
        self.bot: Bot = _bot(request, self.game)
        self.view: Any = None
        self.heard = 0
        """How many events it has been told."""

    def close(self) -> None:
        """Let go of what the bot holds, such as a program."""
        close = getattr(self.bot, "close", None)
        if close is not None:
            with contextlib.suppress(Exception):  # a bot that fails while it leaves
                close()

    def hear(self, forms: list[Json]) -> Any:
        """The view after these events; those heard before are not folded again."""
        read = forms_of(self.game).events.read
        for form in forms[self.heard :]:
            self.view = self.game.see(self.view, read(form), self.seat)
        self.heard = len(forms)
        return self.view


class Worker:
    """Answers requests."""

    def __init__(self) -> None:
        self._minds: OrderedDict[str, Mind] = OrderedDict()

    def answer(self, request: Json) -> Json:
        """The answer to one request."""
        mind = self._mind(request)
        view = mind.hear(request["events"])
        if request.get("is_seeded"):  # what it does follows from this question alone
            mind.bot = _bot(request, mind.game)
        if request["op"] == "advise":
            playouts = request.get("playouts", EFFORTS[0])
            lines = advise(mind.game, view, request["seed"], playouts, request.get("played"))
            return {"by": ADVISER, "advice": lines}
        if request["op"] == "coach":
            return coach(mind.game, view, request["seed"], request["playouts"])
        if not view.legal:
            return {"move": None}
        move = mind.bot.interject(view)
        if move is None and request["op"] == "choose":
            move = mind.bot.choose(view)
        return {"move": None if move is None else str(move)}

    def _mind(self, request: Json) -> Mind:
        key = f"{request['key']} {request['level']} {request.get('is_light')}"
        mind = self._minds.pop(key, None)
        if mind is not None and mind.heard > len(request["events"]):
            mind.close()
            mind = None
        if mind is None:
            self._make_room(request)
            mind = Mind(request)
        self._minds[key] = mind
        return mind

    def _make_room(self, request: Json) -> None:
        is_guest = "spec" in request
        for key in [key for key, mind in self._minds.items() if is_guest and mind.place == place_of(request)]:
            self._minds.pop(key).close()  # its program goes on with this seat
        while len(self._minds) >= (GUESTS_KEPT if is_guest else SEATS_KEPT):
            self._minds.popitem(last=False)[1].close()


def serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answer until there are no more requests."""
    worker = Worker()
    for line in requests:
        try:
            answer = worker.answer(json.loads(line))
        except Exception as error:  # a bot's fault must not end the process; the table has a fallback
            answer = {"error": error.kind if isinstance(error, BotFault) else type(error).__name__}
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()


def main() -> None:
    """Serve on the standard input and output; whatever bots print goes to the error output instead."""
    with contextlib.suppress(AttributeError, OSError):
        os.nice(MORE_POLITE if PATIENT in sys.argv else POLITE)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
