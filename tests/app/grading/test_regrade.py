"""After a key was mended: what changes for whom is shown, then stored, with its reason, in a log that nobody edits."""

import re
from collections.abc import Callable
from fractions import Fraction

import pytest
from fastapi import FastAPI
from sqlalchemy import delete, update
from sqlalchemy.exc import DatabaseError

from app.database.connection import Database
from app.database.schema import mark_changes, regrades
from app.grading import regrade
from app.grading.regrade import Moved, Plan
from app.identity.store.people import Role
from app.practice import opening, practice
from app.practice.opening import MarkedAgain
from app.practice.store import attempts, mark_log
from app.questions.context import Context
from app.settings import HOME
from engine.variants import draw
from tests.app.accounts.members import Member, member
from tests.app.authoring.sample_question import MENDED, NAME, TEXT, numbers, publish
from tests.app.contexts import context_of
from tests.app.courses.taught_course import Lecture, assignment, begin
from tests.app.learner import Learner, Page, form_key, key, new_learner, on_both

JOULES = "A lamp in joules"  # the title of the mended text


@pytest.fixture
def database(app: FastAPI) -> Database:
    found: Database = app.state.database
    return found


@pytest.fixture(autouse=True)
def lamp(app: FastAPI, nlp: Lecture) -> None:
    """Published by the course's instructor, with a key in watt hours."""
    publish(app, nlp.instructor.id)


def answer(learner: Learner, sheet: Page, factor: float) -> Page:
    power, hours = numbers(sheet)
    return learner.press(sheet, typed={"energy": f"{power * hours * factor:.2f}"})


def answered(app: FastAPI, factor: float) -> tuple[Learner, Page]:
    """A guest's sheet, answered with this multiple of watt hours: 1 was the key, 3.6 is."""
    guest = new_learner(app)
    return guest, answer(guest, guest.open(NAME), factor)


def mend(app: FastAPI, nlp: Lecture) -> None:
    publish(app, nlp.instructor.id, MENDED)


def asks(app: FastAPI, nlp: Lecture) -> Context:
    return context_of(app, nlp.instructor.id)


def planned(app: FastAPI, nlp: Lecture, best_kept: bool = False) -> Plan:
    return regrade.plan(asks(app, nlp), NAME, best_kept)


def apply(
    app: FastAPI, nlp: Lecture, best_kept: bool = False, reason: str = "It asks for kilojoules."
) -> None:
    token = planned(app, nlp, best_kept).token
    regrade.apply(asks(app, nlp), NAME, best_kept, token, reason)


def with_all_hints(learner: Learner, sheet: Page) -> Page:
    for rung in range(3):
        sheet = learner.press(sheet, f"hint:energy:{rung}")
    return sheet


def again(learner: Learner, sheet: Page) -> Page:
    return learner.get(sheet.action)


# The list before anything is stored


def test_the_list_tells_who_gains_who_loses_and_who_is_not_touched(
    app: FastAPI, database: Database, nlp: Lecture
) -> None:
    for factor in (1, 3.6, 3.6, 7):
        answered(app, factor)
    mend(app, nlp)
    plan = planned(app, nlp)
    assert (plan.gaining, plan.losing) == (2, 1)
    assert sorted((int(one.before), int(one.after)) for one in plan.changed) == [(0, 2), (0, 2), (2, 0)]
    assert len(plan.moved) == 1
    assert plan.unfit == ()


def test_nobody_loses_where_the_author_says_so(app: FastAPI, database: Database, nlp: Lecture) -> None:
    learner, sheet = answered(app, 1)
    mend(app, nlp)
    plan = planned(app, nlp, best_kept=True)
    assert (plan.gaining, plan.losing) == (0, 0)
    apply(app, nlp, best_kept=True)
    page = again(learner, sheet)
    assert page.earned == 2
    assert page.rule("energy") == "wrong"


