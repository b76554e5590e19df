"""Reads what people type: text -> number, tokens, set or choice; or `Unreadable`, which says what to do next.

A plain number is read by one regular expression. Any other is first rewritten into one notation
(`engine.answers.notation` has the rules for commas and for the letter e, `engine.answers.magnitudes` those for
"million"); the language of closed forms is imported when the first one is typed.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from itertools import accumulate
from typing import Self

from engine import deadline
from engine.answers.closed_form import evaluate
from engine.answers.expression import show
from engine.answers.magnitudes import is_percent, power_of, split, tail
from engine.answers.notation import (
    SUPERSCRIPTS,
    all_pointed,
    check_base,
    check_power,
    pointed,
    usual,
    with_sure_powers,
)
from engine.answers.refusal import Refusal, Refused
from engine.limits import EXPONENT, LONGEST, LONGEST_LIST, MOST_DIGITS

POINT_OR_COMMA = re.compile(r"[.,]")
EXACT = 50  # digits and decimals of what nobody rounded: closed forms, infinities
EMPTY = "Nothing is written here yet."


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A refusal to read, and so to mark: a sentence for the person, and the spot in the text that it is about."""

    message: str
    column: int | None
    text: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", self.text[:LONGEST])

    @classmethod
    def of(cls, refusal: Refusal, text: str) -> Self:
        """The refusal as a result, with the text that its column points into."""
        return cls(refusal.refused.message, refusal.refused.column, text)


@dataclass(frozen=True, slots=True)
class Number:
    """A number and how precisely it was typed; `shown` reads as the same value again."""

    value: Decimal
    scientific: bool
    significant: int
    decimals: int  # the mantissa's, if scientific
    shown: str


PLAIN = re.compile(r"([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?(?:[eE](-?\d+))?", re.ASCII)
ALONE = re.compile(
    r"""(?P<sign>[+-]?) \s* (?P<numeral>[.,]?\d(?:[ ]*[\d.,'_])*) \s*
    (?: (?P<percent>%)
      | (?: e(?=\d) | E | \*\s*10\s*(?:\^|\*\*)\s*(?P<open>\(\s*)? ) (?P<exponent>[+-]?\d+) (?(open)\s*\))
      | \*\s*10(?P<raised>[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)
    )?""",
    re.VERBOSE | re.ASCII,
)
NUMERAL = re.compile(r"[+-]?\s*[.,]?\d(?:[ ]*[\d.,'_])*", re.ASCII)
INFINITE = re.compile(r"([+-]?)\s*(?:∞|inf|infinity)", re.IGNORECASE)
THOUSANDS = re.compile(r"([+-]?)\s*([1-9]\d{0,2})[.,](\d{3})", re.ASCII)


def read_number(text: str) -> Number | Unreadable:
    """A number in any notation: decimals, powers of ten, words such as million, closed forms."""
    return _read(text, _any_number)


def read_scientific(text: str) -> Number | Unreadable:
    """A number usually written with a power of ten: 2e lacks its digits and is not twice Euler's number."""
    return _read(text, _power_of_ten)


def read_integer(text: str) -> Number | Unreadable:
    """A number without a fraction, however it is written: 32, 1_000, 4e3, 2^15, 12*768^2. Here 1,500 and 1.500 are both
    fifteen hundred: three digits after one sign can only be thousands."""
    return _read(text, _whole_number)


def _read(text: str, reader: Callable[[str], Number]) -> Number | Unreadable:
    """The reader's result for the text without the spaces around it, of which there may be any number."""
    typed = text.strip()
    try:
        if len(typed) > LONGEST:
            raise Refusal(f"This is longer than {LONGEST} characters. Please type a shorter number.", LONGEST)
        return reader(typed)
    except Refusal as refusal:
        return Unreadable.of(refusal, typed)


def _any_number(text: str) -> Number:
    if plain := PLAIN.fullmatch(text):
        sign, whole, decimals, exponent = plain.groups("")
        return _number(sign, whole, decimals, exponent)
    return _number_in_any_notation(text)


