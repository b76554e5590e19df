"""PDFs, and the fonts in them and on the pages."""

import io
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from app.commands.doctor.checkup import Check
from app.commands.doctor.findings import Finding, fault, ok
from app.commands.doctor.installation import Installation
from app.resources import resource
from app.web.pdf import printing
from app.web.pdf.layout import CannotPrint

FORMULA = r"\frac{n!}{k!}"
CONJUNCT = "ক্ষ"  # three characters, which a font draws as one letter
LETTERS = {  # of each font of ours, one letter that it must have
    "latin-modern-math.woff2": "∑",
    "noto-sans-bengali.woff2": "ক",
    "source-serif-4.woff2": "g",
    "source-serif-4-italic.woff2": "g",
}
FONTS = resource("static") / "fonts"
PRINTED = re.compile(r"Noto-?Sans-?Bengali")
REINSTALL = "Install Examformer anew: its files are not all as they were made."


def printed(at: Installation) -> Finding:
    """Prints a study sheet with a formula and Bengali letters, and reads it back."""
    import pypdf

    if not printing.drawn(FORMULA, 10).startswith("<img"):
        return fault("a formula cannot be drawn", REINSTALL)
    try:
        made = printing.pdf("study/print/sheet", section=_section(), bengali=True)
    except CannotPrint as error:
        return fault(f"no PDF can be made: {error}", "apt-get install libpango-1.0-0 libpangoft2-1.0-0")
    page: Any = pypdf.PdfReader(io.BytesIO(made)).pages[0]
    fonts = {str(font["/BaseFont"]): name for name, font in page["/Resources"]["/Font"].items()}
    bengali = next((name for font, name in fonts.items() if PRINTED.search(font)), None)
    if bengali is None:
        return fault("a PDF is made, but its Bengali letters are not of the font that has them", REINSTALL)
    if (glyphs := _glyphs(page, bengali)) != 1:
        return fault(
            f"Bengali letters are not joined: {CONJUNCT} became {glyphs} signs",
            "apt-get install --reinstall libharfbuzz0b libpango-1.0-0",
            f"If that changes nothing: {REINSTALL}",
        )
    if CONJUNCT not in page.extract_text():
        return fault("a PDF is made, but its Bengali letters cannot be read from it", REINSTALL)
    return ok(f"a page with a formula and Bengali letters was made and read back ({len(made) // 1000} kB)")


def fonts(at: Installation) -> Finding:
    broken = [name for name, letter in LETTERS.items() if not _has(FONTS / name, letter)]
    if broken:
        return fault(f"fonts are missing or cannot be read: {', '.join(broken)}", REINSTALL)
    return ok(f"{len(LETTERS)} fonts are there, and have their letters")


def _section() -> SimpleNamespace:
    """What the template of a study sheet asks of a section."""
    formula = SimpleNamespace(name="", latex=FORMULA, symbols=())
    return SimpleNamespace(id="doctor", about=(), about_bn=CONJUNCT, formulas=(formula,), traps=())


def _glyphs(page: Any, font: str) -> int:
    """Counts the signs that the page draws in this font; each is two bytes in WeasyPrint's PDFs."""
    from pypdf.generic import ContentStream

    count, current = 0, ""
    for operands, operator in ContentStream(page.get_contents(), page.pdf).operations:
        if operator == b"Tf":
            current = str(operands[0])
        elif operator in (b"TJ", b"Tj") and current == font:
            pieces = operands[0] if operator == b"TJ" else operands
            count += sum(
                len(piece.original_bytes) // 2 for piece in pieces if hasattr(piece, "original_bytes")
            )
    return count


def _has(file: Path, letter: str) -> bool:
    from fontTools.ttLib import TTFont, TTLibError

    try:
        return ord(letter) in TTFont(file).getBestCmap()
    except (OSError, TTLibError, ImportError):  # ImportError: woff2 needs brotli
        return False


CHECKS = (Check("fonts", fonts), Check("PDF", printed, seconds=30))
