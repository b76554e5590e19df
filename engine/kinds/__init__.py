"""Kinds of questions beside chains of numbers, one module each: what its file says, and the chain that it makes of it.

Nothing is registered: the module's name is the kind, its class ``Item`` what a file of this kind says.
"""

import importlib
import pkgutil
from abc import abstractmethod
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, ClassVar, cast

from pydantic import AfterValidator

from engine.answers.forms import Form
from engine.chain import Family, Step
from engine.parameters import Frozen
from engine.questions import Common, Level, Part, Points, Question
from engine.validation.schema import Fault


def _without_formulas(text: str) -> str:
    if "$" in text:
        raise ValueError("this stands in a menu, which cannot show formulas")
    return text


Plain = Annotated[str, AfterValidator(_without_formulas)]


class UnknownKind(LookupError):
    """No kind of this name."""


class Misfit(Fault):
    """A file whose parts do not fit together."""


class Item(Common):
    """A question with a chain of its own, whose step ``answer`` is asked."""

    kind: str
    level: Level = "exam"
    points: Points = Fraction(1)
    asks: ClassVar[str]

    @abstractmethod
    def chain(self) -> Family:
        """The chain that the file describes."""

    def question(self) -> Question:
        """The question of this file, with its chain and its parts."""
        return Question(
            **{name: getattr(self, name) for name in Common.model_fields},
            kind=self.kind,
            family=self.kind,
            chain=self.chain(),
            levels=(self.level,),
            points=self.points,
            parts=self.parts(),
        )

    def parts(self) -> list[Part]:
        """Returns what is asked: the one part ``answer``, unless the kind asks more."""
        return [Part(ask="answer", text=self.asks)]

    def one_step(
        self, title: str, parameters: type[Frozen], form: Form, compute: Callable[..., Any], **more: Any
    ) -> Family:
        """A chain whose only step is the answer, computed from all parameters; ``more`` as ``Step`` takes it."""
        family = Family(self.kind, title, section=self.section, parameters=parameters, subject=self.subject)
        sources = tuple(parameters.model_fields)
        family.steps["answer"] = Step(
            "answer", title, "", compute, sources, form=form, answer="answer", **more
        )
        return family


@cache
def kinds(name: str) -> type[Item]:
    """The class of a kind's items. Raises UnknownKind."""
    known = [module.name for module in pkgutil.iter_modules(__path__)]
    if name not in known:
        raise UnknownKind(f"there is no kind {name!r}; there are family, {', '.join(known)}")
    return cast(type[Item], importlib.import_module(f"{__name__}.{name}").Item)
