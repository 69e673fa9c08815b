"""The command line as a user meets it: results on one stream, one clear line on the other."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from stramash import __version__, games, records
from stramash.cli import app
from stramash.core.options import options_of

GOLDEN = Path(__file__).parents[1] / "records" / "golden"
runner = CliRunner()


def ok(*arguments: str) -> str:
    """What a command prints that must succeed."""
    result = runner.invoke(app, list(arguments), catch_exceptions=False)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def wrong(status: int, *arguments: str, standard_input: bytes | None = None) -> str:
    """The one line a command complains with."""
    result = runner.invoke(app, list(arguments), input=standard_input, catch_exceptions=False)
    assert (result.exit_code, result.stdout) == (status, "")
    assert result.stderr.endswith("\n")
    (line,) = result.stderr.splitlines()
    assert "Traceback" not in line
    return line


def test_version() -> None:
    assert ok("--version") == f"stramash {__version__}\n"


@pytest.mark.parametrize("command", [(), ("terminal",), ("simulate",), ("replay",), ("games",), ("rules",)])
def test_help_has_examples(command: tuple[str, ...]) -> None:
    page = ok(*command, "--help")
    assert "Examples" in page
    assert f"stramash {' '.join(command)}".strip() in page


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("simulat",), "simulate"),
        (("--nonsense",), "--nonsense"),
        (("simulate",), "GAME"),
        (("simulate", "hagis"), "did you mean haggis? There are haggis, haggis3"),
        (("simulate", "haggis", "--seats", "4"), "haggis is played by 2, 3"),
        (("simulate", "haggis", "--seats", "x"), "--seats"),
        (("simulate", "haggis", "--deals", "0"), "--deals"),
        (("simulate", "haggis", "--set", "gaol=3"), "did you mean goal?"),
        (("simulate", "haggis", "--set", "goal"), "OPTION=VALUE"),
        (("simulate", "haggis", "--set", "goal=many"), "whole number from 0 to 10000"),
        (("simulate", "haggis", "--set", "goal=0"), "either a goal or a number of rounds"),
        (("simulate", "haggis", "--bots", "gready"), "did you mean greedy?"),
        (("simulate", "haggis", "--bots", "random,random,random"), "name 2 bots"),
        (("games", "mue"), "did you mean mu?"),
        (("rules", "mu", "C4.1"), "no clause 'C4.1'"),
        (("rules", "poker"), "no game 'poker'"),
        (("terminal", "tatys"), "did you mean tatties?"),
        (("terminal", "mu", "--bot", "genius"), "There are random, greedy"),
        (("terminal", "mu", "--name", " "), "--name"),
        (("terminal", "--seats", "3"), "need a game"),
        (("replay",), "FILE"),
    ],
)
def test_errors_of_use_exit_with_2_and_one_line(arguments: tuple[str, ...], words: str) -> None:
    line = wrong(2, *arguments)
    assert line.startswith("stramash: ")
    assert words in line


def test_games_lists_all() -> None:
    page = ok("games")
    for info in games.GAMES.values():
        assert info.id in page
        assert info.name in page


def test_games_as_json() -> None:
    data = json.loads(ok("games", "--json"))
    assert [item["id"] for item in data] == list(games.GAMES)
    for item in data:
        known = options_of(next(iter(games.GAMES[item["id"]].rules.values())))
        assert [option["name"] for option in item["options"]] == [option.name for option in known]


@pytest.mark.parametrize("game_id", games.GAMES)
def test_the_options_of_a_game_can_be_set_as_they_are_listed(game_id: str) -> None:
    data = json.loads(ok("games", game_id, "--json"))
    for seats in data["seats"]:
        listed = {option["name"]: option["defaults"][str(seats)] for option in data["options"]}
        assert games.get_written(game_id, seats, listed) == games.get(game_id, seats)


def test_the_page_of_a_game_says_what_each_option_means() -> None:
    page = " ".join(ok("games", "haggis").split())
    for option in options_of(games.preset("haggis")):
        assert option.name in page
        assert option.doc in page
        assert option.kind.allowed in page


def test_rules_are_plain_when_piped() -> None:
    assert ok("rules", "mu", "M5.4").startswith("### M5.4 Following\n")
    assert ok("rules", "mu", "m5").startswith("## M5 ")
    assert "## In a minute" in ok("rules", "haggis")


def test_simulate_as_json_prints_one_object() -> None:
    data = json.loads(ok("simulate", "tatties", "--deals", "4", "--seed", "9", "--json"))
    assert list(data) == ["game", "seats", "deals", "decisions", "legal_plays", "seconds", "scores", "seed"]
    assert (data["game"], data["seats"], data["deals"], data["seed"]) == ("tatties", 3, 4, 9)
    assert len(data["scores"]) == 3


def test_simulate_scores_a_side() -> None:
    data = json.loads(ok("simulate", "neeps", "--deals", "1", "--seed", "9", "--json"))
    assert (data["seats"], len(data["scores"])) == (4, 2)


def test_simulate_prints_the_seed_it_picked() -> None:
    page = ok("simulate", "mu", "--deals", "1")
    seed = page.partition("seed ")[2].split()[0]
    again = ok("simulate", "mu", "--deals", "1", "--seed", seed)
    assert again.splitlines()[4:] == page.splitlines()[4:]


def test_simulate_keeps_whole_matches_and_the_unfinished_last_one(tmp_path: Path) -> None:
    arguments = (
        "simulate",
        "haggis",
        "--seed",
        "3",
        "--set",
        "rounds=2",
        "--deals",
        "5",
        "--bots",
        "random,greedy",
    )
    data = json.loads(ok(*arguments, "--json", "--records", str(tmp_path)))
    paths = sorted(tmp_path.iterdir())
    assert [path.name for path in paths] == [f"haggis-2-seed-3-{n:05}.txt" for n in (1, 2, 3)]
    matches = [records.read(path) for path in paths]
    assert [match.is_over for match in matches] == [True, True, False]
    assert [len(match.deals) for match in matches] == [2, 2, 1]
    assert [sum(column) for column in zip(*(match.totals for match in matches), strict=True)] == data[
        "scores"
    ]
    assert sum(len(deal.moves) for match in matches for deal in match.deals) == data["decisions"]
    assert matches[0].names == ("random 0", "greedy 1")


def test_simulate_into_a_place_where_it_cannot_write(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    line = wrong(1, "simulate", "haggis", "--deals", "1", "--json", "--records", str(tmp_path / "file"))
    assert str(tmp_path / "file") in line


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
def test_replay(path: Path) -> None:
    match = records.read(path)
    data = json.loads(ok("replay", str(path), "--json"))
    assert data["totals"] == list(match.totals)
    assert data["players"] == list(match.names)
    assert data["is_over"] == match.is_over
    assert [deal["moves"] for deal in data["deals"]] == [len(deal.moves) for deal in match.deals]
    page = ok("replay", str(path))
    assert str(match.totals[0]) in page
    assert ("Won by" in page or "Shared by" in page) == match.is_over


def test_replay_from_the_standard_input() -> None:
    data = (GOLDEN / "mu-3.txt").read_bytes()
    result = runner.invoke(app, ["replay", "-", "--json"], input=data, catch_exceptions=False)
    assert result.exit_code == 0
    assert json.loads(result.stdout)["game"] == "mu"


def test_replay_names_file_line_and_clause(tmp_path: Path) -> None:
    lines = (GOLDEN / "haggis-2.txt").read_text(encoding="utf-8").splitlines(keepends=True)
    number = next(n for n, line in enumerate(lines) if " play " in line)
    lines[number] = f"{lines[number][0]} pass\n"
    path = tmp_path / "wrong.txt"
    path.write_text("".join(lines), encoding="utf-8")
    assert wrong(1, "replay", str(path)).startswith(f"{path}: line {number + 1}: C5.1: ")


@pytest.mark.parametrize("data", [b"", b"\x00" * 100, b"\xff\xfe\x00", b"hello\n"])
def test_replay_of_something_else(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(data)
    assert wrong(1, "replay", str(path)).startswith(f"{path}: line 1: ")
    assert wrong(1, "replay", "-", standard_input=data).startswith("-: line 1: ")


def test_replay_of_nothing(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    assert wrong(1, "replay", str(missing)) == f"{missing}: No such file or directory"
    assert wrong(1, "replay", str(tmp_path)) == f"{tmp_path}: Is a directory"
    assert "null" in wrong(1, "replay", "a\0b")


def test_the_help_of_the_server_says_what_holds_unless_set() -> None:
    page = ok("serve", "--help")
    assert "8470" in page
    assert "127.0.0.1" in page
