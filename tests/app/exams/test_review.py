"""After an exam: exact points, what waits, what was lost and why, the time each took, the same again, the history."""

import re
import time
from base64 import b32encode
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from hashlib import sha256

import pytest
from fastapi import FastAPI

from app.exams import mock_exams, review
from app.exams.receipt import receipt
from app.exams.review import Review
from app.exams.store import sittings
from app.exams.store.audit_log import Entry, Kind
from app.grading import regrade, regrade_attempt
from app.identity.store import people
from app.identity.store.people import Role
from app.jobs.store import jobs
from app.practice import sandbox
from app.practice.sandbox.bubblewrap import Bubblewrap
from app.questions.library import Library
from app.web.rendering import BENGALI
from engine.exams.blueprints import Blueprint, Group
from engine.variants import Variant
from tests.app.accounts.members import cookie, member, with_cookie
from tests.app.authoring.sample_question import MENDED, NAME, publish
from tests.app.contexts import context_of
from tests.app.courses.taught_course import FUTURE, Lecture, assignment
from tests.app.exams import course_exam
from tests.app.exams.sitting import Sat, begin, of_kind, sit, watched
from tests.app.learner import COSINE, PERPLEXITY, RIGHT, Count, Form, form_key, key, new_learner, on_both
from tests.app.questions.test_library import keep
from tests.engine.submissions import BANK, of_the_bank

TEXT, CHOICE, CODE = (of_kind(kind) for kind in ("text", "choice", "code"))
SOLUTION = str(BANK.questions[CODE].family.steps["answer"].compute())


def reviewed(sat: Sat) -> Review:
    return review.review(context_of(sat.app, sat.person), sat.name)


def known(sat: Sat, place: int) -> dict[str, list[str]]:
    """The key of a question."""
    return key(sat.variant(place))


def one_wrong(variant: Variant) -> str:
    (asked,) = variant.asked
    return next(name for name in asked.step.form.names if name != asked.key)  # type: ignore[union-attr]


# Points


@on_both
def test_an_exam_without_a_fault_has_all_its_points_exactly(app: FastAPI) -> None:
    sat = sit(app, PERPLEXITY, COSINE, CHOICE, points="1")
    for place in (1, 2, 3):
        sat.type(place, known(sat, place))
    page = sat.hand_in()
    shown = reviewed(sat)
    assert [shown.earned, shown.pending] == [3, 0]
    assert shown.by_loss == []
    assert (shown.grade, shown.passed, shown.by_loss) == ("100.0 %", True, [])
    assert "100.0 %" in page.text
    assert "Where points were lost" not in page.text
    assert len(re.findall(r"\d:\d\d minutes spent", page.html)) == 3  # for everybody, not only to be heard
    assert [line["points"] for line in sat.attempts()[0].variant["parts"]] == ["1/3"] * 3


def test_thirds_are_added_without_noise(app: FastAPI) -> None:
    sat = sit(app, PERPLEXITY, COSINE, points="1")
    sat.type(1, {"nats": [RIGHT["nats"]], "bits": ["99"]})
    sat.type(2, {"dot": known(sat, 2)["dot"]})
    sat.hand_in()
    shown = reviewed(sat)
    assert [one.earned for one in shown.items] == [Fraction(1, 3), Fraction(1, 5)]
    assert shown.earned == Fraction(8, 15)
    assert shown.grade == "26.7 %"
    assert shown.passed is False
    assert [(one.place, one.lost) for one in shown.by_loss] == [(2, Fraction(4, 5)), (1, Fraction(2, 3))]


def test_half_the_points_pass_and_a_hair_less_does_not(app: FastAPI) -> None:
    passing = sit(app, PERPLEXITY, CHOICE, points="1")
    passing.type(1, known(passing, 1))
    passing.hand_in()
    assert (reviewed(passing).grade, reviewed(passing).passed) == ("50.0 %", True)
    failing = sit(app, PERPLEXITY, CHOICE, points="1")
    failing.type(1, {**known(failing, 1), "bits": ["99"]})
    failing.hand_in()
    assert (reviewed(failing).grade, reviewed(failing).passed) == ("33.3 %", False)


