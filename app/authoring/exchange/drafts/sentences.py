"""Answers in words as lines of a draft: a free answer with a rubric, which a person marks."""

from collections.abc import Iterator
from fractions import Fraction

from app.authoring.exchange.drafts.closed import percent
from app.authoring.exchange.drafts.lines import Notes, assign, todo
from app.authoring.exchange.drafts.numeric import plain_points
from app.authoring.exchange.exchanged import WRONG, Essay, Short, Wording
from app.web.languages.languages import N_
from engine.kinds.text import FREE, LEAST, MOST

WORDS = N_("A typed word is compared with nothing here: it became a sentence that a person marks.")
RUBRIC = N_("It says nowhere what earns its points: write its rubric.")
WORTH = N_("It was worth %(what)s points there; a free answer has 0.5 to 20, so it has the nearest of these.")
MODEL = N_("Its model answer is missing.")
PART = N_("A word that earned a part of the points is only told to whoever marks: %(what)s.")
RIGHT_FEEDBACK = N_("The feedback for a right answer was left out: “%(what)s”.")
MORE_WRONG = N_("Of its wrong answers with feedback the first four were kept; left out: “%(what)s”.")
WRONG_ALONE = N_("A wrong answer without feedback was left out: “%(what)s”.")
CASE = N_("Capital and small letters counted there; here a person decides.")
MOST_WRONG = 4
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


def short(asks: Short, points: Fraction, notes: Notes) -> Iterator[str]:
    """A free answer that has to say one of the accepted words."""
    notes.tell(WORDS)
    if asks.by_case:
        notes.tell(CASE)
    right = [one.text for one in asks.right]
    part = [one for one in asks.wordings if one.share > 0 and one not in asks.right]
    said = f"It says: {' or '.join(right)}"
    for one in part:
        notes.tell(PART, share := f"{one.text}, {percent(one.share)}")
        said += f" (in part: {share})"
    yield assign("form", FREE)
    yield assign("answer", notes.shortened(f"The expected answer is: {' or '.join(right)}", "answer"))
    yield from ("", "[[rubric]]", assign("name", POINT), assign("says", notes.shortened(said, "rubric")))
    terms = [row for one in right if (row := one.lower().replace("|", " ").strip())]
    yield assign("terms", ["|".join(dict.fromkeys(terms))] if terms else [])
    yield _worth(points, notes)
    for one in asks.wordings:
        if one.share > 0 and one.feedback:
            notes.tell(RIGHT_FEEDBACK, notes.line(one.feedback))
    yield from _wrong([one for one in asks.wordings if one.share <= WRONG], notes)


def _wrong(wordings: list[Wording], notes: Notes) -> Iterator[str]:
    """The wrong answers that have a feedback; what is told of the others."""
    explained = [one for one in wordings if one.feedback]
    for one in wordings:
        if not one.feedback:
            notes.tell(WRONG_ALONE, one.text)
    for one in explained[:MOST_WRONG]:
        why = notes.short(one.feedback, "why")
        yield from ("", "[[wrong]]", assign("says", notes.shortened(one.text, "rubric")), assign("why", why))
    for one in explained[MOST_WRONG:]:
        notes.tell(MORE_WRONG, f"{one.text}: {notes.line(one.feedback)}")


def _worth(points: Fraction, notes: Notes) -> str:
    """The points of the rubric's one point, as many as a free answer may have."""
    kept = max(LEAST, min(MOST, points))
    if kept != points:
        notes.tell(WORTH, str(plain_points(points)))
    return assign("points", plain_points(kept))
