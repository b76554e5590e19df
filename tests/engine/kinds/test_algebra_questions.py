"""The algebra questions of the bank: each key by a second road, its spellings right, its mistakes told apart."""

import json
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import combinations, pairwise

import pytest

from engine.answers import algebra
from engine.answers.expression import Tree
from engine.answers.forms import Algebra
from engine.answers.reading import Unreadable
from engine.answers.refusal import Refused
from engine.chain import Mistake
from engine.questions import Question
from engine.solutions import worked_solution
from engine.solutions.mathml import mathml
from engine.solutions.wording import Math, plain_text
from engine.validation import checks
from engine.variants import Variant
from tests.engine.submissions import BANK, SWEEP, by_id, marked, mistaken, of_the_bank
from tests.oracles.algebra_questions import ROADS, Given, Point, same, windowed_work

QUESTIONS = [question for question in BANK.questions.values() if question.kind == "algebra"]
EACH = pytest.mark.parametrize("question", QUESTIONS, ids=by_id)
GROWTH = "growth-of-a-layer-with-a-window"

# By question: spellings of the right formula, and formulas that are another one; {b} is the number b of the sheet.
RIGHT: Mapping[str, Sequence[str]] = {
    "a-discount-and-what-it-frees": (
        "(c - delta)/n + delta*t/n*q", "(c-δ)/n + δ*t*q/n", "(c + delta*(t*q - 1))/n", "c/n - (delta - delta t q)/n",
        "1/n*(c − δ + q·t·δ)", "(c - δ + q*(n - (n - t*δ)))/n", "((c-delta)+(q*t)*delta)/n",
    ),
    "a-divisor-for-other-variances": (
        "√(d*u*v)", "sqrt(u*v)*sqrt(d)", "(d u v)^(1/2)", "sqrt(d)*sqrt(u)*sqrt(v)", "e^(ln(d*u*v)/2)", "(u*v*d)^0,5",
        "d*u*v/sqrt(d*u*v)",
    ),
    "a-model-for-a-budget": (
        "sqrt(C/(6*{r}))", "√(C/6/{r})", "(C/(6*{r}))^(1/2)", "sqrt(C)/sqrt(6*{r})", "C/sqrt(6*{r}*C)",
        "sqrt(1/6*C/{r})", "(C/(6·{r}))^0.5",
    ),
    "a-slope-at-a-temperature": (
        "1/T*(p-y)", "p/T - y/T", "-(y - p)/T", "(p−y)/T", "(p - y)*T^(-1)", "(p-y)/(1*T)", "T^-1*(p - y)",
    ),
    "a-slope-from-the-loss-alone": (
        "exp(-L) - 1", "-(1 - e^(-L))", "1/e^L - 1", "(1 - e^L)/e^L", "e^-L - 1", "−1 + exp(−L)", "(1-exp(L))*e^(-L)",
    ),
    "a-squared-error-behind-a-sigmoid": (
        "2x(p-y)*p*(1-p)", "2*x*p*(p - y) - 2*x*p^2*(p - y)", "-2*(y - p)*p*(1-p)*x", "2(p-y)(p-p^2)*x",
        "2*(p − y)·p·(1 − p)·x", "2p*x*(p-y)*(1-p)", "2*x*(p^2 - p*y)*(1 - p)",
    ),
    "found-in-one-band-at-least": (
        "1-(1-s^{r})^{b}", "1 - (1-s**{r})**{b}", "-(1 - s^{r})^{b} + 1", "1 - (-1)^{b}*(s^{r} - 1)^{b}",
        "1 − (1 − s^({r}))^({b})", "1-e^({b}*ln(1-s^{r}))", "1 - ((1 - s^{r})^({b}/2))^2",
    ),
    "from-bits-per-token-to-a-word": (
        "(2^H)^r", "2^(r*H)", "e^(H*r*ln(2))", "exp(r*H*ln(2))", "4^(H*r/2)", "(1/2)^(-H*r)", "2^(H r)",
    ),
    GROWTH: (
        "n*d*(d + w)", "O(n d^2 + n w d)", "12*n*d^2 + 2*n*w*d", "d^2*n + d*w*n + n*d", "n*(d^2 + w*d)", "Θ(n·d·(w+d))",
        "24n*d^2 + 4*n*d*w + n*w",
    ),
    "one-weight-at-every-step": (
        "{t}*h*w^({t} - 1)", "{t}h*w^({t}-1)", "h*{t}*w^{t}/w", "({t}w^({t}-1))*h", "w^({t}-1)*{t}*h",
        "{t}·h·w^({t}−1)", "{t}*h*w^{t}*w^(-1)",
    ),
    "room-for-one-long-conversation": (
        "M/(2*{b}*L*h*k)", "M/2/{b}/L/h/k", "M/({b}*2*k*h*L)", "(M/{b})/(2 L h k)", "0,5*M/({b}*L*h*k)",
        "M*(2*{b}*L*h*k)^(-1)", "M÷(2·{b}·L·h·k)",
    ),
    "the-reward-behind-a-policy": (
        "{beta}*ln(p/q)", "{beta}*(ln(p) - ln(q))", "-{beta}*ln(q/p)", "{beta}*ln(p) - {beta}*ln(q) + 7",
        "ln((p/q)^{beta})", "{beta}*ln(3*p/q)", "{beta}*log2(p/q)*ln(2)",
    ),
    "two-tokens-at-one-temperature": (
        "e^(a/T)/(e^(a/T) + e^(b/T))", "1/(1+exp(-(a-b)/T))", "1 - 1/(1 + e^((a - b)/T))", "(1 + tanh((a-b)/(2*T)))/2",
        "exp(a/T)/(exp(a/T)+exp(b/T))", "1/(e^(b/T)/e^(a/T) + 1)", "e^((a-b)/T)/(1 + e^((a-b)/T))",
    ),
    "weights-of-a-block-with-shared-heads": (
        "2d^2 + 2*d*(d/h)*g + 3*d*d_ff", "d*(2*d + 2*d*g/h + 3*d_ff)", "2*d²*(1 + g/h) + 3 d d_ff",
        "d^2 + d^2 + 2*g*d^2/h + 2*d*d_ff + d_ff*d", "2*d^2*(h + g)/h + 3*d*d_ff", "d(2d + 3d_ff) + 2d^2*g/h",
        "3·d·d_ff + 2·d·d·(g + h)/h",
    ),
    "when-two-thin-matrices-save-nothing": (
        "1/(1/d_in + 1/d_out)", "d_out*d_in/(d_out + d_in)", "d_in/(1 + d_in/d_out)", "d_in - d_in^2/(d_in + d_out)",
        "(d_in^-1 + d_out^-1)^(-1)", "d_in·d_out÷(d_in + d_out)", "d_in d_out/(d_in+d_out)",
    ),
    "work-behind-a-causal-mask": (
        "2*d*n*(n+1)", "2d*n^2 + 2d*n", "4*d*n*(n+1)/2", "2*d*(n^2 + n)", "2·n·d·(n + 1)", "4*d*((n^2 + n)/2)",
        "2 d (n + n²)",
    ),
}  # fmt: skip
WRONG: Mapping[str, Sequence[str]] = {
    "a-discount-and-what-it-frees": ("(c - delta + delta*t)/n", "(c - delta)/n + delta*t*q", "c/n"),
    "a-divisor-for-other-variances": ("sqrt(d)*u*v", "d", "sqrt(u*v)", "1/sqrt(d*u*v)"),
    "a-model-for-a-budget": ("sqrt(C/{r})", "sqrt(6*{r}*C)", "sqrt(C)/(6*{r})", "C/6/sqrt({r})"),
    "a-slope-at-a-temperature": ("p - y/T", "(p - y)/T^2", "-y/p", "(p-y)*p*(1-p)/T"),
    "a-slope-from-the-loss-alone": ("e^L - 1", "e^(-L)", "-L", "ln(L) - 1"),
    "a-squared-error-behind-a-sigmoid": ("2*(p-y)*p*(1-y)*x", "2*(p-y)*p*x", "2*(p - y)*(1-p)*x", "2*p*(1-p)*x"),
    "found-in-one-band-at-least": ("1 - s^{r}*{b}", "1 - (1 - s^{r})", "{b}*s^{r}", "(1 - s)^{r}"),
    "from-bits-per-token-to-a-word": ("2*H*r", "H^r", "2^H*2^r", "2^(H+r)"),
    GROWTH: ("n^2*d", "n*d", "n*d^2*w", "(n + w)*d^2", "n*d*sqrt(d^2 + w) + n"),
    "one-weight-at-every-step": ("({t}-1)*w^({t}-1)*h", "{t}*w*h", "w^{t}*h", "{t}*w^({t}-2)*h"),
    "room-for-one-long-conversation": ("M/(2*{b}*h*k) - L", "M/(2*{b}*L*h^2*k)", "M/{b}/L/h*k", "2*M/({b}*L*h*k)"),
    "the-reward-behind-a-policy": ("ln(p/q)", "{beta}*ln(p)/ln(q)", "{beta}*(p - q)", "{beta}*ln(p*q)"),
    "two-tokens-at-one-temperature": ("e^(a - b)/T", "1/(1 + e^(b/T))", "e^(a/T)/e^(b/T)", "a/T/(a/T + b/T)"),
    "weights-of-a-block-with-shared-heads": (
        "2*d^2 + 2*d*g/h + 3*d*d_ff", "4*d^2*g/h + 3*d*d_ff", "2*d^2 + 2*d^2*h/g + 3*d*d_ff",
        "2*d^2 + 2*d^2*g/h + 3*d_ff",
    ),
    "when-two-thin-matrices-save-nothing": ("d_in/(d_in + d_out)", "d_in*d_out/2", "d_in*d_out", "d_in + d_out"),
    "work-behind-a-causal-mask": ("4*n*(n+1)*d", "2*n*(n + 1)", "2*n*(n+1)*d^2", "2*n^2*d + n*d"),
}  # fmt: skip


