"""A paper version is marked on screen by its number, and all that shows its marks agrees."""

import html
import re
from fractions import Fraction

import pytest
from fastapi import FastAPI
from sqlalchemy import select

from app.authoring import starters
from app.courses.store import courses
from app.database.schema import mark_changes
from app.exams.deadlines import Closer
from app.exams.store import audit_log, exams, sittings
from app.exams.store.audit_log import Kind
from app.exams.store.sitting import Sitting
from app.jobs.store import jobs
from app.paper import answer_key, printed, question_sheet
from app.paper.printed import What
from app.web.pdf import printing
from tests.app.accounts.members import Member, member
from tests.app.authoring.sample_question import MENDED, NAME, publish
from tests.app.contexts import context_of
from tests.app.courses.taught_course import Lecture, join, total
from tests.app.exams.course_exam import exam, sit
from tests.app.exams.sitting import of_kind
from tests.app.grading.test_regrade import apply
from tests.app.learner import Page, key, on_both
from tests.app.paper.paper_marking import (
    KINDS,
    ONE_OF_EACH,
    came_of,
    draw,
    drawn,
    finish,
    made,
    text_of,
    the_form,
    type_in,
)
from tests.engine.submissions import BANK

# Marking


@on_both
def test_what_stands_on_paper_is_marked_as_in_an_exam_and_counts(app: FastAPI, nlp: Lecture) -> None:
    address = exam(nlp)
    one, form_at = the_form(app, nlp, address)
    cosine, _ = drawn(app, one)
    right = key(cosine)
    page = type_in(nlp, form_at, 1, {"dot": right["dot"], "cosine": ["99"]})
    assert page.typed("dot") == right["dot"]
    assert total(nlp) == "0.00"
    assert not came_of(app, one)
    type_in(nlp, form_at, 2, points__answer="1", word__answer="Well said.")
    page = finish(nlp, form_at)
    assert "Ada" in page.text
    first, second = came_of(app, one)
    assert second.earned == 1
    assert first.latest()["dot"].verdict["rule"] == "right"
    assert total(nlp) == f"{float(first.earned + second.earned):.2f}"
    assert 0 < first.earned < 5
    with app.state.database.read() as connection:
        changed = connection.execute(select(mark_changes)).all()
        kinds = [event.kind for event in audit_log.of_sitting(connection, one.id)]
    assert [row.reason for row in changed] == ["Well said."]
    assert (kinds[0], kinds[-1]) == (Kind.BEGUN, Kind.CLOSED)


def test_until_it_is_done_its_student_knows_nothing_of_it(app: FastAPI, nlp: Lecture) -> None:
    address = exam(nlp, scores="at once", answers="at once", solutions="at once")
    one, form_at = the_form(app, nlp, address)
    type_in(nlp, form_at, 1, points__dot="1")
    nlp.instructor.learner.send(form_at, {"student": str(nlp.student.id), "do": "keep"})
    with app.state.database.read() as connection:
        assert sittings.held_by(connection, nlp.student.id) == []
    assert nlp.student.learner.get(f"/sittings/{one.name}/review").status == 404
    sat = nlp.student.learner.send(f"{address}/begin", {"key": "k" * 20})  # another one than the form
    assert sat.address != f"/sittings/{one.name}"
    assert "left. Choose another one." in finish(nlp, form_at).text
    assert not came_of(app, one)


def test_its_student_reviews_it_by_the_rules_of_the_exam(app: FastAPI, nlp: Lecture) -> None:
    address = exam(nlp)
    one, form_at = the_form(app, nlp, address)
    type_in(nlp, form_at, 1, points__dot="1")
    finish(nlp, form_at)
    ada = nlp.student.learner
    (sheet, _) = came_of(app, one)
    assert ada.get(f"/attempts/{sheet.name}").status == 404
    assert ada.client.get(f"/sittings/{one.name}/sheet.pdf").status_code == 403
    assert ada.client.get(f"/sittings/{one.name}/key.pdf").status_code == 403
    nlp.instructor.learner.send(f"{address}/release", {"do": "release"})
    review = ada.get(f"/sittings/{one.name}/review")
    assert one.number in review.text
    assert "on paper, marked" in review.text
    assert not re.search(r"begun|ended by|minutes spent", review.text)
    assert f"/sittings/{one.name}/key.pdf" in review.links
    assert ada.get(f"/attempts/{sheet.name}/solution").status == 200
    for file in ("sheet", "key"):
        assert ada.client.get(f"/sittings/{one.name}/{file}.pdf").content.startswith(b"%PDF")


