"""WeasyPrint, which is asked at each page whether it has gone on for too long (``engine.deadline``).

It has no way to be stopped, but all of it is Python: what is raised in between leaves nothing behind. It logs each page
that it lays out, where the question is asked, and calls ``paint`` for each page that it writes. Within one page it goes
on: what one holds is bounded by what a question may be, a few seconds.
"""

import logging
from typing import Any

from engine import deadline

PROGRESS = "weasyprint.progress"


class CannotPrint(RuntimeError):
    """This server lacks what makes PDFs; the text names it."""


class _Asked(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        deadline.check()
        return super().filter(record)


_asked = _Asked()


def loaded() -> Any:
    """The library. Raises CannotPrint."""
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
    """The document of this HTML, whose pages ask as well when they are written. Raises TakesTooLong."""
    made = source.render(**options)
    for page in made.pages:
        page.paint = _asking(page.paint)
    return made


def _asking(paint: Any) -> Any:
    def asked(*given: Any, **named: Any) -> Any:
        deadline.check()
        return paint(*given, **named)

    return asked
