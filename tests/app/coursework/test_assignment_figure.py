"""A figure at a fixed state at the beginning of an assignment: chosen by those who teach it, seen by its students."""

import re

import pytest
from fastapi import FastAPI
from sqlalchemy import update

from app.database.connection import Database
from app.database.schema import assignments
from engine.figures.handles import LONGEST_STATE
from tests.app.api.api_client import program
from tests.app.courses.taught_course import FUTURE, Lecture, assignment, set_up
from tests.app.exams.sitting import sit
from tests.app.learner import COSINE, Page, on_both

COLD = "/figures/temperature?temperature=0.5&token=bridge"
SAYS = "At T = 0.5, “bridge” has 0.83 of the probability"  # 1 / (1 + e^-2 + e^-3 + e^-4 + e^-6)


def begin_with(nlp: Lecture, address: str, state: str, figure: str = "", moves: bool = True) -> Page:
    return set_up(nlp.instructor, address, figure=figure, state=state, moves=str(moves).lower())


def sight(page: Page) -> str:
    """The figure on an assignment's page, "" where there is none."""
    found = re.search(r'<section class="line" aria-labelledby="figure-.*?</section>', page.html, re.DOTALL)
    return found[0] if found else ""


@on_both
def test_a_pasted_address_is_the_figure_that_students_see_first(nlp: Lecture) -> None:
    address = assignment(nlp, COSINE)
    page = begin_with(nlp, address, f"http://testserver{COLD}")
    assert page.status == 200
    assert page.fields["figure"] == "temperature"
    assert page.fields["state"].strip() == "temperature = 0.5\ntoken = bridge"
    seen = nlp.student.learner.get(address)
    assert SAYS in seen.text
    assert seen.html.index(SAYS) < seen.html.index(f"/begin/{COSINE}")
    assert seen.fields["temperature"] == "0.5"
    moved = nlp.student.learner.get("/figures/temperature?temperature=0.4&token=bridge")
    assert moved.status == 200


@on_both
def test_lines_a_figure_alone_and_none_are_chosen_as_well(nlp: Lecture) -> None:
    address, ada = assignment(nlp, COSINE), nlp.student.learner
    begin_with(nlp, address, "temperature = 0.5\r\ntoken = bridge\r\n", "temperature")
    assert SAYS in ada.get(address).text
    begin_with(nlp, address, "figure = pass-at-k\nk = 4")
    assert "figure-pass-at-k" in sight(ada.get(address))
    page = begin_with(nlp, address, "", "rope")
    assert "position = 1" in page.fields["state"]
    assert "At position 1 the first pair" in ada.get(address).text
    page = begin_with(nlp, address, page.fields["state"].strip(), "bpe")
    assert page.fields["figure"] == "bpe"  # lines that only stood there still are not about another figure
    page = begin_with(nlp, address, page.fields["state"].strip(), "")
    assert (page.fields["figure"], page.fields["state"].strip()) == ("", "")
    assert sight(ada.get(address)) == ""


def test_a_still_picture_has_nothing_to_move(nlp: Lecture) -> None:
    address = assignment(nlp, COSINE)
    assert begin_with(nlp, address, COLD, moves=False).boxes["moves"] == {"true": False}
    seen = nlp.student.learner.get(address)
    assert SAYS in seen.text
    assert "<svg" in sight(seen)
    assert not re.search(r"<(input|form|a) ", sight(seen))
    begin_with(nlp, address, "/figures/rope?position=3", moves=False)
    seen = nlp.student.learner.get(address)
    assert "the first pair is turned by 3.00 radians, the second by 0.03." in seen.text
    assert "Move the token" not in seen.text
    assert begin_with(nlp, address, COLD).boxes["moves"] == {"true": True}
    assert "temperature" in nlp.student.learner.get(address).fields


def test_people_who_sit_an_exam_without_aids_see_no_figure(app: FastAPI, nlp: Lecture) -> None:
    address = assignment(nlp, COSINE)
    begin_with(nlp, address, COLD)
    assert SAYS in nlp.student.learner.get(address).text
    sit(app, COSINE, learner=nlp.student.learner)
    seen = nlp.student.learner.get(address)
    assert SAYS not in seen.text
    assert sight(seen) == ""


