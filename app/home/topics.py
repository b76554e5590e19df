"""Topics: all exercises under folded headings, found by words and narrowed by filters."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import get_args

from app.home.exercises import BEST, FEW, Exercise, Lister, Part, by_section, by_skill, states
from app.home.filters import Filters
from app.learning.standing import standings
from app.questions.context import Context
from app.questions.index import term_named
from app.questions.search import found
from app.questions.suggestions import suggested
from app.web.languages.languages import N_
from app.web.sections import SECTIONS
from engine.bank import Bank
from engine.learning.knowledge import Standing
from engine.questions import Model, Question
from engine.study import Term


@dataclass(frozen=True, kw_only=True, slots=True)
class Room:
    """The exercises under one heading; ``parts`` are None where it is folded."""

    heading: str
    anchor: str
    title: str
    count: int
    states: Mapping[Standing, int]
    parts: tuple[Part, ...] | None

    @property
    def folded(self) -> bool:
        """True if its skills are so many that each part is folded."""
        lengths = [len(part.skills) for part in self.parts or ()]
        return max(lengths, default=0) > FEW or (len(lengths) > 2 and sum(lengths) > FEW)


@dataclass(frozen=True, kw_only=True, slots=True)
class Topics:
    """A list of exercises: ``count`` of ``total`` are found. ``best`` are the first hits of a search, which was
    ``read_as`` other words where a slip was mended; ``term`` is the term of the glossary that was typed, and
    ``instead`` are some to try where nothing is found."""

    wanted: Filters
    rooms: tuple[Room, ...]
    best: tuple[Exercise, ...]
    count: int
    total: int
    states: Mapping[Standing, int]
    read_as: str
    term: Term | None
    instead: tuple[Term, ...]


def topics(context: Context, bank: Bank, wanted: Filters) -> Topics:
    """The exercises that are wanted, by section or by model, with what the learner knows of each.

    Opens the heading that is named, the only one there is, and all of them where few exercises are left.
    """
    lister = Lister(context, standings(context))
    fits = [one for one in bank.questions.values() if wanted.takes(one)]
    if wanted.likely:
        fits = [one for one in fits if lister.likely(one)]
    if wanted.state:
        fits = [one for one in fits if lister.state(one) == wanted.state]
    hits = found(context.library.bank, fits, wanted.q)
    searched = bool(wanted.q.strip())
    few = len(hits.questions) <= FEW
    best = lister.lines(hits.questions[: FEW if few else BEST]) if searched else []
    grouped: dict[str, list[Question]] = {}
    for question in _in_order(fits, hits.questions) if searched else fits:
        grouped.setdefault(question.section if wanted.by == "section" else question.model, []).append(
            question
        )
    if searched and few:
        grouped = {}
    every = len(grouped) == 1 or (wanted.narrow and few)
    return Topics(
        wanted=wanted,
        rooms=tuple(
            _room(lister, heading, grouped[heading], every or wanted.open == heading)
            for heading in _headings(wanted, grouped)
        ),
        best=tuple(best),
        count=len(hits.questions),
        total=len(bank.questions),
        states=states(map(lister.state, hits.questions)),
        read_as=hits.read_as,
        term=term_named(bank, hits.read_as or wanted.q) if searched else None,
        instead=suggested(bank, wanted.q) if searched and not hits.questions else (),
    )


def beside_section(context: Context, section: str) -> tuple[Mapping[Standing, int], tuple[Part, ...]]:
    """A section's exercises for its study page: how many are in each state, and their skills."""
    lister = Lister(context, standings(context))
    lines = lister.lines(
        one for one in context.library.everybodys(context.person).questions.values() if one.section == section
    )
    return states(one.state for one in lines), by_skill(section, lines)


def _in_order(fits: list[Question], hits: Collection[Question]) -> list[Question]:
    """The hits as the course goes."""
    there = {one.id for one in hits}
    return [one for one in fits if one.id in there]


def _headings(wanted: Filters, grouped: Mapping[str, object]) -> list[str]:
    if wanted.by == "section":
        return list(grouped)
    return [model for model in get_args(Model) if model in grouped]


def _room(lister: Lister, heading: str, questions: list[Question], opened: bool) -> Room:
    anchor = heading.replace(" ", "-")
    divided = by_skill if heading in SECTIONS else by_section
    title = SECTIONS.get(heading, N_("Any model") if heading == "any" else heading)
    return Room(
        heading=heading,
        anchor=anchor,
        title=title[:1].upper() + title[1:],
        count=len(questions),
        states=states(map(lister.state, questions)),
        parts=divided(anchor, lister.lines(questions)) if opened else None,
    )
