"""The reference model: the GPT that other demos begin with, trained on names until its validation loss is best.

Its checkpoint is ``recording.weights("reference_model")``, by the keys of ``state_dict``. A name's log-probability is
the sum over its tokens, the ending ``.`` among them. In the margin: B names of T tokens, V tokens in the vocabulary.
"""

from collections.abc import Sequence
from dataclasses import asdict, replace
from itertools import islice
from math import exp, log

import torch
from torch import Tensor
from torch.nn import functional as F

from engine.demos.gpt.model import GPT, Shape, parameters
from engine.demos.gpt.names import CONTEXT, decode, names, split, vocabulary
from engine.demos.recording import Recording, weights
from engine.demos.training import NOTHING, Batch, Plan, as_batch, batches, train, validation

SHAPE = Shape(vocabulary=len(vocabulary()), context=CONTEXT)
PLAN = Plan(steps=3000, rate=4e-3, decay=0.1)
DROPOUT = 0.1  # in training only
EVERY = 100  # steps between two validations
SEED = 7
START = 0  # the token of the edge


def load() -> GPT:
    """The shipped checkpoint, ready to be sampled from; raises FileNotFoundError where it was never made."""
    model = GPT(SHAPE, torch.Generator())
    model.load_state_dict(
        {name: torch.from_numpy(array) for name, array in weights("reference_model").items()}
    )
    return model.train(False)


def log_probability(model: GPT, batch: Batch) -> Tensor:
    """Nats of each whole name, (B,): ln p(x) = sum_t ln p(x_t | x_<t)."""
    tokens, following = batch  # (B, T) each
    logits = model(tokens)  # (B, T, V)
    lost = F.cross_entropy(
        logits.transpose(1, 2), following, ignore_index=NOTHING, reduction="none"
    )  # (B, T)
    return -lost.sum(1)


@torch.no_grad()
def sample(model: GPT, count: int, generator: torch.Generator, temperature: float = 1.0) -> Batch:
    """So many names, as a batch that can be trained on. One that has no end after CONTEXT letters stays without."""
    tokens = torch.full((count, 1), START)  # (B, 1), then a column more for each token
    following = torch.empty(count, 0, dtype=torch.long)
    ended = torch.zeros(count, dtype=torch.bool)
    while tokens.shape[1] <= model.shape.context and not ended.all():
        probabilities = (model(tokens)[:, -1] / temperature).softmax(-1)  # (B, V)
        drawn = torch.multinomial(probabilities, 1, generator=generator)[:, 0]  # (B,)
        following = torch.cat([following, drawn.masked_fill(ended, NOTHING)[:, None]], 1)
        ended |= drawn == START
        tokens = torch.cat([tokens, drawn.masked_fill(ended, START)[:, None]], 1)
    return tokens[:, :-1], following


def words(batch: Batch) -> list[str]:
    """The names of a batch; one without an end is told by its missing ``.`` in ``following`` only."""
    return [decode([token for token in row if token > START]) for row in batch[1].tolist()]


@torch.no_grad()
def share_of(model: GPT, known: Sequence[str]) -> float:
    """The probability that the model draws one of these names: the sum of theirs, without chance."""
    return log_probability(model, as_batch(known)).exp().sum().item()


def record() -> Recording:
    generator = torch.Generator().manual_seed(SEED)
    model = GPT(replace(SHAPE, dropout=DROPOUT), generator)
    curve = [
        (0, log(SHAPE.vocabulary), validation(model))
    ]  # step, mean loss since the last (first: of even odds), held out
    best = {name: array.clone() for name, array in model.state_dict().items()}
    points = train(model, PLAN, batches(PLAN.batch, generator))
    while chunk := list(islice(points, EVERY)):
        now = validation(model)
        if now < min(held_out for _, _, held_out in curve):
            best = {name: array.clone() for name, array in model.state_dict().items()}
        curve.append((chunk[-1].step, sum(point.loss for point in chunk) / len(chunk), now))
    model.load_state_dict(best)
    found = words(sample(model.train(False), 2000, torch.Generator().manual_seed(SEED)))
    step, _, reached = min(curve, key=lambda point: point[2])
    shown = {
        "seed": SEED,
        "shape": asdict(SHAPE),
        "plan": asdict(PLAN) | {"dropout": DROPOUT},
        "parameters": parameters(model),
        "curve": [[step, round(loss, 4), round(held_out, 4)] for step, loss, held_out in curve],
        "best": {"step": step, "validation": round(reached, 4), "perplexity": round(exp(reached), 3)},
        "real": round(share_of(model, names()), 5),
        "new": round(share_of(model, split()[1]), 5),  # real, and never trained on
        "unique": len(set(found)) / len(found),
        "samples": found[:40],
    }
    return Recording(shown, {name: array.numpy() for name, array in best.items()})
