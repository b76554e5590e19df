"""The day's work: up to three tasks with their reasons, what is due, the points that are expected, the days left."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from app.learning import fold
from app.learning.goal import Countdown, countdown
from app.learning.standing import Standings, of_knowledge
from app.learning.store import goals
from app.learning.syllabus import Syllabus, skills_of, syllabus, topic_of
from app.practice.store.attempt import Attempt
from app.questions.context import Context
from engine.exams.blueprints import Group as BlueprintGroup
from engine.learning import readiness
from engine.learning.knowledge import Knowledge, Standing
from engine.learning.readiness import Expected, Group
from engine.learning.recommendation import Proposal, Ranking
from engine.questions import Question

TASKS = 3
LATELY = 3


@dataclass(frozen=True, kw_only=True, slots=True)
class Task:
    """An exercise that is proposed, with the numbers behind it: see ``engine.learning.recommendation``."""

    question: Question
    level: str
    proposal: Proposal
    minutes: int


@dataclass(frozen=True, kw_only=True, slots=True)
class SectionState:
    """How many exercises of a section's topics stand in which way."""

    section: str
    counts: Mapping[str, int]
    topics: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Today:
    """The day's work. ``due``: topics with something to be shown again, and the minutes that these take; ``expected`` is
    None while nothing is known of the learner."""

    tasks: tuple[Task, ...]
    due: int
    due_minutes: int
    goal: Countdown
    expected: Expected | None
    sections: tuple[SectionState, ...]


def today(
    context: Context, made: Sequence[Attempt], withheld: Collection[str] = (), now: datetime | None = None
) -> Today:
    """Puts the day together. ``made``: the visitor's attempts, newest first; what is ``withheld`` is not proposed."""
    at = now or datetime.now(UTC)
    with context.database.read() as connection:
        person = context.person.id
        knowledge = fold.current(connection, context.library, person, at).knowledge
        goal = None if person is None else goals.of_person(connection, person)
    left = countdown(goal, at.date())
    there = syllabus(context.library.bank, left.exam)
    ranking = Ranking(knowledge, there.topics, at, _exam_at(left))
    lately = list(dict.fromkeys(_topics(context, made)))[:LATELY]
    asked = asked_times(made)
    tasks = []
    for proposal in ranking.proposals(lately):
        question = question_of(proposal.topic.id, there, ranking, asked, withheld)
        if question is not None:
            tasks.append(task(question, proposal))
        if len(tasks) == TASKS:
            break
    standing = of_knowledge(knowledge, at)
    due = [one for one in there.topics if knowledge.standing(one.skills, at) is Standing.DUE]
    return Today(
        tasks=tuple(tasks), due=len(due), due_minutes=round(sum(one.minutes for one in due)), goal=left,
        expected=expected_points(there, knowledge, at) if knowledge.cards else None,
        sections=_sections(there, standing),
    )  # fmt: skip


def next_question(
    context: Context, made: Sequence[Attempt], withheld: Collection[str] = (), now: datetime | None = None
) -> Question | None:
    """The one exercise to go on with; None in an empty bank."""
    found = today(context, made, withheld, now).tasks
    return found[0].question if found else None


def task(question: Question, proposal: Proposal) -> Task:
    """The proposal as a task: easier numbers where it is hardly known."""
    easy = proposal.chance < 0.35 and "warm-up" in question.levels
    return Task(
        question=question, level="warm-up" if easy else question.default_level, proposal=proposal,
        minutes=max(1, round(proposal.topic.minutes)),
    )  # fmt: skip


def question_of(
    topic: str, there: Syllabus, ranking: Ranking, asked: Mapping[str, int], withheld: Collection[str]
) -> Question | None:
    """The question of a topic that gains most; none again while a sibling was never seen."""
    free = [question for question in there.questions[topic] if question.id not in withheld]
    new = [question for question in free if question.id not in asked]

    def worth(question: Question) -> float:
        return ranking.gain_in(skills_of(question)) / (1 + asked.get(question.id, 0)) ** 0.5

    return max(new or free, key=worth, default=None)


def asked_times(made: Sequence[Attempt]) -> dict[str, int]:
    """How often each question was begun."""
    counts: dict[str, int] = {}
    for attempt in made:
        counts[attempt.question] = counts.get(attempt.question, 0) + 1
    return counts


def expected_points(there: Syllabus, knowledge: Knowledge, at: datetime) -> Expected | None:
    """The points that the exam would give today; None without an exam to aim at."""
    if there.exam is None:
        return None
    every = [question for questions in there.questions.values() for question in questions]
    shares = {question.id: knowledge.chance_of(skills_of(question), at) for question in every}
    seen = {question.id for question in every if any(one in knowledge.cards for one in skills_of(question))}
    return readiness.expected(_group(group, every, shares, seen) for group in there.exam.groups)


def _group(
    group: BlueprintGroup, every: Sequence[Question], shares: Mapping[str, float], seen: Collection[str]
) -> Group:
    fitting = [question.id for question in every if group.takes(question)]
    return Group(
        title=group.title, number=group.number, points=float(group.points),
        shares=[shares[name] for name in fitting], lines=3.0,
        seen=sum(name in seen for name in fitting) / max(1, len(fitting)),
    )  # fmt: skip


def _sections(there: Syllabus, standing: Standings) -> tuple[SectionState, ...]:
    counts: dict[str, dict[str, int]] = {}
    for topic in there.topics:
        own = counts.setdefault(topic.section, dict.fromkeys(map(str, Standing), 0))
        for question in there.questions[topic.id]:
            own[str(standing(question))] += 1
    return tuple(
        SectionState(section=section, counts=own, topics=sum(own.values())) for section, own in counts.items()
    )


def _topics(context: Context, made: Sequence[Attempt]) -> list[str]:
    """The topics of the newest attempts."""
    bank = context.library.bank.questions
    return [topic_of(bank[attempt.question]) for attempt in made[: 4 * LATELY] if attempt.question in bank]


def _exam_at(left: Countdown) -> datetime | None:
    if left.exam_on is None or left.days is None:
        return None
    return datetime.combine(left.exam_on, datetime.min.time(), UTC) + timedelta(hours=9)
