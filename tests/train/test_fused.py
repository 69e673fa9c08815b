"""The kernels of a GPU against plain torch. Only where there is one: they cannot run anywhere else."""

from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="torch comes with the extra train")
if not torch.cuda.is_available():
    pytest.skip("there is no GPU here", allow_module_level=True)

from stramash import games  # noqa: E402
from stramash.nets.climbing.layout import layout as climbing_layout  # noqa: E402
from stramash.nets.shape import Shape  # noqa: E402
from stramash.train.net import fused, plain, towers  # noqa: E402
from stramash.train.net.parameters import Parameters  # noqa: E402
from stramash.train.selfplay.match_rewards import MatchRewards  # noqa: E402
from stramash.train.selfplay.play import Games  # noqa: E402

GAMES = 512


def met(device: str, steps: int = 40) -> tuple[Any, Any]:
    """Games some random moves on, and what is told of them."""
    table = Games(games.get("haggis3", 3), GAMES, 5, device)
    dice = torch.Generator().manual_seed(1)
    # Matches at all stages, as nets that learn from them meet them.
    totals = torch.randint(0, 250, (GAMES, 3), generator=dice)
    MatchRewards(table.game, 1.0, device).place(table.records, totals.to(device))
    for _ in range(steps):
        drawn = torch.rand(GAMES, generator=dice, dtype=torch.float64).to(device)
        table.batch.step(table.lent((drawn * table.counts).long()))
    return table, table.observe()


def test_rows_and_the_quick_policy_are_the_same_on_both() -> None:
    (here, mine), (there, theirs) = met("cpu"), met("cuda")
    assert torch.equal(mine.words, theirs.words.cpu())
    assert torch.equal(mine.moves.words, theirs.moves.words[: theirs.moves.rows].cpu())
    everyone = torch.ones(GAMES, dtype=torch.bool)
    actions = [torch.zeros(GAMES, dtype=torch.int64), torch.zeros(GAMES, dtype=torch.int64, device="cuda")]
    here.batch.choose(actions[0].numpy(), everyone.numpy())
    there.batch.choose(actions[1], everyone.cuda())
    assert torch.equal(actions[0], actions[1].cpu())


def test_values_and_their_gradients() -> None:
    _, theirs = met("cuda")
    moves = theirs.moves
    parameters = Parameters(
        Shape.for_layout(climbing_layout(games.get("haggis3", 3).rules)), 1, "cuda", torch.bfloat16
    )
    looks = torch.randn((GAMES, 128), device="cuda").bfloat16().requires_grad_()
    values = fused.values_of(parameters.parts, moves, looks)
    gradients = torch.randn_like(values) * 1e-4
    gradients[moves.rows :] = 0
    torch.autograd.backward([values], [gradients])
    names = ("move", "move_layer", "move_layer_bias", "move_last")
    whole = plain.Moves(moves.words, moves.offsets, moves.owner.long(), moves.rows)

    def in_torch(dtype: Any) -> list[Any]:
        parts = {name: part.detach().to(dtype).requires_grad_() for name, part in parameters.parts.items()}
        told = looks.detach().to(dtype).requires_grad_()
        found = plain.values_of(parts, whole, told)
        torch.autograd.backward([found], [gradients[: moves.rows].to(found.dtype)])
        return [found, told.grad, *(parts[name].grad for name in names)]

    def apart(a: Any, b: Any) -> float:
        return float((a.double() - b.double()).norm() / b.double().norm())

    # In bf16 a layer's sums round to the other side of 0 now and then, which alone puts gradients 3 to 6 in a
    # hundred away from the exact ones: the kernels are held to what plain torch does with the same numbers.
    exact, rounded = in_torch(torch.float32), in_torch(torch.bfloat16)
    ours = [values[: moves.rows], looks.grad, *(parameters.parts[name].grad for name in names)]
    for name, mine, theirs, true in zip(("values", "looks", *names), ours, rounded, exact, strict=True):
        assert apart(mine, true) < 1.1 * apart(theirs, true), name


@pytest.mark.parametrize("count", [GAMES, 300])
def test_layers_and_their_gradients(count: int) -> None:
    shape = Shape.for_layout(climbing_layout(games.get("haggis3", 3).rules))
    parameters = Parameters(shape, 1, "cuda", torch.bfloat16)
    told = (torch.rand((count, shape.inputs), device="cuda") < 0.1).bfloat16()
    everything = (torch.rand((count, shape.inputs + shape.secrets), device="cuda") < 0.1).bfloat16()

    def found(dtype: Any, *, fused: bool) -> dict[str, Any]:
        parts = {name: part.detach().to(dtype).requires_grad_() for name, part in parameters.parts.items()}
        towers.Layers.fused = fused
        try:
            said = [*towers.look(parts, told.to(dtype)), towers.critic_values(parts, everything.to(dtype))]
            dice = torch.Generator(device="cuda").manual_seed(3)
            gradients = [torch.randn(x.shape, generator=dice, device="cuda").to(x.dtype) for x in said]
            torch.autograd.backward(said, gradients)
        finally:
            towers.Layers.fused = True
        made = dict(zip(("looks", "levels of it", "critic"), said, strict=True))
        return made | {name: part.grad for name, part in parts.items() if part.grad is not None}

    def apart(a: Any, b: Any) -> float:
        return float((a.double() - b.double()).norm() / b.double().norm())

    exact, rounded = found(torch.float32, fused=False), found(torch.bfloat16, fused=False)
    ours = found(torch.bfloat16, fused=True)
    assert ours.keys() == exact.keys()
    for name, mine in ours.items():
        assert apart(mine, exact[name]) < 1.1 * apart(rounded[name], exact[name]) + 1e-6, name


def test_choices_and_pulls() -> None:
    _, theirs = met("cuda")
    moves = theirs.moves
    values = torch.randn(moves.owner.shape[0], device="cuda")
    level_values = torch.randn((GAMES, 2), device="cuda")
    here = plain.Moves(moves.words.cpu(), moves.offsets.cpu(), moves.owner.cpu().long(), moves.rows)
    mine = plain.choose(values[: moves.rows].cpu(), level_values.cpu(), here, 1, is_greedy=True)
    other = fused.choose(values, level_values, moves, 1, is_greedy=True)
    assert torch.equal(mine[0], other[0].cpu())
    actions, before = fused.choose(values, level_values, moves, 2)
    advantages = torch.randn(GAMES, device="cuda")
    target = plain.PpoTarget(actions, before + 0.2, advantages, 0.2, 0.03, 0.02, 0.01)
    found = fused.policy_gradient(values, level_values, moves, target)
    on_cpu = target._replace(
        actions=actions.cpu(), old_log_probs=target.old_log_probs.cpu(), advantages=advantages.cpu()
    )
    expected = plain.policy_gradient(values[: moves.rows].cpu(), level_values.cpu(), here, on_cpu)
    assert torch.allclose(found.moves[: moves.rows].cpu(), expected.moves, atol=1e-6)
    assert torch.allclose(found.levels.cpu(), expected.levels, atol=1e-6)
