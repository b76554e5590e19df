"""Wordings as lines of a draft: each right, or worth its share, or wrong, with its feedback as the reason."""

from collections.abc import Iterator

from app.authoring.exchange.drafts.closed import BEST, COST, fraction, percent
from app.authoring.exchange.drafts.lines import Notes, assign
from app.authoring.exchange.exchanged import RIGHT, WRONG, Short, Wording
from app.web.languages.languages import N_
from engine.kinds.short import LONGEST, MOST

TWICE = N_("An answer that stood there twice was left out, for the first one counts: “%(what)s”.")
MANY = N_("Of its answers the first 40 were kept; left out: “%(what)s”.")
LONG = N_("An answer of more than 300 letters was left out: “%(what)s”.")


def wordings(asks: Short, notes: Notes) -> Iterator[str]:
    """Wrong answers without feedback stay, too: one of them may keep a later wording from being met."""
    yield from ["by_case = true"] * asks.by_case
    most = asks.right[0].share
    if most < RIGHT:
        notes.tell(BEST, f"{asks.right[0].text}: {percent(most)} → 100 %")
    for one in _kept(asks.wordings, notes):
        yield from ("", "[[wordings]]", assign("text", one.text))
        if one.share == most:
            yield "right = true"
        elif one.share > WRONG:
            yield assign("share", fraction(one.share))
        elif one.share < WRONG:
            notes.tell(COST, f"{one.text}: {percent(one.share)} → 0 %")
        if why := notes.line(one.feedback):
            yield assign("why", notes.shortened(why, "why"))


def _kept(wordings: tuple[Wording, ...], notes: Notes) -> Iterator[Wording]:
    found: set[str] = set()
    for one in wordings:
        text = " ".join(one.text.split())
        if len(text) > LONGEST:
            notes.tell(LONG, text)
        elif text in found:
            notes.tell(TWICE, text)
        elif len(found) == MOST:
            notes.tell(MANY, text)
        else:
            found.add(text)
            yield one
