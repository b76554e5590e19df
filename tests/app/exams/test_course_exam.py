"""An exam of a course as its instructors make it: copied, written, checked, ruled, published, tried and released."""

import logging
from collections.abc import Callable

import pytest
from fastapi import FastAPI
from sqlalchemy import func, select

from app.database.connection import Database
from app.database.schema import sittings
from app.exams.store.audit_log import Kind
from app.identity.store.people import Role
from app.web.sections import SECTIONS
from tests.app.accounts.members import member
from tests.app.authoring.sample_question import publish
from tests.app.courses.taught_course import FUTURE, PAST, Lecture, join, lecture, open_course
from tests.app.exams.course_exam import DEFINITION, RULES, SMALL, begin, draft, exam, rule, sit
from tests.app.learner import COSINE, Page, form_key, on_both


def made(nlp: Lecture, source: str = "full", title: str = "") -> Page:
    return nlp.instructor.learner.send(f"{nlp.address}/exams", {"source": source, "title": title})


# Made


@on_both
def test_an_exam_begins_as_a_copy_of_a_built_in_one(nlp: Lecture) -> None:
    page = made(nlp, title='The "final"')
    assert page.status == 200
    assert 'The "final"' in page.text
    assert "It can be sat as it stands." in page.text
    assert page.fields["text"].startswith('\ntitle = "The \\"final\\""')
    assert page.address in nlp.instructor.learner.get(nlp.address).links


def test_a_copy_asks_everybody_the_same(nlp: Lecture) -> None:
    page = made(nlp, "sprint")
    assert "scope" not in page.fields["text"]
    assert "about" not in page.fields["text"]
    assert "It can be sat as it stands." in page.text


def test_an_exam_begins_as_a_copy_of_another_of_ones_own(nlp: Lecture, app: FastAPI) -> None:
    lin, first = nlp.instructor.learner, draft(nlp)
    other = open_course(nlp.instructor, "Another").address
    source = first.removeprefix("/courses/").replace("/exams/", "/")
    assert f'value="{source}"' in lin.get(other).html
    page = lin.send(f"{other}/exams", {"source": source})
    assert page.fields["text"].strip() == SMALL.strip()
    stranger = member(app, Role.INSTRUCTOR)
    theirs = open_course(stranger, "Theirs").address
    assert stranger.learner.send(f"{theirs}/exams", {"source": source}).status == 404
    assert stranger.learner.send(f"{theirs}/exams", {"source": "none-such"}).status == 404


def test_a_learners_weak_spots_are_no_exam_of_a_course(nlp: Lecture) -> None:
    offered = nlp.instructor.learner.get(nlp.address).html
    assert 'value="sprint"' in offered
    assert 'value="weak-spots"' not in offered
    assert made(nlp, "weak-spots").status == 404


def test_a_copy_has_no_opening_from_which_a_late_beginning_would_count(nlp: Lecture) -> None:
    source = (
        exam(nlp, opens=FUTURE, late="left", markers="2").removeprefix("/courses/").replace("/exams/", "/")
    )
    page = made(nlp, source)
    assert {name: page.fields[name] for name in ("opens", "late", "markers")} == {
        "opens": "", "late": "whole", "markers": "2",
    }  # fmt: skip


def test_nobody_else_sees_an_exam_before_it_is_published(nlp: Lecture, app: FastAPI) -> None:
    address = draft(nlp)
    ada = nlp.student.learner
    assert address not in ada.get(nlp.address).links
    assert ada.get(address).status == 404
    assert begin(nlp.student, address).status == 404
    assert member(app, Role.INSTRUCTOR).learner.get(address).status == 404
    nlp.instructor.learner.send(f"{address}/publish", {})
    assert address in ada.get(nlp.address).links
    assert ada.get(address).status == 200
    assert member(app).learner.get(address).status == 404


