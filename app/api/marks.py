"""Answers marked as on a sheet; nothing is stored, and nothing counts anywhere."""

from fractions import Fraction
from typing import Annotated

from fastapi import Body
from pydantic import ConfigDict, Field

from app.api.access import SENT, as_json, behind_the_door, refusals
from app.api.points import Points
from app.api.variants import Seed, with_seed
from app.identity.store.people import Person, Role
from app.practice.opening import Edited
from app.questions.context import ContextHere
from app.questions.library import Library, UnknownQuestion
from app.web.concurrency import MARKING, limit_concurrency
from engine.answers.forms import Program, Prose
from engine.answers.responses import NotRead
from engine.marking import feedback, marking
from engine.marking.marking import PartMark, Rule
from engine.questions import Level, Question
from engine.validation.schema import Shape
from engine.variants import Asked, Variant

NOT_HERE = "Sentences and programs are not marked here."
TELLING = (Rule.EXACT, Rule.ROUNDED)  # an answer accepted by one of these gives the key away
Text = Annotated[str, Field(max_length=20_000)]
Name = Annotated[str, Field(max_length=80)]
router = behind_the_door("marks")


class NoSuchPart(ValueError):
    """Nothing that the variant asks has this name."""

    def __init__(self, name: str, variant: Variant) -> None:
        super().__init__(f"“{name}” is none. It has: {', '.join(asked.name for asked in variant.asked)}.")


class Answered(Shape):
    """Answers to a variant, one text per cell; with question, version, level and seed as the variant has them."""

    model_config = ConfigDict(strict=True)

    question: str = Field(max_length=60)
    version: str = Field(max_length=12)
    level: Level
    seed: Seed
    responses: dict[Name, Annotated[list[Text], Field(max_length=2000)]] = Field(max_length=200)


class Verdict(Shape):
    """The marks of a part. ``rule`` is null where it was not marked:
    blank, unreadable, or not marked here (``marked``).

    ``accepted`` is null for a student whose answer is not right.
    """

    correct: bool
    marked: bool
    credit: Points
    points: Points
    rule: str | None
    read_as: list[str]
    first_wrong: bool
    feedback: str
    accepted: str | None


class Marks(Shape):
    """All parts of the variant, and the sum."""

    question: str
    version: str
    level: Level
    seed: int
    credit: Points
    points: Points
    parts: dict[str, Verdict]


@router.post("/marks", responses=SENT | refusals(403, 404, 409))
@limit_concurrency(MARKING)
@as_json
def mark(context: ContextHere, answered: Annotated[Answered, Body()]) -> Marks:
    question = _asked(context.library, context.person, answered.question, answered.version)
    variant = with_seed(question, answered.seed, answered.level)
    return marked(variant, answered.responses, context.person.role.may(Role.INSTRUCTOR))


def _asked(library: Library, person: Person, name: str, version: str) -> Question:
    """The question in this version, which may be an older one where it was published. Raises UnknownQuestion,
    KeptForCourses, AskedByCourse, and Edited."""
    today = library.find(name, person)
    if version == today.version:
        return today
    try:
        question = library.begun(name, version)
    except UnknownQuestion as error:
        raise Edited(today) from error
    if question.version != version:
        raise Edited(today)
    return question


def marked(variant: Variant, responses: dict[str, list[str]], teaching: bool) -> Marks:
    """Marks the responses; the accepted answer of a wrong part is told to instructors alone. Raises NoSuchPart."""
    for name in responses:
        if variant.part(name) is None:
            raise NoSuchPart(name, variant)
    marks = marking.mark(variant, responses)
    graded = feedback.graded(variant, marks)
    parts = {
        asked.name: _verdict(asked, marks.get(asked.name), graded[asked.name]["feedback"], teaching)
        for asked in variant.asked
    }
    shares = (Fraction(part.credit.exact) for part in parts.values())
    return Marks(
        question=variant.question.id,
        version=variant.question.version,
        level=variant.level,
        seed=variant.seed,
        credit=Points.of(sum(shares, Fraction(0))),
        points=Points.of(variant.points),
        parts=parts,
    )


def _verdict(asked: Asked, mark: PartMark | NotRead | None, said: str, teaching: bool) -> Verdict:
    here = not isinstance(asked.step.form, Prose | Program)
    done = mark if here and isinstance(mark, PartMark) else None
    tells = teaching or (done is not None and done.rule in TELLING)
    return Verdict(
        correct=done is not None and done.right,
        marked=done is not None,
        credit=Points.of(done.credit * asked.points if done else Fraction(0)),
        points=Points.of(asked.points),
        rule=str(done.rule) if done else None,
        read_as=[cell.read_as for cell in done.cells] if done else [],
        first_wrong=done is not None and done.first_wrong,
        feedback=said if here else NOT_HERE,
        accepted=feedback.accepted(asked) if tells else None,
    )