@on_both
def test_the_cells_that_can_be_read_earn_their_share_of_a_line(app: FastAPI) -> None:
    name = next(
        one.id for one in BANK.questions.values()
        if one.kind == "family" and any(len(part.bands) > 2 and part.points and not part.step.ordering
            for part in of_the_bank(one.id, one.default_level, 1).asked[:1])
    )  # fmt: skip
    sat = sit(app, name)
    variant = sat.variant(1)
    first = variant.asked[0]
    texts = known(sat, 1)[first.name]
    sat.type(1, {first.name: [*texts[:-1], "half of it"]})
    page = sat.hand_in()
    (attempt,) = sat.attempts()
    share = Fraction(len(texts) - 1, len(texts))
    assert attempt.earned == first.points * share
    assert "One cell is empty or could not be read; it earns nothing." in page.text
    assert "half of it" in page.text


def test_the_review_names_the_mistake_and_the_first_wrong_step(app: FastAPI) -> None:
    sat = sit(app, PERPLEXITY)
    sat.type(1, {"nats": ["1.21"], "bits": ["1.75"], "perplexity": ["2.31"]})  # 2 to the nats
    page = sat.hand_in()
    assert "This is the first step that differs." in page.text
    assert "nats" in page.text
    (attempt,) = sat.attempts()
    (name,) = attempt.latest()["perplexity"].verdict["mistakes"]
    assert [one.lost for one in reviewed(sat).by_loss] == [1]
    in_bengali = BANK.study.bengali.families["perplexity"].mistakes[name]
    assert in_bengali not in page.text
    sat.learner.client.cookies.set(BENGALI, "yes")
    assert in_bengali in sat.learner.get(page.address).text


def test_what_follows_from_an_own_earlier_answer_earns_its_points(app: FastAPI) -> None:
    sat = sit(app, PERPLEXITY)
    sat.type(1, {"nats": ["1.5"], "perplexity": ["4.48"]})
    sat.hand_in()
    (attempt,) = sat.attempts()
    assert {part: one.verdict["rule"] for part, one in attempt.latest().items()} == {
        "nats": "wrong", "perplexity": "right, from your earlier answer",
    }  # fmt: skip
    assert attempt.earned == 1


def test_an_empty_question_is_lost_and_says_that_nothing_is_written(app: FastAPI) -> None:
    sat = sit(app, CHOICE, TEXT, CODE)
    sat.save(sat.field(2, "answer.0", "  \n "))
    page = sat.hand_in()
    shown = reviewed(sat)
    assert [shown.earned, shown.pending, shown.grade] == [0, 0, "0.0 %"]
    assert all(one.empty for one in shown.items)
    assert page.text.count("Nothing is written here.") == 3


def test_a_line_that_was_left_empty_says_that_it_earned_nothing(app: FastAPI) -> None:
    sat = sit(app, PERPLEXITY)
    sat.type(1, {"nats": known(sat, 1)["nats"]})
    page = sat.hand_in()
    assert "1 of 1 point" in page.text
    assert page.text.count("0 of 1 point") == page.text.count("Nothing is written here.") > 0


def test_a_wrong_choice_tells_its_solution_after_the_end(app: FastAPI) -> None:
    sat = sit(app, CHOICE)
    sat.type(1, {"answer": [one_wrong(sat.variant(1))]})
    page = sat.hand_in()
    (attempt,) = sat.attempts()
    assert attempt.earned == 0
    assert f"/attempts/{attempt.name}/solution" in page.links
    solution = sat.learner.get(f"/attempts/{attempt.name}/solution")
    assert solution.status == 200
    (right,) = known(sat, 1)["answer"]
    assert right.partition("$")[0].strip()[:40] in solution.text


def test_a_question_of_an_exam_is_answered_only_in_it(app: FastAPI, count: Count) -> None:
    sat = sit(app, COSINE)
    sat.type(1, {"dot": ["999"]})
    sat.hand_in()
    (attempt,) = sat.attempts()
    before = count()
    page = sat.learner.send(
        f"/attempts/{attempt.name}",
        {"key": form_key(), "seed": "1", "do": "check", "cell.dot.0": known(sat, 1)["dot"][0]},
    )
    assert page.address == f"{sat.address}/review"
    assert count() == before
    assert sat.learner.get(f"/attempts/{attempt.name}").address == f"{sat.address}/review"


# What waits for a mark


