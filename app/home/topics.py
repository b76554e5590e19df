"""The exercises listed by section, or by model."""

from dataclasses import dataclass
from typing import Literal, get_args

from app.practice.score_summary import Tally, attempts_of, by_question, tally
from app.practice.store.attempt import Attempt
from app.questions.context import Context
from app.questions.search import found
from app.web.languages.languages import N_
from app.web.sections import SECTIONS
from engine.bank import Bank
from engine.questions import Model, Question


@dataclass(frozen=True, slots=True)
class Entry:
    """An exercise in a list: ``mine`` is what the learner has earned in it, None where it was not tried."""

    question: Question
    mine: Tally | None


@dataclass(frozen=True, slots=True)
class Room:
    """The exercises under one heading."""

    anchor: str
    title: str
    entries: tuple[Entry, ...]
    mine: Tally | None


def rooms(
    context: Context,
    bank: Bank,
    by: Literal["section", "model"],
    words: str = "",
    model: str = "",
    skill: str = "",
) -> tuple[Room, ...]:
    """The exercises by section or by model, with what the learner has earned under each heading.

    Lists only exercises that are found by ``words``, and of this model and skill where they are named.
    """
    made = attempts_of(context)
    tried = by_question(made)
    grouped: dict[str, list[Entry]] = {}
    wanted = [
        question
        for question in bank.questions.values()
        if model in ("", question.model) and skill in ("", question.skill)
    ]
    for question in found(wanted, words):
        heading = question.section if by == "section" else question.model
        grouped.setdefault(heading, []).append(Entry(question, tried.get(question.id)))
    order = list(grouped) if by == "section" else [model for model in get_args(Model) if model in grouped]
    return tuple(_room(heading, grouped[heading], made) for heading in order)


def _room(heading: str, entries: list[Entry], made: list[Attempt]) -> Room:
    inside = {entry.question.id for entry in entries}
    mine = [attempt for attempt in made if attempt.question in inside]
    title = SECTIONS.get(heading, N_("Any model") if heading == "any" else heading)
    return Room(
        heading.replace(" ", "-"),
        title[:1].upper() + title[1:],
        tuple(entries),
        tally(mine) if mine else None,
    )
