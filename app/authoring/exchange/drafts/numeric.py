"""Numbers to type as the steps of a formula question: constants with a tolerance, or a formula of drawn numbers."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction

from app.authoring.drafting import toml
from app.authoring.exchange.drafts import splitting
from app.authoring.exchange.drafts.closed import BEST, COST, percent
from app.authoring.exchange.drafts.lines import Notes, assign
from app.authoring.exchange.exchanged import RIGHT, Computed, Drawn, Exchanged, Numeric, Range
from app.authoring.exchange.numbers import of_float, written
from app.web.languages.languages import N_
from engine.answers.forms import Fixed, Form, Integer, Scientific
from engine.rounding.bands import reach

PART = N_("An answer that earned a part of the points there earns nothing here: %(what)s.")
FURTHER = N_("A second right number was left out: %(what)s.")
MIDDLE = N_("The same numbers are accepted; the key that is shown is the middle of them: %(what)s.")
NO_FEEDBACK = N_("The feedback for a right answer was left out: “%(what)s”.")
MANY_MISTAKES = N_(
    "Of its wrong numbers with feedback the first 24 were kept; this one was left out: %(what)s."
)
NEAR = N_("A wrong number was left out, for it lies too near the right one: %(what)s.")
WRONG_ALONE = N_("A wrong number without feedback was left out: %(what)s.")
WIDE = N_("The feedback for a wrong number is given for this number alone, as people round it: %(what)s.")
WITHIN = N_("Among the numbers around %(what)s some counted less there; here all of them are right.")
MOST_MISTAKES = 24
PLACES = range(2, 9)
HAIR = Decimal("1e-9")  # of a number: no further from the middle lies what other systems computed as it
LARGEST_FIXED = 1000  # from here on a number is asked in scientific form
LARGEST_INTEGER = 10**15


def steps(question: Exchanged, notes: Notes) -> Iterator[str]:
    asks = question.asks
    each = [("answer", "Answer", asks, None)] if isinstance(asks, Numeric) else splitting.steps(question)
    mistakes: list[tuple[str, Range, bool]] = []
    for name, title, numeric, points in each:
        key = numeric.right
        others = [one for one in numeric.ranges if one is not key]
        before = numeric.ranges[: numeric.ranges.index(key)]
        if any(one.low <= key.high and key.low <= one.high for one in before):
            notes.tell(WITHIN, written(key.key))
        if key.share < RIGHT:
            notes.tell(BEST, f"{written(key.key)}: {percent(key.share)} → 100 %")
        yield from ("", "[[steps]]", assign("name", name), assign("title", notes.shortened(title, "title")))
        yield from _key(key, notes)
        yield from ([assign("unit", numeric.unit[:40])] if numeric.unit else [])
        yield from ([assign("points", plain_points(points))] if points else [])
        mistakes += ((name, one, _is_near(one.key, key)) for one in others)
    yield from _mistakes(mistakes, notes)


def computed(asks: Computed) -> Iterator[str]:
    for name, drawn in asks.drawn.items():
        yield from ("", f"[variables.{toml.key(name)}]", assign("meaning", name), *_drawn(drawn))
    yield from ("", "[[steps]]", 'name = "answer"', 'title = "Answer"', assign("value", asks.formula))
    yield from ([assign("unit", asks.unit[:40])] if asks.unit else [])
    yield from (['form = "scientific"'] if asks.scientific else [])
    yield f"places = {asks.places}"
    yield from ([f"tolerance = {written(asks.tolerance)}"] if asks.tolerance else [])


def _key(key: Range, notes: Notes) -> Iterator[str]:
    """A constant that accepts the numbers of the range and no others."""
    middle, width = (key.low + key.high) / 2, (key.high - key.low) / 2
    even = abs(key.key - middle) <= HAIR * max(abs(key.low), abs(key.high))
    number = key.key if even else middle
    if not even:
        notes.tell(MIDDLE, written(middle))
    if key.feedback:
        notes.tell(NO_FEEDBACK, notes.line(key.feedback))
    form, places = written_as(number, width)
    yield assign("value", written(number))
    yield from ([assign("form", form)] if form != "fixed" else [])
    yield from ([f"places = {places}"] if form != "integer" else [])
    yield from ([f"tolerance = {written(width)}"] if width > 0 else [])


def _is_near(number: Decimal, key: Range) -> bool:
    """True if a wrong number lies so near the key that ours would not tell it from a right one that was rounded."""
    far = _reach(key)
    return key.low - far <= number <= key.high + far


def _reach(one: Range) -> Decimal:
    """How far rounding may lead from the middle of a range here."""
    form, places = written_as(one.key, (one.high - one.low) / 2)
    forms: dict[str, Form] = {"fixed": Fixed(places), "scientific": Scientific(places), "integer": Integer()}
    return of_float(reach(forms[form], float(one.key)))


def _mistakes(ranges: Sequence[tuple[str, Range, bool]], notes: Notes) -> Iterator[str]:
    """The wrong numbers that have a feedback; what is told of the others."""
    kept = 0
    for step, one, near in ranges:
        number = written(one.key)
        if one.share < 0:
            notes.tell(COST, f"{number}: {percent(one.share)} → 0 %")
        if one.share > 0:
            notes.tell(
                *(
                    (FURTHER, number)
                    if one.share == RIGHT
                    else (PART, f"{number}: {percent(one.share)} → 0 %")
                )
            )
            if one.feedback:
                notes.tell(NO_FEEDBACK, notes.line(one.feedback))
        elif not one.feedback:
            notes.tell(WRONG_ALONE, number)
        elif near:
            notes.tell(NEAR, f"{number}, “{notes.line(one.feedback)}”")
        elif kept == MOST_MISTAKES:
            notes.tell(MANY_MISTAKES, f"{number}, “{notes.line(one.feedback)}”")
        else:
            kept += 1
            if one.width > _reach(one):
                notes.tell(WIDE, f"{number} ± {written(one.width)}")
            yield from ("", "[[mistakes]]", assign("of", step), assign("value", number))
            yield assign("says", notes.short(one.feedback, "says"))


def written_as(number: Decimal, width: Decimal) -> tuple[str, int]:
    """The form of a key, with decimals enough that half of the last one lies within ``width``, if they do at all."""
    if width == 0 and number == int(number) and abs(number) < LARGEST_INTEGER:
        return "integer", 0
    mantissa, _, exponent = f"{number:.15e}".partition("e")
    digits = len(mantissa.rstrip("0").partition(".")[2])
    fixed = _places(width, 0) if width else max(2, digits - int(exponent))
    if fixed in PLACES and (number == 0 or Decimal(1).scaleb(1 - fixed) <= abs(number) < LARGEST_FIXED):
        return "fixed", fixed
    places = _places(width, int(exponent)) if width else max(2, digits)
    return "scientific", min(places, max(PLACES))


def _places(width: Decimal, exponent: int) -> int:
    """The fewest decimals of a number of this magnitude so that half of the last one is no more than the width."""
    fine = (places for places in PLACES if Decimal(5).scaleb(exponent - places - 1) <= width)
    return next(fine, max(PLACES) + 1)


def plain_points(points: Fraction) -> int | float | str:
    """Points as a text of ours has them: 3, 2.5, or 1/3 where decimals would not do."""
    if points.denominator == 1:
        return int(points)
    return float(points) if 10**4 % points.denominator == 0 else f"{points.numerator}/{points.denominator}"


def _drawn(drawn: Drawn) -> Iterator[str]:
    yield f"from = {written(drawn.low)}"
    yield f"to = {written(drawn.high)}"
    yield f"step = {written(Decimal(1).scaleb(-drawn.places))}"
