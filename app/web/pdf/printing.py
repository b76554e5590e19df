"""Printing: our templates as PDF, with formulas as vector drawings. A study sheet is one page; papers have many.

The libraries are imported for the first document. They need the system library Pango; where it is missing,
``pdf_layout.CannotPrint`` says so.
"""

import base64
import io
import re
import threading
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from app.resources import resource
from app.web import rendering
from app.web.filters import formulas
from app.web.pdf import layout, merge
from engine import deadline
from engine.solutions import wording

if TYPE_CHECKING:
    from weasyprint.urls import URLFetcherResponse

FONTS = {f"examformer:{file.name}": file for file in (resource("static") / "fonts").glob("*.woff2")}
SIZES = (8.6, 8.0, 7.4, 6.9)  # points of the text
BESIDE = 1.3  # CSS pixels of a formula's letters per point of the text
PAPERS = {"paper/print/exam": 10.0, "paper/print/key": 9.0}  # points of the text
TOGETHER = 8  # papers that are laid out together before they are written: they share their fonts
MATHML = re.compile(r"<math\b.*?</math>", re.DOTALL)
APART = '<mtable columnspacing="0.8em" rowspacing="0.4em"'  # space between the columns of a matrix, as browsers set it
IMAGE = re.compile(r'src="/images/([0-9a-f]{64}\.(png|svg))"')
TYPES = {"png": "image/png", "svg": "image/svg+xml"}
PICTURE = re.compile(r"<svg\b[^>]*>")
_printing = threading.Lock()  # one at a time: a sheet takes a core for a second


class Refused(ValueError):
    """A document asked for a file other than our fonts."""


def pdf(template: str, **context: Any) -> bytes:
    """Prints the template as PDF. Raises CannotPrint, and TakesTooLong."""
    with _printing:
        made: bytes = document(template, **context).write_pdf()
    return made


def document(template: str, **context: Any) -> Any:
    """Lays out one page, in the largest of the sizes in which all of it fits; several pages where it fits in none."""
    HTML = layout.loaded().HTML
    page = rendering.environment().get_template(f"{template}.html")
    for size in SIZES:
        html = page.render(context, size=size, drawn=partial(drawn, size=size), told=partial(told, size=size))
        made = layout.laid_out(HTML(string=html, url_fetcher=_fetcher()))
        if len(made.pages) == 1:
            break
    return made


def papers(template: str, contexts: Iterable[Mapping[str, Any]], title: str = "") -> bytes:
    """Merges several papers into one PDF of this title, each of as many pages as it needs, with its own page numbers.

    Only a few are in memory at a time. Raises CannotPrint, and TakesTooLong.
    """
    return merge.merged(_bundles(template, contexts), _printing, title)


def _bundles(template: str, contexts: Iterable[Mapping[str, Any]]) -> Iterator[Any]:
    waiting = iter(contexts)
    while some := list(islice(waiting, TOGETHER)):
        made = documents(template, some)
        yield made[0].copy([page for one in made for page in one.pages])


def documents(template: str, contexts: Iterable[Mapping[str, Any]]) -> list[Any]:
    """Lays out each paper by itself. Other threads may print in between: the papers of a whole course take a while."""
    weasyprint = layout.loaded()
    fonts = weasyprint.text.fonts.FontConfiguration()
    images: dict[str, Any] = {}
    made = []
    for context in contexts:
        html = paper(template, **context)
        with _printing:
            source = weasyprint.HTML(
                string=embedded(vectors(html, PAPERS[template]), context.get("images", {})),
                url_fetcher=_fetcher(),
            )
            made.append(layout.laid_out(source, font_config=fonts, cache=images))
    return made


def paper(template: str, **context: Any) -> str:
    """Renders a paper as HTML, its formulas still MathML."""
    return rendering.environment().get_template(f"{template}.html").render(context, size=PAPERS[template])


def _fetcher() -> Any:
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class OurFonts(URLFetcher):  # type: ignore[misc]
        """Fetches the fonts in ``static/fonts`` and data URLs in the document itself; refuses every other address."""

        def fetch(self, url: str, headers: Any = None) -> "URLFetcherResponse":
            if url.startswith("data:"):
                return super().fetch(url, headers)
            if url not in FONTS:
                raise Refused(url)
            return URLFetcherResponse(url, _font(url), {"Content-Type": "font/ttf"})

    return OurFonts(allowed_protocols=["data"])


@lru_cache(maxsize=16)
def _font(url: str) -> bytes:
    """The font as TrueType: WeasyPrint would decompress the one of the browsers for each document."""
    from fontTools.ttLib import TTFont

    font, plain = TTFont(FONTS[url]), io.BytesIO()
    font.flavor = None
    font.save(plain)
    return plain.getvalue()


def told(sentence: str, size: float) -> Markup:
    """A sentence with its formulas drawn."""
    parts = wording.inlines(sentence, {})
    return Markup("").join(
        drawn(part.latex, size) if isinstance(part, wording.Math) else part.text for part in parts
    )


def drawn(latex: str, size: float, display: bool = False) -> Markup:
    """A formula as a drawing on the baseline of the text around it, which is ``size`` points high; a formula that
    cannot be converted is shown as LaTeX, as on a page."""
    made = formulas.math(latex, display)
    return _vector(str(made), size) if made.startswith("<math") else made


def vectors(html: str, size: float) -> str:
    """Replaces the page's MathML by drawings, and puts the style of our pictures inside each SVG,
    where WeasyPrint reads it."""
    look = rendering.environment().get_template("web/print/picture.css").render()
    html = PICTURE.sub(lambda svg: f"{svg[0]}<style>{look}</style>", html)
    return MATHML.sub(lambda formula: _vector(formula[0].replace("<mtable", APART), size), html)


def embedded(html: str, images: Mapping[str, bytes]) -> str:
    """Puts uploaded images into the page itself: nothing is fetched. An image that is not there leaves its words."""

    def address(shown: re.Match[str]) -> str:
        if (content := images.get(shown[1])) is None:
            return 'src="data:,"'
        return f'src="data:{TYPES[shown[2]]};base64,{base64.b64encode(content).decode()}"'

    return IMAGE.sub(address, html)


@lru_cache(maxsize=1000)
def _vector(formula: str, size: float) -> Markup:
    from ziamath import Math, config  # type: ignore[attr-defined]

    deadline.check()  # a matrix of 64 x 64 takes some seconds
    config.svg2 = False  # WeasyPrint leaves marks of shared glyphs where it draws a formula a second time
    config.precision = 2
    made = Math(formula, size=size * BESIDE)
    picture = base64.b64encode(made.svg().encode()).decode()
    style = f"vertical-align: {made.getyofst() - 1:.2f}px"
    return Markup('<img alt="" src="data:image/svg+xml;base64,{}" style="{}">').format(picture, style)
