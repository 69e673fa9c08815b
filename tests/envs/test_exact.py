"""At the ends of deals a best response is had exactly: what is found is no more; `make test-envs`."""

import pytest

pytest.importorskip("pyspiel", reason="run by make test-envs")

from stramash import games
from stramash.bots.outside.specs import find_bot
from stramash.envs.exact import check_ends


def test_the_responder_gains_no_more_than_the_best_response_and_the_bot_no_more_than_both() -> None:
    game = games.get("haggis", 2, haggis_size=2)
    checked = [*check_ends(game, find_bot("greedy"), 4, worlds=16, moves=8)]
    assert len(checked) == 4
    for end in checked:
        assert end.worlds > 1
        assert end.as_bot <= end.exact + 1e-9
        assert end.found <= end.exact + 1e-9
    assert sum(end.found - end.as_bot for end in checked) > 0
