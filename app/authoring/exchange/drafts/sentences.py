"""What is answered in words as lines of a draft: sentences with a rubric, which a person marks."""

from collections.abc import Iterator
from fractions import Fraction

from app.authoring.exchange.drafts.closed import PART
from app.authoring.exchange.drafts.lines import Notes, assign, todo
from app.authoring.exchange.exchanged import RIGHT, Essay, Short
from app.web.languages.languages import N_
from engine.kinds.text import NAMED, POINTS

WORDS = N_("A typed word is compared with nothing here: it became a sentence that a person marks.")
RUBRIC = N_("The points of its rubric are missing.")
WORTH = N_("It is worth %(what)s here, by its form.")
MODEL = N_("Its model answer is missing.")
MOST_WRONG = 4
FURTHER = ("further", "another")  # names of points beyond those that a form demands


def essay(asks: Essay, points: Fraction, notes: Notes) -> Iterator[str]:
    """A rubric of the form whose points come nearest, still to be written."""
    form = min(POINTS, key=lambda name: abs(POINTS[name] - points))
    _worth(form, points, notes)
    notes.tell(RUBRIC)
    model = notes.short(asks.model, "answer")
    if not model:
        notes.tell(MODEL)
    yield assign("form", form)
    yield assign("answer", model) if model else todo("answer", "write the model answer")
    for name in (*sorted(NAMED[form]), *FURTHER)[: POINTS[form]]:
        yield from ("", "[[rubric]]", assign("name", name), todo("says", "what this point asks for"))
        yield 'terms = []  # Missing: words that an answer with this point nearly always has, as ["loss|cost"]'


def short(asks: Short, points: Fraction, notes: Notes) -> Iterator[str]:
    """A definition that has to say one of the accepted words."""
    notes.tell(WORDS)
    _worth("definition", points, notes)
    for wording in asks.wordings:
        if 0 < wording.share < RIGHT:
            notes.tell(PART, wording.text)
    right = [one.text for one in asks.right]
    said = " or ".join(right)
    yield assign("form", "definition")
    yield assign("answer", notes.shortened(f"The expected answer is: {said}", "answer"))
    yield from ("", "[[rubric]]", assign("name", "definition"), assign("says", f"It says: {said}"[:300]))
    yield assign("terms", ["|".join(dict.fromkeys(one.lower().replace("|", " ") for one in right))])
    wrong = [one for one in asks.wordings if one.share <= 0 and one.feedback]
    for one in wrong[:MOST_WRONG]:
        says, why = one.text[:300], notes.short(one.feedback, "why")
        yield from ("", "[[wrong]]", assign("says", says), assign("why", why))


def _worth(form: str, points: Fraction, notes: Notes) -> None:
    if points != POINTS[form]:
        notes.tell(WORTH, str(POINTS[form]))