@pytest.mark.parametrize(("answers", "said"), [("at once", True), ("afterwards", False)])
def test_before_it_is_published_it_says_that_answers_open_while_others_can_begin(
    nlp: Lecture, answers: str, said: bool
) -> None:
    address = draft(nlp)
    page = rule(nlp, address, answers=answers, solutions="released")
    assert ("whoever hands in sees at once what is right" in page.text) == said


# Written


def test_each_fault_stands_at_its_line(nlp: Lecture) -> None:
    text = SMALL.replace(COSINE, "no-such-question").replace(DEFINITION, "no-such-definition")
    page = nlp.instructor.learner.get(f"{draft(nlp, text)}?view=text")
    for unknown in ("no-such-question", "no-such-definition"):
        line = next(n for n, line in enumerate(text.splitlines(), 1) if unknown in line)
        assert f'data-line="{line}"' in page.html
        assert f"there is no question {unknown}" in page.text


def test_what_is_typed_is_checked_and_nothing_is_written(nlp: Lecture) -> None:
    address, lin = draft(nlp), nlp.instructor.learner
    page = lin.send(f"{address}/check", {"text": SMALL.replace("points = 6", "points = 7")}, htmx=True)
    assert page.html.lstrip().startswith('<section class="line" id="preview">')
    assert "the groups come to 6, not to 7" in page.text
    assert 'data-line="3"' in page.html
    plain = lin.send(f"{address}/check", {"text": SMALL.replace("points = 6", "points = 7")})
    assert "the groups come to 6, not to 7" in plain.text
    assert "points = 7" in plain.fields["text"]
    assert plain.fields["opened"] == lin.get(address).fields["opened"]
    assert lin.get(address).fields["text"].strip() == SMALL.strip()


def test_a_text_that_is_no_exam_is_kept_and_not_published(nlp: Lecture) -> None:
    address, lin = draft(nlp, "title = "), nlp.instructor.learner
    assert lin.get(address).fields["text"].strip() == "title ="
    page = lin.send(f"{address}/publish", {})
    assert page.status == 422
    assert "It is not published" in page.text
    assert f'action="{address}/publish"' not in page.html
    assert page.html.index('id="rules"') < page.html.index('id="publish"')
    assert nlp.student.learner.get(address).status == 404
    assert lin.send(f"{address}/try", {"key": form_key()}).status == 409


@pytest.mark.parametrize("written", ['"section"', '["n-grams"]', '"some"'])
def test_what_a_learner_would_choose_is_for_everybody_in_a_course(nlp: Lecture, written: str) -> None:
    page = nlp.instructor.learner.get(
        draft(nlp, SMALL.replace("[[groups]]", f"scope = {written}\n[[groups]]", 1))
    )
    assert "scope: in a course, the groups and their points are the same for everybody" in page.text
    assert "weak spots" not in page.text


def test_the_page_says_what_may_stand_in_the_text(nlp: Lecture) -> None:
    address, lin = draft(nlp), nlp.instructor.learner
    page = lin.get(f"{address}?view=text")
    told = page.html.partition('id="vocabulary"')[2].partition("</details>")[0]
    of_exam, of_group, sections = told.split("</dl>")[:3]
    assert "scope" not in page.fields["text"]
    for key in ("title", "minutes", "points", "aids", "passes", "scale", "rules", "sections", "groups"):
        assert f"<dt><code>{key}</code>" in of_exam
    for key in ("title", "number", "points", "kinds", "forms", "questions", "families", "sections", "level"):
        assert f"<dt><code>{key}</code>" in of_group
    assert "<code>scope</code>" not in told
    assert "<dd></dd>" not in told
    assert "<dd>;" not in told
    assert '<code>"as written"</code>, <code>"shuffled"</code>; left out, shuffled' in of_exam
    assert '; a list of <code>"definition"</code>' in of_group
    for number, title in SECTIONS.items():
        assert f"<dt><code>{number}</code></dt><dd>{title}</dd>" in sections
    lin.send(f"{address}/publish", {})
    assert 'id="vocabulary"' not in lin.get(address).html


