"""An assignment: put together and dated by instructors; each student has numbers of their own, stored once."""

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from fastapi import FastAPI
from sqlalchemy import select

from app.database.connection import Database
from app.database.schema import attempts
from app.identity.store.people import Role
from engine import variants
from engine.questions import Question
from engine.variants import Variant
from tests.app.accounts.members import member
from tests.app.authoring.sample_question import publish
from tests.app.courses.taught_course import (
    FUTURE,
    PAST,
    Lecture,
    assignment,
    begin,
    extend,
    join,
    lecture,
    number_of,
    set_up,
)
from tests.app.learner import COSINE, PERPLEXITY, Count, Learner, Page, on_both
from tests.engine.submissions import BANK


def asked(page: Page) -> list[str]:
    """The questions of it, in order."""
    return re.findall(r'href="/practice/([^"?]+)\?level', page.html)


# Put together


@on_both
def test_questions_are_found_added_moved_and_taken_out(nlp: Lecture) -> None:
    address, lin = assignment(nlp), nlp.instructor.learner
    assert "Cosine" in lin.get(f"{address}?q=cosine").text
    for question in (COSINE, PERPLEXITY, COSINE):
        page = lin.send(f"{address}/questions", {"question": question})
    assert asked(page) == [COSINE, PERPLEXITY]
    assert asked(lin.send(f"{address}/questions/{PERPLEXITY}", {"do": "up"})) == [PERPLEXITY, COSINE]
    assert asked(lin.send(f"{address}/questions/{PERPLEXITY}", {"do": "up"})) == [PERPLEXITY, COSINE]
    assert asked(lin.send(f"{address}/questions/{PERPLEXITY}", {"do": "down"})) == [COSINE, PERPLEXITY]
    page = lin.send(f"{address}/questions/{COSINE}", {"do": "remove"})
    assert asked(page) == [PERPLEXITY]
    assert "The angle between two word vectors was removed." in page.text
    assert "Put it back" in page.text
    assert "was removed" not in lin.get(f"{address}?gone=a%00b").text
    assert lin.send(f"{address}/questions/{COSINE}", {"do": "up"}).status == 404


@on_both
def test_an_instructor_asks_what_they_published_and_nobody_elses(nlp: Lecture, app: FastAPI) -> None:
    stranger = member(app, Role.INSTRUCTOR)
    publish(app, stranger.id, name="another-lamp-9f")
    own = publish(app, nlp.instructor.id).id
    address = assignment(nlp)
    lin = nlp.instructor.learner
    assert "A lamp in watts" in lin.get(f"{address}?q=lamp").text
    assert asked(lin.send(f"{address}/questions", {"question": "another-lamp-9f"})) == []
    assert asked(lin.send(f"{address}/questions", {"question": own})) == [own]
    sheet = begin(nlp.student, address, own)
    assert "A lamp in watts" in sheet.text
    assert "Week 1 / 2" in lin.get(f"{nlp.address}/gradebook").text


def test_what_is_asked_already_is_not_found_again(nlp: Lecture) -> None:
    address = assignment(nlp, COSINE)
    page = nlp.instructor.learner.get(f"{address}?q=cosine", htmx=True)
    assert page.html.lstrip().startswith('<div id="found">')
    assert f'value="{COSINE}"' not in page.html
    assert "Nothing new was found" in nlp.instructor.learner.get(f"{address}?q=zzzzz").text


def test_a_whole_section_is_added_up_to_a_hundred_questions(nlp: Lecture) -> None:
    address, lin = assignment(nlp), nlp.instructor.learner
    page = lin.send(f"{address}/questions", {"section": "2.5"})
    assert asked(page) == [one.id for one in BANK.questions.values() if one.section == "2.5"][:100]
    for section in ("2.1", "2.2", "2.3", "2.4", "2.6"):
        page = lin.send(f"{address}/questions", {"section": section})
    assert len(asked(page)) == 100
    assert lin.send(f"{address}/questions", {"section": "9.9", "question": "nothing"}).status == 200


def test_a_level_holds_for_who_begins_later(nlp: Lecture) -> None:
    address, lin = assignment(nlp, COSINE), nlp.instructor.learner
    page = lin.send(f"{address}/questions/{COSINE}", {"do": "level", "level": "hard"})
    assert f"/practice/{COSINE}?level=hard" in page.html
    assert begin(nlp.student, address, COSINE).fields["level"] == "hard"
    lin.send(f"{address}/questions/{COSINE}", {"do": "level", "level": "impossible"})
    assert f"/practice/{COSINE}?level=hard" in lin.get(address).html


