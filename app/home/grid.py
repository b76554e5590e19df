"""The grid: ten models by seven skills, and the sections, each cell with what the learner has earned in it."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

from app.learning.standing import standings
from app.practice.score_summary import Tally, attempts_of, tally
from app.practice.store.attempt import Attempt
from app.questions.context import Context
from app.questions.kinds import SKILLS
from app.web.sections import SECTIONS
from engine.bank import Bank
from engine.learning.knowledge import Standing
from engine.questions import Model

MODELS: tuple[str, ...] = tuple(model for model in get_args(Model) if model != "any")


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: the number of its questions and of those in each state, and what the learner has earned in them."""

    name: str
    questions: int
    mine: Tally | None
    states: Mapping[Standing, int]


@dataclass(frozen=True, slots=True)
class Grid:
    """``rows`` are models, each with a cell for every skill, in the order of SKILLS."""

    rows: tuple[tuple[str, tuple[Cell, ...]], ...]
    sections: tuple[tuple[str, Cell], ...]


def coverage(bank: Bank) -> Counter[tuple[str, str]]:
    """Counts the questions of each model and skill."""
    return Counter((question.model, question.skill) for question in bank.questions.values())


def grid(context: Context, bank: Bank) -> Grid:
    made = [attempt for attempt in attempts_of(context) if attempt.question in bank.questions]
    behind: dict[tuple[str, str], list[Attempt]] = {}
    for attempt in made:
        question = bank.questions[attempt.question]
        behind.setdefault((question.model, question.skill), []).append(attempt)
    there = coverage(bank)
    in_cell, in_section, state = (
        Counter[tuple[str, str, Standing]](),
        Counter[tuple[str, Standing]](),
        standings(context),
    )
    for question in bank.questions.values():
        in_cell[question.model, question.skill, state(question)] += 1
        in_section[question.section, state(question)] += 1
    rows = tuple(
        (
            model,
            tuple(
                _cell(
                    skill,
                    there[model, skill],
                    behind.get((model, skill), []),
                    {one: in_cell[model, skill, one] for one in Standing},
                )
                for skill in SKILLS
            ),
        )
        for model in MODELS
    )
    of_section = Counter(question.section for question in bank.questions.values())
    within: dict[str, list[Attempt]] = {}
    for attempt in made:
        within.setdefault(bank.questions[attempt.question].section, []).append(attempt)
    sections = tuple(
        (
            section,
            _cell(
                title,
                of_section[section],
                within.get(section, []),
                {one: in_section[section, one] for one in Standing},
            ),
        )
        for section, title in SECTIONS.items()
        if of_section[section]
    )
    return Grid(rows, sections)


def _cell(name: str, questions: int, made: list[Attempt], states: Mapping[Standing, int]) -> Cell:
    there = {state: count for state, count in states.items() if count}
    return Cell(name, questions, tally(made) if made else None, there)
