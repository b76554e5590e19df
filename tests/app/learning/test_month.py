"""A month of one learner in the real application, by a clock that is handed in: day by day, what is asked and told is
what docs/learning.md says."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from fastapi import FastAPI
from sqlalchemy import select

from app.clock import Clock
from app.database.schema import attempts, people, skill_states
from app.learning import fold, upkeep
from app.learning.syllabus import syllabus, topic_of
from engine.learning.daily import USUAL
from engine.questions import Question
from tests.app.learner import Learner, Page, drawn, key, new_learner
from tests.engine.submissions import BANK

BEGAN = datetime(2026, 11, 2, 17, tzinfo=UTC)
A_DAY = 6  # exercises
MISSED = range(12, 19)  # days on which nothing is done
MINUTES = {topic.id: topic.minutes for topic in syllabus(BANK).topics}


class Calendar:
    """The clock: it stands still, and the test moves it."""

    def __init__(self, app: FastAPI) -> None:
        self.now = BEGAN
        app.state.clock = Clock(lambda: self.now, self.since_begun)

    def since_begun(self) -> float:
        return (self.now - BEGAN).total_seconds()

    def wait(self, **span: float) -> None:
        self.now += timedelta(**span)


@pytest.fixture
def calendar(app: FastAPI) -> Calendar:
    return Calendar(app)


def question_of(sheet: Page) -> Question:
    return BANK.questions[sheet.address.removeprefix("/practice/")]


def do(learner: Learner, sheet: Page, right: bool) -> None:
    """Answers all lines and reads the solution; the last of several stays empty, unless all is to be right. Sentences
    and programs are compared with the model answer: every point of it is there, or the first alone."""
    question = question_of(sheet)
    if question.kind in ("text", "code"):
        solution = learner.press(sheet, "solution", typed={"answer": "In words of my own."})
        said = list(solution.boxes.get("line", {}))
        ticked = {"line": said if right else said[:1]}
        learner.send(f"{solution.address}", {**solution.fields, **ticked, "sure": "1"})
        return
    typed = key(drawn(question.id, int(sheet.fields["seed"]), sheet.fields["level"]))
    if not right and question.kind == "family":
        typed.pop(list(typed)[-1])
    learner.press(learner.press(sheet, typed=typed), "solution")


def a_day_of_work(learner: Learner, calendar: Calendar, tries: Counter[str]) -> Iterator[Question]:
    """Does what the button proposes; a topic that is new is left without its last line."""
    after = ""
    for _ in range(A_DAY):
        sheet = learner.get(f"/next?after={after}")
        question = question_of(sheet)
        after = question.id
        do(learner, sheet, right=tries[topic_of(question)] > 0)
        tries[topic_of(question)] += 1
        calendar.wait(minutes=6)
        yield question


def told(page: Page, pattern: str) -> list[int]:
    """The numbers that a page tells in a sentence; 0 where it does not."""
    found = re.search(pattern, page.text)
    return [int(number) for number in found.groups()] if found else [0] * re.compile(pattern).groups


def points(page: Page) -> tuple[int, int]:
    """The points that are expected: one number, or the ends of a band as long as it is wide."""
    found = re.search(r"(\d+)(?: to (\d+))? of \d+ points expected today", page.text)
    return (int(found[1]), int(found[2] or found[1])) if found else (0, 0)


def due_by_the_cards(app: FastAPI, now: datetime) -> set[str]:
    """The topics of which a card has fallen due."""
    with app.state.database.read() as connection:
        rows = connection.execute(select(skill_states).where(skill_states.c.due_at <= now)).all()
    fallen = {row.skill for row in rows}
    return {topic.id for topic in syllabus(BANK).topics if fallen & set(topic.skills)}


@pytest.mark.parametrize("days", [6, pytest.param(30, marks=pytest.mark.sweep)])
def test_a_learner_is_led_to_the_exam(app: FastAPI, calendar: Calendar, days: int) -> None:
    learner, tries, done = new_learner(app), Counter[str](), list[Question]()
    exam = BEGAN.date() + timedelta(days=days)
    learner.send("/goal", {"exam_on": exam.isoformat()})
    expected = []
    for day in range(days):
        home = learner.get("/")
        assert f"{days - day} day" in home.text
        expected.append(points(home))
        today, minutes = told(home, r"(\d+) reviews? today, about (\d+) minutes")
        later = told(home, r"(\d+) more (?:is|are) spread over the next days")[0]
        asked_for = max(
            USUAL, sum(MINUTES[one] for one in due_by_the_cards(app, calendar.now)) / (days - day)
        )
        assert minutes <= max(asked_for, *MINUTES.values()) + 1
        assert today + later <= len(due_by_the_cards(app, calendar.now))
        if day not in MISSED:
            done += a_day_of_work(learner, calendar, tries)
        upkeep.take_in_lately(app.state.database, app.state.library)
        calendar.now = BEGAN + timedelta(days=day + 1)
    siblings_first(done)
    sections = [question.section for question in done]
    assert sum(one == other for one, other in pairwise(sections)) < len(sections) / 3
    assert sum(question.of_numbers for question in done) >= len(done) / 3
    (low, high), (least, most) = expected[1], expected[-1]
    assert low < high
    assert least > low
    assert most - least < high - low
    assert begun_by_the_calendar(app)
    the_fold_is_the_same_anew(app, learner)
    home = learner.get("/")
    assert "0 days to the exam" in home.text
    calendar.wait(days=1)
    assert "When is your exam?" in learner.get("/").text


def siblings_first(done: list[Question]) -> None:
    """No question comes again while another one of its topic was never seen."""
    seen = Counter[str]()
    there = syllabus(BANK).names
    for question in done:
        others = [name for name in there[topic_of(question)] if name != question.id]
        assert not seen[question.id] or all(seen[other] for other in others), question.id
        seen[question.id] += 1


def begun_by_the_calendar(app: FastAPI) -> bool:
    """True if every sheet carries the time that was handed in."""
    with app.state.database.read() as connection:
        begun = list(connection.execute(select(attempts.c.begun_at)).scalars())
    return min(begun) == BEGAN and all(moment >= BEGAN for moment in begun)


def the_fold_is_the_same_anew(app: FastAPI, learner: Learner) -> None:
    """All that the pages tell is a fold over the marks."""
    pages = [learner.get(page).text for page in ("/topics", "/map", "/mistakes", "/grid")]
    with app.state.database.read() as connection:
        (person,) = connection.execute(select(people.c.id)).scalars()
    fold.rebuild(app.state.database, app.state.library, person)
    assert [learner.get(page).text for page in ("/topics", "/map", "/mistakes", "/grid")] == pages


def test_what_was_known_falls_due_and_says_so_everywhere(app: FastAPI, calendar: Calendar) -> None:
    learner, name = new_learner(app), "cosine-of-two-vectors"
    for seed in range(4):
        sheet = learner.open(name, seed, "exam")
        do(learner, sheet, right=True)
        calendar.wait(minutes=5)
    state = "/topics?q=cosine&state="
    assert BANK.questions[name].title in learner.get(f"{state}known").text
    calendar.wait(days=400)
    assert "1 review today" in learner.get("/").text
    assert BANK.questions[name].title in learner.get(f"{state}due").text
    assert BANK.questions[name].title not in learner.get(f"{state}known").text
