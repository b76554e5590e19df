"""The schedule from its slope: the warm-up is interpolated, the cosine integrated, drops are walked one by one."""

from fractions import Fraction
from math import pi, sin
from typing import Any

import numpy as np
from scipy.integrate import quad  # type: ignore[import-untyped]


def _decayed(step: int, begin: int, end: int, peak: float, final: float) -> float:
    """The peak plus what the slope adds up to; the slope is half a sine wave, over at the end."""

    def slope(progress: float) -> float:
        return -(peak - final) * pi / 2 * sin(pi * progress)

    fallen, _ = quad(slope, 0, min(1.0, (step - begin) / (end - begin)), epsabs=0, epsrel=1e-13)
    return peak + float(fallen)


def _dropped(step: int, begin: int, every: int, factor: Fraction, peak: Fraction) -> float:
    rate, next_drop = peak, begin + every
    while next_drop <= step:
        rate, next_drop = rate * factor, next_drop + every
    return float(rate)


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    step, begin, peak = parameters["step"], parameters["warmup_steps"], parameters["peak"]
    if step < begin:
        return {"rate": float(np.interp(step, [0, begin], [0, peak]))}
    if parameters.get("schedule", "cosine") == "step":
        factor, top = Fraction(str(parameters["drop_factor"])), Fraction(str(peak))
        return {"rate": _dropped(step, begin, parameters["drop_every"], factor, top)}
    final = parameters.get("final_fraction", 0.1) * peak
    return {"rate": _decayed(step, begin, parameters["total_steps"], peak, final)}
