"""The roster: a list is looked at, saved and undone; who joins is matched; who is withdrawn stays out.

``EXAMFORMER_ROSTERS`` (15) is how many hostile lists there are, of 15 lines on average; a course takes up to forty.
"""

import csv
import io
import os
import random
import re
import zipfile
from codecs import BOM_UTF8

import pytest
from fastapi import FastAPI
from sqlalchemy import select

from app.courses.store import courses, roster
from app.courses.store.roster import Entry, State
from app.database.connection import Database
from app.database.schema import sittings
from app.identity.store import people
from app.identity.store.people import Role
from app.personal_data.store import deletion
from tests.app.accounts.members import Member, member
from tests.app.courses.taught_course import (
    Lecture,
    assignment,
    begin,
    entry,
    join,
    lecture,
    withdraw,
)
from tests.app.courses.taught_course import roster as roster_page
from tests.app.exams import course_exam
from tests.app.exams.sitting import Sat, of_kind
from tests.app.learner import COSINE, Count, Page, always_on_both, on_both

LIST = """name,e-mail,matriculation number,section,extra time
Bob Okafor,bob@x.org,20-1,Tue,25
Zoë Müller,zoe@x.org,20-2,Wed,
"""
BOB = "20-1"
LISTS = int(os.environ.get("EXAMFORMER_ROSTERS", "15"))
IN_A_COURSE = 40
WRITTEN = of_kind("text")
HOSTILE = [
    "ada@x.org", "bob@x.org", "Ada", "20-1", "20-2", "e-mail", "name", "99 %", "=1+1", "<script>", "<ada@x.org>", "ß",
    "\0", "\u202e", "\r", "'", '"', ";", ",", "\t", "\\", "💥", "x" * 300, "--", "NULL",
]  # fmt: skip


def bob(app: FastAPI, *, confirmed: bool = True) -> Member:
    """The student of the list, with the account that its e-mail names, which somebody has confirmed or they typed."""
    return member(app, email="bob@x.org", name="Bob", confirmed=confirmed)


def preview(nlp: Lecture, text: str = LIST) -> Page:
    return nlp.instructor.learner.send(f"{nlp.address}/roster/preview", {"text": text})


def save(nlp: Lecture, text: str = LIST, missing: str = "") -> Page:
    """Looks at the list, and saves it."""
    form = {"text": text, "seen": preview(nlp, text).fields.get("seen", ""), "missing": missing}
    return nlp.instructor.learner.send(f"{nlp.address}/roster/import", form)


def undo(nlp: Lecture) -> Page:
    found = next(one for one in forms(roster_page(nlp)) if "/undo/" in one)
    return nlp.instructor.learner.send(found, {})


def pairs(page: Page, ticked: bool = False) -> list[str]:
    """The pairs that the page offers to match, or those of them that are ticked."""
    return re.findall(rf'name="pair" value="([^"]+)"{" checked" if ticked else ""}', page.html)


def match(nlp: Lecture) -> Page:
    """Matches those who are ticked."""
    ticked = pairs(roster_page(nlp), ticked=True)
    return nlp.instructor.learner.send(f"{nlp.address}/roster/match", {"pair": ticked})


def forms(page: Page) -> list[str]:
    """The addresses to which the page's forms are sent."""
    return re.findall(r'action="([^"]+)"', page.html)


def entries(nlp: Lecture, store: Database) -> dict[str, Entry]:
    """The students of the course by the name under which they are shown."""
    with store.read() as connection:
        course = courses.with_code(connection, nlp.code.replace("-", ""))
        assert course is not None
        return {one.called: one for one in roster.entries(connection, course.id)}


def more_time(store: Database, sat: Sat) -> int:
    """The percent of extra time in a sitting."""
    with store.read() as connection:
        found = select(sittings.c.extra_time).where(sittings.c.name == sat.address.rpartition("/")[2])
        return int(connection.execute(found).scalar_one())


def states(nlp: Lecture, store: Database) -> dict[str, State]:
    return {name: one.state for name, one in entries(nlp, store).items()}


