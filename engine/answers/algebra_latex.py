"""Formulas in symbols as LaTeX."""

from engine.answers.expression import Binary, Call, Name, Num, Tree, Unary
from engine.answers.notation import GREEK

LETTERS = frozenset(GREEK.values())


def latex(tree: Tree, above: int = 0, raised: bool = False) -> str:
    """The formula as mathematics; ``above`` is how strongly the sign around it binds. ``raised``: it stands in an
    exponent, where a fraction is written in one line."""

    def below(part: Tree, bound: int = 0) -> str:
        return latex(part, bound, raised)

    match tree:
        case Num(number):
            return f"{number:f}"
        case Name(name):
            return named(name)
        case Call("sqrt", argument):
            return rf"\sqrt{{{below(argument)}}}"
        case Call("abs", argument):
            return rf"\left|{below(argument)}\right|"
        case Call("exp", argument):
            binds, text = 3, rf"e^{{{latex(argument, raised=True)}}}"
        case Call(function, argument):
            called = {"log2": r"\log_2", "log10": r"\log_{10}"}.get(function, rf"\{function}")
            return rf"{called}\left({below(argument)}\right)"
        case Unary(sign, operand):
            binds, text = 1, sign + below(operand, 3)
        case Binary("/", left, right) if raised:
            binds, text = 2, f"{below(left, 2)}/{below(right, 3)}"
        case Binary("/", left, right):
            binds, text = 3, rf"\frac{{{below(left)}}}{{{below(right)}}}"
        case Binary("^", left, right):
            binds, text = 3, rf"{below(left, 4)}^{{{latex(right, raised=True)}}}"
        case Binary("*", left, right):
            between = r" \cdot " if isinstance(right, Num) else r"\,"
            binds, text = 2, below(left, 2) + between + below(right, 3)
        case Binary(sign, left, right):
            binds, text = 1, f"{below(left, 1)} {sign} {below(right, 2)}"
    return text if binds >= above else rf"\left({text}\right)"


def named(name: str) -> str:
    """A name as LaTeX: Greek letters by their names, what follows an underscore as an index."""
    stem, _, index = name.partition("_")
    sign = rf"\{stem}" if stem in LETTERS else stem if len(stem) == 1 else rf"\mathrm{{{stem}}}"
    return rf"{sign}_{{{_plain(index)}}}" if index else sign


def _plain(index: str) -> str:
    return index if len(index) == 1 or index.isdecimal() else rf"\mathrm{{{index.replace('_', ' ')}}}"
