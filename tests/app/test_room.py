"""The room of a running exam: who is where, who needs a look, messages, more time, the end of one, every save."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from fastapi import FastAPI
from sqlalchemy import event

from app.store import people, queue, sittings, trail
from app.store.sittings import ClosedBy
from app.store.trail import Entry, Kind
from tests.app.entrance import member
from tests.app.hall import Hall, hall
from tests.app.learner import COSINE, PERPLEXITY, Page, on_both
from tests.app.lecture import Lecture, assignment, join, lecture
from tests.app.sat import Sat

Open = Callable[..., Hall]


@pytest.fixture
def exam(app: FastAPI, nlp: Lecture) -> Hall:
    """An hour with two questions."""
    return hall(app, nlp, COSINE, PERPLEXITY)


def rows(page: Page) -> dict[str, str]:
    """What is said of each student, in the order of the list."""
    found: dict[str, str] = {}
    for row in re.findall(r'<tr id="seat-.*?</tr>', page.html, re.DOTALL):
        words = " ".join(re.sub(r"<[^>]*>", " ", row).split())
        found[words.split()[0]] = words
    return found


def says(page: Page, id: str) -> str:
    found = re.search(rf'id="{id}".*?</(?:p|h2|section)>', page.html, re.DOTALL)
    assert found
    return " ".join(re.sub(r"<[^>]*>", " ", found[0].partition(">")[2]).split())


def number(sat: Sat) -> str:
    return f"/room/{sat.stored.id}"


def opened(sat: Sat, times: int) -> None:
    for n in range(times):
        sat.save(window=f"w{n}", opened=True, place=1)


# Who is where


@on_both
def test_everybody_of_the_course_stands_in_the_room_with_what_they_do(exam: Hall) -> None:
    ben, cem, dora = exam.student("Ben"), exam.student("Cem"), exam.student("Dora")
    ada, bens, cems = exam.seat(exam.nlp.student), exam.seat(ben), exam.seat(cem)
    exam.seat(dora, begun=False)
    ada.save(ada.field(2, "nats.0", "1.21"), place=2)
    cems.type(1, {"dot": ["1"]})
    exam.watch.on(seconds=40)
    cems.hand_in()
    page = exam.get("/room")
    said = rows(page)
    assert said["Ada"].startswith("Ada works at question 2 1 of 2 40 s ago 59:20")
    assert said["Ben"].startswith("Ben works at question 1 0 of 2 nothing yet 59:20")
    assert said["Cem"].startswith("Cem handed in 22 Nov, 12:00 UTC 1 of 2")
    assert said["Dora"] == "Dora not begun"
    assert list(said) == ["Ada", "Ben", "Dora", "Cem"]
    assert says(page, "counts") == "1 of 4 handed in"
    assert "2 at work · 1 not begun" in says(page, "states")
    assert "Prof." not in said
    assert bens.stored.running


@on_both
def test_a_flag_and_blanks_are_no_answers_and_two_fields_of_a_question_are_one(exam: Hall) -> None:
    sat = exam.seat(exam.nlp.student)
    sat.save(sat.field(1, "flag", "yes"), sat.field(1, "dot.0", " \n\t"))
    assert " 0 of 2 " in rows(exam.get("/room"))["Ada"]
    sat.save(sat.field(1, "dot.0", "1", 2), sat.field(1, "cosine.0", "1", 2))
    assert " 1 of 2 " in rows(exam.get("/room"))["Ada"]


def test_who_saved_nothing_for_three_minutes_stands_first(exam: Hall) -> None:
    ada, zoe = exam.seat(exam.nlp.student), exam.seat(exam.student("Zoe"))
    for sat in (ada, zoe):
        sat.type(1, {"dot": ["1"]})
    exam.watch.on(minutes=2)
    ada.type(1, {"dot": ["2"]}, revision=2)
    exam.watch.on(seconds=59)
    assert list(rows(exam.get("/room"))) == ["Ada", "Zoe"]
    exam.watch.on(seconds=1)
    page = exam.get("/room")
    assert list(rows(page)) == ["Zoe", "Ada"]
    assert "nothing saved for 3 min" in rows(page)["Zoe"]
    assert "nothing saved" not in rows(page)["Ada"]
    assert says(page, "looks") == "1 needs a look"
    assert says(page, "states").startswith("2 at work · 0 not begun ·")
    zoe.type(1, {"dot": ["3"]}, revision=2)
    assert list(rows(exam.get("/room"))) == ["Ada", "Zoe"]


def test_who_is_on_a_break_need_not_save(app: FastAPI, exam: Hall) -> None:
    with exam.database.write() as open_rows:
        people.accommodate(open_rows, exam.nlp.student.id, 25, 10)
    sat = exam.seat(exam.nlp.student)
    sat.learner.send(f"{sat.address}/break", {})
    exam.watch.on(minutes=5)
    page = exam.get("/room")
    assert rows(page)["Ada"] == "Ada on a break 0 of 2 nothing yet 1:15:00 +25 %"
    assert "1 on a break" in says(page, "states")
    exam.watch.on(minutes=6)
    assert "works at question 1" in rows(exam.get("/room"))["Ada"]


@on_both
def test_several_windows_and_what_came_too_late_need_a_look(exam: Hall) -> None:
    ada, bob = exam.seat(exam.nlp.student), exam.seat(exam.student("Bob"))
    opened(ada, 2)
    opened(bob, 3)
    said = rows(exam.get("/room"))
    assert list(said) == ["Bob", "Ada"]
    assert "page opened 3 times" in said["Bob"]
    assert "opened 2 times" not in said["Ada"]
    assert said["Ada"].endswith("2×")
    for sat in (ada, bob):
        sat.hand_in()
    ada.save(ada.field(1, "dot.0", "1"), ada.field(1, "cosine.0", "1"))
    said = rows(exam.get("/room"))
    assert list(said) == ["Ada", "Bob"]
    assert "2 answers were not kept" in said["Ada"]
    assert "opened 3 times" not in said["Bob"]


def test_a_sitting_whose_time_is_over_is_being_handed_in_and_then_ended_by_its_clock(exam: Hall) -> None:
    sat = exam.seat(exam.nlp.student)
    exam.watch.on(minutes=60, seconds=5)
    assert "time is over, is being handed in" in rows(exam.get("/room"))["Ada"]
    sat.run_out()
    assert "ended by its clock" in rows(exam.get("/room"))["Ada"]


def test_of_several_sittings_the_running_one_is_shown_and_those_before_it_are_linked(exam: Hall) -> None:
    first = exam.seat(exam.nlp.student)
    first.hand_in()
    second = exam.seat(exam.nlp.student)
    page = exam.get("/room")
    assert "works at question 1" in rows(page)["Ada"]
    assert f"{exam.address}{number(second)}/trail" in page.links
    assert "Before: handed in 22 Nov, 12:00 UTC" in rows(page)["Ada"]
    assert f"{exam.address}{number(first)}/trail" in page.links
    exam.seat(exam.nlp.student, begun=False)
    assert "works at question 1" in rows(exam.get("/room"))["Ada"]
    second.hand_in()
    page = exam.get("/room")
    assert rows(page)["Ada"].startswith("Ada handed in 22 Nov, 12:00 UTC Before: handed in")
    assert {f"{exam.address}{number(one)}/trail" for one in (first, second)} <= set(page.links)


def test_who_sits_it_and_is_no_student_of_the_course_any_more_is_not_lost_sight_of(exam: Hall) -> None:
    sat = exam.seat(exam.nlp.student)
    exam.nlp.instructor.learner.send(f"{exam.nlp.address}/members/{exam.nlp.student.id}/remove", {})
    assert "Ada not a student of the course works at question 1" in rows(exam.get("/room"))["Ada"]
    sat.hand_in()
    assert rows(exam.get("/room")) == {}


def test_every_five_seconds_the_list_alone_is_asked_for(exam: Hall) -> None:
    exam.seat(exam.nlp.student)
    whole, part = exam.get("/room"), exam.get("/room", htmx=True)
    assert 'hx-trigger="every 5s"' in whole.html
    assert "Without supervision, a second browser or device remains possible." in whole.text
    assert "<html" not in part.html
    assert part.html.lstrip().startswith('<section class="line" id="live"')
    assert list(rows(part)) == ["Ada"]


def test_the_room_of_many_takes_no_more_queries_than_that_of_few(app: FastAPI, exam: Hall) -> None:
    asked: list[str] = []
    exam.seat(exam.nlp.student)
    event.listen(
        exam.database.engine, "before_cursor_execute", lambda *args: asked.append(args[2]), named=False
    )
    exam.get("/room")
    few = len(asked)
    for n in range(12):
        exam.seat(exam.student(f"S{n}"))
    asked.clear()
    assert len(rows(exam.get("/room"))) == 13
    assert len(asked) == few <= 14


def test_only_who_teaches_the_course_sees_its_room(app: FastAPI, exam: Hall) -> None:
    sat = exam.seat(exam.nlp.student)
    other = lecture(app, "Another")
    paths = ("/room", f"{number(sat)}/trail", "/results", "/results.csv")
    for who, status in ((exam.nlp.student, 403), (other.student, 403), (other.instructor, 404)):
        assert {who.learner.get(f"{exam.address}{path}").status for path in paths} == {status}
    work = assignment(exam.nlp, COSINE)
    assert (
        exam.nlp.instructor.learner.get(f"{exam.nlp.address}/exams/{work.rpartition('/')[2]}/room").status
        == 404
    )


# Messages and more time


def test_nothing_can_be_said_or_given_once_everybody_has_handed_in(exam: Hall) -> None:
    bob = exam.student("Bob")

    def offered() -> list[str]:
        return re.findall(rf'action="{exam.address}/room/(\w+)"', exam.get("/room").html)

    exam.seat(exam.nlp.student).hand_in()
    assert offered() == ["message", "minutes"]  # Bob may still come
    sat = exam.seat(bob)
    exam.send("/room/message", message="Look at the board.")
    assert offered() == ["message", "message", "minutes"]
    sat.hand_in()
    page = exam.get("/room")
    assert offered() == ["message"]
    assert "Take it away" in page.text
    assert "#minutes" not in page.links
    exam.send("/room/message")
    assert offered() == []


def test_nothing_can_be_said_or_given_once_the_exam_is_closed_to_all(exam: Hall) -> None:
    assert 'id="minutes"' in exam.get("/room").html
    exam.send("/archive", do="archive")
    assert 'id="minutes"' not in exam.get("/room").html


def test_who_speaks_to_all_is_told_where_the_numbers_of_questions_differ(exam: Hall) -> None:
    said = "The questions have other numbers from student to student: name one by its title."
    exam.seat(exam.nlp.student)
    exam.seat(exam.student("Bob"))
    assert said not in exam.get("/room").text
    turned = replace(exam, plan=exam.plan.model_copy(update={"groups": exam.plan.groups[::-1]}))
    turned.seat(exam.student("Cem"))
    assert said in exam.get("/room").text


def test_a_message_stands_on_the_page_of_who_sits_it_until_it_is_taken_away(exam: Hall) -> None:
    sat, beyond = exam.seat(exam.nlp.student), 400 * "x"
    page = exam.send("/room/message", message="  Question 2:\n<b>base</b> 2.\0 ")
    assert "Question 2: &lt;b&gt;base&lt;/b&gt; 2." in page.html
    assert sat.clock()["message"] == "Question 2: <b>base</b> 2."
    assert "Question 2: <b>base</b> 2." in sat.open(1).text
    exam.send("/room/message", message=beyond)
    assert sat.clock()["message"] == beyond[:300]
    exam.send("/room/message")
    assert sat.clock()["message"] == ""


@on_both
def test_minutes_for_all_move_the_end_at_once_and_each_trail_says_who_gave_them(exam: Hall) -> None:
    ada, bob, cem = (exam.seat(one) for one in (exam.nlp.student, exam.student("Bob"), exam.student("Cem")))
    cem.hand_in()
    page = exam.send("/room/minutes", minutes="10", before="0")
    assert page.status == 200
    assert ada.clock()["left"] == bob.clock()["left"] == 70 * 60
    assert "+10 min" in rows(page)["Ada"]
    assert "10 min more for all" in says(page, "states")
    for sat in (ada, bob):
        assert [one.text for one in sat.events(Kind.EXTENDED)] == ["+10 min for all, Prof. Lin"]
    assert cem.events(Kind.EXTENDED) == []
    assert exam.seat(exam.student("Dora")).clock()["left"] == 70 * 60


def test_a_form_that_is_sent_twice_gives_its_minutes_once(exam: Hall) -> None:
    sat = exam.seat(exam.nlp.student)
    exam.send("/room/minutes", minutes="10", before="0")
    page = exam.send("/room/minutes", minutes="10", before="0")
    assert page.status == 409
    assert "Minutes were given since this page was opened" in page.text
    assert page.fields["before"] == "10"
    assert sat.clock()["left"] == 70 * 60
    one = f"{number(sat)}/minutes"
    assert exam.send(one, minutes="5", before="0").status == 200
    assert exam.send(one, minutes="5", before="0").status == 409
    assert sat.clock()["left"] == 75 * 60


@pytest.mark.parametrize("minutes", ["0", "-1", "241", "-100000"])
def test_no_time_is_taken_that_was_not_given(exam: Hall, minutes: str) -> None:
    sat = exam.seat(exam.nlp.student)
    for path in ("/room/minutes", f"{number(sat)}/minutes"):
        page = exam.send(path, minutes=minutes, before="0")
        assert page.status == 422
        assert "Give a number of minutes up to 240." in page.text
    assert sat.clock()["left"] == 60 * 60
    assert sat.events(Kind.EXTENDED) == []


def test_minutes_that_were_given_by_mistake_can_be_taken_back(exam: Hall) -> None:
    sat = exam.seat(exam.nlp.student)
    exam.send("/room/minutes", minutes="100", before="0")
    exam.send("/room/minutes", minutes="-90", before="100")
    assert sat.clock()["left"] == 70 * 60
    assert [one.text for one in sat.events(Kind.EXTENDED)][1] == "-90 min for all, Prof. Lin"


@on_both
def test_minutes_for_one_are_for_nobody_else(exam: Hall) -> None:
    ada, bob = exam.seat(exam.nlp.student), exam.seat(exam.student("Bob"))
    page = exam.send(f"{number(ada)}/minutes", minutes="15", before="0")
    assert page.address.endswith(f"{number(ada)}/trail")
    assert "+15 min, Prof. Lin" in page.text
    assert (ada.clock()["left"], bob.clock()["left"]) == (75 * 60, 60 * 60)
    assert bob.events(Kind.EXTENDED) == []
    ada.hand_in()
    assert exam.send(f"{number(ada)}/minutes", minutes="15", before="15").status == 422


# The end of one


@on_both
def test_a_sitting_is_ended_by_an_instructor_with_what_is_saved(exam: Hall) -> None:
    sat, other = exam.seat(exam.nlp.student), exam.seat(exam.student("Bob"))
    sat.type(2, {"nats": ["1.21"]})
    assert f"{exam.address}{number(sat)}/end" in exam.get(f"{number(sat)}/trail").html
    page = exam.send(f"{number(sat)}/end")
    assert "ended by an instructor 22 Nov, 12:00 UTC · Prof. Lin" in " ".join(page.text.split())
    assert sat.events(Kind.CLOSED)[0].text == f"instructor {sat.stored.receipt}, Prof. Lin"
    assert "· Prof. Lin" not in sat.hand_in().text
    assert sat.stored.closed_by == ClosedBy.INSTRUCTOR
    assert [one.responses != () for one in sat.attempts()] == [False, True]
    assert other.stored.running
    assert exam.send(f"{number(sat)}/end").status == 200
    assert f"{exam.address}{number(sat)}/end" not in exam.get(f"{number(sat)}/trail").html


def test_the_sitting_of_another_exam_is_not_found(app: FastAPI, exam: Hall) -> None:
    elsewhere = hall(app, exam.nlp, COSINE)
    sat = elsewhere.seat(exam.nlp.student)
    assert exam.get(f"{number(sat)}/trail").status == 404
    assert exam.get(f"/results/{sat.stored.id}").status == 404
    assert exam.send(f"{number(sat)}/minutes", minutes="5", before="0").status == 404
    assert exam.send(f"{number(sat)}/end").status == 404
    assert sat.stored.running
    assert sat.clock()["left"] == 60 * 60


# Every save


def test_the_trail_holds_every_save_and_shows_the_texts_on_demand(exam: Hall) -> None:
    sat = exam.seat(exam.nlp.student)
    sat.save(sat.field(1, "dot.0", "about <3>"), window="w", opened=True, place=1)
    exam.watch.on(seconds=7)
    sat.save(sat.field(1, "dot.0", "3½", 2))
    page = exam.get(f"{number(sat)}/trail")
    table = " ".join(re.sub(r"<[^>]*>", " ", page.html).split())
    assert "Every save 2 " in table
    assert "12:00:00 UTC 1 saved dot.0 9" in table
    assert "12:00:07 UTC 1 saved dot.0 3" in table
    assert "12:00:00 UTC 1 page opened" in table
    assert "3½" not in page.text
    shown = exam.get(f"{number(sat)}/trail?texts=true")
    assert "about <3>" in shown.text
    assert "about &lt;3&gt;" in shown.html
    assert "3½" in shown.text


def test_what_was_typed_is_hidden_as_long_as_the_names_are(exam: Hall) -> None:
    sat = exam.seat(exam.nlp.student)
    sat.type(1, {"dot": ["secret words"]})
    with exam.database.write() as open_rows:
        queue.hide_names(open_rows, exam.course, True)
    page = exam.get(f"{number(sat)}/trail?texts=true")
    assert "secret words" not in page.html
    assert "What was typed is hidden here" in page.text


def test_the_code_of_a_student_is_compared_with_the_receipt(exam: Hall) -> None:
    sat = exam.seat(exam.nlp.student)
    sat.type(1, {"dot": ["3"]})
    assert "Receipt" not in exam.get(f"{number(sat)}/trail").text
    sat.hand_in()
    code = sat.stored.receipt
    typed = code.lower().replace("-", " ")
    page = exam.get(f"{number(sat)}/trail?code={typed}")
    assert code in page.text
    assert "What is stored gives this code." in page.text
    assert "This is the receipt of what was handed in here." in page.text
    assert "This is another code" in exam.get(f"{number(sat)}/trail?code=AAAA-{code[5:]}").text
    assert "code:" not in exam.get(f"{number(sat)}/trail?code=--").text


def test_a_text_that_was_changed_in_the_database_is_noticed(exam: Hall) -> None:
    sat = exam.seat(exam.nlp.student)
    sat.type(1, {"dot": ["3"]})
    sat.hand_in()
    with exam.database.write() as open_rows:
        trail.put(open_rows, sat.stored.id, [Entry(1, "dot.0", 9, "4", exam.watch.now)])
    assert "What is stored gives another code" in exam.get(f"{number(sat)}/trail").text


def test_a_form_on_paper_that_nobody_has_is_in_no_room(app: FastAPI, exam: Hall) -> None:
    sat = exam.seat(member(app), begun=False)
    with exam.database.write() as open_rows:
        found = sittings.numbered(open_rows, sat.stored.id)
        assert found
        kept = replace(found, person=None)
        paper = sittings.add(
            open_rows, "paper", None, "1-099", kept.blueprint, 60, kept.points, False,
            [{"heading": "x", "question": COSINE, "section": "2.5", "points": "5", "variant": {"parts": []}}],
            exam.watch.now, exam=exam.exam.id,
        )  # fmt: skip
    assert rows(exam.get("/room")) == {"Ada": "Ada not begun"}
    assert exam.get(f"/room/{paper}/trail").status == 404


def test_a_student_who_joins_late_is_in_the_room(app: FastAPI, exam: Hall) -> None:
    late = member(app, name="Late")
    join(late, exam.nlp.code)
    assert rows(exam.get("/room"))["Late"] == "Late not begun"
