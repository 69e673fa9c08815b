"""Tables under a referee: the same for the same seed, fair, and not to be stopped by anybody."""

from pathlib import Path
from random import Random

import pytest
from tests.playing import TABLES, TableId

from stramash import records
from stramash.arena.plan import Plan, play_deal
from stramash.arena.play import play_table
from stramash.arena.stats import report
from stramash.bots.driver import step
from stramash.bots.outside.specs import find_bot
from stramash.bots.registry import seat_bot
from stramash.core.match import Match, shuffled

PLAYERS = "tests.arena.players"


def plan_of(table: TableId, *bots: str, **rest: object) -> Plan:
    return Plan(game=table.game_id, seats=table.seats, bots=bots, **rest)  # type: ignore[arg-type]  # as named


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_bot_without_chance_is_exactly_as_good_as_itself(table: TableId) -> None:
    plan = plan_of(table, "greedy", "greedy", seed=3)
    form = report(plan, [play_deal(plan, False, number) for number in range(2)]).as_json()
    assert (form["diff_per_deal"], form["se"], form["p"]) == (0.0, 0.0, 1.0)
    assert (form["a"], form["b"], form["even"]) == ("greedy", "greedy (2)", 2)


def test_all_seatings_of_a_deal_have_the_same_dealer_and_decks() -> None:
    plan = plan_of(TableId("mu", 4), "greedy", "random", matches=True)
    texts = play_deal(plan, True, 5).records
    decks = [[line for line in text.splitlines() if line.startswith(("deck", "dealer"))] for text in texts]
    shortest = min(map(len, decks))
    assert shortest > 4
    assert len({tuple(lines[:shortest]) for lines in decks}) == 1
    assert len(set(texts)) == len(texts)


def test_a_table_without_faults_is_what_the_driver_plays() -> None:
    game = TableId("neeps", 4).game()
    decks = [shuffled(game, Random(f"deck {place}")) for place in range(100)]
    bots = tuple(find_bot(name) for name in ("greedy", "random", "random", "greedy"))
    _, match = play_table(game, bots, 2, decks.__getitem__, "7", whole_match=True)
    by_driver = Match(game, 2, match.names)
    seated = {seat: seat_bot(found.spec, game, Random(f"7/seat {seat}")) for seat, found in enumerate(bots)}
    while not by_driver.is_over:
        by_driver.deal(decks[len(by_driver.deals)])
        while not by_driver.needs_deck and not by_driver.is_over:
            step(by_driver, seated)
    assert records.dump(match) == records.dump(by_driver)


def test_points_are_those_of_the_record() -> None:
    plan = plan_of(TableId("tatties", 3), "greedy", "random", matches=True, options=(("rounds", "3"),))
    result = play_deal(plan, True, 0)
    for table, text in zip(result.tables, result.records, strict=True):
        match = records.load(text)
        assert match.is_over
        assert (tuple(table.scores), table.deals) == (match.totals, 3)
        assert tuple(table.winners) == match.winners
        assert sum(seat.decisions for seat in table.seats) == sum(len(deal.moves) for deal in match.deals)
        assert sum(seat.first_out for seat in table.seats) == 3


@pytest.mark.parametrize("table", [TableId("haggis", 2), TableId("tatties", 3), TableId("mu", 5)], ids=str)
@pytest.mark.parametrize(
    ("bot", "kind"),
    [("Crashing", "crashed"), ("Illegal", "illegal"), ("Endless", "late"), ("Unborn", "crashed")],
)
def test_a_bot_that_fails_is_replaced_and_reported(table: TableId, bot: str, kind: str) -> None:
    game = table.game()
    # A bot that thinks for ever is asked about thirty times.
    bad = find_bot(f"{PLAYERS}:{bot}", limit=0.02 if bot == "Endless" else 60)
    bots = (bad, *(find_bot("greedy") for _ in range(game.seats - 1)))
    result, match = play_table(
        game, bots, 0, lambda place: shuffled(game, Random(place)), "1", whole_match=False
    )
    assert result.deals == 1
    assert match.deals[-1].result is not None
    assert {fault["kind"] for fault in result.faults} == {kind}
    assert {fault["seat"] for fault in result.faults} == {0}
    assert result.seats[0].faults == result.seats[0].decisions > 0
    assert all(tally.faults == 0 for tally in result.seats[1:])


def test_an_illegal_answer_is_reported_with_its_clause() -> None:
    plan = plan_of(TableId("mu", 4), f"{PLAYERS}:Illegal", "greedy")
    form = report(plan, [play_deal(plan, False, number) for number in range(2)]).as_json()
    assert any("M" in fault["what"] and fault["kind"] == "illegal" for fault in form["faults"])
    assert form["bots"][0]["faults"] > 0
    assert form["bots"][1]["faults"] == 0


def test_a_bot_that_never_bids_in_mu_ends_no_match(tmp_path: Path) -> None:
    """All pass, deal after deal (M3.5): the table is given up without a score."""
    plan = plan_of(TableId("mu", 3), f"{PLAYERS}:First", f"{PLAYERS}:First")
    result = play_deal(plan, False, 0)
    assert all(table.deals == 0 and table.winners == [] for table in result.tables)
    form = report(plan, [result]).as_json()
    assert form["diff_per_deal"] is None
