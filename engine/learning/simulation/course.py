"""The exercises that simulated learners practise: some families with what they build on, and sheets drawn once."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine import variants
from engine.bank import Bank
from engine.learning import skills
from engine.learning.recommendation import Topic
from engine.learning.skills import Line
from engine.marking.marking import PartMark
from engine.questions import Question
from engine.sections import section_order
from engine.variants import Variant


@dataclass(frozen=True, slots=True)
class Exercise:
    """A sheet with its lines; ``step_skills``: the skill of each step of its chain, by stem; ``marked``: the marks of
    what was handed in before, for most learners hand in the same."""

    variant: Variant
    lines: Mapping[str, Line]
    step_skills: Mapping[str, str]
    marked: dict[Any, Mapping[str, PartMark]] = field(default_factory=dict)

    @property
    def topic(self) -> str:
        return self.variant.question.family_id


@dataclass(frozen=True, slots=True)
class Course:
    """Topics in the order of the syllabus, with the questions of each."""

    topics: Sequence[Topic]
    questions: Mapping[str, Sequence[Question]]
    builds_on: Mapping[str, Sequence[str]] = field(default_factory=dict)
    sheets: dict[tuple[str, int], Exercise] = field(default_factory=dict)

    @property
    def skills(self) -> Mapping[str, Sequence[str]]:
        """The skills of each topic."""
        return {topic.id: topic.skills for topic in self.topics}

    def skills_in(self, question: Question) -> Collection[str]:
        """The skills that a question asks for."""
        lines = self.sheet(question, 0).lines.values()
        return dict.fromkeys(skill for line in lines for skill in line.skills)

    def sheet(self, question: Question, seed: int) -> Exercise:
        """The sheet of this seed, drawn once. Raises Undrawable."""
        if (question.id, seed) not in self.sheets:
            self.sheets[question.id, seed] = exercise(question, question.default_level, seed)
        return self.sheets[question.id, seed]


def exercise(question: Question, level: str, seed: int) -> Exercise:
    """The sheet of this seed. Raises Undrawable."""
    variant = variants.draw(question, seed, level)
    lines = skills.lines(variant)
    of_steps = {
        step.stem: skills.skill(question, name)
        for name, step in variant.exact.steps.items()
        if not step.gathers and name not in variant.exact.notes
    }
    return Exercise(variant, lines, of_steps)


def course(bank: Bank, builds_on: Mapping[str, Sequence[str]], families: int, rng: Random) -> Course:
    """A course of so many families of the bank, each with all it builds on, worth one point each."""
    by_family: dict[str, list[Question]] = {}
    for question in bank.questions.values():
        if question.kind == "family":
            by_family.setdefault(question.family_id, []).append(question)
    chosen: set[str] = set()
    for name in rng.sample(sorted(by_family), len(by_family)):
        closed = _closed(name, builds_on) & by_family.keys()
        if len(chosen | closed) <= families:
            chosen |= closed
    order = sorted(
        chosen,
        key=lambda name: (section_order(by_family[name][0].section), len(_closed(name, builds_on)), name),
    )
    topics = tuple(_topic(name, by_family[name], builds_on) for name in order)
    return Course(topics, {name: tuple(by_family[name]) for name in order}, builds_on)


def _topic(name: str, questions: Sequence[Question], builds_on: Mapping[str, Sequence[str]]) -> Topic:
    asked: dict[str, None] = {}
    for question in questions:
        for line in exercise(question, question.default_level, 0).lines.values():
            asked |= dict.fromkeys(line.skills)
    minutes = sum(float(question.points) for question in questions) / len(questions) * 2.4
    return Topic(
        id=name, section=questions[0].section, skills=tuple(asked), points=1.0, minutes=minutes,
        builds_on=tuple(builds_on.get(name, ())),
    )  # fmt: skip


def _closed(name: str, builds_on: Mapping[str, Sequence[str]]) -> set[str]:
    """The family with all that it builds on."""
    found, left = set[str](), [name]
    while left:
        one = left.pop()
        if one not in found:
            found.add(one)
            left += builds_on.get(one, ())
    return found
