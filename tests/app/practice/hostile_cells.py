"""Cells as people who mean harm fill them: drawn from the reader's own grammar, then bent until it hurts."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from random import Random

from lark.grammar import NonTerminal, Rule, Symbol, Terminal

from engine.answers.grammar import PARSER

DEEP, FLAT = 30, 7  # rules within one another, and from which on the shortest way out is taken
LONGEST = 20_000  # letters, as an exam lets through
WORDS = (
    "e", "pi", "π", "τ", "inf", "-inf", "nan", "ln", "log", "log2", "sqrt", "exp", "tanh", "log(", "√(", "1e308",
    "1e-400", "10^9999", "9" * 99, "0.1" * 30, "½", "३/४", "1.234.567,89", "1 234", "６", "0x1F", "1e", "6.93e", "1_0",
    "%", "‰", "k", "MB", "\u202e", "\u200b", "\ufeff", "\u0000", "\n", "\t", "\u2028", "{{7*7}}", "${1+1}",
    "'; DROP TABLE people; --", "__import__('os')", "<script>alert(1)</script>", "\ud7ff", "🧮", "é" * 3, "ي٣",
    "e\u0301" * 5, "[[1,2],[3,4]]", "1;2;3", "true", "None",
)  # fmt: skip
LETTERS = " \t0123456789.,;:eE+-*/^()[]{}|√π½²³⁻₂%_='\"\\\u00a0\u2212\u00d7٣३६"


def hostile(rng: Random) -> str:
    """One cell."""
    text = rng.choice((written, spelled, scrap))(rng)
    for _ in range(rng.choice((0, 0, 1, 1, 2, 4))):
        text = rng.choice(BENDS)(rng, text)
    return text[:LONGEST]


def written(rng: Random) -> str:
    """A closed form, as the grammar has it."""
    return "".join(_derived(rng, NonTerminal("sum"), 0))


def spelled(rng: Random) -> str:
    """Words that mean something somewhere."""
    return rng.choice(("", " ", ", ", "; ", "+", "*")).join(rng.choices(WORDS, k=rng.randint(1, 6)))


def scrap(rng: Random) -> str:
    return "".join(rng.choices(LETTERS, k=rng.choice((1, 3, 10, 100))))


def _derived(rng: Random, symbol: Symbol, depth: int) -> Iterator[str]:
    if isinstance(symbol, Terminal):
        yield rng.choice(SPELLINGS[symbol.name])
        return
    rules = _rules()[symbol.name]
    if depth > DEEP:
        rules = [min(rules, key=_height)]
    elif depth > FLAT:
        rules = sorted(rules, key=_height)[:2]
    for part in rng.choice(rules).expansion:
        yield from _derived(rng, part, depth + 1)


@cache
def _rules() -> Mapping[str, Sequence[Rule]]:
    found: dict[str, list[Rule]] = {}
    for rule in PARSER.rules:
        found.setdefault(rule.origin.name, []).append(rule)
    return found


@cache
def _heights() -> Mapping[str, int]:
    """The height of the shortest tree of each rule."""
    heights: dict[str, int] = {}
    while len(heights) < len(_rules()):
        for name, rules in _rules().items():
            ways = [
                1
                + max(
                    (0 if isinstance(part, Terminal) else heights[part.name] for part in rule.expansion),
                    default=0,
                )
                for rule in rules
                if all(isinstance(part, Terminal) or part.name in heights for part in rule.expansion)
            ]
            if ways:
                heights[name] = min(ways)
    return heights


def _height(rule: Rule) -> int:
    return max(
        (0 if isinstance(part, Terminal) else _heights()[part.name] for part in rule.expansion), default=0
    )


SPELLINGS: Mapping[str, Sequence[str]] = {
    "FUNCTION": ("sqrt", "exp", "ln", "log2", "log10", "log", "tanh", "abs", "f"),
    "NAME": ("e", "pi", "π", "E", "inf", "x", "ক"),
    "NUMBER": (
        "0",
        "1",
        "2.5",
        ".5",
        "3.",
        "1_000",
        "2e12",
        "3E-4",
        "1e9999",
        "9" * 40,
        "0.000001",
        "1234567890",
    ),
    "RAISED": ("²", "⁻¹", "⁹⁹⁹", "⁺³"),
    "SIGN": ("+", "-"),
    "TIMES": ("*",),
    "OVER": ("/",),
    "TO": ("**", "^"),
    "ROOT": ("√",),
    "LPAR": ("(",),
    "RPAR": (")",),
}


def _at(rng: Random, text: str) -> int:
    return rng.randint(0, len(text))


def _insert(what: Callable[[Random], str], rng: Random, text: str) -> str:
    at = _at(rng, text)
    return text[:at] + what(rng) + text[at:]


def _drop(rng: Random, text: str) -> str:
    at = _at(rng, text)
    return text[:at] + text[at + rng.choice((1, 1, 5)) :]


def _repeat(rng: Random, text: str) -> str:
    return text * rng.choice((2, 10, 300, 5000)) if len(text) < LONGEST else text


def _run(rng: Random) -> str:
    """A long run of one letter: what a careless pattern reads again and again."""
    return rng.choice(LETTERS) * rng.choice((10, 200, 3000, 19_000))


def _wrap(rng: Random, text: str) -> str:
    left, right = rng.choice(("()", "[]", "{}", ("√(", ")"), ("-(", ")"), ("e^(", ")")))
    times = rng.choice((1, 5, 60, 2000))
    return left * times + text + right * times


def _swap(rng: Random, text: str) -> str:
    return text.translate({ord(rng.choice(LETTERS)): rng.choice(LETTERS) for _ in range(3)})


def _other_digits(rng: Random, text: str) -> str:
    zero = rng.choice((0x660, 0x966, 0x9E6, 0xFF10, 0x1D7CE, 0x2080))
    return text.translate({ord("0") + n: chr(zero + n) for n in range(10)})


def _grid(rng: Random, text: str) -> str:
    """As if a whole matrix stood in one cell."""
    rows, columns = rng.choice(((1, 4), (2, 2), (3, 3), (30, 30)))
    return rng.choice(("; ", "\n", "],[")).join(
        [rng.choice((", ", " ", "\t")).join([text[:60]] * columns)] * rows
    )


BENDS = (
    partial(_insert, scrap), partial(_insert, spelled), partial(_insert, _run), partial(_insert, written),
    _drop, _repeat, _wrap, _swap, _other_digits, _grid,
)  # fmt: skip
