"""The whole report, as its page shows it, and as a table for the documents."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.home.accessibility.criterion import Criterion, Support
from app.home.accessibility.operable import OPERABLE
from app.home.accessibility.perceivable import PERCEIVABLE
from app.home.accessibility.robust import ROBUST
from app.home.accessibility.understandable import UNDERSTANDABLE
from app.web.languages.languages import N_

PRINCIPLES: Mapping[str, Sequence[Criterion]] = {
    N_("Perceivable"): PERCEIVABLE,
    N_("Operable"): OPERABLE,
    N_("Understandable"): UNDERSTANDABLE,
    N_("Robust"): ROBUST,
}
EVERY = tuple(one for rows in PRINCIPLES.values() for one in rows)
HEAD = "| Criterion | Level | Holds | What is known | Tested by |\n| --- | --- | --- | --- | --- |"


@dataclass(frozen=True, slots=True)
class Report:
    """``open`` are those that do not hold as a whole."""

    principles: Mapping[str, Sequence[Criterion]]
    counts: Mapping[Support, int]
    open: Sequence[Criterion]


def report() -> Report:
    counts = Counter(one.support for one in EVERY)
    lacking = [one for one in EVERY if one.support in (Support.PARTLY, Support.NOT)]
    return Report(PRINCIPLES, {support: counts[support] for support in Support}, lacking)


def as_table() -> str:
    """Markdown, a row for each criterion."""
    return "\n".join([HEAD, *map(_row, EVERY)])


def _row(one: Criterion) -> str:
    tested = ", ".join(f"`{test}`" for test in one.tests)
    how = "; ".join(filter(None, [tested, f"by hand: {one.by_hand}" if one.by_hand else ""]))
    return f"| {one.number} {one.name} | {one.level} | {one.support} | {one.remark} | {how} |"
