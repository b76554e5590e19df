"""Formulas in symbols as LaTeX."""

from engine.answers.expression import Binary, Call, Name, Num, Tree, Unary
from engine.answers.notation import GREEK

LETTERS = frozenset(GREEK.values())


def latex(tree: Tree, above: int = 0) -> str:
    """The formula as mathematics; ``above`` is how strongly the sign around it binds."""
    match tree:
        case Num(number):
            return f"{number:f}"
        case Name(name):
            return named(name)
        case Call("sqrt", argument):
            return rf"\sqrt{{{latex(argument)}}}"
        case Call("abs", argument):
            return rf"\left|{latex(argument)}\right|"
        case Call("exp", argument):
            binds, text = 3, rf"e^{{{latex(argument)}}}"
        case Call(function, argument):
            called = {"log2": r"\log_2", "log10": r"\log_{10}"}.get(function, rf"\{function}")
            return rf"{called}\left({latex(argument)}\right)"
        case Unary(sign, operand):
            binds, text = 1, sign + latex(operand, 3)
        case Binary("/", left, right):
            binds, text = 3, rf"\frac{{{latex(left)}}}{{{latex(right)}}}"
        case Binary("^", left, right):
            binds, text = 3, rf"{latex(left, 4)}^{{{latex(right)}}}"
        case Binary("*", left, right):
            between = r" \cdot " if isinstance(right, Num) else r"\,"
            binds, text = 2, latex(left, 2) + between + latex(right, 3)
        case Binary(sign, left, right):
            binds, text = 1, f"{latex(left, 1)} {sign} {latex(right, 2)}"
    return text if binds >= above else rf"\left({text}\right)"


def named(name: str) -> str:
    """A name as LaTeX: Greek letters by their names, what follows an underscore as an index."""
    stem, _, index = name.partition("_")
    sign = rf"\{stem}" if stem in LETTERS else stem if len(stem) == 1 else rf"\mathrm{{{stem}}}"
    return rf"{sign}_{{{_plain(index)}}}" if index else sign


def _plain(index: str) -> str:
    return index if len(index) == 1 or index.isdecimal() else rf"\mathrm{{{index.replace('_', ' ')}}}"
