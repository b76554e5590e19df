"""Topics: the exercises by section, by model, and as a grid of models and skills."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse

from app.home import grid, topics
from app.identity.permissions import PersonHere, VisitorHere
from app.questions.dependencies import LibraryHere
from app.questions.kinds import KINDS, SKILLS
from app.web.concurrency import READING, in_lane
from app.web.dependencies import DatabaseHere
from app.web.rendering import page

router = APIRouter()


@router.get("/topics")
@in_lane(READING)
def open_topics(
    request: Request,
    database: DatabaseHere,
    library: LibraryHere,
    visitor: VisitorHere,
    by: Literal["section", "model"] = "section",
    q: Annotated[str, Query(max_length=100)] = "",
    model: Annotated[str, Query(max_length=60)] = "",
    skill: Annotated[str, Query(max_length=20)] = "",
) -> Response:
    """Lists the questions by section or by model, narrowed to these words, this model and this skill."""
    rooms = topics.rooms(database, library.everybodys(), visitor.token, by, q, model, skill)
    cell = (model, SKILLS.get(skill, "")) if model or skill else None
    return page(request, "home/topics", "rooms", by=by, q=q, rooms=rooms, cell=cell, kinds=KINDS)


@router.get("/next")
@in_lane(READING)
def go_on(
    database: DatabaseHere,
    library: LibraryHere,
    visitor: VisitorHere,
    person: PersonHere,
    after: Annotated[str, Query(max_length=60)] = "",
    section: Annotated[str, Query(max_length=8)] = "",
) -> Response:
    """Redirects to a question of the same section that was not tried yet."""
    bank = library.everybodys()
    done, withheld = bank.questions.get(after), library.asked_by_courses(person.id)
    question = topics.following(
        database, bank, visitor.token, done.section if done else section, done, withheld
    )
    return RedirectResponse(f"/practice/{question.id}" if question else "/topics", 303)


@router.get("/grid")
@in_lane(READING)
def open_grid(
    request: Request, database: DatabaseHere, library: LibraryHere, visitor: VisitorHere
) -> Response:
    """Shows how many questions each model and skill has, and how far the visitor is."""
    return page(
        request, "home/grid", grid=grid.grid(database, library.everybodys(), visitor.token), skills=SKILLS
    )
