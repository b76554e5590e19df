"""The forms in which an answer is written. All have the same methods: ``rounded`` as one rounds by hand, ``show`` as
one types it, ``latex`` as solutions print it; and ``read``, from typed text to a value or Unreadable.

A numeric form has a last place ``u`` (curriculum: "two decimals"), ``last_place(x)``. Everything that marking does with
a number (rounding a line by hand, the width of a band) goes through it. A discrete form (tokens, a choice) has none:
such an answer is the same or it is not, except where several options are ticked, which may be right in part.
"""

from typing import Any

from engine.answers.forms.choices import NOTHING_TICKED, Choice, Position, Positions, Scoring, Several
from engine.answers.forms.numbers import Fixed, Integer, Scientific, exponent_of
from engine.answers.forms.plain_text import text_latex
from engine.answers.forms.texts import Algebra, Pair, ShortAnswer, Tokens, TokenSet
from engine.answers.forms.written import Program, Prose, Shown, Written

__all__ = [
    "NOTHING_TICKED",
    "Algebra",
    "Choice",
    "Fixed",
    "Form",
    "Integer",
    "Numeric",
    "Pair",
    "Position",
    "Positions",
    "Program",
    "Prose",
    "Scientific",
    "Scoring",
    "Several",
    "ShortAnswer",
    "Shown",
    "TokenSet",
    "Tokens",
    "Written",
    "exponent_of",
    "rounded_in",
    "same_words",
    "text_latex",
]

Numeric = Fixed | Scientific | Integer
Form = Numeric | Tokens | TokenSet | Choice | Algebra | ShortAnswer | Written


def same_words(form: Form, x: Any, key: Any) -> bool:
    """True if two values of a discrete form (or two whole numbers) are the same; a set's order does not count,
    formulas are compared by their values, and short answers by the wordings that they meet."""
    if isinstance(form, Algebra | ShortAnswer):
        return form.same(x, key)
    return set(x) == set(key) if isinstance(form, TokenSet | Several) else bool(x == key)


def rounded_in(form: Form, value: Any) -> Any:
    """A value of any shape with each number rounded in the form, as one writes a line by hand."""
    if isinstance(value, dict):
        return {name: rounded_in(form, item) for name, item in value.items()}
    if isinstance(value, list):
        return [rounded_in(form, item) for item in value]
    return form.rounded(value)
