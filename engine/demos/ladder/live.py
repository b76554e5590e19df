"""A network of the ladder trained live, just as the recorded ones were, and then asked for each letter of a name."""

from collections.abc import Callable, Iterator, Mapping
from math import exp, isfinite
from typing import Any

import torch
from torch import nn

from engine.demos.ladder import experiment, ngram
from engine.demos.ladder.neural_ngram import NeuralNgram, Shape
from engine.demos.ladder.settings import Settings, checked
from engine.demos.training import Plan, batches, train, validation

EVERY = 20  # steps between two validations on the held-out names
Told = Iterator[tuple[int, dict[str, Any]]]


def build(settings: Settings, generator: torch.Generator) -> nn.Module:
    if settings.model == "neural_ngram":
        return NeuralNgram(Shape(experiment.V, settings.order, hidden=settings.hidden), generator)
    return experiment.build(settings.model, generator)


def run(settings: Settings, generator: torch.Generator) -> Told:
    """Each step with the perplexity of its own batch (``batch``), from time to time with that of all names held out
    (``perplexity``), at the end with the ``surprisals`` of the word, in nats. A loss that is no number ends it, told
    as None.
    """
    plan = experiment.Settings()
    model = build(settings, generator)
    yield 0, {"perplexity": _perplexity(model)}
    for point in train(
        model, Plan(steps=settings.steps, batch=plan.batch, rate=plan.rate), batches(plan.batch, generator)
    ):
        if not isfinite(point.loss):
            yield point.step, {"batch": None, "perplexity": None, "surprisals": None}
            return
        told: dict[str, Any] = {"batch": round(exp(point.loss), 3)}
        over = point.step == settings.steps
        if over or point.step % EVERY == 0:
            told["perplexity"] = _perplexity(model)
        if over:
            found = ngram.surprisals(experiment.next_token(model), settings.word)
            told["surprisals"] = [round(nats, 3) for nats in found.tolist()]
            model.train()
        yield point.step, told


def live(payload: Mapping[str, Any], steering: Callable[[], Mapping[str, Any]]) -> Told:
    """The same on one thread, with all chance from the seed; there is nothing to steer. Raises OutOfRange."""
    settings = checked(payload)
    torch.set_num_threads(1)
    return run(settings, torch.Generator().manual_seed(settings.seed))


def _perplexity(model: nn.Module) -> float | None:
    found = validation(model)
    return round(exp(found), 3) if isfinite(found) else None
