"""The terminal game, played through its standard input."""

import os
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from stramash import games, records
from stramash.cli import app
from stramash.climbing.moves import Play
from stramash.core.cards import each
from stramash.core.match import AnyMatch, Match
from stramash.mu.moves import NextDealer

runner = CliRunner()
# Number 1 of every list, which opens a group, chooses a move, or goes on to the next deal.
ALWAYS_THE_FIRST = "1\n" * 6000


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory of one's own, on a disk that is never waited for."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path / "data" / "stramash"


def sit(typed: str, *arguments: str) -> str:
    """What is on the screen at the end of a sitting, which always ends well."""
    result = runner.invoke(app, ["terminal", *arguments], input=typed, catch_exceptions=False)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def saved(home: Path, game_id: str) -> AnyMatch:
    return records.read(home / f"{game_id}.txt")


SEATINGS = [(info.id, seats) for info in games.GAMES.values() for seats in info.seats]
SHORT = {"mu": "rounds=2"}


@pytest.mark.parametrize(("game_id", "seats"), SEATINGS)
def test_a_whole_match(game_id: str, seats: int, home: Path) -> None:
    short = SHORT.get(game_id, "rounds=2")
    page = sit(
        ALWAYS_THE_FIRST, game_id, "--seats", str(seats), "--set", short, "--seed", "4", "--name", "Ann"
    )
    assert "Score sheet" in page
    assert "The match is" in page
    match = records.read(home / "matches" / f"{game_id}-0001.txt")
    assert match.is_over
    assert match.names[0] == "Ann"
    assert not (home / f"{game_id}.txt").exists()
    last = match.deals[-1].result
    assert last is not None
    for line in last.sheet:
        assert line.clause in page


@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_every_question_is_answered_by_typing(bot: str, home: Path) -> None:
    """The written move of the first legal one, each time, instead of its number."""
    page = sit("", "neeps", "--seed", "2", "--bot", bot)
    match = saved(home, "neeps")
    for _ in range(30):
        if match.is_over or match.needs_deck:
            break
        move = match.view(0).legal[0]
        before = len(match.deals[0].moves)
        page = sit(f"\n{move}\n", "neeps", "--seed", "2", "--bot", bot)
        match = saved(home, "neeps")
        assert len(match.deals[0].moves) > before
        assert (0, move) in match.deals[0].moves[before:]
    assert "Go on with it?" in page


@pytest.mark.parametrize(
    ("game_id", "spec"),
    [
        ("haggis", "bot_python:make"),
        ("haggis", f"cmd:{sys.executable} bot_jsonlines.py"),
        ("mu", "bot_python:make"),
    ],
)
def test_a_bot_of_somebody_else_sits_down(
    game_id: str, spec: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(__file__).parents[2] / "examples")
    monkeypatch.setattr(sys, "path", list(sys.path))
    short = SHORT.get(game_id, "rounds=2")
    page = sit(ALWAYS_THE_FIRST, game_id, "--set", short, "--seed", "4", "--bot", spec)
    assert "failed" not in page
    assert records.read(home / "matches" / f"{game_id}-0001.txt").is_over


@pytest.mark.parametrize(
    ("player", "words"),
    [
        ("Crashing", "(crashed: RuntimeError: out of ideas)"),
        ("Illegal", "(illegal: "),
        ("Unborn", "(crashed: "),
    ],
)
def test_a_bot_that_fails_is_told_of_and_stops_nothing(player: str, words: str, home: Path) -> None:
    spec = f"tests.arena.players:{player}"
    page = sit(ALWAYS_THE_FIRST, "haggis", "--set", "rounds=1", "--seed", "4", "--bot", spec)
    said = " ".join(page.split())
    assert words.strip() in said
    assert "the greedy bot moves for it" in said
    assert records.read(home / "matches" / "haggis-0001.txt").is_over


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("greedi", "no bot 'greedi'; did you mean greedy?"),
        ("no_such_module:make", "no_such_module:make cannot be loaded: ModuleNotFoundError"),
        ("cmd:", "no bot 'cmd:'"),
    ],
)
def test_a_bot_that_there_is_not(spec: str, words: str) -> None:
    result = runner.invoke(app, ["terminal", "haggis", "--bot", spec], catch_exceptions=False)
    assert result.exit_code == 2
    assert words in result.stderr
    assert result.stderr.count("\n") == 1


