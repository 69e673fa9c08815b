"""The compiled engine takes the numbers of the rules from the rules, and names them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import stramash
from stramash.climbing import cards as climbing_cards
from stramash.climbing.plays import combos
from stramash.climbing.rules import ClimbingRules
from stramash.core.cards import FIRST_COPIES, SECOND_COPY
from stramash.core.options import Choice, options_of
from stramash.mu import cards as mu_cards
from stramash.mu.moves import TRUMPS
from stramash.mu.rules import MuRules
from stramash.mu.scoring import trump_value
from stramash.mu.tricks import trumps
from stramash.sim.climbing import facts as climbing
from stramash.sim.mu import facts as mu
from stramash.sim.mu.pack import pack_rules
from stramash.sim.words import word_number

PACKAGE = Path(stramash.__file__).parent
ROOT = Path(__file__).parents[2]
SOURCES = [path for part in ("sim", "bots") for path in sorted((PACKAGE / part).rglob("*.py"))]
WORDS = {
    item.name.upper()
    for rules in (ClimbingRules, MuRules)
    for item in options_of(rules)
    if isinstance(item.kind, Choice) and all(isinstance(word, str) for word in item.kind.words)
}


def bare_words(source: str) -> Iterator[int]:
    """The lines in which an option that is a word is compared with a bare number."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            is_word = any(
                isinstance(side, ast.Subscript)
                and isinstance(side.slice, ast.Name)
                and side.slice.id in WORDS
                for side in sides
            )
            if is_word and any(isinstance(side, ast.Constant) for side in sides):
                yield node.lineno


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_words_of_options_have_names(path: Path) -> None:
    assert list(bare_words(path.read_text(encoding="utf-8"))) == []


def test_a_word_without_a_name_is_found() -> None:
    assert {"BET_RULE", "BOMB_PRIZE", "HAGGIS_TO", "LAST_HAND_TO"} <= WORDS
    assert list(bare_words("if rules[BET_RULE] == 2:\n    pass")) == [1]
    assert list(bare_words("if rules[BET_RULE] == BETS_SHARED:\n    pass")) == []


def test_a_word_is_known_by_its_place_in_the_declaration() -> None:
    assert [word_number(ClimbingRules, "card_points", word) for word in ("classic", "flat")] == [0, 1]
    with pytest.raises(ValueError, match="tuple"):
        word_number(ClimbingRules, "card_points", "dear")
    with pytest.raises(AssertionError):
        word_number(ClimbingRules, "goal", "250")


def test_bombs_are_those_of_the_rules() -> None:
    pairs = np.asarray(climbing.COURT_BOMBS).reshape(-1, 2).tolist()
    assert {(courts << climbing_cards.JACK): place for courts, place in pairs} == combos.COURT_BOMBS
    assert [place for _, place in pairs] == sorted(combos.COURT_BOMBS.values())
    for held in range(8):
        assert climbing.COURT_BOMB_LEVEL[held] == combos.bomb_level(held << climbing_cards.JACK)
    row = sum(1 << place for place in (climbing.THREE, climbing.FIVE, climbing.SEVEN, climbing.NINE))
    assert row == combos.SUITED_ROW


def test_icons_targets_and_values_are_those_of_the_rules() -> None:
    rules = MuRules(seats=5, value_colour=1, value_one_or_seven=2, value_number=3, value_no_trump=4)
    packed = pack_rules(rules)
    for number, trump in enumerate(TRUMPS):
        assert mu.value_of(packed, number) == trump_value(rules, trump)
        assert mu.faces_of(number) == trumps(None, trump).cards & FIRST_COPIES
    for bid in range(16):
        assert mu.target_of(packed, bid) == rules.target(bid)
    for cards in (*mu_cards.NUMBER_CARDS, *mu_cards.COLOUR_CARDS, mu_cards.ALL_CARDS, 0):
        assert mu.icons(cards & FIRST_COPIES, cards >> SECOND_COPY) == mu_cards.icons(cards)


def test_every_generator_in_the_architecture_names_sources_and_tests_that_exist() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = page.partition("## Where plays come from")[2].partition("\n## ")[0]
    rows = [line.split("|")[1:-1] for line in section.splitlines() if line.startswith("| ")][1:]
    assert len(rows) >= 10
    for _, where, _, held_by in rows:
        first = re.findall(r"`([^`]+\.py)`", where)
        assert first
        assert (PACKAGE / first[0]).is_file(), first[0]
        tests = re.findall(r"`(tests/[^`]+)`", held_by)
        assert tests
        assert all((ROOT / path).is_file() for path in tests), tests
