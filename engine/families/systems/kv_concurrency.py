"""Requests that fit beside the weights: free memory over the cache of one request, rounded down."""

import math
from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from engine.answers.forms import Fixed, Integer
from engine.chain import Family, NotApplicable, Run
from engine.parameters import Count, Frozen, Positive, exact, symbol
from engine.solutions.pictures import Bars

GIB = 2**30
BYTES = {"GiB": GIB, "GB": 10**9}
ROUNDED = 0.00501  # how far writing a number to two decimals may move it


class Parameters(Frozen):
    memory: Positive = symbol("M", "memory of the accelerator, in the unit given")
    weights: Annotated[float, Field(ge=0, le=1e30)] = symbol("W", "memory of the weights, in the unit given")
    unit: Literal["GiB", "GB"] = symbol(r"\text{unit}", "unit of memory and weights", default="GiB")
    layers: Count = symbol("L", "decoder layers")
    kv_heads: Count = symbol(r"h_{\mathrm{kv}}", "key-value heads")
    d_head: Count = symbol(r"d_{\mathrm{head}}", "size of one head")
    bytes_per_value: Annotated[float, Field(gt=0, le=16)] = symbol(
        "b", "bytes per stored number (FP16: 2, INT4: 0.5)"
    )
    context: Count = symbol("n", "positions that each request holds")

    @model_validator(mode="after")
    def weights_fit(self) -> "Parameters":
        if self.weights > self.memory:
            raise ValueError("weights must not be larger than memory")
        return self


family = Family(
    "kv_concurrency",
    "Requests that fit into memory",
    section="2.8",
    builds_on=("kv_cache",),
    parameters=Parameters,
)


def bytes_of(amount: float, unit: str) -> int | float:
    """An amount of memory in bytes, exact for the decimals that were typed."""
    bytes_ = exact(amount) * BYTES[unit]
    return int(bytes_) if bytes_.denominator == 1 else float(bytes_)


@family.step(
    "Cache of one request in bytes",
    r"2 \cdot <layers> \cdot <kv_heads> \cdot <d_head> \cdot <bytes_per_value> \cdot <context>",
    symbol=r"c", unit="bytes", form=Integer(),
)  # fmt: skip
def per_request_bytes(
    layers: int, kv_heads: int, d_head: int, bytes_per_value: float, context: int
) -> int | float:
    size = 2 * layers * kv_heads * d_head * exact(bytes_per_value) * context
    return int(size) if size.denominator == 1 else float(size)


@family.step(
    "The same in GiB",
    r"\frac{<per_request_bytes>}{1024^3}",
    symbol=r"c_{\mathrm{GiB}}",
    unit="GiB",
    form=Fixed(),
)
def per_request_gib(per_request_bytes: float) -> float:
    return per_request_bytes / GIB


@family.step(
    "Free memory in bytes", r"(<memory> - <weights>) \cdot u", symbol="F", unit="bytes", form=Integer(),
    numbers=lambda memory, weights, unit: (
        rf"({memory:g} - {weights:g}) \cdot {'1024^3' if unit == 'GiB' else '10^9'}"
    ),
)  # fmt: skip
def free_bytes(memory: float, weights: float, unit: str) -> int | float:
    return bytes_of(float(exact(memory) - exact(weights)), unit)


@family.step(
    "The same in GiB", r"\frac{<free_bytes>}{1024^3}", symbol=r"F_{\mathrm{GiB}}", unit="GiB", form=Fixed()
)
def free_gib(free_bytes: float) -> float:
    return free_bytes / GIB


@family.step(
    "Requests at the same time", r"\left\lfloor \frac{<free_gib>}{<per_request_gib>} \right\rfloor",
    symbol="R", form=Integer(),
)  # fmt: skip
def requests(free_gib: float, per_request_gib: float, free_bytes: float, per_request_bytes: float) -> int:
    return int(ratio(free_gib, per_request_gib, free_bytes, per_request_bytes))


def ratio(free_gib: float, per_request_gib: float, free_bytes: float, per_request_bytes: float) -> Fraction:
    """The ratio by the exact bytes while the GiB are these, rounded; by the GiB where they are a student's own."""
    honest = (
        abs(free_gib - free_bytes / GIB) <= ROUNDED
        and abs(per_request_gib - per_request_bytes / GIB) <= ROUNDED
    )
    return (
        exact(free_bytes) / exact(per_request_bytes) if honest else exact(free_gib) / exact(per_request_gib)
    )


