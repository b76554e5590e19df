"""One encoder block by hand: self-attention, residual sum, feed-forward network, residual sum (Vaswani et al. 2017)."""

from collections.abc import Generator, Mapping
from random import Random
from typing import Any

import numpy as np

from engine.chain import Family, Step
from engine.mathematics.transformer import block_lines, blocks
from engine.mathematics.transformer.blocks import ASSUMED, Block
from engine.mathematics.transformer.projections import attention
from engine.parameters import Array

family = Family(
    "encoder_block",
    "Encoder block",
    section="2.6",
    builds_on=("feed_forward", "layer_norm", "multi_head_attention"),
    parameters=Block,
)


@family.unroll("attention_output", "after_attention", "ffn_output", "output")
def chain(given: Block) -> Generator[Step, Any, None]:
    into = yield from block_lines.entering(1, given.norm, "X", "X")
    yield from block_lines.attended("self", [into] * 3, ("w_q", "w_k", "w_v", "w_o"), "attention_output")
    yield from block_lines.added(
        1, given.norm, "X", "attention_output", "after_attention", "After the attention", ("R", "H")
    )
    into = yield from block_lines.entering(2, given.norm, "after_attention", "H")
    yield from block_lines.feed_forward(given, into)
    yield from block_lines.added(
        2, given.norm, "after_attention", "ffn_output", "output", "Output of the block", ("T", "X'")
    )


family.gives(
    {
        "attention_output": (
            "rows(X) × columns(X)",
            "Attention after its output weights, before the residual sum.",
        ),
        "after_attention": (
            "rows(X) × columns(X)",
            "Residual sum behind the attention, with layer norm where norm is post.",
        ),
        "ffn_output": (
            "rows(X) × columns(X)",
            "Output of the feed-forward network, before the residual sum.",
        ),
        "output": ("rows(X) × columns(X)", "Last residual sum, with layer norm where norm is post."),
    }
)
family.assumes(
    *ASSUMED,
)


@family.mistake(
    of="sum_1",
    says="You left out the residual. Add X, what entered the block, to what the attention gives.",
    slip="residual left out",
)
def residual_left_out(attention_output: Array) -> Array:
    return attention_output


@family.mistake(
    of="sum_2",
    says="You left out the second residual. Add the state after the attention to what the network gives.",
    slip="residual left out",
)
def second_residual_left_out(ffn_output: Array) -> Array:
    return ffn_output


@family.mistake(
    of="sum_2",
    says="You added X a second time. The second residual is the state after the attention, not what entered the block.",
)
def block_input_again(X: Array, ffn_output: Array) -> Array:
    return X + ffn_output


@family.mistake(
    of="sum_1",
    says="You added the normalized tokens. The residual goes past the norm: add X as it entered the block.",
)
def normalized_residual(normalized_1: Array, attention_output: Array) -> Array:
    return normalized_1 + attention_output


@family.mistake(
    of="deviation",
    says="You divided by $d - 1$, as for a sample. Layer norm takes the plain average of the squares: divide by $d$.",
)
def sample_deviation(right: Array, X: Array) -> Array:
    return np.asarray(right * np.sqrt(X.shape[1] / (X.shape[1] - 1)))


@family.mistake(
    of="deviation",
    says="You divided by the variance. Layer norm divides by its square root, the standard deviation.",
)
def divided_by_variance(right: Array) -> Array:
    return right**2


INNER = {
    "self_not_scaled",
    "self_not_masked",
    "self_masked_with_zero",
    "self_softmax_of_columns",
    "self_keys_not_transposed",
}
inner = attention("self_{}", "self_queries", "self_keys", "self_values").mistakes
family.include((), [*blocks.MISTAKES, *(made for made in inner if made.name in INNER)])
for norm, says in blocks.NORMS.items():
    family.convention(says)(blocks.with_norm(norm))
family.refuses(blocks.unfair)


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    """Two tokens of two numbers without norm; with it one token of three, as two numbers would come out as -1 and 1."""
    norm = fixed.get("norm") or {
        "warm-up": "none",
        "exam": rng.choice(("none", "none", "pre", "pre", "pre", "post")),
        "hard": rng.choice(("pre", "post")),
    }[level]  # fmt: skip
    hard = level == "hard"
    tokens = 2 if hard or (norm == "none" and level == "exam") else 1
    drawn = blocks.draw(
        rng, fixed, tokens, 2 if norm == "none" else 3, 3 if hard else 2 if tokens == 2 else 1
    )
    return drawn | {"norm": norm, "causal": hard and rng.random() < 0.5}