@on_both
def test_sentences_are_pending_until_they_are_marked_by_oneself(app: FastAPI) -> None:
    sat = sit(app, TEXT, CHOICE)
    sat.type(1, {"answer": ["Some sentences of mine."]})
    sat.type(2, known(sat, 2))
    page = sat.hand_in()
    shown = reviewed(sat)
    worth = BANK.questions[TEXT].points
    assert [shown.pending, shown.grade, shown.passed, shown.by_loss] == [worth, None, None, []]
    assert f"so far; still to be marked: {worth} point" in page.text
    assert f"{worth} pending" in page.text
    assert f"0 of {worth} point" not in page.text
    (attempt, _) = sat.attempts()
    solution = sat.learner.get(f"/attempts/{attempt.name}/solution?paper=true")
    lines = list(solution.boxes["line"])
    assert f"/attempts/{attempt.name}/solution" in page.links
    assert "Next to mark: 1." in page.text
    asked = sat.learner.send(f"/attempts/{attempt.name}/solution", {"key": form_key()})
    assert asked.status == 422
    assert "Nothing is ticked" in asked.text
    assert reviewed(sat).pending == worth
    ticked: Form = {"key": form_key(), "line": lines[:1]}
    back = sat.learner.send(f"/attempts/{attempt.name}/solution", ticked)
    assert back.address == f"{sat.address}/review"
    assert "Next to mark" not in back.text
    after = reviewed(sat)
    assert after.pending == 0
    assert after.items[0].earned == worth * Fraction(1, len(lines))
    assert after.grade is not None
    sat.learner.send(f"/attempts/{attempt.name}/solution", {"key": form_key(), "line": lines})
    assert reviewed(sat).items[0].earned == after.items[0].earned  # marked once


def test_who_is_sure_keeps_no_points_and_goes_on_to_the_next_answer(app: FastAPI) -> None:
    other = next(one.id for one in BANK.questions.values() if one.kind == "text" and one.id != TEXT)
    sat = sit(app, TEXT, other)
    for place in (1, 2):
        sat.type(place, {"answer": ["Some sentences of mine."]})
    sat.hand_in()
    first, second = sat.attempts()
    nothing: Form = {"key": form_key(), "sure": "yes"}
    page = sat.learner.send(f"/attempts/{first.name}/solution", nothing)
    assert sat.learner.send(f"/attempts/{first.name}/solution", nothing, follow=False).headers[
        "location"
    ] == (f"/attempts/{first.name}")
    assert [reviewed(sat).items[0].earned, reviewed(sat).items[0].pending] == [0, 0]
    assert "Next to mark: 2." in page.text
    assert f"/attempts/{second.name}/solution" in page.links
    last = sat.learner.send(f"/attempts/{second.name}/solution", nothing, follow=False)
    assert last.headers["location"] == f"{sat.address}/review"  # at its top, where the total is


def test_what_was_left_empty_is_not_marked_by_oneself_afterwards(app: FastAPI) -> None:
    sat = sit(app, TEXT, COSINE)
    sat.type(2, {"dot": ["999"]})
    sat.hand_in()
    for attempt in sat.attempts():
        solution = sat.learner.get(f"/attempts/{attempt.name}/solution?paper=true")
        assert "line" not in solution.boxes
        sat.learner.send(
            f"/attempts/{attempt.name}/solution", {"key": form_key(), "line": ["answer", "dot", "norm_u"]}
        )
    assert reviewed(sat).earned == 0


# Programs


def once_run(sat: Sat) -> Review:
    deadline = time.monotonic() + 60
    while (shown := reviewed(sat)).pending:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return shown


@on_both
def test_programs_are_run_and_marked_when_the_exam_is_over(app: FastAPI, running: None) -> None:
    other = of_kind("code", but=CODE)
    sat = sit(app, CODE, other)
    sat.type(1, {"answer": [SOLUTION]})
    sat.type(2, {"answer": ["def f(:\n"]})
    sat.hand_in()
    assert reviewed(sat).pending in (10, 5, 0)
    first, second = once_run(sat).items
    assert [first.earned, second.earned] == [first.points, 0]
    page = sat.get("/review")
    assert "It could not be run. Line 1" in page.text
    assert "Right: all tests passed." in page.text