def test_where_a_level_has_not_learned_the_table_another_sits_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stramash.terminal.lobby.level_at", lambda name, game: "greedy")
    page = sit("quit\n", "mu-classic", "--seats", "3", "--bot", "piper")
    assert "Piper has not learned this table; greedy plays." in page


@pytest.mark.parametrize("game_id", games.GAMES)
def test_leaving_and_coming_back_changes_nothing(game_id: str, home: Path) -> None:
    sit("1\n1\n1\n", game_id, "--seed", "6")
    before = (home / f"{game_id}.txt").read_bytes()
    page = sit("y\nquit\n", game_id)
    assert "Go on with it?" in page
    assert f"stramash terminal {game_id}" in page
    assert (home / f"{game_id}.txt").read_bytes() == before


def test_a_match_in_two_sittings_is_the_match_in_one(home: Path) -> None:
    arguments = ("haggis", "--seed", "6", "--set", "rounds=2", "--save")
    one, two = home / "one.txt", home / "two.txt"
    sit(ALWAYS_THE_FIRST, *arguments, str(one))
    sit("1\n" * 9, *arguments, str(two))
    assert not records.read(two).is_over
    sit("y\n" + ALWAYS_THE_FIRST, *arguments, str(two))
    assert two.read_bytes() == one.read_bytes()


def test_the_menu_of_games(home: Path) -> None:
    page = sit("99\n1\n5\n3\nquit\n", "--seed", "1")
    for info in games.GAMES.values():
        assert info.name in page
    assert f"Choose a number from 1 to {len(games.GAMES)}" in page
    assert "Haggis is for 2, 3" in page
    assert saved(home, "haggis").game.seats == 3
    again = sit("7\nquit\n")
    assert "go on with Haggis, deal 1" in again


def test_the_menu_of_games_can_be_left(home: Path) -> None:
    sit("")
    assert not home.exists()


def test_new_puts_the_old_match_aside(home: Path) -> None:
    sit("1\n1\n", "haggis", "--seed", "1")
    before = (home / "haggis.txt").read_bytes()
    page = sit("", "haggis", "--seed", "2", "--new")
    assert "The old match is now in" in page
    assert (home / "matches" / "haggis-0001.txt").read_bytes() == before
    assert (home / "haggis.txt").read_bytes() != before


def test_declining_the_saved_match_starts_a_new_one(home: Path) -> None:
    sit("1\n1\n", "haggis", "--seed", "1")
    sit("n\n", "haggis", "--seed", "2")
    assert (home / "matches" / "haggis-0001.txt").exists()


def test_a_file_that_is_no_record_is_never_written_over(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ann,\n")
    for extra in ([], ["--new"]):
        command = ["terminal", "mu", "--save", str(letter), *extra]
        result = runner.invoke(app, command, input=ALWAYS_THE_FIRST, catch_exceptions=False)
        assert result.exit_code == 1
        (line,) = result.stderr.splitlines()
        assert f"{letter}: line 1: this is no stramash record" in line
        assert letter.read_text() == "Dear Ann,\n"


def test_a_data_directory_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    result = runner.invoke(app, ["terminal", "mu", "--seed", "1"], input="1\n", catch_exceptions=False)
    assert result.exit_code == 1
    assert len(result.stderr.splitlines()) == 1


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    game_id=st.sampled_from(["haggis", "neeps", "tatties", "mu"]),
    typed=st.lists(
        st.one_of(
            st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
            st.text("0123456789rygbpJQK ?", max_size=8),
            st.sampled_from(
                ["1", "2", "more", "back", "why", "play", "?x", "bet", "partner 9", "award x", "lead rab"]
            ),
        ),
        max_size=30,
    ),
)
def test_nothing_that_is_typed_upsets_it(game_id: str, typed: list[str]) -> None:
    sit("\n".join(["n", *typed]), game_id, "--seed", "1", "--new")


def test_names_are_not_read_as_markup(home: Path) -> None:
    page = sit("1\nscore\n", "haggis", "--seed", "1", "--name", "[red]Ann")
    assert "[red]Ann (you)" in page
    replayed = runner.invoke(app, ["replay", str(home / "haggis.txt")], catch_exceptions=False)
    assert "[red]Ann" in replayed.stdout


