"""Assignments of a course: their questions, dates and policies."""

from datetime import datetime
from typing import Annotated

from fastapi import Body
from pydantic import Field

from app.accounts.store.api_tokens import Scope
from app.api.access import SENT, behind_the_door, refusals
from app.api.courses import AssignedQuestion
from app.api.teaching.courses import NoTitle, Title
from app.api.teaching.texts import Moment
from app.api.writing import WRITING, Done, IfMatch, tagged, unchanged, writes
from app.courses.membership import NoSuchCourse
from app.courses.policy import MOST_GRACE, MOST_PERIODS, MOST_TRIES, Counting, Period, Results
from app.courses.policy import Policy as Kept
from app.coursework.assignments import assignment as looking
from app.coursework.assignments import editing, settings
from app.coursework.assignments.assignment import IsExam, NoSuchAssignment, Paper
from app.coursework.assignments.editing import MOST_QUESTIONS
from app.coursework.assignments.settings import Settings
from app.grading import results_release
from app.questions.context import Context, ContextHere
from app.questions.library import UnknownQuestion
from app.web.concurrency import TEACHING, limit_concurrency
from engine.questions import Level
from engine.validation.schema import Shape

Percent = Annotated[int, Field(ge=0, le=100)]
RESULTS = (
    "when students learn what was right: at once, where they have numbers of their own; once nobody has time left; or "
    "once they are released after that"
)
router = behind_the_door("assignments", Scope.ASSIGNMENTS)


class NoSuchLevel(ValueError):
    """A question of the assignment does not have the level."""


class Policy(Shape):
    """The rules of what counts: how often a question is tried, which of the tries, and what late answers lose."""

    tries: int = Field(1, ge=0, le=MOST_TRIES, description="of a question; 0: any number")
    counting: Counting = Counting.BEST
    grace_minutes: int = Field(0, ge=0, le=MOST_GRACE)
    late_period: Period = Period.DAY
    late_periods: int = Field(0, ge=0, le=MOST_PERIODS, description="in which late answers count")
    late_percent: Percent = Field(0, description="lost for each period that is begun")
    late_most_percent: Percent = Field(100, description="lost in all")

    def kept(self) -> Kept:
        return Kept(
            tries=self.tries,
            counting=self.counting,
            grace=self.grace_minutes,
            period=self.late_period,
            periods=self.late_periods,
            percent=self.late_percent,
            most_percent=self.late_most_percent,
        )

    @classmethod
    def of(cls, one: Kept) -> "Policy":
        return cls(
            tries=one.tries,
            counting=one.counting,
            grace_minutes=one.grace,
            late_period=one.period,
            late_periods=one.periods,
            late_percent=one.percent,
            late_most_percent=one.most_percent,
        )


class QuestionAsked(Shape):
    question: str = Field(max_length=60)
    level: Level | None = Field(None, description="null: the question's own")


class AssignmentText(Shape):
    """An assignment in place of what is there: questions that are left out are taken out of it."""

    title: Title
    opens_at: Moment | None = None
    due_at: Moment | None = None
    solutions_wait: bool = Field(
        True, description="whether solutions open after the last due date of anybody"
    )
    results: Results = Field(Results.AT_ONCE, description=RESULTS)
    closes_practice: bool = Field(
        True,
        description="whether everybody but instructors, and not only the students of the course and guests, is kept "
        "from practising what it asks all alike, until nobody has time left",
    )
    hints: bool = Field(True, description="whether students may take hints before they answer")
    published: bool = Field(True, description="whether students see it; once begun, it stays published")
    policy: Policy = Policy()
    questions: list[QuestionAsked] = Field([], max_length=MOST_QUESTIONS)


class Extension(Shape):
    """A later due date that one student was given. Of this and the date of their section, the later one holds.
    ``student`` is null for whoever is on the roster and has not joined yet; ``entry`` is their number there."""

    entry: int
    student: int | None
    due_at: datetime


class ExtensionOfSection(Shape):
    """A later due date of whoever is in the section: so many ``students`` now."""

    section: str
    due_at: datetime
    students: int


class AssignmentState(Shape):
    """An assignment as it is; ``assignment`` stands in its address."""

    assignment: str
    title: str
    opens_at: datetime | None
    due_at: datetime | None
    solutions_wait: bool
    results: Results
    closes_practice: bool
    hints: bool
    released_at: datetime | None
    published: bool
    policy: Policy
    questions: list[AssignedQuestion]
    extensions: list[Extension]
    section_extensions: list[ExtensionOfSection]


