"""Wrong numbers that are the right ones with too few digits: rounded to fewer than are asked, or cut off."""

from collections.abc import Iterator, Sequence
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal

from engine.answers.forms import Fixed, Integer, Numeric, Scientific, exponent_of

NOISELESS = 12  # digits of a float that no calculation has blurred
LEAST = 1000  # for whole numbers; every digit of a shorter one counts
TALLIED = {1: "one", 2: "two"}


def shortened(form: Numeric, typed: Sequence[float], keys: Sequence[float], rounded: bool) -> str:
    """The sentence for numbers that are all their keys with fewer digits, rounded or cut off; "" where one is not."""
    if not all(_is(x, key, form, rounded) for x, key in zip(typed, keys, strict=True)):
        return ""
    if isinstance(form, Integer):
        return f"This looks {'rounded' if rounded else 'cut off'}: every digit is asked here."
    if rounded:
        return f"This looks rounded too early: {asked(form)}. Keep more on the way, and round the last number only."
    return f"This looks cut off, not rounded: {asked(form)}, and the last digit goes up from a half on."


def asked(form: Fixed | Scientific) -> str:
    """The number of digits asked, as a clause."""
    match form:
        case Fixed(places):
            return f"{TALLIED.get(places, places)} decimal{'s are' if places != 1 else ' is'} asked"
        case Scientific(places):
            return f"{places + 1} significant digit{'s are' if places else ' is'} asked"


def _is(x: float, key: float, form: Numeric, rounded: bool) -> bool:
    """True if the number is the key with fewer digits, in one of the places that may be left."""
    exact, mine = (Decimal(f"{number:.{NOISELESS}g}") for number in (key, x))
    ways = (ROUND_HALF_UP, ROUND_HALF_EVEN) if rounded else (ROUND_DOWN,)
    units = (Decimal(1).scaleb(-place) for place in _places(form, key, rounded))
    return mine != 0 and any(
        (exact / unit).to_integral_value(way) * unit == mine for unit in units for way in ways
    )


def _places(form: Numeric, key: float, rounded: bool) -> Iterator[int]:
    """The last decimals (below 0 before the point) that may be left of a key. A single digit says too little."""
    first = -exponent_of(key)
    match form:
        case Fixed(places):
            yield from range(min(first + 1, 1), places + (not rounded))
        case Scientific(places):
            yield from range(first + (not rounded), first + places + (not rounded))
        case _ if abs(key) >= LEAST:
            yield from range(first + 1, 0)
