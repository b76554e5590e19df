"""A model of attention alone learns to repeat: a previous-token head in the first layer tells each position which
letter came before it, and induction heads in the second look for their own letter there (Olsson et al. 2022).

Both grow within a few hundred steps, in which the loss falls from guessing to knowing. One layer alone cannot do it.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
import torch
from torch import nn

from engine.demos.attention import by_hand
from engine.demos.attention.by_hand import Array, Place, Switches
from engine.demos.attention.layers import AttentionOnly, as_arrays, loss
from engine.demos.recording import Recording
from engine.demos.training import Plan, optimiser, share

SEED, OTHER_SEEDS = 3, (1, 2)
SHOWN = "qvhrxmkatzpdkatzpdkatzpd"  # 24 letters; from the 14th on the next one can be known
CHECKS = 128  # sequences that every loss is measured on


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """``batch`` new sequences a step, a point every ``every`` steps. Mask and scale are those of training."""

    layers: int = 2
    width: int = 32
    heads: int = 4
    mask: bool = True
    scale: bool = True
    steps: int = 1200
    batch: int = 32
    rate: float = 5e-3
    every: int = 25


@dataclass(frozen=True, slots=True)
class Look:
    """After so many steps: the loss of sequences not trained on, in nats per letter that can be known, and the
    strongest habit of any head, as a share of its attention."""

    step: int
    loss: float
    previous: float
    induction: float


def checked(settings: Settings) -> Settings:
    """Returns the settings. Raises ValueError, in a sentence, for one out of range."""
    for words, value, low, high in (
        ("The number of layers", settings.layers, 1, 3), ("The width", settings.width, 8, 64),
        ("The number of heads", settings.heads, 1, 8), ("The number of steps", settings.steps, 1, 3000),
        ("The batch size", settings.batch, 1, 64), ("The learning rate", settings.rate, 1e-5, 0.1),
        ("The number of steps between points", settings.every, 1, 500),
    ):  # fmt: skip
        if not low <= value <= high:
            raise ValueError(f"{words} lies between {low} and {high}.")
    if settings.width % settings.heads:
        raise ValueError("The width is a multiple of the number of heads.")
    return settings


def built(settings: Settings, generator: torch.Generator) -> AttentionOnly:
    return AttentionOnly(settings.layers, settings.width, settings.heads, generator)


def train(model: AttentionOnly, settings: Settings, rng: np.random.Generator) -> Iterator[int]:
    """Takes the steps, one for each number that is requested."""
    plan = Plan(steps=settings.steps, batch=settings.batch, rate=settings.rate, warm_up=50, decay=0.3)
    moving, switches = optimiser(model, plan), Switches(settings.mask, settings.scale)
    for step in range(1, settings.steps + 1):
        for group in moving.param_groups:
            group["lr"] = settings.rate * share(plan, step)
        moving.zero_grad()
        loss(model, by_hand.sequences(settings.batch, rng), switches).backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(model.parameters(), plan.clip)
        moving.step()
        yield step


def run(settings: Settings, generator: torch.Generator, model: AttentionOnly | None = None) -> Iterator[Look]:
    """A live training, of the ``model`` if one is handed in; the first point comes before the first step."""
    model = model or built(settings, generator)
    rng = np.random.default_rng(int(torch.randint(2**31, (), generator=generator)))
    yield look(model, settings, 0)
    for step in train(model, settings, rng):
        if step % settings.every == 0 or step == settings.steps:
            yield look(model, settings, step)


def look(model: AttentionOnly, settings: Settings, step: int) -> Look:
    rows, switches = checks(), Switches(settings.mask, settings.scale)
    heads = by_hand.forward(as_arrays(model), rows[:64, :-1], switches)[1].values()
    found = [by_hand.habits(head, rows[:64, :-1]) for head in heads]
    strongest = [round(max(habit[name] for habit in found), 3) for name in ("previous", "induction")]
    return Look(step, round(by_hand.loss(as_arrays(model), rows, switches), 4), *strongest)


def checks() -> Array:
    """The sequences (B, T + 1) that every model is measured on, always the same."""
    return by_hand.sequences(CHECKS, np.random.default_rng(0))


def record() -> Recording:
    """The training of the checkpoint and what its heads do; two more seeds; and trainings that lack a part."""
    settings, generator = Settings(), torch.Generator().manual_seed(SEED)
    model = built(settings, generator)
    looks = [asdict(point) for point in run(settings, generator, model)]
    arrays, tokens = as_arrays(model), by_hand.encode(SHOWN)
    _, maps = by_hand.forward(arrays, tokens)
    heads = without_each(arrays)
    for head in heads:
        head["map"] = maps[head["layer"], head["head"]].weights.round(3).tolist()
    second = frozenset(place for place in maps if place[0] == 1)
    shown = {
        "seed": SEED,
        "settings": asdict(settings),
        "text": SHOWN,
        "looks": looks,
        "loss": lost(arrays),
        "loss_without_mask": lost(arrays, Switches(mask=False)),
        "loss_without_scale": lost(arrays, Switches(scale=False)),
        "loss_without_second_layer": lost(arrays, Switches(off=second)),
        "heads": heads,
        "trainings": {
            "one layer": trained(replace(settings, layers=1)),
            "no mask": trained(replace(settings, mask=False, steps=300)),
            "no scale": trained(replace(settings, scale=False)),
            **{f"seed {seed}": trained(settings, seed) for seed in OTHER_SEEDS},
        },
    }
    return Recording(shown, {name: array.astype(np.float32) for name, array in arrays.items()})


def trained(settings: Settings, seed: int = SEED) -> dict[str, Any]:
    """Another training: its losses, as it was trained and with mask and scale, and without each head."""
    generator = torch.Generator().manual_seed(seed)
    model = built(settings, generator)
    looks = [asdict(point) for point in run(replace(settings, every=100), generator, model)]
    arrays, as_trained = as_arrays(model), Switches(settings.mask, settings.scale)
    return {
        "seed": seed,
        "steps": settings.steps,
        "looks": looks,
        "loss": lost(arrays, as_trained),
        "loss_with_mask_and_scale": lost(arrays),
        "heads": without_each(arrays, as_trained),
    }


def without_each(
    arrays: dict[str, Array], switches: Switches = by_hand.EVERYTHING_ON
) -> list[dict[str, Any]]:
    """Each head's place, counted from 0, its habits, and the loss when it alone is off."""
    tokens = checks()[:, :-1]

    def told(place: Place, head: by_hand.Head) -> dict[str, Any]:
        habits = {name: round(value, 3) for name, value in by_hand.habits(head, tokens).items()}
        off = lost(arrays, replace(switches, off=frozenset({place})))
        return {"layer": place[0], "head": place[1], "loss_without": off, **habits}

    return [told(*one) for one in by_hand.forward(arrays, tokens, switches)[1].items()]


def lost(arrays: dict[str, Array], switches: Switches = by_hand.EVERYTHING_ON) -> float:
    return round(by_hand.loss(arrays, checks(), switches), 4)
