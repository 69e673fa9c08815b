"""Where weights lie."""

import pytest

torch = pytest.importorskip("torch", reason="torch comes with the extra train")

from stramash import games  # noqa: E402
from stramash.train.learn import Settings  # noqa: E402
from stramash.train.net.parameters import ALIGNED, Parameters  # noqa: E402


@pytest.mark.parametrize("name", ["haggis3", "mu"])
def test_parts_begin_at_even_places_and_follow_the_master_weights(name: str) -> None:
    settings = Settings(width=16, move_width=8, critic_width=8)
    shape = settings.shape(settings.layout(games.get(name)))
    parameters = Parameters(shape, 1, "cpu", torch.bfloat16)
    assert any(len(part.view(-1)) % ALIGNED for part in parameters.parts.values())
    assert all(part.storage_offset() % ALIGNED == 0 for part in parameters.parts.values())
    with torch.no_grad():
        parameters.master.mul_(2)
    parameters.refresh()
    flat = torch.cat([part.detach().reshape(-1) for part in parameters.parts.values()])
    assert torch.equal(flat, parameters.master.bfloat16())
