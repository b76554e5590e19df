"""Topics: the exercises by section, by model, and as a grid of models and skills."""

from typing import Annotated, get_args

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse

from app.database.connection import DatabaseDown
from app.home import grid, topics
from app.home.filters import Filters
from app.learning import next_best, placement
from app.learning.wording import STANDINGS
from app.practice.score_summary import attempts_of
from app.questions import context as questions
from app.questions.context import ContextHere
from app.questions.kinds import FORMS, SKILLS
from app.web.concurrency import READING, limit_concurrency
from app.web.rendering import page
from app.web.sections import SECTIONS
from engine.questions import LEVELS, Model

CHOICES = {
    "sections": SECTIONS,
    "forms": {form: words for form, (words, _) in FORMS.items()},
    "levels": {level: level for level in LEVELS},
    "states": {standing: word for standing, (word, _) in STANDINGS.items()},
    "models": {model: model for model in get_args(Model)},
    "skills": SKILLS,
}
router = APIRouter()


@router.get("/topics")
@limit_concurrency(READING)
def open_topics(request: Request, context: ContextHere, wanted: Annotated[Filters, Query()]) -> Response:
    """Lists the exercises that are wanted, under folded headings."""
    listed = topics.topics(context, context.library.everybodys(context.person), wanted)
    answer = page(request, "home/topics", "rooms", topics=listed, choices=CHOICES)
    if not wanted.open:
        answer.headers["HX-Push-Url"] = wanted.address()  # without the filters that are empty
    return answer


def beside_section(request: Request, section: str) -> object:
    """The exercises of a section for its study page; None without a database, which that page does not need."""
    try:
        return topics.beside_section(questions.context(request), section)
    except DatabaseDown:
        return None


@router.get("/next")
@limit_concurrency(READING)
def go_on(
    context: ContextHere,
    after: Annotated[str, Query(max_length=60)] = "",
    section: Annotated[str, Query(max_length=8)] = "",
) -> Response:
    """Redirects to the exercise that gains most now; of a ``section`` where one is named, and not to the one ``after``
    which it comes."""
    if not section and placement.running(context):
        return RedirectResponse("/placement", 303)
    made, withheld = attempts_of(context), context.library.asked_by_courses(context.person.id)
    task = next(next_best.choice(context, made, withheld).tasks(section, after), None)
    return RedirectResponse(task.address if task else "/topics", 303)


@router.get("/grid")
@limit_concurrency(READING)
def open_grid(request: Request, context: ContextHere) -> Response:
    """Shows how many questions each model and skill has, and how far the visitor is."""
    return page(request, "home/grid", grid=grid.grid(context, context.library.everybodys()), skills=SKILLS)