def test_looking_at_the_list_stores_nothing(
    app: FastAPI, nlp: Lecture, count: Callable[[], dict[str, int]]
) -> None:
    learner, sheet = answered(app, 3.6)
    mend(app, nlp)
    before = count()
    page = nlp.instructor.learner.get(f"/author/{NAME}/regrade")
    assert page.status == 200
    assert "0 → 2" in " ".join(page.text.split())
    assert count() == before
    assert again(learner, sheet).rule("energy") == "wrong"


def test_what_was_begun_on_the_newest_version_is_not_in_the_list(
    app: FastAPI, database: Database, nlp: Lecture
) -> None:
    mend(app, nlp)
    answered(app, 3.6)
    plan = planned(app, nlp)
    assert (plan.changed, plan.moved, plan.unfit) == ((), (), ())


def test_numbers_that_the_new_text_does_not_take_stay_on_their_version_with_the_reason(
    app: FastAPI, database: Database, nlp: Lecture
) -> None:
    learner, sheet = answered(app, 1)
    publish(app, nlp.instructor.id, TEXT.replace("hours", "days"))
    plan = planned(app, nlp)
    assert plan.changed == ()
    (one,) = plan.unfit
    assert one.number == 1
    assert "days" in one.why or "hours" in one.why
    assert again(learner, sheet).earned == 2


def test_other_parts_are_not_marked_again(app: FastAPI, database: Database, nlp: Lecture) -> None:
    answered(app, 1)
    publish(
        app,
        nlp.instructor.id,
        TEXT.replace('name = "energy"', 'name = "work"').replace('of = "energy"', 'of = "work"'),
    )
    (one,) = planned(app, nlp).unfit
    assert one.why == "other parts are asked"


@pytest.mark.parametrize("kind", ["choice", "match", "order", "text", "family"])
def test_each_kind_is_marked_again_by_its_new_key(
    app: FastAPI, database: Database, nlp: Lecture, kind: str
) -> None:
    """A new version with one more comment changes nothing; what nobody marked by a key stays in any case."""
    text = (HOME / "app" / "authoring" / "starters" / f"{kind}.toml").read_text("utf-8")
    question = publish(app, nlp.instructor.id, text, kind)
    guest = new_learner(app)
    sheet = guest.open(kind, seed=5, level=question.default_level)
    sheet = guest.press(sheet, typed=key(draw(question, 5, question.default_level)))
    earned = sheet.earned
    assert earned == (None if kind == "text" else question.points)
    publish(app, nlp.instructor.id, f"{text}\n# read again", kind)
    plan = regrade.plan(asks(app, nlp), kind, False)
    assert (plan.changed, len(plan.moved), plan.unfit) == ((), 1, ())
    regrade.apply(asks(app, nlp), kind, False, plan.token, "Read again.")
    assert again(guest, sheet).earned == earned


def test_another_option_becomes_the_right_one(app: FastAPI, database: Database, nlp: Lecture) -> None:
    text = (HOME / "app" / "authoring" / "starters" / "choice.toml").read_text("utf-8")
    options = re.findall(r'text = "([^"]+)"', text)
    right = re.search(r'text = "([^"]+)"\nright = true', text)
    assert right
    other = next(option for option in options if option != right[1])
    publish(app, nlp.instructor.id, text, "choice")
    guest = new_learner(app)
    sheet = guest.press(guest.open("choice"), typed={"answer": other})
    assert sheet.rule("answer") == "wrong"
    moved = text.replace("\nright = true", "").replace(f'text = "{other}"', f'text = "{other}"\nright = true')
    publish(app, nlp.instructor.id, moved, "choice")
    plan = regrade.plan(asks(app, nlp), "choice", False)
    regrade.apply(asks(app, nlp), "choice", False, plan.token, "The other one is right.")
    page = again(guest, sheet)
    assert page.rule("answer") == "right"
    assert page.earned == 1


