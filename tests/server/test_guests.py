"""Bots of others at a table: offered by the host under a name, and never a reason for a table to stop."""

import logging
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.server.harness import Running, act, create, play_randomly, refused
from tests.server.test_worker import Table

from stramash.client import SeatClient
from stramash.client.rest import Rest
from stramash.server.config import Config, ConfigError, load_config
from stramash.server.thinking.guests import SENTENCE
from stramash.server.thinking.worker import Worker

ROOT = Path(__file__).parents[2]
PROGRAM = f"cmd:{sys.executable} {ROOT / 'examples' / 'bot_jsonlines.py'}"
PYTHON = "examples.bot_python:make"
PLAYERS = "tests.arena.players"
ME = {"kind": "person", "you": True}


def bot(name: str) -> dict[str, Any]:
    return {"kind": "bot", "level": name}


async def play_a_match(running: Running, game: str, seats: int, *levels: str) -> dict[str, Any]:
    created = await create(running, game, seats, places=[ME, *map(bot, levels)], start=True)
    async with SeatClient(running.address, created["table"]["id"], created["secret"]) as client:
        await play_randomly(client, Random(1))
        assert client.stage == "over"
    return created


@pytest.mark.parametrize(("game", "seats"), [("haggis", 2), ("mu", 3)])
@pytest.mark.parametrize("spec", [PYTHON, PROGRAM])
def test_a_bot_of_somebody_else_plays_a_match(
    game: str, seats: int, spec: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(running: Running) -> None:
        listed = (await running.rest("GET", "/bots"))["levels"]
        own = {
            "id": "mine",
            "name": "Mine",
            "sentence": SENTENCE,
            "learned": None,
            "taught": None,
            "stand_in": None,
        }
        assert listed[-1] == own
        created = await play_a_match(running, game, seats, *["mine"] * (seats - 1))
        assert created["table"]["seats"][1]["level"] == "mine"

    with caplog.at_level(logging.WARNING, "stramash.bots"):
        act(tmp_path, scene, bots=(f"mine={spec}",))
    assert not [record for record in caplog.records if record.name == "stramash.bots"]


@pytest.mark.parametrize("player", ["Crashing", "Illegal", "Endless", "Unborn", "DiesAlways", "NotThere"])
def test_a_broken_bot_does_not_stop_a_table_and_is_named_in_the_log(
    player: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(running: Running) -> None:
        await play_a_match(running, "haggis", 2, "mine")

    with caplog.at_level(logging.WARNING, "stramash.bots"):
        act(tmp_path, scene, bots=(f"mine={PLAYERS}:{player}",), bot_patience=0.5)
    named = {vars(record).get("level") for record in caplog.records if record.name == "stramash.bots"}
    assert player == "Illegal" or "mine" in named


def test_a_broken_bot_holds_up_no_other_bot(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        stuck = await create(running, "haggis", 2, places=[ME, bot("mine")], start=True)
        async with SeatClient(running.address, stuck["table"]["id"], stuck["secret"]) as client:
            await client.until(lambda: client.view is not None)
            if client.must is not None:  # then it is the other's turn
                await client.move(client.view.legal[0], client.must)
            await play_a_match(running, "haggis", 2, "greedy")

    act(tmp_path, scene, bots=(f"mine={PLAYERS}:Endless",), bot_patience=60.0, bot_processes=1)


@pytest.mark.parametrize("level", ["mine", PYTHON, "cmd:true", "god"])
def test_only_what_the_host_has_listed_may_sit_down(level: str, tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        wish = create(running, "haggis", 2, places=[ME, bot(level)])
        assert await refused(wish) in ("bad-option", "bad-message")

    act(tmp_path, scene)


def test_the_host_lists_them_by_flag_variable_or_file(tmp_path: Path) -> None:
    file = tmp_path / "stramash.toml"
    file.write_text(f'[bots]\nmine = "{PYTHON}"\nother = "cmd:python my bot.py, fast"\n', encoding="utf-8")
    assert load_config({}, {}, file).guests() == {"mine": PYTHON, "other": "cmd:python my bot.py, fast"}
    written = {"STRAMASH_BOTS": f"mine={PYTHON}; other=cmd:python my bot.py"}
    assert load_config({}, written).guests() == {"mine": PYTHON, "other": "cmd:python my bot.py"}
    assert Config().guests() == {}


@pytest.mark.parametrize(
    "entry", ["mine", "=a:b", "mine=", "Mine=a:b", "my bot=a:b", "greedy=a:b", "a" * 33 + "=a:b"]
)
def test_names_that_will_not_do(entry: str) -> None:
    with pytest.raises(ConfigError, match="bots: "):
        Config(bots=(entry,))


def test_bots_of_installed_packages_are_offered_if_the_host_wants(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "stramash.server.thinking.guests.plugged_in", lambda: {"theirs": None, "No Name": None}
    )
    assert Config().guests() == {}
    assert Config(plugged_in_bots=True).guests() == {"theirs": "theirs"}


def test_a_guest_hears_its_own_events_alone_and_one_mind_a_seat_is_kept() -> None:
    table, worker = Table("haggis", 2), Worker()
    (seat,) = table.game.waiting(table.match.state)
    for deal in range(3):
        request = {**table.request("choose", seat, key=f"t 1 {deal}"), "spec": f"{PLAYERS}:First"}
        answer = worker.answer(request)
        assert answer == {"move": str(table.match.view(seat).legal[0])}
        (mind,) = worker._minds.values()
        assert mind.view == table.match.view(seat)


def test_at_a_table_that_a_level_has_not_learned_another_sits_down(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        listed = {level["id"]: level for level in (await running.rest("GET", "/bots"))["levels"]}
        assert listed["laird"]["stand_in"] == "keen"
        assert "mu-classic" not in listed["laird"]["learned"]
        assert "haggis" in listed["laird"]["learned"]
        assert "haggis" not in listed["laird"]["taught"]
        assert listed["laird"]["taught"]["mu"] == listed["laird"]["learned"]["mu"]
        assert (listed["net"]["taught"], listed["club"]["taught"]) == ({}, None)
        created = await create(running, "mu-classic", 3, places=[ME, bot("laird"), bot("greedy")])
        assert [seat["level"] for seat in created["table"]["seats"]] == [None, "keen", "greedy"]
        table, sent = created["table"]["id"], {"level": "piper"}
        rest = Rest(running.address, created["secret"])
        changed = await rest("POST", f"/tables/{table}/seats/2/bot", sent)
        assert changed["table"]["seats"][2]["level"] == "club"

    act(tmp_path, scene)
