"""The due date of each person: what everybody has, what one was given, and what a section was given; every reader says
the same. Checked against a second reckoning for courses drawn by chance."""

import random
import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import pytest
from fastapi import FastAPI
from sqlalchemy import insert, select, update

from app.courses.policy import Results
from app.courses.store import asked, assignments, courses, due_dates, duties, roster
from app.courses.store.courses import CourseRole
from app.courses.store.roster import Line
from app.database.connection import Connection, Database
from app.database.schema import members, responses
from app.grading.store import queue
from app.identity.store.people import Role
from app.practice.store import attempts
from app.practice.store.attempt import SELF_MARKED
from tests.app.accounts.members import Member, member
from tests.app.courses.taught_course import (
    FUTURE,
    PAST,
    Lecture,
    assignment,
    begin,
    entry,
    extend,
    join,
    lecture,
)
from tests.app.courses.taught_course import roster as roster_page
from tests.app.learner import COSINE, always_on_both, drawn, on_both

DAY = datetime(2031, 5, 1, 12, tzinfo=UTC)
WRITTEN = DAY + timedelta(days=2, hours=1)
SECTIONS = {"Ada": "Tue", "Bob": "Wed", "Cy": "", "Dee": "Tue", "Eve": "Tue"}
GONE, STAFF = "Dee", "Eve"  # who has left, who is an assistant


def day(rng: random.Random, never: float) -> datetime | None:
    return None if rng.random() < never else DAY + timedelta(days=rng.randrange(5))


def latest(everybodys: datetime | None, given: Iterable[datetime | None]) -> datetime | None:
    """The due date again: the latest of all dates, none where everybody has none."""
    return everybodys and max([everybodys, *(one for one in given if one)])


def sheet(connection: Connection, person: int, assignment: int, name: str) -> int:
    """A sheet with an answer that its student marked, and nobody else; returns its number."""
    variant = drawn(COSINE)
    kept = variant.to_json()
    made = attempts.begin(
        connection, person, name, name, variant.question.section, variant.points, kept, assignment
    )
    said = {"verdict": {"rule": SELF_MARKED}, "typed": ["words"], "earned": "1", "at": WRITTEN}
    connection.execute(insert(responses).values(attempt_id=made.id, part="dot", form_key=name, **said))
    return made.id


@always_on_both
def test_every_reader_says_the_same_due_date(app: FastAPI, nlp: Lecture, store: Database) -> None:
    rng, other = random.Random(7), lecture(app, "Another")
    people = {name: member(app, name=name).id for name in SECTIONS}
    with store.write() as connection:
        course = courses.add(connection, "Drawn", nlp.instructor.id).id
        elsewhere = courses.named(connection, other.name)
        assert elsewhere is not None
        for name, person in people.items():
            courses.enter(connection, elsewhere.id, person, CourseRole.STUDENT)
            role = CourseRole.ASSISTANT if name == STAFF else CourseRole.STUDENT
            courses.enter(connection, course, person, role)
            left = DAY if name == GONE else None
            mine = (members.c.course_id == course, members.c.person_id == person)
            connection.execute(update(members).where(*mine).values(section=SECTIONS[name], left_at=left))
        flo = roster.add(connection, course, Line(name="Flo", email="flo@x.org", section="Fri"))
        here = select(members.c.person_id, members.c.id).where(members.c.course_id == course)
        numbers = {row.person_id: row.id for row in connection.execute(here)}
        entries = {name: numbers[person] for name, person in people.items()}
        fays = (members.c.course_id == elsewhere.id, members.c.person_id == people["Cy"])
        connection.execute(update(members).where(*fays).values(section="Tue"))
        expected, lasts, written, flos = {}, {}, {}, {}
        for n in range(40):
            one = assignments.add(connection, course, f"Week {n}")
            assignments.assign(connection, one.id, COSINE, "exam")
            everybodys = day(rng, 0.2)
            assignments.change(
                connection, one.id, title=one.title, opens_at=None, due_at=everybodys, solutions_wait=True,
                results=Results.AT_ONCE, closes_practice=True, hints=True,
            )  # fmt: skip
            own = {name: day(rng, 0.6) for name in people}
            of_section = {section: day(rng, 0.4) for section in ("Tue", "Wed", "Fri")}
            for name, at in own.items():
                due_dates.extend(connection, one.id, entries[name], at)
            expecteds = day(rng, 0.6)
            due_dates.extend(connection, one.id, flo, expecteds)
            for section, at in of_section.items():
                due_dates.extend_section(connection, one.id, section, at)
            for name, person in people.items():
                theirs = None if name == STAFF else of_section.get(SECTIONS[name])
                expected[one.id, person] = latest(everybodys, (own[name], theirs))
                written[one.id, person] = sheet(connection, person, one.id, f"{n}-{name}")
            flos[one.id] = latest(everybodys, (expecteds, of_section["Fri"]))
            joined = [expected[one.id, people[name]] for name in ("Ada", "Bob", "Cy")]
            lasts[one.id] = latest(everybodys, [*joined, flos[one.id]])
    with store.read() as connection:
        everybodys_dates = {one.id: one.due_at for one in assignments.of_course(connection, course)}
        later = due_dates.later(connection, course)
        for (one_id, person), due in expected.items():
            assert later.get((one_id, person), everybodys_dates[one_id]) == due
            found = duties.duty(connection, written[one_id, person])
            assert found is not None
            assert found.due_at == due
        of_entries = due_dates.later_of_entries(connection, course)
        for (one_id, person), due in expected.items():
            assert of_entries.get((one_id, numbers[person]), everybodys_dates[one_id]) == due
        for one_id, due in flos.items():
            assert of_entries.get((one_id, flo), everybodys_dates[one_id]) == due
        for person in people.values():
            assert due_dates.later(connection, course, person) == {
                key: due for key, due in later.items() if key[1] == person
            }
        now = asked.by_courses(connection, people["Ada"], DAY)
        assert {one.id: one.until for one in now} == lasts
        waits = queue.waiting(connection, course)
        assert {one.person for one in waits} == {people[name] for name in ("Ada", "Bob", "Cy")}
        for answer in waits:
            due = expected[answer.assignment, answer.person]
            assert answer.late == (due is not None and due < WRITTEN)
    assert len(set(expected.values())) > 4
    assert later.keys() < expected.keys()


