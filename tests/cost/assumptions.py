"""What is not measured but assumed, of people and of machines; docs/cost.md tells it."""

from dataclasses import dataclass

HOUR = 3600.0


@dataclass(frozen=True, kw_only=True)
class Assumptions:
    """``sessions`` of practice a student has in a week; of all those of a course in the week of a deadline, the share
    ``at_last`` falls into the last ``evening``, in hours. In an ``exam``, in seconds, somebody changes one to three
    fields every ``save``. A machine has so many ``cores``. A browser keeps so many ``connections`` open."""

    sessions: float = 4
    at_last: float = 0.4
    evening: float = 4
    exam: float = HOUR
    save: float = 20.0
    cores: int = 2
    connections: int = 2


ASSUMED = Assumptions()
STUDENTS = 100, 1_000, 10_000, 100_000
WANTED = (
    (1_000, 1),
    (10_000, 2),
)  # students, and servers of that many cores, that an exam hour should fit on
LOAD = 0.3  # of these
