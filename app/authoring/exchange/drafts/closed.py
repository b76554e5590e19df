"""Options, pairs and items as lines of a draft, each with its reason."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from app.authoring.exchange.drafts.lines import Notes, assign
from app.authoring.exchange.exchanged import RIGHT, WRONG, Choice, Match, Order
from app.web.languages.languages import N_

COST = N_("A wrong answer took points there and takes none here: %(what)s.")
BEST = N_("Its best answer earned a part of the points there; here it earns all of them: %(what)s.")
TOGETHER = N_("All that is right together earned %(what)s of the points there; here it earns all of them.")


def options(asks: Choice, solution: str, notes: Notes) -> Iterator[str]:
    """``solution`` is the reason of the right option where this has none of its own."""
    texts = [notes.line(option.text) for option in asks.options]
    shares = _shares(asks, texts, notes)
    scoring = _scoring(asks, shares) if asks.several else ""
    yield from ["several = true"] * asks.several
    yield from [assign("scoring", scoring)] * (scoring not in ("", "right minus wrong"))
    for option, text, share in zip(asks.options, texts, shares, strict=True):
        why = notes.line(option.feedback)
        right = share > WRONG if asks.several else share == RIGHT
        own = scoring == "shares" or (not asks.several and not right)
        yield from ("", "[[options]]", assign("text", text))
        yield from ["right = true"] * right
        yield from [assign("share", fraction(share))] * (own and share != WRONG)
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


def fraction(share: Fraction) -> str:
    """A share of the points as a text of ours has it: 1/3."""
    return f"{share.numerator}/{share.denominator}"


def percent(share: Fraction) -> str:
    """A share in hundredths, as 33.33 %."""
    return f"{round(float(share * 100), 2):g} %"


def _shares(asks: Choice, texts: list[str], notes: Notes) -> list[Fraction]:
    """The share that each option has here; what is changed of those that came is told with both numbers."""
    came = [option.share for option in asks.options]
    whole = sum((one.share for one in asks.right), WRONG) if asks.several else max(came)
    kept = list(came)
    if asks.several and not asks.whole and whole < RIGHT:
        kept = [share / whole if share > WRONG else share for share in came]
        notes.tell(TOGETHER, percent(whole))
    elif not asks.several:
        kept = [RIGHT if share == whole else max(WRONG, share) for share in came]
    for text, before, now in zip(texts, came, kept, strict=True):
        if before != now and not asks.several:
            notes.tell(COST if before < WRONG else BEST, f"{text}: {percent(before)} → {percent(now)}")
    return kept


def _scoring(asks: Choice, shares: list[Fraction]) -> str:
    """The rule by which several ticks count as they did there."""
    if asks.whole:
        return "all or nothing"
    each = Fraction(1, max(1, len(asks.right)))
    usual = all(share == (each if share > WRONG else -each) for share in shares)
    return "right minus wrong" if usual else "shares"
