"""Requests beside the weights: what the weights leave free, over the cache of one request, rounded down."""

from collections.abc import Sequence
from dataclasses import replace

from engine.chain import run
from engine.families.systems.kv_concurrency import BYTES, Parameters
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Handle, Options, Slider
from engine.figures.wording import counted, significant
from engine.solutions.pictures import Box, Boxes, Curve, Line, Picture

WEIGHTS, CACHES, LEFT = SHADES = ("weights", "caches of requests", "left over")
CARDS = (24, 48, 80)
APART = 20  # so many caches are drawn one by one
POINTS = 16  # of the curve
FAIR = 20  # beyond, rounding to two decimals decides how many fit

HEADS = Options(
    "kv_heads",
    "Key-value heads",
    "8",
    values={"32": (32, "32, one per query head"), "8": (8, "8, each for four"), "1": (1, "1 for all")},
)
MEMORY = Options(
    "memory", "Memory of the card", "24", values={f"{size}": (size, f"{size} GiB") for size in CARDS}
)
CONTEXT = Slider("context", "Tokens of each request", 8192, least=4096, most=32768, step=4096)

figure = Figure(
    "requests-that-fit",
    "How many requests fit beside the weights?",
    family="kv_concurrency",
    section="2.8",
    question=lambda here: "users-on-one-accelerator" if here["requests"] <= FAIR else "",
    start={"weights": 14.9, "unit": "GiB", "layers": 32, "d_head": 128, "bytes_per_value": 2},
    handles=(CONTEXT, HEADS, MEMORY),
    opens=lambda here: ("requests", ()),
)


@figure.takes
def handles(given: Parameters) -> Sequence[Handle]:
    """Requests as long as the given one, cards that hold the weights, and other counts of heads."""
    cards = sorted({given.memory, *(size for size in CARDS if size >= given.weights)})
    heads = sorted({given.kv_heads, *(n for n in (1, 2, 8) if n < given.kv_heads)}, reverse=True)
    least, most = min(given.context, CONTEXT.least), max(given.context, CONTEXT.most)
    return (
        replace(CONTEXT, least=least, most=most),
        replace(HEADS, values={f"{n}": (n, f"{n}") for n in heads}),
        replace(MEMORY, values={f"{size:g}": (size, f"{size:g} {given.unit}") for size in cards}),
    )


def unit(here: Frame) -> str:
    return str(here.run.values["unit"])


def bytes_in_unit(here: Frame, amount: float) -> float:
    return float(amount) / BYTES[unit(here)]


def each(here: Frame) -> float:
    """The cache of one request, in the unit of the card."""
    return bytes_in_unit(here, here["per_request_bytes"])


def free(here: Frame) -> float:
    """Returns what the weights leave of the card, in its unit."""
    return bytes_in_unit(here, here["free_bytes"])


def fitting(here: Frame, context: int) -> int:
    """How many requests of another length fit."""
    return int(run(here.run.family, here.run.parameters.replace(context=context)).reached["requests"])


@figure.draws
def pictures(here: Frame) -> list[Picture]:
    return [card(here), curve(here)]


def card(here: Frame) -> Boxes:
    """The memory of the card: the weights, whole caches, and what is left over."""
    memory, weights = float(here.run.values["memory"]), float(here["weights"])
    requests, size = int(here["requests"]), each(here)
    left = free(here) - requests * size
    if requests <= APART:
        caches = [Box(f"{n + 1}", CACHES, size / memory) for n in range(requests)]
    else:
        caches = [Box(f"{requests:,} caches", CACHES, requests * size / memory)]
    row = [Box(f"{significant(weights)} {unit(here)}", WEIGHTS, weights / memory), *caches]
    if left > 0:
        row.append(Box(f"{significant(left)} {unit(here)}", LEFT, left / memory))
    return Boxes(
        f"A card of {memory:g} {unit(here)}: {counted(requests, 'cache')} of {significant(size)} {unit(here)} each",
        "The weights first; then whole caches, one for each request; what is too little for one more is left over.",
        (("", tuple(row)),),
        shades=SHADES,
    )


def curve(here: Frame) -> Curve:
    context = int(here["context"])
    most = max(int(CONTEXT.most), context)
    contexts = sorted({context, *(most * n // POINTS for n in range(1, POINTS + 1))})
    return Curve(
        "Requests that fit, by their length",
        f"With {counted(int(here.run.values['kv_heads']), 'key-value head')} and this card: twice the tokens, about "
        "half the requests.",
        "tokens of each request", "requests",
        (Line("requests", tuple((float(n), float(fitting(here, n))) for n in contexts)),),
        marks=((f"{here['requests']:,} here", float(context), float(here["requests"])),),
    )  # fmt: skip


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    requests, size, unit_of = int(now["requests"]), significant(each(now)), unit(now)
    fit = (
        f"{requests:,} {'request fits' if requests == 1 else 'requests fit'}"
        if requests
        else "not one request fits"
    )
    if before is None:
        return (
            f"A request of {now['context']:,} tokens holds {size} {unit_of} of keys and values, and the weights leave "
            f"{significant(free(now))} {unit_of}: {fit}."
        )
    was = int(before["requests"])
    told = f"still {fit}" if requests == was else f"{fit} now, not {was:,}"
    if before["memory"] != now["memory"]:
        by = f", {significant(free(now) / free(before))} times as much" if free(before) else ""
        return (
            f"The weights are there once, so the free memory goes from {significant(free(before))} to "
            f"{significant(free(now))} {unit_of}{by}: {told}."
        )
    longer = f"{significant(each(now) / each(before))} times as large"
    cause = "Longer requests" if before["context"] < now["context"] else "Shorter requests"
    if before["kv_heads"] != now["kv_heads"]:
        more = now.run.values["kv_heads"] > before.run.values["kv_heads"]
        cause = "More key-value heads" if more else "Fewer key-value heads"
    return f"{cause}: each cache is {size} {unit_of}, {longer}, so {told}."
