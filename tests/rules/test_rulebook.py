"""The rulebook holds the whole law, shows each game only its own, and agrees with the engine's presets."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from stramash.climbing.rules import PRESETS, ClimbingRules
from stramash.core.errors import RulesError, StramashError
from stramash.core.options import options_of, write_value
from stramash.mu import rules as mu
from stramash.mu.rules import MuRules
from stramash.rulebook import (
    UnknownClause,
    all_clause_numbers,
    clauses,
    minute,
    rules_text,
    rulings,
    sections,
)

DOCS = Path(__file__).parents[2] / "docs"
CLIMBING = ("haggis", "haggis3", "neeps", "tatties", "haggis-classic")
MU = ("mu", "mu-classic")
GAMES = (*CLIMBING, *MU)

# The law's table of contents, pinned.
CLAUSES = """
    C1.1 C1.2 C1.3 C1.4
    C2.1 C2.2 C2.3 C2.4 C2.5 C2.6 C2.7 C2.8 C2.9
    C3.1 C3.2 C3.3
    C4.1 C4.2
    C5.1 C5.2 C5.3 C5.4
    C6.1 C6.2
    C7.1 C7.2
    C8.1 C8.2 C8.3 C8.4
    C9.1 C9.2 C9.3 C9.4 C9.5 C9.6
    C10.1 C10.2 C10.3 C10.4 C10.5
    C11.1 C11.2 C11.3 C11.4 C11.5
    M1.1 M1.2 M1.3 M1.4
    M2.1
    M3.1 M3.2 M3.3 M3.4 M3.5 M3.6 M3.7 M3.8 M3.9
    M4.1 M4.2 M4.3 M4.4 M4.5
    M5.1 M5.2 M5.3 M5.4 M5.5 M5.6
    M6.1 M6.2 M6.3 M6.4 M6.5 M6.6 M6.7 M6.8
    M7.1 M7.2
