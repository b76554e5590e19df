"""The lines of questions: which skills stand behind which part. Worked out once for each version of a question."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from app.questions.library import Library, UnknownQuestion
from engine import variants
from engine.chain import CannotGoOn, Family, stem_of
from engine.learning import skills
from engine.learning.marks import guess_of
from engine.learning.skills import Line
from engine.parameters import BadParameters
from engine.questions import Question
from engine.variants import Undrawable

KEPT = 4000  # questions, of 1 kB each
SEEDS = range(5)


@dataclass(frozen=True)
class Lines:
    """The lines of a question by the stem of their part, with the chance to guess each; and its family."""

    family: Family
    lines: Mapping[str, Line]
    guesses: Mapping[str, float]

    def of(self, part: str) -> Line | None:
        """The line of a part, also of a step in between that was opened to be filled in; None where the question asks
        for it no longer."""
        stem = stem_of(part)
        between = f"{self.family.id}/{stem}"
        return self.lines.get(stem) or (Line(between) if between in self.skills else None)

    @cached_property
    def own(self) -> tuple[str, ...]:
        """The skills of what it asks for itself."""
        return tuple(dict.fromkeys(line.skill for line in self.lines.values()))

    @cached_property
    def skills(self) -> tuple[str, ...]:
        """All skills that the question shows."""
        return tuple(dict.fromkeys(skill for line in self.lines.values() for skill in line.skills))


def of_attempt(library: Library, name: str, version: str) -> Lines | None:
    """The lines of the question that an attempt was begun on; None where it is gone."""
    try:
        return of_question(library.begun(name, version))
    except UnknownQuestion:
        return None


def of_question(question: Question) -> Lines | None:
    """The lines of a question, from the first of its variants that can be drawn; None where none can."""
    return _known(_Version(question))


@dataclass(frozen=True, slots=True)
class _Version:
    """A question, compared by its name and version."""

    question: Question

    def __hash__(self) -> int:
        return hash((self.question.id, self.question.version))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Version) and (self.question.id, self.question.version) == (
            other.question.id,
            other.question.version,
        )


@lru_cache(KEPT)
def _known(one: _Version) -> Lines | None:
    question = one.question
    for seed in SEEDS:
        try:
            variant = variants.draw(question, seed, question.default_level)
        except (Undrawable, BadParameters, CannotGoOn):
            continue
        guesses = {asked.step.stem: guess_of(asked.step) for asked in variant.asked}
        return Lines(question.family, skills.lines(variant), guesses)
    return None