def test_the_title_of_a_section_in_place_of_its_number_is_the_only_thing_that_is_told(nlp: Lecture) -> None:
    text = SMALL.replace("[[groups]]", 'sections = [\n"n-gram models"]\n[[groups]]', 1)
    page = nlp.instructor.learner.get(f"{draft(nlp, text)}?view=text")
    assert "There is one thing to mend." in page.text
    assert "there is no section n-gram models; did you mean c.3 (n-gram models)?" in page.text
    assert 'data-line="8"' in page.html


@pytest.mark.parametrize(
    ("minutes", "told"),
    [
        (14, ""),
        (15, ""),
        (12, "About 2 minutes short."),
        (1, "About 13 minutes short."),
        (60, "About 46 minutes more than needed."),
        (0, "minutes: must be at least 1"),
        (601, "minutes: must be at most 600"),
    ],
)
def test_minutes_that_do_not_go_with_the_points_are_remarked_and_only_absurd_ones_refused(
    nlp: Lecture, minutes: int, told: str
) -> None:
    address = draft(nlp, SMALL.replace("minutes = 15", f"minutes = {minutes}"))
    page = nlp.instructor.learner.get(f"{address}?view=text")
    assert told in page.text
    assert ("short." in page.text or "than needed." in page.text) is (minutes in (1, 12, 60))
    assert ("It can be sat as it stands." in page.text) is (0 < minutes <= 600)
    published = nlp.instructor.learner.send(f"{address}/publish", {})
    assert published.status == (200 if 0 < minutes <= 600 else 422)


def test_a_group_that_asks_one_student_another_question_than_the_next_is_noted(nlp: Lecture) -> None:
    lin = nlp.instructor.learner
    noted = "students get different questions here."
    assert noted not in lin.get(draft(nlp)).text
    two = SMALL.replace(f'questions = ["{COSINE}"]', f'questions = ["{COSINE}", "{DEFINITION}"]')
    page = lin.get(draft(nlp, two))
    assert f"Numbers (of several kinds): {noted}" in page.text
    assert "It can be sat as it stands." in page.text
    alike = SMALL.replace(f'questions = ["{DEFINITION}"]', 'kinds = ["choice", "drawn"]')
    assert f"A definition: {noted}" in lin.get(draft(nlp, alike)).text


def test_two_instructors_do_not_overwrite_each_other(nlp: Lecture) -> None:
    address, lin = draft(nlp), nlp.instructor.learner
    opened = lin.get(address).fields["opened"]
    first, second = (SMALL.replace("Midterm", title) for title in ("First", "Second"))
    lin.send(address, {"text": first, "opened": opened})
    page = lin.send(address, {"text": second, "opened": opened})
    assert page.status == 409
    assert "Somebody saved another text meanwhile" in page.text
    assert page.fields["text"].strip() == second.strip()
    assert lin.get(address).fields["text"].strip() == first.strip()
    lin.send(address, {"text": second, "opened": page.fields["opened"]})
    assert lin.get(address).fields["text"].strip() == second.strip()


def test_a_published_text_stays_as_it_is(nlp: Lecture) -> None:
    address, lin = exam(nlp), nlp.instructor.learner
    page = lin.send(address, {"text": SMALL.replace("Midterm", "Other")})
    assert page.status == 409
    assert "its text stays as it is" in page.text
    assert "Midterm" in lin.get(address).text
    assert lin.send(f"{address}/remove", {}).status == 409


def test_a_draft_can_be_removed(nlp: Lecture) -> None:
    address, lin = draft(nlp), nlp.instructor.learner
    assert lin.send(f"{address}/remove", {}).address == nlp.address
    assert lin.get(address).status == 404


def test_what_an_instructor_published_can_be_asked(nlp: Lecture, app: FastAPI) -> None:
    own = publish(app, nlp.instructor.id).id
    text = SMALL.replace(COSINE, own)
    assert "It can be sat as it stands." in nlp.instructor.learner.get(draft(nlp, text)).text
    publish(app, member(app, Role.INSTRUCTOR).id, name="another-lamp-9f")
    text = SMALL.replace(COSINE, "another-lamp-9f")
    assert "there is no question another-lamp-9f" in nlp.instructor.learner.get(draft(nlp, text)).text


