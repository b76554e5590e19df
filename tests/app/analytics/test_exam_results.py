"""The results of an exam: whose sitting counts, what waits for a mark, the distribution, question by question."""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from fastapi import FastAPI
from sqlalchemy import event, update

from app.analytics import exam_statistics
from app.analytics.exam_statistics import Figures, Group, Result
from app.courses.store import courses
from app.database.schema import responses
from app.exams.store import sittings
from app.exams.store.outcomes import Outcome
from app.exams.store.sitting import Sitting
from app.identity.store import people
from app.identity.store.people import Role
from tests.app.accounts.members import member
from tests.app.authoring import sample_question
from tests.app.courses.taught_course import Lecture, assignment, begin, join
from tests.app.exams import course_exam
from tests.app.exams.exam_in_progress import Hall, hall
from tests.app.exams.sitting import Sat, of_kind, watched
from tests.app.learner import COSINE, PERPLEXITY, Page, key, on_both
from tests.app.paper import paper_marking
from tests.engine.submissions import BANK

TEXT = of_kind("text")
LAMPS = f"""title = "Lamps"
minutes = 17
points = 7
order = "as written"

[[groups]]
title = "A lamp"
number = 1
points = 2
questions = ["{sample_question.NAME}"]

[[groups]]
title = "Numbers"
number = 1
points = 5
questions = ["{COSINE}"]
"""


@pytest.fixture
def exam(app: FastAPI, nlp: Lecture) -> Hall:
    """An hour with two questions, of 5 and 3 points."""
    return hall(app, nlp, COSINE, PERPLEXITY)


def right(sat: Sat, place: int, *parts: str, revision: int = 1) -> None:
    """Types the right answers into these parts of a question."""
    answers = key(sat.variant(place))
    sat.type(place, {part: answers[part] for part in parts}, revision)


def table(page: Page, id: str) -> dict[str, str]:
    """The text of each row of a section."""
    found = re.search(rf'<section class="line[^"]*" id="{id}".*?</section>', page.html, re.DOTALL)
    assert found, id
    said = [plain(row) for row in re.findall(r"<tr>.*?</tr>", found[0], re.DOTALL)]
    return {words.split()[0]: words for words in said}


