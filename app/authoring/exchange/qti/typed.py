"""Typed answers to an item: the numbers and words that are accepted, or answered by a feedback."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from xml.etree.ElementTree import Element

from app.authoring.exchange import numbers
from app.authoring.exchange.exchanged import RIGHT, WRONG, Gap, Numeric, Range, Short, Wording, around
from app.authoring.exchange.not_read import NO_ANSWER, NotRead
from app.authoring.exchange.qti.declarations import Declarations, share
from app.authoring.exchange.qti.patterns import wording
from app.authoring.exchange.qti.processing import Case, Interval, NotUnderstood, cases
from app.authoring.exchange.told import Told
from app.web.languages.languages import N_
from engine.answers.wordings import is_met, quoted

TOLERANCE = N_("The rule by which its number is marked cannot be read; the right number alone is accepted.")


def gap(made: Declarations, declared: Element, of: int) -> Gap:
    """A field for a number or a word, one ``of`` several. Raises NotRead."""
    if declared.get("baseType") in ("float", "integer"):
        ranges, worth = _ranges(made, declared, of)
        return Gap(Numeric(ranges), worth)
    return _short(made, declared, of)


def _ranges(made: Declarations, declared: Element, of: int) -> tuple[tuple[Range, ...], Fraction]:
    """The numbers that are accepted or answered by a feedback, and the points. Raises NotRead."""
    correct = made.correct(declared)
    key = next((value for one in correct if (value := numbers.number(one)) is not None), None)
    found = []
    try:
        for case in cases(made.item, declared.get("identifier", ""), correct[0] if correct else ""):
            found += [(interval, case) for interval in case.intervals]
    except NotUnderstood:
        found = []
    scores = [case.points for _, case in found if isinstance(case.points, Decimal)]
    most = max(scores, default=Decimal(0))
    worth = (numbers.points(str(most)) if most > 0 and of > 1 else None) or made.points / of
    ranges = (_range(made, interval, case, most, key) for interval, case in found)
    kept = tuple(one for one in ranges if one is not None)
    if not any(one.share > 0 for one in kept):
        return _exact(made, declared, correct), worth
    return tuple(sorted(kept, key=lambda one: one.share <= 0)), worth


def _range(
    made: Declarations, interval: Interval, case: Case, most: Decimal, key: Decimal | None
) -> Range | None:
    """None for a range without an end."""
    low, high = interval
    if not -numbers.LARGEST < low <= high < numbers.LARGEST:
        return None
    middle = key if key is not None and low <= key <= high else (low + high) / 2
    worth = RIGHT if case.points is True else share(Decimal(case.points or 0), most)
    return Range(middle, low, high, worth, made.feedback_of(case.says) if case.says else "")


def _exact(made: Declarations, declared: Element, correct: Sequence[str]) -> tuple[Range, ...]:
    """The right numbers alone. Raises NotRead."""
    mapped = [name for name, value in made.mapped(declared).items() if value > 0]
    keys = [value for one in (*correct, *mapped) if (value := numbers.number(one)) is not None]
    if not keys:
        raise NotRead(Told(NO_ANSWER))
    if made.item.find("responseProcessing/responseCondition") is not None:
        made.told.append(Told(TOLERANCE))
    return tuple(around(key) for key in dict.fromkeys(keys))


def _short(made: Declarations, declared: Element, of: int) -> Gap:
    """The wordings in the order in which they count: those of the mapping, else those of the rules that award points;
    then a key that none of them accepts, and words that are only answered. Raises NotRead."""
    response, correct = declared.get("identifier", ""), made.correct(declared)
    links, mapped, rules = made.links(response), made.mapped(declared), made.cases(response, "")
    worth = {quoted(name): value for name, value in mapped.items() if name}
    for case in rules:
        if isinstance(case.points, Decimal):
            worth |= {word: case.points for word in case.words if word not in worth}
    most = max(worth.values(), default=Decimal(0))
    shares = {text: share(value, most) for text, value in worth.items()}
    by_case = _by_case(declared, made.item, response)
    for one in correct:
        if not any(earned == RIGHT and is_met(text, one, by_case) for text, earned in shares.items()):
            shares.setdefault(quoted(one), RIGHT)
    for case in rules:
        for word in case.words:
            shares.setdefault(word, RIGHT if case.points else WRONG)
    if not any(one > 0 for one in shares.values()):
        raise NotRead(Told(NO_ANSWER))
    wordings = (
        Wording(text, earned, made.feedback_of(links[text]) if text in links else "")
        for text, earned in shares.items()
    )
    points = numbers.points(str(most)) if not mapped and of > 1 else None
    return Gap(Short(tuple(wordings), by_case), points or made.worth(declared, of))


def _by_case(declared: Element, item: Element, response: str) -> bool:
    """True if capital and small letters count: by its mapping, or where it has none by the rules about it."""
    entries = declared.findall("mapping/mapEntry")
    rules = [
        one
        for one in item.iter()
        if one.tag in ("stringMatch", "patternMatch")
        and any(each.get("identifier") == response for each in one.iter("variable"))
    ]
    read = [wording(one.get("pattern", "")) for one in rules if one.tag == "patternMatch"]
    counts = [one.get("caseSensitive") for one in entries or rules]
    return "true" in counts or (not entries and any(one is not None and one[1] for one in read))
