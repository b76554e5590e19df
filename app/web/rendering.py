"""Templates to HTML: whole pages, and the named blocks of a page that an htmx request swaps in."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import groupby
from typing import Any

import numpy as np
from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from app.clock import GRACE
from app.database.connection import DatabaseDown
from app.identity.permissions import person
from app.identity.store.people import NOBODY, Person, Role
from app.outbox import outbox
from app.resources import resource
from app.web import drawing
from app.web.filters.formulas import (
    accepted,
    cell_outcome,
    every_cell,
    exactly,
    formula,
    full,
    given,
    in_one,
    math,
    outcome,
    value,
    with_formulas,
)
from app.web.filters.links import with_links
from app.web.filters.python_values import as_python
from app.web.languages.engine_sentences import pieces
from app.web.languages.languages import LANGUAGES, translated
from app.web.languages.template_environment import TemplateEnvironment
from app.web.sections import SECTIONS
from app.web.static_files.addresses import service_worker, static
from app.web.template_cache import TemplateCache
from engine.glossary import Glossary, Inline, Linked, glossary_of
from engine.marking import grading
from engine.solutions import columns, pictures, wording
from engine.solutions.pictures import Picture
from engine.study import Study

LANGUAGE = "examformer_language"  # the cookie that names the language of the interface
LANGUAGE_HEADER = "Examformer-Language"
BENGALI = "examformer_bengali"  # the cookie that asks for short explanations in Bengali
PERSONAL = {"Vary": "HX-Request-Type", "Cache-Control": "private, no-cache"}
UNSTORED = PERSONAL | {"Cache-Control": "private, no-store"}
PRIVATE = (
    "account",
    "people",
    "progress",
    "courses",
    "sittings",
    "link",
    "lti",
    "mail",
)  # addresses with this first segment are private


@cache
def environment(language: str = "en") -> Environment:
    made = TemplateEnvironment(
        language,
        loader=FileSystemLoader(resource("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        bytecode_cache=TemplateCache(language),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "math": math,
        "value": value,
        "points": points,
        "added_up": grading.added_up,
        "exact": grading.exact,
        "percent": grading.whole_percent,
        "section": lambda section: SECTIONS.get(section, section),
        "full": full,
        "fixed": _fixed,
        "outcome": outcome,
        "exactly": exactly,
        "in_one": in_one,
        "cell_outcome": cell_outcome,
        "given": given,
        "translated": partial(translated, language),  # for texts from Python, which ``_`` would not escape
        "engine_sentence": partial(_of_engine, language, said),
        "engine_words": partial(
            _of_engine, language, Markup.escape
        ),  # without formulas, as of how one writes
        "formula": formula,
        "runs": runs,
        "said": said,
        "linked": linked,
        "with_links": with_links,
        "with_formulas": with_formulas,
        "typed_in": as_python,
        "every_cell": every_cell,
        "accepted": partial(accepted, language=language),
        "written": wording.written,
        "short": columns.written,
        "as_table": pictures.table,
        "drawn_curve": drawing.curve,
        "drawn_pad": drawing.pad,
        "points_as_text": drawing.as_text,
        "broad": drawing.broad,
        "drawn_heat_map": drawing.heat_map,
        "drawn_plane": drawing.plane,
        "drawn_boxes": drawing.boxes,
        "drawn_scatter": drawing.scatter,
        "drawn_tree": drawing.tree,
        "inline": _inline,
        "terms_of": glossary_of,
    }
    made.globals |= {"static": static, "service_worker": service_worker, "grace": int(GRACE.total_seconds())}
    made.globals["language"] = language  # for parts, which do not see what their page is given
    made.globals["sends_mail"] = outbox.is_on
    made.policies["ext.i18n.trimmed"] = True
    # The same on every page, and a good part of its rendering time: these are rendered once.
    for part in ("calculator", "exam_words"):
        made.globals[part] = Markup(made.get_template(f"web/parts/{part}.html").render())
    made.tests |= {"array": lambda x: isinstance(x, np.ndarray)}
    return made


def thumbnail(picture: Picture, id: str) -> Markup:
    """A picture drawn small, for a card. The ``id`` begins all ids in it."""
    template = environment().get_template("web/parts/thumbnail.html")
    return Markup(template.render(picture=picture, kind=type(picture).__name__, id=id))


def _fixed(number: float, places: int = 2) -> str:
    """A number with this many decimals; 0 has no sign."""
    return columns.minus(f"{number:z.{places}f}")


def page(request: Request, name: str, block: str = "", status: int = 200, **context: Any) -> HTMLResponse:
    """Renders the page, or only its ``block`` where htmx asked for it; no shared cache keeps it for somebody else."""
    template, context = _opened(request, name, context)
    if block and is_partial(request):
        made = template.new_context(context)
        return HTMLResponse("".join(template.blocks[block](made)), status, headers=_headers(request))
    return HTMLResponse(template.render(context, me=_me(request)), status, headers=_headers(request))


def part(request: Request, name: str, **context: Any) -> Markup:
    """Renders a template as a part of another page."""
    template, context = _opened(request, name, context)
    return Markup(template.render(context))


def _headers(request: Request) -> Mapping[str, str]:
    """The cache headers of a page. A guest who comes back to a page finds what they typed. A person with an account
    leaves nothing in a browser that others use, too; the page's script keeps what they typed until the tab is
    closed."""
    private = request.url.path.split("/")[1] in PRIVATE or _me(request).role is not Role.GUEST
    return UNSTORED if private else PERSONAL


def blocks(request: Request, name: str, block: str, each: str, views: Iterable[Any]) -> str:
    """Renders a block of the page once for each of these views, which the template calls ``each``."""
    template, context = _opened(request, name, {})
    made = (template.blocks[block](template.new_context(context | {each: view})) for view in views)
    return "".join("".join(one) for one in made)


def _opened(request: Request, name: str, context: dict[str, Any]) -> tuple[Template, dict[str, Any]]:
    """The page's template in the reader's language, and its context with the values that every page is given."""
    language = language_of(request)
    context = context | {"language": language, "languages": LANGUAGES, "bengali": in_bengali(request)}
    context |= {"request": request, "here": request.url.path, "study": _study(request)}
    return environment(language).get_template(f"{name}.html"), context


def in_bengali(request: Request) -> bool:
    """True if short explanations in Bengali are wanted:
    as chosen by the switch, else where the pages are in Bengali."""
    return request.cookies.get(BENGALI, "yes" if language_of(request) == "bn" else "no") == "yes"


def language_of(request: Request) -> str:
    """The language that was chosen; the browser's service worker, which sends no cookie, says it in a header. In a
    frame of another site, which keeps no cookie either, it is the one that ``speak`` was told."""
    told = getattr(request.state, "language", "en")
    chosen = request.cookies.get(LANGUAGE) or request.headers.get(LANGUAGE_HEADER) or told
    return chosen if chosen in LANGUAGES else "en"


def speak(request: Request, language: str) -> None:
    """Answers this request in a language, unless the browser has chosen one."""
    request.state.language = language


def _me(request: Request) -> Person:
    """The person who reads the page, for its head; NOBODY without the database, which not every page needs."""
    try:
        return person(request)
    except DatabaseDown:
        return NOBODY


def _study(request: Request) -> Study:
    study: Study = request.app.state.bank.study
    return study


def is_partial(request: Request) -> bool:
    """True if htmx asks for a fragment; going back in the history asks for the whole page."""
    return request.headers.get("HX-Request-Type") == "partial"


def points(share: Fraction) -> str:
    """Points as shown: 2, 1.5, 2/3 as 0.67."""
    return grading.two_decimals(share).rstrip("0").rstrip(".")


@dataclass(frozen=True, slots=True)
class LinkedParagraph:
    inlines: tuple[Inline, ...]


def said(sentence: str, terms: Glossary | None = None) -> Markup:
    """A sentence with mathematics between dollar signs as HTML, its ``terms`` linked."""
    parts = wording.inlines(sentence, {})
    return Markup("").join(map(_inline, terms.linked(parts, set()) if terms else parts))


def _of_engine(language: str, shown: Callable[[str], Markup], text: str) -> Markup:
    """Renders what the engine says in the language of the page; what stays English in it is marked so."""
    english = Markup('<span lang="en">{}</span>')
    return Markup("").join(
        english.format(shown(piece.text)) if piece.english else shown(piece.text)
        for piece in pieces(language, text)
    )


def linked(blocks: Sequence[wording.Block], terms: Glossary) -> list[Any]:
    """The blocks of a statement with each term of the glossary linked at its first occurrence."""
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
    """Groups blocks: neighbouring values together, so that matrices are set side by side; each paragraph and each
    picture alone."""
    kinds = groupby(blocks, key=lambda block: isinstance(block, wording.Shown))
    return [
        group
        for shown, found in kinds
        for group in ([list(found)] if shown else [[block] for block in found])
    ]
