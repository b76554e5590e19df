"""Slips of the keys: a wrong number that one digit, two signs in the wrong order, a sign or a decimal mark part from a
right one."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine.answers import cells
from engine.answers.forms import Fixed, Integer, Scientific
from engine.answers.reading import Number
from engine.marking.explanations import is_near
from engine.marking.marking import Rule, rule_for
from engine.variants import Asked

NUMERAL = re.compile(r"[-+−]?(?:\d+(?:[.,]\d*)?|[.,]\d+)", re.ASCII)
FEWEST_DIGITS = 3  # of which one may be another: of fewer, nearly every number is one digit from a right one
LONGEST = 20


def is_slip(asked: Asked, typed: Sequence[str], wrong: Sequence[int]) -> bool:
    """True if the one ``wrong`` cell is a slip of the keys away from a right answer by the key. A number that rounding
    on the way may have moved is none."""
    form, keys = asked.step.form, cells.cells(asked.key)
    if len(wrong) != 1 or len(typed) != len(keys) or not isinstance(form, Fixed | Scientific | Integer):
        return False
    (index,) = wrong
    read = form.read(typed[index])
    if not isinstance(read, Number):
        return False
    leaves = [float(read.value) if n == index else key for n, key in enumerate(keys)]
    if is_near(asked, leaves, wrong):
        return False
    band, key = asked.bands[index], keys[index]
    numbers = filter(None, map(form.read, meant(typed[index])))
    return any(
        rule_for(form, number, key, band, asked.step.distribution) is not Rule.WRONG
        for number in numbers
        if isinstance(number, Number)
    )


def meant(typed: str) -> Iterator[str]:
    """Yields the numbers that somebody may have meant whose keys slipped once; none for what is no plain number."""
    text = typed.strip().replace("−", "-")
    if not NUMERAL.fullmatch(text) or len(text) > LONGEST:
        return
    unsigned = text.lstrip("+-")
    sign = text[: len(text) - len(unsigned)]
    yield unsigned if sign else f"-{unsigned}"
    for n, (one, other) in enumerate(pairwise(unsigned)):
        if one != other:
            yield f"{sign}{unsigned[:n]}{other}{one}{unsigned[n + 2 :]}"
    digits = re.sub("[.,]", "", unsigned)
    if digits != unsigned:
        yield sign + digits
    else:
        yield from (f"{sign}{digits[:n]}.{digits[n:]}" for n in range(len(digits)))
    if len(digits) >= FEWEST_DIGITS:
        for n, digit in enumerate(unsigned):
            if digit.isdigit():
                others = (other for other in "0123456789" if other != digit)
                yield from (f"{sign}{unsigned[:n]}{other}{unsigned[n + 1 :]}" for other in others)
