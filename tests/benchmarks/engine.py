"""Drawing, marking and writing a page, in this process: one core, no server, no database."""

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any

from fastapi.responses import HTMLResponse
from jinja2 import Environment
from starlette.requests import Request

from app.practice import opening, practice
from app.practice.mark_history import Since
from app.web.rendering import page
from engine import variants
from engine.answers import cells
from engine.answers.responses import NotRead
from engine.chain import run
from engine.fairness import outcomes
from engine.marking import feedback, marking
from engine.marking.marking import PartMark
from engine.questions import Question
from engine.validation import checks
from engine.variants import Variant
from tests.benchmarks import bare
from tests.benchmarks.figures import Figure, microseconds, per_second
from tests.engine.submissions import BANK as WHOLE

BANK = WHOLE.questions
# One question of each of the seven kinds, at the level of the exam.
KINDS = (
    "causal-attention-by-hand",
    "merges-of-a-small-corpus",
    "surprise-of-a-sentence",
    "kv-cache-of-a-chat-server",
    "spend-a-budget-well",
    "cosine-of-two-vectors",
    "perceptron-layer-by-layer",
)
LEVEL = "exam"
BARE_PAGE = Environment(autoescape=True).from_string(
    "<!doctype html><title>{{ n }}</title><h1>{{ n }}</h1><form>"
    "{% for x in key %}<p>{{ x }} <input name='{{ loop.index }}'>{% endfor %}<button>Check</button></form>"
)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The texts that somebody typed into one variant."""

    variant: Variant
    typed: Mapping[str, Sequence[str]]
    keys: list[list[Any]]

    @classmethod
    def of(cls, variant: Variant, values: Mapping[str, Any]) -> "Sheet":
        """These values of the asked parts, typed in the forms that are asked."""
        asked = [asked for asked in variant.asked if asked.name in values]
        typed = {a.name: [a.step.form.show(leaf) for leaf in cells.cells(values[a.name])] for a in asked}
        return cls(variant, typed, [cells.cells(a.key) for a in asked])

    def mark(self) -> dict[str, PartMark | NotRead]:
        return marking.mark(self.variant, self.typed)

    def bare_mark(self) -> bool:
        return all(bare.mark(texts, keys) for texts, keys in zip(self.typed.values(), self.keys, strict=True))

    def marks(self) -> list[PartMark]:
        return [mark for mark in self.mark().values() if isinstance(mark, PartMark)]

    def explained(self) -> list[list[str]]:
        asked = {asked.name: asked for asked in self.variant.asked}
        return [feedback.sentences(self.variant, asked[mark.name], mark) for mark in self.marks()]


def figures(told: Callable[[str], None]) -> list[Figure]:
    """Measures; ``told`` hears the rates of the single kinds."""
    for name in KINDS:
        key, safe = (per_second(partial(work, BANK[name]), 1) for work in (draw_with_key, safe_variant))
        told(f"  {name}: {key:,.0f} draws with key a second, {safe:,.0f} safe variants")
    loop = per_second(bare.draw)
    return [
        Figure("draw with key, the seven kinds in turn", 10_000, in_turn(draw_with_key), loop, "/s"),
        Figure("safe variant (bands, collisions)", 1_000, in_turn(safe_variant), loop, "/s"),
        marked("marking a right number, p50", 50, right_numbers(), Sheet.mark),
        marked("marking a right 3 × 3 matrix, p50", 150, right_matrices(), Sheet.mark),
        marked("a wrong answer with its explanation, p50", 1_000, wrong_answers(), Sheet.explained),
        Figure("variant with its HTML", 800, in_turn(whole_page), per_second(bare_page), "/s"),
        Figure(
            "check of a formula question, 200 seeds, p50 of all",
            2,
            checked(told),
            None,
            "s",
            more_is_better=False,
        ),
    ]


def in_turn(work: Callable[[Question, int], object]) -> float:
    return per_second(lambda n: work(BANK[KINDS[n % len(KINDS)]], n))


def marked(name: str, target: float, sheets: list[Sheet], work: Callable[[Sheet], object]) -> Figure:
    reached = microseconds(lambda n: work(sheets[n % len(sheets)]))
    loop = microseconds(lambda n: sheets[n % len(sheets)].bare_mark())
    return Figure(name, target, reached, loop, "µs", more_is_better=False)


def checked(told: Callable[[str], None]) -> float:
    """The median of the seconds of the processor that checks of the questions of kind ``formula`` take."""
    spent = {}
    for question in BANK.values():
        if question.kind == "formula":
            began = time.process_time()
            checks.check(question, 200)
            spent[question.id] = time.process_time() - began
    slowest = max(spent, key=lambda name: spent[name])
    told(f"  checks over 200 seeds: {len(spent)} questions, the slowest {spent[slowest]:.2f} s ({slowest})")
    return statistics.median(spent.values())


def draw_with_key(question: Question, n: int) -> object:
    """The family's draw, checked parameters and the exact run; neither bands nor collisions."""
    family = question.family
    own = family.draw(Random(f"{question.id}/{n}"), LEVEL, question.fixed) if family.draw else {}
    return run(family, family.parameters.of({**own, **question.fixed}))


def safe_variant(question: Question, n: int) -> Variant:
    return variants.draw(question, n, LEVEL)


def whole_page(question: Question, n: int) -> HTMLResponse:
    sheet = practice.show(opening.fresh(question, n, LEVEL))
    path = f"/practice/{question.id}"
    app = SimpleNamespace(state=SimpleNamespace(bank=WHOLE))
    scope = {"type": "http", "method": "GET", "path": path, "headers": [], "query_string": b"", "app": app}
    request = Request(scope)
    context = {
        "sheet": sheet,
        "key": "a-key-of-a-form-0",
        "duty": None,
        "errand": None,
        "sure": (),
        "since": Since((), ()),
        "lost": None,
        "guide": None,
        "demos": [],
        "model_state": None,
    }
    return page(request, "practice/practice", "sheet", 200, **context)


def bare_page(n: int) -> str:
    return BARE_PAGE.render(n=n, key=str(bare.draw(n)).split())


def right_numbers() -> list[Sheet]:
    """The key of one number, typed."""
    drawn = [variants.draw(BANK["cosine-of-two-vectors"], seed, LEVEL) for seed in range(60)]
    return [Sheet.of(variant, {"cosine": variant.exact.reached["cosine"]}) for variant in drawn]


def right_matrices() -> list[Sheet]:
    """The key of a 3 × 3 matrix, typed."""
    drawn = [variants.draw(BANK["causal-attention-by-hand"], seed, "hard") for seed in range(60)]
    return [Sheet.of(variant, {"weights": variant.exact.reached["weights"]}) for variant in drawn]


def wrong_answers() -> list[Sheet]:
    """Every mistake of each kind: the first answer that it changes, typed."""
    sheets = []
    for name in KINDS:
        for variant in (variants.draw(BANK[name], seed, LEVEL) for seed in range(8)):
            limits = {asked.name: asked.bands for asked in variant.asked}
            for mistake in variant.exact.family.mistakes.values():
                sheets += [
                    Sheet.of(variant, {asked: cells.rebuilt(key, mine)})
                    for asked, mine in outcomes(mistake, variant.exact, limits)
                    if mine and len(mine) == len(cells.cells(key := variant.exact.reached[asked]))
                ][:1]
    return [sheet for sheet in sheets if any(mark.credit < 1 for mark in sheet.marks())]
