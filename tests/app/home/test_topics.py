"""Topics: what each exercise trains, folded under headings; filters, a search, and how far one is with each."""

import re
from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode

import pytest
from fastapi import FastAPI
from sqlalchemy import update

from app.courses.store import courses
from app.courses.store.courses import CourseRole
from app.database.connection import Database
from app.database.schema import attempts, questions
from app.home import minutes
from app.home.exam_likely import expected_points, likely_skills
from app.home.filters import Filters
from app.questions.index import index_of
from app.questions.kinds import FORMS, form_of
from app.web.sections import SECTIONS
from engine.questions import LEVELS
from tests.app.accounts.members import Member, member
from tests.app.authoring.sample_question import NAME, publish
from tests.app.courses.taught_course import Lecture, assignment, begin
from tests.app.learner import COSINE, PERPLEXITY, RIGHT, Learner, Page, on_both
from tests.engine.submissions import BANK


def listed(page: Page) -> list[str]:
    return [link.removeprefix("/practice/") for link in page.links if link.startswith("/practice/")]


def text_of(page: Page, name: str) -> str:
    """The line of an exercise."""
    found = re.search(rf'<li class="exercise">(?:(?!</li>).)*/practice/{name}".*?</li>', page.html, re.DOTALL)
    assert found, name
    return " ".join(re.sub("<[^>]+>", " ", found[0]).split())


@pytest.mark.parametrize("by", ["section", "model"])
def test_every_exercise_stands_behind_both_doors(learner: Learner, by: str) -> None:
    rooms = {getattr(question, by) for question in BANK.questions.values()}
    found = [
        name
        for room in rooms
        for name in listed(learner.get(f"/topics?{urlencode({'by': by, 'open': room})}"))
    ]
    assert sorted(found) == sorted(BANK.questions)


def test_sections_come_in_the_order_of_the_course_and_are_folded(learner: Learner) -> None:
    page = learner.get("/topics")
    places = [page.html.index(f'id="{section}"') for section in SECTIONS]
    assert places == sorted(places)
    assert listed(page) == []
    assert page.html.count('<details class="topic"') == len(SECTIONS)


@pytest.mark.parametrize("section", SECTIONS)
def test_no_list_of_a_section_has_more_than_twenty_lines(learner: Learner, section: str) -> None:
    html = learner.get(f"/topics?section={section}").html
    for skills in html.split('<h2 class="division">')[1:] or [html]:
        folded = re.sub(r'<ul class="exercises">(?:(?!<ul).)*?</ul></details>', "", skills, flags=re.DOTALL)
        assert 1 <= folded.count("<li class=") <= 20


def test_what_does_not_exist_is_told(learner: Learner) -> None:
    for wrong in ("by=colour", "form=song", "level=9", "state=proud", f"q={'x' * 101}"):
        assert learner.get(f"/topics?{wrong}").status == 422
    assert "No exercise is all of this" in learner.get("/topics?section=9.9").text


def test_a_line_says_what_is_trained_then_the_story_and_what_it_asks(learner: Learner) -> None:
    page = learner.get(f"/topics?{urlencode({'q': 'four tokens, three measures'})}")
    line = text_of(page, PERPLEXITY)
    assert line.startswith("new Perplexity of a text Four tokens, three measures Evaluation · warm-up")
    assert "3 points · about 7 min · numbers" in line


def test_a_state_stands_beside_each_exercise_and_its_sums_beside_the_headings(learner: Learner) -> None:
    assert (
        'data-standing="known">'
        not in learner.get("/topics?open=2.12").html.partition('class="standings"')[0]
    )
    learner.press(learner.open(), typed=RIGHT)
    learner.press(learner.open(COSINE, level="exam"), typed={"dot": "999999"})
    page = learner.get("/topics?open=2.12")
    assert text_of(page, PERPLEXITY).startswith("known")
    assert text_of(learner.get("/topics?open=2.4"), COSINE).startswith("shaky")
    assert re.search(r"\d+ known", page.text)
    learner.press(learner.open(seed=8), typed={**RIGHT, "nats": "9", "bits": "9", "perplexity": "9"})
    assert text_of(learner.get("/topics?open=2.12"), PERPLEXITY).startswith("shaky")


def test_a_study_page_and_the_grid_show_the_same_states(learner: Learner) -> None:
    learner.press(learner.open(), typed=RIGHT)
    study = learner.get("/study/2.12")
    assert text_of(study, PERPLEXITY).startswith("known")
    known = re.search(r"Choose one .*?(\d+) known", study.text)
    assert known
    assert f"{known[1]} known" in learner.get("/grid").text


@pytest.mark.parametrize("form", FORMS)
def test_the_list_is_narrowed_by_the_form_of_answers(learner: Learner, form: str) -> None:
    found = listed(learner.get(f"/topics?section=2.7&form={form}"))
    assert set(found) == {
        one.id for one in BANK.questions.values() if one.section == "2.7" and form_of(one) == form
    }


@pytest.mark.parametrize("level", LEVELS)
def test_the_list_is_narrowed_by_level_and_model(learner: Learner, level: str) -> None:
    found = listed(learner.get(f"/topics?{urlencode({'section': '2.6', 'level': level, 'model': 'any'})}"))
    assert set(found) == {
        one.id
        for one in BANK.questions.values()
        if one.section == "2.6" and level in one.levels and one.model == "any"
    }