# Ruled


@on_both
def test_rules_are_kept_as_they_were_given(nlp: Lecture) -> None:
    address = exam(nlp)
    given = {"opens": "2090-01-01T12:00", "closes": FUTURE, "password": "blue whale", "sittings": "3"}
    given |= {
        "late": "left",
        "scores": "at once",
        "answers": "released",
        "solutions": "released",
        "markers": "2",
    }
    page = rule(nlp, address, **given)
    assert {name: page.fields[name] for name in RULES} == given
    assert "Without supervision, a second browser or device remains possible." in page.text


def test_it_cannot_close_before_it_opens(nlp: Lecture) -> None:
    page = rule(nlp, exam(nlp), opens=FUTURE, closes=PAST)
    assert page.status == 422
    assert "The rules stay as they were." in page.text
    assert page.fields["closes"] == PAST


def test_what_is_left_of_the_time_needs_an_opening_from_which_it_counts(nlp: Lecture) -> None:
    address = exam(nlp)
    page = rule(nlp, address, late="left", password="blue whale")
    assert page.status == 422
    assert "What is left counts from the opening: say above when it opens." in page.text
    assert 'aria-describedby="fault-late"' in page.html
    assert (page.fields["late"], page.fields["password"]) == ("left", "blue whale")
    kept = nlp.instructor.learner.get(address).fields
    assert (kept["late"], kept["password"]) == ("whole", "")
    assert rule(nlp, address, late="left", opens=FUTURE).status == 200


@pytest.mark.parametrize(
    ("given", "refused"),
    [
        ({"scores": "released", "answers": "afterwards"}, "answers"),
        ({"scores": "afterwards", "answers": "at once", "solutions": "at once"}, "answers"),
        ({"solutions": "at once"}, "solutions"),
        ({"scores": "released", "answers": "released"}, "solutions"),
    ],
)
@pytest.mark.parametrize("made", [draft, exam])
def test_what_tells_more_opens_no_sooner(
    nlp: Lecture, made: Callable[[Lecture], str], given: dict[str, str], refused: str
) -> None:
    address = made(nlp)
    page = rule(nlp, address, **given)
    assert page.status == 422
    less = {"answers": "scores", "solutions": "answers"}[refused]
    assert f"{refused.capitalize()} open no sooner than {less}. The rules stay as they were." in page.text
    assert f'aria-describedby="fault-{refused}"' in page.html
    assert {name: page.fields[name] for name in RULES} == RULES | given
    assert nlp.instructor.learner.get(address).fields["scores"] == "afterwards"


def test_what_was_kept_is_confirmed(nlp: Lecture) -> None:
    address, lin = draft(nlp), nlp.instructor.learner
    assert "Saved." not in lin.get(address).text
    assert "Saved." in lin.send(address, {"text": SMALL}).text
    assert "Saved." in rule(nlp, address).text


def test_publishing_says_that_without_a_last_moment_things_open_when_it_is_archived(nlp: Lecture) -> None:
    address, said = draft(nlp), "What opens when it has closed for everybody, opens when you archive it."
    assert said in nlp.instructor.learner.get(address).text
    assert said not in rule(nlp, address, closes=FUTURE).text
    by_hand = dict.fromkeys(("scores", "answers", "solutions"), "released")
    assert said not in rule(nlp, address, **by_hand).text


@pytest.mark.parametrize("wrong", [{"sittings": "0"}, {"late": "never"}, {"markers": "3"}, {"opens": "soon"}])
def test_rules_that_no_page_sends_are_refused(nlp: Lecture, wrong: dict[str, str]) -> None:
    address = exam(nlp)
    assert rule(nlp, address, **wrong).status in (400, 422)
    assert nlp.instructor.learner.get(address).fields["sittings"] == "1"