@family.picture(after="requests")
def who_takes_what(exact: Run) -> Bars:
    gib = GIB if exact.values["unit"] == "GiB" else 10**9
    requests, caches = (
        exact.reached["requests"],
        exact.reached["requests"] * exact.reached["per_request_bytes"],
    )
    unit = exact.values["unit"]
    return Bars(
        f"Where the {exact.values['memory']:g} {unit} go",
        "Weights first; what is left is filled with whole caches, one per request.",
        (unit,),
        (
            ("weights", (exact.values["weights"],)),
            (f"{requests} {'cache' if requests == 1 else 'caches'}", (caches / gib,)),
            ("left over", ((exact.reached["free_bytes"] - caches) / gib,)),
        ),
        unit=unit,
    )


family.gives(
    {
        "per_request_bytes": ("number", "Cache of one request."),
        "per_request_gib": ("number", "Cache of one request in GiB of 1024^3 bytes."),
        "free_bytes": ("number", "Memory that the weights leave free."),
        "free_gib": ("number", "The same in GiB of 1024^3 bytes."),
        "requests": ("whole number", "How many whole caches fit into the free memory."),
    }
)
family.assumes(
    "Each request has a whole cache of its own; a part of one does not count. 1 GiB is 1024^3 bytes, 1 GB "
    "10^9. Nothing but weights and caches takes memory.",
)


@family.mistake(of="per_request_bytes", says="You left out the factor 2: keys and values are both stored.")
def keys_only(layers: int, kv_heads: int, d_head: int, bytes_per_value: float, context: int) -> int | float:
    return per_request_bytes(layers, kv_heads, d_head, bytes_per_value, context) / 2


@family.mistake(
    of="per_request_gib", says="You divided by 1000^3, which gives GB. GiB are asked: divide by 1024^3."
)
def decimal_gigabytes(per_request_bytes: float) -> float:
    return per_request_bytes / 1e9


@family.mistake(of="free_bytes", says="You left the weights out. They stay in memory: subtract them first.")
def weights_forgotten(memory: float, unit: str) -> int | float:
    return bytes_of(memory, unit)


@family.mistake(
    of="free_bytes",
    says="You mixed GB (1000^3 bytes) and GiB (1024^3 bytes). Bring memory and cache to the same unit.",
)
def other_unit(memory: float, weights: float, unit: str) -> int | float:
    return bytes_of(float(exact(memory) - exact(weights)), "GB" if unit == "GiB" else "GiB")


@family.mistake(of="requests", says="You rounded up. Only whole requests that fit count: round down.")
def rounded_up(free_gib: float, per_request_gib: float, free_bytes: float, per_request_bytes: float) -> int:
    return math.ceil(ratio(free_gib, per_request_gib, free_bytes, per_request_bytes))


@family.mistake(
    of="requests", says="You rounded to the nearest number. Only whole requests that fit count: round down."
)
def rounded_to_nearest(
    free_gib: float, per_request_gib: float, free_bytes: float, per_request_bytes: float
) -> int:
    fits = ratio(free_gib, per_request_gib, free_bytes, per_request_bytes)
    if fits - int(fits) < Fraction(1, 2):
        raise NotApplicable
    return int(fits) + 1


@family.refuses
def rounding_decides(exact_run: Run) -> str | None:
    """The reason against numbers whose count comes out otherwise when they are rounded to two decimals; else None."""
    values = exact_run.values
    free, request = values["free_gib"], values["per_request_gib"]
    counts = {
        (free + i * 0.005) // (request + j * 0.005) for i in (-1, 0, 1) for j in (-1, 0, 1) if request > 0.005
    }
    return None if counts == {values["requests"]} else "rounding on the way changes how many fit"


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    memory = rng.choice((24, 40, 48, 80))
    heads = rng.choice((8, 16, 32)) if level == "warm-up" else rng.choice((2, 4, 8, 8))
    return {
        "memory": memory,
        "weights": rng.choice([w for w in (2, 3, 6, 7, 14, 16, 26, 28) if w < memory * 0.7]),
        "unit": "GiB" if level == "warm-up" else rng.choice(("GiB", "GB")),
        "layers": rng.choice((16, 24, 28, 32, 40)),
        "kv_heads": heads,
        "d_head": rng.choice((64, 128)),
        "bytes_per_value": 2 if level != "hard" else rng.choice((1, 2)),
        "context": rng.choice((4096, 8192, 16384) if level == "warm-up" else (8192, 16384, 32768)),
    }