@pytest.fixture
def haggis(tmp_path: Path) -> Path:
    """A match in which Rab has led 4r 5r 6r, and it is seat 0's turn, who holds the cards below."""
    match = Match(games.get("haggis", 3), 1, ("You", "Agnes", "Rab"))
    mine = ["7r", "8r", "9r", "5y", "7y", "8y", "9g", "10g", "4b", "6b", "7b", "9b", "3p", "9p"]
    codes = [match.game.card_code(card) for card in match.game.deck()]
    rest = [code for code in codes if code not in mine]
    led = ["4r", "5r", "6r"]
    others = [code for code in rest if code not in led]
    deck = [*others[:3], *mine, *others[3:17], *led, *others[17:]]
    match.deal(tuple(match.game.parse_card(code) for code in deck))
    match.act(2, match.game.parse_move("play 4r 5r 6r as sequence 4-6"))
    path = tmp_path / "haggis.txt"
    records.save(match, path)
    return path


def test_an_illegal_play_is_refused_with_its_reason_and_asked_again(haggis: Path) -> None:
    page = sit("y\n2r\nwhy\n7r 8y\nsingle\n10g\n7r 8r 9r\n", "--save", str(haggis))
    assert "C2.7: You do not hold 2r." in page
    assert "Declaring a combination" in page
    assert "C2.3: 7r 8y is no sequence, for it has 2 suits" in page
    assert "Type a number of the list" in page
    assert "C4.1: A sequence of 3 must be beaten by a sequence of 3, or a bomb." in page
    assert "You play 7r 8r 9r" in page


def test_cards_with_several_readings_are_offered(haggis: Path) -> None:
    page = sit("y\n7y j,Q\n2\n", "--save", str(haggis))
    assert "1 as sequence 5-7" in page
    assert "You play 7y J Q  (sequence 6-8)" in page


def test_a_verb_is_taken_at_its_word(haggis: Path) -> None:
    page = sit("y\ngive 7r\nputback 7r\nplay 7y J,q\n3\n", "--save", str(haggis))
    assert page.count("C5.1: Now you must play or pass.") == 2
    assert "You play 7y J Q  (sequence 7-9)" in page


def test_a_play_is_no_display(home: Path) -> None:
    sit("", "mu", "--seed", "1")
    match = saved(home, "mu")
    card = match.game.card_code(next(each(match.view(0).hand)))
    page = sit(f"y\nplay {card}\n", "mu", "--seed", "1")
    assert "M3.1: This is the auction: display cards or pass." in page


def test_a_bet_can_be_made_at_any_prompt_before_the_first_card(haggis: Path) -> None:
    page = sit("y\nbet 10\nbet 15\nbet 30\npass\n", "--save", str(haggis))
    assert "C10.1: The bets that may be made are: 15, 30." in page
    assert "You bet 15." in page
    assert "C10.1: You have already bet in this round." in page
    assert "You pass." in page


def test_groups_pages_and_the_way_back(haggis: Path) -> None:
    page = sit("y\nmore\n1\nmore\n37\n", "--save", str(haggis))
    assert "There is no further page." in page
    assert "37 to 72 of" in page
    assert "You play" in page
    assert "There is no number 99: choose a number from 1 to 4." in sit(
        "y\n1\nback\n99\n", "--save", str(haggis)
    )


def test_help_and_rules_at_the_table(haggis: Path) -> None:
    page = sit(
        "y\n?\n? C4.1\n? bombs\n?wild\n? zebra\n? C99\nwhy\nwhy 7r 8r 9r\nwhy 4b\nhelp\n",
        "--save",
        str(haggis),
    )
    assert "Rules at hand:" in page
    assert "C4.1  What you may play on a combination" in page
    assert "C3.1  The six bombs" in page
    assert "The rules say nothing of 'zebra'." in page
    assert "has no clause 'C99'" in page
    assert "That is legal." in page
    assert page.count("C4.1: A sequence of 3 must be beaten") == 1


def test_log_score_save_and_hint(haggis: Path) -> None:
    page = sit("y\nlog\nlog all\nscore\nsave\nhint\n", "--save", str(haggis))
    assert page.count("Rab plays 4r 5r 6r") == 3
    assert f"The match is kept in {haggis}".replace("\n", "") in page.replace("\n", "")
    advice = page.partition("The greedy bot would: ")[2].splitlines()[0]
    match = records.read(haggis)
    assert match.game.check(match.state, 0, match.game.parse_move(advice)) is None