# Tried


def test_an_instructor_tries_it_and_that_counts_nowhere(nlp: Lecture, app: FastAPI, store: Database) -> None:
    address, lin = draft(nlp), nlp.instructor.learner
    page = lin.send(f"{address}/try", {"key": form_key()})
    assert page.address.startswith("/sittings/")
    review = lin.send(f"{page.address}/end", {})
    assert review.status == 200
    assert "What opens later" not in review.text
    assert "Another one like it" not in review.text
    with store.read() as connection:
        assert connection.execute(select(func.count()).where(sittings.c.exam_id.is_not(None))).scalar() == 0
    assert "Midterm" not in lin.get(f"{nlp.address}/gradebook").text


# Archived


def test_an_archived_exam_is_begun_by_nobody(nlp: Lecture) -> None:
    address, lin = exam(nlp), nlp.instructor.learner
    lin.send(f"{address}/archive", {"do": "archive"})
    assert begin(nlp.student, address).status == 409
    assert address not in nlp.student.learner.get(nlp.address).links
    lin.send(f"{address}/archive", {"do": "back"})
    assert begin(nlp.student, address).status == 200


@on_both
def test_an_archived_exam_is_only_read_copied_and_released(nlp: Lecture) -> None:
    address, lin = exam(nlp, password="blue whale"), nlp.instructor.learner
    lin.send(f"{address}/archive", {"do": "archive"})
    page = lin.get(address)
    assert "It is archived, so they stay as they are until you bring it back." in page.text
    for closed in ("<button>Save these rules", f'action="{address}/try"', "<textarea"):
        assert closed not in page.html
    assert '<fieldset class="plain" disabled>' in page.html
    tried = lin.send(f"{address}/try", {"key": form_key()})
    for refused in (
        tried,
        rule(nlp, address),
        lin.send(address, {"text": SMALL}),
        lin.send(f"{address}/publish", {}),
    ):
        assert refused.status == 409
        assert "This exam is archived." in refused.text
        assert address in refused.links
    assert lin.get(address).fields["password"] == "blue whale"
    assert lin.send(f"{address}/release", {"do": "release"}).status == 200
    source = address.removeprefix("/courses/").replace("/exams/", "/")
    assert made(nlp, source).status == 200
    lin.send(f"{address}/archive", {"do": "back"})
    assert rule(nlp, address).status == 200


def test_a_draft_that_was_archived_is_only_read(nlp: Lecture) -> None:
    address, lin = draft(nlp), nlp.instructor.learner
    lin.send(f"{address}/archive", {"do": "archive"})
    page = lin.get(address)
    assert "<textarea" not in page.html
    assert "It is archived, so this stays as it is until you bring it back." in page.text
    assert f'action="{address}/publish"' not in page.html
    assert lin.send(address, {"text": "title ="}).status == 409
    lin.send(f"{address}/archive", {"do": "back"})
    assert lin.get(address).fields["text"].strip() == SMALL.strip()


def test_students_change_nothing_about_it(nlp: Lecture) -> None:
    address = exam(nlp)
    for what in ("", "/check", "/rules", "/publish", "/release", "/archive", "/remove", "/try"):
        assert nlp.student.learner.send(f"{address}{what}", {}).status == 403


# An exam is an assignment of its course, too


def test_its_assignment_leads_to_it_and_cannot_be_changed(nlp: Lecture) -> None:
    address = exam(nlp)
    assignment = address.replace("/exams/", "/assignments/")
    assert nlp.instructor.learner.get(assignment).address == address
    assert nlp.student.learner.get(assignment).address == address
    for what, sent in (("/settings", {"title": "x"}), ("/questions", {"question": COSINE}), ("/remove", {})):
        assert nlp.instructor.learner.send(f"{assignment}{what}", sent).address == address
    assert "Midterm" in nlp.instructor.learner.get(address).text
    assert assignment not in nlp.instructor.learner.get(nlp.address).links


