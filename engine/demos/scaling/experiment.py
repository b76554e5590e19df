"""Scaling in small: GPTs of 2,000 to 104,000 parameters read more or less; each run is one point of a law.

As Hoffmann et al. 2022 do, every run has a plan of its own whose rate falls to its end, so that a short run is no long
one broken off. They read names from a source without end, of which the least loss is known; or the real names, so
few (13,607 tokens) that they are read again and again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, astuple, dataclass
from functools import cache
from itertools import islice, product
from operator import attrgetter
from typing import Any

import numpy as np
import torch

from engine.demos.gpt.model import GPT, Shape, parameters
from engine.demos.gpt.names import CONTEXT, split, vocabulary
from engine.demos.gpt.settings import OutOfRange
from engine.demos.recording import Recording
from engine.demos.scaling import source
from engine.demos.scaling.laws import (
    PUBLISHED,
    Run,
    doubts,
    fit,
    foretold,
    interval,
    misses,
    resampled,
)
from engine.demos.training import NOTHING, Batch, Plan, Point, batches, train, validation

LAYERS, HEADS = 2, 4
BATCH = 16  # names a step
WIDTHS = (8, 12, 16, 24, 32, 48, 64)
TOKENS = (3_000, 300_000)


@dataclass(frozen=True, slots=True)
class Settings:
    """``tokens`` to read, about; the end of a name counts as one. ``real``: the real names, again and again."""

    width: int = 32
    tokens: int = 50_000
    real: bool = False


def checked(settings: Settings) -> Settings:
    """Raises OutOfRange, in a sentence, for a model or a length that is not offered."""
    if settings.width not in WIDTHS:
        raise OutOfRange(f"width must be one of {', '.join(map(str, WIDTHS))}, not {settings.width}")
    if not TOKENS[0] <= settings.tokens <= TOKENS[1]:
        raise OutOfRange(f"tokens must be from {TOKENS[0]:,} to {TOKENS[1]:,}, not {settings.tokens:,}")
    return settings


def run(settings: Settings, generator: torch.Generator) -> Iterator[Point | Run]:
    """Every step of a training, and after the last what it comes to: a point of the law."""
    model = built(checked(settings), generator)
    data = read(settings, generator)
    yield from trained(model, data)
    yield Run(parameters(model), counted(data), measured(model, settings))


def built(settings: Settings, generator: torch.Generator) -> GPT:
    return GPT(
        Shape(
            vocabulary=len(vocabulary()), context=CONTEXT, layers=LAYERS, width=settings.width, heads=HEADS
        ),
        generator,
    )


def trained(model: GPT, data: Sequence[Batch]) -> Iterator[Point]:
    rate = 0.2 / model.shape.width  # found by trial: a narrower model takes a higher one
    return train(
        model, Plan(steps=len(data), batch=BATCH, rate=rate, warm_up=max(1, len(data) // 10)), iter(data)
    )


def counted(data: Sequence[Batch]) -> int:
    """The tokens in these batches."""
    return sum(int((following != NOTHING).sum()) for _, following in data)


def measured(model: GPT, settings: Settings) -> float:
    return validation(model) if settings.real else source.cross_entropy(model, held_out())


def read(settings: Settings, generator: torch.Generator) -> list[Batch]:
    """All that the model will read, a batch of names for each step."""
    if settings.real:
        steps = round(settings.tokens * len(split()[0]) / unique() / BATCH)
        return list(islice(batches(BATCH, generator), steps))
    tokens, following = source.drawn(2 * settings.tokens // 5, generator)  # no name is so short
    enough = int(((following != NOTHING).sum(1).cumsum(0) <= settings.tokens).sum())
    parts = (part[:enough].split(BATCH) for part in (tokens, following))  # type: ignore[no-untyped-call]
    return list(zip(*parts, strict=True))


def unique() -> int:
    """Tokens of the real names there are to train on."""
    return sum(len(name) + 1 for name in split()[0])


@cache
def held_out() -> Batch:
    """Names from the source that no run has read."""
    return source.drawn(2000, torch.Generator().manual_seed(0))


SEED = 7
LENGTHS = (54_400, 108_800, 217_600)  # with fewer, no size gets much beyond single letters
GRID = [*product((8, 12, 16, 24, 32), LENGTHS), *product((48, 64), LENGTHS[:2])]
REPEATED = (13_600, 27_200, *LENGTHS)  # the real names: once, and up to sixteen times
REAL = [*product((8, 16, 32), REPEATED), *product((64,), REPEATED[:-1])]
SAME_COMPUTE = ((8, 193_000), (12, 95_800), (16, 57_000), (24, 27_000), (32, 15_700))  # 2.6e9 FLOPs each
FIGURES = ("E", "A", "B", "alpha", "beta", "growth")
OTHERS = 200


def record() -> Recording:
    """Nineteen runs on names from the source, what two thirds of them foretell of the dearest, and five runs that cost
    the same; and nineteen runs on the real names."""
    runs = [point(Settings(*at)) for at in GRID]
    cheap = float(np.quantile([run.flops for run in runs], 2 / 3))
    return Recording({
        "seed": SEED, "layers": LAYERS, "heads": HEADS, "batch": BATCH, "widths": WIDTHS, "tokens": TOKENS,
        "entropy": round(source.entropy(held_out()), 4), **fitted(runs, real=False),
        "same compute": rows([point(Settings(*at)) for at in SAME_COMPUTE]),
        "foretold": [[*row, round(said, 4)] for run, said in foretold(runs, cheap) for row in rows([run])],
        "published": {name: asdict(law) for name, law in PUBLISHED.items()},
        "real": {"unique": unique()} | fitted([point(Settings(*at, real=True)) for at in REAL], real=True),
    })  # fmt: skip


def fitted(runs: Sequence[Run], real: bool) -> dict[str, Any]:
    """The runs, their law, ``others`` that other luck would have given, and how far the luck of the seed alone moves a
    run (a standard deviation, of four)."""
    law = fit(runs)
    others = resampled(runs, law, OTHERS, np.random.default_rng(SEED))
    seeds = [point(Settings(16, LENGTHS[0], real), SEED + n).loss for n in range(4)]
    luck = float(np.std(seeds, ddof=1))
    return {
        "runs": rows(runs),
        "law": {name: float(f"{value:.5g}") for name, value in asdict(law).items()},
        "intervals": {name: [float(f"{end:.3g}") for end in interval(others, attrgetter(name))] for name in FIGURES},
        "others": [[float(f"{value:.5g}") for value in astuple(other)] for other in others],
        "misses": round(misses(law, runs), 4), "luck": round(luck, 4),
        "doubts": doubts(law, others, runs, luck, unique() if real else None),
    }  # fmt: skip


def rows(runs: Sequence[Run]) -> list[list[float]]:
    return [[run.parameters, run.tokens, round(run.loss, 4)] for run in runs]


def point(settings: Settings, seed: int = SEED) -> Run:
    *_, last = run(settings, torch.Generator().manual_seed(seed))
    assert isinstance(last, Run)
    return last
