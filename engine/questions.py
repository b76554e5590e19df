"""Questions as they are authored: what all of them say of themselves, and what is drawn and asked."""

import difflib
import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BeforeValidator,
    Field,
    InstanceOf,
    PlainSerializer,
    model_validator,
)

from engine import catalogue, data_files
from engine.answers.forms import Fixed, Form, Integer, Scientific
from engine.chain import Family
from engine.data_files import DataFile, Look
from engine.formula.values import Kind
from engine.illustrations.specs import Illustration
from engine.ranges import BELONGS, Range, shape_of, shapes_of
from engine.solutions.latex import SLOT
from engine.validation.schema import AGAIN, Fault, Found, Shape, Way

Level = Literal["warm-up", "exam", "hard"]
WAY = "convention"  # the parameter of a formula question that says by which convention its chain is run
DRAWN = ("family", "drawn", "formula", "algebra")  # the kinds whose numbers are drawn
LEVELS: tuple[Level, ...] = ("warm-up", "exam", "hard")
Skill = Literal["compute", "count", "train", "regularise", "map", "capture", "compare"]
Model = Literal[
    "any", "n-gram", "logistic regression", "softmax regression", "skip-gram", "multilayer perceptron", "RNN",
    "RNN with attention", "transformer encoder", "transformer decoder", "transformer encoder-decoder",
]  # fmt: skip


def points_of(written: Any) -> Fraction:
    """The points that a text or a number says. Raises ValueError."""
    text = str(written)
    if not re.fullmatch(
        r"\d{1,3}(\.\d{1,6}|/[1-9]\d{0,3})?", text
    ):  # before it is computed: 1e999999999 is no points
        raise ValueError("must be a number of points such as 3, 2.5 or 1/3")
    return Fraction(text)


def share_of(written: Any) -> Fraction:
    """The share of the points that a text or a number says, below 0 where it takes some. Raises ValueError."""
    text = str(written)
    if (
        not re.fullmatch(r"-?(0|1|0?\.\d{1,6}|1\.0{1,6}|\d{1,2}/[1-9]\d{0,2})", text)
        or abs(Fraction(text)) > 1
    ):
        raise ValueError("must be a share of the points such as 1/2 or 0.25, from -1 to 1")
    return Fraction(text)


Share = Annotated[Fraction, BeforeValidator(share_of), PlainSerializer(str)]
Points = Annotated[Fraction, BeforeValidator(points_of), Field(gt=0, le=50), PlainSerializer(str)]
FORMS: Mapping[str, type[Fixed] | type[Scientific]] = {"fixed": Fixed, "scientific": Scientific}


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
    """A list of answers: one text is the answer of a lone cell."""
    return [typed] if isinstance(typed, str) else typed


class Example(Shape):
    """A variant kept as a test: with these numbers, what is typed is "right", "wrong", or shows this mistake."""

    numbers: dict[str, Any] = Field(max_length=40)
    typed: dict[str, Annotated[list[str], BeforeValidator(_several)]] = Field(min_length=1, max_length=40)
    gives: str = Field(max_length=40)


class Remark(Shape):
    """A sentence below the solution, such as one on a wrong value that circulates; only ``when`` these parameters
    have these values, if any are named."""

    says: str = Field(min_length=1, max_length=400)
    when: dict[str, Any] = Field({}, max_length=8)


class Common(Shape):
    """The fields of every authored item, whatever its kind.

    ``bengali`` explains it in Bengali, after the answer. ``alike`` names questions that ask nearly the same or give its
    answer away: no exam draws both.
    """

    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)
    title: str = Field(max_length=80)
    section: str = Field(max_length=8)
    model: Model = "any"
    skill: Skill = "compute"
    statement: str = Field(max_length=8000)
    source: str = Field("", max_length=1000)
    bengali: str = Field("", max_length=1600)
    alike: list[str] = Field([], max_length=8)
    remarks: list[Remark] = Field([], max_length=4)
    pictures: dict[str, Illustration] = Field({}, max_length=4)
    files: list[DataFile] = Field([], max_length=data_files.MOST)
    version: str = ""
    subject: str = ""

    @model_validator(mode="after")
    def files_have_names_of_their_own(self) -> Self:
        """Raises Fault."""
        data_files.check(self.files)
        return self

    @property
    def known_variables(self) -> Mapping[str, Kind] | None:
        """The variables that its pictures may show, with their kinds; None where it has none of its own."""
        return None


