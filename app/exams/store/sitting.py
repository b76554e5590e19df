"""The record of a sitting, and of one question of it."""

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from fractions import Fraction
from typing import Any


class ClosedBy(StrEnum):
    """The cause of a sitting's end."""

    HAND = "hand"
    TIME = "time"
    INSTRUCTOR = "instructor"


class LateStart(StrEnum):
    """The time of somebody who begins an exam of a course after it opened: the whole time, or what is left of it."""

    WHOLE = "whole"
    LEFT = "left"


@dataclass(frozen=True, kw_only=True, slots=True)
class Sitting:
    """A sitting as stored. ``supervised`` says whether its exam has rules for where it is sat. ``counts_from`` is when
    its time began to run, None before; ``seconds`` is its length without breaks, and ``breaks`` are the seconds of
    breaks that the person may take."""

    id: int
    name: str
    person: int | None
    exam: int | None
    supervised: bool
    course: str
    number: str
    title: str
    blueprint: Mapping[str, Any]
    points: Fraction
    forbids_aids: bool
    prepared_at: datetime
    begun_at: datetime | None
    counts_from: datetime | None
    seconds: float
    breaks: float
    paused_at: datetime | None
    paused_for: float
    message: str
    window: str
    place: int
    heard_at: datetime | None
    closed_at: datetime | None
    closed_by: str
    receipt: str
    form_key: str

    @property
    def on_paper(self) -> bool:
        """True if it is a paper version: nobody knows how long its student wrote."""
        return self.form_key == paper_key(self.exam)

    @property
    def running(self) -> bool:
        """True once its clock has started, until it is closed."""
        return self.begun_at is not None and self.closed_at is None

    def rested(self, now: datetime) -> float:
        """Returns the seconds of breaks taken until now; those that are over stay taken if fewer are given later."""
        going_on = (now - self.paused_at).total_seconds() if self.paused_at else 0.0
        return self.paused_for + min(max(going_on, 0.0), max(self.breaks - self.paused_for, 0.0))

    def paused(self, now: datetime) -> bool:
        """True if the clock stands still; a break ends by itself when its time is used up."""
        return self.paused_at is not None and self.rested(now) < self.breaks

    def ends_at(self, now: datetime) -> datetime:
        """Returns when its time is over, as far as is known now: a running break moves it."""
        assert self.counts_from is not None
        return self.counts_from + timedelta(seconds=self.seconds + self.rested(now))

    @property
    def over_at(self) -> datetime | None:
        """The moment when it was over or was ended, before the grace period; None while it runs."""
        return self.closed_at and min(self.closed_at, self.ends_at(self.closed_at))


@dataclass(frozen=True, slots=True)
class Drawn:
    """One question of a sitting. ``variant`` is what ``Variant.to_json`` returned; it holds the keys."""

    id: int
    place: int
    heading: str
    question: str
    section: str
    _: KW_ONLY
    points: Fraction
    variant: Mapping[str, Any]


def paper_key(exam: int | None) -> str:
    """Returns the form key of an exam's paper versions; no form that a browser sends has a space in its key."""
    return f"paper {exam}"