@pytest.mark.sweep
def test_while_a_program_runs_the_page_renews_itself_and_then_no_more(app: FastAPI) -> None:
    sat = sit(app, CODE)
    sat.type(1, {"answer": [SOLUTION]})
    for page in (sat.hand_in(), sat.get("/review", htmx=True)):
        assert "Your function runs now; this page renews itself." in page.text
        assert f'hx-get="{sat.address}/review" hx-trigger="every 2s" hx-target="#running"' in page.html
    assert page.html.lstrip().startswith('<div id="running"')
    app.state.runner.start()
    try:
        once_run(sat)
    finally:
        app.state.runner.stop()
    assert sat.get("/review", htmx=True).headers["HX-Refresh"] == "true"
    assert "every 2s" not in sat.get("/review").html


def test_while_it_is_not_run_a_program_is_pending(app: FastAPI) -> None:
    sat = sit(app, CODE)
    sat.type(1, {"answer": [SOLUTION]})
    page = sat.hand_in()
    assert reviewed(sat).pending == BANK.questions[CODE].points
    assert "pending" in page.text
    with sat.database.read() as connection:
        (attempt,) = sat.attempts()
        job = jobs.latest(connection, "run", attempt.name)
    assert (job is not None) is (sandbox.backend() is not None)


def test_a_program_that_is_as_it_began_is_empty(app: FastAPI) -> None:
    sat = sit(app, CODE)
    (asked,) = sat.variant(1).asked
    sat.type(1, {"answer": [f"\r\n{asked.step.form.starter}\n    \n"]})  # type: ignore[union-attr]
    sat.hand_in()
    assert [reviewed(sat).pending, *(one.lost for one in reviewed(sat).by_loss)] == [0, 5]


def test_without_a_safe_place_a_program_stays_pending(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bubblewrap, "installed", lambda self: False)
    sandbox.backend.cache_clear()
    try:
        sat = sit(app, CODE)
        sat.type(1, {"answer": [SOLUTION]})
        sat.hand_in()
        shown = reviewed(sat)
        assert (shown.pending, shown.grade) == (BANK.questions[CODE].points, None)
        assert "every 2s" not in sat.get("/review").html
    finally:
        sandbox.backend.cache_clear()


# Regraded


@on_both
def test_marked_again_by_the_same_keys_nothing_changes_and_the_points_stay_those_of_the_exam(
    app: FastAPI,
) -> None:
    kinds = (of_kind(kind) for kind in ("match", "order", "formula", "derive", "algebra"))
    names = (PERPLEXITY, COSINE, CHOICE, TEXT, *kinds)
    sat = sit(app, *names, points="2.5")
    for place, typed in enumerate([{"nats": ["1.21"], "bits": ["x"]}, {"dot": ["999"]}], 1):
        sat.type(place, typed)
    for place in (3, 4, 5, 6, 7, 8, 9):
        whole = known(sat, place)
        part, texts = next(iter(whole.items()))
        sat.type(place, {**whole, part: [*texts[:-1], ""] if len(texts) > 1 else texts})
    sat.hand_in()
    for attempt in sat.attempts():
        question = BANK.questions[attempt.question]
        again = regrade_attempt.again(attempt, question, best_kept=False)
        assert again.changed == (), attempt.question
        assert again.variant.points == attempt.points == Fraction(5, 2)
        assert again.variant.to_json()["worth"] == "5/2"


def test_when_the_key_of_a_question_is_mended_the_marks_of_an_exam_move_with_it(app: FastAPI) -> None:
    lin = member(app, Role.INSTRUCTOR)
    question = publish(app, lin.id)
    sats = []
    for factor in (1.0, 3.6):
        sat = sit(app, question, points="5")
        sat.type(1, {"energy": [f"{float(known(sat, 1)['energy'][0]) * factor:.2f}"]})
        sat.hand_in()
        sats.append(sat)
    assert [reviewed(sat).earned for sat in sats] == [5, 0]
    publish(app, lin.id, MENDED)
    plan = regrade.plan(context_of(app, lin.id), NAME, False)
    regrade.apply(context_of(app, lin.id), NAME, False, plan.token, "It asks for kilojoules.")
    assert [reviewed(sat).earned for sat in sats] == [0, 5]
    assert all(sat.attempts()[0].variant["worth"] == "5" for sat in sats)


