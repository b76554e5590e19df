"""Training, step by step: the caller takes one point after the other, and may change the rate in between."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import cos, pi
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from engine.demos.gpt.names import encode, split

NOTHING = -100  # target behind the end of a name: cross-entropy ignores it
Batch = tuple[Tensor, Tensor]  # tokens (B, T), and for each the token that follows it


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """A training plan. The rate grows for ``warm_up`` steps, then stays or falls to a tenth along half a cosine."""

    steps: int
    batch: int = 32
    rate: float = 3e-3
    warm_up: int = 20
    falls: bool = True
    optimiser: str = "adamw"
    decay: float = 0.01
    clip: float = 1.0


@dataclass(frozen=True, slots=True)
class Point:
    """After so many steps: the loss of the step's own batch in nats per token, before the weights moved; ``gradient``
    is the norm of the gradient before it is clipped."""

    step: int
    loss: float
    gradient: float
    rate: float


def as_batch(words: Sequence[str]) -> Batch:
    """Names side by side, ``.`` before and after each."""
    rows = [encode(f".{word}.") for word in words]
    length = max(map(len, rows)) - 1
    tokens = torch.tensor([row[:-1] + [0] * (length + 1 - len(row)) for row in rows])
    following = torch.tensor([row[1:] + [NOTHING] * (length + 1 - len(row)) for row in rows])
    return tokens, following


def batches(size: int | Callable[[], int], generator: torch.Generator) -> Iterator[Batch]:
    """Names to train on, anew in another order when all were seen; the ``size`` may be asked for before each batch."""
    words, _ = split()
    while True:
        order = torch.randperm(len(words), generator=generator).tolist()
        first = 0
        while (last := first + (size() if callable(size) else size)) <= len(order):
            yield as_batch([words[n] for n in order[first:last]])
            first = last


def loss(model: nn.Module, batch: Batch) -> Tensor:
    """Mean cross-entropy in nats per token."""
    tokens, following = batch
    return F.cross_entropy(model(tokens).flatten(0, 1), following.flatten(), ignore_index=NOTHING)


@torch.no_grad()
def validation(model: nn.Module) -> float:
    """Nats per token over all names that are held out."""
    was, _ = model.training, model.train(False)
    found = loss(model, as_batch(split()[1])).item()
    model.train(was)
    return found


def optimiser(model: nn.Module, plan: Plan) -> torch.optim.Optimizer:
    """Makes the optimiser. Raises KeyError for one that is not known."""
    match plan.optimiser:
        case "adamw":
            return torch.optim.AdamW(
                model.parameters(), plan.rate, betas=(0.9, 0.95), weight_decay=plan.decay
            )
        case "sgd":
            return torch.optim.SGD(model.parameters(), plan.rate, momentum=0.9)
        case other:
            raise KeyError(other)


def share(plan: Plan, step: int) -> float:
    """Share of the rate with which the step (from 1) is taken."""
    if step <= plan.warm_up:
        return step / plan.warm_up
    if not plan.falls:
        return 1.0
    done = (step - plan.warm_up) / max(1, plan.steps - plan.warm_up)
    return 0.1 + 0.45 * (1 + cos(pi * done))


def train(
    model: nn.Module,
    plan: Plan,
    data: Iterator[Any],
    rate: Callable[[], float] | None = None,
    lost: Callable[[nn.Module, Any], Tensor] | None = None,
) -> Iterator[Point]:
    """Takes the plan's steps, one for each point that is asked for; before each it asks for the ``rate``, if it may.
    What is ``lost`` on a batch is the cross-entropy of each next token, if nothing else is said."""
    model.train()
    moving = optimiser(model, plan)
    for step, batch in zip(range(1, plan.steps + 1), data, strict=False):
        now = (rate() if rate else plan.rate) * share(plan, step)
        for group in moving.param_groups:
            group["lr"] = now
        moving.zero_grad()
        measured = (lost or loss)(model, batch)
        measured.backward()  # type: ignore[no-untyped-call]
        norm = nn.utils.clip_grad_norm_(model.parameters(), plan.clip)
        moving.step()
        yield Point(step, measured.item(), norm.item(), now)
