"""`torch.nn.LSTMCell` in float64 gives the new states; each gate is read off the same cell with other gates held.

The cell is c' = f c + i g and h' = o tanh(c'). The forget gate is the slope of c' over c, by autograd. A gate whose sum
is held at 40 is 1, at -40 it is 0; so is the tanh of 40: that leaves i, g and o alone on the way to a state.
"""

from typing import Any

import torch

HELD = 40.0
INPUT, FORGET, CANDIDATE = 0, 1, 2  # the blocks of weights; the output gate is the last
Weights = tuple[torch.Tensor, torch.Tensor, torch.Tensor]


def _step(weights: Weights, x: torch.Tensor, h: torch.Tensor, c: torch.Tensor) -> Any:
    cell = torch.nn.LSTMCell(len(x), len(h), dtype=torch.float64)
    names = ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
    values = dict(zip(names, (*weights, torch.zeros_like(weights[2])), strict=True))
    return torch.func.functional_call(cell, values, (x, (h, c)))


def _held(weights: Weights, sums: dict[int, float]) -> Weights:
    """The weights with the sums of some gates held at a number."""
    w_x, w_h, bias = (tensor.clone().reshape(4, len(tensor) // 4, -1) for tensor in weights)
    for gate, value in sums.items():
        w_x[gate], w_h[gate], bias[gate] = 0.0, 0.0, value
    return w_x.flatten(0, 1), w_h.flatten(0, 1), bias.flatten()


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    w_x, w_h, x, h, c = (
        torch.tensor(parameters[name], dtype=torch.float64) for name in ("w_x", "w_h", "x", "h", "c")
    )
    bias = parameters.get("bias")
    b = (
        torch.zeros(len(w_x), dtype=torch.float64)
        if bias is None
        else torch.tensor(bias, dtype=torch.float64)
    )
    weights, none, much = (w_x, w_h, b), torch.zeros_like(c), torch.full_like(c, HELD)
    new_h, new_c = _step(weights, x, h, c)
    slope = torch.func.jacrev(lambda old: _step(weights, x, h, old)[1])(c)
    return {
        "i": _step(_held(weights, {CANDIDATE: HELD}), x, h, none)[1].tolist(),
        "f": slope.diagonal().tolist(),
        "g": _step(_held(weights, {INPUT: HELD}), x, h, none)[1].tolist(),
        "o": _step(_held(weights, {INPUT: -HELD, FORGET: HELD}), x, h, much)[0].tolist(),
        "c": new_c.tolist(),
        "h": new_h.tolist(),
    }
