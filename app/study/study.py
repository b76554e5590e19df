"""Material to read: a section's study page, and the glossary."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from app.questions.kinds import KINDS
from app.web.pdf import printing
from app.web.sections import SECTIONS
from engine import variants
from engine.bank import Bank
from engine.sections import section_order
from engine.solutions import wording, worked_solution
from engine.solutions.worked_solution import Line
from engine.study import Section, Study, Term, Word
from engine.variants import Variant


class NoSuchSection(LookupError):
    """No section of this name."""


class NoSuchTerm(LookupError):
    """No term of this name in the glossary."""


@dataclass(frozen=True, slots=True)
class Example:
    """A question with drawn numbers, worked out."""

    variant: Variant
    statement: tuple[wording.Block, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A section's study page. ``questions`` counts them by kind."""

    section: Section
    example: Example | None
    questions: dict[str, int]
    before: str | None
    after: str | None


def chapters(study: Study) -> list[Section]:
    return [study.sections[name] for name in sorted(study.sections, key=section_order)]


def chapter(bank: Bank, name: str, seed: int) -> Chapter:
    """Raises NoSuchSection."""
    if name not in bank.study.sections:
        raise NoSuchSection(name)
    order = [section.id for section in chapters(bank.study)]
    place = order.index(name)
    counted = Counter(
        KINDS[question.kind] for question in bank.questions.values() if question.section == name
    )
    return Chapter(
        bank.study.sections[name],
        _worked(bank, bank.study.sections[name].example, seed),
        {words: counted[words] for words in KINDS.values() if counted[words]},
        order[place - 1] if place else None,
        order[place + 1] if place + 1 < len(order) else None,
    )


def sheet(study: Study, name: str, bengali: bool) -> bytes:
    """A section's formulas and traps as PDF, kept while the server runs. Raises NoSuchSection and CannotPrint."""
    if name not in study.sections:
        raise NoSuchSection(name)
    key = (study.sections[name].model_dump_json(), bengali)
    if key not in _printed:
        _printed[key] = printing.pdf("study/print/sheet", section=study.sections[name], bengali=bengali)
    return _printed[key]


def file_name(section: str) -> str:
    """The name under which a sheet is kept: the section's title."""
    return re.sub(r"[^a-z0-9]+", "-", SECTIONS.get(section, section).casefold()).strip("-")


_printed: dict[tuple[str, bool], bytes] = {}


def _worked(bank: Bank, name: str, seed: int) -> Example | None:
    question = bank.questions.get(name)
    if question is None:
        return None
    variant = variants.draw(question, seed, question.default_level)
    lines = worked_solution.tell(variant.exact, [asked.name for asked in variant.asked])
    statement = variant.statement
    return Example(variant, statement, tuple(lines))


def found(study: Study, words: str) -> list[Term]:
    """The terms with these words in their name, their abbreviation or another form; else in their meaning."""
    wanted = words.casefold().split()
    named = [term for term in study.terms if _holds(wanted, term.term, term.short, *term.also)]
    return named or [term for term in study.terms if _holds(wanted, term.meaning, term.example, term.bn)]


def found_words(study: Study, words: str) -> list[Word]:
    wanted = words.casefold().split()
    return [word for word in study.words if _holds(wanted, word.word, word.meaning, word.bn)]


def _holds(wanted: Sequence[str], *texts: str) -> bool:
    """True if each of the wanted words begins a word of the texts."""
    there = re.findall(r"\w[\w\u0980-\u09ff]*", " ".join(texts).casefold())
    return all(any(one.startswith(word) for one in there) for word in _split(wanted))


def _split(wanted: Sequence[str]) -> list[str]:
    return [part for word in wanted for part in re.split(r"[^\w\u0980-\u09ff]+", word) if part]


def term(study: Study, slug: str) -> Term:
    """Raises NoSuchTerm."""
    for one in study.terms:
        if one.slug == slug:
            return one
    raise NoSuchTerm(slug)
