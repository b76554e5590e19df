"""LaTeX -> MathML, in one place. Browsers draw and speak MathML themselves, so a page needs no script for it."""

import re
from functools import lru_cache

from math_core import LatexError, LatexToMathML

_converter = LatexToMathML()
_STYLE = re.compile(
    r' style="[^"]*"'
)  # fine spacing and alignment, which a page without inline styles does not take


_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
KEPT = 500  # characters of a formula that is worth keeping


class BadFormula(ValueError):
    """LaTeX that the converter does not understand; the text holds the formula and the reason."""


def mathml(latex: str, display: bool = False) -> str:
    """MathML for our own LaTeX; ``display`` gives tall fractions and a line of its own. Raises BadFormula."""
    return (_kept if len(latex) <= KEPT else _converted)(latex, display)


def _converted(latex: str, display: bool) -> str:
    signed = latex.replace(r",\ -", r",\ {-}")  # after a comma a minus is a sign, no operation
    try:
        made = str(_converter.convert_with_local_state(signed, displaystyle=display))
    except LatexError as error:
        reason = _COLOURS.sub("", str(error)).strip().removeprefix("Error: ").partition("\n")[0]
        raise BadFormula(f"{latex[:200]}: {reason}") from error
    return _STYLE.sub("", made)


_kept = lru_cache(maxsize=20_000)(_converted)
