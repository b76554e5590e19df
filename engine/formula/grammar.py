"""The grammar of formulas: text -> tree.

Written as on paper and in most calculators: + - * / ^, comparisons, ``and or not``, functions with brackets, ``[a, b]``
for a list, ``x[2]`` for a place counted from 1, words in quotation marks. Every product has its sign.
"""

from decimal import Decimal
from typing import cast

from lark import Lark, Token, Transformer, UnexpectedCharacters, UnexpectedToken, v_args

from engine.answers.expression import Name, Num
from engine.answers.refusal import Refusal, Refused
from engine.formula.tree import DEEPEST, LONGEST, MOST_NODES, Apply, Text, Tree, nodes
from engine.limits import EXPONENT, MOST_DIGITS

GRAMMAR = r"""
?start: either
?either: both
    | either OR both              -> binary
?both: negated
    | both AND negated            -> binary
?negated: compared
    | NOT negated                 -> unary
?compared: sum
    | sum COMPARED sum            -> binary
?sum: product
    | sum SIGN product            -> binary
?product: signed
    | product TIMES signed        -> binary
?signed: power
    | SIGN signed                 -> unary
?power: placed
    | placed TO exponent          -> binary
?exponent: power
    | SIGN exponent               -> unary
?placed: atom
    | placed "[" either ("," either)* "]"   -> place
?atom: NUMBER                     -> number
    | NAME                        -> name
    | TEXT                        -> text
    | NAME "(" either ("," either)* ")"     -> call
    | "(" either ")"
    | OPEN either ("," either)* "]"         -> items

NUMBER: /(\d[\d_]*(\.\d*)?|\.\d+)([eE][+-]?\d+)?/
TEXT: /"[^"\n]*"/
OR.2: /or\b/
AND.2: /and\b/
NOT.2: /not\b/
NAME: /[A-Za-z_][A-Za-z0-9_]*/
COMPARED: "<=" | ">=" | "==" | "!=" | "<" | ">" | "≤" | "≥" | "≠"
SIGN: "+" | "-" | "−"
TIMES: "*" | "/" | "·" | "×" | "÷"
TO: "**" | "^"
OPEN: "["
%ignore /[ \t\r\n]+/
"""
SAME = {"−": "-", "·": "*", "×": "*", "÷": "/", "**": "^", "≤": "<=", "≥": ">=", "≠": "!="}


def parse(text: str) -> Tree | Refused:
    """The tree, or what is wrong with the text and at which column."""
    try:
        _check_size(text)
        tree = cast(Tree, PARSER.parse(text))
    except Refusal as refusal:
        return refusal.refused
    except UnexpectedCharacters as problem:
        found = f"“{problem.char}”" if problem.char.isprintable() else "This character"
        said = (
            "Two values are compared with ==." if problem.char == "=" else f"{found} is no part of a formula."
        )
        return Refused(said, cast(int, problem.pos_in_stream))
    except UnexpectedToken as problem:
        return _out_of_place(problem, text)
    if sum(1 for _ in nodes(tree)) > MOST_NODES:
        return Refused(f"This has more than {MOST_NODES} numbers, names and signs. Make two steps of it.", 0)
    return tree


@v_args(inline=True)
class Growing(Transformer[Token, Tree]):
    """Grows the tree while the text is parsed, from its leaves up; one method per rule of the grammar."""

    def number(self, token: Token) -> Num:
        """A number without a sign. Raises Refusal for too many digits or too large a power of ten."""
        mantissa, _, exponent = token.lower().partition("e")
        digits = len(mantissa.replace(".", "").replace("_", ""))
        if digits > MOST_DIGITS or abs(int(exponent[:9] or 0)) > EXPONENT:
            raise Refusal(
                f"A number has at most {MOST_DIGITS} digits, and lies within 10^{EXPONENT}.", _at(token)
            )
        return Num(Decimal(token), _at(token))

    def name(self, token: Token) -> Name:
        """A variable, a step or a constant; whether it is known is checked later."""
        return Name(str(token), _at(token))

    def text(self, token: Token) -> Text:
        """A word, without its quotation marks."""
        return Text(token[1:-1], _at(token))

    def call(self, token: Token, *arguments: Tree) -> Apply:
        """A function with its arguments in brackets."""
        return Apply(str(token), arguments, _at(token))

    def items(self, token: Token, *arguments: Tree) -> Apply:
        """A list of values, as the function ``list``."""
        return Apply("list", arguments, _at(token))

    def place(self, of: Tree, *places: Tree) -> Apply:
        """A place in a list or a matrix, as the function ``[]``."""
        return Apply("[]", (of, *places), of.at)

    def unary(self, token: Token, operand: Tree) -> Tree:
        """An operand with a sign before it; a plus leaves it as it is."""
        sign = SAME.get(token, str(token))
        return operand if sign == "+" else Apply("neg" if sign == "-" else sign, (operand,), _at(token))

    def binary(self, left: Tree, token: Token, right: Tree) -> Apply:
        """Two operands with a sign between them, which is written in one way: ``×`` becomes ``*``."""
        return Apply(SAME.get(token, str(token)), (left, right), _at(token))


def _at(token: Token) -> int:
    return token.start_pos or 0


def _check_size(text: str) -> None:
    if len(text) > LONGEST:
        raise Refusal(f"This is longer than {LONGEST} characters. Make two steps of it.", LONGEST)
    depth = 0
    for column, character in enumerate(text):
        depth += (character in "([") - (character in ")]")
        if depth > DEEPEST:
            raise Refusal(f"There are more than {DEEPEST} brackets inside one another.", column)


def _out_of_place(problem: UnexpectedToken, text: str) -> Refused:
    """The refusal of what stands where it cannot stand, or of a text that ends too early."""
    token = problem.token
    complete = "NUMBER" not in problem.expected  # what is before it
    if token.type == "$END":
        bracket = (
            "A bracket is not closed." if complete else "The formula ends too early: a value is missing."
        )
        return Refused(bracket if text.strip() else "A formula is missing.", len(text))
    said = (
        "A sign is missing before"
        if complete and token.type in ("NUMBER", "NAME", "LPAR", "TEXT")
        else "Not expected here:"
    )
    return Refused(f"{said} “{token.value[:20]}”.", _at(token))


PARSER = Lark(GRAMMAR, parser="lalr", transformer=Growing())
