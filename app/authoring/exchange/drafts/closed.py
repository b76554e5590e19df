"""Options, pairs and items as lines of a draft, each with its reason."""

from collections.abc import Iterator, Mapping

from app.authoring.exchange.drafts.lines import Notes, assign
from app.authoring.exchange.exchanged import RIGHT, Choice, Match, Order
from app.web.languages.languages import N_

PART = N_("“%(what)s” earned a part of the points there; here it is right or wrong.")


def options(asks: Choice, solution: str, notes: Notes) -> Iterator[str]:
    """``solution`` is the reason of the right option where this has none of its own."""
    yield from ["several = true"] * asks.several
    for option in asks.options:
        text, why = notes.line(option.text), notes.line(option.feedback)
        right = option.share > 0 if asks.several else option.share == RIGHT
        if 0 < option.share < RIGHT and not asks.several:
            notes.tell(PART, text)
        yield from ("", "[[options]]", assign("text", text))
        yield from ["right = true"] * right
        yield notes.why(text, why or (solution if right else ""), "option")


def items(asks: Order, reasons: Mapping[str, str], notes: Notes) -> Iterator[str]:
    for item in asks.items:
        text = notes.line(item)
        yield from ("", "[[items]]", assign("text", text), notes.why(text, reasons.get(text, "")))


def pairs(asks: Match, reasons: Mapping[str, str], notes: Notes) -> Iterator[str]:
    if asks.extra:
        yield assign("extra", list(asks.extra))
    for left, right in asks.pairs:
        text = notes.line(left)
        yield from ("", "[[pairs]]", assign("left", text), assign("right", right))
        yield notes.why(text, reasons.get(text, ""))
