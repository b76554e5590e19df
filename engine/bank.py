"""The question bank: ``question_bank/<subject>/<id>.toml`` read into typed questions.

A broken file is a ``Broken`` with file, line and key; it never keeps the rest of the bank from serving.
"""

import hashlib
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    PlainSerializer,
    Tag,
    ValidationError,
    model_validator,
)

from engine import catalogue
from engine.chain import Family
from engine.forms import Fixed, Form, Integer, Scientific
from engine.latex import SLOT
from engine.parameters import BadParameters

Level = Literal["warm-up", "exam", "hard"]
LEVELS: tuple[Level, ...] = ("warm-up", "exam", "hard")
Skill = Literal["compute", "count", "train", "regularise", "map", "capture", "compare"]
Model = Literal[
    "any", "n-gram", "logistic regression", "softmax regression", "skip-gram", "multilayer perceptron", "RNN",
    "RNN with attention", "transformer encoder", "transformer decoder", "transformer encoder-decoder",
]  # fmt: skip
Points = Annotated[
    Fraction, BeforeValidator(lambda points: Fraction(str(points))), Field(gt=0, le=50), PlainSerializer(str)
]
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


class Question(Shape):
    """An authored item of kind ``family``: what to draw, how it is worded, what is asked and for how many points."""

    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)
    kind: Literal["family"] = "family"
    family_id: str = Field(alias="family")
    title: str = Field(max_length=80)
    section: str
    model: Model = "any"
    skill: Skill = "compute"
    statement: str
    source: str = ""
    levels: tuple[Level, ...] = Field(LEVELS, min_length=1)
    points: Points = Fraction(5)
    fixed: dict[str, Any] = {}
    ranges: dict[str, Range] = {}
    cases: list[dict[str, Any]] = []
    parts: list[Part] = Field(min_length=1, max_length=12)
    version: str = ""
    subject: str = ""

    @cached_property
    def family(self) -> Family:
        """The chain behind the question, in the forms that its parts ask for. Raises UnknownFamily."""
        forms = {part.ask: part.written_as for part in self.parts}
        return catalogue.find(self.family_id).in_forms({name: form for name, form in forms.items() if form})

    @property
    def default_level(self) -> Level:
        """The exam's where the question has it, else its first."""
        return "exam" if "exam" in self.levels else self.levels[0]

    @property
    def varies(self) -> bool:
        """Whether its numbers are drawn at all."""
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
        yield "statement", set(SLOT.findall(self.statement)) - case_words


@dataclass(frozen=True, slots=True)
class Broken:
    """A file that is no question: where, and what to mend."""

    file: Path
    line: int
    key: str
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.key + ': ' if self.key else ''}{self.message}"


@dataclass(frozen=True, slots=True)
class Bank:
    """All questions by id, in the order of sections and files, and what could not be read."""

    questions: Mapping[str, Question] = field(default_factory=dict)
    broken: tuple[Broken, ...] = ()


def read_bank(folder: Path) -> Bank:
    questions: dict[str, Question] = {}
    broken: list[Broken] = []
    for file in sorted(folder.glob("*/*.toml")):
        match read_question(file):
            case Broken() as problem:
                broken.append(problem)
            case question if question.id in questions:
                broken.append(Broken(file, 1, "id", f"{question.id} is the name of another question too"))
            case question:
                questions[question.id] = question
    ordered = sorted(questions.values(), key=lambda question: section_order(question.section))
    return Bank({question.id: question for question in ordered}, tuple(broken))


def read_question(file: Path) -> Question | Broken:
    try:
        text = file.read_text("utf-8")
        values = tomllib.loads(text)
    except (OSError, UnicodeDecodeError) as error:
        return Broken(file, 1, "", str(error))
    except tomllib.TOMLDecodeError as error:
        where = re.search(r"line (\d+)", str(error))
        return Broken(file, int(where.group(1)) if where else text.count("\n") + 1, "", str(error))
    version = hashlib.sha256(text.encode()).hexdigest()[:12]
    try:
        return Question.model_validate(
            {**values, "id": file.stem, "version": version, "subject": file.parent.name}
        )
    except ValidationError as error:
        errors = error.errors(include_url=False)
        first = min(
            errors, key=lambda problem: problem["type"] != "extra_forbidden"
        )  # "titel", not that title is missing
        message = first["msg"].removeprefix("Value error, ")
        key = ".".join(str(place) for place in first["loc"] if not isinstance(place, int))
        named = re.match(r"(\w+): (\w+)", message)
        return Broken(file, _line_of(text, first["loc"] or (named.groups() if named else ())), key, message)
    except (catalogue.UnknownFamily, BadParameters) as error:
        return Broken(file, _line_of(text, ("family",)), "family", str(error))


def section_order(section: str) -> tuple[int, ...]:
    """2.10 after 2.9; the classical sections c.1 ... come first, as the course does."""
    return tuple(int(number) for number in re.findall(r"\d+", section.replace("c.", "0.")))


def _line_of(text: str, location: tuple[int | str, ...]) -> int:
    """The line where a key stands: of a list of tables the one that is meant, in a table the key's own line."""
    lines = text.splitlines()
    heads = [n for n, line in enumerate(lines) if location and line.strip() == f"[[{location[0]}]]"]
    found = 0
    for place in location:
        if isinstance(place, int):
            found = heads[place] if place < len(heads) else found
            continue
        name = re.escape(place)
        starts = [n for n in range(found, len(lines)) if re.match(rf"\s*\[*{name}\b", lines[n])]
        holds = [n for n in range(found, len(lines)) if re.search(rf"\b{name}\b", lines[n])]
        found = next(iter(starts or holds), found)
    return found + 1