@on_both
def test_the_marks_have_a_column_for_it(nlp: Lecture, app: FastAPI) -> None:
    address, lin = exam(nlp, scores="at once", sittings="2"), nlp.instructor.learner
    for right in (True, False):
        sat = sit(app, nlp.student, address)
        sat.type(1, {"dot": [str(sat.drawn()[0].variant["parts"][0]["key"][0]) if right else "99999"]})
        sat.hand_in()
    page = lin.get(f"{nlp.address}/gradebook")
    assert "Midterm / 6" in page.text
    table = lin.get(f"{nlp.address}/gradebook.csv").html.splitlines()
    assert table[1] == "points,,6.00,6.00"
    assert table[2].endswith(",1.00,1.00")
    assert "Midterm / 6" in nlp.student.learner.get(f"{nlp.address}/gradebook").text


def test_the_marking_queue_has_its_sentences_and_the_mark_counts(nlp: Lecture, app: FastAPI) -> None:
    address, lin = exam(nlp), nlp.instructor.learner
    sat = sit(app, nlp.student, address)
    sat.type(2, {"answer": ["Units are switched off at random."]})
    assert "Units are switched off" not in lin.get(f"{nlp.address}/grading").text
    sat.hand_in()
    queue = lin.get(f"{nlp.address}/grading")
    assert "Units are switched off at random." in queue.text
    action = next(one for one in queue.html.split('"') if "/grading/answers/" in one)
    assert lin.send(action, {"points": "1", "said": "Good."}).status == 200
    assert lin.get(f"{nlp.address}/gradebook.csv").html.splitlines()[2].endswith(",1.00,1.00")
    assert DEFINITION not in nlp.student.learner.get(nlp.address).text


def test_the_item_analysis_has_its_questions(nlp: Lecture, app: FastAPI) -> None:
    sat = sit(app, nlp.student, exam(nlp))
    sat.type(1, {"dot": ["99999"]})
    sat.hand_in()
    page = nlp.instructor.learner.get(f"{nlp.address}/analytics/{COSINE}")
    assert page.status == 200
    assert "99999" in page.text
    assert nlp.instructor.learner.get(f"{nlp.address}/members/{nlp.student.id}").html.count("/sheets/") == 2


# More time for somebody


@on_both
def test_more_time_is_given_once_and_holds_at_once(nlp: Lecture, app: FastAPI) -> None:
    sat = sit(app, nlp.student, exam(nlp))
    assert sat.clock()["left"] == 15 * 60
    given = {"extra_time": "50", "break_minutes": "10"}
    page = nlp.instructor.learner.send(f"{nlp.address}/members/{nlp.student.id}/accommodation", given)
    assert "50 % more time, 10 minutes of breaks" in page.text
    assert "also in one that runs now" in page.text
    assert sat.clock()["left"] == 22.5 * 60
    assert sat.clock()["break_left"] == 600


def test_more_time_holds_in_one_course_and_changes_no_exam_of_another(nlp: Lecture, app: FastAPI) -> None:
    """Whoever taught somebody could change their running exam elsewhere from 20 to 60 minutes."""
    other = lecture(app, "Vision")
    join(nlp.student, other.code)
    sat = sit(app, nlp.student, exam(nlp))
    given = {"extra_time": "200", "break_minutes": "30"}
    page = other.instructor.learner.send(f"{other.address}/members/{nlp.student.id}/accommodation", given)
    assert "200 % more time" in page.text
    assert (sat.clock()["left"], sat.clock()["break_left"]) == (15 * 60, 0)
    assert "200 %" not in nlp.instructor.learner.get(nlp.address).text
    sat.hand_in()
    assert sit(app, nlp.student, exam(other)).clock()["left"] == 45 * 60


