"""The grammar of closed forms: text -> tree.

The grammar is strict; `engine.answers.reading` is lenient and rewrites what people type into it. Numbers are written as
in Python (1_000, 0.5, 2e12), but a power of ten with a sign needs a capital E: 3E-4 is 0.0003 and 3e-4 is 3*e - 4.
A product may go without its sign where it can be read in one way only: 2e, 3sqrt(2), (1+e)(1-e). Where there are
two ways (1/2e, e^2e, √2e) the sign is asked for.

Importing lark and building its tables takes 0.1 s; therefore this module is imported with the first closed form.
"""

from collections.abc import Sequence
from decimal import Decimal
from functools import reduce
from typing import cast

from lark import Lark, Token, Transformer, UnexpectedCharacters, UnexpectedToken, v_args

from engine.answers.expression import CONSTANTS, FUNCTIONS, Binary, Call, Name, Num, Tree, Unary, nodes
from engine.answers.magnitudes import power_of_word
from engine.answers.notation import SUPERSCRIPTS, all_pointed, in_ascii, spelled
from engine.answers.refusal import Refusal, Refused
from engine.limits import DEEPEST, EXPONENT, LONGEST, LONGEST_FORMULA, MOST_DIGITS, MOST_NODES


def parse(text: str) -> Tree | Refused:
    """The tree, or what is wrong with the text and at which column."""
    try:
        _check_size(text)
        tree = cast(Tree, PARSER.parse(text))
    except Refusal as refusal:
        return refusal.refused
    except UnexpectedCharacters as problem:
        return Refused(_strange(problem.char), cast(int, problem.pos_in_stream))
    except UnexpectedToken as problem:
        return Refused(_out_of_place(problem), _at(problem.token) if problem.token else len(text))
    if sum(1 for _ in nodes(tree)) > MOST_NODES:
        return Refused(
            f"This has more than {MOST_NODES} numbers and signs. Please compute a part of it first.", 0
        )
    return tree


def parse_with_names(text: str, names: Sequence[str], own: bool = False) -> Tree | Refused:
    """Parses as ``parse`` does a text in which these names may stand, too: 2x(x + 1) is 2*x*(x + 1), and 0,5·β is
    0.5*beta. Our ``own`` text of a tree may be longer and deeper than what was typed."""
    try:
        if not own:
            _check_size(text, LONGEST_FORMULA)
            text = all_pointed(in_ascii(text))
        tree = _known(cast(Tree, OF_NAMES.parse(text)), names)
    except Refusal as refusal:
        return refusal.refused
    except UnexpectedCharacters as problem:
        return Refused(_strange_among(problem.char, names), cast(int, problem.pos_in_stream))
    except UnexpectedToken as problem:
        return Refused(_out_of_place(problem), _at(problem.token) if problem.token else len(text))
    if not own and sum(1 for _ in nodes(tree)) > MOST_NODES:
        return Refused(f"This has more than {MOST_NODES} numbers, names and signs. Please shorten it.", 0)
    return tree


GRAMMAR = r"""
?sum: product
    | sum SIGN product        -> binary
?product: signed
    | product TIMES signed    -> binary
    | product OVER divisor    -> binary
?signed: factor
    | SIGN signed             -> unary
?divisor: power
    | SIGN divisor            -> unary
?factor: power
    | (number | named) named* last_factor  -> joined
?last_factor: touching
    | touching TO exponent    -> binary
    | touching RAISED         -> raised
?power: operand
    | operand TO exponent     -> binary
    | operand RAISED          -> raised
?exponent: power
    | SIGN exponent           -> unary
?operand: number | touching
?touching: named
    | ROOT operand            -> root
?named: NAME                  -> name
    | FUNCTION "(" sum ")"    -> call
    | "(" sum ")"
number: NUMBER

NUMBER: /(\d[\d_]*(\.\d*)?|\.\d+)(e\d+|E[+-]?\d+)?/
RAISED: /[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+/
FUNCTION.2: /WORD(?=\s*\()/
NAME.1: /WORD/
SIGN: "+" | "-"
TIMES: "*"
OVER: "/"
TO: "**" | "^"
ROOT: "√"
%ignore /\s+/
""".replace("WORD", r"[^\W\d⁰¹²³⁴⁵⁶⁷⁸⁹]([^\W⁰¹²³⁴⁵⁶⁷⁸⁹]|[\u0900-\u0DFF])*")  # Indic vowel signs are no \w