def test_a_form_that_is_done_after_the_exam_has_closed_opens_at_once(app: FastAPI, nlp: Lecture) -> None:
    address = exam(nlp)
    one, form_at = the_form(app, nlp, address)
    nlp.instructor.learner.send(f"{address}/archive", {"do": "archive"})
    closer = Closer(app.state.database, app.state.library, app.state.clock, lambda: None)
    closer.look()
    type_in(nlp, form_at, 1, points__dot="1")
    finish(nlp, form_at)
    closer.look()
    assert nlp.student.learner.get(f"/attempts/{came_of(app, one)[0].name}/solution").status == 200


def test_nobody_has_two_forms_of_an_exam(app: FastAPI, nlp: Lecture) -> None:
    address = exam(nlp, sittings="5")
    draw(nlp, address, 2)
    first, second = made(app)
    finish(nlp, f"{address}/papers/{first.number}")
    page = nlp.instructor.learner.get(f"{address}/papers/{second.number}")
    assert f'value="{nlp.student.id}"' not in page.html
    refused = finish(nlp, f"{address}/papers/{second.number}")
    assert refused.status == 422
    assert "This student has a paper version of this exam" in refused.text
    assert not came_of(app, second)
    bob = member(app, name="Bob")
    assert finish(nlp, f"{address}/papers/{second.number}", bob).status == 422  # none of the course
    join(bob, nlp.code)
    finish(nlp, f"{address}/papers/{second.number}", bob)
    assert len(came_of(app, second)) == 2


@on_both
def test_a_form_that_was_given_to_the_wrong_student_is_given_to_the_right_one(
    app: FastAPI, nlp: Lecture
) -> None:
    address = exam(nlp, scores="at once", answers="at once", solutions="at once")
    one, form_at = the_form(app, nlp, address)
    bob = member(app, name="Bob")
    assert move(nlp, form_at, bob).status == 200  # nothing yet: it is not done
    type_in(nlp, form_at, 2, points__answer="1")
    finish(nlp, form_at)
    assert move(nlp, form_at, bob).status == 422  # none of the course
    join(bob, nlp.code)
    assert "Bob" in move(nlp, form_at, bob).text
    assert bob.learner.get(f"/sittings/{one.name}/review").earned == 1
    assert bob.learner.get(f"/attempts/{came_of(app, one)[1].name}/solution").status == 200
    assert nlp.student.learner.get(f"/sittings/{one.name}/review").status == 404
    assert nlp.student.learner.get(f"/attempts/{came_of(app, one)[1].name}").status == 404
    with app.state.database.read() as connection:
        last = audit_log.of_sitting(connection, one.id)[-1]
    assert (last.kind, last.text) == (Kind.MOVED, "Ada to Bob; by Prof. Lin")


def move(nlp: Lecture, form_at: str, to: Member) -> Page:
    return nlp.instructor.learner.send(form_at, {"student": str(to.id), "do": "move"})


def test_before_it_is_done_somebody_says_whose_it_is(app: FastAPI, nlp: Lecture) -> None:
    one, form_at = the_form(app, nlp, exam(nlp))
    page = nlp.instructor.learner.send(form_at, {"student": "0", "do": "done"})
    assert page.status == 422
    assert "Choose whose version it is." in page.text
    assert not came_of(app, one)


def test_a_second_click_finds_it_done(app: FastAPI, nlp: Lecture) -> None:
    one, form_at = the_form(app, nlp, exam(nlp))
    type_in(nlp, form_at, 2, points__answer="0.5")
    finish(nlp, form_at)
    before = [attempt.earned for attempt in came_of(app, one)]
    assert finish(nlp, form_at).status == 200
    assert type_in(nlp, form_at, 2, points__answer="1").address == form_at
    assert [attempt.earned for attempt in came_of(app, one)] == before == [0, Fraction(1, 2)]


