"""Sheets on paper: our own templates as PDF, with formulas as vector drawings.

The libraries are loaded with the first sheet. They need Pango, a library of the system; where it is missing,
``CannotPrint`` says so.
"""

import base64
import threading
from functools import partial
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from app import rendering
from app.settings import HOME
from engine import wording
from engine.mathml import mathml

if TYPE_CHECKING:
    from weasyprint.urls import URLFetcherResponse

FONTS = {f"examformer:{file.name}": file for file in (HOME / "static" / "fonts").glob("*.woff2")}
SIZES = (8.6, 8.0, 7.4, 6.9)  # points of the text
BESIDE = 1.3  # CSS pixels of a formula's letters for a point of the text
_printing = threading.Lock()  # one at a time: a sheet takes a core for a second


class CannotPrint(RuntimeError):
    """This server lacks what makes PDFs; the text names it."""


class Refused(ValueError):
    """A sheet asked for a file that is none of its fonts."""


def pdf(template: str, **context: Any) -> bytes:
    """The template as PDF. Raises CannotPrint."""
    with _printing:
        made: bytes = document(template, **context).write_pdf()
    return made


def document(template: str, **context: Any) -> Any:
    """One page, in the largest of the sizes in which all of it fits; more, where it fits in none."""
    try:
        from weasyprint import HTML
    except OSError as error:
        raise CannotPrint(
            "PDFs need the library Pango (Debian: libpango-1.0-0, libpangoft2-1.0-0)."
        ) from error
    page = rendering.environment().get_template(f"print/{template}.html")
    for size in SIZES:
        html = page.render(context, size=size, drawn=partial(drawn, size=size), told=partial(told, size=size))
        made = HTML(string=html, url_fetcher=_fetcher()).render()
        if len(made.pages) == 1:
            break
    return made


def _fetcher() -> Any:
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class OurFonts(URLFetcher):  # type: ignore[misc]
        """Gives the fonts in ``static/fonts`` and the drawings in the sheet itself; refuses every address."""

        def fetch(self, url: str, headers: Any = None) -> "URLFetcherResponse":
            if url.startswith("data:"):
                return super().fetch(url, headers)
            if url not in FONTS:
                raise Refused(url)
            return URLFetcherResponse(url, FONTS[url].read_bytes(), {"Content-Type": "font/woff2"})

    return OurFonts(allowed_protocols=["data"])


def told(sentence: str, size: float) -> Markup:
    """A sentence with its formulas drawn."""
    parts = wording.inlines(sentence, {})
    return Markup("").join(
        drawn(part.latex, size) if isinstance(part, wording.Math) else part.text for part in parts
    )


def drawn(latex: str, size: float, display: bool = False) -> Markup:
    """A formula as a drawing that stands on the line of the text around it, which is ``size`` points high."""
    from ziamath import Math  # type: ignore[attr-defined]

    formula = Math(mathml(latex, display), size=size * BESIDE)
    picture = base64.b64encode(formula.svg().encode()).decode()
    style = f"vertical-align: {formula.getyofst() - 1:.2f}px"
    return Markup('<img alt="" src="data:image/svg+xml;base64,{}" style="{}">').format(picture, style)