def test_more_time_that_is_given_in_a_running_exam_stands_in_its_trail(nlp: Lecture, app: FastAPI) -> None:
    sat = sit(app, nlp.student, exam(nlp))
    given = {"extra_time": "50", "break_minutes": "10"}
    nlp.instructor.learner.send(f"{nlp.address}/members/{nlp.student.id}/accommodation", given)
    (event,) = sat.events(Kind.EXTENDED)
    assert event.text == "0 -> 50 %, breaks 0 -> 10 min, Prof. Lin"


def test_whoever_changes_extra_time_stands_in_the_log_of_the_server(
    nlp: Lecture, app: FastAPI, caplog: pytest.LogCaptureFixture
) -> None:
    head = member(app, Role.ADMINISTRATOR)
    with caplog.at_level(logging.INFO, "examformer"):
        head.learner.send(f"/people/{nlp.student.id}/accommodation", {"extra_time": "20"})
        of_course = f"{nlp.address}/members/{nlp.student.id}/accommodation"
        nlp.instructor.learner.send(of_course, {"extra_time": "50", "break_minutes": "10"})
        nlp.instructor.learner.send(of_course, {"extra_time": "0"})
    given = [text for text in caplog.messages if f"gave person {nlp.student.id}" in text]
    assert [text.partition(": ")[2] for text in given] == [
        "0 -> 20 % more time, 0 -> 0 minutes of breaks",
        "20 -> 50 % more time, 0 -> 10 minutes of breaks",
        "50 -> 20 % more time, 10 -> 0 minutes of breaks",  # what the administrator gave holds
    ]
    assert given[0].startswith(f"person {head.id} gave person")
    assert given[1].startswith(f"person {nlp.instructor.id} gave person")


def test_what_an_administrator_gives_holds_in_every_exam_that_is_begun_later(
    nlp: Lecture, app: FastAPI
) -> None:
    head, address = member(app, Role.ADMINISTRATOR), f"/people/{nlp.student.id}/accommodation"
    assert nlp.instructor.learner.send(address, {"extra_time": "100"}).status == 403
    before = sit(app, nlp.student, exam(nlp))
    assert "100 % more time" in head.learner.send(address, {"extra_time": "100"}).text
    assert before.clock()["left"] == 15 * 60
    before.hand_in()
    assert sit(app, nlp.student, exam(nlp)).clock()["left"] == 30 * 60
    given = {"extra_time": "25"}
    page = nlp.instructor.learner.send(f"{nlp.address}/members/{nlp.student.id}/accommodation", given)
    assert "100 % more time" in page.text  # the larger of both
    assert page.fields["extra_time"] == "25"


@pytest.mark.parametrize("wrong", [{"extra_time": "301"}, {"break_minutes": "241"}, {"extra_time": "-1"}])
def test_no_more_time_than_one_may_give(nlp: Lecture, wrong: dict[str, str]) -> None:
    address = f"{nlp.address}/members/{nlp.student.id}/accommodation"
    assert nlp.instructor.learner.send(address, wrong).status == 422


def test_only_who_teaches_somebody_gives_them_more_time(nlp: Lecture, app: FastAPI) -> None:
    stranger, bob = member(app, Role.INSTRUCTOR), member(app)
    to_ada = f"{nlp.address}/members/{nlp.student.id}/accommodation"
    assert stranger.learner.send(to_ada, {"extra_time": "50"}).status == 404
    assert nlp.student.learner.send(to_ada, {"extra_time": "50"}).status == 403
    to_bob = f"{nlp.address}/members/{bob.id}/accommodation"
    assert nlp.instructor.learner.send(to_bob, {"extra_time": "50"}).status == 404
    join(bob, nlp.code)
    assert nlp.instructor.learner.send(to_bob, {"extra_time": "50"}).status == 200


def test_a_window_that_is_over_says_that_nobody_can_begin(nlp: Lecture) -> None:
    address, said = draft(nlp), "The last moment to begin is over: nobody can begin it."
    assert said not in rule(nlp, address, closes=FUTURE).text
    page = rule(nlp, address, closes=PAST)
    assert said in page.text
    assert "Nobody can begin it: the last moment for that was 1 Jan 2001" in page.text
