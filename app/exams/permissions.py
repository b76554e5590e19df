"""Closes exams that are over to those who sit another one."""

from fastapi import Request

from app.exams import review
from app.identity.permissions import InExam, person
from app.questions.context import context
from app.web.concurrency import before


def outside_of_the_next(request: Request) -> None:
    """Closes an earlier exam to whoever sits one that forbids aids. Raises InExam, and NoSuchSitting where the earlier
    exam is somebody else's."""
    who, name = person(request), request.path_params["name"]
    if who.sits and who.sits != name:
        review.earlier(context(request), name)
        raise InExam(who.sits)


CLOSED = [before(outside_of_the_next)]
