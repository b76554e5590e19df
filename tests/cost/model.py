"""The model: whatever students take grows in a straight line with their number, and an exam of an hour is its parts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from tests.cost.assumptions import ASSUMED, HOUR, Assumptions
from tests.cost.driving import BEGINNING, FETCHED, HANDING_IN, PRACTICE, SITTING, Driven

MB = 1e6


@dataclass(frozen=True, slots=True)
class Line:
    """``off`` is how far the worst point lies from it, as a share of the point."""

    base: float
    each: float
    off: float

    @classmethod
    def through(cls, points: Sequence[tuple[float, float]]) -> "Line":
        """The line of least squares. Raises ValueError for fewer than two places."""
        if len({x for x, _ in points}) < 2:
            raise ValueError("a line needs two places")
        x, y = np.array(points, float).T
        (base, each), *_ = np.linalg.lstsq(np.stack([np.ones_like(x), x], axis=1), y, rcond=None)
        off = np.abs(base + each * x - y) / np.where(y == 0, 1, np.abs(y))
        return cls(float(base), float(each), float(off.max()))

    def at(self, number: float) -> float:
        return self.base + self.each * number


@dataclass(frozen=True, kw_only=True)
class Model:
    """Lines over the number of students: processor seconds of an exam and of a session of practice, by program; MB of
    memory, and bytes of the database for each."""

    servers: int
    exam: dict[str, Line]
    session: dict[str, Line]
    memory: Line
    sat: Line
    practised: Line
    assumed: Assumptions = ASSUMED

    def hour(self, students: float) -> float:
        """Processor seconds of an exam's hour."""
        return sum(line.at(students) for line in self.exam.values())

    def week(self, students: float) -> float:
        """Processor seconds of a week of practice."""
        return self.assumed.sessions * sum(line.at(students) for line in self.session.values())

    def load_of_exam(self, students: float) -> float:
        """The cores that are busy in the hour of an exam."""
        return self.hour(students) / self.assumed.exam

    def load_of_evening(self, students: float) -> float:
        """The cores that are busy in the last evening before a deadline."""
        return self.week(students) * self.assumed.at_last / (self.assumed.evening * HOUR)

    def grown(self, students: float) -> float:
        """The bytes that the database grows by in a week of practice with an exam."""
        return self.assumed.sessions * self.practised.at(students) + self.sat.at(students)


def exam(one: Driven, program: str, assumed: Assumptions = ASSUMED) -> float:
    """Processor seconds of a program in the hour of an exam of a room that was driven."""
    spent = {step: one.seconds[step][program] for step in (BEGINNING, SITTING, HANDING_IN)}
    return spent[BEGINNING] + (assumed.exam - FETCHED) / one.steady * spent[SITTING] + spent[HANDING_IN]


def of(driven: Sequence[Driven], assumed: Assumptions = ASSUMED) -> Model:
    """The model of one place, from rooms of at least two sizes."""
    programs = tuple(driven[0].seconds[PRACTICE])

    def lines(take: Callable[[str, Driven], float]) -> dict[str, Line]:
        return {program: line(partial(take, program)) for program in programs}

    def line(take: Callable[[Driven], float]) -> Line:
        return Line.through([(one.number, take(one)) for one in driven])

    return Model(
        servers=driven[0].servers,
        exam=lines(lambda program, one: exam(one, program, assumed)),
        session=lines(lambda program, one: one.seconds[PRACTICE][program]),
        memory=line(lambda one: one.memory),
        sat=line(lambda one: one.sat),
        practised=line(lambda one: one.practised),
        assumed=assumed,
    )
