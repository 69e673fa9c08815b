"""Everything that can be wrong with a record is said: where, what, and by which clause."""

from pathlib import Path

import pytest
from tests.records.sealing import body_of, lines_of, seal

from stramash import games, records
from stramash.core.errors import RecordError
from stramash.core.match import Match

FOLDER = Path(__file__).parent / "golden"
HAGGIS = (FOLDER / "haggis3-3.txt").read_text(encoding="utf-8")
MU = (FOLDER / "mu-3.txt").read_text(encoding="utf-8")


def refused(text: str | bytes) -> RecordError:
    with pytest.raises(RecordError) as caught:
        records.load(text)
    return caught.value


def changed(old: str, new: str, text: str = HAGGIS) -> RecordError:
    """What is said of a record with a change that was sealed again."""
    assert old in text
    return refused(seal(body_of(text).replace(old, new, 1)))


def line_with(start: str, text: str = HAGGIS) -> int:
    return next(number for number, line in enumerate(lines_of(text), 1) if line.startswith(start))


@pytest.mark.parametrize(
    "data", [b"", b"\x00\xff\xfe", b"PK\x03\x04", b"hello\n", b"\n", b"stramash record\n"]
)
def test_a_foreign_file(data: bytes) -> None:
    error = refused(data)
    assert error.line == 1
    assert "begins with 'stramash record 1'" in error.problem


def test_an_unknown_version() -> None:
    assert "version 2 is not known" in changed("stramash record 1", "stramash record 2").problem


def test_newer_rules() -> None:
    error = changed("rules 1", "rules 99")
    assert (error.line, "revision 99" in error.problem) == (4, True)


def test_rules_revision_nought() -> None:
    assert changed("rules 1", "rules 0").line == 4


def test_an_unknown_game() -> None:
    error = changed("game haggis3", "game hagis")
    assert (error.line, "no such game" in error.problem) == (2, True)


def test_seats_that_the_game_does_not_have() -> None:
    assert changed("seats 3", "seats 4").line == 3


@pytest.mark.parametrize("seats", ["three", "03", "+3", "3.0", "\N{DEVANAGARI DIGIT THREE}"])
def test_seats_that_are_no_plain_number(seats: str) -> None:
    error = changed("seats 3", f"seats {seats}")
    assert (error.line, "must be a plain number" in error.problem) == (3, True)


@pytest.mark.parametrize("line", ["option rounds=x", "option rounds=-1", "option rounds", "option nothing=1"])
def test_a_bad_option(line: str) -> None:
    assert changed("option rounds=2", line).line == line_with("option rounds")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("option goal=0\noption rounds=2", "option rounds=2\noption goal=0"),
        ("option goal=0\n", "option goal=0\noption goal=0\n"),
        ("option goal=0\n", "option sets=off\noption goal=0\n"),
        ("option rounds=2", "option rounds=02"),
        ("option rounds=2", "option rounds= 2"),
        ("option rounds=2", "option rounds=٢"),
    ],
)
def test_options_have_one_way_to_be_written(old: str, new: str) -> None:
    changed(old, new)


@pytest.mark.parametrize("name", ["", "a\tb", "x" * 101, "a\u2028b", "a\x1bb"])
def test_a_bad_name(name: str) -> None:
    assert changed("player 0 Ann", f"player 0 {name}").line == line_with("player 0")


@pytest.mark.parametrize(
    "name", ["Ann", "d'Arc=x", "三郎", "👩‍👩‍👧", " blanks ", "player 1 Bob", "end", "x" * 100]
)
def test_good_names_come_back(name: str) -> None:
    match = Match(games.get("haggis", 2), 0, (name, "other"))
    assert records.load(records.dump(match)).names == (name, "other")


def test_a_name_that_cannot_be_written_is_refused_when_writing() -> None:
    with pytest.raises(ValueError, match="cannot be a name"):
        records.dump(Match(games.get("haggis", 2), 0, ("two\nlines", "other")))


def test_a_bad_first_dealer() -> None:
    assert changed("\ndealer 0", "\ndealer 3").line == line_with("dealer")


def test_a_deck_with_a_card_twice() -> None:
    deck = lines_of(HAGGIS)[line_with("deck") - 1]
    codes = deck.split()
    doubled = " ".join([*codes[:-1], codes[1]])
    error = changed(deck, doubled)
    assert (error.line, "exactly the 45 cards" in error.problem) == (line_with("deck"), True)


