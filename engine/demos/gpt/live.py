"""A GPT trained live: its loss at every step, and from time to time the names that it writes."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from math import isfinite
from typing import Any

import torch

from engine.demos.gpt.model import GPT, Dropout, Shape
from engine.demos.gpt.names import CONTEXT, EDGE, HELD_OUT, decode, encode, vocabulary
from engine.demos.gpt.settings import Settings, checked
from engine.demos.steering import Steering, waits, wished
from engine.demos.training import Plan, as_batch, batches, train, validation

SAMPLES = 5  # names


@torch.no_grad()
def samples(model: GPT, chance: torch.Generator, number: int = SAMPLES) -> list[str]:
    """Names drawn from the model at temperature 1, each until its end or the model's context is full; "" may come."""
    was, _ = model.training, model.train(False)
    tokens = torch.tensor([encode(EDGE)] * number)  # (N, 1)
    for _ in range(model.shape.context):
        shares = model(tokens)[:, -1].softmax(-1)  # (N, V)
        tokens = torch.cat([tokens, torch.multinomial(shares, 1, generator=chance)], 1)  # (N, T + 1)
    model.train(was)
    return [decode(row).split(EDGE)[1] for row in tokens.tolist()]


def run(
    settings: Settings,
    chance: torch.Generator,
    sampling: torch.Generator,
    steering: Steering = dict,
    closely: Callable[[int], bool] = lambda step: False,
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each step with what was measured after it: ``loss``, ``gradient`` and ``rate``, and from time to time also
    ``validation``, ``names`` and ``shares``, which stand alone at step 0, before the first.

    The ``rate``, the ``dropout`` and the ``batch`` that are steered to take the place of those that were set, from the
    next step on. A step that is looked at ``closely`` is told with all of it. Names are drawn from a generator of
    their own: how often they are drawn changes no weight. A loss that is no number ends it; it is told as None, and
    ``validation`` too.
    """
    shape = Shape(
        vocabulary=len(vocabulary()),
        context=CONTEXT,
        layers=settings.layers,
        width=settings.width,
        heads=settings.heads,
        dropout=settings.dropout,
    )
    plan = Plan(
        steps=settings.steps,
        batch=settings.batch,
        rate=settings.rate,
        warm_up=settings.warm_up,
        falls=settings.falls,
        optimiser=settings.optimiser,
    )
    model = GPT(shape, chance)
    yield 0, _seen(model, sampling)
    _drop(model, wished(steering, "dropout", settings.dropout))
    data = batches(lambda: int(wished(steering, "batch", settings.batch)), chance)
    for point in train(model, plan, data, lambda: wished(steering, "rate", settings.rate)):
        told: dict[str, Any] = {"loss": None, "gradient": None, "rate": round(point.rate, 10)}
        if not (isfinite(point.loss) and isfinite(point.gradient)):
            yield point.step, told | {"validation": None, "names": [], "shares": []}
            return
        told |= {"loss": round(point.loss, 4), "gradient": round(point.gradient, 4)}
        often = point.step % settings.samples_every == 0 or point.step == settings.steps
        if often or closely(point.step):
            told |= _seen(model, sampling)
        yield point.step, told
        _drop(model, wished(steering, "dropout", settings.dropout))


def _drop(model: GPT, share: float) -> None:
    """Has the model drop this share from now on."""
    for one in model.modules():
        if isinstance(one, Dropout):
            one.keep = 1 - share


def live(payload: Mapping[str, Any], steering: Steering) -> Iterator[tuple[int, dict[str, Any]]]:
    """The same on one thread, with all chance from the seed, and names wherever the run is paused. Raises
    OutOfRange."""
    settings = checked(payload)
    torch.set_num_threads(1)
    chance, sampling = (torch.Generator().manual_seed(settings.seed + more) for more in (0, 1))
    return run(settings, chance, sampling, steering, partial(waits, steering))


def _seen(model: GPT, sampling: torch.Generator) -> dict[str, Any]:
    found = validation(model)
    if not isfinite(found):
        return {"validation": None, "names": [], "shares": []}
    return {"validation": round(found, 4), "names": samples(model, sampling), "shares": shares(model)}


@torch.no_grad()
def shares(model: GPT, name: str = HELD_OUT) -> list[float]:
    """The model's probability for each letter of the name, and for its end."""
    was, _ = model.training, model.train(False)
    (tokens,), (following,) = as_batch([name])  # (T,), (T,)
    found = model(tokens[None])[0].softmax(-1)[range(len(tokens)), following]  # (T,)
    model.train(was)
    return [float(f"{share:.6g}") for share in found.tolist()]
