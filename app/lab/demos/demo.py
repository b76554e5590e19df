"""What every demo of the lab is made of: a state that stands whole in its address, something to predict, what came.

A demo is one file beside this one, with a template of its name in ``templates/lab/demos``; ``DEMOS`` lists them.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from math import inf, isinf
from typing import Any, ClassVar, Generic, TypeVar
from urllib.parse import parse_qs, urlencode

from pydantic.fields import FieldInfo

from app.jobs.store.jobs import State as Standing
from app.lab.demos.chart import Point
from app.lab.store.predictions import Prediction
from engine.solutions.pictures import minus


class NoExercise(ValueError):
    """These numbers lie where rounding decides, or do not fit the question."""


@dataclass(frozen=True, slots=True)
class State:
    """All that the page of a demo depends on; read from the address, within the bounds of each ``Field``."""

    @property
    def address(self) -> str:
        return urlencode(asdict(self))

    @property
    def again(self) -> str:
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


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be predicted: in words, what came (None until a model was trained), how near counts as right, between
    which numbers it lies whatever comes, and whether it is a ``whole`` one."""

    words: str
    outcome: float | None
    within: float
    least: float = -inf
    most: float = inf
    whole: bool = False

    @property
    def impossible(self) -> str:
        """What is said to whoever predicts something else."""
        if isinf(self.most):
            return f"It is {self.least:g} or more, whatever comes."
        return f"It lies between {self.least:g} and {self.most:g}, whatever comes."


@dataclass(frozen=True, slots=True)
class Goal:
    """Something to find in a demo, and whether it is found."""

    says: str
    reached: bool


@dataclass(frozen=True, slots=True)
class Run:
    """A live run as its person sees it. ``position`` is its place in the queue, 0 when it waits no more.

    ``points`` are the next ones after the step that was asked for, each with its ``step``; ``seen`` is the last of
    these steps, and there may be ``more`` already. ``said`` tells why it came to nothing.
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
        """Whether nothing comes any more."""
        return self.state not in (Standing.WAITING, Standing.RUNNING) and not self.more

    @property
    def whole(self) -> bool:
        """Whether it came to its end: it may have been stopped, or have failed."""
        return self.state is Standing.DONE

    @property
    def steered(self) -> bool:
        """Whether its rate was changed meanwhile, so that nothing was predicted of what came."""
        return bool(self.result and self.result.get("steered"))


class Task(ABC):
    """What is asked at one state, and the exercise that numbers of the screen become."""

    @property
    def wrong(self) -> str:
        """Why there is nothing to see at this state, and what to do; "" where there is."""
        return ""

    @property
    @abstractmethod
    def asked(self) -> Asked | None:
        """None where there is nothing to ask."""

    @property
    @abstractmethod
    def question(self) -> str:
        """The question of the bank that the numbers are for."""

    @property
    def hindered(self) -> str:
        """Why no exercise comes of these numbers, and what to do, where that is known beforehand; "" otherwise."""
        return ""

    @property
    @abstractmethod
    def numbers(self) -> Mapping[str, Any]:
        """The parameters of that question, where nothing has ``hindered`` it. Raises NoExercise."""


@dataclass(frozen=True)
class Demo(Task, Generic[S]):
    """A page of the lab at one state; its address is ``/lab/`` with its ``name``.

    With the live ``run`` that somebody has begun, and what they have ``made`` of it: their prediction.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    says: ClassVar[str]  # on the list of the lab
    section: ClassVar[str]  # of the syllabus, on that list
    questions: ClassVar[Sequence[str]]  # those that numbers of its screens become
    refused: ClassVar[str]  # why they become none after all, and what to do
    reads: ClassVar[type[State]]  # an address is read into it; its defaults are the run that is there at once

    state: S
    run: Run | None = None
    made: Prediction | None = None
    unfit: Mapping[str, str] = field(
        default_factory=dict
    )  # what its address says and no field of the state takes

    @property
    def template(self) -> str:
        """Of its page, in ``templates/lab/demos``."""
        return self.name

    @property
    def told_in(self) -> str:
        """The section to read about what this state shows."""
        return self.section

    @property
    def opens(self) -> Sequence[str]:
        """The fields of the state that a prediction is about: with all others one may play. All where none is named."""
        return ()

    @property
    def form(self) -> str:
        """How what is predicted is written."""
        return "%.2f"

    def in_form(self, number: float) -> str:
        return minus(self.form % number)

    def as_typed(self, predicted: float) -> str:
        """With all the digits that were typed."""
        shown = self.form % predicted
        return minus(shown if float(shown) == predicted else f"{predicted:.10g}")

    @property
    @abstractmethod
    def goals(self) -> Sequence[Goal]: ...

    @property
    def live(self) -> bool:
        """Whether what is asked at this state takes a live run."""
        return False

    def knows(self, address: str) -> bool:
        """Whether what was predicted at that address, or was there at once, shows this state, too."""
        was, now = (parse_qs(one, keep_blank_values=True) for one in (address, self.state.address))
        return all(was.get(name) == now[name] for name in self.opens or now)

    def answered(self, made: Prediction) -> bool:
        """Whether it answers the very question of this state."""
        asked = self.asked
        if asked is None or asked.words != made.asked:
            return False
        return self.knows(made.state) and asked.outcome in (None, made.outcome)