def plain(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def as_csv(exam: Hall) -> list[list[str]]:
    return list(csv.reader(io.StringIO(exam.get("/results.csv").html)))


# Whose sitting counts


@on_both
def test_every_student_stands_in_the_table_with_points_percent_grade_and_time(exam: Hall) -> None:
    ada, bob = exam.seat(exam.nlp.student), exam.seat(exam.student("Bob"))
    exam.student("Cem")
    exam.seat(exam.student("Dora"))
    right(ada, 1, "dot", "norm_u", "norm_v", "cosine")
    right(bob, 2, "nats")
    exam.watch.on(minutes=20)
    ada.hand_in()
    exam.watch.on(minutes=10)
    bob.hand_in()
    page = exam.get("/results")
    said = table(page, "students")
    assert said["Ada"] == f"Ada 5 / 8 62.5 % ✓ yes 20 {ada.stored.number}"
    assert said["Bob"] == f"Bob 1 / 8 12.5 % no 30 {bob.stored.number}"
    assert said["Cem"] == "Cem not sat"
    assert said["Dora"] == "Dora sits it now"
    spread = table(page, "spread")
    assert spread["Mean"] == "Mean 3 points"
    assert spread["Median"] == "Median 3 points"
    assert spread["Passed"] == "Passed 1 of 2, 50 %"
    lines = as_csv(exam)
    assert lines[0][:5] == ["name", "e-mail", "version", "points", "of"]
    assert lines[0][12:14] == ["1", "2"]
    assert lines[1][0] == "Ada"
    assert lines[1][3:9] == ["5.00", "8.00", "62.5", "62.5 %", "yes", "0.00"]
    assert lines[1][10:14] == ["20.0", "1", "5.00", "0.00"]
    assert lines[3] == ["Cem", lines[3][1], *[""] * 9, "0", "", "", "0", "", ""]


@on_both
def test_of_several_sittings_the_best_counts_and_of_two_alike_the_later_one(exam: Hall) -> None:
    made = []
    for parts in (["dot"], ["dot", "norm_u"], ["dot", "norm_v"], []):
        sat = exam.seat(exam.nlp.student)
        right(sat, 1, *parts)
        sat.hand_in()
        made.append(sat)
    page = exam.get("/results")
    first, second, third, fourth = (f"version {sat.stored.number}" for sat in made)
    each = f"{first} 1 {second} 2 {third} 2 counts {fourth} 0"
    assert table(page, "students")["Ada"].startswith(f"Ada {each} 2 / 8 25.0 % no")
    assert {f"{exam.address}/results/{sat.stored.id}" for sat in made} <= set(page.links)
    assert "the one with the most points counts" in page.text
    assert table(page, "spread")["Students"] == "Students 1"
    exam.seat(exam.nlp.student)
    assert "sits it again now" in table(exam.get("/results"), "students")["Ada"]


def test_before_the_first_has_ended_there_is_nothing_but_the_names(exam: Hall) -> None:
    page = exam.get("/results")
    assert "No student has handed in yet." in page.text
    assert table(page, "students")["Ada"] == "Ada not sat"
    assert "spread" not in page.ids
    assert len(as_csv(exam)) == 2


def test_breaks_are_no_working_time_and_no_more_counts_than_there_was(app: FastAPI, exam: Hall) -> None:
    with exam.database.write() as connection:
        people.accommodate(connection, exam.nlp.student.id, 0, 30)
    ada, bob = exam.seat(exam.nlp.student), exam.seat(exam.student("Bob"))
    ada.learner.send(f"{ada.address}/break", {})
    exam.watch.on(minutes=10)
    ada.learner.send(f"{ada.address}/back", {})
    exam.watch.on(minutes=20)
    ada.hand_in()
    exam.watch.on(minutes=200)
    bob.run_out()
    said = table(exam.get("/results"), "students")
    assert said["Ada"].split()[-2] == "20"
    assert said["Bob"].split()[-2] == "60"


@on_both
def test_of_a_form_on_paper_nobody_knows_the_minutes(app: FastAPI, nlp: Lecture) -> None:
    watched(app)
    address = course_exam.exam(nlp)
    one, form = paper_marking.the_form(app, nlp, address)
    paper_marking.type_in(nlp, form, 1, {"dot": ["77777"]})
    paper_marking.finish(nlp, form)
    lin = nlp.instructor.learner
    assert (
        table(lin.get(f"{address}/results"), "students")["Ada"] == f"Ada 0 / 6 0.0 % no on paper {one.number}"
    )
    assert f"version {one.number} · on paper" in plain(lin.get(f"{address}/results/{one.id}").html)
    line = next(csv.DictReader(io.StringIO(lin.get(f"{address}/results.csv").html)))
    assert line["version"] == one.number
    assert [line[name] for name in ("begun", "minutes", "minutes of breaks", "ended by")] == [""] * 4
    assert "Ada on paper, marked 22 Nov, 12:00 UTC" in plain(lin.get(f"{address}/live").html)
    assert "on paper; typed by Prof. Lin" in plain(lin.get(f"{address}/live/{one.id}/history").html)


# What waits for a mark


@on_both
def test_what_waits_for_a_mark_is_pending_and_in_no_average(app: FastAPI, nlp: Lecture) -> None:
    exam = hall(app, nlp, COSINE, TEXT)
    ada, bob = exam.seat(nlp.student), exam.seat(exam.student("Bob"))
    for sat in (ada, bob):
        right(sat, 1, "dot", "cosine")
    ada.type(2, {"answer": ["Because it is."]})
    ada.hand_in()
    bob.hand_in()
    page, worth = exam.get("/results"), ada.drawn()[1].points
    shown = str(worth) if worth.denominator == 1 else f"{float(worth):g}"
    assert table(page, "students")["Ada"].startswith(
        f"Ada 3 / {ada.stored.points} … pending … pending {shown} 0"
    )
    assert "In 1 sitting, answers wait for a mark; the averages leave it out." in page.text
    assert table(page, "spread")["Students"] == "Students 1"
    assert f"2. {TEXT} 0 % too few – 1" in plain(page.html)
    line = as_csv(exam)[1]
    assert line[5:9] == ["", "", "", f"{float(worth):.2f}"]
    assert line[12:14] == ["3.00", ""]
    (answer,) = ada.attempts()[1].responses
    with exam.database.write() as connection:
        given = {"earned": str(worth)}
        connection.execute(update(responses).where(responses.c.id == answer.id).values(given))
    page = exam.get("/results")
    assert "…" not in table(page, "students")["Ada"]
    assert table(page, "spread")["Students"] == "Students 2"


@on_both
def test_hidden_names_stay_hidden_until_every_answer_has_its_mark(app: FastAPI, nlp: Lecture) -> None:
    exam = hall(app, nlp, TEXT)
    ada, bob = exam.seat(nlp.student), exam.seat(exam.student("Bobby"))
    with exam.database.write() as connection:
        courses.hide_names(connection, exam.course, True)
    ada.type(1, {"answer": ["Because it is."]})
    for sat in (ada, bob):
        sat.hand_in()
    page = exam.get("/results")
    seen = [
        page.html,
        exam.get("/results.csv").html,
        *(exam.get(f"/results/{one.stored.id}").html for one in (ada, bob)),
    ]
    for html in seen:
        assert "Ada" not in html
        assert "Bobby" not in html
        assert nlp.student.email not in html
    assert list(table(page, "students"))[1:] == [ada.stored.number, bob.stored.number]
    assert "Names are hidden until every answer has its mark." in page.text
    with exam.database.write() as connection:
        connection.execute(update(responses).values({"earned": "1"}))
    assert "Bobby" in exam.get("/results").text
    assert as_csv(exam)[0][0] == "name"
    assert "Ada" in exam.get(f"/results/{ada.stored.id}").text


@pytest.mark.parametrize(("scale", "grade"), [("german", "3.3"), ("letters", "D"), ("percent", "")])
def test_grades_stand_beside_the_percents_where_they_say_something_else(
    app: FastAPI, nlp: Lecture, scale: str, grade: str
) -> None:
    exam = hall(app, nlp, COSINE, points="9")
    exam = replace(exam, plan=exam.plan.model_copy(update={"scale": scale}))
    sat = exam.seat(nlp.student)
    right(sat, 1, "dot", "norm_u", "norm_v")
    sat.hand_in()
    assert table(exam.get("/results"), "students")["Ada"].split()[:8] == (
        ["Ada", "5.4", "/", "9", "60.0", "%", *([grade, "✓"] if grade else ["✓", "yes"])]
    )


# A key that was wrong


@on_both
def test_a_question_with_a_wrong_key_is_marked_again_for_all_who_were_asked_it(
    app: FastAPI, nlp: Lecture
) -> None:
    sample_question.publish(app, nlp.instructor.id)
    address = course_exam.exam(nlp, LAMPS, scores="at once", answers="at once", solutions="at once")
    lin = nlp.instructor.learner
    bob = member(app, name="Bob")
    join(bob, nlp.code)
    ada, bobs = (course_exam.sit(app, who, address) for who in (nlp.student, bob))
    for sat, factor in ((ada, 1.0), (bobs, 3.6)):  # watt hours, as the key has it, and kilojoules
        power, hours = sample_question.numbers(sat.open(1))
        sat.type(1, {"energy": [f"{power * hours * factor:.2f}"]})
        sat.hand_in()

    def earned() -> tuple[str, str]:
        said = table(lin.get(f"{address}/results"), "students")
        return said["Ada"].split()[1], said["Bob"].split()[1]

    assert earned() == ("2", "0")
    sample_question.publish(app, nlp.instructor.id, sample_question.MENDED)
    results = lin.get(f"{address}/results")
    again = f"/author/{sample_question.NAME}/regrade"
    assert [link for link in results.links if "/regrade" in link] == [again]
    page = lin.get(again)
    assert {"Ada", "Bob"} <= set(page.text.split())
    lin.send(again, {"token": page.fields["token"], "best": "false", "reason": "It asks for kilojoules."})
    assert earned() == ("0", "2")
    for sat, points in ((ada, "0"), (bobs, "2")):
        review = sat.get("/review")
        assert f"<b>{points}</b> / 7" in review.html
        assert f"{points} of 2 points" in plain(review.html)
        assert "It asks for kilojoules." in review.text
        assert f"{points} / 7" in plain(lin.get(f"{address}/results/{sat.stored.id}").html)


def test_only_who_wrote_a_question_is_sent_to_mark_it_again(app: FastAPI, nlp: Lecture) -> None:
    kim = member(app, Role.INSTRUCTOR)
    nlp.instructor.learner.send(f"{nlp.address}/staff", {"email": kim.email, "role": "instructor"})
    sample_question.publish(app, nlp.instructor.id)
    address = course_exam.exam(nlp, LAMPS)
    course_exam.sit(app, nlp.student, address).hand_in()
    assert "Regrade for all" in nlp.instructor.learner.get(f"{address}/results").text
    assert not any("/regrade" in link for link in kim.learner.get(f"{address}/results").links)


# One sitting, and the file


def test_each_question_of_a_sitting_leads_to_its_marked_sheet(exam: Hall) -> None:
    sat = exam.seat(exam.nlp.student)
    right(sat, 1, "dot", "cosine")
    assert exam.get(f"/results/{sat.stored.id}").status == 404
    sat.hand_in()
    page = exam.get(f"/results/{sat.stored.id}")
    assert "3 of 5 points" in page.text
    assert "0 of 3 points" in page.text
    sheets = [link for link in page.links if "/sheets/" in link]
    assert sheets == [f"{exam.nlp.address}/sheets/{one.name}" for one in sat.attempts()]
    for sheet in sheets:
        assert exam.nlp.instructor.learner.get(sheet).status == 200


def test_every_link_of_the_results_opens(exam: Hall) -> None:
    sat = exam.seat(exam.nlp.student)
    right(sat, 1, "dot")
    sat.hand_in()
    page = exam.get("/results")
    links = [link for link in page.links if link.startswith(exam.nlp.address)]
    assert f"{exam.address}/results/questions/{COSINE}" in links
    assert {exam.nlp.instructor.learner.get(link).status for link in links} == {200}


def test_the_file_is_called_after_the_exam_and_names_what_was_asked(exam: Hall) -> None:
    with exam.database.write() as connection:
        people.accommodate(connection, exam.nlp.student.id, 25, 30)
    ada, bob = exam.seat(exam.nlp.student), exam.seat(exam.student("Bob"))
    ada.learner.send(f"{ada.address}/break", {})
    exam.watch.on(minutes=6)
    ada.learner.send(f"{ada.address}/back", {})
    ada.hand_in()
    exam.watch.on(minutes=200)
    bob.run_out()
    answer = exam.nlp.instructor.learner.client.get(f"{exam.address}/results.csv")
    assert 'filename="mock-exam-results.csv"' in answer.headers["Content-Disposition"]
    one, two = csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")))
    titles = {f"question {n}": BANK.questions[name].title for n, name in enumerate((COSINE, PERPLEXITY), 1)}
    assert one.items() >= titles.items()
    end = ("extra time in percent", "minutes of breaks", "ended by")
    assert [one[name] for name in end] == ["25", "6.0", "student"]
    assert [two[name] for name in end] == ["0", "0.0", "clock"]


def test_a_question_of_the_results_leads_to_its_figures_in_this_exam_alone(exam: Hall) -> None:
    ada, bob = exam.seat(exam.nlp.student), exam.seat(exam.student("Bob"))
    for sat in (ada, bob):
        sat.save(window="w", opened=True, place=1)
    exam.watch.on(minutes=5)
    right(ada, 1, "dot", "norm_u", "norm_v", "cosine")
    ada.hand_in()
    bob.hand_in()
    other = assignment(exam.nlp, COSINE)
    exam.nlp.student.learner.press(begin(exam.nlp.student, other, COSINE), typed={"dot": "-9999"})
    page = exam.get(f"/results/questions/{COSINE}")
    said = plain(page.html)
    assert "Students 2 Facility 50 % Discrimination too few minutes a point 1.0" in said
    assert "right 1" in said
    assert "wrong 1" not in said
    assert "Solution opened" not in said
    assert "tries on average" not in said
    everywhere = f"{exam.nlp.address}/analytics/{COSINE}"
    assert {everywhere, f"{exam.address}/results"} <= set(page.links)
    said = plain(exam.nlp.instructor.learner.get(everywhere).html)
    assert "Sheets with an answer 2" in said
    assert "Median time 0 min Solution opened 0" in said
    assert exam.get("/results/questions/no-such-question").status == 404


def test_no_cell_of_the_file_is_a_formula(exam: Hall) -> None:
    sat = exam.seat(exam.student("=HYPERLINK(1)"))
    sat.hand_in()
    exam.student("+Plus")
    assert {line[0] for line in as_csv(exam)[1:]} == {"'=HYPERLINK(1)", "'+Plus", "Ada"}


def test_the_results_agree_with_the_review_and_the_marks_of_the_course(exam: Hall) -> None:
    sat = exam.seat(exam.nlp.student)
    right(sat, 1, "dot", "cosine")
    sat.type(2, {"nats": ["1.2"], "bits": ["x"]})
    sat.hand_in()
    earned = sum((one.earned for one in sat.attempts()), Fraction(0))
    assert table(exam.get("/results"), "students")["Ada"].startswith(f"Ada {float(earned):g} / 8")
    marks = exam.nlp.instructor.learner.get(f"{exam.nlp.address}/gradebook.csv").html.splitlines()
    assert marks[2].endswith(f",{float(earned):.2f}")


def test_the_results_of_many_take_no_more_queries_than_those_of_few(app: FastAPI, exam: Hall) -> None:
    asked: list[str] = []
    exam.seat(exam.nlp.student).hand_in()
    event.listen(exam.database.engine, "before_cursor_execute", lambda *args: asked.append(args[2]))
    exam.get("/results")
    few = len(asked)
    for n in range(8):
        exam.seat(exam.student(f"S{n}")).hand_in()
    asked.clear()
    assert len(table(exam.get("/results"), "students")) == 10
    assert len(asked) == few <= 16


# Figures


@pytest.fixture
def sitting(exam: Hall) -> Sitting:
    sat = exam.seat(exam.nlp.student)
    sat.hand_in()
    return sat.stored


def came(
    sitting: Sitting, id: int, *earned: str, points: Sequence[str] = ("5", "3"), pending: str = "0"
) -> Result:
    """A sitting whose questions earned so much; of the last, some is pending."""
    waits = [Fraction(0)] * (len(earned) - 1) + [Fraction(pending)]
    outcomes = tuple(
        Outcome(
            sitting=id,
            place=n,
            heading=f"group {n}",
            question=f"q{n}",
            attempt="x",
            points=Fraction(points[n - 1]),
            earned=Fraction(got),
            pending=waits[n - 1],
        )
        for n, got in enumerate(earned, 1)
    )
    one = replace(sitting, id=id, points=sum(map(Fraction, points), Fraction(0)))
    return Result(one, outcomes, sum(map(Fraction, earned), Fraction(0)), Fraction(pending), 10.0)


def test_mean_and_median_are_exact(sitting: Sitting) -> None:
    spread = exam_statistics.spread(
        [came(sitting, n, got, "0") for n, got in enumerate(("1/3", "1/3", "2/3", "1"))]
    )
    assert spread.mean == Fraction(7, 12)
    assert spread.median == Fraction(1, 2)
    assert exam_statistics.spread([came(sitting, 1, "1/3", "1/3")]).median == Fraction(2, 3)


def test_who_has_exactly_what_passes_has_passed(sitting: Sitting) -> None:
    half, less = came(sitting, 1, "4", "0"), came(sitting, 2, "3999999/1000000", "0")
    assert (half.passed, less.passed) == (True, False)
    assert less.percent == "50.0 %"
    assert exam_statistics.spread([half, less]).passed == 1


@pytest.mark.parametrize(
    ("points", "earned", "expected"),
    [
        ("50", ["0", "4.99", "5", "9.99", "45", "50"], {("0", "5"): 2, ("5", "10"): 2, ("45", "50"): 2}),
        ("8", ["8", "1", "0.99"], {("0", "1"): 1, ("1", "2"): 1, ("7", "8"): 1}),
        ("3", ["0.3", "1/2", "3"], {("0", "0.5"): 1, ("0.5", "1"): 1, ("2.5", "3"): 1}),
        ("100", ["100"], {("90", "100"): 1}),
    ],
)
def test_each_student_stands_in_one_bar_of_the_distribution(
    sitting: Sitting, points: str, earned: list[str], expected: Mapping[tuple[str, str], int]
) -> None:
    some = [came(sitting, n, got, points=[points]) for n, got in enumerate(earned)]
    histogram = exam_statistics.spread(some).histogram
    assert {(start, end): count for start, end, count in histogram.rows if count} == expected
    assert len(histogram.rows) <= 12
    assert histogram.rows[0][0] == "0"
    assert Fraction(histogram.rows[-1][1]) >= Fraction(points)


def figures(groups: Sequence[Group]) -> list[Figures]:
    """Those of each first question."""
    return [group.items[0].figures for group in groups]


def test_a_question_is_judged_by_its_mean_share_and_whom_it_tells_apart(sitting: Sitting) -> None:
    good = [came(sitting, n, str(Fraction(n, 2)), str(Fraction(n, 4))) for n in range(10)]
    first, second = exam_statistics.groups(good, {}, {"q1": "One"})
    assert (first.items[0].title, second.items[0].title) == ("One", "q2")
    told = first.items[0].figures
    assert told.share == Fraction(45, 2) / 50
    assert told.discrimination == pytest.approx(1)
    assert (told.people, told.too_few, told.pace) == (10, False, None)
    (few, _) = figures(exam_statistics.groups(good[:9], {}, {}))
    assert (few.discrimination, few.too_few) == (None, True)


def test_a_question_is_compared_with_the_rest_of_its_exam_alone(sitting: Sitting) -> None:
    """A total that includes the question would make it tell people apart by itself."""
    apart = [came(sitting, n, str(n % 2 * 5), "1.5") for n in range(10)]
    assert [one.discrimination for one in figures(exam_statistics.groups(apart, {}, {}))] == [None, None]


def test_a_group_is_judged_as_a_whole_and_lists_its_questions_the_hardest_first(sitting: Sitting) -> None:
    def drawn(id: int, *earned: str) -> Result:
        one = came(sitting, id, *earned)
        asked = zip(one.outcomes, ("easy", "hard") if id % 2 else ("easy", "harder"), strict=True)
        return replace(one, outcomes=tuple(replace(o, heading="All", question=q) for o, q in asked))

    (group,) = exam_statistics.groups([drawn(1, "5", "1"), drawn(2, "4", "0")], {}, {})
    assert [item.question for item in group.items] == ["harder", "hard", "easy"]
    assert (group.figures.share, group.figures.people) == (Fraction(10, 16), 2)


def test_a_question_that_waits_for_a_mark_has_no_share_yet_and_the_others_have(sitting: Sitting) -> None:
    first, second = figures(exam_statistics.groups([came(sitting, 1, "5", "0", pending="3")], {}, {}))
    assert (first.share, second.share) == (Fraction(1), None)
    assert (first.people, second.people) == (1, 0)


def test_a_part_of_the_exam_counts_those_whose_answers_are_in_its_share(sitting: Sitting) -> None:
    done, waits = came(sitting, 1, "5", "3"), came(sitting, 2, "0", "0", pending="3")
    _, second = figures(exam_statistics.groups([done, waits], {}, {}))
    assert (second.share, second.people) == (Fraction(1), 1)


def test_the_time_of_a_question_is_the_median_of_its_minutes_a_point(sitting: Sitting) -> None:
    three = [came(sitting, n, "0", "0") for n in (1, 2, 3)]
    spent = {1: {1: 300.0}, 2: {1: 600.0, 2: 90.0}, 3: {1: 3000.0, 2: 0.0}}
    first, second = figures(exam_statistics.groups(three, spent, {}))
    assert first.pace == pytest.approx(2)
    assert second.pace == pytest.approx(0.5)


def test_the_time_at_a_question_is_the_one_that_its_review_says(exam: Hall) -> None:
    sat = exam.seat(exam.nlp.student)
    sat.save(window="w", opened=True, place=1)
    exam.watch.on(minutes=4)
    sat.save(place=2)
    exam.watch.on(minutes=3)
    right(sat, 2, "nats")
    sat.hand_in()
    said = plain(exam.get("/results").html)
    assert f"1. {COSINE} 0 % too few 0.8 1" in said
    assert f"2. {PERPLEXITY} 33 % too few 1.0 1" in said


def test_a_form_on_paper_that_nobody_has_is_no_result(exam: Hall, sitting: Sitting) -> None:
    with exam.database.write() as connection:
        question = {
            "heading": "x",
            "question": COSINE,
            "section": "2.5",
            "points": "5",
            "variant": {"parts": []},
        }
        sittings.add(
            connection, "paper", None, "1-099", sitting.blueprint, 60, sitting.points, False, [question],
            exam.watch.now, exam=exam.exam.id,
        )  # fmt: skip
    assert exam.get("/results").status == 200
    assert len(as_csv(exam)) == 2
