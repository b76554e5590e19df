"""Exercises as lines of a list: what each trains first, grouped by that."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.home.exam_likely import likely_skills
from app.home.minutes import Minutes, measured, minutes
from app.learning.standing import Standings
from app.questions.context import Context
from app.questions.index import index_of
from app.questions.kinds import FORMS, form_of
from app.web.languages.languages import N_
from app.web.sections import SECTIONS
from engine.learning.knowledge import Standing
from engine.questions import LEVELS, Question

FEW, BEST = 20, 10  # lines that stand in a list without folding; those shown of a search that finds more
FURTHER = N_("Further concepts")


@dataclass(frozen=True, kw_only=True, slots=True)
class Exercise:
    """A question in a list. ``published`` by an instructor, who teaches the reader's ``course``, if any."""

    question: Question
    trains: str
    state: Standing
    minutes: Minutes
    form: str
    likely: bool
    published: bool
    course: str


@dataclass(frozen=True, slots=True)
class Skill:
    """The exercises that train one thing; with several names where each of a few trains another one."""

    name: str
    anchor: str
    exercises: tuple[Exercise, ...]

    @property
    def states(self) -> Mapping[Standing, int]:
        """The number of exercises in each state."""
        return states(one.state for one in self.exercises)

    @property
    def likely(self) -> bool:
        """True if the exam is likely to ask any of them."""
        return any(one.likely for one in self.exercises)


@dataclass(frozen=True, slots=True)
class Part:
    """Skills below one subheading."""

    title: str
    skills: tuple[Skill, ...]


class Lister:
    """Makes lines of questions for one reader."""

    def __init__(self, context: Context, standings: Standings) -> None:
        self._bank = context.library.bank
        self._context, self._standings = context, standings
        self._index, self._likely = index_of(self._bank), likely_skills(self._bank)
        self._times = measured(context.database)

    def state(self, question: Question) -> Standing:
        return self._standings(question)

    def likely(self, question: Question) -> bool:
        """True if the question trains a skill that the exam asks for more than for half of all skills."""
        return (question.section, self._index.entry(question).trains) in self._likely

    def lines(self, questions: Iterable[Question]) -> list[Exercise]:
        """The lines of these questions, in their order."""
        there = list(questions)
        published = [one.id for one in there if one.id not in self._bank.questions]
        courses = self._context.library.courses_beside(published, self._context.person)
        return [
            Exercise(
                question=one,
                trains=self._index.entry(one).trains,
                state=self._standings(one),
                minutes=minutes(one, self._times),
                form=FORMS[form_of(one)][0],
                likely=self.likely(one),
                published=one.id not in self._bank.questions,
                course=courses.get(one.id, ""),
            )
            for one in there
        ]


def by_skill(room: str, exercises: Iterable[Exercise]) -> tuple[Part, ...]:
    """The exercises with numbers by their skill, then the others; skills with a single one of these stand together at
    the end."""
    numbers, concepts = dict[str, list[Exercise]](), dict[str, list[Exercise]]()
    for one in exercises:
        (numbers if one.question.of_numbers else concepts).setdefault(one.trains, []).append(one)
    single = [there[0] for there in concepts.values() if len(there) == 1]
    if len(single) > 1:
        concepts = {name: there for name, there in concepts.items() if len(there) > 1} | {FURTHER: single}
    parts = (
        Part(N_("With numbers"), _skills(room, numbers)),
        Part(N_("Concepts"), _skills(f"{room}/about", concepts)),
    )
    return tuple(part for part in parts if part.skills)


def by_section(room: str, exercises: Iterable[Exercise]) -> tuple[Part, ...]:
    """The skills by section."""
    grouped: dict[str, dict[str, list[Exercise]]] = {}
    for one in exercises:
        grouped.setdefault(one.question.section, {}).setdefault(one.trains, []).append(one)
    return tuple(
        Part(SECTIONS.get(section, section), _skills(f"{room}/{section}", skills))
        for section, skills in grouped.items()
    )


def states(found: Iterable[Standing]) -> Mapping[Standing, int]:
    """The number of each state, in the order of Standing; those that none has are left out."""
    counted = Counter(found)
    return {state: counted[state] for state in Standing if counted[state]}


def _skills(room: str, grouped: Mapping[str, list[Exercise]]) -> tuple[Skill, ...]:
    """The skills, each with its easiest exercises first."""
    return tuple(
        Skill(name, f"{room}/{slug(name)}", tuple(sorted(there, key=_level)))
        for name, there in grouped.items()
    )


def _level(one: Exercise) -> int:
    return LEVELS.index(one.question.levels[0])


def slug(name: str) -> str:
    """A name in addresses: small letters and digits with hyphens between them."""
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")
