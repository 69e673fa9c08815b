"""Sets of deals, and each player against the field."""

import hmac
import struct
from hashlib import sha256
from math import isclose

import numpy as np
import pytest

from stramash import games
from stramash.arena.stats import clustered
from stramash.duplicate.sets import DealSet, one_deal
from stramash.duplicate.standing import Played, differences, margin, ranking

SEED = bytes(range(32))


def dealt(game: str = "haggis", seats: int = 2, deals: int = 5) -> DealSet:
    return DealSet(one_deal(games.get(game, seats)), deals, SEED)


@pytest.mark.parametrize("game", list(games.GAMES))
def test_every_deck_holds_the_cards_of_the_game_and_none_is_like_another(game: str) -> None:
    deals = dealt(game, games.info(game).seats[-1], 4)
    found = {deals.deck(deal, again) for deal in range(1, 5) for again in range(2)}
    assert len(found) == 8
    assert {tuple(sorted(deck)) for deck in found} == {tuple(sorted(deals.game.deck()))}
    assert deals.deck(3) == dealt(game, games.info(game).seats[-1], 4).deck(3)


def test_a_deck_is_what_docs_fair_deals_says() -> None:
    """Written down once more from the text, and pinned: old sets must give the same cards tomorrow."""
    secret = SEED
    for _ in range(4):  # deal 1 of 5
        secret = sha256(secret).digest()
    game = games.get("haggis", 2)
    cards = [game.card_code(card) for card in game.deck()]
    text = (
        f"stramash duplicate 1\ndeck\ngame haggis 2\nset {sha256(secret).hexdigest()}\n"
        f"cards {sha256(' '.join(cards).encode()).hexdigest()}\ndeal 1\nagain 0\n"
    )
    stream = b"".join(hmac.digest(secret, text.encode() + n.to_bytes(8, "big"), "sha256") for n in range(9))
    numbers = iter(struct.unpack(f">{len(stream) // 4}L", stream))
    for last in range(len(cards) - 1, 0, -1):
        limit = 2**32 - 2**32 % (last + 1)
        other = next(number for number in numbers if number < limit) % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    assert dealt().written_deck(1) == " ".join(cards)
    assert cards[:8] == ["10g", "6g", "2b", "10y", "7b", "8b", "5r", "6y"]


def test_the_secret_of_a_deal_keeps_the_promise_and_opens_no_later_one() -> None:
    deals = dealt(deals=6)
    for deal in range(1, 7):
        assert deals.promise.is_kept_by(deal, deals.secret(deal))
        assert not deals.promise.is_kept_by(deal, deals.secret(deal % 6 + 1))
    assert deals.secret(6) == SEED


def test_everybody_deals_in_turn_and_there_is_no_deal_beyond() -> None:
    deals = dealt("haggis3", 3, 4)
    assert [deals.dealer(deal) for deal in range(1, 5)] == [0, 1, 2, 0]
    for deal in (0, 5):
        with pytest.raises(ValueError, match="no deal"):
            deals.deck(deal)


def test_a_side_is_compared_with_the_same_side_at_all_other_tables() -> None:
    assert margin((30, 10, 20), 0) == 15
    played = [Played(1, 1, (30, 10)), Played(2, 1, (10, 30)), Played(3, 1, (20, 20)), Played(1, 2, (5, 0))]
    found = differences(played)
    assert found[1, 1, 0] == 20 - (-20 + 0) / 2
    assert found[2, 1, 0] == -20 - (20 + 0) / 2
    assert found[3, 1, 1] == 0
    assert found[1, 2, 0] is None  # nobody else has played it yet
    for side in (0, 1):  # what one table wins the others lose
        assert isclose(sum(found[table, 1, side] or 0 for table in (1, 2, 3)), 0, abs_tol=1e-9)


def test_the_ranking_has_the_arenas_mean_and_error() -> None:
    rng = np.random.default_rng(7)
    played = [
        Played(table, deal, (int(rng.integers(0, 60)), int(rng.integers(0, 60))))
        for table in (1, 2, 3)
        for deal in range(1, 9)
    ]
    found = differences(played)
    ranks = ranking(played, [(table, 0) for table in (1, 2, 3, 4)])
    assert ranks[-1].table == 4
    assert ranks[-1].mean is None
    means = [rank.mean for rank in ranks[:-1]]
    assert means == sorted(means, key=lambda mean: -(mean or 0))
    for rank in ranks[:-1]:
        sums = np.array([found[rank.table, deal, 0] for deal in range(1, 9)], dtype=float)
        estimate = clustered(sums, np.ones(8))
        assert rank.deals == 8
        assert isclose(rank.mean or 0, estimate.mean or 0)
        assert isclose(rank.error or 0, estimate.se or 0)
