"""One test about many cases: all of them are looked at, and each that failed is named."""

from collections.abc import Callable, Iterable
from typing import TypeVar

import pytest

Case = TypeVar("Case")


def every(cases: Iterable[Case], check: Callable[[Case], None], name: Callable[[Case], str] = str) -> None:
    """Fails with the names of the cases whose check failed, and why; and where there are no cases at all."""
    looked_at, faults = 0, []
    for looked_at, case in enumerate(cases, 1):  # noqa: B007, the last one is how many
        try:
            check(case)
        except AssertionError as fault:
            faults.append(f"{name(case)}: {fault}")
    assert looked_at
    assert not faults, f"{len(faults)} of {looked_at} fail:\n" + "\n".join(faults)


def one_in(share: int, cases: Iterable[Case], name: Callable[[Case], str] = str) -> list[pytest.ParameterSet]:
    """For ``parametrize``: the first of each so many cases in every run, all of them in the sweep."""
    return [
        pytest.param(case, id=name(case), marks=[pytest.mark.sweep] if n % share else [])
        for n, case in enumerate(cases)
    ]
