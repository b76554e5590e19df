"""Values as LaTeX, and the few shapes of arithmetic that many steps show: sums of products, quotients, roots.

Numbers inside a calculation keep four decimals (``decimals``: or more), so that what is printed can be recomputed on a
calculator; what a step is *asked* as is shown in its own form.
"""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import numpy as np

from engine.answers.forms import Fixed, exponent_of, text_latex
from engine.parameters import Frozen

SLOT = re.compile(r"<(\w+)>")
INSIDE = 4  # decimals shown inside a calculation
MOST_TERMS = 8
_kept = ContextVar("kept", default=INSIDE)


@contextmanager
def decimals(kept: int) -> Iterator[None]:
    """Numbers with so many decimals inside a calculation, where four are too few for what is printed to come out."""
    before = _kept.set(kept)
    try:
        yield
    finally:
        _kept.reset(before)


def number(x: float) -> str:
    """The number in as few digits as tell it: integers whole, at most four decimals, powers of ten beyond a million."""
    if not math.isfinite(x):
        return r"-\infty" if x < 0 else r"\infty"
    if _whole(x):
        return f"{int(x):,}".replace(",", r"\,") if abs(x) >= 10_000 else str(int(x))
    scale, places, exponent = _written(x)
    if not exponent:
        written = Fixed(places).show(x)
        return written.rstrip("0").rstrip(".") if _short(x, places) else written
    mantissa = Fixed(places).show(x / scale).rstrip("0").rstrip(".")
    return rf"{mantissa} \times 10^{{{exponent}}}" if mantissa != "1" else rf"10^{{{exponent}}}"


def rounded(x: float) -> float:
    """The number that ``number`` writes."""
    if not math.isfinite(x) or _whole(x):
        return x
    scale, places, _ = _written(x)
    return float(Fixed(places).rounded(x / scale)) * scale


def tells_all(x: float) -> bool:
    """True if ``number`` writes all digits."""
    if not math.isfinite(x) or _whole(x):
        return True
    scale, places, _ = _written(x)
    return _short(x / scale, places)


def _whole(x: float) -> bool:
    return x == int(x) and abs(x) < 1e12


def _written(x: float) -> tuple[float, int, int]:
    """The power of ten that is written out, its decimals before that, and its exponent, 0 where none is written."""
    exponent, kept = exponent_of(x), _kept.get()
    if -4 < exponent < 6:
        return 1.0, kept if exponent >= -1 else kept - exponent - 1, 0
    return 10.0**exponent, kept, exponent


def value(x: Any) -> str:
    """Any value of a chain: number, tokens, vector, matrix, table by name."""
    if isinstance(x, np.ndarray):
        if x.ndim == 1:
            return row(number(float(entry)) for entry in x)
        if x.ndim == 2:
            rows = (" & ".join(number(float(entry)) for entry in row) for row in x)
            return r"\begin{pmatrix}" + r" \\ ".join(rows) + r"\end{pmatrix}"
        return r",\quad ".join(value(block) for block in x)
    if isinstance(x, bool | str):
        return text_latex(str(x))
    if isinstance(x, Frozen):
        return value(vars(x))
    if isinstance(x, Mapping):
        return r",\quad ".join(text_latex(f"{name}: ") + value(item) for name, item in x.items())
    if isinstance(x, Sequence):
        between = r"\ " if any(isinstance(item, str) for item in x) else r",\ "
        return between.join(value(item) for item in x)
    return number(float(x))


def row(texts: Iterable[str]) -> str:
    """The texts as a row vector."""
    return "(" + ",\\ ".join(texts) + ")"


def signed(x: float) -> str:
    """A number as a factor or an exponent: negative ones in parentheses."""
    return f"({number(x)})" if x < 0 else number(x)


def filled(template: str, slots: Mapping[str, str]) -> str:
    """The template with each ``<name>`` replaced; raises KeyError for a slot without a filling."""
    return SLOT.sub(lambda match: slots[match.group(1)], template)


def dot(a: Sequence[float], b: Sequence[float]) -> str:
    """``1 \\cdot 2 + 2 \\cdot 3``; long sums are shortened in the middle."""
    return _sum([rf"{signed(x)} \cdot {signed(y)}" for x, y in zip(a, b, strict=True)])


def total(terms: Sequence[float]) -> str:
    """The terms added up, the negative ones behind the first in parentheses."""
    return _sum([number(terms[0]), *(signed(x) for x in terms[1:])])


def mean(terms: Sequence[float]) -> str:
    """The sum of the terms over their number."""
    return rf"\frac{{{total(terms)}}}{{{len(terms)}}}"


def squares(a: Sequence[float]) -> str:
    """The sum of the squares, written out."""
    return _sum([f"{signed(x)}^2" for x in a])


def norm(a: Sequence[float]) -> str:
    """The root of the sum of the squares, written out."""
    return rf"\sqrt{{{squares(a)}}}"


def softmax_cell(row: Sequence[float], at: int) -> str:
    """One cell of a softmax: the exponential over the sum of all, masked entries left out."""
    finite = [x for x in row if math.isfinite(x)]
    top = "0" if not math.isfinite(row[at]) else f"e^{{{number(row[at])}}}"
    return rf"\frac{{{top}}}{{{_sum([f'e^{{{number(x)}}}' for x in finite])}}}"


def _sum(terms: list[str]) -> str:
    if len(terms) > MOST_TERMS:
        terms = [*terms[:3], r"\dots", terms[-1]]
    return " + ".join(terms)


def _short(x: float, places: int) -> bool:
    return abs(x * 10.0**places - round(x * 10.0**places)) < 1e-9 * max(1.0, abs(x))
