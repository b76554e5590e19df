"""The conclusions of a placement: for each topic whether it is known, and for its skills what is to be expected."""

from app.learning.store.placements import Answers
from app.learning.syllabus import syllabus
from engine.bank import Bank
from engine.learning.knowledge import Expectation
from engine.learning.placement import Placement


def placement(bank: Bank, answers: Answers) -> Placement:
    """Returns the placement after these answers; topics that are gone from the bank are passed over."""
    begun = Placement.among({topic.id for topic in syllabus(bank).topics})
    for topic, right in answers:
        if topic in begun.topics:
            begun.take(topic, right)
    return begun


def expectations(bank: Bank, answers: Answers) -> list[Expectation]:
    """Returns what is to be expected of the skills of all topics after these answers."""
    skills = {topic.id: topic.skills for topic in syllabus(bank).topics}
    return placement(bank, answers).expectations(skills)
