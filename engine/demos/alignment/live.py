"""An alignment trained live: a policy gradient with a KL penalty, or direct preference optimization.

Both begin with the reference model. With the settings and the seed of a recording, its numbers come out again.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

import torch

from engine.demos import recording
from engine.demos.alignment import policy_gradient, preference
from engine.demos.alignment.objective import outcome, rounded
from engine.demos.alignment.reference_model import load
from engine.demos.gpt.settings import OutOfRange
from engine.demos.steering import Steering, waits, wished

ASKED = {"gradient": ("reward", "divergence", "unique"), "dpo": ("chosen", "divergence", "unique")}
MOST_STEPS = 150
MOST_RATE = 0.02
EVERY = 10  # steps of a policy gradient between two reports of names
LOOKED_AT = 7  # seed of the names drawn to evaluate a policy, the same for every policy
Told = Iterator[tuple[int, dict[str, Any]]]


def checked(payload: Mapping[str, Any]) -> policy_gradient.Settings | preference.Settings:
    """The settings as chosen; the rest as in the recordings. Raises OutOfRange."""
    method, asks = payload["method"], payload["asks"]
    if asks not in ASKED.get(method, ()):
        raise OutOfRange(f"Nothing is told here of {asks} for the method {method}.")
    chosen = {name: payload[name] for name in ("reward", "beta", "rate", "steps")}
    if not 1 <= chosen["steps"] <= MOST_STEPS:
        raise OutOfRange(f"The number of steps lies between 1 and {MOST_STEPS}.")
    try:
        if method == "dpo":
            return preference.checked(preference.Settings(**chosen))
        return policy_gradient.checked(policy_gradient.Settings(**chosen))
    except ValueError as error:
        raise OutOfRange(str(error)) from error


def live(payload: Mapping[str, Any], steering: Steering) -> Told:
    """Trains on one thread, with all chance from the ``seed``, with the rate and the beta that are steered to.

    The last point holds as ``measured`` the number that the payload ``asks`` for. Raises OutOfRange.
    """
    settings = checked(payload)
    torch.set_num_threads(1)
    if isinstance(settings, preference.Settings):
        told = _preferring(settings, int(payload["seed"]), steering)
    else:
        told = _rewarded(settings, int(payload["seed"]), steering)
    return _measured(told, settings.steps, payload["asks"])


@dataclass(frozen=True, slots=True)
class Knobs:
    """The numbers that may be changed on the way, as they are at this moment."""

    settings: policy_gradient.Settings | preference.Settings
    steering: Steering

    def rate(self) -> float:
        return min(wished(self.steering, "rate", self.settings.rate), MOST_RATE)

    def beta(self) -> float:
        return wished(self.steering, "beta", self.settings.beta)


def _measured(told: Told, steps: int, asks: str) -> Told:
    for step, point in told:
        if step == steps:
            found = point["chosen_moved"] if asks == "chosen" else point["outcome"][asks]
            point["measured"] = found
        yield step, point


def _rewarded(settings: policy_gradient.Settings, seed: int, steering: Steering) -> Told:
    policy, reference = load(), load()
    chance, knobs = torch.Generator().manual_seed(seed), Knobs(settings, steering)
    for now in policy_gradient.run(policy, reference, settings, chance, knobs.rate, knobs.beta):
        told = numbers(reward=now.reward, divergence=now.divergence, unique=now.unique)
        if now.real is not None:
            told |= numbers(real=now.real, relative=now.real / real())
        last = now.step == settings.steps
        if now.step % EVERY == 0 or last or waits(steering, now.step):
            told["drawn"] = [rounded(one) for one in now.drawn]
            told["names"] = [one.name for one in now.drawn]
        if last:
            chance_of_looking = torch.Generator().manual_seed(LOOKED_AT)
            told["outcome"] = rounded(outcome(policy, reference, settings.reward, chance_of_looking))
        yield now.step, told


def _preferring(settings: preference.Settings, seed: int, steering: Steering) -> Told:
    policy, reference = load(), load()
    pairs, known, held_out = preference.prepared(reference, settings, torch.Generator().manual_seed(seed))
    first = held_out.compare(reference)
    start = numbers(chosen=first.chosen.mean().item(), rejected=first.rejected.mean().item())
    chance, knobs = torch.Generator().manual_seed(seed), Knobs(settings, steering)
    for now in preference.run(policy, known, held_out, settings, chance, knobs.rate, knobs.beta):
        told = numbers(loss=now.loss, accuracy=now.accuracy, margin=now.margin)
        told |= numbers(chosen=now.chosen, rejected=now.rejected)
        told |= {f"{name}_moved": less(told[name], start[name]) for name in start}
        told["first"] = [round(number, 4) for number in now.first]
        if now.step == 0:
            pair = pairs[settings.pairs]  # the first that is held out
            ref = [round(number[0].item(), 4) for number in (held_out.ref_chosen, held_out.ref_rejected)]
            told |= {"pair": [pair.chosen, pair.rejected], "ref": ref, "divergence": 0.0, "relative": 1.0}
        elif now.step % preference.EVERY == 0 or now.step == settings.steps or waits(steering, now.step):
            seen = outcome(policy, reference, settings.reward, torch.Generator().manual_seed(LOOKED_AT))
            told |= numbers(reward=seen.reward, divergence=seen.divergence, unique=seen.unique)
            told |= numbers(real=seen.real, relative=seen.real / real())
            told |= {"outcome": rounded(seen), "names": list(seen.samples[:6])}
        yield now.step, told


def real() -> float:
    """The probability that the reference draws a real name."""
    return float(recording.shown("reference_model")["real"])


def numbers(**found: float) -> dict[str, Any]:
    """Rounds to four decimals; what is not a number becomes None."""
    return {name: round(value, 4) if isfinite(value) else None for name, value in found.items()}


def less(number: float | None, start: float | None) -> float | None:
    return None if number is None or start is None else round(number - start, 4)