@pytest.mark.parametrize("points", ["2", "-1", "many", "1/0"])
def test_only_points_of_the_part_are_taken_and_nothing_is_lost(
    app: FastAPI, nlp: Lecture, points: str
) -> None:
    one, form_at = the_form(app, nlp, exam(nlp))
    page = type_in(nlp, form_at, 2, points__answer=points, word__answer="Hm.")
    assert page.status == 422
    assert page.fields["points.answer"] == points
    assert page.fields["word.answer"] == "Hm."
    with app.state.database.read() as connection:
        assert not audit_log.standing(connection, one.id)


def test_a_question_is_emptied_again(app: FastAPI, nlp: Lecture) -> None:
    _, form_at = the_form(app, nlp, exam(nlp))
    type_in(nlp, form_at, 1, {"dot": ["1"]}, points__cosine="1")
    page = type_in(nlp, form_at, 1, do="empty")
    assert page.typed("dot") == [""]
    assert page.fields["points.cosine"] == ""


def test_marks_of_a_form_that_is_done_are_changed_with_a_reason(app: FastAPI, nlp: Lecture) -> None:
    one, form_at = the_form(app, nlp, exam(nlp))
    finish(nlp, form_at)
    sheet = f"{nlp.address}/sheets/{came_of(app, one)[1].name}"
    lin = nlp.instructor.learner
    assert sheet in lin.get(form_at).links
    assert lin.send(f"{sheet}/answer", {"points": "1", "why": ""}).status == 422
    assert lin.send(f"{sheet}/answer", {"points": "1", "why": "It stands on the back."}).status == 200
    assert came_of(app, one)[1].earned == 1
    assert total(nlp) == "1.00"


def test_names_stay_hidden_where_they_are(app: FastAPI, nlp: Lecture) -> None:
    address = exam(nlp)
    _, form_at = the_form(app, nlp, address)
    finish(nlp, form_at)
    lin = nlp.instructor.learner
    assert "Ada" in lin.get(f"{address}/papers").text
    lin.send(f"{nlp.address}/grading/names", {"hide": "true"})
    assert "Ada" not in lin.get(f"{address}/papers").text + lin.get(form_at).text


def test_a_program_with_points_by_hand_is_not_run(app: FastAPI, nlp: Lecture) -> None:
    code = BANK.questions[of_kind("code")]
    one, form_at = the_form(app, nlp, exam(nlp, text_of(code)))
    type_in(nlp, form_at, 1, {"answer": ["def f():\n    return 1"]}, points__answer="0.5")
    finish(nlp, form_at)
    assert came_of(app, one)[0].earned == Fraction(1, 2)
    with app.state.database.read() as connection:
        assert jobs.waiting(connection, "run") == 0


# Review, paper and regrade agree


def test_paper_review_csv_and_results_agree_on_every_mark(app: FastAPI, nlp: Lecture) -> None:
    address = exam(nlp, text_of(*(BANK.questions[name] for name in ONE_OF_EACH)))
    one, form_at = the_form(app, nlp, address)
    asked = drawn(app, one)
    assert [variant.question.kind for variant in asked] == list(KINDS)
    for place, variant in enumerate(asked, 1):
        page = nlp.instructor.learner.get(f"{form_at}/questions/{place}")
        assert page.status == 200, page.text
        if variant.question.kind == "text":
            ticks = list(page.boxes["ticked.answer"])
            type_in(nlp, form_at, place, ticked__answer=ticks[:1])
        elif variant.question.kind == "code":
            type_in(nlp, form_at, place, points__answer=str(variant.points / 2))
        else:
            type_in(nlp, form_at, place, key(variant))
    shown = nlp.instructor.learner.get(form_at)
    before = shown.earned
    printed_before = _key(app, one)
    finish(nlp, form_at)
    marked = came_of(app, one)
    earned = sum((attempt.earned for attempt in marked), Fraction(0))
    assert before == nlp.instructor.learner.get(form_at).earned == Fraction(f"{float(earned):.2f}")
    for attempt, variant in zip(marked, asked, strict=True):
        kind = variant.question.kind
        assert attempt.variant == variant.to_json()
        assert attempt.earned == (variant.points if kind not in ("text", "code") else attempt.earned)
        assert 0 < attempt.earned <= variant.points
    assert total(nlp) == f"{float(earned):.2f}"
    nlp.instructor.learner.send(f"{address}/release", {"do": "release"})
    review = nlp.student.learner.get(f"/sittings/{one.name}/review")
    assert review.earned == Fraction(f"{float(earned):.2f}")
    results = nlp.instructor.learner.get(f"{address}/results.csv").html.splitlines()
    assert f"{float(earned):.2f}" in results[1].split(",")
    assert _key(app, one, nlp.student.id) == printed_before