"""
LAW = CLAUSES.split()
SECTIONS = [*(f"C{n}" for n in range(1, 14)), *(f"M{n}" for n in range(1, 8))]

# The clauses that a game as it comes does not have.
ABSENT = {
    "haggis": {"C7.2", "C8.1", "C8.2", "C8.3", "C9.5", "C10.3", "C10.4", "C11.3"},
    "haggis3": {"C7.2", "C8.1", "C8.2", "C8.3", "C9.5", "C10.2", "C10.4", "C11.3"},
    "neeps": {"C8.2", "C8.3", "C10.2", "C10.4"},
    "tatties": {"C7.2", "C8.1", "C9.5", "C10.1", "C10.2", "C10.3", "C11.3"},
    "haggis-classic": {"C7.2", "C8.1", "C8.2", "C8.3", "C9.5", "C10.2", "C10.4", "C11.3"},
    "mu": {"M3.8", "M3.9"},
    "mu-classic": {"M3.3", "M6.3"},
}

NO_SUCH_CLAUSE = "C9" + ".7"  # put together, so that the index of citations does not take it for one


def headings(path: Path, mark: str) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.removeprefix(mark) for line in lines if line.startswith(mark)]


def table(text: str) -> list[list[str]]:
    rows = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows if "---" not in row]


def test_the_documents_hold_exactly_the_clauses_of_the_law() -> None:
    assert sorted(all_clause_numbers()) == sorted(LAW)


def test_every_clause_and_section_stands_once_and_in_order() -> None:
    for name, letter in (("climbing.md", "C"), ("mu.md", "M")):
        path = DOCS / "rules" / name
        numbers = [heading.split()[0] for heading in headings(path, "### ") if re.match(r"[CM]\d", heading)]
        assert numbers == [number for number in LAW if number.startswith(letter)]
        found = [heading.split()[0] for heading in headings(path, "## ") if re.match(r"[CM]\d", heading)]
        assert found == [number for number in SECTIONS if number.startswith(letter)]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_every_clause_of_its_family_but_those_that_do_not_concern_it(game: str) -> None:
    family = "M" if game in MU else "C"
    assert set(clauses(game)) == {number for number in LAW if number.startswith(family)} - ABSENT[game]


@pytest.mark.parametrize("game", GAMES)
def test_each_clause_has_a_title_a_text_and_its_section(game: str) -> None:
    for number, clause in clauses(game).items():
        assert clause.number == number
        assert clause.title.strip()
        assert clause.text.strip()
        assert clause.section.split()[0] == number.split(".", maxsplit=1)[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_games_rules_never_name_another_game(game: str) -> None:
    named = set(re.findall(r"`([a-z0-9-]+)`", rules_text(game))) & set(GAMES)
    assert named <= {game}


@pytest.mark.parametrize("game", GAMES)
def test_a_games_rules_hold_no_link_addresses(game: str) -> None:
    assert "](" not in rules_text(game)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_begins_with_a_minute_of_five_sentences(game: str) -> None:
    text = " ".join(minute(game).split())
    assert len(re.findall(r"\.(?= [A-Z]|$)", text)) == 5
    assert rules_text(game).index(minute(game)) < rules_text(game).index("## Words")


def test_lines_for_other_games_are_left_out() -> None:
    assert "other partnership gets" in clauses("neeps")["C6.2"].text
    assert "another player" not in clauses("neeps")["C6.2"].text
    assert "keeps the cards" in clauses("tatties")["C6.2"].text
    for game in ("haggis", "haggis3", "haggis-classic"):
        assert "another player, out or not" in " ".join(clauses(game)["C6.2"].text.split())


def test_what_is_left_for_one_game_is_plain_text_without_the_ids() -> None:
    assert clauses("neeps")["C11.3"].text == "Each side has one total."
    assert clauses("haggis")["C1.1"].text.endswith(
        "- With two players: the deck has four suits, each card once, 36 cards.\n"
        "- With three players: the deck has five suits, each card once, 45 cards."
    )


def test_one_clause_one_section_or_everything() -> None:
    one = rules_text("haggis", "C9.2")
    assert one.startswith("### C9.2 ")
    assert "C9.3" not in one
    section = rules_text("haggis", "C9")
    assert section.startswith("## C9 ")
    assert one.strip() in section
    everything = rules_text("haggis")
    assert everything.startswith("# Haggis\n")
    assert section.strip() in everything


def test_numbers_may_be_written_in_small_letters_and_with_blanks() -> None:
    assert rules_text("haggis", " c9.2 ") == rules_text("haggis", "C9.2")
    assert rules_text("mu", "m3") == rules_text("mu", "M3")


def test_the_presets_show_the_column_of_the_chosen_game_only() -> None:
    header, *rows = table(rules_text("tatties", "C12"))
    assert header == ["option", "what it says", "`tatties`"]
    assert ["`bets`", "values of bets or bids (C10.1, C8.2)", "15,30,45"] in rows


def test_the_section_about_the_published_game_belongs_to_it_alone() -> None:
    assert [game for game in GAMES if any(s.number == "C13" for s in sections(game))] == ["haggis-classic"]


def test_a_clause_of_a_sister_game_is_shown_with_a_word_about_where_it_holds() -> None:
    # A host can switch it on by an option, so an error of the engine may name it.
    text = rules_text("haggis", "C10.3")
    assert text.startswith(
        "*Not a rule of `haggis` as it comes; it holds in `haggis3`, `neeps`, `haggis-classic`.*"
    )
    assert "twice the value" in text


def test_an_unknown_clause_is_refused_and_the_nearest_are_named() -> None:
    with pytest.raises(UnknownClause) as caught:
        rules_text("neeps", NO_SUCH_CLAUSE)
    assert isinstance(caught.value, StramashError)
    assert caught.value.nearest == ("C9.3", "C9.4", "C9.5", "C9.6")
    assert "C9.6" in str(caught.value)
    assert NO_SUCH_CLAUSE in str(caught.value)


@pytest.mark.parametrize(
    ("game", "asked", "nearest"),
    [
        ("haggis", "C99", "C12"),
        ("mu", "C9.2", "M7.2"),
        ("haggis", "M3.2", "C3.2"),
        ("mu", "trumps", "M4"),
        ("mu", "", "M1"),
    ],
)
def test_anything_that_is_not_in_the_games_document_is_unknown(game: str, asked: str, nearest: str) -> None:
    with pytest.raises(UnknownClause) as caught:
        rules_text(game, asked)
    assert nearest in caught.value.nearest


def test_an_unknown_game_is_refused_with_the_games_there_are() -> None:
    with pytest.raises(RulesError, match="haggis3, neeps, tatties, haggis-classic, mu, mu-classic"):
        rules_text("whist")


def presets() -> Iterator[tuple[str, ClimbingRules]]:
    for game in CLIMBING:
        for rules in PRESETS[game][1].values():
            yield game, rules


def cell_for_seats(cell: str, seats: int) -> str:
    by_seats = dict(reversed(pair) for pair in re.findall(r"([^ ,]+) \((\d) seats\)", cell))
    return by_seats[str(seats)] if by_seats else cell


@pytest.mark.parametrize(("game", "rules"), [*presets()], ids=lambda value: getattr(value, "seats", value))
def test_the_table_of_c12_tells_every_option_as_the_engine_has_it(game: str, rules: ClimbingRules) -> None:
    told = {row[0].strip("`"): row[2] for row in table(rules_text(game, "C12"))[1:]}
    assert str(rules.seats) in told.pop("seats").split(", ")
    assert str(rules.dealt) == told.pop("cards each")
    values = {option.name: write_value(getattr(rules, option.name)) for option in options_of(rules)}
    assert {name: cell_for_seats(cell, rules.seats) for name, cell in told.items()} == values


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("game", MU)
def test_the_table_of_m7_1_tells_the_targets_as_the_engine_has_them(game: str, seats: int) -> None:
    _, *rows = table(clauses(game)["M7.1"].text)
    (told,) = (row[1:] for row in rows if row[0] == str(seats))
    rules = mu.PRESETS[game].rules[seats]
    targets = ", ".join(str(rules.target(bid)) for bid in (1, 3, 5))
    assert told == [f"{rules.target_base} + {rules.target_step} \N{MULTIPLICATION SIGN} n ({targets})"]


def test_the_table_of_m7_2_tells_the_trump_values_as_the_engine_has_them() -> None:
    rules = MuRules(seats=4)
    _, *rows = table(clauses("mu")["M7.2"].text)
    assert len(rows) == 4
    for _, value, option in rows:
        assert int(value) == getattr(rules, option.strip("`"))


def test_every_option_of_the_engines_is_explained_in_a_clause() -> None:
    everything = "\n".join(clause.text for game in GAMES for clause in clauses(game).values())
    for rules in (PRESETS["neeps"][1][4], MuRules(seats=4)):
        words = everything + rules_text("neeps", "C12")
        assert [option.name for option in options_of(rules) if f"`{option.name}`" not in words] == []


def rulings_in_docs() -> dict[str, str]:
    """The text of each entry of docs/rulings.md by its heading."""
    parts = re.split(r"^### ", (DOCS / "rulings.md").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return {heading: body for heading, _, body in (part.partition("\n") for part in parts)}


def test_every_ruling_can_be_read_in_every_game() -> None:
    numbers = [heading.split()[0] for heading in rulings_in_docs()]
    assert list(rulings()) == numbers
    text = rules_text("tatties", "r22")
    assert text.startswith("### R22 What the Sheep share\n\n- Clauses: C8.2, C9.2, C10.4\n- Reading: ")
    assert rules_text("mu", "R22") == text
    with pytest.raises(UnknownClause):
        rules_text("haggis", "R99")


def anchor(heading: str) -> str:
    """The address a forge gives to a heading."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def test_every_link_to_a_ruling_leads_to_its_heading() -> None:
    anchors = {heading.split()[0]: anchor(heading) for heading in rulings_in_docs()}
    for name in ("climbing.md", "mu.md"):
        text = (DOCS / "rules" / name).read_text(encoding="utf-8")
        links = re.findall(r"\[(R\d+)\]\(\.\./rulings\.md#([^)]+)\)", text)
        assert links
        assert [link for link in links if anchors.get(link[0]) != link[1]] == []


def test_rulings_and_clauses_name_each_other() -> None:
    named_by_rulings = {
        (heading.split()[0], number)
        for heading, body in rulings_in_docs().items()
        for number in re.findall(r"[CM]\d+\.\d+", body.split("- Reading:")[0])
    }
    named_by_clauses = {
        (ruling, clause.number)
        for game in GAMES
        for clause in clauses(game).values()
        for ruling in re.findall(r"\bR\d+\b", clause.text)
    }
    assert named_by_rulings == named_by_clauses