def test_a_question_that_is_in_the_bank_no_more_waits_for_somebody_to_look_at_it(app: FastAPI) -> None:
    sat = sit(app, COSINE, PERPLEXITY)
    sat.type(1, {"dot": ["1"]})
    sat.type(2, known(sat, 2))
    left = {name: one for name, one in BANK.questions.items() if name != COSINE}
    app.state.library = Library(replace(BANK, questions=left), app.state.database)
    page = sat.get("/questions/2")
    assert page.status == 200
    assert sat.save(sat.field(1, "norm_u.0", "2")).status_code == 200
    page = sat.hand_in()
    shown = reviewed(sat)
    assert page.status == 200
    assert "cannot read this sheet" in page.text
    assert [shown.items[0].pending, shown.items[1].earned] == [2, 3]


# Time


def test_each_question_is_told_how_long_it_took(app: FastAPI) -> None:
    sat = sit(app, COSINE, PERPLEXITY)
    with sat.database.write() as connection:
        sittings.accommodate(connection, sat.stored.id, 0, 10)
    sat.save(window="w", opened=True, place=1)
    sat.watch.on(seconds=100)
    sat.save(sat.field(1, "dot.0", "1"))
    sat.watch.on(seconds=20)
    sat.save(place=2)
    sat.watch.on(seconds=30)
    sat.learner.send(f"{sat.address}/break", {})
    sat.watch.on(seconds=200)  # the break
    sat.learner.send(f"{sat.address}/back", {})
    sat.watch.on(seconds=40)
    sat.save(sat.field(2, "nats.0", "1"))
    sat.watch.on(minutes=20)  # nothing is sent, the question is open
    sat.save(place=1)
    sat.watch.on(seconds=5)
    page = sat.hand_in()
    assert [one.seconds for one in reviewed(sat).items] == [125.0, 70.0 + 20 * 60]
    assert "2:05" in page.text


# By section and skill, against what was before


def test_the_sections_of_this_exam_stand_beside_those_of_earlier_ones(app: FastAPI) -> None:
    first = sit(app, PERPLEXITY, COSINE)
    first.type(1, {"nats": [RIGHT["nats"]]})
    first.hand_in()
    assert all(one.before is None for one in reviewed(first).sections)
    second = sit(app, PERPLEXITY, learner=first.learner)
    second.type(1, known(second, 1))
    second.hand_in()
    (section,) = reviewed(second).sections
    assert [section.name, section.earned, section.points, section.share] == ["2.12", 3, 3, 1.0]
    assert section.before == pytest.approx(1 / 3)
    assert all(one.before is None for one in reviewed(first).sections)  # what came later is not "before"


def test_pending_points_are_in_no_share(app: FastAPI) -> None:
    sat = sit(app, TEXT)
    sat.type(1, {"answer": ["Sentences."]})
    sat.hand_in()
    assert reviewed(sat).sections == reviewed(sat).skills == ()
    assert sat.get("/review").status == 200


# Practise what was lost, and the same again


def test_what_was_lost_is_a_list_to_practise_with_new_numbers(app: FastAPI) -> None:
    sat = sit(app, PERPLEXITY, COSINE, CHOICE)
    sat.type(3, known(sat, 3))
    sat.type(1, {"nats": [RIGHT["nats"]]})
    sat.hand_in()
    links = [link for link in sat.get("/lost").links if link.startswith("/practice/")]
    assert [link.partition("?")[0] for link in links] == [f"/practice/{COSINE}", f"/practice/{PERPLEXITY}"]
    back = f"{sat.address}/lost"
    assert back not in sat.learner.get(f"/practice/{CHOICE}").links  # nothing was lost with it
    for link in links:
        assert back in sat.learner.get(link).links
    sheet = sat.learner.open(COSINE)
    solution = sat.learner.press(sheet, "solution")
    assert solution.address.endswith("/solution")
    assert back in solution.links
    assert back in sat.learner.get(solution.address.removesuffix("/solution")).links


KEPT = "These cannot be practised now: they are kept for exams and assignments of a course."


def offers(sat: Sat) -> set[str]:
    """The ways to practise that the review offers."""
    page = sat.get("/review")
    links = {"lost"} if f"{sat.address}/lost" in page.links else set()
    return links | ({"again"} if "with new numbers" in page.text else set())


