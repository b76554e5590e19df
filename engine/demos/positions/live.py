"""One of the five ways to tell a position, trained live: its loss within the trained length and beyond."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import torch
from torch.nn import functional as F

from engine.demos.gpt.names import split
from engine.demos.gpt.settings import OutOfRange
from engine.demos.positions import experiment
from engine.demos.positions.encodings import PositionGPT
from engine.demos.positions.experiment import Settings, begin, by_context, pieces
from engine.demos.training import Batch, Plan, train

BEYOND = 128  # tokens that are read in the end, whatever it was trained with
LOOK = 50  # steps between two evaluations
GLANCE, HELD_OUT = 50, 600  # pieces to evaluate an untrained model with, and a trained one
LONGEST = 300  # steps
BATCH = 32  # pieces


def checked(payload: Mapping[str, Any]) -> tuple[Settings, int]:
    """The settings and the seed. Raises OutOfRange."""
    seed, steps = payload["seed"], payload["steps"]
    if not 0 <= seed < 2**31:
        raise OutOfRange("The seed lies between 0 and 2147483647.")
    if not 1 <= steps <= LONGEST:
        raise OutOfRange(f"A run takes 1 to {LONGEST} steps here.")
    settings = Settings(kind=payload["kind"], trained=payload["trained"], tested=BEYOND, steps=steps)
    try:
        return experiment.checked(settings), seed
    except ValueError as error:
        raise OutOfRange(str(error)) from error


def run(
    settings: Settings, generator: torch.Generator, rate: Callable[[], float] | None = None
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each step with the ``loss`` of its batch, now and then also ``within``, the loss of held-out tokens when as many
    are read as in training, and ``beyond``, when BEYOND are. The last point has these losses ``by_context``.
    """
    held_out = pieces(split()[1], HELD_OUT, BEYOND, generator)
    model = begin(settings, generator)

    def data() -> Iterator[Batch]:
        while True:
            yield pieces(split()[0], BATCH, settings.trained, generator)

    def seen(count: int) -> dict[str, float]:
        few = held_out[0][:count], held_out[1][:count]
        return {"within": loss(model, few, settings.trained), "beyond": loss(model, few, BEYOND)}

    yield 0, seen(GLANCE)
    for point in train(model, Plan(steps=settings.steps, rate=settings.rate), data(), rate):
        told: dict[str, Any] = {"loss": round(point.loss, 4)}
        if point.step % LOOK == 0 or point.step == settings.steps:
            told |= seen(HELD_OUT)
        if point.step == settings.steps:
            told["by_context"] = [(length, round(found, 4)) for length, found in by_context(model, held_out)]
        yield point.step, told


@torch.no_grad()
def loss(model: PositionGPT, held_out: Batch, length: int) -> float:
    """Mean loss of the last token of every piece, when the model reads so many tokens before it."""
    tokens, following = held_out
    logits = model(tokens[:, -length:])[:, -1]  # (B, V)
    return round(F.cross_entropy(logits, following[:, -1]).item(), 4)


def live(
    payload: Mapping[str, Any], steering: Callable[[], Mapping[str, Any]]
) -> Iterator[tuple[int, dict[str, Any]]]:
    """The same on one thread, with all chance from the seed, and the rate that is steered to. Raises OutOfRange."""
    settings, seed = checked(payload)
    torch.set_num_threads(1)
    generator = torch.Generator().manual_seed(seed)
    return run(settings, generator, lambda: float(steering().get("rate", settings.rate)))
