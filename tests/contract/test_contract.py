"""One contract for every game with every number of seats: random matches, to the end.

80 each; `make contract` plays 200.
"""

import os
from random import Random
from typing import Any

import pytest
from tests.contract.laws import check_history, check_match
from tests.playing import TABLES, TableId, random_deal, random_match, random_options, short

from stramash.core.cards import card_set
from stramash.core.errors import DeckError, RulesError
from stramash.core.game import AnyGame, Game
from stramash.core.options import options_of

MATCHES = int(os.environ.get("STRAMASH_MATCHES", "80"))
DEFAULT_LENGTH, ONE_DEAL, SAMPLED_OPTIONS = MATCHES // 5, 3 * MATCHES // 10, MATCHES // 2


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_matches_of_the_default_length(table: TableId) -> None:
    game = table.game()
    for seed in range(DEFAULT_LENGTH):
        match = check_match(game, Random(f"{table} default {seed}"), thorough=False)
        assert len(match.deals) > 1


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_matches_of_one_deal(table: TableId) -> None:
    game = table.game(**short(table))
    for seed in range(ONE_DEAL):
        match = check_match(game, Random(f"{table} short {seed}"))
        assert sum(not deal.result.redeal for deal in match.deals if deal.result) == 1


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_matches_with_sampled_options(table: TableId) -> None:
    for seed in range(SAMPLED_OPTIONS):
        rng = Random(f"{table} options {seed}")
        check_match(table.game(**random_options(table, rng)), rng)


def test_ties_at_the_goal_did_occur_and_played_on() -> None:
    """C11.2: at so low a goal every deal ends the match, but for ties."""
    ties = 0
    for table in TABLES:
        if table.family == "mu":
            continue
        game = table.game(goal=1)
        for seed in range(60):
            *_, last = random_match(game, Random(f"{table} goal {seed}"))
            check_history(game, last.match)
            ties += len(last.match.deals) - 1
    assert ties > 0


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_sampled_options_reach_every_option(table: TableId) -> None:
    rng = Random(f"{table} reach")
    preset = table.game().rules
    changed = {
        name
        for _ in range(1200)  # some go only with another one
        for name, value in random_options(table, rng).items()
        if value != getattr(preset, name)
    }
    for_this_table = {item.name for item in options_of(preset)} - fixed_options(table)
    assert changed == for_this_table


def fixed_options(table: TableId) -> set[str]:
    """Options that have only one value at a table."""
    fixed = set()
    if table.family == "mu" and table.seats != 3:
        fixed |= {"removed_colour", "removed_too"}  # M1.3
    if table.game_id == "mu":
        fixed |= {"eclat_gain", "eclat_loss", "short_gain"}  # M3.8, M6.7
    if table.game_id == "mu-classic":
        fixed |= {"overtaken_crown", "shield_bonus"}  # M3.3, M6.3
    if table.game_id == "neeps":
        fixed.add("bet_rule")  # C10.3: partnerships know only bets on going out first
    elif table.family == "climbing":
        fixed |= {"partner_may_lead", "lead_past_partner"}  # C7.2 needs partners
    if table.family == "climbing" and table.seats == 2:
        fixed.add("copies")  # two hands of 20 cards and a haggis of 20 do not use up a double deck
    return fixed


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_game_is_frozen_and_equal_to_its_like(table: TableId) -> None:
    game: AnyGame = table.game()
    assert game == table.game()
    assert hash(game) == hash(table.game())
    with pytest.raises(AttributeError):
        game.rules = None  # type: ignore[misc]  # that it cannot be set is what is tested
    with pytest.raises(AttributeError):
        game.rules.seats = 1
    assert game.seats == table.seats
    assert sorted(seat for side in game.sides for seat in side) == list(range(table.seats))


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_game_has_all_of_the_contract(table: TableId) -> None:
    game = table.game()
    missing = [name for name in vars(Game) if not name.startswith("_") and not hasattr(game, name)]
    assert not missing


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_card_of_the_deck_has_a_code(table: TableId) -> None:
    game = table.game()
    for card in game.deck():
        assert game.parse_card(game.card_code(card)) == card


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_deck_with_other_cards_than_those_of_the_game_is_not_dealt(table: TableId) -> None:
    game = table.game()
    deck = game.deck()
    for wrong in ((deck[0], *deck[:-1]), deck[1:], (*deck, deck[0]), (), (*deck[1:], 63)):
        with pytest.raises(DeckError, match=f"exactly the {len(deck)} cards of {game.id}"):
            game.start(wrong, game.first(0))


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_view_that_is_folded_remembers_all_that_its_seat_has_seen(table: TableId) -> None:
    game = table.game()
    folded: dict[int | None, Any] = {}
    for moment in random_deal(game, Random(f"memory {table}")):
        if moment.seat is None:
            folded = dict.fromkeys((None, *range(game.seats)))
        for seat in folded:
            for event in moment.events:
                folded[seat] = game.see(folded[seat], event.seen_by(seat), seat)
            assert folded[seat].past == moment.match.view(seat).past
            assert folded[seat].past[-1] == moment.events[-1].seen_by(seat)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_cards_of_a_move_read_as_that_move(table: TableId) -> None:
    game = table.game()
    for moment in random_deal(game, Random(f"readings {table}")):
        if moment.seat is None:
            continue
        word, *rest = str(moment.move).partition(" as ")[0].split()
        if word in ("play", "give", "putback", "display", "bury"):
            cards = card_set(game.parse_card(code) for code in rest)
            assert moment.move in game.readings(moment.before, moment.seat, cards)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_seats_that_the_game_does_not_have_are_refused(table: TableId) -> None:
    with pytest.raises(RulesError, match="seats"):
        TableId(table.game_id, 7).game()
