"""One data set, seven language models: two that count and five that learn, with the same names and the same questions.

The five have the same number of parameters within 2 % and take the same steps at the same batch; which of them wins
is a matter of that budget, so each is trained from several seeds and the spread is shown beside the figure.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from math import exp, sqrt
from random import Random
from statistics import mean
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from engine.demos.gpt.model import GPT, parameters
from engine.demos.gpt.model import Shape as GptShape
from engine.demos.gpt.names import CONTEXT, encode, split, vocabulary
from engine.demos.ladder import ngram
from engine.demos.ladder.neural_ngram import NeuralNgram
from engine.demos.ladder.neural_ngram import Shape as WindowShape
from engine.demos.ladder.recurrent import RecurrentModel
from engine.demos.ladder.settings import HIDDEN, LEARNERS, WIDE
from engine.demos.recording import Recording
from engine.demos.training import NOTHING, Plan, as_batch, batches, train, validation

V = len(vocabulary())
ALPHAS = tuple(np.geomspace(0.01, 2, 24).round(3).tolist())
SEEDS = (1, 2, 3)
SHOWN = (
    "alexandra",
    "heinrich",
    "myriam",
    "marie",
    "xgqk",
)  # three held out, one trained on, one that is no name
BEGINNINGS = ("", "ma", "jea", "alessandr")


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings for training a learner; after each ``every`` steps it is validated."""

    model: str = "gpt"
    steps: int = 1000
    batch: int = 32
    rate: float = 5e-3
    every: int = 50


@dataclass(frozen=True, slots=True)
class Height:
    """After so many steps: nats per token of the batches since the last point, and of all names held out."""

    step: int
    loss: float
    validation: float


@dataclass(frozen=True, slots=True)
class Counted:
    """A model that counts: how many counts above 0 it keeps, and its alpha, or its weights."""

    kept: int
    smoothing: tuple[float, ...]
    model: ngram.Model


def checked(settings: Settings) -> Settings:
    """Raises ValueError, in a sentence, for what cannot be trained here."""
    if settings.model not in LEARNERS:
        raise ValueError(f"the model must be one of {', '.join(LEARNERS)}, not {settings.model}")
    for name, least, most in (("steps", 1, 4000), ("batch", 1, 128), ("rate", 1e-5, 0.1), ("every", 1, 4000)):
        if not least <= getattr(settings, name) <= most:
            raise ValueError(f"{name} must be from {least} to {most}, not {getattr(settings, name)}")
    return settings


def build(model: str, generator: torch.Generator) -> nn.Module:
    """Raises KeyError for a name that is not among the learners."""
    match model:
        case "gpt":
            return GPT(GptShape(vocabulary=V, context=CONTEXT), generator)
        case "neural_ngram":
            return NeuralNgram(WindowShape(V), generator)
        case _:
            return RecurrentModel(model, V, WIDE, HIDDEN[model], generator)


def run(model: nn.Module, settings: Settings, generator: torch.Generator) -> Iterator[Height]:
    """Trains the model; the first point is before any step. Raises ValueError as ``checked`` does."""
    plan = Plan(steps=checked(settings).steps, batch=settings.batch, rate=settings.rate)
    before = validation(model)
    yield Height(0, before, before)
    lost: list[float] = []
    for point in train(model, plan, batches(settings.batch, generator)):
        lost.append(point.loss)
        if point.step % settings.every == 0 or point.step == plan.steps:
            yield Height(point.step, mean(lost), validation(model))
            lost.clear()


def next_token(model: nn.Module) -> ngram.Model:
    """The network as any other model: letters so far, at most 11 -> probability of each next token (V,)."""

    @torch.no_grad()
    def probabilities(before: str) -> ngram.Array:
        model.train(False)
        logits = model(torch.tensor([encode(f".{before}")]))[0, -1]  # (V,)
        return logits.double().softmax(0).numpy()  # type: ignore[no-any-return]

    return probabilities