def _power_of_ten(text: str) -> Number:
    check_power(usual(text), eulers=False)
    return _any_number(text)


def _whole_number(text: str) -> Number:
    if grouped := THOUSANDS.fullmatch(usual(text).strip()):
        sign, thousands, rest = grouped.groups()
        return _number(sign, thousands + rest, "", "")
    number = _power_of_ten(text)
    if number.value.is_finite() and number.value == number.value.to_integral_value():
        return number
    point = POINT_OR_COMMA.search(text)
    raise Refusal(f"Please type a whole number: {number.shown} is not one.", point and point.start())


def _number_in_any_notation(text: str) -> Number:
    check_base(text)
    typed, text = text, usual(text)
    check_power(text, eulers=True)
    text = with_sure_powers(text).rstrip()
    body = text.lstrip()  # a label in front is blank by now
    if not body:
        raise Refusal(EMPTY, None)
    if infinite := INFINITE.fullmatch(body):
        sign = "-" if infinite[1] == "-" else ""
        return Number(Decimal(f"{sign}Infinity"), False, EXACT, EXACT, f"{sign}∞")
    before = len(text) - len(body)
    if word := tail(body):
        body, power = _without_word(body, word, before, typed)
    else:
        power = ""
    if not (alone := ALONE.fullmatch(body)):
        return _closed_form(text)
    at = alone.start("numeral") + before
    whole, _, decimals = pointed(alone["numeral"], at).replace("_", "").partition(".")
    exponent = alone["exponent"] or (alone["raised"] or "").translate(SUPERSCRIPTS) or power
    return _number(alone["sign"], whole, decimals, exponent, percent=bool(alone["percent"]), at=at)


def _without_word(body: str, words: str, before: int, typed: str) -> tuple[str, str]:
    """The number without the word behind it, and the power of ten that this stands for; as it is where it is no such
    word, or stands behind more than one number. A noun behind that word is asked about, for it may be another unit."""
    begins = body.rindex(words)
    numeral = body[:begins].rstrip()
    if not NUMERAL.fullmatch(numeral):
        return body, ""
    word, noun = split(words)
    power = power_of(word, numeral, before + begins)
    if noun:
        number = typed[: before + begins + len(word)]
        raise Refusal(f"Please type it without “{noun}”: {number}.", before + body.rindex(noun))
    if is_percent(word):
        return f"{numeral}%", ""
    return (body, "") if power is None else (numeral, str(power))


def _number(
    sign: str, whole: str, decimals: str, exponent: str, *, percent: bool = False, at: int = 0
) -> Number:
    """The number with these digits; each part may be "", for none."""
    significant = len((whole + decimals).lstrip("0")) or 1
    if significant > MOST_DIGITS:
        raise Refusal(f"This number has more than {MOST_DIGITS} digits. Please round it.", at)
    mantissa = f"{sign}{whole}.{decimals}"
    power = int(exponent) if exponent else -2 * percent
    if abs(power) > EXPONENT or abs((value := Decimal(f"{mantissa}e{power}")).adjusted()) > EXPONENT:
        raise Refusal(f"This is beyond 10^{EXPONENT} or 10^-{EXPONENT}. Please check the power of ten.", at)
    shown = f"{Decimal(mantissa):f}e{power}" if exponent else f"{value:f}"
    return Number(value, bool(exponent), significant, len(decimals) + 2 * percent, shown)


def _closed_form(text: str) -> Number:
    found = _parsed(all_pointed(text))
    if isinstance(found, Refused):
        raise Refusal(found.message, found.column)
    return found


@lru_cache(1000)
def _parsed(text: str) -> Number | Refused:
    """Parsing takes a hundred times as long as reading a plain number, and a cell is read more than once."""
    from engine.answers.grammar import parse  # brings lark, which takes 0.1 s

    deadline.check()
    tree = parse(text)
    if isinstance(tree, Refused):
        return tree
    value = evaluate(tree)
    return value if isinstance(value, Refused) else Number(value, False, EXACT, EXACT, show(tree))


