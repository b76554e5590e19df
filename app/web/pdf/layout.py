"""WeasyPrint with a time limit, which is checked at each page (``engine.deadline``).

WeasyPrint cannot be stopped from outside, but all of it is Python, so an exception raised in between leaves nothing
behind. It logs each page that it lays out, and calls ``paint`` for each page that it writes: both are hooked for the
check. One page is never interrupted; its content is bounded by the size of a question, so it takes a few seconds.
"""

import logging
from typing import Any

from engine import deadline

PROGRESS = "weasyprint.progress"


class CannotPrint(RuntimeError):
    """This server lacks a library that PDFs need; the text names it."""


class _Asked(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        deadline.check()
        return super().filter(record)


_asked = _Asked()


def loaded() -> Any:
    """Imports WeasyPrint and hooks its log. Raises CannotPrint."""
    try:
        import weasyprint
        import weasyprint.text.fonts
    except OSError as error:
        raise CannotPrint(
            "PDFs need the library Pango (Debian: libpango-1.0-0, libpangoft2-1.0-0)."
        ) from error
    progress = logging.getLogger(PROGRESS)
    progress.addFilter(_asked)  # once, however often
    progress.setLevel(logging.INFO)
    progress.propagate = False  # nobody wants to read it
    return weasyprint


def laid_out(source: Any, **options: Any) -> Any:
    """Lays out this HTML as a document, whose pages check the time limit again when they are written.
    Raises TakesTooLong."""
    made = source.render(**options)
    for page in made.pages:
        page.paint = _asking(page.paint)
    return made


def _asking(paint: Any) -> Any:
    def asked(*given: Any, **named: Any) -> Any:
        deadline.check()
        return paint(*given, **named)

    return asked
