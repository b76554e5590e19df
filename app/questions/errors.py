"""Pages about errors: a question that does not exist, or is kept from the person who asks."""

import difflib
import logging
from dataclasses import replace

from fastapi import Request

from app.questions.library import AskedByCourse, KeptForCourses, UnknownQuestion
from app.web.errors.pages import ErrorPage, ErrorPages
from app.web.languages.languages import N_
from engine import catalogue
from engine.variants import Stale, Undrawable

log = logging.getLogger("examformer")
FOR_PROGRAMS = "GET /api/v1/questions lists all."


def unknown_question(request: Request, error: UnknownQuestion) -> ErrorPage:
    return replace(_nearest(request, error), for_programs=FOR_PROGRAMS)


def _nearest(request: Request, error: UnknownQuestion) -> ErrorPage:
    wanted = str(error)
    happened = f"There is no exercise called “{wanted[:60]}”."
    if topic := next(
        iter(difflib.get_close_matches(wanted.replace("-", "_"), catalogue.families(), 1, 0.7)), ""
    ):
        title = catalogue.find(topic).title
        return ErrorPage(
            404,
            happened,
            f"There are exercises about this: {title}.",
            address=f"/topics?q={topic}",
            link=N_("Show them"),
        )
    questions = request.app.state.bank.questions
    if near := next(iter(difflib.get_close_matches(wanted, questions, 1, 0.6)), ""):
        return ErrorPage(
            404,
            happened,
            N_("Did you mean this one?"),
            address=f"/practice/{near}",
            link=questions[near].title,
        )
    return ErrorPage(404, happened, N_("The topics list all exercises."))


def stale(request: Request, error: Stale) -> ErrorPage:
    return ErrorPage(
        409,
        N_("These numbers were drawn by an older version of the exercise."),
        f"It cannot be marked today ({error}).",
    )


def undrawable(request: Request, error: Undrawable) -> ErrorPage:
    log.error("undrawable: %s", error)
    return ErrorPage(
        503,
        N_("No fair numbers were found for this exercise."),
        N_("Please take another one; this has been noted."),
    )


def asked_by_course(request: Request, error: AskedByCourse) -> ErrorPage:
    one, asked = error.asking, N_("A course asks its students this question at present.")
    if error.guest and not one.closes_practice:
        then = N_(
            "Sign in to practise it, unless you are one of them. Later it is open again; many others are now."
        )
        return ErrorPage(403, asked, then, address="/account", link=N_("Sign in"))
    if not one.inside:
        then = N_(
            "It is closed to everybody until nobody there has time left for it. Many others are open now."
        )
        return ErrorPage(403, asked, then, address="/topics", link=N_("Show the topics"))
    then = N_(
        "All there have the same one: answer it there. Once nobody has time left for it, it can be practised again."
    )
    address = f"/courses/{one.course}/assignments/{one.assignment}"
    return ErrorPage(
        403, N_("An assignment of your course asks this question."), then, address=address, link=one.title
    )


PAGES: ErrorPages = {
    UnknownQuestion: unknown_question,
    KeptForCourses: ErrorPage(
        404,
        N_("This is kept for exams and assignments of a course."),
        N_("You meet it there. Many others can be practised."),
        for_programs=FOR_PROGRAMS,
    ),
    AskedByCourse: asked_by_course,
    Stale: stale,
    Undrawable: undrawable,
}
