"""Kind ``text``: a definition, an explanation or a case, in sentences, marked by the points of a rubric.

Each point of the rubric is a step of its own, so that the telling, the hints and the ticks go by them; the last step
is the model answer.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, model_validator

from engine import kinds
from engine.answers.forms import Prose
from engine.chain import Family, Step
from engine.parameters import Frozen
from engine.questions import Points, points_of
from engine.validation.schema import Fault, Found, Shape

POINTS = {"definition": 1, "explanation": 3, "case": 5}
FREE = "free answer"
ANSWER = "answer"  # the step of the model answer
LEAST, MOST = Fraction(1, 2), Fraction(20)  # points of a question whose rubric is free
NAMED = {
    "definition": {"definition"},
    "explanation": {"cause", "mechanism", "consequence"},
    "case": {"technique", "justification", "trade-off"},
}
Beginnings = Annotated[str, StringConstraints(pattern=r"^[^|A-Z]+(\|[^|A-Z]+)*$")]


class Parameters(Frozen):
    """Nothing is drawn."""


class Point(Shape):
    """One point of the rubric; each of ``terms`` is a row of alternatives, parted by ``|``. In a free rubric it says
    what it is worth."""

    name: str = Field(pattern=r"^[a-z][a-z -]*$", max_length=40)
    says: str = Field(min_length=1, max_length=300)
    terms: list[Beginnings] = Field([], max_length=5)
    points: Points | None = None


class Wrong(Shape):
    """A wrong answer that is often written, and what is wrong with it."""

    says: str = Field(min_length=1, max_length=300)
    why: str = Field(min_length=1, max_length=400)


class Item(kinds.Item):
    """A question that is answered in sentences. Its form says for which points an exam gives marks; a ``free
    answer`` has points of its author's own, each with what it is worth (1 if it does not say), and is as long as its
    statement asks: its model answer may be notes."""

    kind: str = "text"
    asks = "Your answer"
    form: Literal["definition", "explanation", "case", "free answer"]
    answer: str = Field(min_length=20, max_length=1600)
    rubric: list[Point] = Field(min_length=1, max_length=12)
    wrong: list[Wrong] = Field([], max_length=4)

    @model_validator(mode="before")
    @classmethod
    def a_point_for_each_name(cls, values: dict[str, object]) -> dict[str, object]:
        """Sets the points that its form is worth. Raises ValueError unless the rubric has the points of that form."""
        form = str(values.get("form", ""))
        rubric = values.get("rubric")
        listed = [point for point in rubric if isinstance(point, dict)] if isinstance(rubric, list) else []
        if form == FREE:
            return values | {"points": _added_up(listed)}
        names = {str(point.get("name")) for point in listed}
        if form in POINTS and (len(names) != POINTS[form] or not NAMED[form] <= names):
            wanted = ", ".join(sorted(NAMED[form]))
            raise ValueError(f"rubric: {form} has {POINTS[form]} different points, among them {wanted}")
        return values | {"points": POINTS.get(form, 1)}

    @model_validator(mode="after")
    def points_and_words_go_with_the_form(self) -> "Item":
        """Sets the points of a free rubric. Raises Faults for points that are not its author's to say, usual words that
        are missing, and names that come twice."""
        found = Found()
        names = [point.name for point in self.rubric]
        for n, point in enumerate(self.rubric):
            if self.form != FREE and point.points is not None:
                found.faults.append(Fault(("rubric", n, "points"), f"a {self.form} has points of its own"))
            if self.form != FREE and not point.terms:
                found.faults.append(
                    Fault(("rubric", n, "terms"), "at least one is needed, and there are none")
                )
            if _step(point.name) in map(_step, names[:n]):
                found.faults.append(Fault(("rubric", n, "name"), f"this stands here twice: {point.name}"))
            if _step(point.name) == ANSWER:
                said = "the model answer is called so; give this point another name"
                found.faults.append(Fault(("rubric", n, "name"), said))
        whole = sum((point.points or Fraction(1) for point in self.rubric), Fraction(0))
        if self.form == FREE and not LEAST <= whole <= MOST:
            said = f"the points add up to {float(whole):g}; a question has 0.5 to 20"
            found.faults.append(Fault(("rubric",), said))
        found.settle()
        return self

    def chain(self) -> Family:
        """A step for each point of the rubric, then the model answer, which gathers them."""
        family = Family(
            self.kind,
            self.form.capitalize(),
            section=self.section,
            parameters=Parameters,
            subject=self.subject,
        )
        for point in self.rubric:
            name = _step(point.name)
            family.steps[name] = Step(
                name, point.name.capitalize(), "", _says(point.says), (), form=Prose(),
                terms=[tuple(row.split("|")) for row in point.terms], weight=point.points or Fraction(1),
            )  # fmt: skip
        words = round(len(self.answer.split()), -1) or 10
        family.steps[ANSWER] = Step(
            ANSWER, "Model answer", "", _says(self.answer), tuple(family.steps),
            form=Prose(words, told=self.form != FREE), answer=ANSWER, gathers=True,
            wrong_answers={wrong.says: wrong.why for wrong in self.wrong},
        )  # fmt: skip
        return family


def _step(name: str) -> str:
    """The name of the step for a point of the rubric."""
    return re.sub("[ -]", "_", name)


def _added_up(rubric: Sequence[Mapping[str, Any]]) -> Fraction:
    """The points of a free rubric, as many as a question may have; of texts that are none, 1 each: their own fields
    say so."""
    whole = Fraction(0)
    for point in rubric:
        try:
            whole += points_of(point.get("points", 1))
        except ValueError:
            whole += 1
    return min(whole, MOST) or Fraction(1)


def _says(text: str) -> Callable[..., str]:
    return lambda *points: text.strip()


def evidence(terms: Sequence[tuple[str, ...]], answer: str, model: str) -> tuple[list[str], list[str]]:
    """The terms that an answer holds, as words of the answer, and those that it lacks, as words of the ``model``.

    A hint for who marks, never a mark: right words can stand in a wrong sentence.
    """
    found, missing = [], []
    for alternatives in terms:
        mine, theirs = _first(alternatives, answer), _first(alternatives, model)
        if mine:
            found.append(mine)
        else:
            missing.append(theirs or alternatives[0])
    return found, missing


def _first(beginnings: Sequence[str], text: str) -> str:
    """The first word that begins so, "" where there is none; a number does not begin after a decimal point."""
    rows = "|".join(re.escape(term) for term in sorted(beginnings, key=len, reverse=True))
    hit = re.search(rf"(?<![\w.,])(?:{rows})(?:[\w-]*\w)?", text, re.IGNORECASE)
    return hit[0] if hit else ""
