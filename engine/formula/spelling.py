"""A tree as the text of a formula again, with no more brackets than it needs: reading it gives the same tree."""

from engine.answers.expression import Name, Num
from engine.formula.tree import Text, Tree

OR, AND, NOT, COMPARED, SUM, PRODUCT, SIGNED, POWER, PLACED, ATOM = range(10)  # how strongly a part binds
SIGNS = {
    "or": (OR, OR, AND),
    "and": (AND, AND, NOT),
    **dict.fromkeys(("==", "!=", "<", ">", "<=", ">="), (COMPARED, SUM, SUM)),
    **dict.fromkeys("+-", (SUM, SUM, PRODUCT)),
    **dict.fromkeys("*/", (PRODUCT, PRODUCT, SIGNED)),
    "^": (POWER, PLACED, POWER),
}  # how strongly a sign between two parts binds as a whole, and how strongly each part must


def spelled(tree: Tree) -> str:
    """The formula as a text; parsing it gives the same tree."""
    return _spelled(tree, OR)


def _spelled(tree: Tree, least: int) -> str:
    """The text, in brackets where it binds less than it must."""
    text, binds = _bare(tree)
    return text if binds >= least else f"({text})"


def _bare(tree: Tree) -> tuple[str, int]:
    match tree:
        case Num(number):
            return str(number).lower().replace("+", ""), ATOM
        case Text(text):
            return f'"{text}"', ATOM
        case Name(name):
            return name, ATOM
    arguments = tree.arguments
    if tree.function in SIGNS:
        binds, left, right = SIGNS[tree.function]
        return f"{_spelled(arguments[0], left)} {tree.function} {_spelled(arguments[1], right)}", binds
    if tree.function == "neg":
        return f"-{_spelled(arguments[0], SIGNED)}", SIGNED
    if tree.function == "not":
        return f"not {_spelled(arguments[0], NOT)}", NOT
    if tree.function == "[]":
        return f"{_spelled(arguments[0], PLACED)}[{', '.join(map(spelled, arguments[1:]))}]", PLACED
    inside = ", ".join(map(spelled, arguments))
    return (f"[{inside}]" if tree.function == "list" else f"{tree.function}({inside})"), ATOM
