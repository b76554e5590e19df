"""Cards to turn: terms of the glossary, one-line questions, and words of exam questions."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Literal

from app.study.study import chapters
from app.web.sections import SECTIONS
from engine.study import Prompt, Section, Study, Term

Pack = Literal["prompts", "terms", "words"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Card:
    """Both sides of a card. ``id`` is the one that it has in a deck for Anki, too."""

    id: str
    front: str
    back: str
    formula: str = ""
    bn: str = ""
    section: str = ""

    @property
    def place(self) -> str:
        """The title of its section."""
        return SECTIONS.get(self.section, self.section)


@dataclass(frozen=True, slots=True)
class Turned:
    """One card of a shuffled pack, and its place in it."""

    card: Card
    place: int
    count: int


def turn(study: Study, pack: Pack, section: str, seed: int, place: int) -> Turned | None:
    """The card at this place of the pack as the seed shuffles it; None where there is no such card."""
    cards = list(_pack(study, pack, section))
    Random(f"{pack}/{section}/{seed}").shuffle(cards)
    return Turned(cards[place], place, len(cards)) if place < len(cards) else None


def terms(section: Section) -> Iterator[Card]:
    """The terms of a section, as cards."""
    for one in section.terms:
        yield Card(
            id=id_of_term(one), front=one.term, back=one.meaning, formula=one.formula, bn=one.bn,
            section=section.id,
        )  # fmt: skip


def prompts(section: Section) -> Iterator[Card]:
    """The one-line questions of a section, as cards."""
    for one in section.prompts:
        yield Card(
            id=id_of_prompt(section, one), front=one.ask, back=one.answer, bn=one.bn or "", section=section.id
        )


def id_of_term(term: Term) -> str:
    return f"term/{term.slug}"


def id_of_prompt(section: Section, prompt: Prompt) -> str:
    return f"prompt/{section.id}/{prompt.ask}"


def _pack(study: Study, pack: Pack, section: str) -> Iterator[Card]:
    if pack == "words":
        for word in study.words:
            yield Card(
                id=f"word/{word.word}", front=word.word, back=f"{word.meaning}. {word.example}", bn=word.bn
            )
    else:
        for one in chapters(study):
            if section in ("", one.id):
                yield from terms(one) if pack == "terms" else prompts(one)
