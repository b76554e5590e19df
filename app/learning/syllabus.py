"""The syllabus: the topics of the bank with their skills, questions and weight in an exam."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from app.learning import lines
from engine import catalogue
from engine.bank import Bank
from engine.exams.blueprints import PACE, Blueprint
from engine.learning.recommendation import Topic
from engine.learning.skills import PROGRAMS, SENTENCES, shared
from engine.questions import Question

ALIKE = 0.15  # what a question of concepts teaches of the others of its topic
LEAST = 0.02  # points: what the exam does not ask is proposed last
LAST = (f"/{SENTENCES}", f"/{PROGRAMS}")  # of a section: what one explains or writes once one can compute it
EXAM = "full"  # the blueprint that is aimed at unless another is chosen


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Syllabus:
    """All topics, in the order of the course, with the ``names`` of the questions of each; ``topic`` and ``skills`` by
    question; ``asked``: how many questions ask for these skills themselves, by section."""

    bank: Bank
    exam: Blueprint | None
    topics: Sequence[Topic]
    names: Mapping[str, Sequence[str]]
    topic: Mapping[str, str]
    skills: Mapping[str, tuple[str, ...]]
    asked: Mapping[str, Mapping[tuple[str, ...], int]]

    def questions(self, topic: str) -> list[Question]:
        return [self.bank.questions[name] for name in self.names[topic]]


@lru_cache(8)
def syllabus(bank: Bank, exam: str = EXAM) -> Syllabus:
    """The syllabus of a bank, worked out once; at a later start, from what is kept with the bank."""
    blueprint = bank.exams.get(exam)
    name = f"syllabus-{blueprint.id if blueprint else ''}"
    content = bank.kept.read(name)
    if content is not None:
        return _revived(bank, blueprint, content)
    made = _worked_out(bank, blueprint)
    bank.kept.write(name, _written(made))
    return made


def _worked_out(bank: Bank, blueprint: Blueprint | None) -> Syllabus:
    weight = _weights(bank, blueprint) if blueprint else dict.fromkeys(bank.questions, 1.0)
    grouped: dict[str, list[Question]] = {}
    topic = {question.id: topic_of(question) for question in bank.questions.values()}
    for question in bank.questions.values():
        grouped.setdefault(topic[question.id], []).append(question)
    asked: dict[str, Counter[tuple[str, ...]]] = {}
    for question in bank.questions.values():
        there = lines.of_question(question)
        asked.setdefault(question.section, Counter())[there.own if there else ()] += 1
    return Syllabus(
        bank=bank,
        exam=blueprint,
        topics=[_topic(name, questions, weight, grouped) for name, questions in grouped.items()],
        names={name: [question.id for question in questions] for name, questions in grouped.items()},
        topic=topic,
        skills={question.id: skills_of(question) for question in bank.questions.values()},
        asked=asked,
    )


def _written(made: Syllabus) -> bytes:
    asked = {section: list(there.items()) for section, there in made.asked.items()}
    topics = [asdict(topic) for topic in made.topics]
    kept = {"topics": topics, "names": made.names, "skills": made.skills, "asked": asked}
    return json.dumps(kept, default=list).encode()


def _revived(bank: Bank, blueprint: Blueprint | None, content: bytes) -> Syllabus:
    kept: dict[str, Any] = json.loads(content)
    topics = [
        Topic(**one | {name: tuple(value) for name, value in one.items() if isinstance(value, list)})
        for one in kept["topics"]
    ]
    return Syllabus(
        bank=bank,
        exam=blueprint,
        topics=topics,
        names=kept["names"],
        topic={name: topic for topic, names in kept["names"].items() for name in names},
        skills={name: tuple(skills) for name, skills in kept["skills"].items()},
        asked={
            section: {tuple(skills): number for skills, number in there}
            for section, there in kept["asked"].items()
        },
    )


def topic_of(question: Question) -> str:
    """The topic of a question: its family, or what its section asks in this form."""
    return question.family_id if question.kind == "family" else shared(question)


def _weights(bank: Bank, blueprint: Blueprint) -> dict[str, float]:
    """The points that each question is expected to bring: those of its groups, times the chance to be drawn."""
    weight: dict[str, float] = {}
    for group in blueprint.groups:
        fitting = [question for question in bank.questions.values() if group.takes(question)]
        for question in fitting:
            weight[question.id] = weight.get(question.id, 0.0) + float(group.total) / len(fitting)
    return weight


def _topic(
    name: str,
    questions: Sequence[Question],
    weight: Mapping[str, float],
    grouped: Mapping[str, Sequence[Question]],
) -> Topic:
    family = catalogue.families().get(name)
    asked: dict[str, None] = {} if family else {name: None}
    for question in questions if family else ():
        there = lines.of_question(question)
        asked |= dict.fromkeys(there.skills if there else ())
    return Topic(
        id=name,
        section=questions[0].section,
        skills=tuple(asked),
        points=max(LEAST, sum(weight.get(question.id, 0.0) for question in questions)),
        minutes=float(PACE * sum(question.points for question in questions) / len(questions)),
        builds_on=family.builds_on if family else (),
        form="" if questions[0].of_numbers else name.partition("/")[2],
        spread=1.0 if family else ALIKE + (1 - ALIKE) / len(questions),
        after=_before_sentences(questions[0].section, grouped) if name.endswith(LAST) else (),
    )


def _before_sentences(section: str, grouped: Mapping[str, Sequence[Question]]) -> tuple[str, ...]:
    """The topics of a section that come before its sentences and programs: its numbers and its concepts."""
    own = (name for name, questions in grouped.items() if questions[0].section == section)
    return tuple(name for name in own if not name.endswith(LAST))


def skills_of(question: Question) -> tuple[str, ...]:
    """The skills that a question shows."""
    there = lines.of_question(question)
    return there.skills if there else ()
