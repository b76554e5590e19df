"""Kind ``text``: a definition, an explanation or a case, in sentences, marked by the points of a rubric.

Each point of the rubric is a step of its own, so that the telling, the hints and the ticks go by them; the last step
is the model answer.
"""

import re
from collections.abc import Callable, Sequence
from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from engine import kinds
from engine.answers.forms import Prose
from engine.chain import Family, Step
from engine.parameters import Frozen
from engine.validation.schema import Shape

POINTS = {"definition": 1, "explanation": 3, "case": 5}
NAMED = {
    "definition": {"definition"},
    "explanation": {"cause", "mechanism", "consequence"},
    "case": {"technique", "justification", "trade-off"},
}
Beginnings = Annotated[str, StringConstraints(pattern=r"^[^|A-Z]+(\|[^|A-Z]+)*$")]


class Parameters(Frozen):
    """Nothing is drawn."""


class Point(Shape):
    """One point of the rubric; each of ``terms`` is a row of alternatives, parted by ``|``."""

    name: str = Field(pattern=r"^[a-z][a-z -]*$", max_length=40)
    says: str = Field(min_length=1, max_length=300)
    terms: list[Beginnings] = Field(min_length=1, max_length=5)


class Wrong(Shape):
    """A wrong answer that is often written, and what is wrong with it."""

    says: str = Field(min_length=1, max_length=300)
    why: str = Field(min_length=1, max_length=400)


class Item(kinds.Item):
    """A question that is answered in sentences. Its form says for which points an exam gives marks."""

    kind: str = "text"
    asks = "Your answer"
    form: Literal["definition", "explanation", "case"]
    answer: str = Field(min_length=20, max_length=1600)
    rubric: list[Point] = Field(min_length=1, max_length=5)
    wrong: list[Wrong] = Field([], max_length=4)

    @model_validator(mode="before")
    @classmethod
    def a_point_for_each_name(cls, values: dict[str, object]) -> dict[str, object]:
        """Sets the points that its form is worth. Raises ValueError unless the rubric has the points of that form."""
        form = str(values.get("form", ""))
        rubric = values.get("rubric")
        names = (
            {str(point.get("name")) for point in rubric if isinstance(point, dict)}
            if isinstance(rubric, list)
            else set()
        )
        if form in POINTS and (len(names) != POINTS[form] or not NAMED[form] <= names):
            wanted = ", ".join(sorted(NAMED[form]))
            raise ValueError(f"rubric: {form} has {POINTS[form]} different points, among them {wanted}")
        return values | {"points": POINTS.get(form, 1)}

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
            name = re.sub("[ -]", "_", point.name)
            family.steps[name] = Step(
                name, point.name.capitalize(), "", _says(point.says), (), form=Prose(),
                terms=[tuple(row.split("|")) for row in point.terms],
            )  # fmt: skip
        words = len(self.answer.split())
        family.steps["answer"] = Step(
            "answer", "Model answer", "", _says(self.answer), tuple(family.steps), form=Prose(round(words, -1) or 10),
            answer="answer", gathers=True, wrong_answers={wrong.says: wrong.why for wrong in self.wrong},
        )  # fmt: skip
        return family


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
