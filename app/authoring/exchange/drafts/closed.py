"""Options, pairs and items as lines of a draft, each with its reason."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from app.authoring.exchange.drafts.lines import Notes, assign
from app.authoring.exchange.exchanged import RIGHT, WRONG, Choice, Match, Order
from app.web.languages.languages import N_

PART = N_("An answer that earned a part of the points there earns nothing here: %(what)s.")
COST = N_("A wrong answer took points there and takes none here: %(what)s.")
EQUAL = N_("Here all right options earn the same: %(what)s.")
TAKES = N_("Here a wrong option takes as much as a right one earns: %(what)s.")


def options(asks: Choice, solution: str, notes: Notes) -> Iterator[str]:
    """``solution`` is the reason of the right option where this has none of its own."""
    yield from ["several = true"] * asks.several
    yield from ['scoring = "all or nothing"'] * (asks.several and asks.whole)
    shares = [(notes.line(option.text), option.share) for option in asks.options]
    if not asks.several:
        _tell_of_one(shares, notes)
    elif not asks.whole:
        _tell_of_several(shares, notes)
    for option, (text, share) in zip(asks.options, shares, strict=True):
        why = notes.line(option.feedback)
        right = share > 0 if asks.several else share == RIGHT
        yield from ("", "[[options]]", assign("text", text))
        yield from ["right = true"] * right
        yield from notes.why(text, why or (solution if right else ""), "option")


def items(asks: Order, reasons: Mapping[str, str], notes: Notes) -> Iterator[str]:
    for item in asks.items:
        text = notes.line(item)
        yield from ("", "[[items]]", assign("text", text), *notes.why(text, reasons.get(text, "")))


def pairs(asks: Match, reasons: Mapping[str, str], notes: Notes) -> Iterator[str]:
    if asks.extra:
        yield assign("extra", list(asks.extra))
    for left, right in asks.pairs:
        text = notes.line(left)
        yield from ("", "[[pairs]]", assign("left", text), assign("right", right))
        yield from notes.why(text, reasons.get(text, ""))


def percent(share: Fraction) -> str:
    """A share in hundredths, as 33.33 %."""
    return f"{round(float(share * 100), 2):g} %"


def _tell_of_one(shares: list[tuple[str, Fraction]], notes: Notes) -> None:
    for text, share in shares:
        if WRONG < share < RIGHT:
            notes.tell(PART, f"{text}: {percent(share)}")
        elif share < WRONG:
            notes.tell(COST, f"{text}: {percent(share)}")


def _tell_of_several(shares: list[tuple[str, Fraction]], notes: Notes) -> None:
    """Here each right option earns its part of the points, and a wrong one takes as much."""
    right = [(text, share) for text, share in shares if share > WRONG]
    each = Fraction(1, max(1, len(right)))
    wrong = [(text, share) for text, share in shares if share <= WRONG]
    for says, those, usual in ((EQUAL, right, each), (TAKES, wrong, -each)):
        if any(share != usual for _, share in those):
            changed = (f"{text}: {percent(share)} → {percent(usual)}" for text, share in those)
            notes.tell(says, ", ".join(changed))
