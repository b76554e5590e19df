"""The roster of a course: its students as the institution lists them, taken over from a list or one by one."""

import csv
import io
import re
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from typing import Annotated

from fastapi import Body, Query, Request
from pydantic import Field

from app.accounts.store.api_tokens import Scope
from app.api.access import SENT, as_json, behind_the_door, caller, refusals
from app.api.writing import WRITING, IfMatch, tagged, unchanged, writes
from app.courses.store.roster import Entry, State
from app.coursework import accommodation
from app.coursework.roster import importing, line, matching, page
from app.coursework.roster.reading import LONGEST, Finding
from app.identity.store.people import MOST_BREAKS, MOST_EXTRA, Role
from app.questions.context import Context, ContextHere
from app.web.body_limits import KIB, Larger
from app.web.concurrency import TEACHING, limit_concurrency
from app.web.dependencies import Number, one_line
from engine.validation.schema import Shape

MOST_STUDENTS = 4999  # a list has a header, too
MOST = 500
HEADER = ("name", "e-mail", "matriculation number", "section", "extra time")
Name = Annotated[str, Field(max_length=LONGEST["name"])]
Email = Annotated[str, Field(max_length=LONGEST["email"])]
MatriculationNumber = Annotated[str, Field(max_length=LONGEST["matriculation"])]
Section = Annotated[str, Field(max_length=LONGEST["section"])]
ExtraTime = Annotated[int, Field(ge=0, le=MOST_EXTRA, description="percent more, in the course's exams")]
router = behind_the_door("roster", Scope.ROSTER)


class ListedStudent(Shape):
    """A student as a list has them; an empty text changes nothing. They are found by number, else by e-mail."""

    name: Name = ""
    email: Email = ""
    matriculation: MatriculationNumber = ""
    section: Section = ""
    extra_time: ExtraTime | None = None


class StudentList(Shape):
    """A list of students, to be added or brought up to date. ``withdraw_missing``: the list is the whole roster, and
    who is not in it is withdrawn; that is done only where every line can be read."""

    students: list[ListedStudent] = Field(max_length=MOST_STUDENTS)
    withdraw_missing: bool = False


class RosterStudent(Shape):
    """A student of the course. ``entry`` is their number on the roster, ``student`` that of their account, null as long
    as nobody has joined as this student."""

    entry: int
    student: int | None
    state: State
    name: str
    email: str
    matriculation: str
    section: str
    extra_time: int
    joined_at: datetime | None

    @classmethod
    def of(cls, one: Entry) -> "RosterStudent":
        return cls(
            entry=one.id,
            student=one.person,
            state=one.state,
            name=one.name,
            email=one.email,
            matriculation=one.line.matriculation,
            section=one.line.section,
            extra_time=one.line.extra_time,
            joined_at=one.joined_at,
        )


class Roster(Shape):
    """A page of the roster, ordered by entry; ``next`` is the ``after`` of the next page, null at the end."""

    students: list[RosterStudent]
    next: int | None


class Unread(Shape):
    """The reason that keeps a student of the list out, or with ``kept`` a value of theirs: ``place`` counts from 0."""

    place: int
    message: str
    kept: bool


class RosterPlan(Shape):
    """The effect of a list: how many students it adds and changes, how many stay as they are, and who is missing."""

    added: int
    changed: int
    same: int
    missing: list[int] = Field(description="entries of those who are on the roster and not in the list")
    withdraws: int = Field(description="how many of them `withdraw_missing` withdraws")
    unread: list[Unread]


class SavedRoster(Shape):
    changed: int = Field(description="how many lines of the roster changed")
    unread: list[Unread]


class RosterLine(Shape):
    """A line of the roster in place of what stands there. Extra time is set of those who have not joined yet."""

    name: Name
    email: Email
    matriculation: MatriculationNumber
    section: Section
    extra_time: ExtraTime


class JoinedStudent(Shape):
    """Somebody who joined without a line, and is the student whom a line expects."""

    joined: int = Field(ge=1, lt=2**31, description="their entry now, which goes into the line")


class Accommodation(Shape):
    """More time in the exams of the course, also in one that runs."""

    extra_time: ExtraTime = 0
    break_minutes: int = Field(0, ge=0, le=MOST_BREAKS, description="off the clock")


class RosterFilter(Shape):
    section: str = Field("", max_length=LONGEST["section"])
    limit: int = Field(100, ge=1, le=MOST)
    after: int = Field(0, ge=0, lt=2**31)


