"""Exact numbers as LaTeX, where they are short enough to be read at a glance and say more than the decimals do."""

import math
from collections.abc import Mapping
from fractions import Fraction

from engine.answers.exact_numbers import ONE, PLAIN, Exact, Roots, Sum

MOST_TERMS = 4
LONG = 99  # numerators, denominators, factors and what stands under a root
LARGEST_POWER = 9
LARGEST_INDEX = 6

Joined = tuple[Fraction, Roots, Fraction]  # a term whose logarithm may be that of any fraction
Written = Mapping[Joined, Fraction]
ALONE: Joined = (Fraction(0), (), Fraction(1))
WHOLE: Written = {ALONE: Fraction(1)}


def written(number: Exact) -> str:
    """The closed form; "" where it is not known, or too long, or no more than the decimals, a bare e^x or ln x."""
    if not number.top or not math.isfinite(number.value):
        return ""
    top, bottom = (_joined(terms) for terms in _reduced(number.top, number.bottom))
    if len(top) + len(bottom) > MOST_TERMS + 1:
        return ""
    if not all(_legible(*term, factor) for terms in (top, bottom) for term, factor in terms.items()):
        return ""
    if top.keys() == bottom.keys() == WHOLE.keys():
        return _ratio(top[ALONE] / bottom[ALONE])
    if bottom != WHOLE:
        below = len(top) == 1 and next(iter(top.values())) < 0
        sign, top = ("-", {term: -factor for term, factor in top.items()}) if below else ("", top)
        return rf"{sign}\dfrac{{{_sum(top)}}}{{{_sum(bottom)}}}"
    return _sum(top) if len(top) > 1 or _tells(*next(iter(top.items()))) else ""


def _ratio(number: Fraction) -> str:
    """The number as a fraction; "" where four decimals say it, or where its parts are long."""
    plain = 10_000 % number.denominator == 0 or max(abs(number.numerator), number.denominator) > LONG
    return "" if plain else _fraction(number)


def _tells(term: Joined, factor: Fraction) -> bool:
    """True if a lone term says more than the line itself: neither e^x nor ln x does."""
    power, roots, log = term
    return bool(roots) or abs(factor) != 1 or (bool(power) and log != 1)


def _reduced(top: Sum, bottom: Sum) -> tuple[Sum, Sum]:
    """Whole factors above and below, without a power of e that all terms share; a lone fraction where they are
    proportional."""
    if not top:
        return {}, ONE
    ratios = {top.get(term, Fraction(0)) / factor for term, factor in bottom.items()}
    if top.keys() == bottom.keys() and len(ratios) == 1:
        top, bottom = {PLAIN: ratios.pop()}, ONE
    least = min(power for power, _, _ in [*top, *bottom]) if len(bottom) > 1 else next(iter(bottom))[0]
    factors = [*top.values(), *bottom.values()]
    scale = math.lcm(*(factor.denominator for factor in factors))
    shared = math.gcd(*(int(factor * scale) for factor in factors))
    sign = -1 if max(bottom.items())[1] < 0 else 1

    def scaled(terms: Sum) -> Sum:
        return {(p - least, roots, log): c * scale * sign / shared for (p, roots, log), c in terms.items()}

    return scaled(top), scaled(bottom)


def _joined(terms: Sum) -> Written:
    """The logarithms of whole multiples as one: 2 ln 2 + ln 5 is ln 20."""
    alone = {log: c for (power, roots, log), c in terms.items() if log != 1 and not power and not roots}
    kept = {(power, roots, Fraction(log)): c for (power, roots, log), c in terms.items()}
    if not alone or any(factor.denominator > 1 for factor in alone.values()):
        return kept
    shared = math.gcd(*(int(factor) for factor in alone.values()))
    inside = math.prod((Fraction(prime) ** int(c / shared) for prime, c in alone.items()), start=Fraction(1))
    if inside < 1:
        inside, shared = 1 / inside, -shared
    rest = {term: c for term, c in kept.items() if term[2] == 1 or term[0] or term[1]}
    return rest | {(Fraction(0), (), inside): Fraction(shared)}


def _legible(power: Fraction, roots: Roots, log: Fraction, factor: Fraction) -> bool:
    index = _index(roots)
    inside = math.prod(prime ** int(exponent * index) for prime, exponent in roots)
    sizes = (abs(factor), inside, log.numerator, log.denominator)
    return (
        max(sizes) <= LONG
        and abs(power) <= LARGEST_POWER
        and index <= LARGEST_INDEX
        and 100 % power.denominator == 0
    )


def _sum(terms: Written) -> str:
    told = ""
    for term, factor in sorted(terms.items(), key=lambda one: (one[1] > 0, one[0]), reverse=True):
        sign = "-" if factor < 0 else "+" if told else ""
        told += (f" {sign} " if told else sign) + _term(*term, abs(factor))
    return told


def _term(power: Fraction, roots: Roots, log: Fraction, factor: Fraction) -> str:
    parts = []
    if power:
        parts.append("e" if power == 1 else f"e^{{{float(power):.4g}}}")
    if roots:
        index = _index(roots)
        inside = math.prod(prime ** int(exponent * index) for prime, exponent in roots)
        parts.append(rf"\sqrt{f'[{index}]' if index > 2 else ''}{{{inside}}}")
    if log != 1:
        parts.append(rf"\ln {_fraction(log)}")
    if factor != 1 or not parts:
        parts.insert(0, _fraction(factor))
    return r"\, ".join(parts)


def _index(roots: Roots) -> int:
    """The index of the one root that holds them all."""
    return math.lcm(*(exponent.denominator for _, exponent in roots))


def _fraction(number: Fraction) -> str:
    if number.denominator == 1:
        return str(number.numerator)
    sign = "-" if number < 0 else ""
    return rf"{sign}\dfrac{{{abs(number.numerator)}}}{{{number.denominator}}}"
