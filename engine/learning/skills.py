"""Skills: what a mark is evidence of.

A step of a family is a skill ("attention/weights"); an unrolled step counts by its stem. A question without a family of
the catalogue is a skill of its own, behind which stands what its section asks in this form ("2.5/concepts").
"""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.chain import stem_of
from engine.questions import Question
from engine.variants import Variant

CONCEPTS, SENTENCES, PROGRAMS, FORMULAS = "concepts", "sentences", "programs", "formulas"
OF_KIND = {"text": SENTENCES, "code": PROGRAMS, "formula": FORMULAS}


@dataclass(frozen=True, slots=True)
class Line:
    """One part of a question, by its stem: its own skill, and those of the steps behind it that are not asked."""

    skill: str
    hidden: tuple[str, ...] = ()

    @property
    def skills(self) -> tuple[str, ...]:
        """All skills of the line, its own last."""
        return (*self.hidden, self.skill)


def skill(question: Question, step: str) -> str:
    """The skill that a step of this question is."""
    if question.kind == "family":
        return f"{question.family_id}/{stem_of(step)}"
    return f"{shared(question)}/{question.id}"


def shared(question: Question) -> str:
    """The skill that the questions of a section share which ask in one form."""
    return f"{question.section}/{OF_KIND.get(question.kind, CONCEPTS)}"


def topic(skill: str) -> str:
    """The family of a skill, or its section."""
    return skill.partition("/")[0]


def lines(variant: Variant) -> Mapping[str, Line]:
    """The lines of a variant by the stem of their step, each with the hidden steps that no line before it rests on.

    What the numbers make superfluous ("no mask here") is no skill that the answer shows.
    """
    question, exact = variant.question, variant.exact
    before: set[str] = set()
    found: dict[str, Line] = {}
    for asked in variant.asked:
        needed = exact.leads_to(asked.name) - exact.notes.keys() - {asked.name}
        hidden = (
            skill(question, name)
            for name, step in exact.steps.items()
            if name in needed - before and not step.gathers and variant.part(name) is None
        )
        own = skill(question, asked.name)
        behind = tuple(one for one in dict.fromkeys(hidden) if one != own)
        if question.kind == "family":
            found.setdefault(asked.step.stem, Line(own, behind))
        else:
            found.setdefault(asked.step.stem, Line(own, (shared(question),)))
        before |= needed
    return found