@router.get("/courses/{course}/roster", responses=refusals(404, 422))
@limit_concurrency(TEACHING)
@as_json
def roster(context: ContextHere, course: str, wanted: Annotated[RosterFilter, Query()]) -> Roster:
    shown = page.shown(context, course, wanted.section)
    behind = sorted((one for one in shown.shown if one.id > wanted.after), key=lambda one: one.id)
    more = behind[wanted.limit - 1].id if len(behind) > wanted.limit else None
    return Roster(students=[RosterStudent.of(one) for one in behind[: wanted.limit]], next=more)


@router.post("/courses/{course}/roster/preview", responses=SENT | refusals(403, 404, 409))
@limit_concurrency(TEACHING)
@as_json
def preview_roster(context: ContextHere, course: str, new: Annotated[StudentList, Body()]) -> RosterPlan:
    plan = importing.preview(context, course, as_text(new.students)).plan
    return RosterPlan(
        added=len(plan.added),
        changed=len(plan.changed),
        same=plan.same,
        missing=[one.id for one in plan.missing],
        withdraws=len(plan.withdrawable),
        unread=_unread(plan.findings),
    )


@router.post("/courses/{course}/roster", responses=SENT | WRITING)
@limit_concurrency(TEACHING)
@writes()
def save_roster(context: Context, course: str, new: Annotated[StudentList, Body()]) -> SavedRoster:
    text = as_text(new.students)
    findings = importing.preview(context, course, text).plan.findings
    return SavedRoster(
        changed=importing.save(context, course, text, new.withdraw_missing), unread=_unread(findings)
    )


@router.get("/courses/{course}/roster/{entry}", responses=refusals(404, 422))
@limit_concurrency(TEACHING)
@tagged
def roster_student(context: ContextHere, course: str, entry: Number) -> RosterStudent:
    return _student(context, course, entry)


@router.put("/courses/{course}/roster/{entry}", responses=SENT | WRITING | refusals(412))
@limit_concurrency(TEACHING)
@writes()
def correct_roster_student(
    context: Context, course: str, entry: Number, match: IfMatch, new: Annotated[RosterLine, Body()]
) -> RosterStudent:
    unchanged(match, _student(context, course, entry))
    typed = line.typed(new.name, new.email, new.matriculation, new.section)
    line.correct(context, course, entry, typed, new.extra_time)
    return _student(context, course, entry)


@router.post("/courses/{course}/roster/{entry}/withdraw", responses=WRITING)
@limit_concurrency(TEACHING)
@writes()
def withdraw_student(context: Context, course: str, entry: Number) -> RosterStudent:
    line.withdraw(context, course, entry)
    return _student(context, course, entry)


@router.post("/courses/{course}/roster/{entry}/take-back", responses=WRITING)
@limit_concurrency(TEACHING)
@writes()
def take_back_student(context: Context, course: str, entry: Number) -> RosterStudent:
    line.take_back(context, course, entry)
    return _student(context, course, entry)


@router.post("/courses/{course}/roster/{entry}/match", responses=SENT | WRITING)
@limit_concurrency(TEACHING)
@writes()
def match_student(
    context: Context, course: str, entry: Number, new: Annotated[JoinedStudent, Body()]
) -> RosterStudent:
    matching.match(context, course, entry, new.joined)
    return _student(context, course, entry)


@router.put("/courses/{course}/students/{student}/accommodation", responses=SENT | WRITING)
@limit_concurrency(TEACHING)
@writes()
def accommodate(
    context: Context, course: str, student: Number, new: Annotated[Accommodation, Body()]
) -> RosterStudent:
    entry = accommodation.accommodate(context, course, student, new.extra_time, new.break_minutes)
    return _student(context, course, entry)


def as_text(students: Iterable[ListedStudent]) -> str:
    """Writes a list as the import reads it, with a line for each student."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(HEADER)
    for one in students:
        said = (one.name, one.email, one.matriculation, one.section)
        extra = "" if one.extra_time is None else str(one.extra_time)
        table.writerow([*(one_line(each) for each in said), extra])
    return text.getvalue()


def _unread(findings: Iterable[Finding]) -> list[Unread]:
    """Places are lines, of which the first is the header."""
    return [
        Unread(place=one.at - 2, message=one.says % {"text": one.text, "other": one.other}, kept=one.kept)
        for one in findings
    ]


def _student(context: Context, course: str, entry: int) -> RosterStudent:
    return RosterStudent.of(page.card(context, course, entry).entry)


def _is_instructor(request: Request) -> bool:
    """True if the program's person may teach; what is wrong with its token, the door says."""
    with suppress(Exception):
        return caller(request).person.role.may(Role.INSTRUCTOR)
    return True


LARGER = Larger(re.compile(r"/api/v1/courses/[^/]+/roster(/preview)?"), 2048 * KIB, _is_instructor)