QUOTED = r"""(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
QUOTED_TOKEN = re.compile(r"""'(?:[^'\\]|\\.?)*+'?|"(?:[^"\\]|\\.?)*+"?""", re.DOTALL)
QUOTED_LIST = re.compile(
    rf"(?P<open>[\[({{])?\s*{QUOTED}(?:[\s,]+{QUOTED})*[\s,]*(?(open)[\])}}])", re.DOTALL
)
BEGUN_LIST = re.compile(rf"\s*[\[({{]\s*(?:{QUOTED}[\s,]+)*(?=['\"])", re.DOTALL)
ESCAPED = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
SEPARATORS = re.compile(r"[\s,|·]+")
COMMA, ANYTHING = re.compile(","), re.compile("")


def read_tokens(text: str) -> tuple[str, ...] | Unreadable:
    """Tokens between spaces, commas, | or ·, as they are. One that has such a sign in it stands in quotes. Square
    brackets around several tokens are a list's, and round ones if there are commas: [CLS] is a token."""
    return _items(text, {"[": SEPARATORS, "(": COMMA})


def read_set(text: str) -> frozenset[str] | Unreadable:
    """Tokens in any order, read as by `read_tokens`; {} and ∅ are the empty set."""
    if text.strip() in ("∅", "set()"):
        return frozenset()
    items = _items(text, {"{": ANYTHING, "[": SEPARATORS, "(": COMMA})
    return items if isinstance(items, Unreadable) else frozenset(items)


def _items(text: str, brackets: Mapping[str, re.Pattern[str]]) -> tuple[str, ...] | Unreadable:
    """Tokens without the ``brackets`` around the list, each of which counts only if its pattern is found inside."""
    if not text.strip():
        return Unreadable(EMPTY, None, text)
    if len(text) > LONGEST_LIST:
        return Unreadable(
            f"This is longer than {LONGEST_LIST} characters. Please shorten it.", LONGEST_LIST, text
        )
    if QUOTED_LIST.fullmatch(text.strip()):
        return tuple(map(_unquoted, QUOTED_TOKEN.findall(text)))
    if begun := BEGUN_LIST.match(text):
        return Unreadable("Please close the quotes and the bracket of this list.", begun.end(), text)
    inside = _inside(text.strip(), brackets)
    items = tuple(filter(None, SEPARATORS.split(inside)))
    if inside.strip() and not items:
        return Unreadable('Please put this token in quotes, as in ",".', 0, text)
    return items


def _unquoted(token: str) -> str:
    """The token that Python or JSON wrote like this; JSON writes an emoji as two halves, which are joined."""
    plain = ESCAPED.sub(lambda escaped: _unescaped(*escaped.groups("")), token[1:-1])
    return plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _unescaped(code: str, sign: str) -> str:
    return (
        chr(int(code, 16))
        if code
        else {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}.get(sign, sign)
    )


def _inside(text: str, brackets: Mapping[str, re.Pattern[str]]) -> str:
    opening, inside = text[0], text[1:-1]
    if opening not in brackets or _closing(text) != len(text) - 1:
        return text
    return inside if not inside.strip() or brackets[opening].search(inside) else text


def _closing(text: str) -> int | None:
    """The column at which the bracket that begins the text is closed."""
    opening, closing = text[0], {"[": "]", "(": ")", "{": "}"}[text[0]]
    depths = accumulate((sign == opening) - (sign == closing) for sign in text)
    return next((column for column, depth in enumerate(depths) if depth == 0), None)


LONGER = 4  # times as long as an option is the same one at most, each accent written as a sign of its own


def read_choice(text: str, options: Sequence[str]) -> str | Unreadable:
    """The option that was typed: exactly, or else the only one that differs in nothing but capital letters."""
    typed = text.strip()
    if not typed:
        return Unreadable(EMPTY, None, text)
    if typed in options:
        return typed
    alike = []
    if len(typed) <= LONGER * max(map(len, options), default=0):
        folded = _folded(typed)
        alike = [option for option in options if _folded(option) == folded]
    if len(alike) == 1:
        return alike[0]
    return Unreadable(f"Please choose one of these: {', '.join(alike or options)}.", None, text)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()
