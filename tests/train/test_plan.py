"""Several games in one run, as a file says."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="torch comes with the extra train")

from stramash.sim.gpu import cuda_cache
from stramash.train import plan as plans
from stramash.train.plan import PlanError, Running, join, main, read_schedule

TINY = (
    "{ games = 16, steps = 4, width = 32, blocks = 1, move_width = 16, critic_width = 32, random_steps = 2 }"
)


def written(folder: Path, rounds: int = 1) -> Path:
    path = folder / "plan.toml"
    path.write_text(
        f"""
device = "cpu"
out = "{folder}/out"
home = "{folder}/home"
minutes = 30
measured_deals = 2
most_rounds = {rounds}
[[games]]
game = "haggis"
minutes = 10
settings = {TINY}
duels = [{{ against = "random", deals = 2 }}]
[[games]]
game = "mu"
seats = 3
minutes = 10
settings = {TINY}
[[games]]
game = "mu"
seats = 3
options = {{ short_loss = 5 }}
called = "mu-3-loss"
start = "{folder}/out/mu-3.net"
minutes = 10
settings = {TINY}
""",
        encoding="utf-8",
    )
    return path


def test_a_plan_teaches_game_after_game_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans, "PIECE", 100_000)
    lines: list[dict[str, Any]] = []
    pieces = Running(read_schedule(written(tmp_path)), lines.append).run()
    assert len(pieces) > 1
    names = join(tmp_path / "home", tmp_path / "joined")
    assert {"haggis-2.npz", "haggis-2.net", "mu-3.npz", "mu-3.net", "mu-3-loss.net", "results.jsonl"} <= set(
        names
    )
    card = json.loads((tmp_path / "joined/mu-3-loss.json").read_text("utf-8"))
    assert card["options"] == {"short_loss": "5"}
    assert (tmp_path / "joined/mu-3.net").read_bytes() == (tmp_path / "out/mu-3.net").read_bytes()
    (found,) = (json.loads(text) for text in (tmp_path / "out/results.jsonl").read_text("utf-8").splitlines())
    assert (found["game"], found["deals"], found["b"]) == ("haggis", 2, "random")
    assert [line["rounds"] for line in lines if "rounds" in line] == [1, 1, 1]
    lines.clear()
    schedule = read_schedule(written(tmp_path, rounds=2))
    monkeypatch.setattr(Running, "_meet", lambda self, lesson: None)
    Running(schedule, lines.append).run()
    assert [line["rounds"] for line in lines if "rounds" in line] == [2, 2, 2]
    # An archive without checkpoints has all the rest.
    kept = set(join(tmp_path / "home", tmp_path / "joined"))
    for piece in (tmp_path / "home").iterdir():
        piece.unlink()
    Running(replace(schedule, checkpoints=False), lines.append).bundle()
    light = set(join(tmp_path / "home", tmp_path / "light"))
    assert kept - light == {"haggis-2.npz", "mu-3.npz", "mu-3-loss.npz"}


def test_a_game_without_time_is_left_out(tmp_path: Path) -> None:
    lines: list[dict[str, Any]] = []
    path = written(tmp_path)
    path.write_text(path.read_text("utf-8").replace("minutes = 30", "minutes = 0.1"), encoding="utf-8")
    Running(read_schedule(path), lines.append).run()
    assert [line.get("skipped") for line in lines] == ["no time is left"] * 3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("games = [", "is not TOML"),
        ("", "names no game"),
        ("games = 3", "must be a list"),
        ("[[games]]\nseats = 2", "missing"),
        ("[[games]]\ngame = 'bridge'", "bridge"),
        ("[[games]]\ngame = 'haggis'\nseats = 9", "seats"),
        ("[[games]]\ngame = 'haggis'\nhours = 1", "nothing is called hours"),
        ("[[games]]\ngame = 'haggis'\nminutes = 'all'", "of the wrong kind"),
        ("[[games]]\ngame = 'haggis'\nduels = [{ deals = 3 }]", "against"),
        ("[[games]]\ngame = 'haggis'\n[[games]]\ngame = 'haggis'\nseats = 2", "named twice"),
        ("[[games]]\ngame = 'mu'\noptions = { short_loss = 5.5 }", "short_loss"),
        (
            "[[games]]\ngame = 'mu'\noptions = { short_loss = 5 }\nduels = [{ against = 'club' }]",
            "duels are by the sheet",
        ),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PlanError, match=words):
        read_schedule(path)


def test_words_instead_of_a_traceback(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none.toml")]) == 1
    assert main([]) == 2
    assert main(["--join", str(tmp_path), str(tmp_path)]) == 1
    assert "no such file" in capsys.readouterr().err


def test_kernels_are_kept_where_that_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(cuda_cache.WANTED, raising=False)
    assert cuda_cache.kernel_folder() is None
    kernel = object()
    assert cuda_cache.keep(kernel) is kernel
    monkeypatch.setenv(cuda_cache.WANTED, str(tmp_path))
    folder = cuda_cache.kernel_folder()
    assert folder is not None
    assert folder.parent == tmp_path
    assert cuda_cache.keep(kernel) is kernel  # no kernel at all: left as it is
    one, other = (cuda_cache.options_name(np.array(options)) for options in ([1, 2], [1, 3]))
    assert one != other
