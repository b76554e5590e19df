"""Compiled templates are kept for the next start, and never taken for what they were not made of."""

from collections.abc import Callable
from pathlib import Path

import pytest
from jinja2 import Environment, FileSystemLoader

from app.settings import settings
from app.web import template_cache
from app.web.template_cache import TemplateCache
from engine.cache import fingerprint

Start = Callable[..., str]


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the templates that are compiled from now on."""
    names: list[str] = []
    compiling = Environment.compile

    def noted(made: Environment, source: str, name: str, filename: str) -> object:
        names.append(name)
        return compiling(made, source, name, filename)

    monkeypatch.setattr(Environment, "compile", noted)
    return names


@pytest.fixture
def page(tmp_path: Path) -> Path:
    file = tmp_path / "templates" / "page.html"
    file.parent.mkdir()
    file.write_text("{{ 'one'|shown }}")
    return file


@pytest.fixture
def start(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Start:
    """Renders the page as a new process would, in a language; ``shown`` is what the filter makes of all."""
    chosen = settings().model_copy(update={"cache": tmp_path / "cache"})
    monkeypatch.setattr(template_cache, "settings", lambda: chosen)

    def rendered(language: str = "en", shown: str = "1") -> str:
        made = Environment(
            loader=FileSystemLoader(page.parent), autoescape=True, bytecode_cache=TemplateCache(language)
        )
        made.filters["shown"] = lambda text: shown
        return made.get_template(page.name).render()

    return rendered


def test_what_one_start_compiled_the_next_one_reads(start: Start, compiled: list[str]) -> None:
    assert (start(), start(), start()) == ("1", "1", "1")
    assert compiled == ["page.html"]


def test_a_changed_template_is_compiled_anew(start: Start, page: Path) -> None:
    assert start() == "1"
    page.write_text("{{ 'one'|shown }}!")
    assert start() == "1!"


def test_changed_code_compiles_anew_for_what_filters_make_of_constants_is_compiled_in(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (start(), start(shown="2")) == ("1", "1")
    monkeypatch.setattr(fingerprint, "of_code", lambda: "changed")
    assert start(shown="2") == "2"


def test_a_changed_catalogue_compiles_anew_for_the_same_reason(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(template_cache, "LOCALE", tmp_path)
    (tmp_path / "de.po").write_text("before")
    assert (start("de"), start("de", shown="2")) == ("1", "1")
    (tmp_path / "de.po").write_text("after")
    assert start("de", shown="2") == "2"


def test_each_language_has_its_own(start: Start) -> None:
    assert (start("en", shown="one"), start("de", shown="eins")) == ("one", "eins")
    assert (start("en", shown="?"), start("de", shown="?")) == ("one", "eins")


def test_what_is_damaged_is_compiled_anew(start: Start, compiled: list[str], tmp_path: Path) -> None:
    start()
    (kept,) = (tmp_path / "cache").iterdir()
    kept.write_bytes(kept.read_bytes()[:-1])
    assert start() == "1"
    assert compiled == ["page.html", "page.html"]