@router.post("/courses/{course}/assignments", status_code=201, responses=SENT | WRITING)
@limit_concurrency(TEACHING)
@writes(201)
def add_assignment(context: Context, course: str, new: Annotated[AssignmentText, Body()]) -> AssignmentState:
    made = editing.add(context, course, new.title)
    if made is None:
        raise NoTitle(new.title)
    _write(context, course, made.name, new)
    return state(context, course, made.name)


@router.get("/courses/{course}/assignments/{assignment}", responses=refusals(404))
@limit_concurrency(TEACHING)
@tagged
def assignment(context: ContextHere, course: str, assignment: str) -> AssignmentState:
    return state(context, course, assignment)


@router.put("/courses/{course}/assignments/{assignment}", responses=SENT | WRITING | refusals(412))
@limit_concurrency(TEACHING)
@writes()
def change_assignment(
    context: Context, course: str, assignment: str, match: IfMatch, new: Annotated[AssignmentText, Body()]
) -> AssignmentState:
    unchanged(match, state(context, course, assignment))
    _write(context, course, assignment, new)
    return state(context, course, assignment)


@router.delete("/courses/{course}/assignments/{assignment}", responses=WRITING)
@limit_concurrency(TEACHING)
@writes()
def remove_assignment(context: Context, course: str, assignment: str) -> Done:
    state(context, course, assignment)
    editing.remove(context, course, assignment)
    return Done()


@router.post("/courses/{course}/assignments/{assignment}/release", responses=WRITING)
@limit_concurrency(TEACHING)
@writes()
def release_results(context: Context, course: str, assignment: str) -> AssignmentState:
    state(context, course, assignment)
    settings.release(context, course, assignment)
    results_release.submit_due(context.database, context.library)
    return state(context, course, assignment)


def _write(context: Context, course: str, name: str, new: AssignmentText) -> None:
    """Raises WrongDates, UnknownQuestion and NoSuchLevel, too."""
    wanted = Settings(
        title=new.title,
        opens_at=new.opens_at,
        due_at=new.due_at,
        solutions_wait=new.solutions_wait,
        results=new.results,
        closes_practice=new.closes_practice,
        hints=new.hints,
        policy=new.policy.kept(),
    )
    settings.change(context, course, name, wanted)
    before = [one.question for one in state(context, course, name).questions]
    order = list(dict.fromkeys(one.question for one in new.questions))
    for gone in set(before) - set(order):
        editing.withdraw(context, course, name, gone)
    there = {one.id: one for one in context.library.choice_of(context.account)}
    for unknown in set(order) - set(before) - there.keys():
        raise UnknownQuestion(unknown)
    editing.assign(context, course, name, [there[one] for one in order if one not in before])
    for one in new.questions:
        _give_level(context, course, name, one)
    editing.arrange(context, course, name, order)
    settings.publish(context, course, name, new.published)


def _give_level(context: Context, course: str, name: str, one: QuestionAsked) -> None:
    known = context.library.assigned(one.question)
    if known is None or one.level is None:
        return
    if one.level not in known.levels:
        raise NoSuchLevel(f"{one.question} has: {', '.join(known.levels)}.")
    editing.give_level(context, course, name, one.question, one.level)


def paper(context: Context, course: str, name: str) -> Paper:
    """Raises NoSuchCourse for those who do not teach it, and NoSuchAssignment, also for an exam."""
    try:
        found = looking.paper(context, course, name)
    except IsExam as error:
        raise NoSuchAssignment(name) from error
    if not found.teaching:
        raise NoSuchCourse(course)
    return found


def state(context: Context, course: str, name: str) -> AssignmentState:
    """Raises what ``paper`` does."""
    here = paper(context, course, name)
    one = here.assignment
    return AssignmentState(
        assignment=one.name,
        title=one.title,
        opens_at=one.opens_at,
        due_at=one.due_at,
        solutions_wait=one.solutions_wait,
        results=one.release.results,
        closes_practice=one.closes_practice,
        hints=one.hints,
        released_at=one.release.at,
        published=one.published,
        policy=Policy.of(one.policy),
        questions=[AssignedQuestion(question=each.question, level=each.level) for each in one.questions],
        extensions=[Extension(entry=who.id, student=who.person, due_at=due) for who, due in here.extended],
        section_extensions=[
            ExtensionOfSection(section=one.section, due_at=one.due_at, students=one.students)
            for one in here.extended_sections
        ],
    )
