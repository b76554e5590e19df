"""A personal cheat sheet: the formulas and traps that its learner still fails, on one page to print."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from app.learning import fold, mistakes
from app.learning.mistakes import MadeBefore
from app.learning.syllabus import skills_of
from app.questions.context import Context
from app.web.filters import formulas
from app.web.pdf import printing
from engine import catalogue, variants
from engine.chain import CannotGoOn
from engine.learning.knowledge import KNOWN, Knowledge
from engine.parameters import BadParameters
from engine.questions import Question
from engine.solutions import worked_solution
from engine.solutions.worked_solution import Line
from engine.variants import Undrawable

MOST = 24  # steps: more is no page that one learns from


@dataclass(frozen=True, slots=True)
class Entry:
    """A step that goes wrong: what it is called, its line of the worked solution, None where it has no formula, and the
    mistakes that are made in it, in words."""

    family: str
    step: str
    line: Line | None
    traps: tuple[str, ...]

    @property
    def words(self) -> str:
        """The formula where it is words alone, which wrap."""
        return formulas.in_words(self.line.formula) if self.line else ""


def entries(context: Context) -> list[Entry]:
    """The steps that the visitor fails: those with mistakes, the most frequent first, then the least known."""
    now, person = context.clock.now(), context.person.id
    with context.database.read() as connection:
        knowledge = fold.current(connection, context.library, person, now).knowledge
    traps: dict[str, list[MadeBefore]] = {}
    for one in mistakes.my_mistakes(context).present:
        step = catalogue.find(one.made.family).mistakes[one.made.mistake].of
        traps.setdefault(f"{one.made.family}/{step}", []).append(one)
    asking = _asking(context)
    wanted = [*traps, *(skill for skill in _failing(knowledge, now) if skill not in traps)]
    found = (_entry(skill, asking.get(skill), traps.get(skill, ())) for skill in wanted)
    return [entry for entry in found if entry][:MOST]


def pdf(context: Context) -> bytes:
    """The sheet as PDF. Raises CannotPrint."""
    return printing.pdf("learning/print/cheat_sheet", entries=entries(context))


def _failing(knowledge: Knowledge, now: datetime) -> Iterator[str]:
    """The skills of families that were shown and are not known, the least known first."""
    chances = {skill: knowledge.chance(skill, now) for skill in knowledge.cards}
    yield from sorted((skill for skill, chance in chances.items() if chance < KNOWN), key=chances.__getitem__)


def _asking(context: Context) -> dict[str, Question]:
    """A question with drawn numbers for each skill of the families."""
    found: dict[str, Question] = {}
    for question in context.library.bank.questions.values():
        if question.kind == "family" and question.varies:
            for skill in skills_of(question):
                found.setdefault(skill, question)
    return found


def _entry(skill: str, question: Question | None, traps: list[MadeBefore] | tuple[()]) -> Entry | None:
    """None for a skill that no question with numbers asks for."""
    name, _, stem = skill.partition("/")
    family = catalogue.families().get(name)
    if family is None or question is None:
        return None
    said = tuple(one.says for one in traps)
    for seed in range(3):
        try:
            exact = variants.draw(question, seed, question.default_level).exact
        except (Undrawable, BadParameters, CannotGoOn):
            continue
        step = next((one for one in exact.steps.values() if stem in (one.name, one.stem)), None)
        if step is not None:
            line = worked_solution.line(exact, step)
            return Entry(family.title, step.title, line if line.formula else None, said)
    return None
