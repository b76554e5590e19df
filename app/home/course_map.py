"""The map of a course: how many of its students stand where with each topic, and what it needs next.

Everything that students do for themselves is in these numbers, so they name nobody and begin with five people.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from app.courses.membership import taught
from app.courses.store import assignments, courses
from app.courses.store.assignments import Assignment
from app.courses.store.courses import Course, CourseRole
from app.coursework.assignments import editing
from app.home import family_map
from app.home.family_map import Overview
from app.learning import wording
from app.learning.store import states
from app.learning.syllabus import syllabus, topic_of
from app.learning.wording import Name
from app.questions.context import Context
from app.web.sections import SECTIONS
from engine.bank import Bank
from engine.learning.course_needs import Need, Spread, needs
from engine.learning.knowledge import Knowledge, Standing
from engine.learning.recommendation import Topic
from engine.questions import LEVELS, Question

FEWEST = 5  # people of whom a number may tell
PROPOSED = 5


class NothingChosen(ValueError):
    """No topic was chosen to make an assignment of."""


@dataclass(frozen=True, slots=True)
class TopicLine:
    """A topic with its name, how the course stands with it, and the exercise that would be assigned; ``asked_in`` are
    the assignments that ask for it and are not over."""

    topic: Topic
    name: Name
    spread: Spread
    question: Question
    asked_in: tuple[Assignment, ...] = ()


@dataclass(frozen=True, slots=True)
class SectionLines:
    """The topics of a section, in the order of the course."""

    section: str
    title: str
    lines: tuple[TopicLine, ...]

    @property
    def states(self) -> Mapping[Standing, int]:
        """The number of the section's topics in each standing."""
        return Counter(line.spread.standing for line in self.lines)


@dataclass(frozen=True, slots=True)
class Proposed:
    """A topic that the course needs next; ``leads_to`` names what builds on it, where that is the reason."""

    line: TopicLine
    need: Need
    leads_to: str


@dataclass(frozen=True, kw_only=True, slots=True)
class CourseMap:
    """The page's figures. ``practised`` of the ``students`` have shown anything; while these are fewer than five,
    ``overview`` is None and nothing else is told. What is ``proposed`` comes from the sections up to ``until``; ""
    stands for all."""

    course: Course
    students: int
    practised: int
    overview: Overview | None = None
    until: str = ""
    proposed: tuple[Proposed, ...] = ()
    sections: tuple[SectionLines, ...] = ()

    @property
    def counts(self) -> Mapping[Standing, int]:
        """The number of topics in each standing."""
        return sum((Counter(section.states) for section in self.sections), Counter())


def course_map(context: Context, course: str, until: str = "") -> CourseMap:
    """Draws the map of a course that the person teaches. What it needs next is looked for up to the section ``until``,
    the last that was taught; "" or none of the bank's: everywhere. Raises NoSuchCourse."""
    there, at = syllabus(context.library.bank), context.clock.now()
    with context.database.read() as connection:
        here = taught(connection, context.person, course)
        members = courses.members_of(connection, here.id)
        students = [one.id for one in members if one.role is CourseRole.STUDENT]
        practised, spreads = _spreads(states.of_everybody(connection, students), there.topics, at)
        made = assignments.of_course(connection, here.id, drafts=True)
    if practised < FEWEST:
        return CourseMap(course=here, students=len(students), practised=practised)
    asked = {one.question for part in made for one in part.questions}
    open_in = _by_topic(context.library.bank, (one for one in made if one.due_at is None or one.due_at > at))
    lines = {
        topic.id: TopicLine(
            topic,
            wording.name(topic.id),
            spreads[topic.id],
            _easiest(there.questions(topic.id), asked),
            asked_in=tuple(open_in.get(topic.id, ())),
        )
        for topic in there.topics
    }
    sections = _sections(lines.values())
    names = [one.section for one in sections]
    so_far = names[: names.index(until) + 1] if until in names else names
    wanted = (one for one in needs(there.topics, spreads, so_far) if not lines[one.topic.id].asked_in)
    return CourseMap(
        course=here,
        students=len(students),
        practised=practised,
        overview=family_map.overview(_standing(spreads)),
        until=until if until in names else "",
        proposed=tuple(
            Proposed(lines[need.topic.id], need, wording.name(need.leads_to).title if need.leads_to else "")
            for need in islice(wanted, PROPOSED)
        ),
        sections=sections,
    )


def assign(context: Context, course: str, title: str, names: Collection[str]) -> Assignment | None:
    """Makes an assignment of these questions of the bank, in the order of the course; None where the title is empty.

    Raises NoSuchCourse, CourseArchived, and NothingChosen.
    """
    wanted = set(names)
    there = [question for question in context.library.bank.questions.values() if question.id in wanted]
    if not there:
        raise NothingChosen(course)
    made = editing.add(context, course, title)
    if made is not None:
        editing.assign(context, course, made.name, there)
    return made


def _spreads(
    people: Iterable[Knowledge], topics: Sequence[Topic], at: datetime
) -> tuple[int, Mapping[str, Spread]]:
    """Returns how many people have shown anything, and how they stand with each topic."""
    of_skill: dict[str, list[Topic]] = {}
    for topic in topics:
        for skill in topic.skills:
            of_skill.setdefault(skill, []).append(topic)
    practised, counts = 0, {topic.id: Counter[Standing]() for topic in topics}
    for knowledge in people:
        practised += 1
        touched = {topic.id: topic for skill in knowledge.cards for topic in of_skill.get(skill, ())}
        for topic in touched.values():
            counts[topic.id][knowledge.standing(topic.skills, at)] += 1
    for own in counts.values():
        own[Standing.NEW] = practised - sum(own.values())
    return practised, {name: Spread(own, FEWEST) for name, own in counts.items()}


def _standing(spreads: Mapping[str, Spread]) -> Callable[[str], Standing]:
    return lambda family: spreads[family].standing if family in spreads else Standing.NEW


def _easiest(questions: Sequence[Question], asked: Collection[str]) -> Question:
    """The question that would be assigned: one that the course was not asked yet, the easiest first."""
    return min(questions, key=lambda one: (one.id in asked, LEVELS.index(one.levels[0])))


def _by_topic(bank: Bank, made: Iterable[Assignment]) -> Mapping[str, Sequence[Assignment]]:
    """The assignments by the topics that they ask for; questions of instructors are of none."""
    found: dict[str, list[Assignment]] = {}
    for part in made:
        questions = (bank.questions.get(one.question) for one in part.questions)
        for topic in dict.fromkeys(topic_of(one) for one in questions if one):
            found.setdefault(topic, []).append(part)
    return found


def _sections(lines: Iterable[TopicLine]) -> tuple[SectionLines, ...]:
    grouped: dict[str, list[TopicLine]] = {}
    for line in lines:
        grouped.setdefault(line.topic.section, []).append(line)
    order = [section for section in dict.fromkeys([*SECTIONS, *grouped]) if section in grouped]
    return tuple(
        SectionLines(section, SECTIONS.get(section, section), tuple(grouped[section])) for section in order
    )