def test_the_key_of_ones_own_is_the_one_that_marks_after_a_regrade(app: FastAPI, nlp: Lecture) -> None:
    publish(app, nlp.instructor.id)
    address = exam(nlp, text_of(app.state.library.find(NAME)))
    one, form_at = the_form(app, nlp, address)
    (variant,) = drawn(app, one)
    type_in(nlp, form_at, 1, key(variant))
    finish(nlp, form_at)
    assert came_of(app, one)[0].earned == variant.points
    nlp.instructor.learner.send(f"{address}/release", {"do": "release"})
    before = _key(app, one, nlp.student.id)
    publish(app, nlp.instructor.id, MENDED)
    apply(app, nlp)
    (regraded,) = came_of(app, one)
    assert regraded.earned == 0
    after = _key(app, one, nlp.student.id)
    assert after != before
    (part,) = regraded.variant["parts"]
    (value,) = [part["key"]] if not isinstance(part["key"], list) else part["key"]
    assert f"{value:.2f}" in after
    assert total(nlp) == "0.00"
    assert nlp.student.learner.get(f"/sittings/{one.name}/review").earned == 0


def test_what_students_print_of_their_exam_shows_the_title_of_the_course(app: FastAPI, nlp: Lecture) -> None:
    address = exam(nlp, scores="at once", answers="at once", solutions="at once")
    sat = sit(app, nlp.student, address)
    sat.hand_in()
    course = nlp.address.removeprefix("/courses/")
    title = re.search(r"<h1>(.*?)</h1>", nlp.student.learner.get(nlp.address).html)
    assert title
    for what in What:
        found = printed.own(context_of(app, nlp.student.id), sat.name, what, False)
        assert found.course == title[1] != course


def test_the_key_on_screen_is_the_key_on_paper(app: FastAPI, nlp: Lecture) -> None:
    address = exam(nlp, text_of(*(BANK.questions[name] for name in ONE_OF_EACH)))
    one, form_at = the_form(app, nlp, address)
    paper, found = _key(app, one), 0
    for place in range(1, len(KINDS) + 1):
        page = nlp.instructor.learner.get(f"{form_at}/questions/{place}")
        for key_on_screen in re.findall(
            r'<div class="key".*?</div>\s*(?:<fieldset|<div|<details)', page.html, re.DOTALL
        ):
            strong = [_read(said) for said in re.findall(r"<strong>(.*?)</strong>", key_on_screen)]
            numbers = re.findall(r"<mn>(.*?)</mn>", key_on_screen)
            assert all(said in paper for said in [*strong, *numbers])
            found += len(strong) + len(numbers)
    assert found > len(KINDS)


def test_the_key_of_a_short_answer_lists_all_that_counts(app: FastAPI, nlp: Lecture) -> None:
    piece = '[[wordings]]\ntext = "piece"\nright = true\n\n[[wordings]]\ntext = "letter*"'
    text = starters.text_of("short").replace('[[wordings]]\ntext = "letter*"', piece)
    one, form_at = the_form(app, nlp, exam(nlp, text_of(publish(app, nlp.instructor.id, text, "unit"))))
    assert "“token…” or “piece”" in _key(app, one)
    assert "“token…” or “piece”" in nlp.instructor.learner.get(f"{form_at}/questions/1").text
    found = printed.printable(app.state.database, app.state.library, one.id, "A course", False)
    sheet = printing.paper("paper/print/exam", **question_sheet.sheet(found, BANK.study))
    assert "a word or a few" in sheet
    assert 'class="box wide"' in sheet


def _key(app: FastAPI, one: Sitting, person: int | None = None) -> str:
    """The text of the answer key of a form; with ``person``, of the key that they print of their own."""
    if person is None:
        with app.state.database.read() as connection:
            title = courses.title_of(connection, exams.by_id(connection, one.exam or 0).course)
        found = printed.printable(app.state.database, app.state.library, one.id, title, False)
    else:
        found = printed.own(context_of(app, person), one.name, What.KEYS, False)
    page = printing.paper("paper/print/key", **answer_key.key(found, BANK.study))
    return _read(page.partition("<body>")[2])


def _read(text: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())
