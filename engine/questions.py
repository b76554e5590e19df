"""Questions as they are authored: what all of them say of themselves, and what is drawn and asked."""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    InstanceOf,
    PlainSerializer,
    Tag,
    model_validator,
)

from engine import catalogue
from engine.chain import Family
from engine.forms import Fixed, Form, Integer, Scientific
from engine.latex import SLOT

Level = Literal["warm-up", "exam", "hard"]
DRAWN = ("family", "drawn", "formula")  # the kinds whose numbers are drawn
LEVELS: tuple[Level, ...] = ("warm-up", "exam", "hard")
Skill = Literal["compute", "count", "train", "regularise", "map", "capture", "compare"]
Model = Literal[
    "any", "n-gram", "logistic regression", "softmax regression", "skip-gram", "multilayer perceptron", "RNN",
    "RNN with attention", "transformer encoder", "transformer decoder", "transformer encoder-decoder",
]  # fmt: skip


def _points(written: Any) -> Fraction:
    text = str(written)
    if not re.fullmatch(
        r"\d{1,3}(\.\d{1,6}|/[1-9]\d{0,3})?", text
    ):  # before it is computed: 1e999999999 is no points
        raise ValueError("must be a number of points such as 3, 2.5 or 1/3")
    return Fraction(text)


Points = Annotated[Fraction, BeforeValidator(_points), Field(gt=0, le=50), PlainSerializer(str)]
FORMS: Mapping[str, type[Fixed] | type[Scientific]] = {"fixed": Fixed, "scientific": Scientific}


class Shape(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Span(Shape):
    """A drawn number: from, from + step, ... up to ``to``."""

    start: float = Field(alias="from")
    to: float
    step: float = Field(1, gt=0)

    @model_validator(mode="after")
    def not_empty(self) -> "Span":
        if not 0 <= self.to - self.start <= 10_000 * self.step:
            raise ValueError(
                "`to` must not lie below `from`, and there may be at most 10,000 steps between them"
            )
        return self


class Cells(Shape):
    """A drawn vector (or matrix, with rows): each entry one of ``of``."""

    length: int = Field(ge=1, le=64)
    rows: int | None = Field(None, ge=1, le=64)
    of: list[float] = Field(min_length=1)


def _kind_of_range(range_: Any) -> str:
    if isinstance(range_, list):
        return "list"
    return (
        "cells" if isinstance(range_, Cells) or (isinstance(range_, dict) and "length" in range_) else "span"
    )


Range = Annotated[
    Annotated[list[Any], Field(min_length=1), Tag("list")]
    | Annotated[Span, Tag("span")]
    | Annotated[Cells, Tag("cells")],
    Discriminator(_kind_of_range),
]


class Part(Shape):
    """One thing asked: a step's name, or the stem of unrolled steps (``merge`` asks merge_1, merge_2 ...)."""

    ask: str
    points: Points | None = None
    text: str = ""
    form: Literal["fixed", "scientific", "integer"] | None = None
    places: int = Field(2, ge=0, le=8)

    @property
    def written_as(self) -> Form | None:
        """The form this part asks for, None where the family's own stands."""
        if self.form == "integer":
            return Integer()
        if self.form is None and self.places == 2:
            return None
        return FORMS[self.form or "fixed"](self.places)


def _several(typed: Any) -> Any:
    """One text is the answer of a lone cell."""
    return [typed] if isinstance(typed, str) else typed


class Example(Shape):
    """A variant that the author keeps as a test: with these numbers, what is typed is "right", "wrong", or shows the
    mistake of this name."""

    numbers: dict[str, Any] = Field(max_length=40)
    typed: dict[str, Annotated[list[str], BeforeValidator(_several)]] = Field(min_length=1, max_length=40)
    gives: str = Field(max_length=40)


class Common(Shape):
    """What every authored item says of itself, whatever its kind."""

    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)
    title: str = Field(max_length=80)
    section: str = Field(max_length=8)
    model: Model = "any"
    skill: Skill = "compute"
    statement: str = Field(max_length=8000)
    source: str = Field("", max_length=1000)
    version: str = ""
    subject: str = ""


class Question(Common):
    """A question as it is drawn and marked: its chain, what to draw, what is asked and for how many points.

    Of kind ``family`` it is just what its file says; another kind makes it of its own file (``engine.kinds``), with a
    ``chain`` of its own.
    """

    kind: str = "family"
    family_id: str = Field(alias="family")
    chain: InstanceOf[Family] | None = Field(None, exclude=True)
    levels: tuple[Level, ...] = Field(LEVELS, min_length=1)
    points: Points = Fraction(5)
    fixed: dict[str, Any] = {}
    ranges: dict[str, Range] = {}
    cases: list[dict[str, Any]] = []
    tests: list[Example] = Field([], max_length=50)
    parts: list[Part] = Field(min_length=1, max_length=12)

    @cached_property
    def family(self) -> Family:
        """The chain behind the question, in the forms that its parts ask for. Raises UnknownFamily."""
        if self.chain:
            return self.chain
        forms = {part.ask: part.written_as for part in self.parts}
        return catalogue.find(self.family_id).in_forms({name: form for name, form in forms.items() if form})

    @property
    def default_level(self) -> Level:
        """The exam's where the question has it, else its first."""
        return "exam" if "exam" in self.levels else self.levels[0]

    @property
    def of_numbers(self) -> bool:
        """Whether it is computed line by line."""
        return self.kind in ("family", "formula")

    @property
    def varies(self) -> bool:
        """Whether its numbers are drawn at all."""
        if self.kind not in DRAWN:
            return False
        needed = {name for name, field in self.family.parameters.model_fields.items() if field.is_required()}
        return bool(self.ranges or self.cases) or not needed <= set(self.fixed)

    @model_validator(mode="after")
    def fits_the_family(self) -> "Question":
        family = self.family
        known = family.parameters.model_fields.keys()
        for place, names in self._named_parameters():
            for name in names:
                if name not in known:
                    raise ValueError(
                        f"{place}: {name} is no parameter of {family.id}; it has {', '.join(known)}"
                    )
        if family.steps:
            for part in self.parts:
                if part.ask not in family.steps:
                    raise ValueError(
                        f"ask: {part.ask} is no step of {family.id}; it has {', '.join(family.steps)}"
                    )
        return self

    def _named_parameters(self) -> Iterator[tuple[str, set[str]]]:
        yield "fixed", set(self.fixed)
        yield "ranges", set(self.ranges)
        yield from (("cases", set(case) - {"name"}) for case in self.cases)
        case_words = {"name"} if self.cases else set()
        if self.kind in DRAWN:
            yield "statement", set(SLOT.findall(self.statement)) - case_words
