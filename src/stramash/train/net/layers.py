"""The layers of the towers on a GPU: fewer ways through memory than torch's own.

ReLU comes out of the matrix product itself; on the way back one kernel passes on what ReLU let through and
sums it for the bias; what a block adds to its input is added in the product. `plain` is the same for reading.
"""

from typing import Any, Final

import torch
import triton
import triton.language as tl

ROWS: Final = 32
COLUMNS: Final = 128
TIMES: Final = 8
"""Rows and columns that a program takes at a time, and how often."""
ELEMENTS: Final = 4096


@triton.jit
def _passed(
    gradients,
    outputs,
    out,
    sums,
    count,
    width,
    ROWS: tl.constexpr,
    COLUMNS: tl.constexpr,
    TIMES: tl.constexpr,
):
    block = tl.program_id(0)
    column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    is_column = column < width
    total = tl.zeros((COLUMNS,), tl.float32)
    for time in range(TIMES):
        row = (block * TIMES + time) * ROWS + tl.arange(0, ROWS)
        place = row[:, None] * width + column[None, :]
        here = (row < count)[:, None] & is_column[None, :]
        gradient = tl.load(gradients + place, mask=here, other=0.0)
        gradient = tl.where(tl.load(outputs + place, mask=here, other=0.0) > 0.0, gradient, 0.0)
        tl.store(out + place, gradient, mask=here)
        total += tl.sum(gradient.to(tl.float32), axis=0)
    tl.store(sums + block * width + column, total, mask=is_column)


def passed(gradients: torch.Tensor, outputs: torch.Tensor, out: torch.Tensor) -> torch.Tensor:
    """What ReLU lets through on the way back, into `out`; returns its sum over the rows."""
    count, width = outputs.shape
    blocks = triton.cdiv(count, ROWS * TIMES)
    sums = torch.empty((blocks, width), dtype=torch.float32, device=outputs.device)
    _passed[(blocks, triton.cdiv(width, COLUMNS))](
        gradients, outputs, out, sums, count, width, ROWS=ROWS, COLUMNS=COLUMNS, TIMES=TIMES, num_warps=4
    )
    return sums.sum(0).to(outputs.dtype)


@triton.jit
def _joined(inputs, added, count, ELEMENTS: tl.constexpr):
    place = tl.program_id(0).to(tl.int64) * ELEMENTS + tl.arange(0, ELEMENTS)
    here = place < count
    total = tl.load(inputs + place, mask=here, other=0.0).to(tl.float32)
    total += tl.load(added + place, mask=here, other=0.0).to(tl.float32)
    tl.store(added + place, tl.maximum(total, 0.0).to(added.dtype.element_ty), mask=here)


def joined(inputs: torch.Tensor, added: torch.Tensor) -> torch.Tensor:
    """ReLU of a sum, in the place of what is added."""
    count = added.numel()
    _joined[(triton.cdiv(count, ELEMENTS),)](inputs, added, count, ELEMENTS=ELEMENTS, num_warps=8)
    return added


class _First(torch.autograd.Function):
    """ReLU of a layer whose input needs no gradient."""

    @staticmethod
    def forward(ctx: Any, x: Any, weights: Any, bias: Any) -> Any:
        out = torch._addmm_activation(bias, x, weights)  # noqa: SLF001  the only way to it
        ctx.save_for_backward(x, out)
        return out

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> Any:
        x, out = ctx.saved_tensors
        through = torch.empty_like(out)
        to_bias = passed(gradients[0].contiguous(), out, through)
        return None, x.t() @ through, to_bias


class _Block(torch.autograd.Function):
    """A residual block: ReLU of the input and what two layers make of it."""

    @staticmethod
    def forward(ctx: Any, x: Any, first: Any, first_bias: Any, second: Any, second_bias: Any) -> Any:
        inner = torch._addmm_activation(first_bias, x, first)  # noqa: SLF001  the only way to it
        out = joined(x, torch.addmm(second_bias, inner, second))
        ctx.save_for_backward(x, first, second, inner, out)
        return out

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> Any:
        x, first, second, inner, out = ctx.saved_tensors
        through = torch.empty_like(out)
        to_second_bias = passed(gradients[0].contiguous(), out, through)
        to_second = inner.t() @ through
        to_inner = through @ second.t()
        to_first_bias = passed(to_inner, inner, to_inner)
        to_first = x.t() @ to_inner
        return through.addmm_(to_inner, first.t()), to_first, to_first_bias, to_second, to_second_bias


def first_layer(x: torch.Tensor, weights: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
    """The first layer of a tower, of bits."""
    out: torch.Tensor = _First.apply(x, weights, bias)
    return out


def block(
    x: torch.Tensor,
    first: torch.Tensor,
    first_bias: torch.Tensor,
    second: torch.Tensor,
    second_bias: torch.Tensor,
) -> torch.Tensor:
    """A residual block."""
    out: torch.Tensor = _Block.apply(x, first, first_bias, second, second_bias)
    return out
