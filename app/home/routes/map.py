"""The map: which family builds on which, and one family with what stands around it."""

from typing import Annotated

from fastapi import Query, Request, Response

from app.home import family_map
from app.learning.standing import topics
from app.learning.wording import STANDINGS
from app.practice.history import of_questions
from app.questions.context import ContextHere
from app.web.concurrency import READING, limit_concurrency
from app.web.rendering import page
from app.web.routing import Router

router = Router()


@router.get("/map")
@limit_concurrency(READING)
def open_map(
    request: Request, context: ContextHere, family: Annotated[str, Query(max_length=60)] = ""
) -> Response:
    """Shows all families, or the neighbourhood of one."""
    standing, around, overview = topics(context), None, None
    if family:
        bank = context.library.everybodys()
        made = of_questions(context, [one.id for one in bank.questions.values() if one.family_id == family])
        around = family_map.neighbourhood(family, standing, bank, made)
    else:
        overview = family_map.overview(standing)
    return page(request, "home/map", overview=overview, around=around, standings=STANDINGS)
