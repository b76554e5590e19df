"""The live monitor of an exam: who is where, who needs a look, messages, more time, the end of one, every save."""

import re
from base64 import b32encode
from collections.abc import Callable, Mapping
from dataclasses import replace
from hashlib import sha256

import pytest
from fastapi import FastAPI
from sqlalchemy import event

from app.courses.store import courses
from app.exams import sitting
from app.exams.live import answered_count
from app.exams.sitting import Listed
from app.exams.store import audit_log, sittings
from app.exams.store.audit_log import Entry, Kind, Spot
from app.exams.store.sitting import ClosedBy, Drawn
from app.identity.store import people
from app.questions.library import Library
from tests.app.accounts.members import member
from tests.app.courses.taught_course import Lecture, assignment, join, lecture, withdraw
from tests.app.exams.exam_in_progress import Hall, hall
from tests.app.exams.sitting import Sat
from tests.app.learner import COSINE, PERPLEXITY, Page, on_both

Open = Callable[..., Hall]


@pytest.fixture
def exam(app: FastAPI, nlp: Lecture) -> Hall:
    """An hour with two questions."""
    return hall(app, nlp, COSINE, PERPLEXITY)


def rows(page: Page) -> dict[str, str]:
    """The text of each student's row, in the order of the list."""
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
    return f"/live/{sat.stored.id}"


def opened(sat: Sat, times: int) -> None:
    for n in range(times):
        sat.save(window=f"w{n}", opened=True, place=1)


# Who is where


@on_both
def test_everybody_of_the_course_stands_in_the_room_with_what_they_do(exam: Hall) -> None:
    ben, cem, dora = exam.student("Ben"), exam.student("Cem"), exam.student("Dora")
    ada, bens, cems = exam.seat(exam.nlp.student), exam.seat(ben), exam.seat(cem)
    exam.seat(dora, begun=False)
    for sat, place in ((ada, 2), (cems, 1)):
        sat.type(place, {part.name: ["1"] * len(part.bands) for part in sat.variant(place).asked})
    exam.watch.on(seconds=40)
    cems.hand_in()
    page = exam.get("/live")
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
def test_a_question_is_answered_here_when_its_student_reads_that_it_is(exam: Hall) -> None:
    sat = exam.seat(exam.nlp.student)

    def answered(*fields: str, text: str, revision: int) -> str:
        sat.save(*(sat.field(1, field, text, revision) for field in fields))
        found = re.search(r"(\d of 2) answered", sat.open(1).text)
        assert found
        assert f" {found[1]} " in rows(exam.get("/live"))["Ada"]
        assert f"{found[1]} answered" in exam.get(f"{number(sat)}/history").text
        return found[1]

    every = [f"{part.name}.{n}" for part in sat.variant(1).asked for n in range(len(part.bands))]
    assert answered("flag", text="yes", revision=1) == "0 of 2"
    assert answered(*every, text=" \n\t", revision=1) == "0 of 2"
    assert answered(*every[:-1], text="1", revision=2) == "0 of 2"
    assert answered(every[-1], text="about one", revision=2) == "0 of 2"
    assert answered(every[-1], text="1", revision=3) == "1 of 2"


