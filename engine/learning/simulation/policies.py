"""Ways to choose the next exercise: the product's own, and those that it is compared with."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from random import Random

from engine.learning.knowledge import Knowledge, Standing
from engine.learning.recommendation import Ranking
from engine.learning.simulation.course import Course
from engine.questions import Question

IN_A_ROW = 3  # exercises of a topic before the syllabus goes on


@dataclass(slots=True)
class Practised:
    """The practice of one learner: the topics in order, and how often each question was asked."""

    topics: list[str] = field(default_factory=list)
    asked: dict[str, int] = field(default_factory=dict)

    def note(self, question: Question) -> None:
        """Takes in that a question was asked."""
        self.topics.append(question.family_id)
        self.asked[question.id] = self.asked.get(question.id, 0) + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """The view of a policy; never what the learner truly knows."""

    course: Course
    knowledge: Knowledge
    practised: Practised
    at: datetime
    exam_at: datetime
    rng: Random


Policy = Callable[[Situation], Question]


def by_chance(now: Situation) -> Question:
    """Any topic."""
    return _any_of(now.rng.choice(now.course.topics).id, now)


def by_syllabus(now: Situation) -> Question:
    """The topics in the course's order, each until it is known; then from the start, three exercises each."""
    for topic in now.course.topics:
        if now.knowledge.standing(topic.skills, now.at) not in (Standing.KNOWN, Standing.DUE):
            return _any_of(topic.id, now)
    place = len(now.practised.topics) // IN_A_ROW % len(now.course.topics)
    return _any_of(now.course.topics[place].id, now)


def by_fsrs(now: Situation) -> Question:
    """Takes what is due, the longest overdue first; else the next new topic of the syllabus; else what is due next."""
    cards = now.knowledge.cards
    due = {
        topic.id: min(cards[skill].due_at for skill in topic.skills if skill in cards)
        for topic in now.course.topics
        if any(skill in cards for skill in topic.skills)
    }
    new = next((topic.id for topic in now.course.topics if topic.id not in due), None)
    first = min(due, key=lambda name: due[name]) if due else None
    if new is None or (first is not None and due[first] <= now.at):
        assert first is not None
        return _any_of(first, now)
    return _any_of(new, now)


def by_gain(now: Situation) -> Question:
    """The product's own choice: the topic, then the question of it that asks for what is missing."""
    ranking = Ranking(now.knowledge, now.course.topics, now.at, now.exam_at)
    topic = ranking.proposals(now.practised.topics[::-1])[0].topic
    asked, there = now.practised.asked, now.course.questions[topic.id]
    new = [question for question in there if question.id not in asked]

    def worth(question: Question) -> float:
        return ranking.gain_in(now.course.skills_in(question)) / math.sqrt(1 + asked.get(question.id, 0))

    return max(new or there, key=worth)


POLICIES: Mapping[str, Policy] = {
    "next": by_gain,
    "random": by_chance,
    "syllabus": by_syllabus,
    "fsrs": by_fsrs,
}


def _any_of(topic: str, now: Situation) -> Question:
    """A question of the topic, none again while another was asked less often."""
    asked, there = now.practised.asked, now.course.questions[topic]
    least = min(asked.get(question.id, 0) for question in there)
    return now.rng.choice([question for question in there if asked.get(question.id, 0) == least])
