"""A cache that grows by one token at a time, for each key-value head; without it all is computed anew at each step.

What attention reads is the same: a key and a value of every token so far. The cache keeps them (Shazeer 2019), and
query heads that share a key-value head keep less (Ainslie et al. 2023).
"""

from collections.abc import Mapping
from typing import Any

from engine.figures.figure import Figure, Frame
from engine.figures.handles import Options, Steps, as_named
from engine.figures.wording import counted
from engine.solutions.pictures import Box, Boxes

TOKENS = ("the", "night", "train", "from", "Paris", "is", "late", "today")
QUERY_HEADS, MOST = 4, len(TOKENS)
NEW, KEPT, WORK = SHADES = ("computed at this step", "kept in the cache", "computed in all, this way")
LOWER = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def kept(parameters: Mapping[str, Any], cached: bool) -> Mapping[str, Any]:
    """No token is held where there is no cache."""
    return {} if cached else {"context": 0}


figure = Figure(
    "cache-by-token",
    "A cache saves work, token by token",
    family="kv_cache",
    section="2.8",
    question=lambda here: (
        "kv-cache-of-one-sentence" if cached(here) and here["kv_heads"] < QUERY_HEADS else ""
    ),
    start={"layers": 2, "d_head": 8, "bytes_per_value": 2, "batch": 1},
    handles=(
        Steps("step", "Token", 4, least=1, most=MOST, puts=as_named("context")),
        Options(
            "heads",
            f"Key-value heads for {QUERY_HEADS} query heads",
            "2",
            values={
                "4": (4, "4: one each"),
                "2": (2, "2: shared by two"),
                "1": (1, "1: shared by all"),
            },
            puts=as_named("kv_heads"),
        ),
        Options(
            "cache",
            "Keys and values are",
            "kept",
            values={"kept": (True, "kept in a cache"), "again": (False, "computed again at each step")},
            puts=kept,
        ),
    ),
    opens=lambda here: ("total_bytes", ()),
)


def cached(here: Frame) -> bool:
    return bool(here["cache"] == "kept")


def computed(step: int, cache: bool) -> int:
    """The tokens whose keys and values are computed at this step."""
    return 1 if cache else step


def so_far(step: int, cache: bool) -> int:
    """The same for all steps until then."""
    return sum(computed(one, cache) for one in range(1, step + 1))


def name(head: int, heads: int) -> str:
    """The query heads that read from this key-value head, counted from 1."""
    share = QUERY_HEADS // heads
    first = 1 + head * share
    if share == 1:
        return f"query head {first}"
    return (
        f"query heads {first} and {first + 1}"
        if share == 2
        else f"query heads {first} to {first + share - 1}"
    )


@figure.draws
def cache(here: Frame) -> Boxes:
    """A row of tokens, a row of keys and values for each key-value head, and what was computed so far, both ways."""
    step, heads = here["step"], here["kv_heads"]

    def pair(at: int) -> Box:
        shade = KEPT if cached(here) and at < step else NEW
        return Box(f"k{at} v{at}".translate(LOWER), shade, wide=1 / MOST)

    def work(words: str, cache: bool) -> tuple[str, tuple[Box, ...]]:
        count = so_far(step, cache)
        shade = WORK if cache == cached(here) else ""
        return f"{words}: {counted(count, 'token')}", (
            Box(f"{count}", shade, wide=count / so_far(MOST, False)),
        )

    text = tuple(
        Box(token if at <= step else "", NEW if at == step else "", wide=1 / MOST)
        for at, token in enumerate(TOKENS, 1)
    )
    return Boxes(
        f"One layer at token {step}: a key and a value of each token, for each key-value head",
        "The last token asks, and reads the keys and values of all tokens so far. Each row of them is one key-value "
        "head; the last two rows are as long as the work until now, with a cache and without one.",
        (
            ("the text so far", text),
            *((name(head, heads), tuple(map(pair, range(1, step + 1)))) for head in range(heads)),
            work("computed until now with a cache", True),
            work("computed until now without one", False),
        ),
        shades=SHADES,
    )


def piece(here: Frame) -> str:
    """Where the bytes of a token come from."""
    layers, heads, each = (int(here.run.values[name]) for name in ("layers", "kv_heads", "d_head"))
    return (
        f"A token takes {counted(layers, 'layer')} × {counted(heads, 'head')} × 2 (key and value) × {each} numbers × "
        f"{int(here.run.values['bytes_per_value'])} bytes = {int(here['bytes_per_token'])} bytes."
    )


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    step, token, size = now["step"], TOKENS[now["step"] - 1], int(now["total_bytes"])
    if not cached(now):
        if step == 1:
            return "The first token is new with a cache or without one, but here nothing is kept for the next step."
        return (
            f"Nothing is kept, a cache of 0 bytes: to add “{token}”, keys and values of all {step} tokens are "
            f"computed. That makes {so_far(step, False)} so far, where a cache needs {so_far(step, True)}."
        )
    if before is not None and before["heads"] != now["heads"]:
        way = "falls" if size < before["total_bytes"] else "rises"
        shared = {
            4: "each query head has keys and values of its own",
            2: "two query heads share each row",
            1: "all query heads share one row",
        }[now["kv_heads"]]
        return f"The cache {way} from {int(before['total_bytes']):,} to {size:,} bytes: {shared}."
    each = f"{int(now['bytes_per_token']):,} bytes"
    if step == 1:
        return f"The first token, “{token}”, puts {each} into the cache: a key and a value for each head and layer."
    held = (
        "those of the token before it are kept"
        if step == 2
        else f"those of the {step - 1} tokens before it are kept"
    )
    return f"Only “{token}” is computed, {held}: the cache grows by {each} to {size:,} bytes. {piece(now)}"
