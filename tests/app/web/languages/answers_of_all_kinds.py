"""Answers of all kinds that people type, and everything that the engine says about them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from random import Random
from typing import Any

from engine.answers import cells
from engine.answers.forms import (
    NOTHING_TICKED,
    Algebra,
    Choice,
    Fixed,
    Form,
    Integer,
    Position,
    Positions,
    Program,
    Prose,
    Scientific,
    Tokens,
    TokenSet,
)
from engine.answers.responses import NotRead, expressions
from engine.kinds import code
from engine.kinds.code import Called, judge
from engine.kinds.derive import Justified
from engine.marking import feedback
from engine.marking.marking import mark
from engine.variants import Asked, Variant
from tests.engine.submissions import by_hand, mistaken, typed, written

Typed = Mapping[str, Sequence[str]]

UNREADABLE = (
    "half", "1,234", "1/0", "0.5 0.7", "1.2.3", "50% * 2", "log(2)", "ln 2", "6.93e", "2e+1", "0x10", "12 apples",
    "12.6 m", "2.5 * 10e3", "1e99", "24/25 = 0.96", "[2]", "7/2 +", "E/2", "12 MB", "12 M", "30 kg", "(1", "1)",
    "1 Billion", "3 million apples", "1" * 41, "9" * 101, "2 ∞", "1:2", "1 / 2 % 3", "2,5 + 1,234", "(-1)^0.5",
    "ln(0)", "0^0", "10^61", "10^-61", "1e70 * 2", "sqrt(-1)", "2(3)4", "e(2)", "pi 3", "2 million + 1", "2^-3^(1+",
    "(" * 21 + "1" + ")" * 21, "+".join("1" * 40), "\x07", "3 \x07", "2^", "2³⁴5", "(1 2", "a a", "log10 3", "**",
    "2 3^2", "√2e", "['a', 'b", "x" * 10_001,
)  # fmt: skip
FACTORS = (-1.0, 10.0, 0.1, 100.0, 0.01, 1000.0, 0.001, 1024.0, 1 / 1024, 2.0, 0.5, 1.002, 1.02, 1.3)


def said(variant: Variant, answers: Typed, final: bool = False) -> Iterator[str]:
    """Everything that a page says about these answers."""
    for name, marked in {**mark(variant, answers, final=final), **expressions(variant, answers)}.items():
        asked = variant.part(name)
        assert asked is not None
        if isinstance(marked, NotRead):
            yield from (problem.message for problem in marked.problems.values())
            continue
        yield from feedback.sentences(variant, asked, marked, final)
        if marked.credit < 1:
            yield from feedback.outdated(marked)["feedback"]


def before_it_is_typed(variant: Variant) -> Iterator[str]:
    """The ways of writing, the ranges that are accepted, and the names of the cells."""
    for asked in variant.asked:
        yield feedback.written_how(variant, asked)
        for label, limit, band in zip(
            cells.labels(asked.key), feedback.limits(asked), asked.bands, strict=True
        ):
            if band:
                yield limit
                if label:
                    yield f"{label}: {limit}"
            if label:
                yield label


def own_texts(variant: Variant) -> set[str]:
    """Returns what the question itself says: nobody translates it."""
    family, own = variant.question.family, set[str]()
    own |= {mistake.says for mistake in family.mistakes.values()}
    own |= {convention.says for convention in family.conventions.values()}
    for step in variant.exact.steps.values():
        own |= {step.title, *step.reasons, *step.reasons.values()}
        if isinstance(step.ordering, Justified):
            own |= {*step.ordering.strays, *step.ordering.strays.values()}
        if isinstance(step.form, Choice):
            own |= {", ".join(step.form.names), *step.form.names}
        if isinstance(step.form, Program):
            own |= {words for test in step.form.tests for words in (test.name, test.says)}
    for asked in variant.asked:
        own |= {*cells.labels(asked.key), *(", ".join(getattr(asked.step.form, "names", ())),)}
    return {part for text in own for part in (text, *text.split(" Or: "))}


def answers(variant: Variant, rng: Random) -> Iterator[Typed]:
    """Right ones, rounded ones, mistaken ones with what follows from them, and each part wrong in a way of its form."""
    key = typed(variant, {asked.name: asked.key for asked in variant.asked})
    yield key
    rounded = [
        name for name, step in variant.exact.steps.items() if isinstance(step.form, Fixed | Scientific)
    ]
    if rounded:
        yield by_hand(variant, rounded)
        yield by_hand(variant, rounded[:1])
    for _, made in list(mistaken(variant))[:3]:
        yield written(made, [asked.name for asked in variant.asked])
    for asked in variant.asked:
        for texts in _wrong(asked, rng):
            yield {asked.name: texts}
            if rng.random() < 0.2:
                yield {**key, asked.name: texts}  # the others follow, or do not


def _wrong(asked: Asked, rng: Random) -> Iterator[list[str]]:
    form, keys = asked.step.form, cells.cells(asked.key)
    shown = [form.show(leaf) for leaf in keys]
    first, others = shown[0], shown[1:]
    yield [rng.choice(UNREADABLE), *others]
    if others:
        yield ["", *others]
    if isinstance(form, Fixed | Scientific | Integer):
        for leaves in _wrong_numbers(form, keys, rng):
            yield [_number(form, leaf) for leaf in leaves]
    elif isinstance(form, Positions):
        names = list(form.names)
        yield ["\n".join(rng.sample(names, rng.randrange(1, len(names) + 1)))]
        yield ["\n".join([*first.split("\n"), NOTHING_TICKED])]
        yield [NOTHING_TICKED]
    elif isinstance(form, TokenSet | Tokens):
        tokens = [*keys[0]]
        texts = [tokens[:-1], tokens[1:], [*tokens, "zz"], tokens[::-1], ["zz", "yy"], [*tokens[:1], "zz"]]
        texts += [list("".join(tokens)), [*tokens[:2], "q"], [*tokens[1:], "zz", "yy"], [*tokens, "zz", "yy"]]
        yield from ([" ".join(text) or "zz", *others] for text in texts)
        yield ["['a", *others]
        yield [",", *others]
    elif asked.step.ordering:
        names = list(form.names) if isinstance(form, Choice) else shown
        yield [shown[-1], *shown[:-1]]
        yield [shown[1], shown[0], *shown[2:]]
        yield [shown[1], *shown[1:]]
        yield shown[::-1]
        yield rng.sample(names, len(shown))
    elif isinstance(form, Choice):
        options = form.names
        shows = list(options) if not isinstance(form, Position) else [*form.names]
        yield [rng.choice(shows), *others]
        yield [rng.choice(shows) for _ in shown]
        yield from ([option, *others] for option in shows[:5])
    elif isinstance(form, Algebra):
        yield from (
            [text] for text in ("zz + 1", "f(2)", "2 = 2", "[2]", "".join(form.names * 2), f"{first} + 1")
        )
    elif isinstance(form, Prose):
        yield ["A few words."]


def _wrong_numbers(form: Form, keys: Sequence[Any], rng: Random) -> Iterator[list[Any]]:
    yield [0.0 for _ in keys]
    yield [-100_000.0 for _ in keys]
    for factor in FACTORS:
        yield [key * factor for key in keys]
    yield [keys[0] * rng.choice(FACTORS), *keys[1:]]
    yield [key + rng.choice((1, -1, 3)) for key in keys]
    for digits in (1, 2, 3):
        yield [float(f"{key:.{digits}g}") for key in keys]
        scale = 10.0**digits
        yield [int(key * scale) / scale if abs(key) < 1e9 else key for key in keys]
    yield list(accumulate(keys))


def _number(form: Form, x: Any) -> str:
    text = f"{x:.12g}"
    if isinstance(form, Integer):
        return str(round(x)) if abs(x) < 1e15 else text
    return text


def programs(variant: Variant) -> Iterator[str]:
    """Yields what is said of programs that pass, fail, raise errors and never end."""
    form = variant.asked[0].step.form
    assert isinstance(form, Program)
    right = [Called(test.expected) for test in form.tests]
    wrong = [Called(None, "NameError: name 'x' is not defined (line 3)")] * len(right)
    late = [Called(error="It took longer than 2 seconds and was ended. Does a loop not come to its end?")]
    lost = [Called(error="What it returned could not be read.")]
    for calls in (right, [*right[:-1], *wrong[:1]], wrong, late, lost, [Called(0.123)] * len(right)):
        tested = judge(form.tests, form.tolerance, calls)
        yield from code.sentences([_shown(test) for test in tested])
        yield from (test.error for test in tested if test.error)


def _shown(test: code.Tested) -> dict[str, Any]:
    return {name: getattr(test, name) for name in ("name", "hidden", "passed", "says", "error")}
