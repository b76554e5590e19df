"""Blueprints of mock exams: groups of questions with their points, and the rules while somebody sits one."""

import re
from collections.abc import Collection
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, PlainSerializer, StringConstraints, model_validator

from engine.questions import Level, Points, Question
from engine.validation.schema import Fault, Shape

PACE = Fraction(12, 5)  # minutes a point: the exam gives 120 minutes for 50 points
MOST_QUESTIONS = 100
ID = r"^[a-z0-9]+(-[a-z0-9]+)*$"

Kind = Literal[
    "family", "formula", "drawn", "choice", "match", "order", "derive", "algebra", "short", "text", "code"
]  # fmt: skip
TextForm = Literal["definition", "explanation", "case", "free answer"]
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

    title: str = Field(min_length=1, max_length=80, description="the heading of the group")
    number: int = Field(ge=1, le=MOST_QUESTIONS, strict=True, description="how many questions it asks")
    points: Points = Field(description="what each of them is worth, such as 5, 2.5 or 1/3 in quotation marks")
    kinds: tuple[Kind, ...] = Field(
        (),
        description="only questions of these kinds; drawn is a choice with drawn numbers, text asks for sentences",
    )
    forms: tuple[TextForm, ...] = Field(
        (), description="of the questions in sentences, only those of these forms"
    )
    questions: tuple[str, ...] = Field(
        (), max_length=1000, description="only these, by their names: the last word of their address"
    )
    families: tuple[str, ...] = Field(
        (),
        max_length=200,
        description="only tasks of these families: the last word of their address under /solve",
    )
    sections: tuple[str, ...] = Field((), max_length=100, description="only questions of these sections")
    level: Level | Literal[""] = Field(
        "", description="how hard their numbers are, where that is not left to each question"
    )

    @property
    def total(self) -> Fraction:
        """The points of all its questions together."""
        return self.number * self.points

    @property
    def of_kinds(self) -> tuple[str, ...]:
        """The kinds that its questions can be of; empty for all kinds."""
        return self.kinds or (("text",) if self.forms else ())

    def takes(self, question: Question) -> bool:
        """True if the question passes every filter that is given."""
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
    title: str = Field(min_length=1, max_length=80, description="what it is called")
    about: str = Field(
        "", max_length=600, description="a sentence or two on the page before its clock starts"
    )
    minutes: int = Field(ge=1, le=600, strict=True, description="how long it lasts")
    points: Total = Field(description="what all groups come to together")
    aids: tuple[Aid, ...] = Field(
        (),
        description="what is allowed: the calculator on the page; with notes, the rest of the site stays open",
    )
    order: Order = Field(
        "shuffled",
        description="how the questions of a group stand; as written: as the key questions names them",
    )
    passes: Percent = Field(Fraction(50), description="how many percent of the points pass")
    scale: Scale = Field("percent", description="how the result is written as a grade")
    rules: tuple[Rule, ...] = Field(
        (), max_length=12, description="sentences to read before the clock starts"
    )
    scope: Scope = "all"
    sections: tuple[str, ...] | None = Field(
        None, description="only questions of these sections, in every group; left out, of all"
    )
    groups: tuple[Group, ...] = Field(
        min_length=1,
        max_length=40,
        description="in the order in which they are asked; each begins with [[groups]]",
    )

    @model_validator(mode="after")
    def fits_together(self) -> "Blueprint":
        """Raises Fault for a title that comes twice, forms without the kind text, too many questions or a wrong sum."""
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
        """The number of all its questions."""
        return sum(group.number for group in self.groups)

    @property
    def summed(self) -> Fraction:
        """The points of all groups together."""
        return sum((group.total for group in self.groups), Fraction(0))

    @property
    def wrong_sum(self) -> str:
        """The sentence that shows how the groups add up, for a sum that is not ``points``."""
        shares = " + ".join(f"{group.number} × {group.points} ({group.title})" for group in self.groups)
        return f"the groups come to {self.summed}, not to {self.points}: {shares}"

    @property
    def expected_minutes(self) -> Fraction:
        """The minutes that its points take at the exam's own pace."""
        return PACE * self.points

    def narrowed(self, sections: Collection[str]) -> "Blueprint":
        """The same exam with questions of these sections alone, out of those that it was narrowed to before."""
        kept = (one for one in dict.fromkeys(sections) if self.sections is None or one in self.sections)
        return self.model_copy(update={"sections": tuple(kept)})


def form_of(question: Question) -> str:
    """Definition, explanation or case, in small letters; "" for what is not of the kind text."""
    return question.family.title.lower() if question.kind == "text" else ""