def test_dates_are_kept_and_shown_with_their_zone(nlp: Lecture) -> None:
    address = assignment(nlp, COSINE, title="Week <b>", opens=PAST, due=FUTURE)
    page = nlp.instructor.learner.get(f"{address}/settings")
    assert page.fields["opens"] == PAST
    assert f'id="due" name="due" value="{FUTURE}"' in page.html
    student = nlp.student.learner.get(address)
    assert "Due 1 Jan 2999, 12:00 UTC" in student.text
    assert "Week &lt;b&gt;" in student.html
    assert "1 Jan 2999, 12:00 UTC" in nlp.student.learner.get(nlp.address).text
    assert set_up(nlp.instructor, address, title="x", due="tomorrow").status == 400
    kept = set_up(nlp.instructor, address, title=" ", due="")
    assert kept.fields["title"] == "Week <b>"
    assert 'id="due" name="due" value=""' in kept.html


def test_the_settings_are_one_form_that_says_what_it_saves_and_that_it_is_saved(nlp: Lecture) -> None:
    """Saving one of several forms on one page lost what was typed in another."""
    address, lin = assignment(nlp, COSINE), nlp.instructor.learner
    before = lin.get(f"{address}/settings")
    assert before.html.count('<form method="post" action="/courses') == 1
    assert "Save settings</button>" in before.html
    assert "Saved." not in before.text
    assert "autofocus" not in before.html
    page = set_up(nlp.instructor, address, title="Week 3", figure="temperature", tries=3, grace=5)
    assert page.text.count("Saved.") == page.html.count("autofocus") == 1
    kept = lin.get(f"{address}/settings").fields
    assert [kept[name] for name in ("title", "figure", "tries", "grace")] == [
        "Week 3",
        "temperature",
        "3",
        "5",
    ]
    refused = set_up(nlp.instructor, address, figure="temperature", state="nonsense = 1", title="Week 4")
    assert refused.status == 422
    assert refused.fields["title"] == "Week 4"
    assert "Saved." not in refused.text
    assert lin.get(f"{address}/settings").fields["title"] == "Week 3"


def test_an_assignment_without_a_title_is_not_made(nlp: Lecture, count: Count) -> None:
    nlp.instructor.learner.send(f"{nlp.address}/assignments", {"title": " "})
    assert "assignments" not in count()


# Worked on


@on_both
def test_a_student_begins_once_with_numbers_of_their_own(
    app: FastAPI, nlp: Lecture, store: Database, count: Count
) -> None:
    address = assignment(nlp, COSINE)
    first = begin(nlp.student, address, COSINE)
    assert first.address.startswith("/attempts/")
    assert begin(nlp.student, address, COSINE).address == first.address
    assert f"/attempts/{first.attempt}" in nlp.student.learner.get(address).links
    bob = member(app)
    join(bob, nlp.code)
    assert begin(bob, address, COSINE).address != first.address
    assert count()["attempts"] == 2
    with store.read() as connection:
        seeds = {row.variant["seed"] for row in connection.execute(select(attempts))}
    assert len(seeds) == 2


def test_the_numbers_cannot_be_drawn_again(nlp: Lecture, store: Database) -> None:
    address = assignment(nlp, COSINE)
    sheet = begin(nlp.student, address, COSINE)
    done = nlp.student.learner.press(sheet, typed={"dot": "1"})
    with store.read() as connection:
        (seed,) = (str(row.variant["seed"]) for row in connection.execute(select(attempts)))
    for page in (sheet, done, nlp.student.learner.get(address), nlp.student.learner.get("/progress.csv")):
        assert seed not in page.html
        assert "seed=" not in page.html
    seen = nlp.student.learner.press(done, "solution")
    assert seed not in seen.html


def test_opening_the_assignment_begins_nothing(nlp: Lecture, count: Count) -> None:
    address = assignment(nlp, COSINE)
    nlp.student.learner.get(address)
    assert "attempts" not in count()


@on_both
def test_before_it_opens_nobody_sees_or_begins_its_questions(nlp: Lecture, count: Count) -> None:
    address = assignment(nlp, COSINE, opens=FUTURE)
    page = nlp.student.learner.get(address)
    assert "Opens 1 Jan 2999, 12:00 UTC" in page.text
    assert BANK.questions[COSINE].title not in page.text
    refused = begin(nlp.student, address, COSINE)
    assert refused.status == 409
    assert "not open yet" in refused.text
    assert "attempts" not in count()


def test_a_question_that_is_not_asked_cannot_be_begun(nlp: Lecture) -> None:
    address = assignment(nlp, COSINE)
    assert begin(nlp.student, address, PERPLEXITY).status == 404
    assert begin(nlp.student, f"{nlp.address}/assignments/nothing", COSINE).status == 404


@on_both
def test_a_question_with_a_letter_that_no_name_has_cannot_be_begun(nlp: Lecture) -> None:
    assert begin(nlp.student, assignment(nlp, COSINE), "a%00b").status == 404


