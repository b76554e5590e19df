"""Paper versions: drawn, typed in and finished, as an instructor does it."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from fastapi import FastAPI
from sqlalchemy import select

from app.database.schema import sittings as table
from app.exams.store import sittings
from app.exams.store.sitting import Sitting
from app.paper.store import paper_versions
from app.practice.store import attempts
from app.practice.store.attempt import Attempt
from engine import variants
from engine.exams.blueprints import PACE
from engine.questions import Question
from engine.variants import Variant
from tests.app.accounts.members import Member
from tests.app.courses.taught_course import Lecture
from tests.app.exams.sitting import of_kind
from tests.app.learner import Page

KINDS = ("family", "formula", "drawn", "choice", "match", "order", "derive", "algebra", "text", "code")
ONE_OF_EACH = [of_kind(kind) for kind in KINDS]


def text_of(*questions: Question) -> str:
    """An exam of these questions, each worth what it says."""
    groups = [
        f'[[groups]]\ntitle = "{n}. {one.id}"\nnumber = 1\npoints = "{one.points}"\nquestions = ["{one.id}"]\n'
        for n, one in enumerate(questions, 1)
    ]
    points = sum((one.points for one in questions), Fraction(0))
    minutes = max(1, round(points * PACE))
    head = f'title = "On paper"\nminutes = {minutes}\npoints = "{points}"\norder = "as written"\n'
    return head + "\n".join(groups)


def draw(nlp: Lecture, address: str, number: int = 1) -> Page:
    return nlp.instructor.learner.send(f"{address}/papers", {"number": str(number)})


def made(app: FastAPI) -> list[Sitting]:
    with app.state.database.read() as connection:
        (course,) = connection.execute(
            select(table.c.exam_id).where(table.c.exam_id.is_not(None)).distinct()
        ).scalars()
        return paper_versions.of_exam(connection, course)


def drawn(app: FastAPI, one: Sitting) -> list[Variant]:
    with app.state.database.read() as connection:
        found = sittings.questions(connection, one.id)
    return [
        variants.from_json(app.state.library.begun(each.question, each.variant["version"]), each.variant)
        for each in found
    ]


def type_in(
    nlp: Lecture, form_at: str, place: int, typed: Mapping[str, Sequence[str]] | None = None,
    do: str = "save", **beside: str | list[str],
) -> Page:  # fmt: skip
    """``beside`` are the fields of points, words and ticks, as ``points__answer``."""
    fields: dict[str, str | list[str]] = {"do": do}
    for part, texts in (typed or {}).items():
        fields |= {f"cell.{part}.{n}": text for n, text in enumerate(texts)}
    fields |= {name.replace("__", "."): value for name, value in beside.items()}
    return nlp.instructor.learner.send(f"{form_at}/questions/{place}", fields)


def finish(nlp: Lecture, form_at: str, student: Member | None = None) -> Page:
    whose = str((student or nlp.student).id)
    return nlp.instructor.learner.send(form_at, {"student": whose, "do": "done"})


def came_of(app: FastAPI, one: Sitting) -> list[Attempt]:
    with app.state.database.read() as connection:
        return attempts.of_sitting(connection, one.id)


def the_form(app: FastAPI, nlp: Lecture, address: str) -> tuple[Sitting, str]:
    """A paper version that was just drawn, and its address."""
    draw(nlp, address)
    one = made(app)[-1]
    return one, f"{address}/papers/{one.number}"
