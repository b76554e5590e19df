"""A regrade by a version with other points or another rubric: marks that people gave follow, and none is worth more
than its question."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from fastapi import FastAPI

from app.grading.rescaling import Given, Scale
from app.practice.store.attempt import Comment
from tests.app.authoring.sample_question import publish
from tests.app.courses.taught_course import Lecture, assignment, begin, set_up, total
from tests.app.coursework.test_results import results
from tests.app.exams.course_exam import exam, sit
from tests.app.grading.test_comments import edit, write
from tests.app.grading.test_double_marking import colleague
from tests.app.grading.test_double_marking import give as marked_by
from tests.app.grading.test_queue import ANSWER, give, hand_in, queue, response
from tests.app.learner import Learner, Page, on_both

NAME = "attention-1a2b3c"
HALF = Fraction(1, 2)


def text(**points: float) -> str:
    """A free answer with these points of its rubric."""
    rubric = "".join(
        f'\n[[rubric]]\nname = "{name}"\nsays = "It says {name}."\npoints = {worth}\n'
        for name, worth in points.items()
    )
    return f"""title = "Why scaled?"
kind = "text"
form = "free answer"
section = "2.5"
statement = "Explain why attention is scaled."
answer = "The variance of a product grows, so that softmax saturates and gradients vanish."
{rubric}"""


BEFORE = text(variance=2.5, saturate=3, gradients=2)
AFTER = text(variance=0.5, saturate=3, gradients=2)


def publish_it(app: FastAPI, nlp: Lecture, content: str = BEFORE) -> None:
    assert nlp.instructor.id is not None
    publish(app, nlp.instructor.id, content, NAME)


def answered(app: FastAPI, nlp: Lecture) -> str:
    """The address of an assignment whose one answer waits to be marked."""
    publish_it(app, nlp)
    address = assignment(nlp, NAME)
    hand_in(nlp.student, address, question=NAME)
    return address


def seen(nlp: Lecture, best: bool = False) -> Page:
    return nlp.instructor.learner.get(f"/author/{NAME}/regrade{'?best=true' if best else ''}")


def regrade(nlp: Lecture, best: bool = False) -> Page:
    """Looks at what a regrade would change, stores it, and returns what was seen."""
    page = seen(nlp, best)
    form = {"token": page.fields["token"], "best": str(best).lower(), "reason": "The first point is small."}
    assert nlp.instructor.learner.send(f"/author/{NAME}/regrade", form).status == 200
    return page


# The rule


def scale(lines: Sequence[str] = ("a", "b"), before: float = 4, **worth: float) -> Scale:
    parts = {name: Fraction(points) for name, points in worth.items()}
    return Scale(
        before=Fraction(before), lines=frozenset(lines), points=sum(parts.values(), Fraction(0)), worth=parts
    )


@pytest.mark.parametrize(
    ("given", "now", "points"),
    [
        (Given(Fraction(1), ("a",), Fraction(1)), scale(a=2, b=3), 2),
        (Given(Fraction(4), ("a", "b"), Fraction(4)), scale(a=1, b=1), 2),
        (Given(Fraction(1), ("a",), Fraction(1)), scale(a=1, b=3, c=2), 1),  # a line has come
        (Given(Fraction(4), ("a", "b"), Fraction(4)), scale(a=1), 1),  # one is gone
        (Given(Fraction(3), ("b",), Fraction(3)), scale(a=1), 0),
        (Given(Fraction(3), ("b",), Fraction(3)), scale(a=1, other=3), 3),  # one has another name
        (Given(Fraction(2), ("b",), Fraction(2)), scale((), a=1, other=1), 1),  # nobody knows what there was
        (Given(Fraction(2), (), None), scale(a=1, b=1), 1),
        (Given(Fraction(4), ("a",), None), scale(a=1, b=1), 2),
        (Given(Fraction(1), ("a",), Fraction(1)), scale(a=1, b=3), 1),
    ],
)  # fmt: skip
def test_ticks_are_counted_anew_and_points_as_a_whole_keep_their_share(
    given: Given, now: Scale, points: float
) -> None:
    assert now.of(given).points == points


def test_a_comment_adds_or_takes_what_it_did_and_never_more_than_all() -> None:
    less, more = Comment(1, "Why?", -HALF), Comment(2, "Well said.", Fraction(5))
    given = Given(HALF, ("a",), Fraction(1))
    assert scale(a=2, b=3).of(given, [less]).points == Fraction(3, 2)
    assert scale(a=2, b=3).of(given, [more]).points == 5
    assert scale(a=0.25, b=1).of(given, [less]).points == 0


# Marks that count


def test_where_a_ticked_line_is_gone_and_another_has_come_the_list_says_why_the_points_stay(
    app: FastAPI, nlp: Lecture
) -> None:
    answered(app, nlp)
    give(nlp, queue(nlp), ["variance", "saturate"])
    publish_it(app, nlp, text(variance=1, clipped=3, gradients=3.5))
    said = " ".join(regrade(nlp).text.split())
    assert "A line of the rubric that was ticked is gone, and others have come" in said
    assert total(nlp) == "5.50"


@on_both
def test_what_was_ticked_is_counted_by_the_new_rubric(app: FastAPI, nlp: Lecture) -> None:
    answered(app, nlp)
    write(nlp, 3, "Too short.", "-1")
    assert total(nlp) == "6.50"
    publish_it(app, nlp, AFTER)
    page = regrade(nlp)
    said = " ".join(page.text.split())
    assert "The question is worth 5.5 instead of 7.5 points" in said
    assert "6.5 → 4.5 / 7.5 → 5.5" in said
    assert total(nlp) == "4.50"
    edit(nlp, "Much too short.", "-2")
    assert total(nlp) == "3.50"


def test_points_that_were_typed_keep_their_share(app: FastAPI, nlp: Lecture) -> None:
    answered(app, nlp)
    give(nlp, queue(nlp), [], "7.5")
    publish_it(app, nlp, text(variance=1, saturate=1, gradients=1))
    regrade(nlp)
    assert total(nlp) == "3.00"


def test_full_answers_lose_nothing_where_the_question_gets_more_points(app: FastAPI, nlp: Lecture) -> None:
    answered(app, nlp)
    write(nlp, 3, "Too short.", "-1")
    publish_it(app, nlp, text(variance=5, saturate=3, gradients=2))
    regrade(nlp)
    assert total(nlp) == "9.00"


def test_where_nobody_loses_the_better_share_of_all_points_stays(app: FastAPI, nlp: Lecture) -> None:
    answered(app, nlp)
    page = queue(nlp)
    give(nlp, page, ["variance"])
    assert total(nlp) == "2.50"
    publish_it(app, nlp, AFTER)
    alone = " ".join(seen(nlp).text.split())
    assert "2.5 → 0.5" in alone
    assert "Among them, the better mark stays" not in alone
    assert "Among them, the better mark stays1" in " ".join(regrade(nlp, best=True).text.split())
    assert total(nlp) == "1.83"  # a third, as before


def test_no_edit_of_a_comment_lowers_what_was_promised_and_what_was_ticked_goes_on_counting(
    app: FastAPI, nlp: Lecture
) -> None:
    answered(app, nlp)
    write(nlp, 2, "Too short.", "-1")
    assert total(nlp) == "4.50"
    publish_it(app, nlp, text(variance=0.5, saturate=1, gradients=6))
    regrade(nlp, best=True)  # it would come to half a point
    assert total(nlp) == "4.50"
    edit(nlp, "Rather short.", "-1.5")
    assert total(nlp) == "4.50"
    edit(nlp, "Short, and good.", "4")
    assert total(nlp) == "5.50"
    edit(nlp, "Short.", "0")
    assert total(nlp) == "4.50"


def test_a_second_regrade_counts_what_was_ticked_before_the_first_kept_it(app: FastAPI, nlp: Lecture) -> None:
    answered(app, nlp)
    give(nlp, queue(nlp), ["variance", "saturate"])
    publish_it(app, nlp, text(variance=1, saturate=1, gradients=5.5))
    regrade(nlp, best=True)
    assert total(nlp) == "5.50"
    publish_it(app, nlp, text(variance=3, saturate=4, gradients=0.5))
    assert "5.5 → 7" in " ".join(seen(nlp, best=True).text.split())
    regrade(nlp, best=True)
    assert total(nlp) == "7.00"
    publish_it(app, nlp, BEFORE)
    regrade(nlp)  # now somebody may lose
    assert total(nlp) == "5.50"


@pytest.mark.parametrize(("typed", "earned"), [("", "5.50"), ("3", "3.00")])
def test_a_mark_that_waits_is_saved_again_without_losing_what_was_promised(
    app: FastAPI, nlp: Lecture, typed: str, earned: str
) -> None:
    publish_it(app, nlp)
    address = assignment(nlp, NAME)
    set_up(nlp.instructor, address, results="released")
    hand_in(nlp.student, address, question=NAME)
    give(nlp, queue(nlp), ["variance", "saturate"])
    publish_it(app, nlp, text(variance=1, saturate=1, gradients=5.5))
    regrade(nlp, best=True)
    marked = nlp.instructor.learner.get(f"{nlp.address}/grading")
    again = nlp.instructor.learner.get(next(link for link in marked.links if "/grading?at=" in link))
    assert "has promised at least 5.5 points" in again.text
    form: dict[str, str | list[str]] = {
        "line": ["variance", "saturate"],
        "points": typed,
        "said": "Good.",
        "again": "true",
    }
    nlp.instructor.learner.send(f"{nlp.address}/grading/answers/{response(again)}", form)
    nlp.instructor.learner.send(f"{address}/release", {})
    results(app)
    assert total(nlp) == earned


def test_two_markers_who_tick_the_same_agree_though_one_was_promised_more(app: FastAPI, nlp: Lecture) -> None:
    kim = colleague(app, nlp, "Dr. Kim")
    publish_it(app, nlp)
    group = f'[[groups]]\ntitle = "One"\nnumber = 1\npoints = 4\nquestions = ["{NAME}"]\n'
    address = exam(
        nlp, f'title = "Midterm"\nminutes = 9\npoints = 4\norder = "as written"\n\n{group}', markers="2"
    )
    sat = sit(app, nlp.student, address)
    sat.type(1, {"answer": [ANSWER]})
    sat.hand_in()
    marked_by(nlp, nlp.instructor, 1)  # 2.5 of 7.5
    publish_it(app, nlp, AFTER)
    regrade(nlp, best=True)
    marked_by(nlp, kim, 1)  # 0.5 of 5.5
    assert "No answer waits to be marked." in queue(nlp).text
    assert total(nlp) == "1.33"  # a third of 4


def test_a_regrade_by_the_same_rubric_changes_no_mark_that_a_person_gave(app: FastAPI, nlp: Lecture) -> None:
    answered(app, nlp)
    write(nlp, 2, "Too short.", "-1")
    publish_it(app, nlp, BEFORE.replace("Why scaled?", "Why is it scaled?"))
    for best in (False, True):
        said = " ".join(seen(nlp, best).text.split())
        assert "Same points, another verdict0 Same marks and verdicts1" in said


def test_a_student_reads_that_nobody_loses(app: FastAPI, nlp: Lecture) -> None:
    publish_it(app, nlp)
    solution = hand_in(nlp.student, assignment(nlp, NAME), question=NAME)
    give(nlp, queue(nlp), ["variance", "saturate"])
    publish_it(app, nlp, text(variance=1, saturate=1, gradients=5.5))
    regrade(nlp, best=True)
    sheet = " ".join(nlp.student.learner.get(solution.action.removesuffix("/solution")).text.split())
    assert "At least 5.5 points: nobody loses by the regrade." in sheet


SHORT = """title = "The unit"
kind = "short"
section = "c.1"
statement = "What is a text cut into?"
points = {points}