@pytest.mark.parametrize("code", ["J", "11r", "2x", "", "2r 2r"])
def test_a_deck_with_a_foreign_card(code: str) -> None:
    deck = lines_of(HAGGIS)[line_with("deck") - 1]
    assert changed(deck, " ".join(["deck", code, *deck.split()[2:]])).line == line_with("deck")


def test_an_illegal_move_names_line_and_clause() -> None:
    # The deal begins with a lead, which nobody may pass.
    first = line_with("deck") + 1
    lead = lines_of(HAGGIS)[first - 1]
    if "bet" in lead:
        first, lead = first + 1, lines_of(HAGGIS)[first]
    error = changed(lead, f"{lead[0]} pass")
    assert (error.line, error.clause) == (first, "C5.1")
    assert str(error).startswith(f"line {first}: C5.1: ")


def test_an_illegal_move_of_mu_names_its_clause() -> None:
    error = changed("0 pass", "0 display 9y", MU)
    assert error.clause == "M3.1"


@pytest.mark.parametrize(
    "move", ["0 dance", "pass", "7 pass", "0  pass", "0 pass ", "0 play", "00 pass", "0 bet 0015"]
)
def test_a_line_that_is_no_move(move: str) -> None:
    first = line_with("deck") + 1
    assert changed(lines_of(HAGGIS)[first - 1], move).line == first


def test_a_play_without_its_reading_is_not_enough() -> None:
    single = next(line for line in lines_of(HAGGIS) if " as single " in line)
    assert "should be written" in changed(single, single.partition(" as ")[0]).problem


def test_wrong_scores() -> None:
    scores = lines_of(HAGGIS)[line_with("scores") - 1]
    error = changed(scores, "scores 1 2 3")
    assert (error.line, f"should be {scores!r}" in error.problem) == (line_with("scores"), True)


def test_wrong_totals() -> None:
    totals = lines_of(HAGGIS)[line_with("totals") - 1]
    assert changed(totals, "totals 1 2 3").line == line_with("totals")


def test_missing_scores() -> None:
    scores = lines_of(HAGGIS)[line_with("scores") - 1]
    assert changed(f"{scores}\n", "").line == line_with("scores")


def test_moves_after_the_end() -> None:
    error = refused(seal(body_of(HAGGIS) + "0 pass\n"))
    assert "the match is over" in error.problem


def test_a_second_closing_line() -> None:
    assert "nothing may follow" in refused(HAGGIS + lines_of(HAGGIS)[-1] + "\n").problem


def test_the_wrong_closing_word() -> None:
    assert "close with 'open'" in refused(seal("".join(HAGGIS.splitlines(keepends=True)[:20]))).problem
    assert "closes with 'end'" in refused(seal(body_of(HAGGIS), "open")).problem


def test_a_record_cut_between_lines() -> None:
    for kept in range(1, len(lines_of(HAGGIS))):
        error = refused("".join(HAGGIS.splitlines(keepends=True)[:kept]))
        assert error.line == kept + 1
        assert "cut" in error.problem


def test_a_record_cut_inside_a_line() -> None:
    data = HAGGIS.encode()
    for kept in range(20, len(data) - 1, 7):
        if data[kept - 1 : kept] != b"\n":
            assert "cut" in refused(data[:kept]).problem


def test_an_altered_name_is_noticed() -> None:
    error = refused(HAGGIS.replace("player 0 Ann", "player 0 Ada"))
    assert (error.line, "altered" in error.problem) == (len(lines_of(HAGGIS)), True)


def test_carriage_returns_are_named() -> None:
    assert "carriage returns" in refused(HAGGIS.replace("\n", "\r\n")).problem
    assert "carriage return" in refused(HAGGIS.replace("seats 3\n", "seats 3\r\n")).problem


def test_a_line_that_is_too_long() -> None:
    assert "longer than 1000 bytes" in changed("game haggis3", "game " + "h" * 1000).problem


def test_half_a_character_in_a_str() -> None:
    error = refused(HAGGIS.replace("Ann", "\ud800"))
    assert (error.line, "UTF-8" in error.problem) == (line_with("player 0"), True)


def test_every_error_fits_on_one_line() -> None:
    for error in (
        changed("game haggis3", "game \x1b[2Jx\x07"),
        changed("option rounds=2", "option rounds=\x1b[2J"),
        changed(lines_of(HAGGIS)[line_with("deck")], "0 \x1b[2J\u2028"),
    ):
        assert str(error).isprintable()