@on_both
def test_what_is_kept_for_courses_is_named_among_what_was_lost_and_leads_nowhere(app: FastAPI) -> None:
    lin = member(app, Role.INSTRUCTOR)
    lamp = publish(app, lin.id)
    sat = sit(app, lamp, COSINE)
    sat.hand_in()
    keep(lin)
    page = sat.get("/lost")
    links = [link for link in page.links if link.startswith("/practice/")]
    assert [link.partition("?")[0] for link in links] == [f"/practice/{COSINE}"]
    assert "A lamp in watts" in page.text.partition(KEPT)[2]
    assert offers(sat) == {"lost", "again"}
    keep(lin, "audience/everyone")
    page = sat.get("/lost")
    assert KEPT not in page.text
    for link in (link for link in page.links if link.startswith("/practice/")):
        assert sat.learner.get(link).status == 200


def test_where_nothing_that_was_lost_can_be_practised_the_review_does_not_offer_it(app: FastAPI) -> None:
    lin = member(app, Role.INSTRUCTOR)
    lamp = publish(app, lin.id)
    right, wrong = sit(app, lamp, COSINE), sit(app, lamp)
    right.type(2, known(right, 2))
    for sat in (right, wrong):
        sat.hand_in()
        assert offers(sat) == {"lost", "again"}
    keep(lin)
    assert (offers(right), offers(wrong)) == ({"again"}, set())
    assert KEPT in wrong.get("/lost").text
    assert wrong.learner.send(f"{wrong.address}/again", {"key": form_key()}).status == 404


def test_what_an_assignment_asks_at_present_is_not_offered_among_what_was_lost(
    app: FastAPI, nlp: Lecture
) -> None:
    sat = sit(app, CHOICE, COSINE, learner=nlp.student.learner)
    sat.hand_in()
    assignment(nlp, CHOICE, due=FUTURE)
    page = sat.get("/lost")
    assert [link for link in page.links if link.startswith(f"/practice/{CHOICE}")] == []
    assert BANK.questions[CHOICE].title in page.text.partition(KEPT)[2]


DERIVE = of_kind("derive")


def test_what_was_right_of_a_derivation_is_shown_with_its_formulas(app: FastAPI) -> None:
    sat = sit(app, DERIVE)
    sat.hand_in()
    lines, reasons = re.findall(r'<p class="accepted">We accept (.*?)</p>', sat.get("/review").html)
    assert lines.count("<math>") == len(known(sat, 1)["answer"])
    assert "$" not in lines + reasons


@on_both
def test_sat_again_it_has_the_same_questions_with_new_numbers(app: FastAPI, count: Count) -> None:
    sat = begin(app, new_learner(app), "sprint", "?section=2.5")
    sat.hand_in()
    again = {"key": form_key()}
    pages = [sat.learner.send(f"{sat.address}/again", again) for _ in range(2)]  # clicked twice
    assert len({page.address for page in pages}) == 1
    new = sat.again(pages[0])
    assert sorted(one.question for one in new.drawn()) == sorted(one.question for one in sat.drawn())
    assert {one.variant["seed"] for one in new.drawn()}.isdisjoint(one.variant["seed"] for one in sat.drawn())
    old = {one.question: (one.variant["level"], one.points, one.heading) for one in sat.drawn()}
    assert {one.question: (one.variant["level"], one.points, one.heading) for one in new.drawn()} == old
    assert new.stored.seconds == sat.stored.seconds
    assert new.stored.running
    assert count()["sittings"] == 2


def test_sat_again_each_group_keeps_its_level(app: FastAPI) -> None:
    watch = watched(app)
    learner = with_cookie(app, "somebody-who-sits-it-again-and-again")
    group = Group.model_validate(
        {"title": "Warm up", "number": 1, "points": "1", "questions": [COSINE], "level": "warm-up"}
    )
    exam = Blueprint.model_validate(
        {"id": "a", "title": "A", "minutes": 10, "points": "1", "groups": [group.model_dump()]}
    )
    name = mock_exams.start(
        context_of(app, token=cookie(learner)), exam, [BANK.questions[COSINE]], form_key()
    )
    sat = Sat(app, learner, name, watch)
    assert sat.variant(1).level == "warm-up" != BANK.questions[COSINE].default_level
    sat.hand_in()
    new = sat.again(learner.send(f"{sat.address}/again", {"key": form_key()}))
    assert new.variant(1).level == "warm-up"


def test_nobody_sits_it_again_in_the_middle_of_another_one(app: FastAPI) -> None:
    first = sit(app, COSINE)
    first.hand_in()
    second = sit(app, COSINE, learner=first.learner)
    page = first.learner.send(f"{first.address}/again", {"key": form_key()})
    assert page.status == 409
    assert second.address in page.links


