"""One test about many cases: all of them are looked at, and each that failed is named."""

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import Signature, signature
from typing import Any, TypeVar

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
        except Exception as error:
            error.add_note(f"of {name(case)}")
            raise
    assert looked_at
    assert not faults, f"{len(faults)} of {looked_at} fail:\n" + "\n".join(faults)


def for_each(
    cases: Iterable[Case], name: Callable[[Case], str] = str
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Makes a function of a case, and of fixtures behind it, one test about all of them: for checks that take less
    time than a test does."""

    def made(check: Callable[..., None]) -> Callable[..., None]:
        @wraps(check)
        def test(**fixtures: Any) -> None:
            every(cases, lambda case: check(case, **fixtures), name)

        _, *others = signature(check).parameters.values()
        test.__signature__ = Signature(others)  # type: ignore[attr-defined]
        return test

    return made


def one_in(share: int, cases: Iterable[Case], name: Callable[[Case], str] = str) -> list[pytest.ParameterSet]:
    """Cases for ``parametrize``: the first of each so many in every run, all of them in the sweep."""
    return [
        pytest.param(case, id=name(case), marks=[pytest.mark.sweep] if n % share else [])
        for n, case in enumerate(cases)
    ]
