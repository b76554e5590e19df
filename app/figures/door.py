"""The list of the figures: cards with a small picture of their first state."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from app.web.rendering import thumbnail
from engine.figures.catalogue import figures
from engine.figures.figure import Figure


@dataclass(frozen=True, slots=True)
class Card:
    """A figure on the list, with the first of its pictures."""

    figure: Figure
    picture: Markup


@cache
def cards(section: str) -> Sequence[Card]:
    """The cards of a section, all of them for "", in the order of the syllabus. They never change: each process draws
    them once."""
    if section:
        return [card for card in cards("") if card.figure.section == section]
    return [_card(figure) for figure in figures().values()]


def sections() -> Sequence[str]:
    """The sections to which the list can be narrowed."""
    return list(dict.fromkeys(figure.section for figure in figures().values()))


def _card(figure: Figure) -> Card:
    first = figure.show(figure.at({})).pictures[0]
    return Card(figure, thumbnail(first, f"small-{figure.id}"))
