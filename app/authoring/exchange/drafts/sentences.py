"""Answers in words as lines of a draft: a free answer with a rubric, which a person marks."""

from collections.abc import Iterator
from fractions import Fraction

from app.authoring.exchange.drafts.lines import Notes, assign, todo
from app.authoring.exchange.drafts.numeric import plain_points
from app.authoring.exchange.exchanged import Essay
from app.web.languages.languages import N_
from engine.kinds.text import FREE, LEAST, MOST

RUBRIC = N_("It says nowhere what earns its points: write its rubric.")
WORTH = N_("It was worth %(what)s points there; a free answer has 0.5 to 20, so it has the nearest of these.")
MODEL = N_("Its model answer is missing.")
POINT = "expected answer"  # the name of the one point of the rubric


def essay(asks: Essay, points: Fraction, notes: Notes) -> Iterator[str]:
    """A rubric of one point, still to be written, which has all the points of the question."""
    notes.tell(RUBRIC)
    model = notes.short(asks.model, "answer")
    if not model:
        notes.tell(MODEL)
    yield assign("form", FREE)
    yield assign("answer", model) if model else todo("answer", "write the model answer")
    yield from ("", "[[rubric]]", assign("name", POINT), todo("says", "what earns these points"))
    yield _worth(points, notes)


def _worth(points: Fraction, notes: Notes) -> str:
    """The points of the rubric's one point, as many as a free answer may have."""
    kept = max(LEAST, min(MOST, points))
    if kept != points:
        notes.tell(WORTH, str(plain_points(points)))
    return assign("points", plain_points(kept))
