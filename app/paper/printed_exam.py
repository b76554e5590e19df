"""Paper versions of an exam: the questions that one person gets, under a number of their own."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from string import ascii_lowercase

from engine.bengali import InBengali
from engine.study import Study
from engine.variants import Asked, Variant


@dataclass(frozen=True, slots=True)
class PrintedQuestion:
    """A question of a paper version: ``place`` from 1, the title of its ``group``, its points."""

    place: int
    group: str
    points: Fraction
    variant: Variant


@dataclass(frozen=True, kw_only=True, slots=True)
class PrintedExam:
    """A paper version for one person: the questions with their numbers, under the number printed on every page, and the
    images that they show."""

    title: str
    number: str
    minutes: int
    points: Fraction
    rules: tuple[str, ...]
    aids: tuple[str, ...]
    questions: tuple[PrintedQuestion, ...]
    bengali: bool = False
    course: str = ""
    images: Mapping[str, bytes] = field(default_factory=dict, repr=False)


def bengali(form: PrintedExam, study: Study) -> InBengali | None:
    return study.bengali if form.bengali else None


def with_groups(form: PrintedExam) -> Iterator[tuple[PrintedQuestion, bool]]:
    """Yields the questions, each with True if it is the first of its group."""
    before = ""
    for item in form.questions:
        yield item, item.group != before
        before = item.group


def lettered(variant: Variant) -> Iterator[tuple[Asked, str]]:
    """Yields the parts with their letters a, b, c; "" where there is only one."""
    for n, asked in enumerate(variant.asked):
        yield asked, "" if len(variant.asked) == 1 else letter(n)


def letter(n: int) -> str:
    """Returns a to z, then aa, ab."""
    before, place = divmod(n, len(ascii_lowercase))
    return (ascii_lowercase[before - 1] if before else "") + ascii_lowercase[place]
