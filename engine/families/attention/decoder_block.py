"""One decoder block by hand: masked self-attention, cross-attention, feed-forward network (Vaswani et al. 2017)."""

from collections.abc import Generator, Mapping
from random import Random
from typing import Any

from pydantic import model_validator

from engine.chain import Family, Mistake, NotApplicable, Step
from engine.mathematics.transformer import block_lines, blocks
from engine.mathematics.transformer.blocks import ASSUMED, Block
from engine.mathematics.transformer.projections import (
    attention,
    check_projections,
    check_shape,
    draw_rows,
    draw_weights,
    identity,
)
from engine.parameters import Array, Matrix, symbol


class Parameters(Block):
    """As an encoder block; w_k2 and w_v2 have a row per column of the memory."""

    causal: bool = symbol(r"\text{causal}", "each token sees itself and those before it", default=True)
    memory: Matrix = symbol(r"\mathrm{Mem}", "what the encoder gives, one source token per row")
    w_q2: Matrix = symbol("W_Q'", "weights of the queries of the cross-attention")
    w_k2: Matrix = symbol("W_K'", "weights of its keys")
    w_v2: Matrix = symbol("W_V'", "weights of its values")
    w_o2: Matrix = symbol("W_O'", "weights after it")

    @model_validator(mode="after")
    def cross_attention_fits(self) -> "Parameters":
        check_projections(self.X, self.memory, w_q2=self.w_q2, w_k2=self.w_k2, w_v2=self.w_v2)
        check_shape("w_o2", self.w_o2, self.w_v2.shape[1], self.X.shape[1])
        return self


family = Family(
    "decoder_block", "Decoder block", section="2.6", builds_on=("encoder_block",), parameters=Parameters
)


@family.unroll("self_attention", "after_self", "cross_attention", "after_cross", "ffn_output", "output")
def chain(given: Parameters) -> Generator[Step, Any, None]:
    norm = given.norm
    into = yield from block_lines.entering(1, norm, "X", "X")
    yield from block_lines.attended("self", [into] * 3, ("w_q", "w_k", "w_v", "w_o"), "self_attention")
    yield from block_lines.added(
        1, norm, "X", "self_attention", "after_self", "After the self-attention", ("R", "H")
    )
    into = yield from block_lines.entering(2, norm, "after_self", "H")
    yield from block_lines.attended(
        "cross",
        (into, "memory", "memory"),
        ("w_q2", "w_k2", "w_v2", "w_o2"),
        "cross_attention",
        "'",
        causal=False,
    )
    yield from block_lines.added(
        2, norm, "after_self", "cross_attention", "after_cross", "After the cross-attention", ("R'", "H'")
    )
    into = yield from block_lines.entering(3, norm, "after_cross", "H'")
    yield from block_lines.feed_forward(given, into)
    yield from block_lines.added(
        3, norm, "after_cross", "ffn_output", "output", "Output of the block", ("T", "X'")
    )


family.gives(
    {
        "self_attention": (
            "rows(X) × columns(X)",
            "Self-attention after its output weights, before the residual sum.",
        ),
        "after_self": (
            "rows(X) × columns(X)",
            "Residual sum behind the self-attention, with layer norm where norm is post.",
        ),
        "cross_attention": (
            "rows(X) × columns(X)",
            "Cross-attention after its output weights, before the residual sum.",
        ),
        "after_cross": (
            "rows(X) × columns(X)",
            "Residual sum behind the cross-attention, with layer norm where norm is post.",
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
    "The cross-attention is never masked; its keys and values come from the memory as it is given, "
    "without a norm, and its scores are divided by the root of the number of columns of w_q2.",
)


@family.mistake(
    of="sum_1",
    says="You left out the first residual. Add X, what entered the block, to the self-attention.",
    slip="residual left out",
)
def first_residual_left_out(self_attention: Array) -> Array:
    return self_attention


@family.mistake(
    of="sum_2",
    says="You left out the second residual. Add the state after the self-attention to the cross-attention.",
    slip="residual left out",
)
def second_residual_left_out(cross_attention: Array) -> Array:
    return cross_attention


@family.mistake(
    of="sum_2",
    says="You added X again. The second residual is the state after the self-attention.",
)
def block_input_again(X: Array, cross_attention: Array) -> Array:
    return X + cross_attention


@family.mistake(
    of="sum_3",
    says="You left out the third residual. Add the state after the cross-attention to the feed-forward output.",
    slip="residual left out",
)
def third_residual_left_out(ffn_output: Array) -> Array:
    return ffn_output


@family.mistake(
    of="cross_queries",
    says="You took the queries from the encoder's memory. In cross-attention they come from the decoder's own state; "
    "keys and values come from the memory.",
)
def queries_from_memory(X: Array, memory: Array, w_q2: Array) -> Array:
    if X.shape != memory.shape:
        raise NotApplicable
    return memory @ w_q2


def own_mistakes(kind: str, *names: str) -> list[Mistake]:
    """Some of attention's mistakes, made in the self-attention or in the cross-attention."""
    rows = (f"{kind}_{part}" for part in ("queries", "keys", "values"))
    made = attention(f"{kind}_{{}}", *rows, causal=None if kind == "self" else False).mistakes
    return [mistake for mistake in made if mistake.name.removeprefix(f"{kind}_") in names]


family.include((), blocks.MISTAKES)
family.include((), own_mistakes("self", "not_masked", "masked_with_zero", "not_scaled"))
family.include((), own_mistakes("cross", "not_scaled", "softmax_of_columns", "keys_not_transposed"))
for placed, says in blocks.NORMS.items():
    family.convention(says)(blocks.with_norm(placed))
family.refuses(blocks.unfair)


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    """The first token that the decoder writes, with one or two source tokens; two tokens when it is hard."""
    norm = fixed.get("norm") or ("none" if level != "hard" else rng.choice(("none", "none", "pre", "post")))
    several = level == "hard" and norm == "none"
    drawn = blocks.draw(rng, fixed, 2 if several else 1, 2 if norm == "none" else 3, 2 if several else 1)
    width = len(drawn["b_2"])
    sources = len(fixed["memory"]) if "memory" in fixed else 1 if level == "warm-up" else 2
    columns = len(fixed["memory"][0]) if "memory" in fixed else width
    return drawn | {
        "norm": norm,
        "memory": draw_rows(rng, sources, columns),
        "w_q2": identity(width),
        "w_k2": identity(width) if columns == width else draw_weights(rng, columns, width),
        "w_v2": draw_weights(rng, columns, width),
        "w_o2": identity(width),
    }
