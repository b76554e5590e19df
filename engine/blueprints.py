"""How a mock exam is composed: groups of questions with their points, and what holds while somebody sits it."""

import re
from collections.abc import Collection
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, PlainSerializer, StringConstraints, model_validator

from engine.questions import Level, Points, Question, Shape
from engine.unfit import Fault

PACE = Fraction(12, 5)  # minutes a point: the exam gives 120 minutes for 50 points
MOST_QUESTIONS = 100
ID = r"^[a-z0-9]+(-[a-z0-9]+)*$"

Kind = Literal["family", "formula", "drawn", "choice", "match", "order", "text", "code"]
TextForm = Literal["definition", "explanation", "case"]
Aid = Literal["calculator", "notes"]
Order = Literal["as written", "shuffled"]
Scale = Literal["percent", "german", "letters"]
Scope = Literal["all", "section", "chosen", "weak spots"]
Rule = Annotated[str, StringConstraints(min_length=1, max_length=200)]


def _number(written: Any) -> Fraction:
    text = str(written)
    if not re.fullmatch(r"\d{1,4}(\.\d{1,6}|/[1-9]\d{0,3})?", text):
        raise ValueError("must be a number such as 50, 22.5 or 1/3")
    return Fraction(text)


Total = Annotated[Fraction, BeforeValidator(_number), Field(gt=0, le=5000), PlainSerializer(str)]
Percent = Annotated[Fraction, BeforeValidator(_number), Field(ge=0, le=100), PlainSerializer(str)]


class Group(Shape):
    """Some questions of one sort; ``points`` are those of each, whatever the question says of itself.

    A question belongs here when it fits every filter that is given. ``forms`` narrows the kind ``text``, and stands for
    it where no kinds are given.
    """

    title: str = Field(min_length=1, max_length=80)
    number: int = Field(ge=1, le=MOST_QUESTIONS)
    points: Points
    kinds: tuple[Kind, ...] = ()
    forms: tuple[TextForm, ...] = ()
    questions: tuple[str, ...] = Field((), max_length=1000)
    families: tuple[str, ...] = Field((), max_length=200)
    sections: tuple[str, ...] = Field((), max_length=100)
    level: Level | Literal[""] = ""

    @property
    def total(self) -> Fraction:
        return self.number * self.points

    @property
    def of_kinds(self) -> tuple[str, ...]:
        """The kinds that its questions can be of; none named, all."""
        return self.kinds or (("text",) if self.forms else ())

    def takes(self, question: Question) -> bool:
        return (
            (not self.of_kinds or question.kind in self.of_kinds)
            and (not self.forms or question.kind != "text" or form_of(question) in self.forms)
            and (not self.questions or question.id in self.questions)
            and (not self.families or question.family_id in self.families)
            and (not self.sections or question.section in self.sections)
            and (not self.level or self.level in question.levels)
        )


class Blueprint(Shape):
    """An exam as its file says it.

    ``scope`` is what a learner narrows it to; ``sections`` what it was narrowed to, None for nothing. With "notes"
    among its aids the rest of the site stays open meanwhile.
    """

    id: str = Field(pattern=ID, max_length=60)
    title: str = Field(min_length=1, max_length=80)
    about: str = Field("", max_length=600)
    minutes: int = Field(ge=1, le=600)
    points: Total
    aids: tuple[Aid, ...] = ()
    order: Order = "shuffled"
    passes: Percent = Fraction(50)
    scale: Scale = "percent"
    rules: tuple[Rule, ...] = Field((), max_length=12)
    scope: Scope = "all"
    sections: tuple[str, ...] | None = None
    groups: tuple[Group, ...] = Field(min_length=1, max_length=40)

    @model_validator(mode="after")
    def fits_together(self) -> "Blueprint":
        titles: set[str] = set()
        for n, group in enumerate(self.groups):
            if group.title in titles:
                raise Fault(("groups", n, "title"), "another group has this title already")
            if group.forms and group.kinds and "text" not in group.kinds:
                said = "only questions of the kind text have a form, and text is not among the kinds here"
                raise Fault(("groups", n, "forms"), said)
            titles.add(group.title)
        if self.number > MOST_QUESTIONS:
            raise Fault(("groups",), f"{self.number} questions are more than {MOST_QUESTIONS}")
        if self.points != self.summed:
            raise Fault(("points",), self.wrong_sum)
        return self

    @property
    def number(self) -> int:
        """Of all its questions."""
        return sum(group.number for group in self.groups)

    @property
    def summed(self) -> Fraction:
        """What the groups come to."""
        return sum((group.total for group in self.groups), Fraction(0))

    @property
    def wrong_sum(self) -> str:
        shares = " + ".join(f"{group.number} × {group.points} ({group.title})" for group in self.groups)
        return f"the groups come to {self.summed}, not to {self.points}: {shares}"

    @property
    def expected_minutes(self) -> Fraction:
        """What its points take at the exam's own pace."""
        return PACE * self.points

    def narrowed(self, sections: Collection[str]) -> "Blueprint":
        """The same exam with questions of these sections alone, and among those it had been narrowed to before."""
        kept = (one for one in dict.fromkeys(sections) if self.sections is None or one in self.sections)
        return self.model_copy(update={"sections": tuple(kept)})


def form_of(question: Question) -> str:
    """Definition, explanation or case, in small letters; "" for what is not of the kind text."""
    return question.family.title.lower() if question.kind == "text" else ""