def counted(words: Sequence[str]) -> dict[str, Counted]:
    """Every model that counts, alpha and weights from the same words; first the one that knows nothing."""
    orders = ngram.orders(words, ngram.LONGEST)
    kept = [sum(int((row > 0).sum()) for row in counts.after.values()) for counts in orders]
    found = {"uniform": Counted(0, (), ngram.interpolation((), (1.0,)))}
    for counts, size in zip(orders, kept, strict=True):
        alpha = ngram.best_alpha(counts, ALPHAS)
        found[f"add_alpha_{counts.n}"] = Counted(size, (alpha,), ngram.add_alpha(counts, alpha))
    for n in range(2, len(orders) + 1):
        weights = tuple(ngram.best_weights(words, orders[:n]).tolist())
        model = ngram.interpolation(orders[:n], weights)
        found[f"interpolated_{n}"] = Counted(sum(kept[:n]), weights, model)
    return found


def told(model: ngram.Model, rng: Random) -> dict[str, Any]:
    """A model's behaviour as it is shown: surprisals in nats per character, next tokens after a few beginnings,
    samples."""
    known, held_out = (set(words) for words in split())
    samples = [ngram.sample(model, rng) for _ in range(20)]
    kinds = ["trained on" if word in known else "held out" if word in held_out else "new" for word in samples]
    return {
        "surprisals": {word: ngram.surprisals(model, word).round(3).tolist() for word in SHOWN},
        "next": {before: model(before).round(4).tolist() for before in BEGINNINGS},
        "samples": [list(pair) for pair in zip(samples, kinds, strict=True)],
    }


@torch.no_grad()
def nats_per_name(model: nn.Module) -> ngram.Array:
    """-ln P of each name that is held out (names,)."""
    tokens, following = as_batch(split()[1])  # (B, T) each
    logits = model.train(False)(tokens).transpose(1, 2)  # (B, V, T)
    lost = F.cross_entropy(logits, following, ignore_index=NOTHING, reduction="none")
    return lost.double().sum(1).numpy()


def learned(name: str) -> tuple[dict[str, Any], ngram.Array]:
    """A learner from each seed: the curve, samples and surprisals of the first, and nats per name (seeds, names)."""
    curves, models = [], []
    for seed in SEEDS:
        generator = torch.Generator().manual_seed(seed)
        models.append(build(name, generator))
        curves.append(list(run(models[-1], Settings(name), generator)))
    best = min(curves[0], key=lambda height: height.validation)
    shown = {
        "id": name,
        "numbers": parameters(models[0]),
        "perplexities": [round(exp(curve[-1].validation), 3) for curve in curves],
        "best": [best.step, round(exp(best.validation), 3)],
        "curve": [[at.step, round(at.loss, 4), round(at.validation, 4)] for at in curves[0]],
        **told(next_token(models[0]), Random(SEEDS[0])),
    }
    return shown, np.stack([nats_per_name(model) for model in models])


def record() -> Recording:
    """``numbers`` is what a model keeps: parameters, or counts above 0. ``behind`` is how many nats per
    token a model loses to the lowest, and ``error`` the standard error of that over the names, pair by pair."""
    words, held_out = split()
    rungs, nats = [], []
    for name, counts in counted(words).items():
        nats.append(np.array([ngram.surprisals(counts.model, word).sum() for word in held_out]))
        smoothing = [round(number, 6) for number in counts.smoothing]
        rungs.append({"id": name, "numbers": counts.kept, "smoothing": smoothing})
        rungs[-1] |= told(counts.model, Random(SEEDS[0]))
    for name in LEARNERS:
        shown, found = learned(name)
        rungs.append(shown)
        nats.append(found.mean(0))  # over the seeds
    lowest, tokens = min(nats, key=np.sum), sum(len(word) + 1 for word in held_out)
    for rung, lost in zip(rungs, nats, strict=True):
        behind = lost - lowest  # (names,)
        rung["perplexity"] = round(exp(lost.sum() / tokens), 3)
        rung["behind"] = round(behind.sum() / tokens, 4)
        rung["error"] = round(behind.std(ddof=1) * sqrt(len(held_out)) / tokens, 4)
    return Recording(
        {
            "settings": asdict(Settings()),
            "seeds": SEEDS,
            "vocabulary": vocabulary(),
            "names": [len(words), len(held_out)],
            "tokens": tokens,
            "rungs": rungs,
        }
    )