@on_both
def test_a_list_is_looked_at_saved_and_undone(nlp: Lecture, store: Database, count: Count) -> None:
    before = count()
    page = preview(nlp)
    assert "2 students are new." in page.text
    cells = ("20-1", "Tue", "25 %")
    row = '<th scope="row">Bob Okafor</th><td class="email">bob@x.org</td>'
    assert row + "".join(f"<td>{cell}</td>" for cell in cells) in page.html
    assert count() == before
    page = save(nlp)
    assert "Saved: 2 students were added, changed or withdrawn." in page.text
    assert states(nlp, store) == {
        "Ada": State.JOINED,
        "Bob Okafor": State.EXPECTED,
        "Zoë Müller": State.EXPECTED,
    }
    assert entries(nlp, store)["Bob Okafor"].line.extra_time == 25
    page = undo(nlp)
    assert "The import is undone: 2 lines are as they were before." in page.text
    assert states(nlp, store) == {"Ada": State.JOINED}
    assert count() == before


@on_both
def test_saved_twice_a_list_changes_nothing_the_second_time(
    nlp: Lecture, store: Database, count: Count
) -> None:
    save(nlp)
    before, standing = count(), entries(nlp, store)
    save(nlp)
    assert (count(), entries(nlp, store)) == (before, standing)
    assert "This list changes nothing. 2 lines are on the roster already." in preview(nlp).text
    assert "lines are as they were before" in undo(nlp).text  # the first import is still to be undone


@on_both
def test_another_list_changes_lines_by_number_and_an_empty_cell_changes_nothing(
    nlp: Lecture, store: Database
) -> None:
    save(nlp)
    text = "name,number,e-mail,section\nRobert Okafor,201,,Fri\n"  # 20-1, written otherwise
    page = preview(nlp, text)
    assert "1 line changes." in page.text
    save(nlp, text)
    line = entries(nlp, store)["Robert Okafor"].line
    assert (line.email, line.section, line.extra_time) == ("bob@x.org", "Fri", 25)
    undo(nlp)
    line = entries(nlp, store)["Bob Okafor"].line
    assert (line.section, line.matriculation) == ("Tue", "20-1")


def test_who_is_missing_in_a_list_is_withdrawn_where_that_is_wanted_and_comes_back_with_the_next(
    nlp: Lecture, store: Database
) -> None:
    save(nlp)
    only_zoe = "e-mail\nzoe@x.org\n"
    for left_out in (only_zoe + "bob(at)x.org\n", "nonsense\n"):  # a line that was left out may be Bob's
        assert "Withdraw the" not in preview(nlp, left_out).text
        save(nlp, left_out, missing="withdraw")
        assert states(nlp, store)["Bob Okafor"] is State.EXPECTED
    assert "Withdraw the 1 student who is on the roster, but not in this list" in preview(nlp, only_zoe).text
    save(nlp, only_zoe)
    assert states(nlp, store)["Bob Okafor"] is State.EXPECTED
    save(nlp, only_zoe, missing="withdraw")
    assert states(nlp, store)["Bob Okafor"] is State.WITHDRAWN
    assert states(nlp, store)["Ada"] is State.JOINED  # who joined without a line is missing in no list
    assert "is taken back" in preview(nlp).text
    save(nlp)
    assert states(nlp, store)["Bob Okafor"] is State.EXPECTED


def test_a_list_that_cannot_be_told_apart_leaves_lines_out_and_says_why(
    nlp: Lecture, store: Database
) -> None:
    save(nlp)
    page = preview(nlp, "name,e-mail,number\nSomebody,bob@x.org,20-2\nEve,eve@x.org,\n")
    assert "Line 2: Somebody · The number is that of Zoë Müller, the e-mail that of Bob Okafor." in page.text
    assert "1 student is new." in page.text


