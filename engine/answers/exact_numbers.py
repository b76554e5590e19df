"""Numbers that know what they are exactly: e/(2e + 1), 3√2, ln 6, 20/21.

An ``Exact`` goes through a step's own arithmetic, in arrays too (NumPy calls its ``exp``, ``log`` and ``sqrt``). It is
a quotient of two sums of terms: a fraction times a power of e, times roots of primes, times the logarithm of a prime.
Where an operation leads out of these, only the value is left.
"""

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Self

Roots = tuple[tuple[int, Fraction], ...]  # primes, rising, each with its exponent between 0 and 1
Term = tuple[Fraction, Roots, int]  # the exponent of e, the roots, the prime of the logarithm or 1
Sum = Mapping[Term, Fraction]

PLAIN: Term = (Fraction(0), (), 1)
ONE: Sum = {PLAIN: Fraction(1)}
MOST_TERMS = 24
DIGITS = 8  # a float with more of them came out of a calculation, so it is not exact
LARGEST = 10**6


class Exact:
    """A number with its exact form: ``value`` is the float, ``top`` and ``bottom`` the sums of a quotient, ``top`` None
    where it is not known."""

    __slots__ = ("bottom", "top", "value")

    def __init__(self, value: float, top: Sum | None = None, bottom: Sum = ONE) -> None:
        kept = top is not None and max(len(top), len(bottom)) <= MOST_TERMS
        self.value, self.top, self.bottom = value, top if kept else None, bottom

    @classmethod
    def of(cls, number: Any) -> Self:
        """An integer, a fraction, or a float as it was typed."""
        if isinstance(number, cls):
            return number
        value = float(number)
        short = math.isfinite(value) and len(repr(value).strip("-0.").replace(".", "")) <= DIGITS
        if isinstance(number, int | Fraction) or short:
            exact = number if isinstance(number, int | Fraction) else repr(value)
            return cls.rational(Fraction(exact))
        return cls(value)

    @classmethod
    def rational(cls, number: Fraction) -> Self:
        """A number whose fraction is known."""
        return cls(float(number), {PLAIN: number} if number else {})

    @property
    def fraction(self) -> Fraction | None:
        """The number where it is rational."""
        if self.top is None or self.bottom != ONE or not self.top.keys() <= {PLAIN}:
            return None
        return self.top.get(PLAIN, Fraction(0))

    def __add__(self, other: Any) -> "Exact":
        other = Exact.of(other)
        value = self.value + other.value
        if self.top is None or other.top is None:
            return Exact(value)
        if self.bottom == other.bottom:
            return Exact(value, _added(self.top, other.top), self.bottom)
        mine, theirs = _product(self.top, other.bottom), _product(other.top, self.bottom)
        bottom = _product(self.bottom, other.bottom)
        if mine is None or theirs is None or bottom is None:
            return Exact(value)
        return Exact(value, _added(mine, theirs), bottom)

    def __mul__(self, other: Any) -> "Exact":
        other = Exact.of(other)
        value = self.value * other.value
        if self.top is None or other.top is None:
            return Exact(value)
        if not self.top or not other.top:
            return Exact.rational(Fraction(0))
        bottom = _product(self.bottom, other.bottom)
        return Exact(value, _product(self.top, other.top) if bottom else None, bottom or ONE)

    def __truediv__(self, other: Any) -> "Exact":
        return self * Exact.of(other).inverse()

    def inverse(self) -> "Exact":
        """The reciprocal; of a lone logarithm only the value is kept."""
        value = 1 / self.value
        if self.top is None:
            return Exact(value)
        if len(self.top) > 1:
            return Exact(value, self.bottom, self.top)
        ((power, roots, log), factor) = next(iter(self.top.items()))
        if log != 1:
            return Exact(value)
        upside = _powered({prime: -exponent for prime, exponent in roots}, -power, 1 / factor)
        return Exact(value, _product(self.bottom, upside))

    def __neg__(self) -> "Exact":
        return self * -1

    def __sub__(self, other: Any) -> "Exact":
        return self + -Exact.of(other)

    def __rsub__(self, other: Any) -> "Exact":
        return Exact.of(other) - self

    def __rtruediv__(self, other: Any) -> "Exact":
        return Exact.of(other) / self

    __radd__ = __add__
    __rmul__ = __mul__

    def __pow__(self, exponent: Any) -> "Exact":
        if exponent == 0.5:
            return self.sqrt()
        if exponent != int(exponent) or abs(exponent) > 12:
            return Exact(self.value ** float(exponent))
        power = math.prod([self] * abs(int(exponent)), start=Exact.of(1))
        return power if exponent >= 0 else power.inverse()

    def square(self) -> "Exact":
        """The number times itself."""
        return self * self

    def exp(self) -> "Exact":
        """e to this number; exact for a rational plus rational multiples of logarithms, and 0 for minus infinity."""
        if self.value == -math.inf:
            return Exact.rational(Fraction(0))
        value = math.exp(self.value)
        if self.top is None or self.bottom != ONE or any(power or roots for power, roots, _ in self.top):
            return Exact(value)
        exponents = {log: factor for (_, _, log), factor in self.top.items()}
        return Exact(value, _powered(exponents, exponents.pop(1, Fraction(0))))

    def log(self) -> "Exact":
        """The logarithm; exact for a single term, by its power of e and the logarithms of its primes."""
        value = math.log(self.value)
        if self.top is None or self.bottom != ONE or len(self.top) != 1:
            return Exact(value)
        ((power, roots, log), factor) = next(iter(self.top.items()))
        primes = _primes(factor)
        if log != 1 or primes is None:
            return Exact(value)
        terms: Sum = {(Fraction(0), (), prime): exponent for prime, exponent in primes.items()}
        inside: Sum = {(Fraction(0), (), prime): exponent for prime, exponent in roots}
        return Exact(value, _added(_added(terms, inside), {PLAIN: power}))

    def sqrt(self) -> "Exact":
        """The square root; exact for 0 and for a positive fraction without large parts."""
        value, known = math.sqrt(self.value), self.fraction
        primes = _primes(known) if known else None
        if primes is None:
            return Exact(value, {} if value == 0 else None)
        return Exact(value, _powered({prime: exponent / 2 for prime, exponent in primes.items()}))

    def __abs__(self) -> "Exact":
        return -self if self.value < 0 else self

    def __float__(self) -> float:
        return self.value

    def __bool__(self) -> bool:
        return self.value != 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int | float | Fraction | Exact) and self.value == float(other)

    def __hash__(self) -> int:
        return hash(self.value)

    def __lt__(self, other: Any) -> bool:
        return self.value < float(other)

    def __le__(self, other: Any) -> bool:
        return self.value <= float(other)

    def __gt__(self, other: Any) -> bool:
        return self.value > float(other)

    def __ge__(self, other: Any) -> bool:
        return self.value >= float(other)

    def conjugate(self) -> Self:
        """NumPy asks for it in norms."""
        return self


