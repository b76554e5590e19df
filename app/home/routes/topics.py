"""Topics: the exercises by section, by model, and as a grid of models and skills."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse

from app.home import grid, topics
from app.learning import next_best
from app.practice.score_summary import attempts_of
from app.questions.context import ContextHere
from app.questions.kinds import KINDS, SKILLS
from app.web.concurrency import READING, limit_concurrency
from app.web.rendering import page

router = APIRouter()


@router.get("/topics")
@limit_concurrency(READING)
def open_topics(
    request: Request,
    context: ContextHere,
    by: Literal["section", "model"] = "section",
    q: Annotated[str, Query(max_length=100)] = "",
    model: Annotated[str, Query(max_length=60)] = "",
    skill: Annotated[str, Query(max_length=20)] = "",
) -> Response:
    """Lists the questions by section or by model, narrowed to these words, this model and this skill."""
    rooms = topics.rooms(context, context.library.everybodys(), by, q, model, skill)
    cell = (model, SKILLS.get(skill, "")) if model or skill else None
    return page(request, "home/topics", "rooms", by=by, q=q, rooms=rooms, cell=cell, kinds=KINDS)


@router.get("/next")
@limit_concurrency(READING)
def go_on(
    context: ContextHere,
    after: Annotated[str, Query(max_length=60)] = "",
    section: Annotated[str, Query(max_length=8)] = "",
) -> Response:
    """Redirects to the exercise that gains most now; of a ``section`` where one is named, and not to the one ``after``
    which it comes."""
    made, withheld = attempts_of(context), context.library.asked_by_courses(context.person.id)
    task = next(next_best.choice(context, made, withheld).tasks(section, after), None)
    return RedirectResponse(task.address if task else "/topics", 303)


@router.get("/grid")
@limit_concurrency(READING)
def open_grid(request: Request, context: ContextHere) -> Response:
    """Shows how many questions each model and skill has, and how far the visitor is."""
    return page(request, "home/grid", grid=grid.grid(context, context.library.everybodys()), skills=SKILLS)
