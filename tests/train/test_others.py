"""Others at some seats, and what deals are worth in their match."""

from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="torch comes with the extra train")

from tests.train.tiny import TINY  # noqa: E402

from stramash import games  # noqa: E402
from stramash.core.errors import RulesError  # noqa: E402
from stramash.sim.mu import record as at  # noqa: E402
from stramash.train.learn import Settings, Trainer  # noqa: E402
from stramash.train.mu import bids  # noqa: E402
from stramash.train.selfplay.match_rewards import MatchRewards  # noqa: E402
from stramash.train.selfplay.others import BIDDERS, FROZEN, LEARNS, NET, REGULAR, Others, others_of  # noqa: E402
from stramash.train.selfplay.play import Games, decide  # noqa: E402

SMALL: dict[str, Any] = {**TINY, "games": 32, "steps": 6, "random_steps": 4}


def test_who_sits_where() -> None:
    settings = Settings(games=64, among_frozen=0.25, among_regular=0.125, among_bidders=0.1875)
    seats = Others(games.get("mu", 4), settings, "cpu").seats
    for kind, count in ((FROZEN, 16), (REGULAR, 8)):
        theirs = (seats == kind).sum(dim=1)
        assert (theirs > 0).sum() == count
        assert sorted(theirs[theirs > 0].tolist()) == [1] * (count // 2) + [3] * (count // 2)
    bidders = (seats == BIDDERS).sum(dim=1)
    assert sorted(bidders[bidders > 0].tolist()) == [1] * 4 + [2] * 4 + [3] * 4
    assert (seats == LEARNS).all(dim=1).sum() == 28
    partners = Others(games.get("neeps", 4), Settings(games=8, among_regular=0.5), "cpu").seats
    assert torch.equal(partners[:, 0], partners[:, 2])
    assert torch.equal(partners[:, 1], partners[:, 3])
    assert others_of(games.get("neeps", 4), Settings(games=8), "cpu") is None


def test_shares_that_cannot_be_are_refused() -> None:
    for wrong in (Settings(among_frozen=0.7, among_regular=0.7), Settings(among_frozen=-0.1)):
        with pytest.raises(RulesError, match="shares of the games"):
            others_of(games.get("mu", 4), wrong, "cpu")
    with pytest.raises(RulesError, match="no auction of displays"):
        others_of(games.get("haggis", 2), Settings(among_bidders=0.1), "cpu")


def test_a_critic_is_told_who_the_others_are() -> None:
    others = Others(games.get("mu", 5), Settings(games=20, among_frozen=1.0), "cpu")
    for turn in range(5):
        told = others.flags(torch.full((20,), turn))
        for game in range(20):
            wanted = [int(others.seats[game, (turn + t) % 5] != LEARNS) for t in range(5)]
            assert [int(told[game]) >> t & 1 for t in range(5)] == wanted


def test_bidders_bid_and_the_net_plays_on() -> None:
    learner = Trainer(games.get("mu", 4), Settings(**SMALL, among_bidders=1.0), "cpu")
    learner.begin()
    games_, others = learner.games, learner.others
    assert games_ is not None
    assert others is not None
    boldness = games_.records[:, at.BOLDNESS].clone()
    assert len(set(boldness.tolist())) > 20
    shown = 0
    for t in range(60):
        step = games_.observe()
        is_bidding = games_.records[:, at.PHASE] == at.AUCTION
        theirs = is_bidding & (others.kinds(step.seats) == BIDDERS)
        learner._decide(games_, step, t)
        wanted = step.actions.clone()
        games_.batch.choose(games_.lent(wanted), games_.lent(theirs))
        assert torch.equal(wanted, step.actions)
        assert step.learned is not None
        assert torch.equal(step.learned, ~theirs)
        shown += int((theirs & (games_.records[:, at.PLANNED] > 0)).sum())
        games_.act(step, step.actions)
    assert shown > 20
    assert torch.equal(games_.records[:, at.BOLDNESS], boldness)


@pytest.mark.parametrize("hopes", [-3, 0, 5])
def test_bidders_may_hope_for_more_or_less(hopes: int) -> None:
    usual = torch.zeros((400, at.BOLDNESS + 1), dtype=torch.int64)
    bids.prepare(usual, 4, seed=3)
    changed = torch.zeros_like(usual)
    bids.prepare(changed, 4, seed=3, hopes=hopes)
    for seat in range(4):
        before, after = (records[:, at.BOLDNESS] >> 8 * seat & 255 for records in (usual, changed))
        assert torch.equal(after & 15, ((before & 15) + hopes).clamp(0, 15))
        assert torch.equal(after >> 4, before >> 4)


def test_another_net_names_trumps_by_its_chances_in_some_games() -> None:
    game, places = games.get("mu", 4), {}
    for share in (0.0, 0.5, 1.0):
        others = Others(game, Settings(games=960, among_net=0.5, net_draws=share), "cpu")
        records = torch.zeros((960, at.WORDS), dtype=torch.int64)
        records[:, at.PHASE] = at.AUCTION
        bidding = others.is_sure(records)
        assert bidding is not None
        assert not bidding.any()
        records[:, at.PHASE] = at.SHIELD_TRUMP
        is_sure = others.is_sure(records)
        assert is_sure is not None
        places[share] = is_sure[(others.seats == NET).any(dim=1)]
    assert places[0.0].all()
    assert not places[1.0].any()
    assert 0.45 < places[0.5].float().mean() < 0.55


def test_another_net_bids_everywhere_in_some_games() -> None:
    game = games.get("mu", 4)
    others = Others(game, Settings(games=1_600, among_net=0.5, net_everywhere=0.6), "cpu")
    counts = (others.seats == NET).sum(dim=1)
    assert [int((counts == number).sum()) for number in (0, 4)] == [800, 480]
    assert all((counts == number).sum() > 80 for number in (1, 2, 3))
    records = torch.zeros((1_600, at.WORDS), dtype=torch.int64)
    for phase, is_learned in ((at.AUCTION, False), (at.IN_TRICK, True)):
        records[:, at.PHASE] = phase
        learned = others.learned(records, torch.zeros(1_600, dtype=torch.int64))
        assert bool((learned[counts == 4] == is_learned).all())


def test_another_net_plays_its_cards_in_some_games() -> None:
    game, places = games.get("mu", 4), {}
    records = torch.zeros((4_800, at.WORDS), dtype=torch.int64)
    records[:, at.PHASE] = at.IN_TRICK
    seats = torch.arange(4_800) % 4
    for share in (0.0, 0.5, 1.0):
        others = Others(game, Settings(games=4_800, among_net=1.0, net_draws=1.0, net_plays=share), "cpu")
        theirs = others.kinds(seats) == NET
        places[share] = others.net(records, seats)[theirs]
        # What it plays is not learned from, and it plays what it likes best.
        assert torch.equal(others.learned(records, seats)[theirs], ~places[share])
        is_sure = others.is_sure(records)
        assert is_sure is not None
        assert is_sure.all()
    assert not places[0.0].any()
    assert places[1.0].all()
    assert 0.45 < places[0.5].float().mean() < 0.55


@pytest.mark.parametrize("game_id", ["mu", "haggis3"])
def test_another_net_sits_there_in_mu_until_cards_are_played(game_id: str) -> None:
    game = games.get(game_id, 3)
    learner = Trainer(game, Settings(**SMALL, among_net=0.75), "cpu")
    another = Trainer(game, Settings(**{**SMALL, "seed": 9}), "cpu").parameters
    learner.among = another.ema
    learner.begin()
    table, others = learner.games, learner.others
    assert table is not None
    assert others is not None
    assert (others.seats == NET).any(dim=1).sum() == 24
    acted = went_on = 0
    for t in range(30):
        step = table.observe()
        theirs = others.kinds(step.seats) == NET
        if game_id == "mu":
            went_on += int((theirs & (table.records[:, at.PHASE] >= at.IN_TRICK)).sum())
            theirs &= table.records[:, at.PHASE] < at.IN_TRICK
        learner._decide(table, step, t)
        mine, _ = decide(learner.parameters.parts, learner.sight, step, t)
        drawn, _ = decide(another.ema_parts(), learner.sight, step, t ^ 0x3C3C3C)
        liked, _ = decide(another.ema_parts(), learner.sight, step, 0, is_greedy=True)
        is_drawn = table.records[:, at.PHASE] == at.AUCTION if game_id == "mu" else torch.ones(32, dtype=bool)
        wanted = torch.where(is_drawn, drawn, liked)
        assert torch.equal(step.actions, torch.where(theirs, wanted, mine))
        assert step.learned is not None
        assert torch.equal(step.learned, ~theirs)
        acted += int(theirs.sum())
        table.act(step, step.actions)
    assert acted > 50
    assert went_on > 5 or game_id != "mu"


def test_what_others_do_is_not_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    learner = Trainer(games.get("mu", 3), Settings(**SMALL, among_regular=0.5), "cpu")
    size = learner.parameters.player_size
    before = learner.parameters.master.clone()
    monkeypatch.setattr(Others, "learned", lambda self, records, seats: torch.zeros(len(seats), dtype=bool))
    learner.round()
    assert torch.equal(learner.parameters.master[:size], before[:size])
    assert not torch.equal(learner.parameters.master[size:], before[size:])
    monkeypatch.undo()
    learner.round()
    assert not torch.equal(learner.parameters.master[:size], before[:size])


@pytest.mark.parametrize(
    ("game_id", "seats", "options"), [("haggis", 2, {"goal": 60}), ("mu", 4, {"rounds": 2})]
)
def test_what_deals_are_worth_adds_up_to_who_won(game_id: str, seats: int, options: Any) -> None:
    game = games.get(game_id, seats, **options)
    match_rewards = MatchRewards(game, 100.0)
    table = Games(game, 16, 3, "cpu", match_rewards=match_rewards)
    sides, worth = len(game.sides), torch.zeros((16, len(game.sides)))
    dice = torch.Generator().manual_seed(1)
    ended = 0
    for _ in range(500):
        before = match_rewards.before(table.records)
        drawn = torch.rand(16, generator=dice, dtype=torch.float64)
        # In Mü's auction stopping is half of it: displays of all cards end nowhere.
        actions = (drawn * table.counts).long()
        if game.family == "mu":
            actions = torch.where((table.records[:, at.PHASE] == at.AUCTION) & (drawn < 0.5), 0, actions)
        table.batch.step(actions.numpy())
        gained = match_rewards.gained(before, table.scores, table.records) * table.finished[:, None]
        worth += gained
        assert float(gained.sum(dim=1).abs().max()) < 1e-3  # what one wins the others lose
        new = table.finished & (table.records[:, match_rewards._at.DEAL] == 1) & (before[1] > 1)
        for number in torch.nonzero(new)[:, 0].tolist():
            total = before[0][number] + table.scores[number]
            won = (total == total.max()).float()
            wanted = 100 * (won / won.sum() - 1 / sides)
            assert torch.allclose(worth[number], wanted, atol=1e-2)
            worth[number] = 0
            ended += 1
        if ended > 8:
            return
        over = table.finished & (table.records[:, match_rewards._at.DEAL] == 1)
        worth[over] = 0
    raise AssertionError("too few matches ended")


def test_a_lead_counts_more_the_nearer_the_end_is() -> None:
    match_rewards = MatchRewards(games.get("mu", 4), 1.0)
    totals = torch.tensor([[60, 0, 0, 0]])
    early, late = (float(match_rewards.chances(totals, torch.tensor([deal]))[0, 0]) for deal in (1, 4))
    assert 0.25 < early < late < 1
    to_goal = MatchRewards(games.get("haggis", 2), 1.0)
    far, near = (
        float(to_goal.chances(torch.tensor([[lead + 40, lead]]), torch.tensor([1]))[0, 0])
        for lead in (0, 200)
    )
    assert 0.5 < far < near
