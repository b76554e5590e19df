"""Which page answers at which address, in the order in which they are asked; what is closed during exams."""

from collections.abc import Sequence
from functools import cache

from fastapi import APIRouter
from starlette.routing import BaseRoute

from app.accounts.routes import account, api_tokens, one_time_links, openid, people
from app.analytics.routes import course_statistics, exam_results, item_analysis
from app.api import guide_route, v1
from app.authoring.routes import editor, files, guide, question_list, versions
from app.courses.routes import join, membership
from app.coursework.routes import assignment, course, gradebook
from app.exams.routes import course_exam, live_monitor, mock_exams, review, sitting
from app.grading.routes import key_correction, queue, regrade, student_work
from app.home.routes import home, progress, topics
from app.identity.permissions import outside_of_exams
from app.lab.routes import lab, runs
from app.paper.routes import paper_form, paper_forms
from app.practice.routes import practice
from app.study.routes import calculator, solve, study
from app.web.concurrency import before

FIRST = sitting, course_exam  # a full room asks for them at one moment
AIDS = study, practice, solve, guide, guide_route, lab, runs
# The first before the addresses of single questions.
AUTHORING = files, question_list, editor, versions, regrade
OTHERS = (
    home, topics, progress, calculator, mock_exams, review, account, openid, api_tokens, one_time_links, people,
    membership, course, join, assignment, paper_forms, paper_form, live_monitor, exam_results, key_correction, gradebook,
    course_statistics, item_analysis, queue, student_work,
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
