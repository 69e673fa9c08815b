"""The work on lists of moves as Triton kernels: bits are expanded where they are used, and nothing is kept.

A row of bits goes through both layers of a move in one kernel; on the way back it goes through them again
instead of having been remembered. What stands in `plain` is the same, written for reading.
"""

from typing import Any, Final

import torch
import triton
import triton.language as tl

from stramash.train.net.plain import Moves, PolicyGradient, PpoTarget
from stramash.train.net.towers import Parts

CHUNKS: Final = 64
"""Weight gradients are summed over so many parts of the rows."""
PADDING: Final = 128 * CHUNKS


class Tiles:
    """How many rows a program takes, and how many warps: found by trying, see docs/training.md."""

    forward = (64, 4)
    backward = (64, 4)


LISTED: Final = 32
"""Moves of one position that a warp looks at together."""


def padded(rows: int) -> int:
    """How many rows to make room for."""
    return -(-rows // PADDING) * PADDING


@triton.jit
def _expand(words, places, shifts, out, count, stride, inputs, room, ROWS: tl.constexpr, BITS: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    bit = tl.program_id(1) * BITS + tl.arange(0, BITS)
    is_bit = bit < inputs
    place = tl.load(places + bit, mask=is_bit, other=0)
    shift = tl.load(shifts + bit, mask=is_bit, other=0)
    here = (row < count)[:, None] & is_bit[None, :]
    word = tl.load(words + row[:, None] * stride + place[None, :], mask=here, other=0)
    value = ((word >> shift[None, :]) & 1).to(out.dtype.element_ty)
    tl.store(
        out + row[:, None] * room + bit[None, :], value, mask=(row < count)[:, None] & (bit < room)[None, :]
    )


def expand(
    words: torch.Tensor, places: torch.Tensor, shifts: torch.Tensor, dtype: torch.dtype
) -> torch.Tensor:
    """The chosen bits of rows of 32-bit words, as numbers."""
    count, inputs = len(words), len(places)
    out = torch.empty((count, inputs), dtype=dtype, device=words.device)
    grid = (triton.cdiv(count, 32), triton.cdiv(inputs, 128))
    _expand[grid](words, places, shifts, out, count, words.stride(0), inputs, inputs, ROWS=32, BITS=128)
    return out


@triton.jit
def _forward(
    words, owner, looks, move, layer, bias, last, out, count, stride,
    WORDS: tl.constexpr, WIDTH: tl.constexpr, ROWS: tl.constexpr,
):  # fmt: skip
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    is_row = row < count
    bit = tl.arange(0, 32)
    unit = tl.arange(0, WIDTH)
    mine = tl.load(owner + row, mask=is_row, other=0)
    z = tl.load(looks + mine[:, None] * WIDTH + unit[None, :]).to(tl.float32)
    for k in tl.static_range(WORDS):
        word = tl.load(words + row * stride + k, mask=is_row, other=0)
        x = ((word[:, None] >> bit[None, :]) & 1).to(looks.dtype.element_ty)
        z = tl.dot(x, tl.load(move + (k * 32 + bit)[:, None] * WIDTH + unit[None, :]), z)
    seen = tl.maximum(z, 0.0).to(looks.dtype.element_ty)
    z = tl.dot(seen, tl.load(layer + unit[:, None] * WIDTH + unit[None, :]))
    z += tl.load(bias + unit).to(tl.float32)[None, :]
    deeper = seen.to(tl.float32) + tl.maximum(z, 0.0)
    value = tl.sum(deeper * tl.load(last + unit).to(tl.float32)[None, :], axis=1)
    tl.store(out + row, value, mask=is_row)


@triton.jit
def _backward(
    words, owner, looks, move, layer, bias, last, gradients,
    bits_out, seen_out, first_out, second_out, bias_out, last_out, count, stride,
    WORDS: tl.constexpr, WIDTH: tl.constexpr, ROWS: tl.constexpr,
):  # fmt: skip
    block = tl.program_id(0)
    row = block * ROWS + tl.arange(0, ROWS)
    is_row = row < count
    bit = tl.arange(0, 32)
    unit = tl.arange(0, WIDTH)
    mine = tl.load(owner + row, mask=is_row, other=0)
    z = tl.load(looks + mine[:, None] * WIDTH + unit[None, :]).to(tl.float32)
    for k in tl.static_range(WORDS):
        word = tl.load(words + row * stride + k, mask=is_row, other=0)
        x = ((word[:, None] >> bit[None, :]) & 1).to(looks.dtype.element_ty)
        tl.store(bits_out + row[:, None] * (WORDS * 32) + (k * 32 + bit)[None, :], x)
        z = tl.dot(x, tl.load(move + (k * 32 + bit)[:, None] * WIDTH + unit[None, :]), z)
    seen = tl.maximum(z, 0.0).to(looks.dtype.element_ty)
    second = tl.load(layer + unit[:, None] * WIDTH + unit[None, :])
    inner = tl.dot(seen, second) + tl.load(bias + unit).to(tl.float32)[None, :]
    gradient = tl.load(gradients + row, mask=is_row, other=0.0)
    deeper = seen.to(tl.float32) + tl.maximum(inner, 0.0)
    tl.store(last_out + block * WIDTH + unit, tl.sum(deeper * gradient[:, None], axis=0))
    down = gradient[:, None] * tl.load(last + unit).to(tl.float32)[None, :]
    to_inner = tl.where(inner > 0.0, down, 0.0)
    tl.store(bias_out + block * WIDTH + unit, tl.sum(to_inner, axis=0))
    to_inner_low = to_inner.to(looks.dtype.element_ty)
    to_seen = down + tl.dot(to_inner_low, tl.trans(second))
    to_first = tl.where(z > 0.0, to_seen, 0.0).to(looks.dtype.element_ty)
    place = row[:, None] * WIDTH + unit[None, :]
    tl.store(seen_out + place, seen)
    tl.store(second_out + place, to_inner_low)
    tl.store(first_out + place, to_first)


@triton.jit
def _gather(rows, offsets, out, WIDTH: tl.constexpr, ROWS: tl.constexpr):
    position = tl.program_id(0)
    start = tl.load(offsets + position)
    end = tl.load(offsets + position + 1)
    unit = tl.arange(0, WIDTH)
    step = tl.arange(0, ROWS)
    total = tl.zeros((WIDTH,), tl.float32)
    for at in range(start, end, ROWS):
        row = at + step
        part = tl.load(rows + row[:, None] * WIDTH + unit[None, :], mask=(row < end)[:, None], other=0.0)
        total += tl.sum(part.to(tl.float32), axis=0)
    tl.store(out + position * WIDTH + unit, total.to(out.dtype.element_ty))


class _Values(torch.autograd.Function):
    """The values of moves, with the way back."""

    @staticmethod
    def forward(ctx: Any, looks: Any, move: Any, layer: Any, bias: Any, last: Any, moves: Moves) -> Any:
        room = moves.owner.shape[0]
        out = torch.empty(room, dtype=torch.float32, device=looks.device)
        rows, warps = Tiles.forward
        _forward[(room // rows,)](
            moves.words, moves.owner, looks, move, layer, bias, last, out, moves.rows, moves.words.stride(0),
            WORDS=move.shape[0] // 32, WIDTH=move.shape[1], ROWS=rows, num_warps=warps,
        )  # fmt: skip
        ctx.save_for_backward(looks, move, layer, bias, last)
        ctx.moves = moves
        return out

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> Any:
        looks, move, layer, bias, last = ctx.saved_tensors
        moves: Moves = ctx.moves
        inputs, width = move.shape
        room = moves.owner.shape[0]
        rows, warps = Tiles.backward
        blocks = room // rows
        device = looks.device

        def low(columns: int) -> torch.Tensor:
            return torch.empty((room, columns), dtype=looks.dtype, device=device)

        bits, seen, first, second = low(inputs), low(width), low(width), low(width)
        to_bias, to_last = (torch.empty((blocks, width), device=device) for _ in range(2))
        _backward[(blocks,)](
            moves.words, moves.owner, looks, move, layer, bias, last, gradients[0].contiguous(),
            bits, seen, first, second, to_bias, to_last, moves.rows, moves.words.stride(0),
            WORDS=inputs // 32, WIDTH=width, ROWS=rows, num_warps=warps,
        )  # fmt: skip
        to_looks = torch.empty_like(looks)
        _gather[(len(looks),)](first, moves.offsets, to_looks, WIDTH=width, ROWS=16, num_warps=2)

        def product(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
            a, b = a.view(CHUNKS, -1, a.shape[1]), b.view(CHUNKS, -1, b.shape[1])
            return torch.bmm(a.transpose(1, 2), b).sum(dim=0, dtype=torch.float32)

        to_move, to_layer = product(bits, first).to(move.dtype), product(seen, second).to(layer.dtype)
        return to_looks, to_move, to_layer, to_bias.sum(0).to(bias.dtype), to_last.sum(0).to(last.dtype), None


def values_of(parts: Parts, moves: Moves, looks: torch.Tensor) -> torch.Tensor:
    """A value for each move, the padding's left as it is."""
    names = ("move", "move_layer", "move_layer_bias", "move_last")
    return _Values.apply(looks.contiguous(), *(parts[name] for name in names), moves)


@triton.jit
def _noise(seed, place):
    drawn = tl.rand(seed, place)
    drawn = tl.minimum(tl.maximum(drawn, 1e-12), 1.0 - 1e-7)
    return -tl.log(-tl.log(drawn))


@triton.jit
def _choose(
    values, words, offsets, level_values, actions, chances, seed, stride,
    GREEDY: tl.constexpr, LEVELS: tl.constexpr, ROWS: tl.constexpr,
):  # fmt: skip
    position = tl.program_id(0)
    start = tl.load(offsets + position)
    end = tl.load(offsets + position + 1)
    step = tl.arange(0, ROWS)
    low = -1.0e30
    total_best = low
    total_sum = 0.0
    total_high = low
    chosen_action = start - start
    chosen_within = 0.0
    chosen_level = 0.0
    for k in tl.static_range(LEVELS):
        high = low
        sums = 0.0
        best = low
        best_row = start - start
        best_value = 0.0
        for at in range(start, end, ROWS):
            row = at + step
            is_row = row < end
            level = (tl.load(words + row * stride + 3, mask=is_row, other=0) >> 28) & 7
            here = is_row & (level == k)
            value = tl.load(values + row, mask=is_row, other=0.0)
            value = tl.where(here, value, low)
            top = tl.maximum(high, tl.max(value, axis=0))
            sums = sums * tl.exp(high - top) + tl.sum(tl.where(here, tl.exp(value - top), 0.0), axis=0)
            high = top
            drawn = value
            if not GREEDY:
                drawn = tl.where(here, value + _noise(seed, row.to(tl.int32)), low)
            first = tl.max(drawn, axis=0)
            if first > best:
                best = first
                index = tl.argmax(drawn, axis=0)
                best_row = at + index - start
                best_value = tl.sum(tl.where(step == index, value, 0.0), axis=0)
        if sums > 0.0:
            mine = 0.0
            if k > 0:
                mine = tl.load(level_values + position * (LEVELS - 1) + k - 1)
            top = tl.maximum(total_high, mine)
            total_sum = total_sum * tl.exp(total_high - top) + tl.exp(mine - top)
            total_high = top
            drawn_level = mine
            if not GREEDY:
                drawn_level = mine + _noise(seed + 1, position * LEVELS + k)
            if drawn_level > total_best:
                total_best = drawn_level
                chosen_action = best_row
                chosen_within = best_value - high - tl.log(sums)
                chosen_level = mine
    chance = chosen_level - total_high - tl.log(total_sum) + chosen_within
    tl.store(actions + position, chosen_action)
    tl.store(chances + position, chance)


def choose(
    values: torch.Tensor, level_values: torch.Tensor, moves: Moves, seed: int, *, is_greedy: bool = False
) -> tuple[torch.Tensor, torch.Tensor]:
    """A move for each position and the logarithm of its chance."""
    count, levels = len(moves.offsets) - 1, level_values.shape[1] + 1
    actions = torch.empty(count, dtype=torch.int64, device=values.device)
    chances = torch.empty(count, dtype=torch.float32, device=values.device)
    _choose[(count,)](
        values, moves.words, moves.offsets, level_values.contiguous(), actions, chances, seed & 0x7FFFFFFF,
        moves.words.stride(0), GREEDY=is_greedy, LEVELS=levels, ROWS=LISTED, num_warps=1,
    )  # fmt: skip
    return actions, chances


@triton.jit
def _policy_gradient(
    values, words, offsets, level_values, actions, old_log_probs, advantages,
    to_moves, to_levels, stats, count, stride,
    clip, entropy, level_entropy, level_floor, LEVELS: tl.constexpr, ROOM: tl.constexpr, ROWS: tl.constexpr,
):  # fmt: skip
    position = tl.program_id(0)
    start = tl.load(offsets + position)
    end = tl.load(offsets + position + 1)
    step = tl.arange(0, ROWS)
    each = tl.arange(0, ROOM)
    low = -1.0e30
    highs = tl.full((ROOM,), low, tl.float32)
    sums = tl.zeros((ROOM,), tl.float32)
    means = tl.zeros((ROOM,), tl.float32)
    for at in range(start, end, ROWS):
        row = at + step
        is_row = row < end
        level = (tl.load(words + row * stride + 3, mask=is_row, other=0) >> 28) & 7
        value = tl.load(values + row, mask=is_row, other=0.0)
        here = (level[:, None] == each[None, :]) & is_row[:, None]
        top = tl.maximum(highs, tl.max(tl.where(here, value[:, None], low), axis=0))
        weight = tl.where(here, tl.exp(value[:, None] - top[None, :]), 0.0)
        fall = tl.exp(highs - top)
        sums = sums * fall + tl.sum(weight, axis=0)
        means = means * fall + tl.sum(weight * value[:, None], axis=0)
        highs = top
    is_present = sums > 0.0
    whole = highs + tl.log(tl.where(is_present, sums, 1.0))
    spread = tl.where(is_present, whole - means / tl.where(is_present, sums, 1.0), 0.0)
    mine = tl.load(
        level_values + position * (LEVELS - 1) + each - 1, mask=(each > 0) & (each < LEVELS), other=0.0
    )
    mine = tl.where(is_present, mine, low)
    top_level = tl.max(mine, axis=0)
    level_sum = tl.sum(tl.where(is_present, tl.exp(mine - top_level), 0.0), axis=0)
    level_log = mine - top_level - tl.log(level_sum)
    level_chance = tl.where(is_present, tl.exp(level_log), 0.0)
    level_spread = -tl.sum(tl.where(is_present, level_chance * level_log, 0.0), axis=0)
    action = start + tl.load(actions + position)
    taken = tl.load(values + action)
    level = (tl.load(words + action * stride + 3) >> 28) & 7
    is_mine = each == level
    now = taken + tl.sum(tl.where(is_mine, level_log - whole, 0.0), axis=0)
    advantage = tl.load(advantages + position)
    ratio = tl.exp(now - tl.load(old_log_probs + position))
    is_clipped = ((advantage > 0.0) & (ratio > 1.0 + clip)) | ((advantage <= 0.0) & (ratio < 1.0 - clip))
    push = tl.where(is_clipped, 0.0, -advantage * ratio) / count
    for at in range(start, end, ROWS):
        row = at + step
        is_row = row < end
        its = (tl.load(words + row * stride + 3, mask=is_row, other=0) >> 28) & 7
        worth = tl.load(values + row, mask=is_row, other=0.0)
        here = (its[:, None] == each[None, :]) & is_row[:, None]
        within = worth - tl.sum(tl.where(here, whole[None, :], 0.0), axis=1)
        its_spread = tl.sum(tl.where(here, spread[None, :], 0.0), axis=1)
        chance = tl.exp(within)
        to = tl.where(its == level, -push * chance, 0.0) + tl.where(row == action, push, 0.0)
        to += entropy / count * chance * (within + its_spread)
        tl.store(to_moves + row, to, mask=is_row)
    to_level = push * (tl.where(is_mine, 1.0, 0.0) - level_chance)
    to_level += level_entropy / count * tl.where(is_present, level_chance * (level_log + level_spread), 0.0)
    even = 1.0 / tl.sum(tl.where(is_present, 1.0, 0.0), axis=0)
    to_level += level_floor / count * tl.where(is_present, level_chance - even, 0.0)
    tl.store(to_levels + position * (LEVELS - 1) + each - 1, to_level, mask=(each > 0) & (each < LEVELS))
    tl.store(stats + position * 4, now)
    tl.store(stats + position * 4 + 1, tl.sum(tl.where(each == 0, spread, 0.0), axis=0))
    tl.store(stats + position * 4 + 2, level_spread)
    tl.store(stats + position * 4 + 3, tl.where(is_clipped, 1.0, 0.0))


def policy_gradient(
    values: torch.Tensor, level_values: torch.Tensor, moves: Moves, target: PpoTarget
) -> PolicyGradient:
    """The gradients of the clipped loss (PPO) with a bonus for both entropies, a mean over positions."""
    count, levels = len(moves.offsets) - 1, level_values.shape[1] + 1
    to_moves = torch.zeros_like(values)
    to_levels = torch.empty_like(level_values)
    stats = torch.empty((count, 4), device=values.device)
    _policy_gradient[(count,)](
        values, moves.words, moves.offsets, level_values.contiguous(),
        target.actions, target.old_log_probs, target.advantages,
        to_moves, to_levels, stats, count, moves.words.stride(0), target.clip, target.entropy,
        target.level_entropy, target.level_floor,
        LEVELS=levels, ROOM=triton.next_power_of_2(levels), ROWS=LISTED, num_warps=1,
    )  # fmt: skip
    return PolicyGradient(to_moves, to_levels, stats)
