"""The JavaScript of ours that the page of a figure loads: its modules, and what these import."""

import re
from collections.abc import Iterable
from pathlib import Path

from app.settings import HOME
from engine.figures.catalogue import figures
from tests.app.learner import Learner
from tests.every import every

STATIC = HOME / "static"
MOST = 15_000  # bytes, as they lie in the folder
IMPORTED = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"']+)["']""")


def modules(html: str) -> dict[str, int]:
    """The bytes of each file of ours that a page loads as a script, by itself or through another one."""
    todo = [name for name in re.findall(r'<script[^>]* src="/static/([^"?]+)', html) if "vendor/" not in name]
    return with_imports(todo)


def with_imports(names: Iterable[str]) -> dict[str, int]:
    todo, found = list(names), dict[str, int]()
    while todo:
        path = STATIC / todo.pop()
        name = path.relative_to(STATIC).as_posix()
        if name not in found:
            text = path.read_text("utf-8")
            found[name] = len(text.encode())
            imported = (Path(path.parent / one).resolve() for one in IMPORTED.findall(text))
            todo += [one.relative_to(STATIC.resolve()).as_posix() for one in imported]
    return found


def test_no_figure_ships_more_than_15_kb_of_our_javascript(learner: Learner) -> None:
    def check(figure: str) -> None:
        loaded = modules(learner.get(f"/figures/{figure}").html)
        assert "figures/figures.js" in loaded
        assert sum(loaded.values()) <= MOST, loaded

    every(figures(), check)


def test_a_figure_below_a_solution_brings_its_own_script_alone(learner: Learner) -> None:
    part = learner.get("/figures/temperature?place=on", htmx=True)
    assert list(modules(part.html)) == ["figures/figures.js"]


def test_imports_are_followed() -> None:
    assert {
        "practice/calculator/calculator.js",
        "practice/calculator/arithmetic.js",
        "practice/fields.js",
    } <= set(with_imports(["practice/calculator/calculator.js"]))