@v_args(inline=True)
class Growing(Transformer[Token, Tree]):
    """Grows the tree while the text is parsed, from its leaves up; one method per rule of the grammar."""

    def number(self, token: Token) -> Num:
        """A number without a sign. Raises Refusal for too many digits or too large a power of ten."""
        mantissa, _, exponent = token.lower().partition("e")
        if len(mantissa.replace(".", "").replace("_", "").lstrip("0")) > MOST_DIGITS:
            raise Refusal(f"This number has more than {MOST_DIGITS} digits. Please round it.", _at(token))
        if exponent and abs(int(exponent)) > EXPONENT:
            raise Refusal(f"Please keep the power of ten between -{EXPONENT} and {EXPONENT}.", _at(token))
        return Num(Decimal(token), _at(token))

    def name(self, token: Token) -> Name:
        """A constant; any other word was refused when it was met."""
        return Name(str(token), _at(token))

    def call(self, token: Token, argument: Tree) -> Call:
        """A function with its argument in brackets."""
        return Call(str(token), argument, _at(token))

    def root(self, token: Token, operand: Tree) -> Call:
        """The sign √ as the function sqrt."""
        return Call("sqrt", operand, _at(token))

    def unary(self, token: Token, operand: Tree) -> Unary:
        """An operand with a sign before it."""
        return Unary(str(token), operand, _at(token))

    def binary(self, left: Tree, token: Token, right: Tree) -> Binary:
        """Two operands with a sign between them; ``**`` becomes ``^``."""
        return Binary(str(token).replace("**", "^"), left, right, _at(token))

    def raised(self, base: Tree, token: Token) -> Binary:
        """A power typed as a superscript, such as x² or 10⁻³."""
        digits = token.translate(SUPERSCRIPTS)
        exponent: Tree = self.number(token.update(value=digits.lstrip("+-")))
        if digits[0] in "+-":
            exponent = Unary(digits[0], exponent, _at(token))
        return Binary("^", base, exponent, _at(token))

    def joined(self, *factors: Tree) -> Tree:
        """Factors without signs between them, multiplied from left to right."""
        return reduce(lambda left, right: Binary("*", left, right, right.at), factors)


def _at(token: Token) -> int:
    return token.start_pos or 0


# Why a text is refused, in the reader's words.

SENTENCES = {
    "log": 'Here "log" could be ln, log2 or log10. Please type the one you mean.',
    "E": "Please type a small e for Euler's number.",
    "inf": "Please type inf alone, without a calculation.",
    "=": "Please type one side of the = alone.",
    ":": "Please type / for a division.",
    "%": "Please type a percentage as one number, without a calculation.",
    ",": "Please type one number, with a point before its decimals.",
    "∞": "Please type inf alone, without a calculation.",
} | dict.fromkeys("[]{}", "Please use round brackets ( ) here.")


def _strange(found: str) -> str:
    """The refusal of what is no part of a closed form: a unit, a word, a stray character."""
    shown = f'"{found[:20]}"' if found.isprintable() else "this character"
    said = SENTENCES.get(found) or SENTENCES.get(found.lower())
    if power := power_of_word(found):
        said = f"Please type e{power} in place of {shown}."
    return said or f"Please type the number alone, without {shown}."


