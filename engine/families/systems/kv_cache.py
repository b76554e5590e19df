"""Size of the key-value cache of a decoder: two vectors per layer, key-value head and position."""

from collections.abc import Mapping
from random import Random
from typing import Annotated, Any

from pydantic import Field

from engine.answers.forms import Fixed, Integer
from engine.chain import Family, NotApplicable, Run
from engine.parameters import Count, CountOrNone, Frozen, symbol
from engine.solutions.pictures import Bars

GIB = 2**30


class Parameters(Frozen):
    layers: Count = symbol("L", "decoder layers")
    kv_heads: Count = symbol(
        r"h_{\mathrm{kv}}", "key-value heads (all heads with MHA, fewer with GQA, one with MQA)"
    )
    d_head: Count = symbol(r"d_{\mathrm{head}}", "size of one head")
    bytes_per_value: Annotated[float, Field(gt=0, le=16)] = symbol(
        "b", "bytes per stored number (FP16: 2, INT4: 0.5)"
    )
    context: CountOrNone = symbol("n", "positions held in the cache")
    batch: Count = symbol("B", "sequences at the same time", default=1)


family = Family(
    "kv_cache", "Size of the KV cache", section="2.8", builds_on=("attention_shapes",), parameters=Parameters
)


def whole(x: float) -> float | int:
    return int(x) if x == int(x) else x


@family.step(
    "Bytes per position in one layer", r"2 \cdot <kv_heads> \cdot <d_head> \cdot <bytes_per_value>",
    symbol=r"c_{\mathrm{layer}}", unit="bytes", form=Integer(),
)  # fmt: skip
def bytes_per_token_per_layer(kv_heads: int, d_head: int, bytes_per_value: float) -> float | int:
    return whole(2 * kv_heads * d_head * bytes_per_value)


@family.step(
    "Bytes per position in all layers", r"<layers> \cdot <bytes_per_token_per_layer>",
    symbol=r"c_{\mathrm{token}}", unit="bytes", form=Integer(),
)  # fmt: skip
def bytes_per_token(layers: int, bytes_per_token_per_layer: float) -> float | int:
    return whole(layers * bytes_per_token_per_layer)


@family.step(
    "Bytes of the whole cache", r"<context> \cdot <batch> \cdot <bytes_per_token>",
    symbol=r"c_{\mathrm{total}}", unit="bytes", form=Integer(),
)  # fmt: skip
def total_bytes(context: int, batch: int, bytes_per_token: float) -> float | int:
    return whole(context * batch * bytes_per_token)


@family.step("The whole cache in GiB", r"\frac{<total_bytes>}{1024^3}", symbol=r"c", unit="GiB", form=Fixed())
def total_gib(total_bytes: float) -> float:
    return total_bytes / GIB


def named(n: int, heads: int) -> str:
    words = "1 head" if n == 1 else f"{n} heads"
    return f"{words}, here" if n == heads else words


@family.picture(after="total_gib")
def shared_heads(exact: Run) -> Bars:
    heads, size = exact.values["kv_heads"], exact.reached["total_gib"]
    counts = sorted({1, 8, heads})
    return Bars(
        "The same cache with other numbers of key-value heads",
        "The cache grows in proportion to the key-value heads: that is what sharing them among query heads saves.",
        ("GiB",),
        tuple((named(n, heads), (size * n / heads,)) for n in counts),
        unit="GiB",
    )  # fmt: skip


family.gives(
    {
        "bytes_per_token_per_layer": ("number", "Keys and values of one position in one layer."),
        "bytes_per_token": ("number", "Keys and values of one position in all layers."),
        "total_bytes": ("number", "The whole cache: all positions of all sequences."),
        "total_gib": ("number", "The whole cache in GiB of 1024^3 bytes."),
    }
)
family.assumes(
    "Each position has one key and one value vector per layer and key-value head. 1 GiB is 1024^3 bytes.",
)


@family.mistake(
    of="bytes_per_token_per_layer", says="You left out the factor 2: keys and values are both stored."
)
def keys_only(kv_heads: int, d_head: int, bytes_per_value: float) -> float | int:
    return whole(kv_heads * d_head * bytes_per_value)


@family.mistake(
    of="bytes_per_token_per_layer", says="You left out the bytes per number: that is the count of numbers."
)
def numbers_for_bytes(kv_heads: int, d_head: int) -> float | int:
    return 2 * kv_heads * d_head


@family.mistake(
    of="bytes_per_token_per_layer",
    says="You left out the key-value heads: each stores its own keys and values.",
)
def one_head(d_head: int, bytes_per_value: float) -> float | int:
    return whole(2 * d_head * bytes_per_value)


@family.mistake(
    of="bytes_per_token_per_layer",
    says="You counted 4 bytes per number, as in FP32. Look at the number format that is given.",
)
def full_precision(kv_heads: int, d_head: int, bytes_per_value: float) -> float | int:
    if bytes_per_value != 2:
        raise NotApplicable
    return 2 * kv_heads * d_head * 4


@family.mistake(of="bytes_per_token", says="You counted one layer. Every layer has a cache of its own.")
def one_layer(bytes_per_token_per_layer: float) -> float | int:
    return whole(bytes_per_token_per_layer)


@family.mistake(of="total_bytes", says="You left out the batch: every sequence has a cache of its own.")
def one_sequence(context: int, bytes_per_token: float) -> float | int:
    return whole(context * bytes_per_token)


@family.mistake(
    of="total_gib",
    says="You divided by 1000^3, which gives GB. Cache sizes are asked in GiB here: divide by 1024^3.",
)
def decimal_gigabytes(total_bytes: float) -> float:
    return total_bytes / 1e9


@family.mistake(
    of="total_gib", says="You divided by 1024^2, which gives MiB. GiB are asked: divide by 1024^3."
)
def mebibytes(total_bytes: float) -> float:
    return total_bytes / 2**20


@family.mistake(of="total_gib", says="Those are bytes. GiB are asked: divide by 1024^3.")
def bytes_for_gib(total_bytes: float) -> float:
    return total_bytes


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    heads = rng.choice((8, 16, 32))
    kv_heads = heads if level == "warm-up" else rng.choice((1, 2, 4, 8))
    return {
        "layers": rng.choice((12, 16, 24, 32, 40, 48, 80)),
        "kv_heads": kv_heads,
        "d_head": rng.choice((64, 128)),
        "bytes_per_value": 2 if level != "hard" else rng.choice((1, 2, 2)),
        "context": rng.choice(
            (2048, 4096, 8192, 16384, 32768, 131072)[{"warm-up": 0, "exam": 1, "hard": 2}[level] :]
        ),
        "batch": {"warm-up": 1, "exam": rng.choice((1, 2, 4)), "hard": rng.choice((2, 4, 8))}[level],
    }
