"""Templates -> HTML: whole pages, and the named blocks of a page that an htmx request swaps in."""

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import groupby, repeat
from typing import Any

import numpy as np
from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from app import drawing
from app.as_python import as_python
from app.i18n import LANGUAGES, messages
from app.sections import SECTIONS
from app.settings import HOME
from app.store.database import DatabaseDown
from app.store.people import NOBODY, Person
from app.visitors import person
from engine import cells, feedback, grading, latex, pictures, telling, wording
from engine.chain import Run
from engine.forms import Fixed, Form, Integer, Scientific
from engine.glossary import Glossary, Inline, Linked, glossary_of
from engine.mathml import BadFormula, mathml
from engine.study import Study
from engine.telling import Line

LANGUAGE = "examformer_language"  # the cookie that names the language of the interface
BENGALI = "examformer_bengali"  # the cookie that asks for short explanations in Bengali
MOST_CELLS = 100
MOST_CLOSED = 9
PERSONAL = {"Vary": "HX-Request-Type", "Cache-Control": "private, no-cache"}


@cache
def environment(language: str = "en") -> Environment:
    made = Environment(
        extensions=["jinja2.ext.i18n"],
        loader=FileSystemLoader(HOME / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "math": math,
        "value": value,
        "points": points,
        "percent": grading.whole_percent,
        "section": lambda section: SECTIONS.get(section, section),
        "full": full,
        "outcome": outcome,
        "exactly": exactly,
        "cell_outcome": cell_outcome,
        "given": given,
        "translated": messages(language).gettext,  # for texts of Python, which ``_`` would not escape
        "formula": formula,
        "runs": runs,
        "said": said,
        "linked": linked,
        "typed_in": as_python,
        "every_cell": every_cell,
        "accepted": feedback.accepted,
        "written": wording.written,
        "short": pictures.written,
        "as_table": pictures.table,
        "drawn_curve": drawing.curve,
        "drawn_plane": drawing.plane,
        "drawn_tree": drawing.tree,
        "inline": _inline,
        "terms_of": lambda study, section: glossary_of(study.terms, section),
    }
    made.globals |= {"static": static}
    made.policies["ext.i18n.trimmed"] = True
    made.install_gettext_translations(messages(language), newstyle=True)  # type: ignore[attr-defined]
    # The same on every page, and a good part of a page's time: these are rendered once.
    for part in ("calculator", "exam_words"):
        made.globals[part] = Markup(made.get_template(f"parts/{part}.html").render())
    made.tests |= {"array": lambda x: isinstance(x, np.ndarray)}
    return made


def page(request: Request, name: str, block: str = "", status: int = 200, **context: Any) -> HTMLResponse:
    """The page, or only its ``block`` where htmx asked for it; no cache in between keeps it for somebody else."""
    template, context = _opened(request, name, context)
    if block and is_partial(request):
        made = template.new_context(context)
        return HTMLResponse("".join(template.blocks[block](made)), status, headers=PERSONAL)
    return HTMLResponse(template.render(context, me=_me(request)), status, headers=PERSONAL)


def blocks(request: Request, name: str, block: str, each: str, views: Iterable[Any]) -> str:
    """A block of the page once for each of these views, which the template calls ``each``."""
    template, context = _opened(request, name, {})
    made = (template.blocks[block](template.new_context(context | {each: view})) for view in views)
    return "".join("".join(one) for one in made)


def _opened(request: Request, name: str, context: dict[str, Any]) -> tuple[Template, dict[str, Any]]:
    """The page's template in the reader's language, and what every page is given."""
    language = request.cookies.get(LANGUAGE, "en")
    language = language if language in LANGUAGES else "en"
    bengali = request.cookies.get(BENGALI) == "yes"
    context = context | {"language": language, "languages": LANGUAGES}
    context |= {"request": request, "here": request.url.path, "bengali": bengali, "study": _study(request)}
    return environment(language).get_template(f"pages/{name}.html"), context


def _me(request: Request) -> Person:
    """Who reads the page, for its head; a page that needs no database stands without it."""
    try:
        return person(request)
    except DatabaseDown:
        return NOBODY


def _study(request: Request) -> Study:
    study: Study = request.app.state.bank.study
    return study


def is_partial(request: Request) -> bool:
    """Whether htmx asks for a fragment; going back in the history asks for the whole page."""
    return request.headers.get("HX-Request-Type") == "partial"


def math(formula: str, display: bool = False) -> Markup:
    """LaTeX as MathML, whose converter escapes what stands in text. What it cannot set with some numbers is shown as
    it is written: a page that cannot be opened would be worse."""
    try:
        return Markup(mathml(formula, display))
    except BadFormula:
        return Markup('<code lang="zxx">{}</code>').format(formula)


def value(x: Any, form: Form, sign: str = "") -> Markup:
    """A value in the form in which it is asked: number, vector or matrix, as mathematics, ``sign =`` before it."""
    before = f"{sign} = " if sign else ""
    if isinstance(x, np.ndarray):
        shown = [[form.latex(entry) for entry in row] for row in np.atleast_2d(x).tolist()]
        if x.ndim == 1:
            return math(before + latex.row(shown[0]))
        rows = r" \\ ".join(" & ".join(row) for row in shown)
        return math(rf"{before}\begin{{pmatrix}}{rows}\end{{pmatrix}}", True)
    if isinstance(x, list):
        return math(r",\quad ".join(form.latex(item) for item in x))
    return math(form.latex(x))


def points(share: Fraction) -> str:
    """Points as they are said: 2, 1.5, 2/3 as 0.67."""
    return str(share.numerator) if share.denominator == 1 else f"{float(share):.2f}".rstrip("0").rstrip(".")


def full(x: Any) -> Markup:
    """Numbers with the digits that a calculation keeps."""
    return math(latex.value(x))


def outcome(line: Line) -> Markup:
    """What a line comes to: the digits that a calculation keeps, then the number as it is asked."""
    kept, form = latex.value(line.value), line.step.form
    closed = next((f"= {text} " for text in line.closed if text and text != line.numbers), "")
    if kept == line.numbers:
        return Markup("")
    sign = "=" if latex.tells_all(float(line.value)) else r"\approx"
    shown = form.latex(line.value)
    asked = rf" \approx {shown}" if _equals(form, line.value) != "=" and shown != kept else ""
    return math(f"{closed}{sign} {kept}{asked}")


def cell_outcome(line: Line) -> str:
    """What the cell comes to that is told in full: " = 1.48"; nothing where its line says that."""
    at = telling.example_cell(line.value)
    form = line.step.form
    if at is None or not isinstance(form, Fixed | Scientific | Integer):
        return ""
    leaf = line.value[at if isinstance(line.value, np.ndarray) else at[0]]
    shown = form.latex(leaf)
    return f" {_equals(form, leaf)} {shown}" if shown != line.numbers else ""


def _equals(form: Form, x: Any) -> str:
    """How a number and what is shown of it are joined: as the same, or as rounded."""
    rounds = isinstance(form, Fixed | Scientific) and abs(form.rounded(x) - x) > 1e-9 * abs(x)
    return r"\approx" if rounds else "="


def exactly(line: Line) -> Markup:
    """The closed forms of a small vector or matrix, where each entry has one or is a whole number."""
    x = line.value
    sign = line.step.whole_sign
    if not (isinstance(x, np.ndarray) and any(line.closed) and x.size <= MOST_CLOSED and sign):
        return Markup("")
    texts = [text or _whole(entry) for text, entry in zip(line.closed, x.ravel().tolist(), strict=True)]
    if not all(texts):
        return Markup("")
    if x.ndim == 1:
        inside = r",\ ".join(texts)
        return math(rf"{sign} = \left({inside}\right)", True)
    rows = np.array(texts, dtype=object).reshape(np.atleast_2d(x).shape).tolist()
    inside = r" \\ ".join(" & ".join(row) for row in rows)
    return math(rf"{sign} = \begin{{pmatrix}}{inside}\end{{pmatrix}}", True)


def _whole(x: float) -> str:
    return str(int(x)) if float(x).is_integer() else ""


def formula(line: Line, display: bool = False) -> Markup:
    """A step's formula with its symbol before it; one that is all words is text, which wraps."""
    words = re.fullmatch(r"\\text\{([^{}$]*)\}", line.formula)
    if words:
        return Markup.escape(words[1])
    named = line.step.sign and line.step.sign != line.formula
    return math(f"{line.step.sign} = {line.formula}" if named else line.formula, display)


def given(block: wording.Shown) -> Markup:
    """A given vector or matrix with its symbol, the numbers as they were typed."""
    return math(f"{block.symbol} = {latex.value(block.value)}")


@dataclass(frozen=True, slots=True)
class LinkedParagraph:
    inlines: tuple[Inline, ...]


def said(sentence: str, terms: Glossary | None = None) -> Markup:
    """A sentence of our own with mathematics between dollar signs, its ``terms`` linked."""
    parts = wording.inlines(sentence, {})
    return Markup("").join(map(_inline, terms.linked(parts, set()) if terms else parts))


def linked(blocks: Sequence[wording.Block], terms: Glossary) -> list[Any]:
    """The blocks of a statement with each term of the glossary linked where it stands first."""
    seen: set[str] = set()
    return [
        LinkedParagraph(tuple(terms.linked(block.inlines, seen)))
        if isinstance(block, wording.Paragraph)
        else block
        for block in blocks
    ]


def _inline(part: Inline) -> Markup:
    match part:
        case wording.Math(latex=formula):
            return math(formula)
        case wording.Code(text=text):
            return Markup("<code>{}</code>").format(text)
        case Linked(text=text, term=term):
            shown = Markup('<a class="term" href="/glossary/{}">{}</a>').format(term.slug, text)
        case wording.Text(text=text):
            shown = Markup.escape(text)
    return Markup("<strong>{}</strong>").format(shown) if part.strong else shown


def runs(blocks: Sequence[wording.Block]) -> list[list[wording.Block]]:
    """Blocks in groups: neighbouring values together, so that matrices stand side by side; each paragraph alone."""
    kinds = groupby(blocks, key=lambda block: isinstance(block, wording.Shown))
    return [
        group
        for shown, found in kinds
        for group in ([list(found)] if shown else [[block] for block in found])
    ]


def every_cell(line: Line, exact: Run) -> list[str]:
    """Each cell's arithmetic as LaTeX, in reading order; none where a step shows none, or more than one would read."""
    if line.step.numbers is None or line.lone or len(cells.cells(line.value)) > MOST_CELLS:
        return []
    form = line.step.form
    return [
        rf"{telling.cell_symbol(line.step, at)} = {telling.cell_numbers(exact, line.step, at)}"
        rf"{f' = {closed}' if closed else ''} {_equals(form, leaf)} {form.latex(leaf)}"
        for at, leaf, closed in zip(
            cells.paths(line.value), cells.cells(line.value), line.closed or repeat(""), strict=False
        )
    ]


def static(path: str) -> str:
    """The address of a static file, with a mark of its content, so that browsers may keep it for ever."""
    return f"/static/{path}?v={_mark(path)}"


@cache
def _mark(path: str) -> str:
    return hashlib.sha256((HOME / "static" / path).read_bytes()).hexdigest()[:8]