def _added(a: Sum, b: Sum) -> Sum:
    sums = {term: a.get(term, Fraction(0)) + b.get(term, Fraction(0)) for term in {**a, **b}}
    return {term: factor for term, factor in sums.items() if factor}


def _product(a: Sum, b: Sum) -> Sum | None:
    """The product of two sums; None where two logarithms would meet."""
    found: Sum = {}
    for (p, roots, x), c in a.items():
        for (q, others, y), d in b.items():
            if x != 1 != y:
                return None
            exponents = dict(roots)
            for prime, exponent in others:
                exponents[prime] = exponents.get(prime, Fraction(0)) + exponent
            found = _added(found, _powered(exponents, p + q, c * d, x * y))
    return found


def _powered(
    exponents: Mapping[int, Fraction],
    power: Fraction = Fraction(0),
    factor: Fraction = Fraction(1),
    log: int = 1,
) -> Sum:
    """One term: powers of primes, whose whole parts go into the factor."""
    for prime, exponent in exponents.items():
        factor *= Fraction(prime) ** math.floor(exponent)
    roots = tuple(
        (prime, exponent - math.floor(exponent))
        for prime, exponent in sorted(exponents.items())
        if exponent.denominator > 1
    )
    return {(power, roots, log): factor}


def _primes(number: Fraction) -> dict[int, Fraction] | None:
    """The exponents of the primes of a positive fraction; None where it is not one, or has large parts."""
    if number <= 0 or max(number.numerator, number.denominator) > LARGEST:
        return None
    found: dict[int, Fraction] = {}
    for part, sign in ((number.numerator, 1), (number.denominator, -1)):
        rest, prime = part, 2
        while rest > 1:
            prime = rest if prime * prime > rest else prime
            while rest % prime == 0:
                rest //= prime
                found[prime] = found.get(prime, Fraction(0)) + sign
            prime += 1
    return found
