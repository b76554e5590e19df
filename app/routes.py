"""Which page answers at which address, in the order in which they are asked; what is closed during exams."""

from collections.abc import Sequence
from functools import cache

from fastapi import APIRouter
from starlette.routing import BaseRoute

from app.api import v1
from app.lanes import before
from app.pages import (
    account,
    analytics,
    assignment,
    author,
    calculator,
    course,
    courses,
    editor,
    exam,
    exams,
    exchange,
    form,
    forms,
    guide,
    home,
    interface,
    item_analysis,
    join,
    lab,
    link,
    marking,
    marks,
    mending,
    openid,
    people,
    practice,
    progress,
    regrade,
    results,
    review,
    room,
    runs,
    sheets,
    sitting,
    solve,
    study,
    tokens,
    topics,
    versions,
)
from app.visitors import outside_of_exams

FIRST = sitting, exam  # a full room asks for them at one moment
AIDS = study, practice, solve, guide, interface, lab, runs
AUTHORING = exchange, author, editor, versions, regrade  # the first before the addresses of single questions
OTHERS = (
    home, topics, progress, calculator, exams, review, account, openid, tokens, link, people, courses, course, join,
    assignment, forms, form, room, results, mending, marks, analytics, item_analysis, marking, sheets,
)  # fmt: skip


@cache
def routes() -> Sequence[BaseRoute]:
    """The same for every application of a process: to work out what each of them asks for takes a while."""
    every = APIRouter()
    for screen in FIRST:
        every.include_router(screen.router)
    for screen in (*AIDS, *AUTHORING):
        every.include_router(screen.router, dependencies=[before(outside_of_exams)])
    for screen in OTHERS:
        every.include_router(screen.router)
    every.include_router(v1.router)
    return every.routes
