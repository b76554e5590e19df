"""Turns a question of ours with its numbers into one that other systems have."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from markupsafe import escape

from app.authoring.exchange.exchanged import (
    GAP,
    WRONG,
    Asks,
    Choice,
    Cloze,
    Essay,
    Exchanged,
    Gap,
    Match,
    Numeric,
    Option,
    Order,
    Range,
    Short,
    Wording,
    around,
)  # fmt: skip
from app.authoring.exchange.mistaken_numbers import mistaken_ranges
from app.authoring.exchange.numbers import of_float
from app.study.prose import html, statement
from app.web.sections import SECTIONS
from engine import variants
from engine.answers import cells, forms, wordings
from engine.answers.forms import Algebra, Integer, Program, Prose, ShortAnswer
from engine.questions import Question
from engine.rounding.bands import Band
from engine.solutions import latex, worked_solution
from engine.solutions.worked_solution import Line
from engine.variants import Asked, Variant

NO_FILES: Mapping[str, bytes] = {}
LONGEST_SOLUTION = 12  # lines


def drawn(questions: Iterable[Question], variants_each: int) -> Iterator[Variant]:
    """Draws the first variants of each question; one where nothing is drawn."""
    for question in questions:
        for seed in range(variants_each if question.varies else 1):
            yield variants.draw(question, seed, question.default_level)


def exchanged(variant: Variant, files: Mapping[str, bytes] = NO_FILES) -> Exchanged:
    """The variant for another system; ``files`` are the contents of the images that its statement may show, by the
    names under which they are stored, and of its data files by their own: of others it has the words."""
    question = variant.question
    body = statement(variant, {name: name for name in files})
    asks, below = _asks(variant)
    return Exchanged(
        name=f"{question.id}-{variant.seed}" if question.varies else question.id,
        title=question.title,
        statement=body + below,
        asks=asks,
        points=variant.points,
        category=SECTIONS.get(question.section, question.section),
        solution=_solution(variant, asks),
        files={
            name: content
            for name, content in files.items()
            if f'src="{name}"' in body or f'href="{name}"' in body
        },
    )


def _asks(variant: Variant) -> tuple[Asks, str]:
    """Returns what is asked, and what stands below the statement for it."""
    asked = variant.asked[0]
    form, alone = asked.step.form, len(variant.asked) == 1
    if isinstance(form, Algebra | Prose | Program) or (asked.step.ordering and asked.step.ordering.others):
        return Essay(_model(variant)), "".join(map(_to_choose_from, variant.asked))
    if alone and asked.step.ordering:
        return Order(tuple(map(html, asked.key))), ""
    if alone and isinstance(form, forms.Choice) and isinstance(asked.key, dict):
        extra = (name for name in form.names if name not in asked.key.values())
        return Match(tuple((html(left), right) for left, right in asked.key.items()), tuple(extra)), ""
    if alone and len(asked.bands) == 1 and not isinstance(asked.key, list):
        match _field(variant, asked, 0):
            case Choice() as choice:
                return choice, ""
            case Short() as short if isinstance(form, ShortAnswer):
                return short, ""
            case Numeric() as number:
                unit = f" ({escape(number.unit)})" if number.unit else ""
                return number, f"<p>{html(asked.text or asked.step.title)}{unit}</p>"
    return _cloze(variant)


def _cloze(variant: Variant) -> tuple[Cloze, str]:
    """A line for each part, with a gap for each cell, which has its share of the points."""
    lines, gaps = [], []
    for asked in variant.asked:
        fields = []
        for n, label in enumerate(cells.labels(asked.key)):
            gaps.append(Gap(_field(variant, asked, n), asked.points / len(asked.bands)))
            fields.append(f"{html(label)}: {GAP}" if label else GAP)
        unit = f" {escape(asked.step.unit)}" if asked.step.unit else ""
        lines.append(f"<p>{html(asked.text or asked.step.title)}: {' '.join(fields)}{unit}</p>")
    return Cloze(tuple(gaps)), "".join(lines)


def _field(variant: Variant, asked: Asked, n: int) -> Choice | Numeric | Short:
    form, leaf, band = asked.step.form, cells.cells(asked.key)[n], asked.bands[n]
    if (band or isinstance(form, Integer)) and abs(leaf) < float("inf"):
        key = _range(float(leaf), band)
        return Numeric((key, *mistaken_ranges(variant, asked, n, key)), asked.step.unit)
    nothing = isinstance(leaf, tuple) and not leaf  # is to be ticked: a word says so
    if isinstance(form, forms.Choice) and not nothing:
        return _choice(asked, leaf)
    if isinstance(form, ShortAnswer):
        said = (Wording(one.text, one.share, html(one.why)) for one in form.wordings)
        return Short(tuple(said), form.by_case)
    return Short((Wording(wordings.quoted(form.show(leaf))),), by_case=True)


def _range(key: float, band: Band | None) -> Range:
    return Range(of_float(key), of_float(band.low), of_float(band.high)) if band else around(Decimal(key))


def _choice(asked: Asked, key: Any) -> Choice:
    """The options in the order of the sheet. Where several are right, each has its share, and a wrong one costs it."""
    form = asked.step.form
    assert isinstance(form, forms.Choice)
    several = isinstance(key, tuple | list | frozenset)
    shown = {form.show(key)} if not several else {n if isinstance(n, str) else form.names[n] for n in key}
    usual, own = Fraction(1, len(shown)), dict(form.shares)
    otherwise = WRONG if own or not several else -usual
    options = (
        Option(
            html(name),
            own.get(name, usual if name in shown else otherwise),
            html(asked.step.reasons.get(name, "")),
        )
        for name in form.names
    )
    return Choice(tuple(options), several)


def _model(variant: Variant) -> str:
    """The model answer of each part, for the person who marks."""
    return "".join(map(_model_of, variant.asked))


def _model_of(asked: Asked) -> str:
    if isinstance(asked.key, list):
        return f"<ol>{''.join(f'<li>{html(line)}</li>' for line in asked.key)}</ol>"
    if isinstance(asked.key, dict):
        pairs = (f"<li>{html(left)}: {html(right)}</li>" for left, right in asked.key.items())
        return f"<ul>{''.join(pairs)}</ul>"
    return f"<pre>{escape(asked.key)}</pre>"


def _to_choose_from(asked: Asked) -> str:
    """Returns what an essay puts in order, or chooses from."""
    names = asked.step.form.names if isinstance(asked.step.form, forms.Choice) else ()
    listed = "".join(f"<li>{html(name)}</li>" for name in names)
    return f"<p>{html(asked.text)}</p><ol>{listed}</ol>" if listed else ""


def _solution(variant: Variant, asks: Asks) -> str:
    """The worked solution in short: a line for each step, or the reasons of what was put in order or in pairs."""
    if isinstance(asks, Essay | Choice):
        return ""
    if variant.question.of_numbers:
        told = worked_solution.tell(variant.exact, [asked.name for asked in variant.asked])
        return "".join(map(_told, told[:LONGEST_SOLUTION]))
    reasons = [why for asked in variant.asked for why in _reasons(asked)]
    return f"<ul>{''.join(f'<li>{why}</li>' for why in reasons)}</ul>" if reasons else ""


def _reasons(asked: Asked) -> Sequence[str]:
    named: Iterable[str] = asked.key if isinstance(asked.key, list | dict) else ()
    reasons = asked.step.reasons
    return [f"{html(name)}: {html(reasons[name])}" for name in named if reasons.get(name)]


def _told(line: Line) -> str:
    """A line of the solution: its title, its formula, the numbers put in, its value."""
    if line.note:
        return f"<p>{html(line.note)}</p>"
    shown = line.step.form.latex(line.value) if line.number else latex.value(line.value)
    parts = [line.step.sign, line.formula, "" if line.cell else line.numbers, shown]
    formula = " = ".join(dict.fromkeys(part for part in parts if part))
    return rf"<p>{html(line.step.title)}: \({escape(formula)}\)</p>"