@pytest.fixture(scope="module")
def seeds(seeds: range) -> range:
    return range(seeds.start, seeds.start + max(5, len(seeds)))


def drawn(question: Question, seeds: range) -> Iterator[Variant]:
    for seed in seeds if question.varies else seeds[:1]:
        yield of_the_bank(question.id, question.default_level, seed)


def numbers(variant: Variant) -> Given:
    return {name: float(value) for name, value in variant.parameters.to_json().items()}


def form_of(variant: Variant) -> Algebra:
    form = variant.asked[0].step.form
    assert isinstance(form, Algebra)
    return form


def tree(variant: Variant, text: str) -> Tree:
    found = algebra.read(text, form_of(variant).names, own=True)
    assert not isinstance(found, Refused), found
    return found


def value(variant: Variant, text: str, at: Point) -> float:
    found = algebra.value(tree(variant, text), {name: Decimal(str(number)) for name, number in at.items()})
    assert found is not None, (text, at)
    return float(found)


def filled(variant: Variant, text: str) -> str:
    given = {name: f"{number:g}" for name, number in numbers(variant).items()}
    return text.format(**given)


def says(variant: Variant, text: str) -> tuple[bool, tuple[str, ...]]:
    """Whether what is typed is right, and by which mistakes it is explained."""
    mark = marked(variant, {"answer": [text]})["answer"]
    return mark.right, tuple(mark.explanation.mistakes)


