"""The door of the lab: a card for each demo, with its question and a small picture of its first state."""

from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from app.lab.demos import DEMOS
from app.lab.lab import AnyDemo, Score, of_section, scores
from app.questions.context import Context
from app.web.rendering import thumbnail
from app.web.sections import SECTIONS
from engine.solutions.pictures import Bars, Curve, HeatMap, Scatter


@dataclass(frozen=True, slots=True)
class Card:
    """A demo on the list of the lab: what the person has done there, and the picture of its first state."""

    score: Score
    title: str  # of the picture
    picture: Markup


def cards(context: Context, section: str) -> list[Card]:
    """The cards of the demos that show something of the section; all of them for "" and for an unknown section."""
    few = of_section(context.library.bank, section) or DEMOS
    return [Card(one, *drawn(one.demo)) for one in scores(context) if one.demo in few]


def sections() -> list[str]:
    """The sections to which the list can be narrowed, in the order of the syllabus."""
    own = {demo.section for demo in DEMOS}
    return [section for section in SECTIONS if section in own]


def cover_of(demo: type[AnyDemo]) -> Curve | Bars | HeatMap | Scatter:
    """The picture of its first state that a demo names as its ``cover``."""
    shown = getattr(demo(demo.state_type()), demo.cover)
    if not isinstance(shown, Curve | Bars | HeatMap | Scatter):
        raise TypeError(f"{demo.name}: {demo.cover} is no picture that can be drawn small")
    return shown


@cache
def drawn(demo: type[AnyDemo]) -> tuple[str, Markup]:
    """The title and the small drawing of its cover: it never changes, so each process draws it once."""
    cover = cover_of(demo)
    return cover.title, thumbnail(cover, demo.name)
