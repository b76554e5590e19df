"""The curve: busy cores over students, both in powers of ten, with what was measured and what is wanted."""

import math
from collections.abc import Iterator, Sequence
from html import escape

from tests.cost.assumptions import LOAD, WANTED
from tests.cost.driving import Driven
from tests.cost.model import Model, exam

WIDE, HIGH, LEFT, BELOW, EDGE = 720.0, 420.0, 64.0, 48.0, 16.0
LEAST, MOST = (10.0, 0.01), (100_000.0, 1_000.0)
DASHES = {1: "", 2: "6 4"}
STYLE = (
    "text{font:13px sans-serif;fill:#333}.grid{stroke:#ccc}.line{stroke:#1b5e9e;stroke-width:2;fill:none}"
    ".point{fill:#1b5e9e}.wanted{fill:none;stroke:#b3261e;stroke-width:2}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}.grid{stroke:#444}.line{stroke:#8ab8e6}.point{fill:#8ab8e6}"
    ".wanted{stroke:#f2b8b5}}"
)


def at(students: float, cores: float) -> tuple[float, float]:
    """Where a point lies, in pixels."""
    (left, low), (right, high) = LEAST, MOST
    x = math.log(students / left) / math.log(right / left)
    y = math.log(max(cores, low) / low) / math.log(high / low)
    return round(LEFT + x * (WIDE - LEFT - EDGE), 1), round(HIGH - BELOW - y * (HIGH - BELOW - EDGE), 1)


def picture(models: Sequence[Model], measured: Sequence[Driven]) -> str:
    """An SVG, light or dark as the reader has it."""
    shapes = [*_grid(), *_lines(models), *_points(models, measured), *_wanted(models)]
    title = "Cores that are busy in an exam's hour, by the number of students"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE:g} {HIGH:g}" role="img">',
            f"<title>{title}</title><style>{STYLE}</style>",
            *shapes,
            "</svg>\n",
        ]
    )


def _grid() -> Iterator[str]:
    (left, low), (right, high) = LEAST, MOST
    for power in range(round(math.log10(left)), round(math.log10(right)) + 1):
        x, bottom = at(10.0**power, low)
        yield _line((x, bottom), at(10.0**power, high), "grid")
        yield _text(x, bottom + 18, f"{10**power:,}", "end" if 10.0**power == right else "middle")
    for power in range(round(math.log10(low)), round(math.log10(high)) + 1):
        x, y = at(left, 10.0**power)
        yield _line((x, y), at(right, 10.0**power), "grid")
        yield _text(x - 8, y + 4, f"{10.0**power:g}", "end")
    yield _text(WIDE / 2, HIGH - 8, "students", "middle")
    yield _text(LEFT + 8, EDGE + 14, "busy cores", "start")


def _lines(models: Sequence[Model]) -> Iterator[str]:
    for model in models:
        places = [LEAST[0] * (MOST[0] / LEAST[0]) ** (n / 60) for n in range(61)]
        path = " ".join(f"{x:g},{y:g}" for x, y in (at(n, model.load_of_exam(n)) for n in places))
        dashes = f' stroke-dasharray="{DASHES[model.servers]}"' if DASHES[model.servers] else ""
        yield f'<polyline class="line" points="{path}"{dashes}/>'


def _points(models: Sequence[Model], measured: Sequence[Driven]) -> Iterator[str]:
    by_servers = {model.servers: model for model in models}
    for one in measured:
        model = by_servers[one.servers]
        x, y = at(one.number, sum(exam(one, program) for program in model.exam) / model.assumed.exam)
        yield f'<circle class="point" cx="{x:g}" cy="{y:g}" r="4"/>'


def _wanted(models: Sequence[Model]) -> Iterator[str]:
    for students, servers in WANTED:
        x, y = at(students, LOAD * servers * models[0].assumed.cores)
        yield f'<circle class="wanted" cx="{x:g}" cy="{y:g}" r="7"/>'
        yield _text(x + 12, y + 4, f"{students:,} at {LOAD:.0%}", "start")


def _line(first: tuple[float, float], second: tuple[float, float], kind: str) -> str:
    (a, b), (c, d) = first, second
    return f'<line class="{kind}" x1="{a:g}" y1="{b:g}" x2="{c:g}" y2="{d:g}"/>'


def _text(x: float, y: float, said: str, anchor: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}">{escape(said)}</text>'
