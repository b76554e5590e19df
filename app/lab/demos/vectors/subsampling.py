"""Subsampling of frequent words: the thresholds above which words are thinned out, and what it did in recorded runs."""

from math import log

from app.web.languages.languages import N_
from engine.demos.vectors.recorded import overall, thinnings

RECORDED = {"thinned": ("centre", 0.003), "all": ("centre 1", 1.0), "strong": ("centre 0.0005", 0.0005)}
THRESHOLDS = (1.0, 0.02, 0.01, 0.003, 0.001, 0.0005, 0.0001)
SMALLER = {300: 0.07, 1200: 0.31}  # analogies right by steps, with 12 numbers, no word thinned out, seed 1


def threshold(often: float) -> str:
    """The threshold in words."""
    return N_("no word") if often == 1 else f"{100 * often:.4g} %"


def thresholds(chosen: float) -> list[tuple[float, str]]:
    """The thresholds to choose from, the chosen one included."""
    every = sorted({*THRESHOLDS, chosen}, reverse=True)
    return [(often, threshold(often)) for often in every]


def recorded_runs() -> list[tuple[float, float, float]]:
    """Threshold, share of analogies that come right, and correlation of lengths with counts."""
    return [
        (one["often"], overall(one["analogies"]), one["length against count"])
        for one in reversed(thinnings())
    ]


def recorded_share(often: float) -> float:
    """The share of analogies right in the recorded run with the most similar threshold."""
    nearest = min(recorded_runs(), key=lambda one: abs(log(one[0] / often)))
    return round(nearest[1], 2)
