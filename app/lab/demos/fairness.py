"""The test whether the numbers of a screen can be asked on a sheet: the same that drawn numbers pass."""

from collections.abc import Iterable, Mapping
from typing import Any

from engine import fairness
from engine.chain import CannotGoOn, Family, run
from engine.parameters import BadParameters
from engine.rounding.bands import bands


def is_fair(family: Family, numbers: Mapping[str, Any], asked: Iterable[str]) -> bool:
    """True if the numbers are fair for the steps of the family ``asked`` on the sheet."""
    try:
        exact = run(family, family.parameters.of(numbers))
        limits = bands(exact, asked, strict=True)
    except (BadParameters, CannotGoOn):
        return False
    return fairness.unfair(exact, limits) is None
