"""No test lives nowhere: `make test` runs what is not marked for the sweep, and `make sweep` runs everything."""

import re
import shlex
from itertools import product
from pathlib import Path
from typing import NamedTuple

from app.settings import HOME

FILES = sorted(file.relative_to(HOME).as_posix() for file in (HOME / "tests").rglob("test_*.py"))
MARKED = {"not sweep": {False}, "sweep or not sweep": {False, True}}  # which of them an expression selects
STEPS = ("all_but_the_browser", "in_browser")
Selected = set[tuple[str, bool]]  # a file, and whether its tests are marked for the sweep


class Run(NamedTuple):
    """The arguments of one call of pytest."""

    places: list[str]
    passed_over: list[str]
    marked: str

    def selects(self) -> Selected:
        found = [
            file
            for file in FILES
            if any(lies_in(file, place) for place in self.places or ["tests"])
            and not any(lies_in(file, place) for place in self.passed_over)
        ]
        return set(product(found, MARKED[self.marked]))


def lies_in(file: str, place: str) -> bool:
    return Path(file).is_relative_to(place)


def usual() -> str:
    """The marks that are selected where a call names none."""
    found = re.search(r'addopts = \[.*"-m", "([^"]+)"', (HOME / "pyproject.toml").read_text("utf-8"))
    assert found
    return found[1]


def runs(script: str) -> list[Run]:
    """The calls of pytest in a script, by the steps that it takes."""
    steps = (HOME / ".ci" / "steps.sh").read_text("utf-8")
    text = (HOME / ".ci" / script).read_text("utf-8")
    found = []
    for step in STEPS:
        shared = re.search(rf"^{step}\(\) \{{.*?(\.venv/bin/pytest [^\n]*)\n\}}", steps, re.M | re.S)
        own = re.search(rf'^(?:step "[^"]+"|beside \w+) {step}\b([^\n]*)$', text, re.M)
        assert shared
        assert own, f"{script} does not take the step {step}"
        words = shlex.split(shared[1].replace('"$@"', own[1]))[1:]
        marked = words[words.index("-m") + 1] if "-m" in words else usual()
        places = [word for word in words if word.startswith("tests/")]
        found.append(Run(places, [word.partition("=")[2] for word in words if "--ignore=" in word], marked))
    return found


def selected(script: str) -> Selected:
    return set[tuple[str, bool]]().union(*(run.selects() for run in runs(script)))


def test_every_run_has_every_test_that_is_not_marked_for_the_sweep() -> None:
    assert FILES
    assert selected("test.sh") == set(product(FILES, [False]))


def test_the_sweep_has_every_test() -> None:
    assert selected("sweep.sh") == set(product(FILES, [False, True]))


def test_the_sweep_looks_deeper() -> None:
    text = (HOME / ".ci" / "sweep.sh").read_text("utf-8")
    assert dict(re.findall(r"(EXAMFORMER_\w+)=\$\{\1:-(\d+)\}", text)) == {
        "EXAMFORMER_SEEDS": "20",
        "EXAMFORMER_SOLUTIONS": "200",
    }


def test_a_test_that_is_marked_is_left_to_the_sweep_and_no_other_way_leaves_one_out() -> None:
    left_out = re.compile(r"pytest\.(?:skip|xfail)\(|mark\.(?:skip|skipif|xfail)\b")
    found = [file for file in FILES if left_out.search((HOME / file).read_text("utf-8")) and file != own()]
    assert found == []


def own() -> str:
    return Path(__file__).relative_to(HOME).as_posix()
