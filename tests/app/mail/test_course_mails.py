"""Mails of courses: announcements, due dates and marks, to confirmed addresses, once each, as long as they are true."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from fastapi import FastAPI
from sqlalchemy import select, update

from app.database.connection import Database
from app.database.schema import mails as table
from app.mail import letters, reminders
from app.outbox import marks
from app.outbox.store import mails, readers
from app.outbox.store.mails import MailKind
from app.settings import Settings
from app.web.languages.languages import translated
from tests.app.accounts.members import Member, member
from tests.app.courses.taught_course import Lecture, assignment, begin, extend, join, set_up, withdraw
from tests.app.exams.course_exam import at, exam, rule, sit
from tests.app.exams.test_results_release import look
from tests.app.learner import COSINE, PERPLEXITY, on_both
from tests.app.mail.server import Server

Send = Callable[[], int]
Confirm = Callable[[Member], None]
NEWS = {"title": "No lecture on Friday", "text": "Dear all,\n\nread <b>chapter 3</b> & do {{ 7 * 7 }}.\n"}


def announce(nlp: Lecture, **said: str) -> None:
    nlp.instructor.learner.send(f"{nlp.address}/announcements", NEWS | said)


def due_in(hours: float) -> str:
    return at(datetime.now(UTC) + timedelta(hours=hours))


def remind(store: Database, hours: int = 24) -> None:
    """Queues the reminders, as the job does first."""
    reminders.queue(store, datetime.now(UTC), hours)


def queued(store: Database, kind: MailKind) -> list[int]:
    """Whom mails of a kind wait for."""
    with store.read() as connection:
        waits = select(table.c.person_id).where(table.c.kind == kind, table.c.next_at.is_not(None))
        return list(connection.execute(waits.order_by(table.c.id)).scalars())


# Announcements


@on_both
def test_an_announcement_goes_to_everybody_in_the_course_but_its_author_as_it_was_typed(
    app: FastAPI, nlp: Lecture, server: Server, send: Send, confirm: Confirm
) -> None:
    kim = member(app)
    join(kim, nlp.code)
    for one in (nlp.student, nlp.instructor, kim):
        confirm(one)
    announce(nlp)
    assert send() == 2
    assert {got.to for got in server.got} == {nlp.student.email, kim.email}
    got = server.got[0]
    assert got.message["Subject"] == "NLP in autumn: No lecture on Friday"
    assert got.text.startswith("Dear all,\n\nread <b>chapter 3</b> & do {{ 7 * 7 }}.\n\nProf. Lin\n")
    assert f"https://exam.example{nlp.address}#announcements" in got.text
    assert send() == 0


def test_it_goes_to_nobody_whose_address_was_only_typed_or_who_has_left(
    app: FastAPI, nlp: Lecture, store: Database, server: Server, send: Send, confirm: Confirm
) -> None:
    kim, bo = member(app), member(app)
    for one in (kim, bo):
        join(one, nlp.code)
        confirm(one)
    announce(nlp)
    assert sorted(queued(store, MailKind.ANNOUNCEMENT)) == [nlp.student.id, kim.id, bo.id]
    kim.learner.send(f"{nlp.address}/leave", {})
    withdraw(nlp, bo)
    assert send() == 0
    assert queued(store, MailKind.ANNOUNCEMENT) == []


def test_it_waits_for_some_minutes_and_arrives_corrected_or_not_at_all(
    app: FastAPI,
    nlp: Lecture,
    store: Database,
    server: Server,
    send: Send,
    confirm: Confirm,
    chosen: Settings,
) -> None:
    from app.mail.delivery import send_due

    confirm(nlp.student)
    announce(nlp)
    assert send_due(store, chosen) == 0  # not yet
    lin = nlp.instructor.learner
    lin.send(f"{nlp.address}/announcements/1", {"title": "Lecture on Friday", "text": "Come."})
    send()
    assert server.got[0].message["Subject"] == "NLP in autumn: Lecture on Friday"
    announce(nlp)
    lin.send(f"{nlp.address}/announcements/2/remove", {})
    assert queued(store, MailKind.ANNOUNCEMENT) == []
    assert send() == 0


def test_a_title_with_line_breaks_begins_no_header(
    nlp: Lecture, server: Server, send: Send, confirm: Confirm
) -> None:
    confirm(nlp.student)
    announce(nlp, title="Hello\r\nBcc: eve@evil.example")
    send()
    (got,) = server.got
    assert got.message["Bcc"] is None
    assert got.message["Subject"] == "NLP in autumn: Hello Bcc: eve@evil.example"


# Due dates


@on_both
def test_whoever_has_not_finished_is_reminded_once_of_their_own_date(
    app: FastAPI, nlp: Lecture, store: Database, server: Server, send: Send, confirm: Confirm
) -> None:
    done, later = member(app), member(app)
    for one in (done, later):
        join(one, nlp.code)
    for one in (nlp.student, done, later):
        confirm(one)
    week = assignment(nlp, COSINE, due=due_in(20))
    sheet = begin(done, week, COSINE)
    done.learner.press(sheet, typed=dict.fromkeys(("dot", "norm_u", "norm_v", "cosine"), "1"))
    extend(nlp, week, later, due_in(30))
    remind(store)
    remind(store)
    assert queued(store, MailKind.DUE) == [nlp.student.id]
    assert send() == 1
    (got,) = server.got
    assert got.message["Subject"] == "Due soon: Week 1"
    assert f"https://exam.example{week}\n" in got.text
    remind(store)
    assert send() == 0
    remind(store, hours=40)
    assert queued(store, MailKind.DUE) == [later.id]


def test_nobody_is_reminded_early_late_of_nothing_or_of_what_is_not_open(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    assignment(nlp, COSINE, due=due_in(25))
    assignment(nlp, COSINE, due=due_in(-1))
    assignment(nlp, due=due_in(5))  # without questions
    assignment(nlp, COSINE, opens=due_in(2), due=due_in(5))
    draft = assignment(nlp, COSINE, due=due_in(5))
    nlp.instructor.learner.send(f"{draft}/publish", {"published": "false"})
    remind(store)
    assert queued(store, MailKind.DUE) == []
    nlp.instructor.learner.send(f"{nlp.address}/archive", {})
    remind(store, hours=100)
    assert queued(store, MailKind.DUE) == []


def test_a_moved_date_reminds_anew_once_and_the_old_reminder_is_not_sent(
    nlp: Lecture, store: Database, server: Server, send: Send, confirm: Confirm
) -> None:
    confirm(nlp.student)
    week = assignment(nlp, COSINE, due=due_in(10))
    remind(store)
    set_up(nlp.instructor, week, due=due_in(12))
    assert send() == 0
    remind(store)
    remind(store)
    assert send() == 1
    set_up(nlp.instructor, week, due=due_in(90))
    remind(store)
    assert queued(store, MailKind.DUE) == []


@pytest.mark.parametrize("how", ["finished", "over", "left", "archived"])
def test_a_reminder_that_has_waited_is_not_sent_once_it_is_not_true_any_more(
    nlp: Lecture, store: Database, server: Server, send: Send, confirm: Confirm, how: str
) -> None:
    confirm(nlp.student)
    week = assignment(nlp, COSINE, due=due_in(10))
    remind(store)
    server.answer = "451 later"
    send()
    assert queued(store, MailKind.DUE) == [nlp.student.id]
    if how == "finished":
        nlp.student.learner.press(
            begin(nlp.student, week, COSINE), typed=dict.fromkeys(("dot", "norm_u", "norm_v", "cosine"), "1")
        )
    elif how == "over":
        with store.write() as connection:
            connection.execute(update(table).values(until=datetime.now(UTC) - timedelta(seconds=1)))
    elif how == "left":
        nlp.student.learner.send(f"{nlp.address}/leave", {})
    else:
        nlp.instructor.learner.send(f"{nlp.address}/archive", {})
    server.answer = "250 OK"
    assert send() == 0
    assert queued(store, MailKind.DUE) == []


@pytest.mark.parametrize(
    ("moment", "zone", "said"),
    [
        ("2027-03-27T23:30", "Europe/Berlin", "Sunday, 28 March 2027, 00:30 (UTC+1)"),
        ("2027-03-28T10:00", "Europe/Berlin", "Sunday, 28 March 2027, 12:00 (UTC+2)"),
        ("2026-10-25T00:30", "Europe/Berlin", "Sunday, 25 October 2026, 02:30 (UTC+2)"),
        ("2026-10-25T01:30", "Europe/Berlin", "Sunday, 25 October 2026, 02:30 (UTC+1)"),
        ("2026-12-01T18:00", "Asia/Kolkata", "Tuesday, 1 December 2026, 23:30 (UTC+5:30)"),
        ("2026-12-01T18:00", "America/New_York", "Tuesday, 1 December 2026, 13:00 (UTC-5)"),
        ("2026-12-01T18:00", "UTC", "Tuesday, 1 December 2026, 18:00 UTC"),
        ("2026-12-01T18:00", "Nowhere/At_all", "Tuesday, 1 December 2026, 18:00 UTC"),
    ],
)
def test_a_date_is_said_by_the_clock_of_the_reader_on_either_side_of_summer_time(
    moment: str, zone: str, said: str
) -> None:
    reader = readers.Reader(person=1, language="en", zone=zone, secret="x")
    assert letters.said_at(datetime.fromisoformat(moment).replace(tzinfo=UTC), reader) == said


def test_hours_before_a_date_are_counted_through_the_night_in_which_clocks_change(
    nlp: Lecture, store: Database
) -> None:
    """Due at noon of the Sunday on which Berlin has 23 hours: 24 hours before, clocks there say eleven."""
    assignment(nlp, COSINE, due="2027-03-28T10:00")
    before = datetime(2027, 3, 27, 10, tzinfo=UTC)
    reminders.queue(store, before - timedelta(seconds=1), 24)
    assert queued(store, MailKind.DUE) == []
    reminders.queue(store, before, 24)
    assert queued(store, MailKind.DUE) == [nlp.student.id]


def test_a_mail_speaks_the_language_and_the_clock_that_its_reader_has_chosen(
    nlp: Lecture, store: Database, server: Server, send: Send, confirm: Confirm
) -> None:
    confirm(nlp.student)
    week = assignment(nlp, COSINE, due=due_in(10))
    for hours, language in enumerate(("de", "bn"), 11):
        wanted = {"kind": "due", "language": language, "zone": "Europe/Berlin"}
        nlp.student.learner.send("/account/mail", wanted)
        set_up(nlp.instructor, week, due=due_in(hours))
        remind(store)
        assert send() == 1
        got = server.got[-1]
        subject = translated(language, "Due soon: %(title)s") % {"title": "Week 1"}
        assert (got.message["Subject"], got.message["Content-Language"]) == (subject, language)
        assert subject != "Due soon: Week 1"
        assert "(UTC+" in got.text


# Marks


@on_both
def test_a_release_by_hand_is_told_once_to_each_who_sat_it_and_says_no_marks(
    app: FastAPI, nlp: Lecture, store: Database, server: Server, send: Send, confirm: Confirm
) -> None:
    kim = member(app)
    join(kim, nlp.code)
    for one in (nlp.student, kim):
        confirm(one)
    midterm = exam(nlp, scores="released", answers="released", solutions="released")
    sat = sit(app, nlp.student, midterm)
    sat.type(1, {"dot": ["77777"]})
    sat.hand_in()
    assert queued(store, MailKind.MARKS) == []
    nlp.instructor.learner.send(f"{midterm}/release", {"do": "release"})
    nlp.instructor.learner.send(f"{midterm}/release", {"do": "release"})
    assert queued(store, MailKind.MARKS) == [nlp.student.id]
    assert send() == 1
    (got,) = server.got
    assert got.message["Subject"] == "Marks: Midterm"
    assert f"https://exam.example{midterm}\n" in got.text
    assert "points" not in got.text


def test_a_release_that_is_taken_back_in_time_is_not_told_and_the_next_one_is(
    app: FastAPI, nlp: Lecture, store: Database, send: Send, confirm: Confirm
) -> None:
    confirm(nlp.student)
    midterm = exam(nlp, scores="released", answers="released", solutions="released")
    sit(app, nlp.student, midterm).hand_in()
    lin = nlp.instructor.learner
    lin.send(f"{midterm}/release", {"do": "release"})
    lin.send(f"{midterm}/release", {"do": "back"})
    assert queued(store, MailKind.MARKS) == []
    lin.send(f"{midterm}/release", {"do": "release"})
    assert send() == 1


def test_scores_that_open_when_the_exam_closes_are_told_then_and_old_ones_never(
    app: FastAPI, nlp: Lecture, store: Database, send: Send, confirm: Confirm
) -> None:
    confirm(nlp.student)
    midterm = exam(nlp)
    sat = sit(app, nlp.student, midterm)
    rule(nlp, midterm, closes=at(sat.watch.now + timedelta(minutes=20)))
    sat.hand_in()
    look(app)
    assert queued(store, MailKind.MARKS) == []
    sat.watch.on(minutes=30)
    look(app)
    look(app)
    assert queued(store, MailKind.MARKS) == [nlp.student.id]
    assert send() == 1
    old = exam(nlp)
    sat = sit(app, nlp.student, old)
    sat.hand_in()
    rule(nlp, old, closes=at(sat.watch.now + timedelta(minutes=20)))
    sat.watch.on(minutes=3 * 24 * 60)  # mail was turned on, or the server started, days after it
    look(app)
    assert send() == 0


def test_scores_that_each_sees_at_the_end_are_not_told(app: FastAPI, nlp: Lecture, store: Database) -> None:
    midterm = exam(nlp, scores="at once", answers="at once", solutions="at once")
    sit(app, nlp.student, midterm).hand_in()
    nlp.instructor.learner.send(f"{midterm}/archive", {"do": "archive"})
    assert queued(store, MailKind.MARKS) == []


def sheet_of(nlp: Lecture, week: str, question: str = COSINE) -> str:
    return nlp.student.learner.press(begin(nlp.student, week, question), typed={}).attempt


def number_of(store: Database, week: str) -> int:
    from app.database.schema import assignments

    with store.read() as connection:
        found = select(assignments.c.id).where(assignments.c.name == week.rpartition("/")[2])
        return int(connection.execute(found).scalar_one())


@on_both
def test_marks_that_change_after_their_release_are_one_mail_and_before_it_none(
    nlp: Lecture, store: Database, server: Server, send: Send, confirm: Confirm
) -> None:
    confirm(nlp.student)
    week = assignment(nlp, COSINE, PERPLEXITY)
    set_up(nlp.instructor, week, results="released")
    names = [sheet_of(nlp, week, one) for one in (COSINE, PERPLEXITY)]
    lin = nlp.instructor.learner

    def give(points: str) -> None:
        for name, part in zip(names, ("dot", "nats"), strict=True):
            for _ in range(3):
                lin.send(f"{nlp.address}/sheets/{name}/{part}", {"points": points, "why": "Because."})

    give("0.25")
    assert queued(store, MailKind.MARKS) == []
    with store.write() as connection:
        marks.released(connection, number_of(store, week))
    give("0.5")
    assert queued(store, MailKind.MARKS) == [nlp.student.id]
    assert send() == 1
    give("0.75")
    assert send() == 1
    with store.write() as connection:
        marks.withheld(connection, number_of(store, week))
    give("0.5")
    assert send() == 0
    assert [got.message["Subject"] for got in server.got] == ["Marks: Week 1"] * 2


def test_a_mail_about_marks_waits_for_an_hour(nlp: Lecture, store: Database) -> None:
    week = assignment(nlp, COSINE)
    sheet_of(nlp, week)
    before = datetime.now(UTC)
    with store.write() as connection:
        marks.released(connection, number_of(store, week))
    with store.read() as connection:
        at = connection.execute(select(table.c.next_at)).scalar_one()
        assert before + timedelta(hours=1) <= at <= datetime.now(UTC) + timedelta(hours=1)
        assert not mails.is_due(connection, before + timedelta(minutes=59))


def test_without_a_server_nothing_is_queued_by_a_course(
    app: FastAPI, nlp: Lecture, store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    from app.mail.delivery import enqueue
    from app.settings import settings

    monkeypatch.delenv("EXAMFORMER_SMTP_HOST")
    settings.cache_clear()
    announce(nlp)
    midterm = exam(nlp, scores="released", answers="released", solutions="released")
    sit(app, nlp.student, midterm).hand_in()
    nlp.instructor.learner.send(f"{midterm}/release", {"do": "release"})
    assignment(nlp, COSINE, due=due_in(10))
    enqueue(store)
    with store.read() as connection:
        assert connection.execute(select(table.c.id)).first() is None
    assert "No lecture on Friday" in nlp.student.learner.get(nlp.address).text