def due(one: Member, address: str) -> str:
    """The due date that the assignment tells a student: its day and month."""
    return one.learner.get(address).text.partition("Due ")[2][:5]


@on_both
def test_whoever_comes_into_a_section_has_its_date_and_whoever_leaves_it_has_not(
    app: FastAPI, nlp: Lecture
) -> None:
    address, lin = assignment(nlp, COSINE, due="2999-01-01T12:00"), nlp.instructor.learner
    listed = {"text": "Bob,bob@x.org,20-1,Tue\nKim,kim@x.org,20-2,Wed"}
    seen = lin.send(f"{nlp.address}/roster/preview", listed).fields["seen"]
    lin.send(f"{nlp.address}/roster/import", listed | {"seen": seen})
    page = lin.send(f"{address}/extensions", {"student": "section:Tue", "due": "2999-01-09T12:00"})
    assert "all of Tue 1 student 9 Jan 2999, 12:00 UTC" in page.text
    bob, kim = (
        member(app, email=f"{name}@x.org", name=name.title(), confirmed=True) for name in ("bob", "kim")
    )
    for one in (bob, kim):
        join(one, nlp.code)
    assert (due(bob, address), due(kim, address), due(nlp.student, address)) == ("9 Jan", "1 Jan", "1 Jan")
    line = {"name": "Kim", "email": "kim@x.org", "matriculation": "20-2"}
    lin.send(entry(nlp, kim.email), line | {"section": "Tue"})
    assert due(kim, address) == "9 Jan"
    extend(nlp, address, kim, "2999-01-05T12:00")
    assert due(kim, address) == "9 Jan"
    extend(nlp, address, bob, "2999-01-20T12:00")
    assert due(bob, address) == "20 Ja"
    for one in (bob, kim):
        listed = {"text": f"e-mail,section\n{one.email},Fri"}
        seen = lin.send(f"{nlp.address}/roster/preview", listed).fields["seen"]
        lin.send(f"{nlp.address}/roster/import", listed | {"seen": seen})
    assert (due(bob, address), due(kim, address)) == ("20 Ja", "5 Jan")
    assert "all of Tue nobody is in it now" in lin.get(address).text
    page = lin.send(f"{address}/extensions", {"student": "section:Tue", "remove": "true"})
    assert "all of Tue" not in page.text
    assert "Bob 20 Jan 2999" in page.text


