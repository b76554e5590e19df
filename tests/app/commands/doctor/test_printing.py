"""PDFs that are really made, and fonts that lost their letters or their rules."""

import io
import shutil
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from app.commands.doctor import printing as checks
from app.web.pdf import layout, printing
from app.web.pdf.layout import CannotPrint
from tests.app.commands.doctor.installations import FAULT, OK, installation, said

HERE = installation()
BENGALI = "noto-sans-bengali.woff2"


@pytest.fixture
def other_font(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Lets a test hand other fonts to the printer than those that it keeps."""
    monkeypatch.setattr(printing, "_font", printing._font.__wrapped__)
    return monkeypatch


def without_rules(file: Path, folder: Path) -> Path:
    """A font that has its letters, but not the rules by which they join."""
    font = TTFont(file)
    del font["GSUB"]
    made = folder / file.name
    font.save(made)
    return made


def test_a_page_with_a_formula_and_bengali_letters_is_made_and_read_back() -> None:
    found = checks.printed(HERE)
    assert found.state is OK, said(found)


def test_without_pango_its_packages_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise CannotPrint("PDFs need the library Pango.")

    monkeypatch.setattr(layout, "loaded", missing)
    found = checks.printed(HERE)
    assert found.state is FAULT
    assert "apt-get install libpango-1.0-0 libpangoft2-1.0-0" in found.steps


def test_letters_that_are_not_joined_are_a_fault(tmp_path: Path, other_font: pytest.MonkeyPatch) -> None:
    plain = without_rules(checks.FONTS / BENGALI, tmp_path)
    other_font.setitem(printing.FONTS, f"examformer:{BENGALI}", plain)
    found = checks.printed(HERE)
    assert found.state is FAULT
    assert f"{checks.CONJUNCT} became 3 signs" in found.said


def test_a_font_of_other_letters_is_a_fault(other_font: pytest.MonkeyPatch) -> None:
    other_font.setitem(printing.FONTS, f"examformer:{BENGALI}", checks.FONTS / "source-serif-4.woff2")
    found = checks.printed(HERE)
    assert found.state is FAULT
    assert "not of the font that has them" in found.said


def test_a_formula_that_cannot_be_drawn_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "FORMULA", r"\frac{")
    assert checks.printed(HERE).state is FAULT


def test_fonts_that_are_missing_or_broken_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert checks.fonts(HERE).state is OK
    for name in checks.LETTERS:
        shutil.copy(checks.FONTS / name, tmp_path)
    (tmp_path / BENGALI).write_bytes(b"wOF2 and then nothing")
    (tmp_path / "source-serif-4.woff2").unlink()
    monkeypatch.setattr(checks, "FONTS", tmp_path)
    found = checks.fonts(HERE)
    assert found.state is FAULT
    assert found.said.endswith(f"{BENGALI}, source-serif-4.woff2")


def test_every_font_of_ours_is_looked_at() -> None:
    assert {file.name for file in checks.FONTS.glob("*.woff2")} == set(checks.LETTERS)
    assert io.BytesIO((checks.FONTS / BENGALI).read_bytes()).read(4) == b"wOF2"