def test_a_wording_that_is_added_later_earns_its_points(
    app: FastAPI, database: Database, nlp: Lecture
) -> None:
    text = (HOME / "app" / "authoring" / "starters" / "short.toml").read_text("utf-8")
    publish(app, nlp.instructor.id, text, "unit")
    guest = new_learner(app)
    sheet = guest.press(guest.open("unit", level="exam"), typed={"answer": "BPE unit"})
    assert sheet.rule("answer") == "wrong"
    added = text.replace("[[wordings]]", '[[wordings]]\ntext = "*unit"\nright = true\n\n[[wordings]]', 1)
    publish(app, nlp.instructor.id, added, "unit")
    plan = regrade.plan(asks(app, nlp), "unit", False)
    regrade.apply(asks(app, nlp), "unit", False, plan.token, "That is right, too.")
    page = again(guest, sheet)
    assert page.rule("answer") == "right"
    assert page.earned == 1


def test_an_option_with_other_words_leaves_what_was_begun_alone(
    app: FastAPI, database: Database, nlp: Lecture
) -> None:
    text = (HOME / "app" / "authoring" / "starters" / "choice.toml").read_text("utf-8")
    right = re.search(r'text = "([^"]+)"\nright = true', text)
    assert right
    publish(app, nlp.instructor.id, text, "choice")
    guest = new_learner(app)
    guest.press(guest.open("choice"), typed={"answer": right[1]})
    publish(app, nlp.instructor.id, text.replace(right[1], f"{right[1]} now"), "choice")
    (one,) = regrade.plan(asks(app, nlp), "choice", False).unfit
    assert "other options stand to choose from" in one.why


def test_a_program_is_not_run_again(app: FastAPI, database: Database, nlp: Lecture) -> None:
    text = (HOME / "app" / "authoring" / "starters" / "code.toml").read_text("utf-8")
    publish(app, nlp.instructor.id, text, "code")
    guest = new_learner(app)
    guest.press(guest.open("code"), "report", typed={}, sentence="Is it?")
    guest.press(guest.open("code"), "solution", typed={})
    publish(app, nlp.instructor.id, f"{text}\n# read again", "code")
    plan = regrade.plan(asks(app, nlp), "code", False)
    assert {one.why for one in plan.unfit} == {"programs that were handed in are not run again"}


# Names


def test_names_are_those_of_the_authors_own_courses_alone(
    app: FastAPI, database: Database, nlp: Lecture
) -> None:
    address = assignment(nlp, NAME)
    sheet = begin(nlp.student, address, NAME)
    answer(nlp.student.learner, sheet, 3.6)
    other = member(app, name="Bob")
    answer(other.learner, other.learner.open(NAME), 3.6)
    mend(app, nlp)
    assert {one.called for one in planned(app, nlp).changed} == {"Ada", ""}
    page = nlp.instructor.learner.get(f"/author/{NAME}/regrade")
    assert "Ada" in page.text
    assert "Bob" not in page.text
    assert "somebody outside your courses" in page.text
    assert "yourself" not in page.text


def test_the_authors_own_sheets_are_called_theirs(app: FastAPI, nlp: Lecture) -> None:
    lin = nlp.instructor.learner
    answer(lin, lin.open(NAME), 3.6)
    mend(app, nlp)
    page = lin.get(f"/author/{NAME}/regrade")
    assert "yourself" in page.text
    assert "somebody outside your courses" not in page.text


# Stored


@on_both
def test_a_learner_sees_the_new_mark_and_why(app: FastAPI, database: Database, nlp: Lecture) -> None:
    learner, sheet = answered(app, 3.6)
    assert sheet.rule("energy") == "wrong"
    mend(app, nlp)
    apply(app, nlp, reason="A lamp's energy is asked in kilojoules.")
    page = again(learner, sheet)
    assert page.earned == 2
    assert page.rule("energy").startswith("right")
    text = " ".join(page.text.split())
    assert "Energy in watt hours, regraded" in text
    assert "0 → 2 points" in text
    assert "A lamp's energy is asked in kilojoules." in text
    assert JOULES in page.text