def test_the_list_is_narrowed_by_ones_state_and_can_be_cleared(learner: Learner) -> None:
    learner.press(learner.open(), typed=RIGHT)
    page = learner.get("/topics?state=known")
    assert PERPLEXITY in listed(page)
    assert {BANK.questions[name].family_id for name in listed(page)} == {"perplexity"}
    assert "/topics" in page.links
    assert PERPLEXITY not in listed(learner.get("/topics?state=new&section=2.12"))


def test_what_the_exam_likely_asks_brings_half_of_its_points(learner: Learner) -> None:
    points, index = expected_points(BANK, BANK.questions.values()), index_of(BANK)
    assert sum(points.values()) == pytest.approx(50)
    likely = likely_skills(BANK)
    skills: dict[tuple[str, str], float] = {}
    for question in BANK.questions.values():
        skill = question.section, index.entry(question).trains
        skills[skill] = skills.get(skill, 0) + points[question.id]
    inside = [share for skill, share in skills.items() if skill in likely]
    assert sum(inside) - min(inside) < 25 <= sum(inside)
    assert min(inside) >= max(share for skill, share in skills.items() if skill not in likely)
    found = listed(learner.get("/topics?likely=yes&section=2.5"))
    assert found
    assert {("2.5", index.entry(BANK.questions[name]).trains) for name in found} <= likely


def test_a_search_lists_the_best_hits_first_and_the_rest_folded(learner: Learner) -> None:
    page = learner.get("/topics?q=attention")
    assert len(listed(page)) == 10
    assert "All of them by topic" in page.text
    few = learner.get("/topics?q=bleu")
    assert len(listed(few)) < 20
    assert "All of them by topic" not in few.text


def test_a_search_says_what_it_mended_and_what_a_term_means(learner: Learner) -> None:
    page = learner.get("/topics?q=perplexty")
    assert "Showing results for “perplexity”." in page.text
    assert "/glossary/perplexity" in page.links
    assert "(GQA):" in learner.get("/topics?q=gqa").text


def test_a_search_swaps_the_list_alone_and_suggests_terms_where_nothing_is_found(learner: Learner) -> None:
    part = learner.get("/topics?q=bleu", htmx=True)
    assert part.html.strip().startswith('<section class="line" id="rooms">')
    assert "/practice/clip-the-matches" in part.links
    nothing = learner.get(f"/topics?{urlencode({'q': '<xyzzyx>'})}")
    assert nothing.status == 200
    assert "No exercise has “<xyzzyx>”" in nothing.text
    assert "/glossary" in nothing.links
    assert "Did you mean: Skip-gram" in learner.get("/topics?q=skp-grm").text


def test_an_address_that_names_a_topic_leads_to_its_exercises(learner: Learner) -> None:
    missing = learner.get("/practice/top-p")
    assert missing.status == 404
    assert "/topics?q=top_p" in missing.links
    assert any("/practice/" in link for link in learner.get("/topics?q=top_p").links)


def test_the_filters_stand_in_the_address() -> None:
    wanted = Filters(q="top p", level="hard")
    assert wanted.address() == "/topics?q=top+p&level=hard"
    assert wanted.address(open="2.7", q="") == "/topics?level=hard&open=2.7"
    assert Filters().address(by="section") == "/topics"


def test_what_an_instructor_published_is_found_with_their_course_beside(
    app: FastAPI, nlp: Lecture, learner: Learner
) -> None:
    publish(app, nlp.instructor.id)
    assert "by an instructor" in text_of(learner.get("/topics?q=lamp"), NAME)
    assert text_of(nlp.student.learner.get("/topics?q=lamp"), NAME).endswith("NLP in autumn")


@on_both
def test_what_is_kept_for_courses_is_found_by_those_who_teach_them_alone(
    app: FastAPI, nlp: Lecture, learner: Learner
) -> None:
    publish(app, nlp.instructor.id)
    with app.state.database.write() as connection:
        connection.execute(update(questions).values(audience="owner"))
    assert NAME in listed(nlp.instructor.learner.get("/topics?q=lamp"))
    for who in (nlp.student.learner, learner):
        assert NAME not in listed(who.get("/topics?q=lamp"))


def five_sheets(app: FastAPI, nlp: Lecture) -> None:
    """Five students do the question, each in nine minutes."""
    work = assignment(nlp, PERPLEXITY)
    for _ in range(minutes.ENOUGH):
        student: Member = member(app)
        with app.state.database.write() as connection:
            course = courses.of_person(connection, nlp.instructor.id)[0].course
            courses.enter(connection, course.id, student.id, CourseRole.STUDENT)
        sheet = begin(student, work, PERPLEXITY)
        student.learner.press(sheet, typed=RIGHT)


@on_both
def test_minutes_are_measured_where_enough_sheets_tell(app: FastAPI, nlp: Lecture) -> None:
    database: Database = app.state.database
    assert minutes.measured(database) == {}
    assert minutes.minutes(BANK.questions[PERPLEXITY], {}) == minutes.Minutes(7, False)
    five_sheets(app, nlp)
    with database.write() as connection:
        connection.execute(update(attempts).values(begun_at=datetime.now(UTC) - timedelta(minutes=9)))
    minutes.measure(database)
    assert minutes.measured(database)[PERPLEXITY] == pytest.approx(9, abs=0.5)
    line = text_of(nlp.student.learner.get("/topics?open=2.12"), PERPLEXITY)
    assert "3 points · 9 min · numbers" in line
    minutes.measure(database)
    assert list(minutes.measured(database)) == [PERPLEXITY]
