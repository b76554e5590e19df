"""Kind ``formula``: a chain whose steps are formulas, for those who do not write Python.

What its file says becomes a family like any other: the same runs mark, explain and tell it.
"""

from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from random import Random
from typing import Any, Literal

from pydantic import Field, field_validator

from engine.chain import CannotGoOn, Family
from engine.formula.compiled import NAMES, allowed, compiled
from engine.formula.reader import Reader
from engine.formula.tree import LONGEST
from engine.formula.values import Kind
from engine.formula.variables import Variable
from engine.parameters import BadParameters
from engine.questions import Common, Example, Level, Part, Points, Question, strangers
from engine.validation.schema import NAME, Fault, Found, Shape

Written = Field(min_length=1, max_length=LONGEST)


class Step(Shape):
    """One line of the solution: ``value`` computes it. ``options`` names the words that a word is chosen from. An
    answer may lie ``tolerance`` beside the key, beyond what rounding explains."""

    name: str = Field(pattern=NAME, max_length=40)
    title: str = Field(min_length=1, max_length=120)
    value: str = Written
    symbol: str = Field("", max_length=80)
    unit: str = Field("", max_length=40)
    form: Literal["fixed", "scientific", "integer", "word"] = "fixed"
    places: int = Field(2, ge=0, le=8)
    tolerance: float = Field(0, ge=0, le=1e30)
    options: str = Field("", max_length=40)
    formula: str = Field("", max_length=600)
    ask: bool = False
    points: Points | None = None
    text: str = Field("", max_length=200)


class Mistake(Shape):
    """A classic wrong way to do a step; ``when`` says with which numbers it can be made."""

    of: str
    value: str = Written
    says: str = Field(min_length=1, max_length=400)
    bengali: str = Field("", max_length=600)
    name: str = Field("", pattern=rf"^$|{NAME}", max_length=40)
    when: str = Field("", max_length=LONGEST)


class Convention(Shape):
    """Another way to count or measure, by which a step would come to something else."""

    of: str
    value: str = Written
    says: str = Field(min_length=1, max_length=400)
    bengali: str = Field("", max_length=600)


class Item(Common):
    """A formula question as its file says it."""

    kind: str = "formula"
    level: Level = "exam"
    points: Points = Fraction(5)
    variables: dict[str, Variable] = Field({}, max_length=24)
    constraints: list[str] = Field([], max_length=12)
    steps: list[Step] = Field(min_length=1, max_length=24)
    mistakes: list[Mistake] = Field([], max_length=24)
    conventions: list[Convention] = Field([], max_length=6)
    cases: list[dict[str, Any]] = Field([], max_length=200)
    tests: list[Example] = Field([], max_length=50)

    @field_validator("variables", mode="before")
    @classmethod
    def by_their_headings(cls, variables: Any) -> Any:
        """Raises Fault where a variable's table has a ``name`` of its own: the name belongs in the table's heading."""
        for called, variable in variables.items() if isinstance(variables, dict) else ():
            if isinstance(variable, dict) and "name" in variable:
                raise Fault(
                    ("variables", called, "name"), _not_given(str(variable["name"]).strip(), variables)
                )
        return variables

    @property
    def known_variables(self) -> Mapping[str, Kind]:
        """The variables with their kinds. Raises ValueError for one that has none."""
        first = self.cases[0] if self.cases else {}
        known: dict[str, Kind] = {}
        for name, variable in self.variables.items():
            if variable.computed:
                known[name] = Reader().read(variable.computed, known, "variables", name, "computed")[1]
            else:
                known[name] = variable.kind(first.get(name))
        return known

    def question(self) -> Question:
        """The question of this file. Raises Misfit, or Faults, where a formula or the statement does not fit."""
        found = Found()
        with found.each():
            chain = compiled(self)
        if found.faults:
            found.faults += strangers(self, list(self.variables))
        found.settle()
        asked = [step for step in self.steps if step.ask or step.points] or [self.steps[-1]]
        return Question(
            **{name: getattr(self, name) for name in Common.model_fields},
            kind=self.kind,
            family=self.kind,
            chain=chain,
            levels=(self.level,),
            points=self.points,
            fixed=self._fixed(chain),
            cases=self.cases,
            tests=self.tests,
            parts=[Part(ask=step.name, points=step.points, text=step.text) for step in asked],
        )

    def _fixed(self, chain: Family) -> Mapping[str, Any]:
        """The numbers of a question that has the same on every sheet; none of one whose numbers are drawn."""
        if any(one.value is None and not one.computed for one in self.variables.values()):
            return {}
        values = {name: one.value for name, one in self.variables.items() if not one.computed}
        with suppress(CannotGoOn, BadParameters):
            return chain.draw(Random(0), self.level, values) if chain.draw else values
        return values


def _not_given(name: str, variables: dict[str, Any]) -> str:
    if not name:
        return f"Give it a name: {NAMES}."
    if name in variables:
        return "Another variable has this name already."
    if not allowed(name):
        return f"{name} cannot be the name of a variable: {NAMES}."
    return f"The name of a variable stands in its heading: [variables.{name}]."