def test_an_undo_leaves_alone_what_was_changed_or_joined_after_the_import(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    save(nlp)
    kim = bob(app)
    kim.learner.send(f"/join/{nlp.code}", {"number": "20 1"})
    page = undo(nlp)
    assert "1 line is as it was before. 1 line stays" in page.text
    assert states(nlp, store) == {"Ada": State.JOINED, "Bob Okafor": State.JOINED}
    assert not [one for one in forms(page) if "/undo/" in one]
    assert nlp.instructor.learner.send(f"{nlp.address}/roster/undo/1", {}).status == 409


def test_a_list_that_was_changed_after_the_look_is_looked_at_again(nlp: Lecture, count: Count) -> None:
    seen, before = preview(nlp).fields["seen"], count()
    changed = {"text": LIST + "Eve,eve@x.org,,,\n", "seen": seen}
    page = nlp.instructor.learner.send(f"{nlp.address}/roster/import", changed)
    assert "You have changed the list." in page.text
    assert count() == before
    nlp.instructor.learner.send(
        f"{nlp.address}/roster/import", {"text": LIST.replace("\n", "\r\n"), "seen": seen}
    )
    assert count()["members"] == before["members"] + 2


@pytest.mark.parametrize("text", ["", "  \n", "a@x.org\n" * 5001])
def test_an_empty_list_and_one_too_long_are_refused_in_a_sentence(
    nlp: Lecture, count: Count, text: str
) -> None:
    before = count()
    page = preview(nlp, text)
    assert page.status == 422
    assert ("too long" if text.strip() else "Nothing stands in it") in page.text
    assert count() == before


# Joining


@always_on_both
def test_a_number_that_was_typed_waits_and_once_matched_has_its_extra_time_and_marks_bear_it(
    app: FastAPI, nlp: Lecture, store: Database, count: Count
) -> None:
    save(nlp, LIST.replace("bob@x.org", ""))
    kim = member(app, name="Bob Okafor")
    before = count()
    page = kim.learner.get(f"/join/{nlp.code}")
    assert "Your matriculation number" in page.text
    assert kim.learner.send(page.action, {"number": " 20 1 "}).address == nlp.address
    assert count()["members"] == before["members"] + 1
    assert "You typed the number 20 1." in kim.learner.get(nlp.address).text
    page = roster_page(nlp)
    assert "Waiting for you: who is this? 1" in page.text
    assert page.text.count("waits to be matched") == 2  # the line, and whoever may be the one
    to_do = "1 student has joined and waits to be matched with the roster"
    assert to_do in nlp.instructor.learner.get(nlp.address).text
    match(nlp)
    assert to_do not in nlp.instructor.learner.get(nlp.address).text
    assert count()["members"] == before["members"]
    bob = entries(nlp, store)["Bob Okafor"]
    assert (bob.state, bob.person, bob.line.extra_time) == (State.JOINED, kim.id, 25)
    with store.read() as connection:
        course = courses.with_code(connection, nlp.code.replace("-", ""))
        assert course is not None
        assert people.accommodation(connection, kim.id, course.id) == (25, 0)
    assignment(nlp, COSINE)
    table = list(csv.reader(io.StringIO(nlp.instructor.learner.get(f"{nlp.address}/gradebook.csv").html)))
    assert table[0] == ["name", "e-mail", "matriculation number", "section", "Week 1", "total"]
    assert ["Bob Okafor", kim.email, "20-1", "Tue", "", "0.00"] in table
    assert [
        "Zoë Müller",
        "zoe@x.org",
        "20-2",
        "Wed",
        "",
        "0.00",
    ] in table  # who has not joined has a line, too


def test_a_number_alone_takes_nobodys_line_and_the_instructor_sees_both_who_lay_claim_to_it(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    save(nlp)
    eve = member(app, name="Eve")
    eve.learner.send(f"/join/{nlp.code}", {"number": BOB})
    found = entries(nlp, store)
    assert (found["Bob Okafor"].state, found["Eve"].stated) == (State.EXPECTED, BOB)
    assert f"Eve {eve.email} 20-1 · another e-mail" in roster_page(nlp).text
    real = bob(app, confirmed=False)
    join(real, nlp.code)  # without the number
    page = roster_page(nlp)
    assert (len(pairs(page)), pairs(page, ticked=True)) == (2, [])  # the line stands there with each
    assert page.text.count("not the only match") == 2
    match(nlp)
    assert states(nlp, store)["Bob Okafor"] is State.EXPECTED
    line = f"{nlp.address}/roster/{found['Bob Okafor'].id}"
    nlp.instructor.learner.send(f"{line}/match", {"joined": str(found["Eve"].id)})  # a mistake
    assert entries(nlp, store)["Bob Okafor"].person == eve.id
    assert f"bob@x.org account: {eve.email}" in roster_page(nlp).text
    nlp.instructor.learner.send(f"{line}/part", {})
    assert entries(nlp, store)["Eve"].stated == BOB
    nlp.instructor.learner.send(f"{line}/match", {"joined": str(entries(nlp, store)["Bob"].id)})
    assert entries(nlp, store)["Bob Okafor"].person == real.id


def test_a_number_that_was_forgotten_is_given_later_and_says_nothing_about_the_roster(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    save(nlp)
    eve = member(app, name="Eve")
    join(eve, nlp.code)
    page = eve.learner.get(nlp.address)
    assert "You are on no line of the course's list yet." in page.text
    pages = [
        eve.learner.send(f"{nlp.address}/number", {"number": n}).text.replace(n, "") for n in (BOB, "99-9")
    ]
    assert pages[0] == pages[1]
    assert entries(nlp, store)["Eve"].stated == "99-9"
    real = bob(app)
    real.learner.send(f"/join/{nlp.code}", {"number": BOB})
    assert "You on the roster Bob Okafor · 20-1 · Tue" in real.learner.get(nlp.address).text
    real.learner.send(f"{nlp.address}/number", {"number": "20-2"})
    assert entries(nlp, store)["Bob Okafor"].stated == BOB


def test_an_e_mail_that_was_only_typed_is_suggested_and_matched_by_an_instructor_alone(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    save(nlp)
    real = bob(app, confirmed=False)
    join(real, nlp.code)
    assert states(nlp, store)["Bob Okafor"] is State.EXPECTED
    page = roster_page(nlp)
    assert "who is this?" in page.text
    lin, (expected, joined) = nlp.instructor.learner, pairs(page)[0].split("-")
    line = f"{nlp.address}/roster/{expected}/match"
    lin.send(line, {"joined": joined})
    found = entries(nlp, store)
    assert (found["Bob Okafor"].person, found["Bob Okafor"].line.extra_time) == (real.id, 25)
    assert "Bob" not in found
    assert lin.send(line, {"joined": joined}).status == 404


@on_both
def test_a_verified_e_mail_is_expected_by_name_and_needs_no_code(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    save(nlp)
    real = bob(app, confirmed=False)
    assert "Courses that expect you" not in real.learner.get("/courses").text
    with store.write() as connection:
        people.verify_email(connection, real.id, app.state.clock.now())
    page = real.learner.get("/courses")
    assert "Courses that expect you NLP in autumn" in page.text
    (link,) = (one for one in page.links if one.startswith("/join/"))
    page = real.learner.get(link)
    assert "You are on its list as Bob Okafor." in page.text
    assert "matriculation" not in page.text
    real.learner.send(link, {})
    assert entries(nlp, store)["Bob Okafor"].person == real.id
    assert "Courses that expect you" not in real.learner.get("/courses").text


def test_who_left_and_comes_back_is_the_same_student(app: FastAPI, nlp: Lecture, store: Database) -> None:
    save(nlp)
    kim = bob(app)
    kim.learner.send(f"/join/{nlp.code}", {"number": BOB})
    kim.learner.send(f"{nlp.address}/leave", {})
    assert states(nlp, store)["Bob Okafor"] is State.LEFT
    join(kim, nlp.code)
    assert states(nlp, store)["Bob Okafor"] is State.JOINED


@pytest.mark.parametrize("confirmed", [True, False])
def test_a_withdrawn_line_lets_nobody_in(
    app: FastAPI, nlp: Lecture, store: Database, confirmed: bool
) -> None:
    save(nlp)
    nlp.instructor.learner.send(f"{entry(nlp, 'bob@x.org')}/withdraw", {})
    kim = bob(app, confirmed=confirmed)
    page = kim.learner.send(f"/join/{nlp.code}", {"number": BOB})
    assert page.status == 403
    assert kim.id not in {one.person for one in entries(nlp, store).values()}


def test_an_instructor_of_the_course_takes_no_line_of_a_student(nlp: Lecture, store: Database) -> None:
    save(nlp)
    nlp.instructor.learner.send(f"/join/{nlp.code}", {"number": BOB})
    assert entries(nlp, store)["Bob Okafor"].person is None
    assert nlp.instructor.learner.get(f"{nlp.address}/roster").status == 200


MANY = """name,e-mail,matriculation number,section,extra time
Bob Okafor,bob@x.org,20-1,Tue,25
"Müller, Zoë",zoe@x.org,20-2,Wed,
Kim Park,kim@x.org,20-3,Wed,
Lee Wong,lee@x.org,20-4,Wed,
"""


def many(app: FastAPI, nlp: Lecture) -> dict[str, Member]:
    """Four who joined without a line, with what the list has of them: the e-mail; number and name; the number; the
    e-mail, and another's number."""
    save(nlp, MANY)
    who = {
        "Bob": ("bob@x.org", "Bob", ""),
        "Zoë Müller": ("z@y.org", "Zoë Müller", "20-2"),
        "K.": ("k@y.org", "K.", "20 3"),
        "Lee": ("lee@x.org", "Lee", "20-9"),
    }
    made = {}
    for called, (email, name, number) in who.items():
        made[called] = member(app, email=email, name=name)
        made[called].learner.send(f"/join/{nlp.code}", {"number": number})
    return made


def test_everybody_on_the_roster_is_counted_once(app: FastAPI, nlp: Lecture, store: Database) -> None:
    assert "1 student has joined." in roster_page(nlp).text
    many(app, nlp)
    save(nlp, MANY + "Pat,pat@x.org,20-7,Tue,\n")
    join(member(app, email="pat@x.org", confirmed=True), nlp.code)
    page = roster_page(nlp)
    assert "1 of the 5 students on the list have joined. 4 are still expected" in page.text
    assert "5 more have joined with the code and are not matched with the list." in page.text
    assert f"Students {5 + 5}" in page.text
    assert len(entries(nlp, store)) == 5 + 5
    match(nlp)
    page = roster_page(nlp)
    assert "3 of the 5 students on the list have joined. 2 are still expected" in page.text
    assert "3 more have joined with the code" in page.text
    assert f"Students {5 + 3}" in page.text


@on_both
def test_many_are_matched_at_once_and_it_is_undone(app: FastAPI, nlp: Lecture, store: Database) -> None:
    people_there = many(app, nlp)
    week, lin = assignment(nlp, COSINE), nlp.instructor.learner
    bobs = entries(nlp, store)["Bob"].id
    lin.send(f"{nlp.address}/gradebook/{bobs}/{week.rpartition('/')[2]}", {"points": "3", "why": "Paper."})
    sat = course_exam.sit(app, people_there["Bob"], course_exam.exam(nlp))
    before, page = entries(nlp, store), roster_page(nlp)
    assert len(pairs(page)) == 4
    assert "another number" in page.text
    ticked = pairs(page, ticked=True)
    assert len(ticked) == 2
    page = match(nlp)
    assert "2 students are matched." in page.text
    found = entries(nlp, store)
    assert found["Bob Okafor"].person == people_there["Bob"].id
    assert found["Müller, Zoë"].person == people_there["Zoë Müller"].id
    assert {"Bob", "Zoë Müller"}.isdisjoint(found)
    assert more_time(store, sat) == 25
    assert total_of(nlp, "Bob Okafor") == "3.00"
    assert "Undo the last matching" in page.text
    page = undo(nlp)
    assert "The matching is undone: 2 students are on no line again." in page.text
    after = entries(nlp, store)
    assert {name: (one.line, one.person, one.state) for name, one in after.items()} == {
        name: (one.line, one.person, one.state) for name, one in before.items()
    }
    assert more_time(store, sat) == 0
    assert (total_of(nlp, "Bob"), total_of(nlp, "Bob Okafor")) == ("3.00", "0.00")
    assert [one for one in forms(page) if "/undo/" in one] == []
    nlp.instructor.learner.send(f"{nlp.address}/roster/match", {"pair": ticked})  # an old page, sent again
    assert entries(nlp, store)["Bob Okafor"].state is State.EXPECTED


def total_of(nlp: Lecture, name: str) -> str:
    """The sum of a student's points in the gradebook."""
    table = csv.reader(io.StringIO(nlp.instructor.learner.get(f"{nlp.address}/gradebook.csv").html))
    return next(row[-1] for row in table if row[0] == name)


def test_an_undo_leaves_those_alone_whose_line_was_changed_after_the_matching(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    many(app, nlp)
    match(nlp)
    line = {"name": "Robert", "email": "bob@x.org", "matriculation": "20-1"}
    nlp.instructor.learner.send(entry(nlp, "bob@x.org"), line)
    page = undo(nlp)
    assert "The matching is undone: 1 student is on no line again." in page.text
    assert "1 line stays: it was changed after the matching." in page.text
    assert states(nlp, store)["Robert"] is State.JOINED
    assert states(nlp, store)["Müller, Zoë"] is State.EXPECTED


def test_what_was_matched_meanwhile_or_twice_is_left_and_said(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    people_there = many(app, nlp)
    found, lin = entries(nlp, store), nlp.instructor.learner
    bob_line, kim_line = (found[name].id for name in ("Bob Okafor", "Kim Park"))
    wanted = [
        f"{bob_line}-{found['Bob'].id}",
        f"{bob_line}-{found['K.'].id}",  # a line twice
        f"{kim_line}-{found['Bob'].id}",  # a person twice
        f"{kim_line}-{bob_line}",  # a line with a line
        f"{found['Ada'].id}-{found['Lee'].id}",  # a person with a person
        f"{kim_line}-999999",
    ]
    page = lin.send(f"{nlp.address}/roster/match", {"pair": wanted})
    assert "1 student is matched." in page.text
    assert "5 are not: their lines or students were changed meanwhile, or matched twice." in page.text
    after = entries(nlp, store)
    assert after["Bob Okafor"].person == people_there["Bob"].id
    assert {name: one.state for name, one in after.items() if name != "Bob Okafor"} == {
        name: one.state for name, one in found.items() if name not in ("Bob Okafor", "Bob")
    }
    for bad in ("1", "x-1", "1-2-3", "-1-2", ""):
        assert lin.send(f"{nlp.address}/roster/match", {"pair": [bad]}).status in (400, 422)
    other = lecture(app, "Another")
    assert other.instructor.learner.send(f"{nlp.address}/roster/match", {"pair": wanted}).status == 404
    page = other.instructor.learner.send(f"{other.address}/roster/match", {"pair": wanted})
    assert "6 are not" in page.text


@on_both
def test_a_classmate_who_types_ones_e_mail_and_number_takes_nothing(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    save(nlp)
    eve = member(app, email="bob@x.org", name="Bob Okafor")  # as anybody can sign up
    eve.learner.send(f"/join/{nlp.code}", {"number": BOB})
    with store.read() as connection:
        course = courses.with_code(connection, nlp.code.replace("-", ""))
        assert course is not None
        here = roster.entries(connection, course.id)
        assert people.accommodation(connection, eve.id, course.id) == (0, 0)
    assert [(one.state, one.person) for one in here if one.line.email == "bob@x.org"] == [
        (State.EXPECTED, None)
    ]
    begin(eve, assignment(nlp, COSINE), COSINE)  # they can work meanwhile
    page = roster_page(nlp)
    assert "joined as Bob Okafor bob@x.org 20-1" in page.text
    assert "e-mail confirmed" not in page.text
    with store.write() as connection:
        people.verify_email(connection, eve.id, app.state.clock.now())
    assert "joined as Bob Okafor bob@x.org 20-1 · e-mail confirmed" in roster_page(nlp).text


def test_who_left_keeps_the_line_and_the_roster_says_since_when(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    save(nlp)
    kim = bob(app)
    join(kim, nlp.code)
    join(eve := member(app, name="Eve"), nlp.code)
    for one in (kim, eve):
        one.learner.send(f"{nlp.address}/leave", {})
    day = f"{app.state.clock.now():%-d %b %Y}"
    page = roster_page(nlp)
    assert (
        "0 of the 2 students on the list have joined. 1 is still expected. 1 has left the course" in page.text
    )
    row = re.search(r"<tr>(?:(?!</tr>).)*Bob Okafor.*?</tr>", page.html, re.DOTALL)
    assert row
    assert "has left on" in row[0]
    assert day in row[0]
    assert "No longer in the course 1" in page.text  # who was on no line stands apart
    line = nlp.instructor.learner.get(f"{nlp.address}/roster/{entries(nlp, store)['Bob Okafor'].id}")
    assert "The line waits for the same person" in line.text
    table = list(csv.DictReader(io.StringIO(nlp.instructor.learner.get(f"{nlp.address}/roster.csv").html)))
    assert [one["name"] for one in table if one["left"]] == ["Bob Okafor"]
    join(kim, nlp.code)
    assert "1 of the 2 students on the list have joined." in roster_page(nlp).text


# One student


def test_a_line_is_corrected_and_what_belongs_to_another_is_refused_with_the_name(
    nlp: Lecture, store: Database
) -> None:
    save(nlp)
    lin, line = nlp.instructor.learner, entry(nlp, "bob@x.org")
    lin.send(
        line,
        {
            "name": "Bob O.",
            "email": " BOB@x.org",
            "matriculation": "20-9",
            "section": "Fri",
            "extra_time": "50",
        },
    )
    found = entries(nlp, store)["Bob O."].line
    assert (found.email, found.matriculation, found.section, found.extra_time) == (
        "bob@x.org",
        "20-9",
        "Fri",
        50,
    )
    for form, says in (
        ({"email": "zoe@x.org"}, "It is that of Zoë Müller."),
        ({"email": "bob@x.org", "matriculation": "202"}, "It is that of Zoë Müller."),
        ({"email": "bob"}, "Type an e-mail address"),
        ({"name": "Bob"}, "Give an e-mail or a matriculation number"),
        ({"email": "bob@x.org", "matriculation": "-"}, "This is no matriculation number."),
        ({"email": "bob@x.org", "name": "B" * 81}, "This is too long."),
    ):
        page = lin.send(line, form)
        assert page.status == 422, form
        assert says in page.text
        assert page.fields["name"] == form.get("name", "")
    assert entries(nlp, store)["Bob O."].line == found


def test_more_time_by_a_list_holds_in_an_exam_that_runs(app: FastAPI, nlp: Lecture, store: Database) -> None:
    save(nlp, f"e-mail,number\n{nlp.student.email},20-7\n")
    match(nlp)
    sat = course_exam.sit(app, nlp.student, course_exam.exam(nlp))
    assert more_time(store, sat) == 0
    save(nlp, "number,extra time\n20-7,100\n")
    assert more_time(store, sat) == 100
    undo(nlp)
    assert more_time(store, sat) == 0


def test_those_who_have_not_joined_are_shown_by_surname(app: FastAPI, nlp: Lecture) -> None:
    save(nlp, LIST + 'Äneas Álvarez,a@x.org,,,\n"Nowak, Bea",b@x.org,,,\n')
    page = nlp.instructor.learner.get(f"{nlp.address}/roster?who=expected")
    names = re.findall(r'<th scope="row"><a[^>]*>([^<]*)</a>', page.html)
    assert names == ["Äneas Álvarez", "Zoë Müller", "Nowak, Bea", "Bob Okafor"]
    assert "4 students of the roster have not joined yet" in nlp.instructor.learner.get(nlp.address).text


def test_letters_that_have_no_accent_are_sorted_with_those_that_they_look_like(nlp: Lecture) -> None:
    names = [
        "Ove Ærø", "Eva Aes", "Dora Ðalić", "Ida Đurić", "Jan Duval", "Ewa Łukasiewicz", "Max Lutz", "Siv Øberg",
        "Kim Oz", "Ann Schröder", "Uli Straßer", "Ian Strasz",
    ]  # fmt: skip
    save(nlp, "".join(f"{name},n{n}@x.org\n" for n, name in enumerate(reversed(names))))
    page = nlp.instructor.learner.get(f"{nlp.address}/roster?who=expected")
    assert re.findall(r'<th scope="row"><a[^>]*>([^<]*)</a>', page.html) == names


def test_one_section_is_shown_of_roster_and_gradebook(nlp: Lecture) -> None:
    save(nlp)
    assignment(nlp, COSINE)
    for page in ("roster", "gradebook", "gradebook.csv"):
        text = nlp.instructor.learner.get(f"{nlp.address}/{page}?section=Tue").html
        assert "Bob Okafor" in text, page
        assert "Zoë" not in text, page
    assert "Nobody is in this section." in nlp.instructor.learner.get(f"{nlp.address}/roster?section=x").text


def test_the_roster_goes_out_as_an_import_reads_it_and_runs_no_formula(nlp: Lecture, store: Database) -> None:
    save(nlp, LIST + "=1+1,eve@x.org,20-3,Tue,\n")
    text = nlp.instructor.learner.get(f"{nlp.address}/roster.csv").html
    assert "'=1+1" in text
    sent = nlp.instructor.learner.client.get(f"{nlp.address}/roster.csv").content
    assert sent.startswith(BOM_UTF8)
    assert "Zoë Müller" in sent.decode("utf-8-sig")
    assert "3 lines are on the roster already." in preview(nlp, text.replace("'=", "=")).text


def test_another_courses_instructor_and_a_student_do_nothing_to_a_roster(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    save(nlp)
    before, line = entries(nlp, store), entry(nlp, "bob@x.org")
    other = lecture(app, "Another")
    mine = line.replace(nlp.address, other.address)  # a line of one course, asked of another
    for one, status in ((other.instructor, 404), (nlp.student, 403), (member(app, Role.ADMINISTRATOR), 404)):
        for address in (line, f"{line}/withdraw", f"{line}/remove", f"{nlp.address}/roster/import"):
            assert one.learner.send(address, {"text": LIST}).status == status
    for end in ("", "/withdraw", "/remove", "/part", "/take-back"):
        assert other.instructor.learner.send(f"{mine}{end}", {"email": "x@x.org"}).status == 404
    assert entries(nlp, store) == before


def test_a_deleted_account_leaves_its_line_to_be_expected_again(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    save(nlp)
    kim = bob(app)
    kim.learner.send(f"/join/{nlp.code}", {"number": BOB})
    begin(kim, assignment(nlp, COSINE), COSINE)
    with store.write() as connection:
        deletion.delete_everything(connection, kim.id)
    found = entries(nlp, store)
    assert found["Bob Okafor"].state is State.EXPECTED
    nameless = next(one for one in found.values() if one.person == kim.id)
    assert (nameless.line.listed, nameless.called) == (False, f"Deleted account {kim.id}")


def test_who_left_and_deletes_the_account_leaves_the_line_as_well(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    save(nlp)
    kim = bob(app)
    join(kim, nlp.code)
    kim.learner.send(f"{nlp.address}/leave", {})
    with store.write() as connection:
        deletion.delete_everything(connection, kim.id)
    assert states(nlp, store)["Bob Okafor"] is State.EXPECTED


def test_a_marker_reads_the_name_of_the_roster(app: FastAPI, nlp: Lecture) -> None:
    save(nlp)
    kim = bob(app)
    kim.learner.send(f"/join/{nlp.code}", {"number": BOB})
    sheet = begin(kim, assignment(nlp, WRITTEN), WRITTEN)
    kim.learner.press(sheet, "solution", typed={"answer": "A wide one."})
    page = nlp.instructor.learner.get(f"{nlp.address}/grading")
    assert "Bob Okafor" in page.text


def test_a_spreadsheets_own_file_is_refused_with_what_to_do_next(nlp: Lecture, count: Count) -> None:
    book = io.BytesIO()
    with zipfile.ZipFile(book, "w") as archive:
        archive.writestr("xl/workbook.xml", LIST)
    before = count()
    sent = nlp.instructor.learner.client.post(
        f"{nlp.address}/roster/preview", files={"file": ("list.xlsx", book.getvalue())}
    )
    assert sent.status_code == 422
    assert "This is no text: save the table as CSV, or copy its cells into the field." in sent.text
    assert "xl/workbook" not in sent.text
    assert count() == before


@pytest.mark.parametrize("first", range(0, LISTS, IN_A_COURSE))
@on_both
def test_hostile_lists_write_whole_lines_or_none(
    nlp: Lecture, store: Database, count: Count, first: int
) -> None:
    rng = random.Random(first)
    for _ in range(first, min(first + IN_A_COURSE, LISTS)):
        lines = ["".join(rng.choices(HOSTILE, k=rng.randrange(1, 12))) for _ in range(rng.randrange(1, 30))]
        text = "\n".join(lines)
        before = count()["members"]
        assert preview(nlp, text).status in (200, 422)
        assert count()["members"] == before
        assert save(nlp, text, missing=rng.choice(("", "withdraw"))).status in (200, 422)
        for one in entries(nlp, store).values():
            assert one.called
            assert one.person or one.line.email or one.line.matriculation
    assert roster_page(nlp).status == 200


def test_a_student_who_is_withdrawn_stands_among_those_who_are_gone(nlp: Lecture) -> None:
    withdraw(nlp, nlp.student)
    page = roster_page(nlp)
    assert "No longer in the course" in page.text
    assert "Take back Ada" in page.text
