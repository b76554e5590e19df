"""The roster of a course, fetched from the platform: a list as people paste one, shown by the roster's own preview."""

import csv
import io
from collections.abc import Mapping
from typing import Any

from app.courses.membership import running
from app.courses.store.courses import CourseRole
from app.coursework.roster import importing
from app.coursework.roster.importing import Preview
from app.coursework.roster.reading import LONGEST
from app.lti.connections import NoSuchConnection
from app.lti.protocol.asking import BadPlatform
from app.lti.protocol.roles import course_role
from app.lti.protocol.service import Service
from app.lti.store import contexts, platforms
from app.questions.context import Context
from app.web.dependencies import one_line

HEADS = ("name", "e-mail", "matriculation number", "section")
MOST = 5000


def fetch(context: Context, course: str, number: int) -> Preview:
    """Shows what the platform's list would change, and changes nothing. Raises NoSuchCourse, CourseArchived,
    NoSuchConnection, PlatformDown, BadPlatform and Refused."""
    with context.database.read() as connection:
        here = running(connection, context.person, course)
        there = contexts.by_id(connection, number)
        if there is None or there.course.id != here.id or not there.services.memberships:
            raise NoSuchConnection(number)
        platform = platforms.by_id(connection, there.platform)
    assert platform is not None
    service = Service(context.database, platform)
    groups = service.groups(there.services.groups) if there.services.groups else {}
    return importing.preview(
        context, course, _text(list(service.members(there.services.memberships)), groups)
    )


def _text(members: list[Mapping[str, Any]], groups: Mapping[str, str]) -> str:
    """Returns the students among the members as a table with a head; the section is the first group that has a name."""
    if len(members) > MOST:
        raise BadPlatform(f"more than {MOST} members")
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(HEADS)
    for one in members:
        if _is_student(one):
            table.writerow(_row(one, groups))
    return text.getvalue()


def _is_student(one: Mapping[str, Any]) -> bool:
    roles = one.get("roles")
    told = [role for role in roles if isinstance(role, str)] if isinstance(roles, list) else []
    return one.get("status", "Active") == "Active" and course_role(told) is CourseRole.STUDENT


def _row(one: Mapping[str, Any], groups: Mapping[str, str]) -> list[str]:
    name = _said(one, "name") or f"{_said(one, 'given_name')} {_said(one, 'family_name')}".strip()
    enrolled = one.get("group_enrollments")
    ids = (
        [each.get("group_id") for each in enrolled if isinstance(each, dict)]
        if isinstance(enrolled, list)
        else []
    )
    section = next((groups[str(each)] for each in ids if groups.get(str(each))), "")
    return [
        name[: LONGEST["name"]],
        _said(one, "email"),
        _said(one, "lis_person_sourcedid"),
        one_line(section)[: LONGEST["section"]],
    ]


def _said(one: Mapping[str, Any], name: str) -> str:
    said = one.get(name)
    return one_line(said) if isinstance(said, str) else ""