def test_a_course_counts_the_new_mark(app: FastAPI, database: Database, nlp: Lecture) -> None:
    address = assignment(nlp, NAME)
    sheet = begin(nlp.student, address, NAME)
    answer(nlp.student.learner, sheet, 3.6)
    mend(app, nlp)
    apply(app, nlp)
    for page in (address, "/progress"):
        assert "new mark" in nlp.student.learner.get(page).text
    marks = nlp.instructor.learner.get(f"{nlp.address}/gradebook.csv").html
    assert marks.splitlines()[2].endswith("2.00,2.00")


def test_an_open_sheet_gets_the_new_key_for_what_comes(
    app: FastAPI, database: Database, nlp: Lecture
) -> None:
    guest = new_learner(app)
    sheet = guest.open(NAME)
    reported = guest.press(sheet, "report", typed={}, sentence="Is it kilojoules?")
    hinted = guest.press(guest.open(NAME), "hint:energy:0", typed={})
    mend(app, nlp)
    apply(app, nlp)
    for one in (reported, hinted):
        assert answer(guest, again(guest, one), 3.6).rule("energy").startswith("right")


def test_an_answer_that_was_marked_by_the_old_key_meanwhile_is_refused(
    app: FastAPI, database: Database, nlp: Lecture
) -> None:
    learner, sheet = answered(app, 3.6)
    token = learner.client.cookies["examformer"]
    on = opening.begun(context_of(app, token=token), sheet.attempt)
    mend(app, nlp)
    apply(app, nlp)
    with pytest.raises(MarkedAgain):
        practice.check(context_of(app, token=token), on, form_key(), {"energy": ["1"]})


def test_every_answer_is_marked_again_and_the_first_keeps_counting(
    app: FastAPI, database: Database, nlp: Lecture
) -> None:
    guest, sheet = answered(app, 3.6)
    sheet = answer(guest, sheet, 1)
    assert sheet.rule("energy").startswith("right")
    mend(app, nlp)
    apply(app, nlp)
    page = again(guest, sheet)
    assert page.earned == 2
    assert page.rule("energy") == "wrong"


def test_what_a_hint_cost_before_the_answer_still_costs_and_later_hints_do_not(
    app: FastAPI, database: Database, nlp: Lecture
) -> None:
    guest = new_learner(app)
    dear = answer(guest, with_all_hints(guest, guest.open(NAME)), 3.6)
    free, other = answered(app, 3.6)
    other = with_all_hints(free, other)
    mend(app, nlp)
    apply(app, nlp)
    assert again(guest, dear).earned == 0
    assert again(free, other).earned == 2


def test_what_was_answered_after_the_worked_solution_earns_nothing(
    app: FastAPI, database: Database, nlp: Lecture
) -> None:
    guest = new_learner(app)
    sheet = guest.press(guest.open(NAME), "solution", typed={})
    sheet = answer(guest, guest.get(sheet.address.removesuffix("/solution")), 3.6)
    mend(app, nlp)
    apply(app, nlp)
    page = again(guest, sheet)
    assert page.earned == 0
    assert page.rule("energy").startswith("right")


def test_without_a_reason_nothing_is_stored(
    app: FastAPI, nlp: Lecture, database: Database, count: Callable[[], dict[str, int]]
) -> None:
    answered(app, 3.6)
    mend(app, nlp)
    before = count()
    lin = nlp.instructor.learner
    page = lin.send(
        f"/author/{NAME}/regrade", {"token": planned(app, nlp).token, "reason": "  ", "best": "false"}
    )
    assert page.status == 422
    assert "Say first why it is regraded" in page.text
    assert count() == before


def test_a_list_that_is_old_is_not_stored(app: FastAPI, database: Database, nlp: Lecture) -> None:
    learner, sheet = answered(app, 3.6)
    mend(app, nlp)
    token = planned(app, nlp).token
    answer(learner, sheet, 7)
    lin = nlp.instructor.learner
    page = lin.send(f"/author/{NAME}/regrade", {"token": token, "reason": "Why not?", "best": "false"})
    assert page.status == 409
    assert "Nothing was stored; here is the new list." in page.text
    assert "Why not?" in page.fields["reason"]
    assert again(learner, sheet).earned == 0


