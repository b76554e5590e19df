"""Announcements: whoever teaches a course writes them, everybody in it reads them on its page, as they were typed."""

import pytest
from fastapi import FastAPI
from sqlalchemy import select

from app.coursework.announcements import LONGEST
from app.database.connection import Database
from app.database.schema import announcements
from app.identity.store.people import Role
from tests.app.accounts.members import member
from tests.app.courses.taught_course import Lecture, lecture
from tests.app.learner import on_both

NEWS = {"title": "No lecture on Friday", "text": "Dear all,\r\n\r\nread <b>chapter 3</b>.\r\n"}


def announce(nlp: Lecture, **said: str) -> int:
    return nlp.instructor.learner.send(f"{nlp.address}/announcements", NEWS | said).status


@on_both
def test_an_announcement_is_read_by_all_edited_and_removed_by_who_teaches(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    announce(nlp)
    page = nlp.student.learner.get(nlp.address)
    assert "No lecture on Friday Dear all, read <b>chapter 3</b>. Prof. Lin," in page.text
    assert "Dear all,\n\nread &lt;b&gt;chapter 3&lt;/b&gt;.</p>" in page.html
    assert f"{nlp.address}/announcements/1" not in page.links
    lin = nlp.instructor.learner
    assert f"{nlp.address}/announcements/1" in lin.get(nlp.address).links
    form = lin.get(f"{nlp.address}/announcements/1")
    assert form.fields["title"] == "No lecture on Friday"
    lin.send(f"{nlp.address}/announcements/1", {"title": form.fields["title"], "text": form.fields["text"]})
    assert "edited" not in nlp.student.learner.get(nlp.address).text  # nothing was changed
    lin.send(f"{nlp.address}/announcements/1", {"title": "On Friday", "text": "Come."})
    page = nlp.student.learner.get(nlp.address)
    assert "On Friday Come. Prof. Lin," in page.text
    assert ", edited" in page.text
    lin.send(f"{nlp.address}/announcements/1/remove", {})
    assert "On Friday" not in nlp.student.learner.get(nlp.address).text
    assert lin.send(f"{nlp.address}/announcements/1/remove", {}).status == 404


@pytest.mark.parametrize("said", [{"title": " \t "}, {"text": "\r\n \r\n"}, {"title": "\0"}])
def test_an_empty_one_is_asked_for_again_with_what_was_typed(nlp: Lecture, said: dict[str, str]) -> None:
    page = nlp.instructor.learner.send(f"{nlp.address}/announcements", NEWS | said)
    assert page.status == 422
    assert "Give it a title, and write what your course is to read." in page.text
    assert announce(nlp) == 200
    page = nlp.instructor.learner.send(f"{nlp.address}/announcements/1", NEWS | said)
    assert page.status == 422


def test_a_long_text_in_bengali_is_stored_whole_and_a_longer_one_cut(nlp: Lecture, store: Database) -> None:
    text = "ক" * LONGEST
    assert announce(nlp, text=text) == 200
    assert announce(nlp, text=text + "খ") == 200
    with store.read() as connection:
        assert set(connection.execute(select(announcements.c.text)).scalars()) == {text}


def test_only_the_three_newest_stand_open(nlp: Lecture) -> None:
    for n in range(5):
        announce(nlp, title=f"News {n}")
    page = nlp.student.learner.get(nlp.address).text
    assert (
        page.index("News 4")
        < page.index("News 2")
        < page.index("2 older announcements")
        < page.index("News 1")
    )


def test_nobody_edits_what_belongs_to_another_course_or_writes_in_an_archived_one(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    announce(nlp)
    other = lecture(app, "Logic")
    for path in ("", "/remove"):
        sent = other.instructor.learner.send(
            f"{other.address}/announcements/1{path}", NEWS | {"title": "Mine"}
        )
        assert sent.status == 404
    stranger = member(app, Role.INSTRUCTOR)
    assert stranger.learner.send(f"{nlp.address}/announcements/1", NEWS).status == 404
    assert nlp.student.learner.send(f"{nlp.address}/announcements", NEWS).status == 403
    nlp.instructor.learner.send(f"{nlp.address}/archive", {})
    assert announce(nlp) == 409
    with store.read() as connection:
        assert list(connection.execute(select(announcements.c.title)).scalars()) == ["No lecture on Friday"]


def test_the_addresses_in_it_are_links_and_its_markup_is_text(nlp: Lecture) -> None:
    announce(
        nlp, text='Slides: https://example.org/nlp?week=1&x="><script>alert(1)</script>, javascript:alert(2).'
    )
    page = nlp.student.learner.get(nlp.address)
    assert "https://example.org/nlp?week=1&x=" in page.links
    assert not [link for link in page.links if "script" in link]
    assert "x=</a>&#34;&gt;&lt;script&gt;alert(1)&lt;/script&gt;, javascript:alert(2).</p>" in page.html