def test_only_what_was_saved_since_the_last_look_is_read_again(
    exam: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []

    def listed(library: Library, one: Drawn, standing: Mapping[Spot, Entry]) -> Listed:
        read.append(one.place)
        return sitting.listed(library, one, standing)

    monkeypatch.setattr(answered_count, "listed", listed)
    sat = exam.seat(exam.nlp.student)
    for place in (1, 2):
        sat.type(place, {part.name: ["1"] * len(part.bands) for part in sat.variant(place).asked})
    looks = [" 2 of 2 " in rows(exam.get("/live"))["Ada"] for _ in range(3)]
    assert all(looks)
    assert sorted(read) == [1, 2]
    name = sat.variant(2).asked[0].name
    sat.save(sat.field(2, f"{name}.0", "2", revision=9))
    assert " 2 of 2 " in rows(exam.get("/live"))["Ada"]
    assert sorted(read) == [1, 2, 2]


def test_who_saved_nothing_for_three_minutes_stands_first(exam: Hall) -> None:
    ada, zoe = exam.seat(exam.nlp.student), exam.seat(exam.student("Zoe"))
    for sat in (ada, zoe):
        sat.type(1, {"dot": ["1"]})
    exam.watch.on(minutes=2)
    ada.type(1, {"dot": ["2"]}, revision=2)
    exam.watch.on(seconds=59)
    assert list(rows(exam.get("/live"))) == ["Ada", "Zoe"]
    exam.watch.on(seconds=1)
    page = exam.get("/live")
    assert list(rows(page)) == ["Zoe", "Ada"]
    assert "nothing saved for 3 min" in rows(page)["Zoe"]
    assert "nothing saved" not in rows(page)["Ada"]
    assert says(page, "looks") == "1 needs a look"
    assert says(page, "states").startswith("2 at work · 0 not begun ·")
    zoe.type(1, {"dot": ["3"]}, revision=2)
    assert list(rows(exam.get("/live"))) == ["Ada", "Zoe"]


@on_both
def test_whose_page_says_nothing_for_a_minute_and_a_half_needs_a_look(exam: Hall) -> None:
    ada, bob = exam.seat(exam.nlp.student), exam.seat(exam.student("Bob"))
    bob.type(1, {"dot": ["1"]})  # by plain forms, without a page that could say anything
    ada.save(window="w", opened=True, place=1)
    exam.watch.on(seconds=50)
    ada.save()
    exam.watch.on(seconds=89)
    assert "silent" not in exam.get("/live", htmx=True).text
    exam.watch.on(seconds=1)
    said = rows(exam.get("/live"))
    assert said["Ada"].startswith("Ada was at question 1 page silent since 22 Nov, 12:00 UTC 0 of 2")
    assert "silent" not in said["Bob"]
    exam.watch.clock.start()  # a server that was down has heard nobody
    assert "silent" not in rows(exam.get("/live"))["Ada"]
    ada.save()
    exam.watch.on(seconds=90)
    ada.hand_in()
    assert "silent" not in rows(exam.get("/live"))["Ada"]


def test_a_page_that_only_says_that_it_is_open_leaves_no_line(exam: Hall) -> None:
    sat = exam.seat(exam.nlp.student)
    sat.save(window="w", opened=True, place=2)
    before = sat.events()
    exam.watch.on(seconds=50)
    sat.save(window="w")
    assert sat.events() == before
    assert (sat.stored.heard_at, sat.stored.place) == (exam.watch.now, 2)


def test_who_is_on_a_break_need_not_save(app: FastAPI, exam: Hall) -> None:
    with exam.database.write() as open_rows:
        people.accommodate(open_rows, exam.nlp.student.id, 25, 10)
    sat = exam.seat(exam.nlp.student)
    sat.learner.send(f"{sat.address}/break", {})
    sat.save(window="w", opened=True)
    exam.watch.on(minutes=5)
    page = exam.get("/live")
    assert rows(page)["Ada"] == "Ada on a break 0 of 2 nothing yet 1:15:00 +25 %"
    assert "1 on a break" in says(page, "states")
    exam.watch.on(minutes=6)
    sat.save(window="w", opened=True, place=1)
    assert "works at question 1" in rows(exam.get("/live"))["Ada"]


@on_both
def test_breaks_and_the_page_before_handing_in_make_nobody_a_suspect(exam: Hall) -> None:
    ada, bob = exam.seat(exam.nlp.student), exam.seat(exam.student("Bob"))
    opened(ada, 1)
    for _ in range(3):
        ada.save(window="away", opened=True)  # of a break, or before handing in: without a question
        ada.save(window="back", opened=True, place=1)
    assert rows(exam.get("/live"))["Ada"].endswith(" 1×")
    ada.save(window="another", opened=True, place=1)
    assert rows(exam.get("/live"))["Ada"].endswith(" 2×")
    opened(bob, 3)
    assert "page opened 3 times" in rows(exam.get("/live"))["Bob"]
    trailed = exam.get(f"{number(ada)}/history").text
    assert trailed.count("page of a break, or before handing in, opened") == 3


@on_both
def test_several_windows_and_what_came_too_late_need_a_look(exam: Hall) -> None:
    ada, bob = exam.seat(exam.nlp.student), exam.seat(exam.student("Bob"))
    opened(ada, 2)
    opened(bob, 3)
    said = rows(exam.get("/live"))
    assert list(said) == ["Bob", "Ada"]
    assert "page opened 3 times" in said["Bob"]
    assert "opened 2 times" not in said["Ada"]
    assert said["Ada"].endswith("2×")
    for sat in (ada, bob):
        sat.hand_in()
    ada.save(ada.field(1, "dot.0", "1"), ada.field(1, "cosine.0", "1"))
    said = rows(exam.get("/live"))
    assert list(said) == ["Ada", "Bob"]
    assert "2 answers were not saved" in said["Ada"]
    assert "opened 3 times" not in said["Bob"]


def test_a_sitting_whose_time_is_over_is_being_handed_in_and_then_ended_by_its_clock(exam: Hall) -> None:
    sat = exam.seat(exam.nlp.student)
    exam.watch.on(minutes=60, seconds=5)
    assert "time is over, is being handed in" in rows(exam.get("/live"))["Ada"]
    sat.run_out()
    assert "ended by its clock" in rows(exam.get("/live"))["Ada"]


def test_of_several_sittings_the_running_one_is_shown_and_those_before_it_are_linked(exam: Hall) -> None:
    first = exam.seat(exam.nlp.student)
    first.hand_in()
    second = exam.seat(exam.nlp.student)
    page = exam.get("/live")
    assert "works at question 1" in rows(page)["Ada"]
    assert f"{exam.address}{number(second)}/history" in page.links
    assert "Before: handed in 22 Nov, 12:00 UTC" in rows(page)["Ada"]
    assert f"{exam.address}{number(first)}/history" in page.links
    exam.seat(exam.nlp.student, begun=False)
    assert "works at question 1" in rows(exam.get("/live"))["Ada"]
    second.hand_in()
    page = exam.get("/live")
    assert rows(page)["Ada"].startswith("Ada handed in 22 Nov, 12:00 UTC Before: handed in")
    assert {f"{exam.address}{number(one)}/history" for one in (first, second)} <= set(page.links)


def test_who_sits_it_and_is_no_student_of_the_course_any_more_is_not_lost_sight_of(exam: Hall) -> None:
    sat = exam.seat(exam.nlp.student)
    withdraw(exam.nlp, exam.nlp.student)
    assert "Ada not a student of the course works at question 1" in rows(exam.get("/live"))["Ada"]
    sat.hand_in()
    assert rows(exam.get("/live")) == {}


def test_every_five_seconds_the_list_alone_is_asked_for(exam: Hall) -> None:
    exam.seat(exam.nlp.student)
    whole, part = exam.get("/live"), exam.get("/live", htmx=True)
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
    exam.get("/live")
    few = len(asked)
    for n in range(12):
        exam.seat(exam.student(f"S{n}"))
    asked.clear()
    assert len(rows(exam.get("/live"))) == 13
    assert len(asked) == few <= 15


def test_only_who_teaches_the_course_sees_its_room(app: FastAPI, exam: Hall) -> None:
    sat = exam.seat(exam.nlp.student)
    other = lecture(app, "Another")
    for who in (exam.nlp.student, other.student, other.instructor):
        for path in ("/live", f"{number(sat)}/history", "/results", "/results.csv"):
            assert who.learner.get(f"{exam.address}{path}").status == 404, path
    work = assignment(exam.nlp, COSINE)
    assert (
        exam.nlp.instructor.learner.get(f"{exam.nlp.address}/exams/{work.rpartition('/')[2]}/live").status
        == 404
    )


# Messages and more time


def test_nothing_can_be_said_or_given_once_everybody_has_handed_in(exam: Hall) -> None:
    bob = exam.student("Bob")

    def offered() -> list[str]:
        return re.findall(rf'action="{exam.address}/live/(\w+)"', exam.get("/live").html)

    exam.seat(exam.nlp.student).hand_in()
    assert offered() == ["message", "minutes"]  # Bob may still come
    sat = exam.seat(bob)
    exam.send("/live/message", message="Look at the board.")
    assert offered() == ["message", "message", "minutes"]
    sat.hand_in()
    page = exam.get("/live")
    assert offered() == ["message"]
    assert "Take it away" in page.text
    assert "#minutes" not in page.links
    exam.send("/live/message")
    assert offered() == []


def test_nothing_can_be_said_or_given_once_the_exam_is_closed_to_all(exam: Hall) -> None:
    assert 'id="minutes"' in exam.get("/live").html
    exam.send("/archive", do="archive")
    assert 'id="minutes"' not in exam.get("/live").html


def test_who_speaks_to_all_is_told_where_the_numbers_of_questions_differ(exam: Hall) -> None:
    said = "The questions have other numbers from student to student: name one by its title."
    exam.seat(exam.nlp.student)
    exam.seat(exam.student("Bob"))
    assert said not in exam.get("/live").text
    turned = replace(exam, plan=exam.plan.model_copy(update={"groups": exam.plan.groups[::-1]}))
    turned.seat(exam.student("Cem"))
    assert said in exam.get("/live").text


def test_a_message_stands_on_the_page_of_who_sits_it_until_it_is_taken_away(exam: Hall) -> None:
    sat, beyond = exam.seat(exam.nlp.student), 400 * "x"
    page = exam.send("/live/message", message="  Question 2:\n<b>base</b> 2.\0 ")
    assert "Question 2: &lt;b&gt;base&lt;/b&gt; 2." in page.html
    assert sat.clock()["message"] == "Question 2: <b>base</b> 2."
    assert "Question 2: <b>base</b> 2." in sat.open(1).text
    exam.send("/live/message", message=beyond)
    assert sat.clock()["message"] == beyond[:300]
    exam.send("/live/message")
    assert sat.clock()["message"] == ""


@on_both
def test_messages_to_all_stand_in_the_trail_of_who_sits_the_exam_then(exam: Hall) -> None:
    ada, bob = exam.seat(exam.nlp.student), exam.seat(exam.student("Bob"))
    bob.hand_in()
    exam.send("/live/message", message="Question 2: base 2.")
    exam.send("/live/message")
    for trailed in (exam.get(f"{number(ada)}/history").text, ada.get("/history").text):
        assert "message to all Question 2: base 2. (Prof. Lin)" in trailed
        assert "message to all taken away" in trailed
    assert "base 2" not in exam.get(f"{number(bob)}/history").text


def test_the_trail_says_who_handed_in(exam: Hall) -> None:
    ada, bob, cem = (exam.seat(one) for one in (exam.nlp.student, exam.student("Bob"), exam.student("Cem")))
    ada.hand_in()
    exam.send(f"{number(bob)}/end")
    cem.run_out()
    ends = ("handed in by the student", "ended by an instructor Prof. Lin", "ended by its clock")
    for sat, said in zip((ada, bob, cem), ends, strict=True):
        for trailed in (exam.get(f"{number(sat)}/history"), sat.get("/history")):
            assert said in trailed.text.partition("Nobody can change these lines.")[2]


@on_both
def test_minutes_for_all_move_the_end_at_once_and_each_trail_says_who_gave_them(exam: Hall) -> None:
    ada, bob, cem = (exam.seat(one) for one in (exam.nlp.student, exam.student("Bob"), exam.student("Cem")))
    cem.hand_in()
    page = exam.send("/live/minutes", minutes="10", before="0")
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
    exam.send("/live/minutes", minutes="10", before="0")
    page = exam.send("/live/minutes", minutes="10", before="0")
    assert page.status == 409
    assert "Minutes were given since this page was opened" in page.text
    assert page.fields["before"] == "10"
    assert sat.clock()["left"] == 70 * 60
    one = f"{number(sat)}/minutes"
    assert exam.send(one, minutes="5", before="0").status == 200
    assert exam.send(one, minutes="5", before="0").status == 409
    assert sat.clock()["left"] == 75 * 60


@on_both
def test_minutes_for_all_are_longer_for_who_has_extra_time(app: FastAPI, exam: Hall) -> None:
    ada, bob = exam.seat(exam.nlp.student), exam.seat(exam.student("Bob"))
    said = "Extra time holds for these minutes, too"
    assert said not in exam.get("/live").text
    given = {"extra_time": "25"}
    exam.nlp.instructor.learner.send(f"{exam.nlp.address}/members/{exam.nlp.student.id}/accommodation", given)
    assert said in exam.get("/live").text
    page = exam.send("/live/minutes", minutes="5", before="0")
    assert (ada.clock()["left"], bob.clock()["left"]) == (75 * 60 + 375, 65 * 60)
    assert "+25 %, +6:15 min" in rows(page)["Ada"]
    assert "+5 min" in rows(page)["Bob"]
    exam.send(f"{number(ada)}/minutes", minutes="1", before="0")
    assert ada.clock()["left"] == 76 * 60 + 375
    ada.hand_in()
    assert "81.25 minutes" in exam.nlp.student.learner.get(exam.address).text


@pytest.mark.parametrize("given", [{"minutes": "0"}, {"minutes": "241"}, {"taken": "1"}, {"taken": "100000"}])
def test_no_time_is_taken_that_was_not_given(exam: Hall, given: dict[str, str]) -> None:
    sat = exam.seat(exam.nlp.student)
    for path in ("/live/minutes", f"{number(sat)}/minutes"):
        page = exam.send(path, **given, before="0")
        assert page.status == 422
        assert "Give a number of minutes up to 240." in page.text
    assert sat.clock()["left"] == 60 * 60
    assert sat.events(Kind.EXTENDED) == []


def test_minutes_that_were_given_by_mistake_are_taken_back_by_a_form_that_asks_first(exam: Hall) -> None:
    sat = exam.seat(exam.nlp.student)
    asked = "lost at once to everybody who still writes, and their pages say so."
    assert asked not in exam.get("/live").text
    assert asked in exam.send("/live/minutes", minutes="100", before="0").text
    assert exam.send("/live/minutes", minutes="-90", before="100").status == 422
    exam.send("/live/minutes", taken="90", before="100")
    assert sat.clock()["left"] == 70 * 60
    assert [one.text for one in sat.events(Kind.EXTENDED)][1] == "-90 min for all, Prof. Lin"
    exam.send(f"{number(sat)}/minutes", minutes="7", before="0")
    page = exam.send(f"{number(sat)}/minutes", taken="3", before="7")
    assert sat.clock()["left"] == 74 * 60
    assert "less time -90 min for all, Prof. Lin" in page.text
    assert "This student got 4 minutes more." in page.text


@on_both
def test_minutes_for_one_are_for_nobody_else(exam: Hall) -> None:
    ada, bob = exam.seat(exam.nlp.student), exam.seat(exam.student("Bob"))
    page = exam.send(f"{number(ada)}/minutes", minutes="15", before="0")
    assert page.address.endswith(f"{number(ada)}/history")
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
    assert f"{exam.address}{number(sat)}/end" in exam.get(f"{number(sat)}/history").html
    page = exam.send(f"{number(sat)}/end")
    assert "ended by an instructor 22 Nov, 12:00 UTC · Prof. Lin" in " ".join(page.text.split())
    assert sat.events(Kind.CLOSED)[0].text == f"instructor {sat.stored.receipt}, Prof. Lin"
    assert "· Prof. Lin" not in sat.hand_in().text
    assert sat.stored.closed_by == ClosedBy.INSTRUCTOR
    assert [one.responses != () for one in sat.attempts()] == [False, True]
    assert other.stored.running
    assert exam.send(f"{number(sat)}/end").status == 200
    assert f"{exam.address}{number(sat)}/end" not in exam.get(f"{number(sat)}/history").html


@on_both
def test_a_student_reads_why_an_instructor_ended_their_exam(exam: Hall) -> None:
    ada, bob = exam.seat(exam.nlp.student), exam.seat(exam.student("Bob"))
    page = exam.send(f"{number(ada)}/end", reason="  A phone,\nin <hand>. ")
    assert "Prof. Lin: A phone, in <hand>." in page.text
    assert "ended by your instructor 22 Nov, 12:00 UTC: “A phone, in <hand>.”" in ada.get("/review").text
    exam.send(f"{number(bob)}/end")
    assert "ended by your instructor 22 Nov, 12:00 UTC ·" in bob.get("/review").text


def test_the_sitting_of_another_exam_is_not_found(app: FastAPI, exam: Hall) -> None:
    elsewhere = hall(app, exam.nlp, COSINE)
    sat = elsewhere.seat(exam.nlp.student)
    assert exam.get(f"{number(sat)}/history").status == 404
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
    page = exam.get(f"{number(sat)}/history")
    table = " ".join(re.sub(r"<[^>]*>", " ", page.html).split())
    assert "Every save 2 " in table
    assert "12:00:00 UTC 1 saved dot.0 9" in table
    assert "12:00:07 UTC 1 saved dot.0 3" in table
    assert "12:00:00 UTC 1 page opened" in table
    assert "3½" not in page.text
    shown = exam.get(f"{number(sat)}/history?texts=true")
    assert "about <3>" in shown.text
    assert "about &lt;3&gt;" in shown.html
    assert "3½" in shown.text


def test_what_was_typed_is_hidden_as_long_as_the_names_are(exam: Hall) -> None:
    sat = exam.seat(exam.nlp.student)
    sat.type(1, {"dot": ["secret words"]})
    with exam.database.write() as open_rows:
        courses.hide_names(open_rows, exam.course, True)
    page = exam.get(f"{number(sat)}/history?texts=true")
    assert "secret words" not in page.html
    assert "What was typed is hidden here" in page.text


def test_the_code_of_a_student_is_compared_with_the_receipt(exam: Hall) -> None:
    sat = exam.seat(exam.nlp.student)
    sat.type(1, {"dot": ["3"]})
    assert "Receipt" not in exam.get(f"{number(sat)}/history").text
    sat.hand_in()
    code = sat.stored.receipt
    typed = code.lower().replace("-", " ")
    page = exam.get(f"{number(sat)}/history?code={typed}")
    assert code in page.text
    assert "What is stored gives this code." in page.text
    assert "This is the receipt of what was handed in here." in page.text
    assert "This is another code" in exam.get(f"{number(sat)}/history?code=AAAA-{code[5:]}").text
    assert "code:" not in exam.get(f"{number(sat)}/history?code=--").text


def test_a_receipt_of_the_texts_alone_still_fits(exam: Hall) -> None:
    sat = exam.seat(exam.nlp.student)
    sat.type(1, {"dot": ["3"]})
    sat.hand_in()
    letters = b32encode(sha256(b"1 1 dot.0 3").digest()).decode()
    with exam.database.write() as open_rows:
        held = sittings.by_id(open_rows, sat.stored.id)
        assert held
        sittings.close(
            open_rows, held, ClosedBy.HAND, exam.watch.now, f"{letters[:4]}-{letters[4:8]}-{letters[8:12]}"
        )
    assert "What is stored gives this code." in exam.get(f"{number(sat)}/history").text


def test_a_text_that_was_changed_in_the_database_is_noticed(exam: Hall) -> None:
    sat = exam.seat(exam.nlp.student)
    sat.type(1, {"dot": ["3"]})
    sat.hand_in()
    with exam.database.write() as open_rows:
        audit_log.put(open_rows, sat.stored.id, [Entry(1, "dot.0", 9, "4", exam.watch.now)])
    assert "What is stored gives another code" in exam.get(f"{number(sat)}/history").text


def test_a_form_on_paper_that_nobody_has_is_in_no_room(app: FastAPI, exam: Hall) -> None:
    sat = exam.seat(member(app), begun=False)
    with exam.database.write() as open_rows:
        found = sittings.by_id(open_rows, sat.stored.id)
        assert found
        kept = replace(found, person=None)
        paper = sittings.add(
            open_rows, "paper", None, "1-099", kept.blueprint, 60, kept.points, False,
            [{"heading": "x", "question": COSINE, "section": "2.5", "points": "5", "variant": {"parts": []}}],
            exam.watch.now, exam=exam.exam.id,
        )  # fmt: skip
    assert rows(exam.get("/live")) == {"Ada": "Ada not begun"}
    assert exam.get(f"/live/{paper}/history").status == 404


def test_a_student_who_joins_late_is_in_the_room(app: FastAPI, exam: Hall) -> None:
    late = member(app, name="Late")
    join(late, exam.nlp.code)
    assert rows(exam.get("/live"))["Late"] == "Late not begun"
