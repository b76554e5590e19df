"""Long formulas in pieces, between which a narrow page may break a line."""

from collections.abc import Sequence

LONG = 2  # terms that fit on one line of a phone


def pieces(formula: str) -> Sequence[str]:
    """A sum as its terms, in LaTeX; a fraction of a long sum as "(a + b + …) / c". Other formulas are one piece."""
    parts = _fraction(formula)
    if parts is None:
        found = _terms(formula)
    else:
        above, below = map(_terms, parts)
        if max(len(above), len(below)) <= LONG:
            return [formula]
        found = [*_bracketed(above), *_over(_bracketed(below))]
    return found if len(found) > LONG else [formula]


def _over(below: Sequence[str]) -> Sequence[str]:
    return [f"/ {below[0]}", *below[1:]]


def _bracketed(terms: Sequence[str]) -> Sequence[str]:
    if len(terms) == 1:
        return terms
    return [f"({terms[0]}", *terms[1:-1], f"{terms[-1]})"]


def _terms(formula: str) -> list[str]:
    """The terms of a sum, each but the first with its plus."""
    found, depth = [""], 0
    for sign in formula:
        depth += (sign in "{(") - (sign in "})")
        if sign == "+" and not depth:
            found.append("{} ")  # before it something stands: it is no sign of its number
        found[-1] += sign
    return [term.strip() for term in found]


def _fraction(formula: str) -> tuple[str, str] | None:
    r"""Above and below the line of a formula that is one \frac."""
    if not formula.startswith(r"\frac{"):
        return None
    groups, depth, begins = [], 0, 0
    for n, sign in enumerate(formula):
        if sign == "{":
            depth += 1
            begins = n + 1 if depth == 1 else begins
        elif sign == "}":
            depth -= 1
            if not depth:
                groups.append(formula[begins:n])
    is_all = len(groups) == 2 and formula == rf"\frac{{{groups[0]}}}{{{groups[1]}}}"
    return (groups[0], groups[1]) if is_all else None
