"""The base of every demo of the lab: a state that is read from its address, something to predict, and what came.

A demo is one class in a file beside this one, or in ``demo.py`` of a folder whose other modules hold its state, its
arithmetic and its pictures; its template of the same name is in ``templates/lab/demos``. ``DEMOS`` lists them.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from math import inf, isinf
from typing import Any, ClassVar, Generic, TypeVar
from urllib.parse import parse_qs, urlencode

from pydantic.fields import FieldInfo

from app.jobs.store.jobs import JobState as Standing
from app.lab.demos.chart import Point
from app.lab.store.predictions import Prediction
from engine.solutions.columns import minus


class NoExercise(ValueError):
    """Raised if these numbers lie where rounding decides, or do not fit the question."""


@dataclass(frozen=True, slots=True)
class State:
    """The state on which the page of a demo depends; read from the address, within the bounds of each ``Field``."""

    @property
    def address(self) -> str:
        return urlencode(asdict(self))

    @property
    def another_run(self) -> str:
        """The address of another run like this one: by another seed, where it has one."""
        seed = getattr(self, "seed", None)
        if seed is None:
            return self.address
        least, most = self.limits("seed")
        return self.to(seed=seed + 1 if seed < most else least)

    def to(self, **changes: object) -> str:
        """The address after a change."""
        return replace(self, **changes).address

    @classmethod
    def limits(cls, name: str) -> tuple[float, float]:
        """The least and the largest value of a field that has both."""
        said: FieldInfo = cls.__annotations__[name].__metadata__[0]
        bounds = {type(one).__name__: one for one in said.metadata}
        return bounds["Ge"].ge, bounds["Le"].le


S = TypeVar("S", bound=State)


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """A number to predict: ``words`` name it, ``outcome`` is None until a model was trained, ``within`` is the
    tolerance.

    In any case it lies between ``least`` and ``most``, and is an integer if ``whole``.
    """

    words: str
    outcome: float | None
    within: float
    least: float = -inf
    most: float = inf
    whole: bool = False

    @property
    def impossible(self) -> str:
        """The answer to a prediction outside these limits."""
        if isinf(self.most):
            return f"It is {self.least:g} or more, whatever comes."
        return f"It lies between {self.least:g} and {self.most:g}, whatever comes."


@dataclass(frozen=True, slots=True)
class Goal:
    """Something to find in a demo, and whether it is found."""

    says: str
    reached: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Run:
    """A live run as its owner sees it. ``position`` is its place in the queue, 0 once it no longer waits.

    ``points`` are the next ones after the requested step, each with its ``step``; ``seen`` is the last of these steps,
    and there may be ``more`` already. ``said`` tells why the run failed.
    """

    name: str
    state: Standing
    position: int
    done: int
    total: int
    said: str
    settings: Mapping[str, Any]
    steering: Mapping[str, Any]
    result: Mapping[str, Any] | None
    points: Sequence[Point]
    seen: int
    more: bool

    @property
    def over(self) -> bool:
        """True if no more points will come."""
        return self.state not in (Standing.WAITING, Standing.RUNNING) and not self.more

    @property
    def whole(self) -> bool:
        """True if it reached its end, neither stopped nor failed."""
        return self.state is Standing.DONE

    @property
    def steered(self) -> bool:
        """True if a setting was changed on the way, so that the prediction is not about what came."""
        return bool(self.result and self.result.get("steered"))


class Task(ABC):
    """A number to predict at one state, and the exercise made from the numbers on the screen."""

    @property
    def wrong(self) -> str:
        """The reason why there is nothing to see at this state, and what to do; "" if there is something."""
        return ""

    @property
    @abstractmethod
    def asked(self) -> Asked | None:
        """The number to predict; None if there is nothing to ask."""

    @property
    @abstractmethod
    def question(self) -> str:
        """The question of the bank that the numbers become."""

    @property
    def obstacle(self) -> str:
        """The reason why these numbers make no exercise, and what to do, if known beforehand; "" otherwise."""
        return ""

    @property
    @abstractmethod
    def numbers(self) -> Mapping[str, Any]:
        """The parameters of that question, unless there is an ``obstacle``. Raises NoExercise."""


@dataclass(frozen=True)
class Demo(Task, Generic[S]):
    """A page of the lab at one state; its address is ``/lab/`` with its ``name``.

    It holds the live ``run`` that a visitor has begun, and their ``prediction``.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    says: ClassVar[str]  # on the list of the lab
    section: ClassVar[str]  # of the syllabus, on that list
    puzzle: ClassVar[str]  # the one question that it is about
    minutes: ClassVar[int]  # that it takes to predict and to reach its goals, about
    cover: ClassVar[str]  # the property with the picture of its first state that stands there, small
    questions: ClassVar[Sequence[str]]  # questions that numbers of its screens become
    refused: ClassVar[str]  # why some numbers become none after all, and what to do
    state_type: ClassVar[type[State]]  # an address is read into it; its defaults are the run shown at once

    state: S
    run: Run | None = None
    prediction: Prediction | None = None
    unfit: Mapping[str, str] = field(
        default_factory=dict
    )  # fields of its address, with values that the state does not take

    @property
    def template(self) -> str:
        """The name of its page's template in ``templates/lab/demos``."""
        return self.name

    @property
    def study_section(self) -> str:
        """The section of the syllabus to read about what this state shows."""
        return self.section

    @property
    def prediction_fields(self) -> Sequence[str]:
        """The fields of the state that a prediction is about; empty: all of them. The others may be played with."""
        return ()

    @property
    def form(self) -> str:
        """The printf format of a prediction."""
        return "%.2f"

    def in_form(self, number: float) -> str:
        return minus(self.form % number)

    def as_typed(self, predicted: float) -> str:
        """Formats the prediction with all the digits that were typed."""
        shown = self.form % predicted
        return minus(shown if float(shown) == predicted else f"{predicted:.10g}")

    @property
    def predicted(self) -> float | None:
        return self.prediction.predicted if self.prediction else None

    @property
    @abstractmethod
    def goals(self) -> Sequence[Goal]: ...

    @property
    def live(self) -> bool:
        """True if the question of this state needs a live run."""
        return False

    def knows(self, address: str) -> bool:
        """True if a prediction made at that address, or the run shown there at once, opens this state, too."""
        was, now = (parse_qs(one, keep_blank_values=True) for one in (address, self.state.address))
        return all(was.get(name) == now[name] for name in self.prediction_fields or now)

    def answered(self, prediction: Prediction) -> bool:
        """True if the prediction answers exactly the question of this state."""
        asked = self.asked
        if asked is None or asked.words != prediction.asked:
            return False
        return self.knows(prediction.state) and asked.outcome in (None, prediction.outcome)
