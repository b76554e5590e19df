"""The size of a transformer from four numbers: attention 4 d^2, feed-forward network 2 d d_ff, embeddings V d.

Biases, norms and positions are left out (Kaplan et al. 2020, section 2.1, where d_ff = 4 d gives 12 d^2 a layer).
"""

from collections.abc import Mapping
from random import Random
from typing import Any

from pydantic import ValidationInfo, field_validator

from engine.answers.forms import Integer
from engine.chain import Family, NotApplicable
from engine.parameters import Count, CountOrNone, Frozen, symbol


class Parameters(Frozen):
    vocabulary_size: Count = symbol("V", "tokens in the vocabulary")
    d_model: Count = symbol("d", "numbers in the vector of one token")
    layers: CountOrNone = symbol("L", "layers")
    d_ff: Count = symbol(
        r"d_{\mathrm{ff}}", "hidden units of the feed-forward network, if not 4 d", default=None, empty="4 d",
        validate_default=True,
    )  # fmt: skip

    @field_validator("d_ff", mode="before")
    @classmethod
    def four_times_the_width(cls, d_ff: Any, info: ValidationInfo) -> Any:
        return 4 * info.data.get("d_model", 1) if d_ff is None else d_ff


family = Family(
    "approximate_parameters",
    "Approximate size of a transformer",
    section="c.5",
    builds_on=("count_mlp", "feed_forward", "multi_head_attention"),
    parameters=Parameters,
)


@family.step(
    "Attention of one layer: four square matrices",
    r"4 \cdot <d_model>^2",
    symbol=r"P_{\mathrm{att}}",
    form=Integer(),
)
def attention(d_model: int) -> int:
    return 4 * d_model**2


@family.step(
    "Feed-forward network of one layer: two matrices", r"2 \cdot <d_model> \cdot <d_ff>", symbol=r"P_{\mathrm{ffn}}",
    form=Integer(),
)  # fmt: skip
def feed_forward(d_model: int, d_ff: int) -> int:
    return 2 * d_model * d_ff


@family.step("One layer", "<attention> + <feed_forward>", symbol=r"P_{\mathrm{layer}}", form=Integer())
def per_layer(attention: int, feed_forward: int) -> int:
    return attention + feed_forward


@family.step("Embeddings", r"<vocabulary_size> \cdot <d_model>", symbol="E", form=Integer())
def embeddings(vocabulary_size: int, d_model: int) -> int:
    return vocabulary_size * d_model


@family.step("Total", r"<embeddings> + <layers> \cdot <per_layer>", symbol="P", form=Integer())
def total(embeddings: int, layers: int, per_layer: int) -> int:
    return embeddings + layers * per_layer


family.gives(
    {
        "attention": ("whole number", "Parameters of one layer's attention: 4 d_model squared."),
        "feed_forward": ("whole number", "Parameters of one layer's feed-forward network: 2 d_model d_ff."),
        "per_layer": ("whole number", "Parameters of one layer: both together."),
        "embeddings": ("whole number", "Parameters of the token embeddings, counted once."),
        "total": ("whole number", "Parameters of the model: embeddings and all layers."),
    }
)
family.assumes(
    "Biases, norms and positions are left out, and no head is counted beside the embeddings.",
)


@family.mistake(
    of="attention",
    says="You counted three matrices. Queries, keys and values have one each, and so has the output.",
)
def output_matrix_forgotten(d_model: int) -> int:
    return 3 * d_model**2


@family.mistake(
    of="feed_forward",
    says="You counted one matrix. The feed-forward network has two: up to the hidden units and back.",
)
def one_matrix(d_model: int, d_ff: int) -> int:
    return d_model * d_ff


@family.mistake(
    of="feed_forward",
    says="You took hidden units four times as many as the width. Here their number is given: use it.",
)
def four_times_anyway(d_model: int, d_ff: int) -> int:
    if d_ff == 4 * d_model:
        raise NotApplicable
    return 8 * d_model**2


@family.mistake(
    of="total", says="You counted one layer. Multiply by the number of layers, then add the embeddings."
)
def one_layer(embeddings: int, per_layer: int) -> int:
    return embeddings + per_layer


@family.mistake(of="total", says="You left out the embeddings: a vector for every token of the vocabulary.")
def embeddings_forgotten(layers: int, per_layer: int) -> int:
    return layers * per_layer


@family.mistake(
    of="total",
    says="You multiplied the embeddings by the layers too. There is one table for the whole model.",
)
def embeddings_per_layer(embeddings: int, layers: int, per_layer: int) -> int:
    return layers * (embeddings + per_layer)


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    if level == "warm-up":
        width = fixed.get("d_model", rng.choice((4, 8, 10)))
        return {"vocabulary_size": rng.choice((10, 20, 50)), "d_model": width, "layers": rng.randint(2, 4)}
    if level == "exam":
        width = fixed.get("d_model", rng.choice((64, 100, 128, 200, 256, 512)))
        hidden = rng.choice((2, 3, 4)) * width
        words, layers = rng.choice((1000, 5000, 8000, 10_000, 30_000)), rng.choice((2, 4, 6, 8, 12))
    else:
        width = fixed.get("d_model", rng.choice((768, 1024, 1600, 2048, 4096, 5120)))
        hidden = rng.choice((2, 3, 4)) * width
        words, layers = rng.choice((30_522, 32_000, 50_257, 128_256)), rng.choice((12, 24, 32, 40, 48))
    return {"vocabulary_size": words, "d_model": width, "layers": layers, "d_ff": hidden}