def test_every_algebra_question_has_a_second_road_spellings_and_wrong_formulas() -> None:
    known = {question.id for question in QUESTIONS}
    assert known == ROADS.keys() | {GROWTH}
    assert known == RIGHT.keys() == WRONG.keys()
    assert {question.family.steps["answer"].form.up_to for question in QUESTIONS} == {  # type: ignore[union-attr]
        "", "a constant", "order of growth",
    }  # fmt: skip


@EACH
def test_the_key_is_what_the_second_road_comes_to(question: Question, seeds: range) -> None:
    if question.id == GROWTH:
        return  # has a test of its own
    road, points = ROADS[question.id]
    for variant in drawn(question, seeds):
        given, key = numbers(variant), str(variant.asked[0].key)
        theirs = [road(given, at) for at in points]
        mine = [value(variant, key, at) for at in points]
        if form_of(variant).up_to == "a constant":
            theirs = [b - a for a, b in pairwise(theirs)]
            mine = [b - a for a, b in pairwise(mine)]
        assert all(map(same, mine, theirs)), (given, mine, theirs)


def test_the_work_of_a_layer_with_a_window_stays_between_two_multiples_of_the_key(seeds: range) -> None:
    """Which is what an order of growth says. Each of its wrong formulas leaves every such band somewhere."""
    question = BANK.questions[GROWTH]
    (variant,) = drawn(question, seeds)
    sizes = [
        (4, 3, 2),
        (40, 3, 2),
        (4000, 3, 2),
        (4000, 3, 1000),
        (4000, 300, 2),
        (40, 3000, 2),
        (9000, 2, 3000),
        (60_000, 100, 50_000),
    ]

    def spread(text: str) -> float:
        ratios = [
            windowed_work(n, d, w) / value(variant, text, {"n": n, "d": d, "w": w}) for n, d, w in sizes
        ]
        return max(ratios) / min(ratios)

    assert spread(str(variant.asked[0].key)) < 13
    mistakes = [str(run.reached["answer"]) for _, run in mistaken(variant)]
    assert len(mistakes) == 4
    assert min(map(spread, mistakes)) > 25