class Question(Common):
    """A question as it is drawn and marked: its chain, what to draw, what is asked and for how many points. Of kind
    ``family`` it is what its file says; another kind makes it, with a ``chain``, from its own file
    (``engine.kinds``). ``drawings`` draw the pictures of its statement (``engine.illustrations``), ``looks`` are what
    is seen of its files, by their names, where somebody looked at their contents."""

    kind: str = "family"
    family_id: str = Field(alias="family")
    chain: InstanceOf[Family] | None = Field(None, exclude=True)
    drawings: dict[str, Callable[..., Any]] = Field({}, exclude=True)
    looks: dict[str, InstanceOf[Look]] = Field({}, exclude=True)
    levels: tuple[Level, ...] = Field(LEVELS, min_length=1)
    points: Points = Fraction(5)
    fixed: dict[str, Any] = Field({})
    ranges: dict[str, Range] = Field({})
    cases: list[dict[str, Any]] = Field([])
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
    def attached(self) -> tuple[Look, ...]:
        """Its files in their order, as they are seen below the statement."""
        return tuple(self.looks.get(one.name) or Look(name=one.name, file=one.file) for one in self.files)

    @property
    def default_level(self) -> Level:
        """The level exam where the question has it, else its first."""
        return "exam" if "exam" in self.levels else self.levels[0]

    @property
    def of_numbers(self) -> bool:
        """True if it is computed line by line."""
        return self.kind in ("family", "formula")

    @property
    def varies(self) -> bool:
        """True if its numbers are drawn at all."""
        if self.kind not in DRAWN:
            return False
        needed = {name for name, field in self.family.parameters.model_fields.items() if field.is_required()}
        return bool(self.ranges or self.cases) or not needed <= set(self.fixed)

    def remarks_on(self, numbers: Mapping[str, Any]) -> list[str]:
        """Returns what is remarked below a solution with these parameters, as JSON."""
        return [
            remark.says
            for remark in self.remarks
            if all(numbers.get(name) == value for name, value in remark.when.items())
        ]

    @model_validator(mode="after")
    def fits_the_family(self) -> "Question":
        """Raises Fault, or Faults, for names that the family does not know and ranges of another shape."""
        found = Found()
        found.faults += strangers(self, self.named_parameters)
        found.faults += self._ranges_of_othershapes_of()
        for n, remark in enumerate(self.remarks):
            for name in remark.when.keys() - self.family.parameters.model_fields.keys():
                known = ", ".join(self.named_parameters)
                found.faults.append(
                    Fault(("remarks", n, "when"), f"{name} is no parameter; there are {known}")
                )
        steps = self.family.steps
        for n, part in enumerate(self.parts):
            if steps and part.ask not in steps:
                said = f"{part.ask} is no step of {self.family.id}; it has {', '.join(steps)}"
                found.faults.append(Fault(("parts", n, "ask"), said))
        found.settle()
        return self

    def _ranges_of_othershapes_of(self) -> Iterator[Fault]:
        """A fault for each range whose shape is not its parameter's, unless a case gives it instead."""
        left = [name for name in self.ranges if not any(name in case for case in self.cases)]
        schema = self.family.parameters.model_json_schema()["properties"] if left else {}
        for name in left:
            shape, wanted = shape_of(self.ranges[name]), shapes_of(schema.get(name, {}))
            if shape and wanted and shape not in wanted:
                yield Fault(("ranges", name), "; ".join(BELONGS[one] for one in BELONGS if one in wanted))

    @property
    def named_parameters(self) -> list[str]:
        """The parameters that the file may name; the convention of a formula question is not among them."""
        return [name for name in self.family.parameters.model_fields if (self.kind, name) != ("formula", WAY)]


def strangers(said: Any, known: list[str]) -> Iterator[Fault]:
    """A fault for each name in a question, or in a formula question's file, that is none of its parameters."""
    for place, name, written in _names(said):
        if name in known:
            continue
        spot = f"<{name}>" if written == f"<{name}>" else ""
        if (other := AGAIN.sub("", name)) in known:
            yield Fault(place, f"this stands here twice: {other}", spot=spot)
            continue
        if said.kind == "formula":
            there = " and ".join([", ".join(known[:-1]), *known[-1:]] if known[1:] else known)
            wrong = f"{written} is no variable; there {'are' if known[1:] else 'is'} {there or 'none'}"
        else:
            wrong = f"{written} is no parameter of {said.family.id}; it has {', '.join(known)}"
        near = difflib.get_close_matches(name, known, 1)
        yield Fault(place, wrong + (f"; did you mean {near[0]}?" if near else ""), spot=spot)


def _names(said: Any) -> Iterator[tuple[Way, str, str]]:
    """Each parameter that the file names: the way there, the name, and how it is written there."""
    for key in ("fixed", "ranges"):
        yield from (((key, name), name, name) for name in getattr(said, key, ()))
    for n, case in enumerate(said.cases):
        yield from ((("cases", n, name), name, name) for name in case if name != "name")
    if said.kind in DRAWN:
        case_words = {*said.pictures, *(["name"] if said.cases else [])}
        slots = dict.fromkeys(SLOT.findall(said.statement))
        yield from ((("statement",), name, f"<{name}>") for name in slots if name not in case_words)