[[wordings]]
text = "token*"
right = true
why = "Tokens."
"""


def test_no_mark_of_a_key_or_a_person_is_worth_more_than_its_question(app: FastAPI, nlp: Lecture) -> None:
    publish_it(app, nlp, SHORT.format(points="1.5"))
    address = assignment(nlp, NAME)
    learner = nlp.student.learner
    sheet = learner.press(begin(nlp.student, address, NAME), typed={"answer": "letters"})
    at = f"{nlp.address}/sheets/{sheet.address.rpartition('/')[2]}/answer"
    nlp.instructor.learner.send(at, {"points": "1.5", "why": "It is right in a way."})
    assert total(nlp) == "1.50"
    publish_it(app, nlp, SHORT.format(points="1"))
    regrade(nlp)
    assert total(nlp) == "1.00"
    assert learner.get(sheet.address).earned == 1


def test_what_somebody_ticked_for_themselves_follows_too(
    app: FastAPI, nlp: Lecture, learner: Learner
) -> None:
    publish_it(app, nlp)
    solution = learner.press(learner.open(NAME), "solution", typed={"answer": ANSWER})
    ticked: dict[str, str | list[str]] = {"line": ["variance", "saturate"], "key": solution.fields["key"]}
    sheet = learner.send(solution.action, ticked).action.removesuffix("/solution")
    assert learner.get(sheet).earned == 5.5
    publish_it(app, nlp, AFTER)
    regrade(nlp)
    assert learner.get(sheet).earned == 3.5


# Marks that do not count yet


@pytest.mark.parametrize(("best", "earned"), [(False, "3.50"), (True, "4.03")])  # 5.5 of 7.5, of 5.5
def test_marks_that_wait_for_results_follow_too(app: FastAPI, nlp: Lecture, best: bool, earned: str) -> None:
    publish_it(app, nlp)
    address = assignment(nlp, NAME)
    set_up(nlp.instructor, address, results="released")
    hand_in(nlp.student, address, question=NAME)
    give(nlp, queue(nlp), ["variance", "saturate"])
    publish_it(app, nlp, AFTER)
    said = " ".join(regrade(nlp, best).text.split())
    assert "wait for results or for a second marker: 0 with more points, 1 with fewer." in said
    assert ("Marks of them that stay because they are better: 1." in said) == best
    nlp.instructor.learner.send(f"{address}/release", {})
    results(app)
    assert total(nlp) == earned


def test_two_markers_who_tick_the_same_agree_though_the_rubric_was_changed_between_them(
    app: FastAPI, nlp: Lecture
) -> None:
    kim = colleague(app, nlp, "Dr. Kim")
    publish_it(app, nlp)
    group = f'[[groups]]\ntitle = "One"\nnumber = 1\npoints = 4\nquestions = ["{NAME}"]\n'
    listed = f'title = "Midterm"\nminutes = 9\npoints = 4\norder = "as written"\n\n{group}'
    address = exam(nlp, listed, markers="2")
    sat = sit(app, nlp.student, address)
    sat.type(1, {"answer": [ANSWER]})
    sat.hand_in()
    marked_by(nlp, nlp.instructor, 2)
    publish_it(app, nlp, AFTER)
    regrade(nlp)
    marked_by(nlp, kim, 2)
    assert "No answer waits to be marked." in queue(nlp).text
    assert total(nlp) == "2.55"  # 3.5 of 5.5, of 4