@EACH
def test_whatever_means_the_same_is_right(question: Question, seeds: range) -> None:
    for variant in drawn(question, seeds):
        spellings = {str(variant.asked[0].key), *(filled(variant, text) for text in RIGHT[question.id])}
        assert len(spellings) >= 7
        wrong = [text for text in spellings if not says(variant, text)[0]]
        assert wrong == []


@EACH
def test_what_means_something_else_is_wrong(question: Question, seeds: range) -> None:
    for variant in drawn(question, seeds):
        right = [text for text in WRONG[question.id] if says(variant, filled(variant, text))[0]]
        assert right == []


@EACH
def test_every_mistake_is_named_and_no_other_with_it(question: Question, seeds: range) -> None:
    for variant in drawn(question, seeds):
        found = list(mistaken(variant))
        assert {mistake.name for mistake, _ in found} == question.family.mistakes.keys()
        for mistake, run in found:
            assert says(variant, str(run.reached["answer"])) == (False, (mistake.name,)), variant.parameters


@EACH
def test_the_key_and_its_mistakes_have_different_values(question: Question, seeds: range) -> None:
    """At one point at least, by a margin that no rounding explains."""
    for variant in drawn(question, seeds):
        form = form_of(variant)
        texts = [str(variant.asked[0].key), *(str(run.reached["answer"]) for _, run in mistaken(variant))]
        points = [
            {one.name: float(one.low + (one.high - one.low) * Decimal(share)) for one in form.symbols}
            for share in ("0.21", "0.5", "0.83")
        ]
        points = [
            {name: number * (1 + 0.1 * n) for n, (name, number) in enumerate(point.items())}
            for point in points
        ]
        for one, other in combinations(texts, 2):
            apart = [
                abs(value(variant, one, at) - value(variant, other, at)) / (1 + abs(value(variant, one, at)))
                for at in points
            ]
            assert max(apart) > 1e-3, (one, other)


@EACH
def test_it_sets_the_scene_explains_its_symbols_and_shows_the_way(question: Question, seeds: range) -> None:
    for variant in drawn(question, seeds):
        text = plain_text(variant.statement)
        assert 120 < len(text) < 800
        assert text.rstrip().count("?") == 1
        assert all(one.meaning for one in form_of(variant).symbols)
        (line,) = worked_solution.tell(variant.exact, ["answer"])
        assert 3 <= len(line.working) <= 5
        for part in (part for step in line.working for part in step.inlines):
            assert not isinstance(part, Math) or mathml(part.latex)
        assert not any("<" in getattr(part, "text", "") for step in line.working for part in step.inlines)
        assert str(mathml(line.step.symbol))


@EACH
def test_the_first_hint_begins_the_working_for_half_of_the_points_and_tells_no_answer(
    question: Question, seeds: range
) -> None:
    (variant, *_) = drawn(question, seeds)
    first, second = worked_solution.ladder(variant, variant.asked[0])
    assert (first.kind, first.cost, first.whole) == ("working", question.points / 2, False)
    assert (second.kind, first.cost + second.cost, second.whole) == ("value", question.points, True)


@EACH
def test_its_mistakes_speak_in_sentences_in_both_languages(question: Question) -> None:
    mistakes: Sequence[Mistake] = list(question.family.mistakes.values())
    assert 3 <= len(mistakes) <= 4
    assert all(one.says[0].isupper() and one.says.endswith(".") and "$" not in one.says for one in mistakes)
    assert all(one.bengali.endswith("।") for one in mistakes)
    assert question.bengali
    assert question.source


@EACH
def test_checking_it_finds_nothing_to_mend(question: Question) -> None:
    checked = checks.check(question, 200 if SWEEP else 10)
    assert [str(finding) for finding in checked.findings] == []
    assert checked.remarks == ()
    assert set(checked.speaks.values()) == {1.0}


def test_those_with_numbers_have_others_on_other_sheets(seeds: range) -> None:
    varying = [question for question in QUESTIONS if question.varies]
    assert len(varying) == 5
    for question in varying:
        sheets = {
            json.dumps(of_the_bank(question.id, question.default_level, seed).parameters.to_json())
            for seed in range(20)
        }
        assert len(sheets) >= 3, question.id


def test_a_formula_in_another_letter_is_not_read(seeds: range) -> None:
    for question in QUESTIONS:
        (variant, *_) = drawn(question, seeds)
        assert isinstance(form_of(variant).read("zz + 1"), Unreadable)
