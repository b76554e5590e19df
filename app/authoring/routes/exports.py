"""Questions for other systems: chosen, told what does not travel, taken as a file."""

from typing import Annotated

from fastapi import Query, Request, Response
from fastapi.responses import RedirectResponse

from app.authoring import taking_along
from app.authoring.exchange.formats import ABOUT, Format
from app.authoring.taking_along import MOST_CHOSEN, Chosen
from app.questions.context import InstructorContext
from app.web.concurrency import PRINTING, limit_concurrency
from app.web.dependencies import OUTSIDE_OF_EXAMS
from app.web.downloads import file
from app.web.rendering import page
from app.web.routing import Router
from app.web.sections import SECTIONS

router = Router(prefix="/author/exports", dependencies=[OUTSIDE_OF_EXAMS])
Each = Annotated[int, Query(ge=1, le=20)]
Names = Annotated[
    list[Annotated[str, Query(max_length=60)]], Query(default_factory=list, max_length=MOST_CHOSEN)
]
Section = Annotated[str, Query(max_length=8)]


@router.get("")
@limit_concurrency(PRINTING)
def choose(
    request: Request,
    context: InstructorContext,
    question: Names,
    section: Section = "",
    to: Format = Format.MOODLE,
    variants: Each = 5,
) -> Response:
    """Shows what can be chosen, and what of it does not travel. Raises NoSuchQuestion and NoSuchSection."""
    chosen = Chosen(tuple(dict.fromkeys(question)), section)
    leaving = taking_along.told(context, chosen, to) if chosen else []
    return page(
        request,
        "authoring/exports",
        chosen=chosen,
        to=to,
        variants=variants,
        leaving=leaving,
        going=taking_along.travelling(leaving),
        formats=ABOUT,
        own=taking_along.to_choose_from(context),
        sections=SECTIONS,
    )


@router.get("/file")
@limit_concurrency(PRINTING)
def take(
    context: InstructorContext,
    question: Names,
    to: Format = Format.MOODLE,
    section: Section = "",
    variants: Each = 5,
) -> Response:
    """Sends the chosen questions as a file. Raises NoSuchQuestion, NoSuchSection, TooSlow and TooLarge."""
    chosen = Chosen(tuple(dict.fromkeys(question)), section)
    if not chosen:
        return RedirectResponse("/author/exports", 303)
    made = taking_along.file(context, chosen, to, variants)
    return file(made, taking_along.file_name(chosen, to), ABOUT[to].media_type)
