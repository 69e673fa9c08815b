"""Bots that are programs: good ones, and every kind of bad one."""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from stramash import games
from stramash.arena.play import TableResult, play_table
from stramash.bots.outside import program
from stramash.bots.outside.program import BotFault, Program
from stramash.bots.outside.specs import find_bot
from stramash.core.errors import RulesError
from stramash.core.match import shuffled

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot_jsonlines.py"
# A bot that is right in everything but what is put in for ANSWER.
SCRIPT = """
import json, os, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"id": message["id"], "name": "test", "protocol": 1}), flush=True)
    elif message["type"] in ("choose", "interject"):
        legal = message["legal"][0] if message["type"] == "choose" else None
        good = {"id": message["id"], "move": legal}
        ANSWER
"""
Write = Callable[[str], str]


@pytest.fixture
def written(tmp_path: Path) -> Write:
    def write(text: str) -> str:
        path = tmp_path / "bot.py"
        path.write_text(text, encoding="utf-8")
        return f"cmd:{sys.executable} {path}"

    return write


def played(spec: str, limit: float = 60, game_id: str = "haggis") -> TableResult:
    game = games.get(game_id)
    bots = (find_bot(spec, limit), *(find_bot("greedy") for _ in range(game.seats - 1)))
    result, match = play_table(
        game, bots, 0, lambda place: shuffled(game, Random(place)), "1", whole_match=False
    )
    assert match.deals[-1].result is not None
    return result


@pytest.mark.parametrize("game_id", ["haggis", "neeps", "mu"])
def test_the_example_plays_without_a_fault(game_id: str) -> None:
    result = played(f"cmd:{sys.executable} {EXAMPLE}", game_id=game_id)
    assert result.faults == []
    assert result.seats[0].decisions > 5


GOOD = "print(json.dumps(good), flush=True)"


def test_a_program_is_used_again_and_told_the_events_once(written: Write, tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    spec = written(
        SCRIPT.replace(
            "ANSWER",
            f"open({str(heard)!r}, 'a').write(f'{{os.getpid()}} {{len(message[\"events\"])}}\\n'); {GOOD}",
        )
    )
    counts = []
    for _ in range(2):
        assert played(spec).faults == []
        lines = [line.split() for line in heard.read_text().splitlines()]
        counts.append([int(count) for _, count in lines])
        heard.unlink()
        assert len({pid for pid, _ in lines}) == 1
    assert counts[0] == counts[1]
    assert counts[0][0] > 0  # the deal itself
    assert sum(counts[0]) < 300


@pytest.mark.parametrize(
    ("answer", "kind", "words"),
    [
        ("print(json.dumps({**good, 'move': 'lead 7'}), flush=True)", "illegal", "lead 7"),
        ("print(json.dumps({**good, 'move': 'fold'}), flush=True)", "unreadable", "'fold' is not a move"),
        ("print(json.dumps({**good, 'move': 3}), flush=True)", "unreadable", "must be a text"),
        ("print('I think that', flush=True)", "unreadable", "no JSON"),
        ("print('[1]', flush=True)", "unreadable", "one JSON object"),
        ("print(json.dumps({**good, 'id': 'x'}), flush=True)", "unreadable", "must have the id"),
        ("print('x' * 100_000, flush=True)", "unreadable", "longer than"),
        ("sys.exit('no more')", "crashed", "ended with status 1; it said: no more"),
        ("os.close(1); time.sleep(60)", "crashed", "closed its output"),
        ("time.sleep(60)", "late", "within 0.2 s"),
        ("[print(good, flush=True) for _ in iter(int, 1)]", "unreadable", "no JSON"),
    ],
)
def test_a_bad_answer_is_reported_and_the_deal_goes_on(
    written: Write, answer: str, kind: str, words: str
) -> None:
    result = played(written(SCRIPT.replace("ANSWER", answer)), limit=0.2 if kind == "late" else 60)
    assert result.deals == 1
    kinds = {fault["kind"] for fault in result.faults}
    assert kind in kinds
    assert kinds <= {kind, "silent"}
    assert any(words in fault["what"] for fault in result.faults)
    assert result.seats[0].faults == result.seats[0].decisions > 0


def test_a_program_that_crashed_once_is_started_again(written: Write, tmp_path: Path) -> None:
    marker = tmp_path / "crashed"
    crash = f"open({str(marker)!r}, 'x').close() or sys.exit(3)"
    result = played(
        written(SCRIPT.replace("ANSWER", f"{GOOD} if os.path.exists({str(marker)!r}) else ({crash})"))
    )
    assert [fault["kind"] for fault in result.faults] == ["crashed"]
    assert result.seats[0].faults <= 1


def test_a_program_that_does_not_interject_is_never_asked_to(written: Write) -> None:
    quiet = SCRIPT.replace('"protocol": 1', '"protocol": 1, "interjects": False')
    crash = f"sys.exit(1) if message['type'] == 'interject' else {GOOD}"
    assert played(written(quiet.replace("ANSWER", crash))).faults == []
    program.close_idle()
    assert played(written(SCRIPT.replace("ANSWER", crash))).faults != []


def test_an_answer_to_an_earlier_question_is_passed_over(written: Write) -> None:
    twice = "print(json.dumps({'id': message['id'] - 1, 'move': 'fold'}), flush=True); " + GOOD
    assert played(written(SCRIPT.replace("ANSWER", twice))).faults == []


def test_a_program_that_does_not_read_is_late(written: Write) -> None:
    hello = 'import time\nprint(\'{"id": 1, "protocol": 1}\', flush=True)\ntime.sleep(60)'
    started = Program(tuple(written(hello).removeprefix("cmd:").split()))
    with pytest.raises(BotFault, match="late"):
        started.ask({"type": "choose", "view": "x" * 1_000_000}, 0.2)
    assert not started.is_running


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('print(\'{"id": 1, "protocol": 99}\', flush=True); input(); input()', "unreadable"),
        ("raise SystemExit(4)", "crashed"),
        ("import time; time.sleep(60)", "late"),
    ],
)
def test_a_program_must_greet(written: Write, text: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "HELLO_LIMIT", 0.3 if kind == "late" else 60)
    with pytest.raises(BotFault) as caught:
        Program(tuple(written(text).removeprefix("cmd:").split()))
    assert caught.value.kind == kind


def test_what_a_program_started_ends_with_it(written: Write, tmp_path: Path) -> None:
    child = tmp_path / "child"
    start = "import subprocess\nchild = subprocess.Popen(['sleep', '600'])\n"
    text = f"{start}with open({str(child)!r}, 'w') as file: file.write(str(child.pid))\n"
    running = Program(tuple(written(text + SCRIPT.replace("ANSWER", GOOD)).removeprefix("cmd:").split()))
    pid = int(child.read_text())
    running.close()
    for _ in range(500):
        stat = Path(f"/proc/{pid}/stat")
        if not stat.exists() or stat.read_text().rsplit(")", 1)[1].split()[0] == "Z":
            return
        time.sleep(0.01)
    raise AssertionError("the child lives on")


def test_a_program_that_is_not_there() -> None:
    result = played("cmd:/no/such/program")
    assert {fault["kind"] for fault in result.faults} == {"crashed", "silent"}
    for spec in ("cmd:", "cmd:'unclosed"):
        with pytest.raises(RulesError, match="cmd"):
            find_bot(spec)
