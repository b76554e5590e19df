"""Questions: the bank, with what is published for practice or, for instructors, what they published themselves."""

from typing import Annotated, Any

from fastapi import Query
from pydantic import Field

from app.api.access import NAMED, as_json, behind_the_door, refusals
from app.api.points import Points
from app.identity.store.people import Role
from app.questions.context import Context, ContextHere
from app.questions.dependencies import QuestionHere
from app.questions.search import found
from app.questions.store import drafts, versions
from app.web.concurrency import READING, limit_concurrency
from engine.exams.blueprints import Kind
from engine.questions import Example, Level, Question, Skill
from engine.validation.schema import Shape

MOST = 100
router = behind_the_door("questions")


class Entry(Shape):
    """A question in a list. ``version`` changes with its text."""

    id: str
    title: str
    section: str
    kind: Kind
    skill: Skill
    levels: list[Level]
    points: Points
    version: str


class Page(Shape):
    """A page of the list, ordered by id; ``next`` is the ``after`` of the next page, null at the end."""

    questions: list[Entry]
    next: str | None


class PartAsked(Shape):
    """One thing that is asked: a step of the chain. It may be a stem: ``merge`` asks for merge_1, merge_2, ..."""

    ask: str
    text: str
    points: Points | None = Field(description="null: its share of the points that no part names")


class Saved(Shape):
    """A test that its author saved: with these numbers, what is typed gives this."""

    numbers: dict[str, Any]
    typed: dict[str, list[str]]
    gives: str


class Whole(Entry):
    """A question; ``text`` and ``tests`` are null but for the instructor whose question it is."""

    model: str
    parts: list[PartAsked]
    text: str | None = Field(description="TOML, of the version that is asked today")
    tests: list[Saved] | None


class Filter(Shape):
    """A filter of the list; an unknown parameter is refused, for it was meant to filter something."""

    q: str = Field("", max_length=100, description="words of titles, terms and texts")
    section: str = Field("", max_length=8)
    kind: Kind | None = None
    limit: int = Field(50, ge=1, le=MOST)
    after: str = Field("", max_length=60, description="the id of the last one that is known")


@router.get("/questions", responses=refusals(422))
@limit_concurrency(READING)
@as_json
def questions(context: ContextHere, wanted: Annotated[Filter, Query()]) -> Page:
    teaching = context.person.role.may(Role.INSTRUCTOR) and context.person.id is not None
    there = (
        context.library.choice_of(context.account)
        if teaching
        else list(context.library.everybodys().questions.values())
    )
    fits = [one for one in there if wanted.section in ("", one.section) and wanted.kind in (None, one.kind)]
    hits = found(context.library.bank, fits, wanted.q).questions
    behind = sorted((one for one in hits if one.id > wanted.after), key=lambda one: one.id)
    more = behind[wanted.limit - 1].id if len(behind) > wanted.limit else None
    return Page(questions=[Entry(**entry(one)) for one in behind[: wanted.limit]], next=more)


@router.get("/questions/{question}", responses=refusals(403, 404), openapi_extra=NAMED)
def question(question: QuestionHere, context: ContextHere) -> Whole:
    text = _own_text(context, question)
    asked = [
        PartAsked(ask=part.ask, text=part.text, points=Points.of(part.points) if part.points else None)
        for part in question.parts
    ]
    tests = None if text is None else [_saved(test) for test in question.tests]
    return Whole(**entry(question), model=question.model, parts=asked, text=text, tests=tests)


def entry(question: Question) -> dict[str, Any]:
    """The fields of a question in a list."""
    same = {name: getattr(question, name) for name in ("id", "title", "section", "kind", "skill", "version")}
    return same | {"levels": list(question.levels), "points": Points.of(question.points)}


def _own_text(context: Context, question: Question) -> str | None:
    """The text of the question for its author; None for everybody else, and for an author who no longer teaches."""
    if context.person.id is None or not context.person.role.may(Role.INSTRUCTOR):
        return None
    with context.database.read() as connection:
        mine = drafts.find(connection, context.person.id, question.id)
        version = mine and versions.with_hash(connection, question.id, question.version)
    return version.text if version else None


def _saved(test: Example) -> Saved:
    return Saved(
        numbers=test.numbers,
        typed={part: list(texts) for part, texts in test.typed.items()},
        gives=test.gives,
    )
