"""``examformer check --coverage``: how much of the course the bank covers, beside its targets."""

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from app.home.grid import MODELS
from app.home.grid import coverage as of_the_grid
from app.questions.kinds import SKILLS
from app.web.sections import SECTIONS
from engine import variants
from engine.bank import Bank
from engine.exams.alike import pairs
from engine.questions import Question

IN_A_CELL = 3
IN_A_SECTION = 20
OF_A_KIND = {"choice": 390, "order": 18, "match": 28, "derive": 24, "algebra": 16, "code": 36}
OF_A_FORM = {"definition": 75, "explanation": 130, "case": 57}
TERMS, PROMPTS, ABBREVIATIONS = 150, 60, 70
WRONG = 60  # questions in sentences with classic wrong answers
REMARKS = 18  # wrong values that circulate, with a remark on each
APART, LEVELS = 80, 5
LONGEST = 0.30  # the largest share of choice questions whose right option is the longest


@dataclass(frozen=True, slots=True)
class Count:
    """A target: how many there are of something, and how many there should be at least."""

    what: str
    have: int
    wanted: int

    @property
    def enough(self) -> bool:
        return self.have >= self.wanted


def counts(bank: Bank) -> Iterator[Count]:
    questions = bank.questions.values()
    kinds = Counter(question.kind for question in questions)
    yield from (Count(f"questions of kind {kind}", kinds[kind], wanted) for kind, wanted in OF_A_KIND.items())
    forms = Counter(question.family.title.lower() for question in questions if question.kind == "text")
    yield from (Count(f"{form}s", forms[form], wanted) for form, wanted in OF_A_FORM.items())
    sections = Counter(question.section for question in questions)
    yield from (Count(f"section {section}", sections[section], IN_A_SECTION) for section in SECTIONS)
    cells = of_the_grid(bank)
    yield from (
        Count(f"{model}: {skill}", cells[model, skill], IN_A_CELL) for model in MODELS for skill in SKILLS
    )
    yield from _of_the_material(bank)
    with_wrong = sum(
        question.kind == "text" and bool(question.family.steps["answer"].wrong_answers)
        for question in questions
    )
    yield Count("questions with classic wrong answers", with_wrong, WRONG)
    remarks = {remark.says for question in questions for remark in question.remarks}
    yield Count("remarks on wrong values that circulate", len(remarks), REMARKS)
    yield Count("pairs of questions that are kept apart", len(pairs(questions)), APART)
    named = [group.title.partition(":")[0].partition(",")[0] for group in bank.exams["full"].groups]
    yield Count("levels of the full exam", len({name for name in named if name.startswith("Level")}), LEVELS)
    yield Count("abbreviations that earn no marks", len(bank.study.abbreviations), ABBREVIATIONS)
    yield Count("terms of the glossary", len(bank.study.terms), TERMS)
    yield Count(
        "one-line prompts", sum(len(section.prompts) for section in bank.study.sections.values()), PROMPTS
    )


def _of_the_material(bank: Bank) -> Iterator[Count]:
    """The topics of the course's material that a question asks for, of those that there are."""
    for group, topics in bank.study.material.items():
        asked = sum(any(id in bank.questions for id in ids) for ids in topics.values())
        yield Count(f"material: {group}", asked, len(topics))


def right_and_longest(bank: Bank) -> float:
    """The share of choice questions in which no option is longer than the right one."""
    choices = [question for question in bank.questions.values() if question.kind == "choice"]
    return sum(map(_is_longest, choices)) / max(1, len(choices))


def _is_longest(question: Question) -> bool:
    variant = variants.draw(question, 0, question.default_level)
    options = variant.exact.values["options"]
    return bool(len(str(variant.asked[0].key)) == max(map(len, options)))


def coverage(bank: Bank) -> int:
    """Prints all counts; returns 1 where one falls short."""
    found = list(counts(bank))
    width = max(len(count.what) for count in found)
    for count in found:
        mark = "" if count.enough else "  too few"
        sys.stdout.write(f"{count.what:{width}}  {count.have:4d} of {count.wanted}{mark}\n")
    share = right_and_longest(bank)
    sys.stdout.write(f"{'right option is the longest':{width}}  {share:4.0%}, at most {LONGEST:.0%}\n")
    short = [count for count in found if not count.enough]
    sys.stdout.write(f"{len(bank.questions)} questions; {len(short)} of {len(found)} counts fall short.\n")
    return 1 if short or share > LONGEST else 0