def test_an_answer_that_comes_while_it_is_stored_is_noticed(
    app: FastAPI, database: Database, nlp: Lecture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the list and the lock there is a moment in which somebody can answer."""
    learner, sheet = answered(app, 3.6)
    mend(app, nlp)
    real, token = regrade.plan, planned(app, nlp).token

    def plan(*given: object) -> Plan:
        made = real(*given)  # type: ignore[arg-type]
        answer(learner, sheet, 7)
        return made

    monkeypatch.setattr(regrade, "plan", plan)
    with pytest.raises(Moved):
        regrade.apply(asks(app, nlp), NAME, False, token, "Why not?")
    with database.read() as connection:
        assert connection.execute(mark_changes.select()).all() == []


# The log


@on_both
def test_the_log_has_what_stood_before_and_after_and_the_database_keeps_it(
    app: FastAPI, database: Database, nlp: Lecture
) -> None:
    _, sheet = answered(app, 3.6)
    power, hours = numbers(sheet)
    old, new = publish(app, nlp.instructor.id).version, publish(app, nlp.instructor.id, MENDED).version
    apply(app, nlp, reason="It asks\nfor kilojoules.")
    with database.read() as connection:
        attempt = attempts.named(connection, sheet.attempt)
        (change,) = mark_log.of_attempt(connection, attempt.id)
    assert (change.who, change.reason, change.part) == ("Prof. Lin", "It asks for kilojoules.", "energy")
    assert (change.before.version, change.after.version) == (old, new)
    assert (change.before.earned, change.after.earned) == (Fraction(0), Fraction(2))
    assert (change.before.verdict["rule"], change.after.verdict["rule"][:5]) == ("wrong", "right")
    assert float(change.before.key[0]) == pytest.approx(power * hours)
    assert float(change.after.key[0]) == pytest.approx(power * hours * 3.6)
    another = {"reason": "another"}
    for edit in (update(mark_changes).values(another), update(regrades).values(another), delete(regrades)):
        with pytest.raises(DatabaseError, match="is a log"), database.write() as connection:
            connection.execute(edit)


def test_the_page_shows_the_log(app: FastAPI, database: Database, nlp: Lecture) -> None:
    answered(app, 3.6)
    mend(app, nlp)
    apply(app, nlp, best_kept=True)
    text = " ".join(nlp.instructor.learner.get(f"/author/{NAME}/regrade").text.split())
    assert "Prof. Lin: It asks for kilojoules." in text
    assert "one answer, better mark kept" in text
    assert "No sheet is on an older version" in text


def test_marking_again_twice_changes_nothing_more(app: FastAPI, database: Database, nlp: Lecture) -> None:
    answered(app, 3.6)
    mend(app, nlp)
    apply(app, nlp)
    plan = planned(app, nlp)
    assert (plan.changed, plan.moved) == ((), ())


def test_going_back_to_the_old_key_gives_the_old_marks(
    app: FastAPI, database: Database, nlp: Lecture
) -> None:
    learner, sheet = answered(app, 3.6)
    mend(app, nlp)
    apply(app, nlp)
    publish(app, nlp.instructor.id, TEXT)
    apply(app, nlp, reason="It was right before.")
    page = again(learner, sheet)
    assert page.earned == 0
    assert page.text.count("regraded") == 2


def test_a_question_without_a_version_has_nothing_to_mark_again(app: FastAPI) -> None:
    lin: Member = member(app, Role.INSTRUCTOR)
    draft = lin.learner.send("/author", {"kind": "formula"})
    page = lin.learner.get(f"{draft.address.partition('?')[0]}/regrade")
    assert page.address.endswith("/versions")
