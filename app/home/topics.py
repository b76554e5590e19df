"""The two doors to the exercises: by section, and by model."""

import re
import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal, get_args

from app.database.connection import Database
from app.practice.score_summary import Tally, attempts_of, by_question, tally
from app.practice.store.attempts import Attempt
from app.questions.kinds import KINDS
from app.web.languages import N_
from app.web.sections import SECTIONS
from engine.bank import Bank
from engine.questions import Model, Question


@dataclass(frozen=True, slots=True)
class Entry:
    """An exercise as it stands in a list: ``mine`` is what one has earned in it, None where it was not tried."""

    question: Question
    mine: Tally | None


@dataclass(frozen=True, slots=True)
class Room:
    """The exercises behind one heading."""

    anchor: str
    title: str
    entries: tuple[Entry, ...]
    mine: Tally | None


def rooms(
    database: Database,
    bank: Bank,
    token: str,
    by: Literal["section", "model"],
    words: str = "",
    model: str = "",
    skill: str = "",
) -> tuple[Room, ...]:
    """The exercises behind one of the two doors, with what one has earned behind each heading.

    Only those that are found by ``words``, and of this model and skill where they are named.
    """
    made = attempts_of(database, token)
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


def following(
    database: Database,
    bank: Bank,
    token: str,
    section: str,
    after: Question | None = None,
    withheld: Collection[str] = (),
) -> Question | None:
    """One to go on with in this section: of the same kind and not tried yet where there is one, else any other.

    None that is ``withheld`` for a course's sake.
    """
    tried = {attempt.question for attempt in attempts_of(database, token)}
    there = (one for one in bank.questions.values() if one.section == section and one != after)
    others = [one for one in there if one.id not in withheld]
    alike = [one for one in others if after is None or one.kind == after.kind]
    for choice in (alike, others):
        if new := [one for one in choice if one.id not in tried]:
            return secrets.choice(new)
    return secrets.choice(others) if others else None


def found(questions: Sequence[Question], words: str) -> list[Question]:
    """Those with all the words in the title or the kind of task; else with the section and the model; else with one of
    the words at least. A word that stands nowhere is read as the one most like it."""
    near = {
        question.id: split(
            f"{question.title} {question.family.title} {question.family.id} {KINDS[question.kind]}"
        )
        for question in questions
    }
    far = {
        question.id: [*near[question.id], *split(f"{SECTIONS.get(question.section, '')} {question.model}")]
        for question in questions
    }
    known = {one for there in far.values() for one in there}
    wanted = [_known(word, known) for word in split(words)]
    if not wanted:
        return list(questions)
    telling = [word for word in wanted if len(word) > 1]
    for places, enough, words_there in ((near, all, wanted), (far, all, wanted), (far, any, telling)):
        hits = [one for one in questions if enough(_stands(word, places[one.id]) for word in words_there)]
        if hits:
            return hits
    return []


def _stands(word: str, there: list[str]) -> bool:
    """Whether it begins a word there; a single letter stands alone. Top-p, top p and TOP_P are the same."""
    return word in there if len(word) == 1 else any(one.startswith(word) for one in there)


def _known(word: str, known: set[str]) -> str:
    if _stands(word, list(known)):
        return word
    return next(iter(get_close_matches(word, known, 1, 0.82)), word)


def split(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.casefold())


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
