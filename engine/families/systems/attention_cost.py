"""FLOPs of attention between n positions of size d: two products, 2 FLOPs per pair and number in each (curriculum 2.5).

With a sliding window (Beltagy et al. 2020; Jiang et al. 2023) position i reads itself and the positions before it,
at most w of them.
"""

from collections.abc import Generator, Mapping
from random import Random
from typing import Any

from engine.answers.forms import Integer, Scientific
from engine.chain import Family, NotApplicable, Run, Step, run
from engine.parameters import MOST, Count, Frozen, symbol
from engine.solutions.pictures import Curve, Line


class Parameters(Frozen):
    n: Count = symbol("n", "positions in the sequence")
    d: Count = symbol("d", "size of the model, all heads together")
    window: Count | None = symbol(
        "w",
        "positions that one position reads, itself included; without it all read all",
        default=None,
        empty="all positions",
    )


family = Family(
    "attention_cost", "Cost of attention", section="2.5", builds_on=("attention",), parameters=Parameters
)


@family.unroll("pairs", "flops")
def chain(given: Parameters) -> Generator[Step, Any, None]:
    if given.window is None:
        yield pairs("<n>^2", lambda n: n * n, ("n",))
    else:
        yield Step(
            "full", "Positions whose window is full", r"\max(0,\ <n> - <window>)",
            lambda n, window: max(0, n - window), ("n", "window"), symbol="v", form=Integer(),
        )  # fmt: skip
        yield Step(
            "early", "Pairs of the positions before them: 1 + 2 + 3 and so on",
            r"\frac{(<n> - <full>)(<n> - <full> + 1)}{2}",
            lambda n, full: (n - full) * (n - full + 1) // 2, ("n", "full"), symbol="E", form=Integer(),
        )  # fmt: skip
        yield pairs(
            r"<early> + <full> \cdot <window>", lambda early, full, window: early + full * window,
            ("early", "full", "window"),
        )  # fmt: skip
    yield Step(
        "flops", "FLOPs for scores and weighted sums", r"4 \cdot <pairs> \cdot <d>",
        lambda pairs, d: 4 * pairs * d, ("pairs", "d"), symbol="C", unit="FLOPs", form=Scientific(),
        answer="flops",
    )  # fmt: skip


def pairs(formula: str, compute: Any, sources: tuple[str, ...]) -> Step:
    return Step(
        "pairs", "Pairs of positions", formula, compute, sources, symbol="P", form=Integer(), answer="pairs"
    )


@family.picture(after="flops")
def growth(exact: Run) -> Curve:
    given: Any = exact.parameters
    furthest = min(2 * given.n, MOST)
    lengths = sorted({max(1, furthest * k // 40) for k in range(1, 41)} | {given.n})
    windows = {"all read all": None} | ({f"window {given.window}": given.window} if given.window else {})
    lines = tuple(
        Line(name, tuple((n, pairs_of(exact, n, window)) for n in lengths))
        for name, window in windows.items()
    )
    return Curve(
        "Pairs against length",
        "Without a window twice the length makes four times the pairs. With one the pairs grow in a straight line.",
        "positions n", "pairs", lines, marks=(("here", given.n, exact.reached["pairs"]),),
    )  # fmt: skip


def pairs_of(exact: Run, n: int, window: int | None) -> int:
    return int(run(exact.family, exact.parameters.replace(n=n, window=window)).reached["pairs"])


family.gives(
    {
        "pairs": ("whole number", "Pairs of a position and a position that it reads."),
        "flops": ("whole number", "FLOPs of scores and weighted sums: 4 per pair and number of d.", "FLOPs"),
    }
)
family.assumes(
    "Without a window each of the n positions reads all n, also later ones: a causal mask saves nothing here.",
    "With a window position i, counted from 1, reads itself and those just before it: i or window, "
    "whichever is smaller.",
    "A multiplication and an addition are 2 FLOPs. Softmax and projections are not counted.",
)


@family.mistake(
    of="pairs",
    says="You counted each position and those before, as under a causal mask. Here all read all: n times n.",
)
def causal_half(n: int, window: int | None) -> int:
    if window is not None:
        raise NotApplicable
    return n * (n + 1) // 2


@family.mistake(
    of="early",
    says="You left out that a position reads itself: the first has 1 pair, the second 2, and so on.",
)
def not_itself(n: int, full: int) -> int:
    return (n - full) * (n - full - 1) // 2


@family.mistake(
    of="pairs",
    says="You gave every position a full window. The first positions read fewer, themselves included: 1, 2, 3.",
)
def windows_all_full(n: int, window: int | None) -> int:
    if window is None:
        raise NotApplicable
    return n * window


@family.mistake(
    of="pairs", says="You let every position read every position. Here each one reads at most w of them."
)
def window_ignored(n: int, window: int | None) -> int:
    if window is None:
        raise NotApplicable
    return n * n


@family.mistake(
    of="flops",
    says="You took 2 FLOPs per pair and number. The scores take 2, the weighted sums of the values 2 more.",
)
def scores_only(pairs: int, d: int) -> int:
    return 2 * pairs * d


@family.mistake(
    of="flops", says="You left out the size d: each pair takes 4 FLOPs for each of the d numbers."
)
def size_forgotten(pairs: int) -> int:
    return 4 * pairs


@family.mistake(
    of="flops", says="You left out the 4: two products, with one multiplication and one addition each."
)
def four_forgotten(pairs: int, d: int) -> int:
    return pairs * d


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    """A question that fixes the length says itself whether there is a window."""
    lengths = {
        "warm-up": (8, 10, 12, 16, 20),
        "exam": (64, 80, 96, 100, 120, 128, 160, 200, 240, 256, 300, 320, 400, 512),
        "hard": (600, 640, 768, 800, 1000, 1024, 1200, 2000, 2048),
    }
    n = fixed.get("n", rng.choice(lengths[level]))
    windowed = "n" not in fixed and (level == "hard" or (level == "exam" and rng.random() < 0.5))
    return {
        "n": n,
        "d": rng.choice((4, 8, 16) if level == "warm-up" else (256, 384, 512, 768, 1024)),
        "window": n // rng.choice((4, 5, 8)) if windowed else None,
    }
