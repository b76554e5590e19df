"""Comments of a rubric: applied to many answers with points that they add or take off, and edited, which re-marks."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest
from fastapi import FastAPI
from sqlalchemy import select

from app.database.connection import Database
from app.database.schema import attempts, mark_changes, responses, rubric_comments
from app.grading import comment_edit, queue
from app.grading.comments import NoAdjustment, adjustment_in
from app.identity.store.people import Role
from tests.app.accounts.members import Member, member
from tests.app.analytics.test_exam_results import plain
from tests.app.courses.taught_course import Lecture, assignment, join, lecture, total
from tests.app.database.test_races import Meanwhile
from tests.app.grading.test_double_marking import colleague, handed_in
from tests.app.grading.test_queue import EXPLAIN, OTHER, hand_in, response, rubric
from tests.app.learner import Page, always_on_both, on_both
from tests.app.personal_data.test_deletion import forget
from tests.app.web.test_texts_of_instructors import runs_or_leads_away

WHY = "says what, and not why"


def shown(nlp: Lecture, who: Member | None = None, after: int = 0) -> Page:
    return (who or nlp.instructor).learner.get(f"{nlp.address}/grading?after={after}")


def offered(page: Page) -> dict[str, bool]:
    """The comments of the queue by number, and whether each is ticked."""
    return page.boxes.get("comment", {})


def mark(
    nlp: Lecture, ticks: int, who: Member | None = None, page: Page | None = None, **typed: str | list[str]
) -> Page:
    """Marks the first answer of the queue, or the one of a page that somebody has open."""
    page = page or shown(nlp, who)
    form: dict[str, str | list[str]] = {"line": rubric(page)[:ticks], "points": "", "said": ""}
    return (who or nlp.instructor).learner.send(
        f"{nlp.address}/grading/answers/{response(page)}", form | typed
    )


def write(
    nlp: Lecture, ticks: int = 2, text: str = WHY, adjustment: str = "-0.5", who: Member | None = None
) -> Page:
    """Marks the first answer with a comment that is written there."""
    return mark(nlp, ticks, who, new_comment=text, adjustment=adjustment)


def comment(nlp: Lecture, number: int = 1) -> str:
    return f"{nlp.address}/grading/comments/{number}"


def planned(nlp: Lecture, text: str, adjustment: str, who: Member | None = None, number: int = 1) -> Page:
    """The page that says what an edit would change."""
    learner = (who or nlp.instructor).learner
    return learner.get(f"{comment(nlp, number)}?text={text}&adjustment={adjustment}")


def edit(nlp: Lecture, text: str, adjustment: str, who: Member | None = None, number: int = 1) -> Page:
    """Looks at what an edit would change, and stores it."""
    page = planned(nlp, text, adjustment, who, number)
    form = {"text": text, "adjustment": adjustment, "token": page.fields["token"]}
    return (who or nlp.instructor).learner.send(comment(nlp, number), form)


def sheet(one: Member, address: str) -> str:
    """Returns what the student reads on the sheet that they began for an assignment."""
    link = next(link for link in one.learner.get(address).links if link.startswith("/attempts/"))
    return one.learner.get(link).text


def earned(app: FastAPI) -> list[str]:
    """The points of the marked answers, oldest first."""
    with app.state.database.read() as connection:
        found = select(responses.c.earned).where(responses.c.earned.is_not(None)).order_by(responses.c.id)
        return list(connection.execute(found).scalars())


@pytest.fixture
def bob(app: FastAPI, nlp: Lecture) -> Member:
    one = member(app, name="Bob")
    join(one, nlp.code)
    return one


# Applied


@on_both
def test_a_comment_that_is_written_counts_at_once_and_is_offered_for_the_next_answer(
    app: FastAPI, nlp: Lecture, bob: Member
) -> None:
    address = assignment(nlp, EXPLAIN)
    for one in (nlp.student, bob):
        hand_in(one, address)
    assert offered(shown(nlp)) == {}
    following = write(nlp)
    assert total(nlp) == "1.50"
    assert WHY in sheet(nlp.student, address)
    assert "−0.5 points" in sheet(nlp.student, address)
    assert offered(following) == {"1": False}
    assert "−0.5 points" in following.text
    mark(nlp, 3, comment=["1"])
    assert earned(app) == ["3/2", "5/2"]
    assert WHY in sheet(bob, address)


def test_a_comment_shows_its_formulas_and_nothing_else_of_it_is_more_than_text(nlp: Lecture) -> None:
    address = assignment(nlp, EXPLAIN)
    hand_in(nlp.student, address)
    write(nlp, text=r"Not $d_k$, <b>but</b> $\href{javascript:alert(1)}{x}$ **x**")
    lin = nlp.instructor.learner
    begun = next(link for link in nlp.student.learner.get(address).links if link.startswith("/attempts/"))
    marked = f"{nlp.address}/sheets/{begun.split('/')[2]}"
    for page in (
        nlp.student.learner.get(begun), lin.get(marked), lin.get(f"{nlp.address}/grading/comments"),
        lin.get(comment(nlp)), planned(nlp, "Only $d_k$", "-0.5"),
    ):  # fmt: skip
        assert "<msub><mi>d</mi><mi>k</mi></msub>" in page.html, page.address
        assert "&lt;b&gt;but&lt;/b&gt;" in page.html
        assert "**x**" in page.text
        assert runs_or_leads_away(page.html) == []


def test_a_comment_belongs_to_its_question_and_its_course(app: FastAPI, nlp: Lecture) -> None:
    address = assignment(nlp, EXPLAIN, OTHER)
    hand_in(nlp.student, address)
    write(nlp)
    hand_in(nlp.student, address, question=OTHER)
    assert offered(shown(nlp)) == {}
    other = lecture(app, "Another")
    hand_in(other.student, assignment(other, EXPLAIN))
    assert offered(shown(other)) == {}
    page = mark(other, 1, comment=["1"])
    assert page.status == 422
    assert "A comment that you ticked has been deleted meanwhile" in page.text
    assert other.instructor.learner.get(comment(other)).status == 404


@pytest.mark.parametrize(
    ("ticks", "adjustment", "points"),
    [(0, "-0.5", "0.00"), (3, "1", "3.00"), (1, "0", "1.00"), (1, "", "1.00"), (1, "+1/3", "1.33")],
)
def test_points_stay_between_none_and_all(nlp: Lecture, ticks: int, adjustment: str, points: str) -> None:
    hand_in(nlp.student, assignment(nlp, EXPLAIN))
    write(nlp, ticks, adjustment=adjustment)
    assert total(nlp) == points


@pytest.mark.parametrize(
    ("text", "points"),
    [("-0.5", "-1/2"), ("−0,5", "-1/2"), ("+1", "1"), (" 2/3 ", "2/3"), ("", "0"), ("- 1", "-1")],
)
def test_an_adjustment_is_read_as_people_type_it(text: str, points: str) -> None:
    assert adjustment_in(text) == Fraction(points)


@pytest.mark.parametrize("text", ["--1", "+-1", "-", "1e3", "1/0", "0x1", "٣", "1000", "half"])
def test_what_is_no_adjustment_is_refused(text: str) -> None:
    with pytest.raises(NoAdjustment):
        adjustment_in(text)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"new_comment": WHY, "adjustment": "some"}, "Give the new comment points such as"),
        ({"new_comment": " ", "adjustment": "1"}, "Write what the new comment says"),
        ({"new_comment": WHY, "points": "9"}, "Give a number between 0 and 3"),
    ],
)
def test_what_does_not_fit_is_shown_again_and_nothing_is_stored(
    nlp: Lecture, count: Callable[[], dict[str, int]], typed: dict[str, str], told: str
) -> None:
    hand_in(nlp.student, assignment(nlp, EXPLAIN))
    before = count()
    page = mark(nlp, 2, None, None, **typed)
    assert page.status == 422
    assert told in page.text
    assert page.fields["new_comment"] == typed["new_comment"]
    assert count() == before


def test_the_same_comment_is_not_stored_twice(app: FastAPI, nlp: Lecture, bob: Member) -> None:
    address = assignment(nlp, EXPLAIN)
    for one in (nlp.student, bob):
        hand_in(one, address)
    write(nlp)
    write(nlp, text=f"  {WHY} ")
    with app.state.database.read() as connection:
        assert len(connection.execute(select(rubric_comments)).all()) == 1
    assert "on 2 answers" in nlp.instructor.learner.get(f"{nlp.address}/grading/comments").text


def test_what_is_written_stays_text(nlp: Lecture) -> None:
    address, text = assignment(nlp, EXPLAIN), "<script>alert(1)</script>"
    hand_in(nlp.student, address)
    write(nlp, text=text)
    link = next(link for link in nlp.student.learner.get(address).links if link.startswith("/attempts/"))
    for page in (nlp.student.learner.get(link), nlp.instructor.learner.get(comment(nlp))):
        assert "<script>alert" not in page.html
        assert "alert(1)" in page.text


# Edited


@on_both
def test_an_edit_re_marks_all_who_carry_the_comment(app: FastAPI, nlp: Lecture, bob: Member) -> None:
    address, cem = assignment(nlp, EXPLAIN), member(app, name="Cem")
    join(cem, nlp.code)
    for one in (nlp.student, bob, cem):
        hand_in(one, address)
    write(nlp)
    mark(nlp, 3, comment=["1"], said="Nearly.")
    mark(nlp, 3)
    page = edit(nlp, "no reason is given", "-1")
    assert "2 answers that carry it were re-marked" in page.text
    assert earned(app) == ["1", "2", "3"]
    assert "no reason is given" in sheet(nlp.student, address)
    assert "Nearly." in sheet(bob, address)
    assert f"“{WHY}” (−0.5) is now “no reason is given” (−1)" in sheet(bob, address)
    assert "no reason is given" not in sheet(cem, address)
    with app.state.database.read() as connection:
        changes = connection.execute(select(mark_changes).order_by(mark_changes.c.id)).all()
    assert [one.reason.startswith("A comment was edited") for one in changes] == [False] * 3 + [True] * 2
    assert (changes[-1].before["earned"], changes[-1].after["earned"]) == ("5/2", "2")
    assert changes[-1].before["verdict"]["comments"][0]["text"] == WHY


def test_the_marker_sees_who_gains_and_loses_before_anything_is_stored(
    nlp: Lecture, bob: Member, count: Callable[[], dict[str, int]]
) -> None:
    address = assignment(nlp, EXPLAIN)
    for one in (nlp.student, bob):
        hand_in(one, address)
    write(nlp, 2)
    mark(nlp, 0, comment=["1"])
    before = count()
    page = planned(nlp, WHY, "-1")
    assert "Answers with fewer points 1" in plain(page.html)
    assert "Same points, the edited comment 1" in plain(page.html)
    assert "Ada" in page.text
    assert "1.5 → 1" in page.text
    assert "Answers with more points 2" in plain(planned(nlp, WHY, "1").html)
    assert count() == before
    assert total(nlp) == "1.50"
    nlp.instructor.learner.send(f"{nlp.address}/grading/names", {"hide": "true"})
    hidden = planned(nlp, WHY, "-1")
    assert "Ada" not in hidden.text
    assert "1.5 → 1" in hidden.text


def test_points_that_were_typed_stay_and_the_text_changes(nlp: Lecture) -> None:
    address = assignment(nlp, EXPLAIN)
    hand_in(nlp.student, address)
    mark(nlp, 2, new_comment=WHY, adjustment="-0.5", points="2.5")
    assert total(nlp) == "2.50"
    assert "points given as a whole stay" in planned(nlp, "no reason", "-1").text
    edit(nlp, "no reason", "-1")
    assert total(nlp) == "2.50"
    assert "no reason" in sheet(nlp.student, address)


def test_points_that_were_given_on_the_sheet_later_stay_with_the_comment(app: FastAPI, nlp: Lecture) -> None:
    address = assignment(nlp, EXPLAIN)
    hand_in(nlp.student, address)
    write(nlp)
    with app.state.database.read() as connection:
        name = connection.execute(select(attempts.c.name)).scalar_one()
    form = {"points": "3", "why": "Read again."}
    nlp.instructor.learner.send(f"{nlp.address}/sheets/{name}/answer", form)
    assert WHY in sheet(nlp.student, address)
    edit(nlp, WHY, "-1")
    assert total(nlp) == "3.00"


def test_an_edit_counts_with_the_other_comments(app: FastAPI, nlp: Lecture, bob: Member) -> None:
    address = assignment(nlp, EXPLAIN)
    for one in (nlp.student, bob):
        hand_in(one, address)
    write(nlp, 3)
    mark(nlp, 3, comment=["1"], new_comment="too long", adjustment="-1")
    assert earned(app) == ["5/2", "3/2"]
    edit(nlp, WHY, "-1")
    assert earned(app) == ["2", "1"]
    edit(nlp, "too long", "0", number=2)
    assert earned(app) == ["2", "2"]


@on_both
def test_whoever_has_left_or_deleted_the_account_is_re_marked_too(
    app: FastAPI, nlp: Lecture, bob: Member
) -> None:
    address = assignment(nlp, EXPLAIN)
    for one in (nlp.student, bob):
        hand_in(one, address)
    write(nlp)
    mark(nlp, 2, comment=["1"])
    nlp.student.learner.send(f"{nlp.address}/leave", {})
    forget(bob.learner)
    assert "Deleted account" in planned(nlp, WHY, "-1").text
    edit(nlp, WHY, "-1")
    assert earned(app) == ["1", "1"]


def test_an_edit_that_is_stored_already_re_marks_nothing(app: FastAPI, nlp: Lecture) -> None:
    hand_in(nlp.student, assignment(nlp, EXPLAIN))
    write(nlp)
    assert "Nothing would change" in planned(nlp, WHY, "-0.5").text
    form = {"text": "no reason", "adjustment": "-1", "token": planned(nlp, "no reason", "-1").fields["token"]}
    for _ in range(2):
        assert nlp.instructor.learner.send(comment(nlp), form).status == 200
    with app.state.database.read() as connection:
        assert len(connection.execute(select(mark_changes)).all()) == 2


def test_of_two_who_edit_the_second_sees_what_the_first_stored(app: FastAPI, nlp: Lecture) -> None:
    kim = colleague(app, nlp, "Dr. Kim")
    hand_in(nlp.student, assignment(nlp, EXPLAIN))
    write(nlp)
    opened = planned(nlp, "mine", "-1", kim)
    edit(nlp, "no reason", "0")
    form = {"text": "mine", "adjustment": "-1", "token": opened.fields["token"]}
    page = kim.learner.send(comment(nlp), form)
    assert page.status == 409
    assert "Somebody has edited this comment" in page.text
    assert "no reason" in page.text
    assert total(nlp) == "2.00"
    assert kim.learner.send(comment(nlp), form | {"token": page.fields["token"]}).status == 200
    assert total(nlp) == "1.00"


@pytest.mark.parametrize(("text", "adjustment"), [(" ", "1"), ("no reason", "much")])
def test_an_edit_that_cannot_be_read_is_shown_again(nlp: Lecture, text: str, adjustment: str) -> None:
    hand_in(nlp.student, assignment(nlp, EXPLAIN))
    write(nlp)
    page = planned(nlp, text, adjustment)
    assert page.status == 422
    assert page.fields["adjustment"] == adjustment
    sent = {"text": text, "adjustment": adjustment, "token": ""}
    assert nlp.instructor.learner.send(comment(nlp), sent).status == 422
    assert total(nlp) == "1.50"


# Retired, deleted, copied


def test_a_comment_that_is_used_is_retired_and_not_deleted(nlp: Lecture, bob: Member) -> None:
    address, lin = assignment(nlp, EXPLAIN), nlp.instructor.learner
    for one in (nlp.student, bob):
        hand_in(one, address)
    opened = write(nlp)
    page = lin.send(f"{comment(nlp)}/delete", {})
    assert page.status == 409
    assert "Retire it instead" in page.text
    lin.send(f"{comment(nlp)}/retire", {})
    assert offered(shown(nlp)) == {}
    assert WHY in sheet(nlp.student, address)
    mark(nlp, 2, page=opened, comment=["1"])  # ticked on a page that was open before
    assert WHY in sheet(bob, address)
    assert "retired" in lin.get(f"{nlp.address}/grading/comments").text
    lin.send(f"{comment(nlp)}/retire", {"again": "true"})
    assert "retired" not in lin.get(f"{nlp.address}/grading/comments").text


@on_both
def test_a_copied_course_offers_the_comments_and_none_is_used_there(
    app: FastAPI, nlp: Lecture, bob: Member, store: Database
) -> None:
    address, lin = assignment(nlp, EXPLAIN), nlp.instructor.learner
    for one in (nlp.student, bob):
        hand_in(one, address)
    write(nlp)
    write(nlp, text="too long")
    lin.send(f"{comment(nlp, 2)}/retire", {})
    copied = lin.send(f"{nlp.address}/copy", {"title": "Spring", "zone": "Europe/Berlin"}).address
    listed = lin.get(f"{copied.partition('?')[0]}/grading/comments")
    assert WHY in listed.text
    assert "on 0 answers" in listed.text
    assert "too long" not in listed.text
    link = next(link for link in listed.links if re.search(r"/comments/\d+$", link))
    lin.send(f"{link}/delete", {})
    assert "There is none yet." in lin.get(f"{copied.partition('?')[0]}/grading/comments").text
    assert WHY in sheet(nlp.student, address)


def test_who_may_mark_may_edit_and_nobody_else(app: FastAPI, nlp: Lecture) -> None:
    hand_in(nlp.student, assignment(nlp, EXPLAIN))
    write(nlp)
    for role, status in (("assistant", 200), ("observer", 404)):
        one = member(app, Role.STUDENT)
        nlp.instructor.learner.send(f"{nlp.address}/staff", {"email": one.email, "role": role})
        assert planned(nlp, WHY, "-1", one).status == status
        assert one.learner.get(f"{nlp.address}/grading/comments").status == status
    assert nlp.student.learner.get(comment(nlp)).status == 404
    sent = {"text": "mine", "adjustment": "3", "token": ""}
    assert nlp.student.learner.send(comment(nlp), sent).status == 404


# Two markers


@pytest.fixture
def kim(app: FastAPI, nlp: Lecture) -> Member:
    return colleague(app, nlp, "Dr. Kim")


@on_both
def test_what_both_markers_apply_is_on_the_settled_answer(app: FastAPI, nlp: Lecture, kim: Member) -> None:
    handed_in(app, nlp, scores="at once")
    write(nlp, 3)
    assert total(nlp) == "0.00"
    page = shown(nlp, kim)
    assert offered(page) == {"1": False}
    mark(nlp, 3, kim, page, comment=["1"])
    assert total(nlp) == "2.50"
    edit(nlp, WHY, "-1")
    assert total(nlp) == "2.00"


def test_markers_who_come_to_the_same_points_another_way_give_them_as_a_whole(
    app: FastAPI, nlp: Lecture, kim: Member
) -> None:
    handed_in(app, nlp)
    write(nlp, 3, adjustment="-1")
    mark(nlp, 1, kim, new_comment="well put", adjustment="1")
    assert total(nlp) == "2.00"
    with app.state.database.read() as connection:
        (change,) = connection.execute(select(mark_changes)).all()
    assert (change.after["verdict"]["comments"], change.after["verdict"]["criteria"]) == ([], None)


@on_both
def test_an_edit_before_the_second_marker_counts_in_the_marks_of_the_first(
    app: FastAPI, nlp: Lecture, kim: Member
) -> None:
    handed_in(app, nlp)
    write(nlp, 3)
    assert (
        "A mark follows, too, that waits for results or for a second marker" in planned(nlp, WHY, "-1").text
    )
    edit(nlp, WHY, "-1")
    mark(nlp, 3, kim, comment=["1"])
    assert total(nlp) == "2.00"


def test_whoever_settles_it_says_which_comments_it_carries(app: FastAPI, nlp: Lecture, kim: Member) -> None:
    handed_in(app, nlp)
    write(nlp, 3)
    mark(nlp, 1, kim, comment=["1"], new_comment="too long", adjustment="0")
    page = shown(nlp)
    assert offered(page) == {"1": True, "2": False}
    assert page.text.count("Ticked by Dr. Kim.") == 3
    mark(nlp, 2, page=page, comment=["2"], said="We spoke.")
    with app.state.database.read() as connection:
        (change,) = connection.execute(select(mark_changes)).all()
    assert [one["text"] for one in change.after["verdict"]["comments"]] == ["too long"]
    assert total(nlp) == "2.00"


# At one moment


@always_on_both
def test_a_comment_that_is_edited_while_another_marker_applies_it_counts_as_edited(
    app: FastAPI, nlp: Lecture, bob: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    kim, address = colleague(app, nlp, "Dr. Kim"), assignment(nlp, EXPLAIN)
    for one in (nlp.student, bob):
        hand_in(one, address)
    page = write(nlp)
    meanwhile = Meanwhile(monkeypatch, comment_edit, "award", lambda: mark(nlp, 2, kim, page, comment=["1"]))
    edit(nlp, "no reason", "-1")
    assert meanwhile.page().status == 200
    assert earned(app) == ["1", "1"]
    assert "no reason" in sheet(bob, address)


@always_on_both
def test_an_answer_that_gets_the_comment_while_another_marker_edits_it_is_re_marked(
    app: FastAPI, nlp: Lecture, bob: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    kim, address = colleague(app, nlp, "Dr. Kim"), assignment(nlp, EXPLAIN)
    for one in (nlp.student, bob):
        hand_in(one, address)
    page = write(nlp)
    form = {
        "text": "no reason",
        "adjustment": "-1",
        "token": planned(nlp, "no reason", "-1", kim).fields["token"],
    }
    meanwhile = Meanwhile(monkeypatch, queue, "award", lambda: kim.learner.send(comment(nlp), form))
    mark(nlp, 2, page=page, comment=["1"])
    assert "2 answers that carry it were re-marked" in meanwhile.page().text
    assert earned(app) == ["1", "1"]
    assert "no reason" in sheet(bob, address)


@always_on_both
def test_of_ten_who_apply_a_comment_while_it_is_edited_none_marks_by_the_old_text(
    app: FastAPI, nlp: Lecture
) -> None:
    address = assignment(nlp, EXPLAIN)
    hand_in(nlp.student, address)
    write(nlp)
    markers = [colleague(app, nlp, f"Dr. {n}") for n in range(10)]
    for n in range(10):
        one = member(app, name=f"Student {n}")
        join(one, nlp.code)
        hand_in(one, address)
    page, opened = shown(nlp), []
    for _ in range(10):
        opened.append(page)
        page = shown(nlp, after=response(page))
    with ThreadPoolExecutor(11) as at_once:
        marked = [
            at_once.submit(mark, nlp, 3, who, page, comment=["1"])
            for who, page in zip(markers, opened, strict=True)
        ]
        edited = at_once.submit(edit, nlp, "no reason", "-1")
    assert edited.result().status == 200
    assert {one.result().status for one in marked} == {200}
    with app.state.database.read() as connection:
        wanted = select(responses.c.earned, responses.c.verdict).where(responses.c.earned.is_not(None))
        found = connection.execute(wanted.order_by(responses.c.id)).all()
    assert [row.earned for row in found] == ["1", *["2"] * 10]
    assert {one["text"] for row in found for one in row.verdict["comments"]} == {"no reason"}
