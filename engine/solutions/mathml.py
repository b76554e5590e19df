"""LaTeX -> MathML, in one place. Browsers draw and speak MathML themselves, so a page needs no script for it."""

import re
from functools import lru_cache

from math_core import LatexError, LatexToMathML

from engine.validation import latex_limits

_converter = LatexToMathML(max_expansions=100)  # of its own macros, such as \braket
_STYLE = re.compile(
    r' style="[^"]*"'
)  # fine spacing and alignment, which a page without inline styles does not take


_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_TAG = re.compile(r"<(/?)[a-z][^<>]*?(/?)>")
KEPT = 500  # characters of a formula that is worth keeping
MOST_MADE = 1_000_000  # characters of MathML
DEEPEST = 100  # elements within one another: what draws them calls itself as often


class BadFormula(ValueError):
    """LaTeX that the converter does not understand or that asks too much; the text holds the formula and why."""


def mathml(latex: str, display: bool = False) -> str:
    """MathML for our own LaTeX; ``display`` gives tall fractions and a line of its own. Raises BadFormula."""
    return (_kept if len(latex) <= KEPT else _converted)(latex, display)


def _converted(latex: str, display: bool) -> str:
    if reason := latex_limits.beyond(latex):
        raise BadFormula(f"{latex[:200]}: {reason}")
    signed = latex.replace(r",\ -", r",\ {-}")  # after a comma a minus is a sign, no operation
    try:
        made = str(_converter.convert_with_local_state(signed, displaystyle=display))
    except LatexError as error:
        reason = _COLOURS.sub("", str(error)).strip().removeprefix("Error: ").partition("\n")[0]
        raise BadFormula(f"{latex[:200]}: {reason}") from error
    if len(made) > MOST_MADE or _depth(made) > DEEPEST:
        raise BadFormula(f"{latex[:200]}: it is too deep or too long; write it as several formulas")
    return _STYLE.sub("", made)


def _depth(made: str) -> int:
    deepest = depth = 0
    for closes, alone in _TAG.findall(made):
        depth += -1 if closes else not alone
        deepest = max(deepest, depth)
    return deepest


_kept = lru_cache(maxsize=20_000)(_converted)
