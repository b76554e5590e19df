"""The dates of a course as a calendar file (RFC 5545), which calendars of phones and mail programs read."""

from datetime import datetime, timedelta

from icalendar import Calendar, Event

from app.coursework.course import Room
from app.exams.blueprints import blueprint
from app.exams.blueprints.blueprint import Unreadable
from app.exams.store.exams import Exam
from app.web.languages.languages import N_, translated

DUE = N_("Due: %(title)s")
EXAM = N_("Exam: %(title)s")
BEGUN_UNTIL = N_("Exam, to be begun until now: %(title)s")


def calendar(room: Room, site: str, language: str, now: datetime) -> bytes:
    """Returns an event for each due date, at which it is, and for each exam with times, with links to the ``site``.
    A student's own later dates stand in place of everybody's. Events keep their identity when their dates change."""
    made = Calendar()
    made.add("prodid", "-//Examformer//Course//EN")
    made.add("version", "2.0")
    made.add("x-wr-calname", room.course.title)
    here = f"{site}/courses/{room.course.name}"
    for one in room.assignments:
        if one.due_at:
            summary = translated(language, DUE) % {"title": one.title}
            address = f"{here}/assignments/{one.name}"
            made.add_component(_event(room, one.name, summary, address, one.due_at, None, now))
    for listed in room.exams:
        exam, rules = listed.exam, listed.exam.rules
        says = EXAM if rules.opens_at else BEGUN_UNTIL
        begins = rules.opens_at or rules.closes_at
        if begins and not exam.archived_at:
            summary = translated(language, says) % {"title": exam.title}
            ends = _end(exam) if rules.opens_at else None
            made.add_component(
                _event(room, exam.name, summary, f"{here}/exams/{exam.name}", begins, ends, now)
            )
    return bytes(made.to_ical())


def _end(exam: Exam) -> datetime | None:
    """Returns when nobody sits an exam any more that opens at some time: whoever begins at once has its minutes, and it
    can be begun until it closes."""
    opens, closes = exam.rules.opens_at, exam.rules.closes_at
    try:
        whole = opens + timedelta(minutes=blueprint.published(exam.blueprint).minutes) if opens else None
    except Unreadable:
        whole = None
    return max((one for one in (whole, closes) if one), default=None)


def _event(
    room: Room, name: str, summary: str, address: str, begins: datetime, ends: datetime | None, now: datetime
) -> Event:
    one = Event()
    one.add("uid", f"{name}@examformer")
    one.add("dtstamp", now)
    one.add("dtstart", begins)
    if ends and ends > begins:
        one.add("dtend", ends)
    else:
        one.add("duration", timedelta(0))
    one.add("summary", summary)
    one.add("location", room.course.title)
    one.add("url", address)
    return one