def _out_of_place(problem: UnexpectedToken) -> str:
    """The refusal of a token that cannot stand where it stands."""
    complete = "NUMBER" not in problem.expected  # what is before it
    match problem.token.type:
        case "$END" if complete:
            return "Please close the bracket: a ) is missing at the end."
        case "$END":
            return "Please go on: a number is missing at the end."
        case "RPAR" if complete:
            return "Please look at this bracket: it closes none that was opened."
        case "TO" | "RAISED" if complete:
            return "Please put brackets around what is raised to this power."
        case _ if complete:
            return "Please type the sign that is missing here, such as *, or brackets."
        case _:
            return "Please type the number that is missing here."


def _check_word(token: Token) -> Token:
    """Refuses an unknown word when it is met, so that "4 GiB (about)" is refused for its unit, not for what follows."""
    word = {"π": "pi", "log_2": "log2", "log_10": "log10", "log_e": "ln"}.get(token, token.lower())
    called = token.type == "FUNCTION"
    function = word if word in FUNCTIONS else word.rstrip("0123456789")
    if not called and function in FUNCTIONS:
        raise Refusal(f"Please type brackets after {function}: {function}( ).", _at(token))
    if token in SENTENCES or word not in FUNCTIONS | CONSTANTS:
        raise Refusal(_strange(token), _at(token))
    if called and word in CONSTANTS:
        raise Refusal(f'Please type * or ^ between "{token}" and the bracket.', _at(token))
    return token.update(value=word)


def _strange_among(found: str, names: Sequence[str]) -> str:
    """The refusal of what is no part of a formula in these names."""
    if said := {"=": SENTENCES["="], ":": SENTENCES[":"]}.get(found) or (found in "[]{}" and SENTENCES["["]):
        return said
    return f"Please write a formula in {', '.join(names)}, without “{found[:20]}”."


def _known(tree: Tree, names: Sequence[str]) -> Tree:
    """The tree with every word understood: a name before a bracket is a factor. Raises Refusal for another word."""
    match tree:
        case Name(word, at):
            known = spelled(word)
            return Name(known if known in names else _meant(word, CONSTANTS, names, at), at)
        case Call(word, argument, at) if spelled(word) in names:
            return Binary("*", Name(spelled(word), at), _known(argument, names), at)
        case Call(word, argument, at):
            return Call(_meant(word, FUNCTIONS, names, at), _known(argument, names), at)
        case Unary(sign, operand, at):
            return Unary(sign, _known(operand, names), at)
        case Binary(sign, left, right, at):
            return Binary(sign, _known(left, names), _known(right, names), at)
    return tree


def _meant(word: str, words: frozenset[str], names: Sequence[str], at: int) -> str:
    """The word as it is known here. Raises Refusal."""
    plain = {"π": "pi", "log_2": "log2", "log_10": "log10", "log_e": "ln"}.get(word, word.lower())
    if plain in words:
        return plain
    if plain in FUNCTIONS:
        raise Refusal(f"Please type brackets after {plain}: {plain}( ).", at)
    if plain == "log":
        raise Refusal(SENTENCES["log"], at)
    if word and all(spelled(letter) in names for letter in word):
        raise Refusal(f"Please type * between the letters, as in {'*'.join(word)}.", at)
    raise Refusal(_strange_among(word, names), at)


def _check_size(text: str, longest: int = LONGEST) -> None:
    if len(text) > longest:
        raise Refusal(f"This is longer than {longest} characters. Please shorten it.", longest)
    depth = 0
    for column, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth > DEEPEST:
            raise Refusal(
                f"There are more than {DEEPEST} brackets inside one another. Please use fewer.", column
            )


OF_NAMES = Lark(GRAMMAR, parser="lalr", lexer="basic", start="sum", transformer=Growing())
PARSER = Lark(
    GRAMMAR,
    parser="lalr",
    lexer="basic",
    start="sum",
    transformer=Growing(),
    lexer_callbacks={"NAME": _check_word, "FUNCTION": _check_word},
)
