"""The settings of an assignment: one form, saved as a whole."""

from typing import Annotated, Any, Literal

from fastapi import Depends, Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from app.courses.policy import MOST_GRACE, MOST_PERIODS, MOST_TRIES, Counting, Period, Policy, Results
from app.coursework.assignments import figure as first_figure
from app.coursework.assignments import settings
from app.coursework.assignments.figure import Choice
from app.coursework.assignments.settings import Settings, WrongDates
from app.questions.context import Context, InstructorContext
from app.web.addresses import address_of
from app.web.concurrency import TEACHING, limit_concurrency
from app.web.dependencies import moment
from app.web.rendering import page
from app.web.routing import Router
from engine.figures import addresses
from engine.figures.addresses import BadState
from engine.figures.handles import LONGEST_STATE

router = Router(prefix="/courses/{course}/assignments/{assignment}/settings")
Moment = Annotated[str, Form(max_length=40)]
Percent = Annotated[int, Form(ge=0, le=100)]


async def policy(
    tries: Annotated[int, Form(ge=0, le=MOST_TRIES)] = 1,
    counting: Annotated[Counting, Form()] = Counting.BEST,
    grace: Annotated[int, Form(ge=0, le=MOST_GRACE)] = 0,
    period: Annotated[Period, Form()] = Period.DAY,
    periods: Annotated[int, Form(ge=0, le=MOST_PERIODS)] = 0,
    percent: Percent = 0,
    most_percent: Percent = 100,
) -> Policy:
    """Reads what the form says about what counts."""
    return Policy(
        tries=tries,
        counting=counting,
        grace=grace,
        period=period,
        periods=periods,
        percent=percent,
        most_percent=most_percent,
    )


async def chosen_figure(
    request: Request,
    figure: Annotated[str, Form(max_length=60)] = "",
    state: Annotated[str, Form(max_length=2 * LONGEST_STATE)] = "",
    moves: Annotated[bool, Form()] = False,
) -> Choice:
    """Reads what the form says about the figure at the beginning."""
    return Choice(figure, addresses.local(state, address_of(request, "/")), moves)


@router.get("")
@limit_concurrency(TEACHING)
def open_settings(
    request: Request,
    context: InstructorContext,
    course: str,
    assignment: str,
    done: bool = False,
    more: Annotated[int, Query(ge=0, lt=2**31)] = 0,
    less: Annotated[int, Query(ge=0, lt=2**31)] = 0,
    again: Annotated[int, Query(ge=0, lt=2**31)] = 0,
) -> Response:
    """Shows the form; ``done``: it was just saved, and ``more`` and ``less`` students keep so of their answers' points,
    while some have time ``again``. Raises NoSuchCourse, and NoSuchAssignment."""
    return _page(request, context, course, assignment, done=done, more=more, less=less, again=again)


@router.post("")
@limit_concurrency(TEACHING)
def change(
    request: Request,
    context: InstructorContext,
    course: str,
    assignment: str,
    counts: Annotated[Policy, Depends(policy)],
    figure: Annotated[Choice, Depends(chosen_figure)],
    title: Annotated[str, Form()] = "",
    opens: Moment = "",
    due: Moment = "",
    solutions: Annotated[Literal["wait", "open"], Form()] = "wait",
    results: Annotated[Results, Form()] = Results.AT_ONCE,
    hints: Annotated[bool, Form()] = False,
    practice: Annotated[Literal["closed to all", "closed to students"], Form()] = "closed to all",
) -> Response:
    """Saves all of it, or nothing: wrong dates, and what is no state of a figure, are shown again (422).
    Raises NoSuchCourse, and NoSuchAssignment."""
    wanted = Settings(
        title=title,
        opens_at=moment(opens),
        due_at=moment(due),
        solutions_wait=solutions == "wait",
        results=results,
        closes_practice=practice == "closed to all",
        hints=hints,
        policy=counts,
    )
    typed = {"settings": wanted, "choice": figure}
    try:
        wanted.check()
        first_figure.choose(context, course, assignment, figure)
        effect = settings.change(context, course, assignment, wanted)
    except WrongDates:
        return _page(request, context, course, assignment, 422, fault="dates", **typed)
    except BadState as bad:
        return _page(request, context, course, assignment, 422, fault="figure", says=str(bad), **typed)
    place = f"/courses/{course}/assignments/{assignment}/settings"
    return RedirectResponse(
        f"{place}?done=true&more={effect.more}&less={effect.less}&again={effect.again}", 303
    )


def _page(
    request: Request, context: Context, course: str, assignment: str, status: int = 200, **said: Any
) -> Response:
    seen = settings.seen(context, course, assignment)
    chosen = first_figure.choice(seen.assignment)
    as_it_is: dict[str, Any] = {"settings": settings.settings_of(seen.assignment), "choice": chosen}
    as_it_is |= {"fault": "", "says": "", "done": False, "more": 0, "less": 0, "again": 0}
    return page(
        request,
        "coursework/assignment_settings",
        status=status,
        seen=seen,
        lost=chosen.lost,
        **(as_it_is | said),
    )