@on_both
def test_a_date_given_to_a_line_that_nobody_has_claimed_holds_for_whoever_is_matched_with_it(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    address, lin = assignment(nlp, COSINE, due="2999-01-01T12:00"), nlp.instructor.learner
    listed = {"text": "Bob Okafor,bob@x.org,20-1\nKim Park,kim@x.org,20-2"}
    seen = lin.send(f"{nlp.address}/roster/preview", listed).fields["seen"]
    lin.send(f"{nlp.address}/roster/import", listed | {"seen": seen})
    lines = {email: entry(nlp, email).rpartition("/")[2] for email in ("bob@x.org", "kim@x.org")}
    for line in lines.values():
        page = lin.send(f"{address}/extensions", {"student": line, "due": "2999-01-09T12:00"})
    assert "Bob Okafor (not joined yet) 9 Jan 2999, 12:00 UTC" in page.text
    bob = member(app, email="bob@x.org", name="Bob", confirmed=True)
    join(bob, nlp.code)
    assert due(bob, address) == "9 Jan"
    assert "Bob Okafor 9 Jan 2999, 12:00 UTC" in lin.get(address).text
    kim = member(app, email="kim@x.org", name="Kim")  # who is not known to be
    join(kim, nlp.code)
    assert due(kim, address) == "1 Jan"
    (alone,) = re.findall(rf'name="pair" value="{lines["kim@x.org"]}-(\d+)"', roster_page(nlp).html)
    lin.send(f"{address}/extensions", {"student": alone, "due": "2999-01-05T12:00"})
    assert due(kim, address) == "5 Jan"
    lin.send(f"{nlp.address}/roster/match", {"pair": [f"{lines['kim@x.org']}-{alone}"]})
    assert due(kim, address) == "9 Jan"  # the later of the two
    back = next(one for one in re.findall(r'action="([^"]+)"', roster_page(nlp).html) if "/undo/" in one)
    lin.send(back, {})
    assert due(kim, address) == "5 Jan"
    with store.read() as connection:
        given = due_dates.of_entries(connection, 1)
    assert given[int(lines["kim@x.org"])] == datetime(2999, 1, 9, 12, tzinfo=UTC)
    assert lin.send(f"{address}/extensions", {"student": "999999", "due": FUTURE}).status == 404


def test_a_line_that_is_deleted_takes_its_date_along(nlp: Lecture, store: Database) -> None:
    address, lin = assignment(nlp, COSINE, due=PAST), nlp.instructor.learner
    listed = {"text": "Bob Okafor,bob@x.org,20-1"}
    seen = lin.send(f"{nlp.address}/roster/preview", listed).fields["seen"]
    lin.send(f"{nlp.address}/roster/import", listed | {"seen": seen})
    line = entry(nlp, "bob@x.org")
    lin.send(f"{address}/extensions", {"student": line.rpartition("/")[2], "due": FUTURE})
    lin.send(f"{line}/remove", {})
    with store.read() as connection:
        assert due_dates.of_entries(connection, 1) == {}


def test_a_sections_date_stands_in_calendar_gradebook_and_on_the_sheet(nlp: Lecture) -> None:
    address, lin, ada = assignment(nlp, COSINE, due=PAST), nlp.instructor.learner, nlp.student
    lin.send(entry(nlp, ada.email), {"name": "Ada", "email": ada.email, "section": "Tue"})
    written = begin(ada, address, COSINE)
    assert "no longer counts" in written.text
    lin.send(f"{address}/extensions", {"student": "section:Tue", "due": FUTURE})
    assert "no longer counts" not in ada.learner.get(f"/attempts/{written.attempt}").text
    assert address in ada.learner.get("/").html
    assert "29990101T120000Z" in ada.learner.get(f"{nlp.address}/calendar.ics").html
    copied = lin.send(f"{nlp.address}/copy", {"title": "Again"})
    again = next(link for link in copied.links if "/assignments/" in link)
    assert "all of" not in lin.get(again).text


@pytest.mark.parametrize("section", ["", "No", "tue", "x" * 41])
def test_a_section_that_nobody_is_in_gets_no_date(nlp: Lecture, store: Database, section: str) -> None:
    address, lin, ada = assignment(nlp, COSINE, due=PAST), nlp.instructor.learner, nlp.student
    lin.send(entry(nlp, ada.email), {"name": "Ada", "email": ada.email, "section": "Tue"})
    assert lin.send(f"{address}/extensions", {"student": f"section:{section}", "due": FUTURE}).status == 404
    with store.read() as connection:
        assert due_dates.of_sections(connection, 1) == {}


def test_a_sections_date_is_none_for_those_without_a_section_and_for_staff(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    address, lin = assignment(nlp, COSINE, due=PAST), nlp.instructor.learner
    observer = member(app, Role.INSTRUCTOR)
    lin.send(f"{nlp.address}/staff", {"email": observer.email, "role": "observer"})
    bob = member(app, name="Bob")
    join(bob, nlp.code)
    with store.write() as connection:
        for one in (observer, bob):
            connection.execute(update(members).where(members.c.person_id == one.id).values(section="Tue"))
    lin.send(f"{address}/extensions", {"student": "section:Tue", "due": FUTURE})
    with store.read() as connection:
        assert {person for _, person in due_dates.later(connection, 1)} == {bob.id}