def test_before_it_opens_students_see_no_figure(app: FastAPI, nlp: Lecture) -> None:
    address = assignment(nlp, COSINE, opens=FUTURE)
    begin_with(nlp, address, COLD)
    assert SAYS in nlp.instructor.learner.get(address).text
    assert sight(nlp.student.learner.get(address)) == ""
    told = [program(app, one).get(f"/courses/{nlp.name}").json() for one in (nlp.student, nlp.instructor)]
    assert [one["assignments"][0]["figure"] for one in told] == ["", COLD]


@on_both
def test_programs_are_told_the_figure(app: FastAPI, nlp: Lecture) -> None:
    address = assignment(nlp, COSINE)
    assert program(app, nlp.student).get(f"/courses/{nlp.name}").json()["assignments"][0]["figure"] == ""
    begin_with(nlp, address, "temperature = 0.5", "temperature", moves=False)
    (asked,) = program(app, nlp.student).get(f"/courses/{nlp.name}").json()["assignments"]
    assert (asked["figure"], asked["figure_moves"]) == (COLD, False)


def test_it_shows_numbers_of_ones_own(nlp: Lecture) -> None:
    address = assignment(nlp, COSINE)
    of_sheet = "/figures/temperature?of.logits=2%2C+1%2C+3&of.temperature=0.75"
    page = begin_with(nlp, address, of_sheet)
    assert "of.logits = 2, 1, 3" in page.fields["state"]
    seen = nlp.student.learner.get(address)
    assert "At T = 0.75, “token 3” has" in seen.text
    assert seen.fields["of.logits"] == "2, 1, 3"


@pytest.mark.parametrize(
    ("state", "figure", "said"),
    [
        ("https://exams.example/lab/decoding", "", "This is no address of a figure"),
        ("/figures/perpetuum-mobile?a=1", "", "There is no figure “perpetuum-mobile”"),
        ("/figures/temperature?temperature=9", "", "Temperature T goes from 0.1 to 3 here."),
        ("temperature = 0.5", "", "Choose a figure, or paste its address."),
        ("a cold one", "temperature", "“a cold one” is no line of a state"),
        ("k = 3", "temperature", "k is no handle of temperature"),
        ("<script>alert(1)</script> = 1", "temperature", "is no handle of temperature"),
        ("", "perpetuum-mobile", "There is no figure “perpetuum-mobile”"),
        ("x" * (LONGEST_STATE + 10), "bpe", "This is too long"),
        (f"words = {'ä' * 900} {'ö' * 900}", "bpe", "characters"),
    ],
)
def test_what_is_no_state_is_told_and_stays_typed(nlp: Lecture, state: str, figure: str, said: str) -> None:
    address = assignment(nlp, COSINE)
    begin_with(nlp, address, COLD)
    page = begin_with(nlp, address, state, figure, moves=False)
    assert page.status == 422
    assert said in page.text
    assert "Nothing is saved yet." in page.text
    assert page.fields["state"].strip() == state
    assert page.boxes["moves"] == {"true": False}
    assert "<script>alert" not in page.html
    assert SAYS in nlp.student.learner.get(address).text


def test_a_state_of_an_older_version_shows_the_nearest_and_a_lost_figure_none(
    nlp: Lecture, store: Database
) -> None:
    address = assignment(nlp, COSINE)
    for kept, seen, lost in (
        ("/figures/temperature?temperature=9&colour=red", "At T = 3", False),
        ("/figures/perpetuum-mobile?a=1", "", True),
        ("nonsense", "", False),
    ):
        with store.write() as connection:
            connection.execute(update(assignments).values(figure=kept))
        for one in (nlp.student, nlp.instructor):
            page = one.learner.get(address)
            assert page.status == 200
            assert seen in page.text
            assert bool(sight(page)) == bool(seen)
        assert ("is not there any more" in nlp.instructor.learner.get(f"{address}/settings").text) == lost


def test_only_those_who_teach_the_course_choose_it(nlp: Lecture) -> None:
    address = assignment(nlp, COSINE)
    assert nlp.student.learner.send(f"{address}/settings", {"state": COLD}).status in (403, 404)
    assert nlp.student.learner.get(f"{address}/settings").status in (403, 404)
    assert sight(nlp.student.learner.get(address)) == ""