# The history and the receipt


@on_both
def test_the_trail_tells_every_save_with_its_time_and_size(app: FastAPI) -> None:
    sat = sit(app, TEXT)
    sat.watch.on(seconds=61)
    sat.save(sat.field(1, "answer.0", "äöü"), window="w", opened=True)
    sat.hand_in()
    sat.save(sat.field(1, "answer.0", "too late", 2))
    assert [one.kind for one in sat.events()] == [
        Kind.BEGUN, Kind.SAVED, Kind.OPENED, Kind.CLOSED, Kind.REFUSED,
    ]  # fmt: skip
    page = sat.get("/history")
    found = re.search(
        r"12:01:01 UTC</time></td><td>1</td><td>saved</td><td>answer.0</td><td>6</td>", page.html
    )
    assert found
    assert "not saved: arrived after the end" in page.text
    assert sat.stored.receipt in page.text


def test_each_sitting_has_a_receipt_of_its_own(app: FastAPI) -> None:
    codes = []
    for texts in (("1", "2"), ("1", "2"), ("1", "3"), ("12", ""), ("", ""), ("", "")):
        sat = sit(app, COSINE)
        sat.type(1, {"dot": [texts[0]], "norm_u": [texts[1]]})
        sat.watch.on(seconds=1)
        sat.hand_in()
        codes.append(sat.stored.receipt)
        review = sat.get("/review").text
        assert sat.stored.receipt in review
        assert "The receipt belongs to exactly what you handed in" in review
    assert len(set(codes)) == 6
    assert all(re.fullmatch(r"([A-Z2-7]{4}-){2}[A-Z2-7]{4}", code) for code in codes)


def test_a_receipt_is_of_the_sitting_and_of_each_text() -> None:
    at = datetime(2026, 12, 1, tzinfo=UTC)
    standing = {
        (1, "dot.0"): Entry(1, "dot.0", 1, "11", at),
        (1, "norm_u.0"): Entry(1, "norm_u.0", 1, "", at),
    }
    digest = sha256(b"abc\n2 1 dot.0 11").digest()
    letters = b32encode(digest).decode()
    assert receipt("abc", standing) == f"{letters[:4]}-{letters[4:8]}-{letters[8:12]}"
    assert receipt("abd", standing) != receipt("abc", standing)


def test_what_earned_points_in_an_exam_counts_in_the_progress(app: FastAPI) -> None:
    sat = sit(app, PERPLEXITY)
    sat.type(1, known(sat, 1))
    assert "2.12" not in sat.learner.get("/progress.csv").text
    sat.hand_in()
    lines = sat.learner.get("/progress.csv").html.splitlines()
    assert len(lines) == 4
    assert all(",2.12," in line for line in lines[1:])
    with sat.database.read() as connection:
        assert people.with_token(connection, cookie(sat.learner)).sits == ""


TICKS = """title = "Two of three"
kind = "choice"
section = "2.5"
several = true
statement = "Which are even?"

[[options]]
text = "two"
right = true

[[options]]
text = "four"
right = true

[[options]]
text = "five"
"""
WORDS = """title = "A word"
kind = "short"
section = "2.5"
statement = "What is the opposite of odd?"

[[wordings]]
text = "even"
right = true
"""


def test_what_was_right_is_said_of_ticks_and_words_too(app: FastAPI, nlp: Lecture) -> None:
    names = [
        publish(app, nlp.instructor.id, text, name).id
        for name, text in (("my-ticks", TICKS), ("my-word", WORDS))
    ]
    groups = "".join(
        f'[[groups]]\ntitle = "{one}"\nnumber = 1\npoints = 1\nquestions = ["{one}"]\n' for one in names
    )
    text = f'title = "Midterm"\nminutes = 15\npoints = 2\n{groups}'
    exam = course_exam.exam(nlp, text)
    sat = course_exam.sit(app, nlp.student, exam)
    sat.hand_in()
    nlp.instructor.learner.send(f"{exam}/release", {"do": "release"})
    review = sat.get("/review")
    assert review.status == 200
    assert re.search("Right is: (two; four|four; two)", review.text)
    assert "even" in review.text.partition("A word")[2].partition("Worked solution")[0]
