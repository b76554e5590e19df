"""Demos of several parts, one of which is looked at: it asks, and the exercise is made of its numbers."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from app.demos.demo import Asked, Demo, S, Task
from engine.pictures import Bars, Curve


class Part(Task):
    """One of them."""

    @property
    @abstractmethod
    def asked(self) -> Asked: ...

    @abstractmethod
    def picture(self, predicted: float | None) -> Curve | Bars:
        """What came, and what was predicted."""


P = TypeVar("P", bound=Part)


class Parted(Demo[S], Generic[S, P]):
    """A demo at one state, and so at one part."""

    @property
    @abstractmethod
    def of(self) -> P:
        """The part that is looked at."""

    @property
    def wrong(self) -> str:
        return self.of.wrong

    @property
    def asked(self) -> Asked:
        return self.of.asked

    @property
    def question(self) -> str:
        return self.of.question

    @property
    def numbers(self) -> Mapping[str, Any]:
        return self.of.numbers

    @property
    def picture(self) -> Curve | Bars:
        """What came, and what was predicted, where it was."""
        return self.of.picture(self.made.predicted if self.made else None)