@on_both
def test_what_is_removed_while_its_numbers_are_drawn_is_not_begun(
    nlp: Lecture, count: Count, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, real = assignment(nlp, COSINE), variants.draw

    def draw(question: Question, seed: int, level: str) -> Variant:
        assert nlp.instructor.learner.send(f"{address}/remove", {}).status == 200
        return real(question, seed, level)

    monkeypatch.setattr(variants, "draw", draw)
    assert begin(nlp.student, address, COSINE).status == 404
    assert not {"attempts", "assignments"} & count().keys()


@on_both
def test_the_page_tells_what_was_earned_and_what_counts(nlp: Lecture, store: Database) -> None:
    address = assignment(nlp, COSINE, due=FUTURE)
    learner = nlp.student.learner
    assert learner.get(address).earned is None
    sheet = begin(nlp.student, address, COSINE)
    assert learner.get(address).earned == 0
    assert "due 1 Jan 2999, 12:00 UTC. What you answer later does not count for the course." in sheet.text
    earned = learner.press(sheet, typed=right(store)).earned
    assert earned == 5
    assert "5 of 5 points" in learner.get(address).text
    set_up(nlp.instructor, address, title="Week 1", due=PAST)
    page = learner.get(address)
    assert "0 of 5 points" in page.text
    assert "5 do not count" in page.text
    late = learner.get(sheet.address)
    assert "What you answer now no longer counts for the course." in late.text


def right(store: Database) -> dict[str, str]:
    """The right answers to the one sheet that is stored."""
    with store.read() as connection:
        (variant,) = (row.variant for row in connection.execute(select(attempts)))
    return {part["name"]: str(part["key"][0]) for part in variant["parts"]}


@on_both
def test_one_person_may_have_longer(app: FastAPI, nlp: Lecture) -> None:
    address = assignment(nlp, COSINE, due=PAST)
    bob = member(app, name="Bob")
    join(bob, nlp.code)
    page = extend(nlp, address, bob, FUTURE)
    assert "1 Jan 2999, 12:00 UTC" in page.text
    assert "no longer counts" not in bob.learner.get(address).text
    assert "1 Jan 2999" in begin(bob, address, COSINE).text
    assert "1 Jan 2999" in bob.learner.get(nlp.address).text
    assert "2999" not in nlp.student.learner.get(address).text
    assert "no longer counts" in begin(nlp.student, address, COSINE).text
    extend(nlp, address, bob, "")
    assert "no longer counts" in bob.learner.get(address).text
    other = lecture(app, "Another")
    stranger = {"student": number_of(other, other.student), "due": FUTURE}
    assert nlp.instructor.learner.send(f"{address}/extensions", stranger).status == 404


def test_a_due_date_is_a_moment(nlp: Lecture) -> None:
    for minutes, over in ((2, False), (-1, True)):
        due = datetime.now(UTC) + timedelta(minutes=minutes)
        address = assignment(nlp, COSINE, due=f"{due:%Y-%m-%dT%H:%M}")
        assert ("no longer counts" in nlp.student.learner.get(address).text) is over


@on_both
def test_a_later_due_date_that_is_sent_eight_times_at_once_is_there_once(nlp: Lecture, count: Count) -> None:
    address, together = assignment(nlp, COSINE, due=PAST), threading.Barrier(8)
    form = {"student": number_of(nlp, nlp.student), "due": FUTURE}

    def click(tab: Learner) -> int:
        together.wait(10)
        return tab.send(f"{address}/extensions", form, follow=False).status

    with ThreadPoolExecutor(8) as clicks:
        assert set(clicks.map(click, [nlp.instructor.learner.twin() for _ in range(8)])) == {303}
    assert count()["extensions"] == 1


# Whose it is


def test_only_its_instructors_change_an_assignment(app: FastAPI, nlp: Lecture) -> None:
    address, other = assignment(nlp, COSINE), lecture(app, "Another")
    forms = {
        "/settings": {"title": "Mine"},
        "/publish": {"published": "false"},
        "/release": {},
        "/questions": {"question": PERPLEXITY},
        f"/questions/{COSINE}": {"do": "remove"},
        "/extensions": {"student": number_of(nlp, nlp.student), "due": FUTURE},
    }
    before = nlp.instructor.learner.get(address).text
    for one, status in ((nlp.student, 403), (other.student, 403), (other.instructor, 404)):
        for end, form in forms.items():
            assert one.learner.send(address + end, form).status == status
        assert one.learner.send(f"{nlp.address}/assignments", {"title": "Mine"}).status == status
    assert nlp.instructor.learner.get(address).text == before


def test_nobody_else_sees_or_begins_an_assignment(app: FastAPI, nlp: Lecture, count: Count) -> None:
    address, other = assignment(nlp, COSINE), lecture(app, "Another")
    within = address.replace(nlp.address, other.address)  # through a course of one's own
    for one in (other.student, other.instructor, member(app)):
        for place in (address, within):
            assert one.learner.get(place).status == 404
            assert begin(one, place, COSINE).status == 404
    assert other.instructor.learner.send(f"{within}/settings", {"title": "Mine"}).status == 404
    assert "attempts" not in count()


def test_dates_that_cannot_be_meant_change_nothing(nlp: Lecture) -> None:
    address = assignment(nlp, COSINE, due=FUTURE)
    lin = nlp.instructor.learner
    page = set_up(nlp.instructor, address, title="Week 1", opens=FUTURE, due=PAST)
    assert page.status == 422
    assert "It would be due before it opens." in page.text
    page = lin.send(f"{address}/extensions", {"student": number_of(nlp, nlp.student), "due": PAST})
    assert page.status == 422
    assert "This date comes before everybody's due date." in page.text
    assert "1 Jan 2999, 12:00 UTC" in nlp.student.learner.get(address).text


def test_dates_that_are_over_are_kept_and_say_what_they_do(app: FastAPI, nlp: Lecture) -> None:
    """A due date in the past was taken without a word."""
    address, lin, said = assignment(nlp, COSINE, due=FUTURE), nlp.instructor.learner, "This due date is over"
    assert said not in lin.get(f"{address}/settings").text
    page = set_up(nlp.instructor, address, title="Week 1", due=PAST)
    assert page.status == 200
    assert said in page.text
    assert "some students may have a later date" in page.text
    assert "over Remove" in extend(nlp, address, nlp.student, "2002-01-01T12:00").text
    assert "Due 1 Jan 2001, 12:00 UTC · overdue" in lin.get(address).text
    page = set_up(nlp.instructor, address, title="Week 1", due=FUTURE)
    assert said not in page.text
    assert (
        "Due 1 Jan 2999, 12:00 UTC" in nlp.student.learner.get(address).text
    )  # a date of one's own is no earlier


def test_a_date_before_the_calendar_begins_is_a_broken_form(nlp: Lecture) -> None:
    address = assignment(nlp, COSINE)
    early = "0001-01-01T00:00+23:00"
    assert set_up(nlp.instructor, address, due=early).status == 400
    assert extend(nlp, address, nlp.student, early).status == 400


def test_what_was_typed_is_there_after_dates_were_refused(app: FastAPI, nlp: Lecture) -> None:
    address = assignment(nlp, COSINE, due=FUTURE)
    page = set_up(nlp.instructor, address, title="Week 2", opens=FUTURE, due=PAST)
    assert (page.fields["title"], page.fields["opens"]) == ("Week 2", FUTURE)
    assert f'id="due" name="due" value="{PAST}"' in page.html
    bob = member(app, name="Bob")
    join(bob, nlp.code)
    for one in (nlp.student, bob):
        page = extend(nlp, address, one, PAST)
        assert page.fields["student"] == number_of(nlp, one)
        assert f'id="later" name="due" value="{PAST}"' in page.html


def test_students_see_an_assignment_once_it_asks_something(nlp: Lecture) -> None:
    address = assignment(nlp, title="Empty yet")
    assert "Empty yet" in nlp.instructor.learner.get(nlp.address).text
    assert "Empty yet" not in nlp.student.learner.get(nlp.address).text
    nlp.instructor.learner.send(f"{address}/questions", {"question": COSINE})
    assert "Empty yet" in nlp.student.learner.get(nlp.address).text


def test_what_was_searched_for_is_still_there_after_one_was_added(nlp: Lecture) -> None:
    address = assignment(nlp)
    page = nlp.instructor.learner.send(f"{address}/questions", {"question": COSINE, "q": "cosine & dot"})
    assert page.fields["q"] == "cosine & dot"


def test_a_sheet_leads_back_to_its_assignment(nlp: Lecture) -> None:
    address = assignment(nlp, COSINE, title="Week 3")
    sheet = begin(nlp.student, address, COSINE)
    assert "Back to Week 3" in sheet.text
    assert "Another one like this" not in sheet.text
    assert address in nlp.student.learner.press(sheet, "solution", typed={}).links


def test_an_assignment_goes_while_nobody_has_begun_it(nlp: Lecture) -> None:
    lin = nlp.instructor.learner
    empty, begun = assignment(nlp, COSINE, title="Mistake"), assignment(nlp, COSINE, title="Begun")
    extend(nlp, empty, nlp.student, FUTURE)
    begin(nlp.student, begun, COSINE)
    assert lin.send(f"{empty}/remove", {}).address == nlp.address
    assert "Mistake" not in lin.get(nlp.address).text
    page = lin.send(f"{begun}/remove", {})
    assert page.status == 409
    assert "Somebody has begun this assignment" in page.text
    assert "Begun" in lin.get(nlp.address).text
