"""The standing of a learner with each exercise: new, shaky, known or due."""

from collections.abc import Callable
from datetime import datetime

from app.learning import fold, lines
from app.learning.syllabus import syllabus
from app.questions.context import Context
from engine.learning.knowledge import Knowledge, Standing
from engine.questions import Question

Standings = Callable[[Question], Standing]


def standings(context: Context) -> Standings:
    """Returns how the visitor stands with any question, by what is known of them now."""
    with context.database.read() as connection:
        folded = fold.current(connection, context.library, context.person.id)
    return of_knowledge(folded.knowledge, context.clock.now())


def topics(context: Context) -> Callable[[str], Standing]:
    """Returns how the visitor stands with any topic; one that the bank does not ask is new."""
    with context.database.read() as connection:
        knowledge = fold.current(connection, context.library, context.person.id).knowledge
    at, there = (
        context.clock.now(),
        {topic.id: topic.skills for topic in syllabus(context.library.bank).topics},
    )
    return lambda topic: knowledge.standing(there.get(topic, ()), at)


def of_knowledge(knowledge: Knowledge, at: datetime) -> Standings:
    """Returns how somebody with this knowledge stands with any question."""

    known: dict[tuple[str, ...], Standing] = {}

    def standing(question: Question) -> Standing:
        there = lines.of_question(question) if knowledge.cards else None
        if there is None:
            return Standing.NEW
        if there.own not in known:
            known[there.own] = knowledge.standing(there.own, at)
        return known[there.own]

    return standing
