"""A block of PyTorch's own functions in float64: `scaled_dot_product_attention`, `layer_norm`, and `linear` with the
transposed matrices (PyTorch keeps them out x in)."""

from collections.abc import Callable
from typing import Any

import torch
from torch.nn import functional

ACTIVATIONS: dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
    "relu": functional.relu,
    "gelu": functional.gelu,
    "swish": functional.silu,
    "tanh": torch.tanh,
    "sigmoid": torch.sigmoid,
}


class Block:
    """The parts of a block, made of the exercise's parameters."""

    def __init__(self, parameters: dict[str, Any]) -> None:
        self.given = parameters
        self.norm_kind = parameters.get("norm", "post")
        self.X = self.tensor("X")

    def tensor(self, name: str) -> torch.Tensor:
        return torch.tensor(self.given[name], dtype=torch.float64)

    def linear(self, rows: torch.Tensor, weights: str, bias: str = "") -> torch.Tensor:
        added = self.tensor(bias) if self.given.get(bias) is not None else None
        return functional.linear(rows, self.tensor(weights).T, added)

    def attention(
        self, queries: torch.Tensor, memory: torch.Tensor, names: tuple[str, ...], causal: bool
    ) -> torch.Tensor:
        q, k, v = (
            self.linear(rows, name)[None, None]
            for rows, name in zip((queries, memory, memory), names[:3], strict=True)
        )
        mixed = functional.scaled_dot_product_attention(q, k, v, is_causal=causal)[0, 0]
        return self.linear(mixed, names[3])

    def feed_forward(self, rows: torch.Tensor) -> torch.Tensor:
        activation = ACTIVATIONS[self.given.get("activation", "relu")]
        return self.linear(activation(self.linear(rows, "w_1", "b_1")), "w_2", "b_2")

    def before(self, rows: torch.Tensor) -> torch.Tensor:
        return self.norm(rows) if self.norm_kind == "pre" else rows

    def after(self, rows: torch.Tensor) -> torch.Tensor:
        return self.norm(rows) if self.norm_kind == "post" else rows

    def norm(self, rows: torch.Tensor) -> torch.Tensor:
        return functional.layer_norm(rows, rows.shape[1:], eps=0.0)


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    block = Block(parameters)
    normed = block.before(block.X)
    attended = block.attention(
        normed, normed, ("w_q", "w_k", "w_v", "w_o"), bool(parameters.get("causal", False))
    )
    after = block.after(block.X + attended)
    ffn = block.feed_forward(block.before(after))
    found = {
        "attention_output": attended,
        "after_attention": after,
        "ffn_output": ffn,
        "output": block.after(after + ffn),
    }
    return {name: rows.tolist() for name, rows in found.items()}
