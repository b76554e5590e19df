"""Topics: the exercises by section, by model, and as a grid of models and skills."""

from collections.abc import Sequence
from itertools import chain
from typing import Annotated, get_args

from fastapi import Query, Request, Response
from fastapi.responses import RedirectResponse

from app.database.connection import DatabaseDown
from app.home import grid, topics
from app.home.filters import Filters
from app.learning import errand, next_best
from app.learning.syllabus import topic_of
from app.learning.wording import STANDINGS
from app.practice.history import history
from app.practice.store.attempt import Attempt
from app.questions import context as questions
from app.questions.context import ContextHere
from app.questions.kinds import FORMS, SKILLS
from app.web.concurrency import READING, limit_concurrency
from app.web.languages.languages import N_
from app.web.rendering import page
from app.web.routing import Router
from app.web.sections import SECTIONS
from engine.learning.recommendation import Topic
from engine.questions import LEVELS, Model

CHOICES = {
    "sections": SECTIONS,
    "forms": {form: words for form, (words, _) in FORMS.items()},
    "levels": {level: level for level in LEVELS},
    "states": {standing: word for standing, (word, _) in STANDINGS.items()},
    "models": {model: N_("any model") if model == "any" else model for model in get_args(Model)},
    "skills": SKILLS,
}
PASSED = "passed"  # the cookie with the questions that were passed over
MOST_PASSED = 20
TWO_HOURS = 7200
router = Router()


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
    request: Request,
    context: ContextHere,
    after: Annotated[str, Query(max_length=60)] = "",
    section: Annotated[str, Query(max_length=8)] = "",
) -> Response:
    """Redirects to the exercise that gains most now; of a ``section`` where one is named, and not to the one ``after``
    which it comes. What was passed over without an answer is not proposed again for two hours."""
    if not section and (address := errand.address(context)):
        return RedirectResponse(address, 303)
    done, withheld = history(context), context.library.asked_by_courses(context.person)
    choice = next_best.choice(context, done, withheld)
    bank = context.library.bank.questions
    passed = [
        name for name in passed_over(request.cookies.get(PASSED, ""), after, done.newest) if name in bank
    ]
    over = {topic_of(bank[name]) for name in passed}

    def here(topic: Topic) -> bool:
        return section in ("", topic.section)

    fresh = choice.tasks(after, lambda topic: here(topic) and topic.id not in over)
    task = next(chain(fresh, choice.tasks(after, here)), None)
    response = RedirectResponse(task.address if task else "/topics", 303)
    response.set_cookie(PASSED, ".".join(passed), max_age=TWO_HOURS, samesite="lax", httponly=True)
    return response


def passed_over(before: str, after: str, made: Sequence[Attempt]) -> list[str]:
    """Returns the questions that were passed over lately, the newest last."""
    names = dict.fromkeys(name for name in [*before.split("."), after])
    begun = {attempt.question for attempt in made[:MOST_PASSED]}
    return [name for name in names if name not in begun][-MOST_PASSED:]


@router.get("/grid")
@limit_concurrency(READING)
def open_grid(request: Request, context: ContextHere) -> Response:
    """Shows how many questions each model and skill has, and how far the visitor is."""
    return page(request, "home/grid", grid=grid.grid(context, context.library.everybodys()), skills=SKILLS)
