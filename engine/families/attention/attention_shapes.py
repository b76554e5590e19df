"""The shapes of multi-head attention, from the head size to the output (Vaswani et al. 2017, section 3.2.2).

With fewer key-value heads than heads, several heads share keys and values (Ainslie et al. 2023).
"""

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import model_validator

from engine.answers.forms import Integer
from engine.chain import Family, NotApplicable, Run
from engine.parameters import Count, Frozen, symbol
from engine.solutions import latex

Shape = NDArray[np.int64]


class Parameters(Frozen):
    n: Count = symbol("n", "tokens in the text")
    d_model: Count = symbol("d", "numbers in the vector of one token")
    heads: Count = symbol("h", "attention heads")
    kv_heads: Count | None = symbol(
        r"h_{\mathrm{kv}}", "key-value heads, if not as many as heads", default=None, empty="as many as heads"
    )

    @model_validator(mode="before")
    @classmethod
    def as_many_as_heads(cls, values: Any) -> Any:
        if isinstance(values, dict) and values.get("kv_heads") is None and "heads" in values:
            return {**values, "kv_heads": values["heads"]}
        return values

    @model_validator(mode="after")
    def heads_divide(self) -> "Parameters":
        if self.d_model % self.heads:
            raise ValueError("heads must divide d_model")
        if self.kv_heads is None or self.heads % self.kv_heads:
            raise ValueError("kv_heads must divide heads")
        return self


family = Family(
    "attention_shapes",
    "Shapes in multi-head attention",
    section="2.5",
    builds_on=("multi_head_attention",),
    parameters=Parameters,
)


def written(*sizes: int, at: tuple[int]) -> str:
    return latex.number(sizes[at[0]])


@family.step("Size of one head", r"\frac{<d_model>}{<heads>}", symbol=r"d_{\mathrm{head}}", form=Integer())
def d_head(d_model: int, heads: int) -> int:
    return d_model // heads


@family.step(
    "Shape of the queries: heads, tokens, head size", r"[<heads>,\ <n>,\ <d_head>]", symbol="Q", form=Integer(),
    numbers=written,
)  # fmt: skip
def q_shape(heads: int, n: int, d_head: int) -> Shape:
    return np.array((heads, n, d_head))


@family.step(
    "Shape of the keys: key-value heads, tokens, head size", r"[<kv_heads>,\ <n>,\ <d_head>]", symbol="K",
    form=Integer(), numbers=written,
)  # fmt: skip
def k_shape(kv_heads: int, n: int, d_head: int) -> Shape:
    return np.array((kv_heads, n, d_head))


@family.step(
    "Shape of the scores: a map per head", r"[<heads>,\ <n>,\ <n>]", symbol="S", form=Integer(),
    numbers=lambda heads, n, at: written(heads, n, n, at=at),
)  # fmt: skip
def scores_shape(heads: int, n: int) -> Shape:
    return np.array((heads, n, n))


@family.step(
    "Shape of the output: a vector per token",
    r"[<n>,\ <d_model>]",
    symbol="O",
    form=Integer(),
    numbers=written,
)
def output_shape(n: int, d_model: int) -> Shape:
    return np.array((n, d_model))


family.gives(
    {
        "d_head": ("whole number", "Size of one head: d_model over heads."),
        "q_shape": ("3", "Shape of the queries: heads, n, d_head."),
        "k_shape": ("3", "Shape of the keys: kv_heads, n, d_head."),
        "scores_shape": ("3", "Shape of the scores: heads, n, n."),
        "output_shape": ("2", "Shape of the output after W_O: n, d_model."),
    }
)


@family.mistake(of="d_head", says="You gave every head the whole width. The heads share it: divide d by h.")
def width_for_each_head(d_model: int) -> int:
    return d_model


@family.mistake(
    of="k_shape",
    says="You gave every query head keys of its own. Here heads share keys: as many as there are key-value heads.",
)
def keys_not_shared(heads: int, n: int, d_head: int, kv_heads: int) -> Shape:
    if kv_heads == heads:
        raise NotApplicable
    return np.array((heads, n, d_head))


@family.mistake(
    of="scores_shape",
    says="You gave the scores the head size. A score compares two tokens: each head has a map of n times n.",
)
def head_size_in_the_scores(heads: int, n: int, d_head: int) -> Shape:
    return np.array((heads, n, d_head))


@family.mistake(
    of="scores_shape",
    says="You counted a map per key-value head. Each query head has a map of its own, also where keys are shared.",
)
def maps_per_key_head(kv_heads: int, n: int, heads: int) -> Shape:
    if kv_heads == heads:
        raise NotApplicable
    return np.array((kv_heads, n, n))


@family.mistake(
    of="output_shape",
    says="You gave the output the size of one head. The heads are set side by side and mixed: d numbers per token.",
)
def one_head_at_the_end(n: int, d_head: int) -> Shape:
    return np.array((n, d_head))


@family.mistake(
    of="output_shape",
    says="You gave the output the shape of a map. It has a vector of d numbers for each token.",
)
def map_at_the_end(n: int) -> Shape:
    return np.array((n, n))


@family.refuses
def sizes_coincide(exact: Run) -> str | None:
    sizes = {exact.values["n"], exact.values["d_model"], exact.reached["d_head"]}
    return None if len(sizes) == 3 and exact.values["heads"] > 1 else "two of the sizes are the same number"


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    if level == "warm-up":
        heads = fixed.get("heads", rng.choice((2, 3, 4)))
        return {"n": rng.randint(3, 9), "d_model": heads * rng.choice((2, 4, 6, 8)), "heads": heads}
    heads = fixed.get("heads", rng.choice((4, 8, 12, 16) if level == "exam" else (16, 20, 32, 64)))
    shared = (
        rng.choice((1, 2, 4, heads // 2, heads)) if level == "exam" else rng.choice((1, 2, 4, heads // 4))
    )
    return {
        "n": rng.choice((10, 50, 100, 512) if level == "exam" else (512, 1024, 2048, 8192)),
        "d_model": heads * (rng.choice((16, 32, 64)) if level == "exam" else rng.choice((64, 80, 128))),
        "heads": heads,
        "kv_heads": shared if heads % shared == 0 else heads,
    }
