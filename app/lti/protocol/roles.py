"""Roles in a context of a platform, as roles in a course."""

from collections.abc import Iterable

from app.courses.store.courses import CourseRole
from app.lti.protocol.names import ROLE, SUB_ROLE

ASSISTANTS = {"TeachingAssistant", "TeachingAssistantSection", "TeachingAssistantGroup", "Mentor"}


def course_role(roles: Iterable[str]) -> CourseRole | None:
    """Returns the role in the course; None for somebody who only administers the context, or has no role in it.

    An assistant comes as an instructor with a sub-role, often together with the plain role of an instructor, so the
    smaller one holds.
    """
    plain, finer = set(), set()
    for one in roles:
        if one.startswith(SUB_ROLE):
            finer.add(one.rpartition("#")[2])
        elif one.startswith(ROLE):
            plain.add(one.removeprefix(ROLE))
        elif "/" not in one and ":" not in one:  # the short form, which the standard still allows
            plain.add(one)
    if finer & ASSISTANTS or plain & ASSISTANTS:
        return CourseRole.ASSISTANT
    if "Instructor" in plain:
        return CourseRole.INSTRUCTOR
    return CourseRole.STUDENT if "Learner" in plain else None
