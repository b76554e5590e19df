"""An exam of a course while it is sat: its students at their places, by a clock that the test moves."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from fastapi import FastAPI

from app.courses.store import courses
from app.courses.store.courses import CourseRole
from app.database.connection import Database
from app.exams import mock_exams as drawing
from app.exams.store import audit_log, exams, sittings
from app.exams.store.audit_log import Event, Kind
from app.exams.store.exams import Exam
from app.identity.store import people
from engine.exams import composing
from engine.exams.blueprints import Blueprint
from tests.app.accounts.members import Member, member
from tests.app.courses.taught_course import Lecture
from tests.app.exams.sitting import Sat, Watch, blueprint, watched
from tests.app.learner import Page
from tests.engine.submissions import BANK


@dataclass(frozen=True)
class Hall:
    """``name`` is the exam's."""

    app: FastAPI
    nlp: Lecture
    name: str
    plan: Blueprint
    watch: Watch

    @property
    def address(self) -> str:
        return f"{self.nlp.address}/exams/{self.name}"

    @property
    def database(self) -> Database:
        found: Database = self.app.state.database
        return found

    @property
    def course(self) -> int:
        with self.database.read() as connection:
            found = courses.find(connection, self.nlp.instructor.id, self.nlp.name)
        assert found
        return found.course.id

    @property
    def exam(self) -> Exam:
        course = self.course
        with self.database.read() as connection:
            found = exams.find(connection, course, self.name)
        assert found
        return found

    def get(self, path: str, htmx: bool = False) -> Page:
        """As its instructor."""
        return self.nlp.instructor.learner.get(f"{self.address}{path}", htmx)

    def send(self, path: str, **fields: str) -> Page:
        return self.nlp.instructor.learner.send(f"{self.address}{path}", fields)

    def student(self, name: str) -> Member:
        """Somebody who is in the course."""
        one, course = member(self.app, name=name), self.course
        with self.database.write() as connection:
            courses.enter(connection, course, one.id, CourseRole.STUDENT)
        return one

    def seat(self, who: Member, begun: bool = True) -> Sat:
        """The student's sitting: begun now, or only prepared."""
        exam, now = self.exam, self.watch.now
        questions = [question for group in self.plan.groups for question in group.questions]
        asked = [BANK.questions[one] for one in questions]
        picked = [
            composing.Picked(group, question, question.default_level)
            for group, question in zip(self.plan.groups, asked, strict=True)
        ]
        name = secrets.token_urlsafe(12)
        with self.database.write() as connection:
            number = f"{exam.id}-{sittings.newest_number(connection, exam.id) + 1:03d}"
            sitting = sittings.add(
                connection, name, who.id, number, self.plan.model_dump(mode="json"), self.plan.minutes,
                self.plan.points, False, drawing.rows_of(picked), now, exam=exam.id,
                begun_at=now if begun else None, accommodation=people.accommodation(connection, who.id, self.course),
            )  # fmt: skip
            if begun:
                audit_log.log(connection, sitting, [Event(now, Kind.BEGUN)])
        return Sat(self.app, who.learner, name, self.watch)


def hall(app: FastAPI, nlp: Lecture, *questions: str, minutes: int = 60, points: str = "") -> Hall:
    """A published exam of these questions in this order."""
    asked = [BANK.questions[name] for name in questions]
    watch, plan = watched(app), blueprint(*asked, minutes=minutes, points=points)
    database: Database = app.state.database
    with database.write() as connection:
        course = courses.find(connection, nlp.instructor.id, nlp.name)
        assert course
        name = exams.add(connection, course.course.id, "Mock exam", toml(plan))
        exam = exams.find(connection, course.course.id, name)
        assert exam
        exams.publish(connection, exam, watch.now)
    return Hall(app, nlp, name, plan, watch)


def toml(plan: Blueprint) -> str:
    lines = [f'title = "{plan.title}"', f"minutes = {plan.minutes}", f'points = "{plan.points}"']
    lines.append('order = "as written"')
    for group in plan.groups:
        lines += ["[[groups]]", f'title = "{group.title}"', f"number = {group.number}"]
        lines += [f'points = "{group.points}"', f"questions = {listed(group.questions)}"]
    return "\n".join(lines)


def listed(names: Sequence[str]) -> str:
    return "[" + ", ".join(f'"{name}"' for name in names) + "]"
