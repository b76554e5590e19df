"""``examformer new-family``: writes a small family that works, and its oracle, as a start for a new one."""

import keyword
import re
from pathlib import Path
from string import Template

from app.commands.refusal import Refused
from app.resources import CHECKOUT

WORDS = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
LONGEST = 40


def new_family(id: str, subject: str, root: Path | None = CHECKOUT) -> list[Path]:
    """Writes the two files, and ``__init__.py`` where a folder is new; returns what was written. Raises Refused."""
    if root is None:
        raise Refused("a family is a part of the code; this command writes into a checkout of it")
    _refuse_other_words(id, "id", "mean_squared_error")
    _refuse_other_words(subject, "subject", "training")
    files = {
        root / "engine" / "families" / subject / f"{id}.py": FAMILY,
        root / "tests" / "oracles" / subject / f"{id}.py": ORACLE,
    }
    for taken in (*(root / "engine" / "families").glob(f"*/{id}.py"), *filter(Path.exists, files)):
        raise Refused(f"{taken.relative_to(root)} is there already; choose another id", "id")
    title = id.replace("_", " ").capitalize()
    written = []
    for file, template in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        if not (package := file.with_name("__init__.py")).exists():
            package.touch()
            written.append(package)
        file.write_text(Template(template).substitute(id=id, title=title), "utf-8")
        written.append(file)
    return written


def _refuse_other_words(name: str, parameter: str, example: str) -> None:
    if not WORDS.fullmatch(name) or keyword.iskeyword(name) or len(name) > LONGEST:
        rule = f"small letters, digits and single underscores, at most {LONGEST}, as in {example}"
        raise Refused(f"{name[:60]!r} is no name for a file: {rule}", parameter)


FAMILY = '''\
"""$title: what is computed, in one line, and where it comes from (author, year, section)."""

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.chain import Family, NotApplicable
from engine.parameters import Array, Frozen, Vector, symbol
from engine.solutions import latex


class Parameters(Frozen):
    numbers: Vector = symbol("x", "the numbers")


family = Family("$id", "$title", section="2.12", parameters=Parameters)


@family.step("Sum", r"\\textstyle\\sum_i <numbers>", symbol="S", numbers=latex.total)
def total(numbers: Array) -> float:
    return float(numbers.sum())


@family.step(
    "Mean", r"\\frac{<total>}{n}", symbol="m",
    numbers=lambda total, numbers: rf"\\frac{{{latex.number(total)}}}{{{len(numbers)}}}",
)  # fmt: skip
def mean(total: float, numbers: Array) -> float:
    return total / len(numbers)


family.gives(
    {
        "total": ("number", "Sum of the numbers."),
        "mean": ("number", "Sum over how many there are."),
    }
)
family.assumes("Every number counts the same.")


@family.mistake(of="mean", says="You stopped at the sum. Divide it by how many numbers there are.")
def not_divided(total: float) -> float:
    return total


@family.mistake(of="mean", says="You divided by one less than the number of numbers. Divide by all of them.")
def one_too_few(total: float, numbers: Array) -> float:
    if len(numbers) == 1:
        raise NotApplicable
    return total / (len(numbers) - 1)


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    size = {"warm-up": 3, "exam": 4, "hard": 6}[level]
    return {"numbers": [rng.randint(1, 20) for _ in range(size)]}
'''

ORACLE = '''\
"""$title by a second road: the same answers without a line of the engine's code (a library, another formula)."""

from fractions import Fraction
from typing import Any


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    numbers = [Fraction(str(number)) for number in parameters["numbers"]]
    return {"total": float(sum(numbers)), "mean": float(sum(numbers) / len(numbers))}
'''