def test_mu_by_typing_cards_and_names(home: Path) -> None:
    """The Crown by typing cards, then a trump, a partner by name, and the next dealer by name (M3 to M6)."""
    table = ("mu", "--seats", "4", "--seed", "8")
    sit("", *table)
    match = saved(home, "mu")
    cards = [match.game.card_code(card) for card in each(match.view(0).hand)][:7]
    page = sit(f"y\n{' '.join(cards).upper()}\npass\n", *table)
    assert "You display" in page
    match = saved(home, "mu")
    assert match.view(0).table.crown == 0
    assert match.view(0).table.bids[0] == 7
    trump, *_ = match.view(0).legal
    sit(f"y\n{trump}\n", *table)
    match = saved(home, "mu")
    assert match.view(0).table.trumps.major == trump
    names = [match.names[move.seat] for move in match.view(0).legal]
    (wrong,) = set(match.names[1:]) - set(names) or {"Nobody"}
    page = sit(f"y\npartner {wrong}\n{names[-1].lower()}\n", *table)
    assert f"You pick {names[-1]} as partner." in page
    assert "M4.5: The Shield player cannot be your partner." in page or wrong == "Nobody"


def test_the_next_dealer_is_chosen_by_name(home: Path) -> None:
    seed = next(seed for seed in range(50) if Random(f"{seed}/dealer").randrange(3) == 0)
    sit("", "mu", "--seed", str(seed))
    for _ in range(100):
        sit("y\n1\n", "mu", "--seed", str(seed))
        match = saved(home, "mu")
        if match.view(0).table.scores is not None:
            break
    assert match.game.waiting(match.state) == {0}
    page = sit("y\ndealer rab\n", "mu", "--seed", str(seed))
    assert "You name Rab as the next dealer." in page
    assert saved(home, "mu").deals[-1].moves[-1] == (0, NextDealer(2))


def hidden_from_seat_0(match: AnyMatch) -> Iterator[str]:
    """The cards of the haggis and of the other hands of a climbing deal that has just begun."""
    deal = match.deals[-1]
    rules = match.game.rules
    others = deal.deck[: rules.haggis_size] + deal.deck[rules.haggis_size + rules.dealt :]
    yield from (match.game.card_code(card) for card in others)


@pytest.mark.parametrize("game_id", ["haggis", "haggis3", "tatties"])
def test_no_hidden_card_is_ever_on_the_screen(game_id: str, home: Path) -> None:
    """Before anybody has played a card, none but one's own can be named."""
    looked_at = 0
    for seed in range(12):
        page = sit("log\nscore\n?\nwhy\n", game_id, "--seed", str(seed), "--new")
        match = saved(home, game_id)
        if any(isinstance(move, Play) for _, move in match.deals[0].moves):
            continue
        looked_at += 1
        shown = set(page.replace("[", " ").replace("]", " ").replace(",", " ").split())
        examples = {"5r", "6r", "7r"}  # in the help
        assert not (shown - examples) & set(hidden_from_seat_0(match))
    assert looked_at > 1


def test_what_others_pass_and_draw_is_not_told() -> None:
    page = sit("1\n1\n", "neeps", "--seed", "3")
    assert page.count("passed you") == 2
    assert page.count("lay down") == 2


def test_the_data_directory_without_xdg(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "not/absolute")
    monkeypatch.setenv("HOME", str(tmp_path))
    sit("1\n", "mu", "--seed", "1")
    assert (tmp_path / ".local" / "share" / "stramash" / "mu.txt").exists()
    assert not Path("not").exists()


def test_no_move_is_lost_when_the_program_is_killed(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is whole after every single move."""
    seen: list[bytes] = []
    save = records.save

    def saving(match: AnyMatch, path: Path) -> None:
        save(match, path)
        seen.append(path.read_bytes())

    monkeypatch.setattr(records, "save", saving)
    sit("1\n" * 40, "haggis", "--seed", "1")
    moves = [sum(len(deal.moves) for deal in records.load(data).deals) for data in seen]
    assert moves == sorted(moves)
    assert max(b - a for a, b in pairwise(moves)) == 1
