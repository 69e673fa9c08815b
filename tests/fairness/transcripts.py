"""What servers said to one seat, honest and cheating: python -m tests.fairness.transcripts.

The page's witness (frontend/tests/witness.test.ts) and the Python client's (test_transcripts.py) hear the
same messages and must find the same, send the same, and keep the same.
"""

import json
from collections.abc import Callable
from pathlib import Path

from tests.fairness import test_cheating as cheating
from tests.fairness.house import House

from stramash.fairness.cuts import Cutter
from stramash.wire.codec import Json

FILE = Path(__file__).parent.parent.parent / "frontend" / "tests" / "transcripts.json"
UNUSED = ("waiting", "decision", "deadline", "view")


class LeavesOut(House):
    """Closes the list without seat 1, whose cut it has."""

    def cutters(self) -> tuple[Cutter, ...]:
        return (super().cutters()[0], Cutter("person", None))


class Drops(House):
    """Deals without the cut that seat 1 has opened."""

    def deal(self) -> None:
        self.journal.cuts.opened[1] = None
        super().deal()


class Swaps(House):
    """Gives each the cut of the other."""

    def deal(self) -> None:
        self.journal.cuts.opened.reverse()
        super().deal()


class Replaces(House):
    """Promises something else after a while."""

    def play_deal(self) -> None:
        self.take(self.journal.commit_entry())
        super().play_deal()


def tampered(tamper: Callable[[int, Json], Json | None]) -> House:
    house = House()
    house.tamper = tamper
    return house


def dealt_twice() -> House:
    house = House()
    house.play()
    deal = cheating.told(house, "deal")
    house.say(0, {**deal, "n": deal["n"] + 1000})
    return house


CASES: dict[str, tuple[Callable[[], House], int]] = {
    "honest": (lambda: House().play(), 0),
    "honest mu": (lambda: House("mu", 3).play(), 2),
    "honest neeps, moves taken back": (lambda: cheating.ThinksAgain("neeps", 4, rounds=1).play(), 1),
    "honest tatties, moves taken back": (lambda: cheating.ThinksAgain("tatties", 3, rounds=1).play(), 0),
    "honest mu, moves taken back": (lambda: cheating.ThinksAgain("mu", 3, rounds=1).play(), 0),
    "chooses the secret": (lambda: cheating.ChoosesTheSecret().play(), 1),
    "cuts last": (lambda: cheating.CutsLast("bot").play(), 0),
    "holds back": (lambda: cheating.HoldsBack().play(), 0),
    "leaves out": (lambda: LeavesOut().play(), 1),
    "drops": (lambda: Drops().play(), 1),
    "swaps": (lambda: Swaps().play(), 0),
    "replaces": (lambda: Replaces().play(), 0),
    "other hand": (lambda: tampered(cheating.other_hand).play(), 0),
    "shows nothing": (
        lambda: tampered(lambda _, form: {**form, "reveal": None} if "reveal" in form else form).play(), 0,
    ),
    "deals twice": (dealt_twice, 0),
    "takes back a card that was seen": (lambda: cheating.TakesBackAPlay().play(), 0),
    "takes back a card that was passed on": (lambda: cheating.TakesBackAPass().play(), 0),
}  # fmt: skip


def is_whole(name: str) -> bool:
    """Whether every move is in the file."""
    return name.startswith(("honest", "takes back"))


def transcript(name: str) -> Json:
    make, seat = CASES[name]
    house = make()
    seen = json.loads(house.witnesses[seat].seen.dump())
    heard = []
    for one in house.heard[seat]:
        form = one.get("hear")
        if form is not None and form["type"] == "update":
            is_small = form["kind"] in ("move", "take_back") and form["result"] is None
            if is_small and not is_whole(name):
                continue
            one["hear"] = {key: value for key, value in form.items() if key not in UNUSED}
        heard.append(one)
    for deck in seen["decks"]:
        if not is_whole(name):
            deck["told"] = None  # not all that was said is in the file
    return {"name": name, "heard": heard, "sent": house.sent[seat], "seen": seen}


if __name__ == "__main__":
    lines = ",\n".join(json.dumps(transcript(name), separators=(",", ":")) for name in CASES)
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
