"""The recorded runs of the alignment demo, in the form of a live run's points (``engine.demos.alignment.live``)."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from engine.demos import recording

Point = Mapping[str, Any]
GRADIENT, DPO = "gradient", "dpo"
LONGEST = 12  # letters of a name


def betas(method: str, reward: str) -> tuple[float, ...]:
    """The recorded betas, from the smallest."""
    return tuple(one["beta"] for one in _runs(method, reward))


def rewards(method: str) -> tuple[str, ...]:
    """The rewards for which a run of this method was recorded."""
    return (_preference()["settings"]["reward"],) if method == DPO else tuple(_gradient()["rewards"])


def nearest(method: str, reward: str, beta: float) -> float:
    return min(betas(method, reward), key=lambda one: abs(one - beta))


def before(reward: str) -> Mapping[str, Any]:
    """A summary of the names that the reference model draws."""
    return _gradient()["rewards"][reward]["before"]  # type: ignore[no-any-return]


def counts(reward: str) -> Sequence[tuple[float, int]]:
    """The number of the reference's names that earn each reward."""
    return [(earned, many) for earned, many in _gradient()["rewards"][reward]["counts"]]


def frontier(reward: str) -> Sequence[Point]:
    """The best policies, by beta: ``objective.Optimum`` without the number of names that carry it."""
    return _rows(_gradient()["rewards"][reward]["frontier"])


def frontier_end(reward: str) -> float:
    """The KL at which the line of the best policies ends: beyond it, too few names of the table would count."""
    return max(float(one["divergence"]) for one in frontier(reward))


def ends(method: str, reward: str) -> Sequence[tuple[float, tuple[float, float]]]:
    """Beta, and KL and reward at the end, of every recorded run of this method and reward."""
    outcomes = [(beta, points(method, reward, beta)[-1]["outcome"]) for beta in betas(method, reward)]
    return [(beta, (end["divergence"], end["reward"])) for beta, end in outcomes]


def longest(name: str) -> float:
    """The log-probability under the reference of a name that was drawn without a leash. Raises StopIteration."""
    drawn = (one for point in points(GRADIENT, "letter", 0.0) for one in point.get("drawn", ()))
    return next(float(one["logp_ref"]) for one in drawn if one["name"] == name)


def settings(method: str) -> Mapping[str, Any]:
    return (_preference() if method == DPO else _gradient())["settings"]  # type: ignore[no-any-return]


@cache
def points(method: str, reward: str, beta: float) -> Sequence[Point]:
    """Returns a point for each step. Raises StopIteration for a run that was not recorded."""
    run = next(one for one in _runs(method, reward) if one["beta"] == beta)
    real = recording.shown("reference_model")["real"]
    rows = {row["step"]: dict(row) for row in _rows(run["points"])}
    if method == GRADIENT:
        for drawn in run["drawn"]:
            rows[drawn["step"]]["drawn"] = drawn["names"]
        rows[max(rows)]["outcome"] = run["outcome"]
    else:
        for outcome in run["outcomes"]:
            named = {name: outcome[name] for name in ("reward", "divergence", "real", "unique")}
            rows[outcome["step"]] |= named | {"outcome": outcome}
        first = _preference()["first"]
        rows[0] |= {"pair": first["pair"], "ref": first["ref"]}
    start = rows[0]
    told = []
    for row in rows.values():
        moved = {f"{name}_moved": row[name] - start[name] for name in ("chosen", "rejected") if name in row}
        kept = {"relative": row["real"] / real} if row.get("real") is not None else {}
        told.append({**row, **moved, **kept})
    return told


def _runs(method: str, reward: str) -> Sequence[Mapping[str, Any]]:
    if method == DPO:
        return _preference()["runs"] if reward in rewards(DPO) else ()
    return _gradient()["rewards"][reward]["runs"]  # type: ignore[no-any-return]


def _rows(columns: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    """Turns a list for each field into a row for each entry."""
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _gradient() -> Mapping[str, Any]:
    return recording.shown("policy_gradient")


def _preference() -> Mapping[str, Any]:
    return recording.shown("preference")
