"""Demos of several parts, one of which is shown at a time: it asks, and the exercise is made of its numbers."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Generic, TypeVar

from app.lab.demos import demo
from app.lab.demos.demo import Asked, Demo, Task
from engine.solutions.pictures import Bars, Curve


@dataclass(frozen=True, slots=True)
class State(demo.State):
    """The fields of all parts, and the name of the one that is shown."""

    part: str


class Part(Task):
    """One part of a demo; its template has its name, in a folder with the name of the demo."""

    label: ClassVar[str]

    @property
    @abstractmethod
    def uses(self) -> Sequence[str]:
        """The fields of the state that are set where this part is shown."""

    @property
    @abstractmethod
    def asked(self) -> Asked: ...

    @abstractmethod
    def picture(self, predicted: float | None) -> Curve | Bars:
        """Draws the outcome and the prediction."""


S = TypeVar("S", bound=State)
P = TypeVar("P", bound=Part)


class Parted(Demo[S], Generic[S, P]):
    """A demo at one state, and so at one part."""

    parts: ClassVar[Mapping[str, type[Part]]]

    @property
    def template(self) -> str:
        return f"{self.name}/{self.state.part}"

    @property
    @abstractmethod
    def part(self) -> P:
        """The part that is shown."""

    @property
    def other_fields(self) -> Sequence[str]:
        """The fields that are set in other parts."""
        return [field.name for field in fields(self.state) if field.name not in self.part.uses]

    def changes_for(self, part: str) -> Mapping[str, object]:
        """Fields that change when another part is chosen."""
        return {"part": part}

    @property
    def wrong(self) -> str:
        return self.part.wrong

    @property
    def asked(self) -> Asked:
        return self.part.asked

    @property
    def question(self) -> str:
        return self.part.question

    @property
    def obstacle(self) -> str:
        return self.part.obstacle

    @property
    def numbers(self) -> Mapping[str, Any]:
        return self.part.numbers

    @property
    def picture(self) -> Curve | Bars:
        """Draws the outcome, with the prediction if there is one."""
        return self.part.picture(self.predicted)
