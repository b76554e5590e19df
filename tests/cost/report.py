"""What was measured and what follows from it, as Markdown tables for docs/cost.md."""

import math
from collections.abc import Iterable, Sequence

from tests.cost.assumptions import LOAD, STUDENTS, WANTED
from tests.cost.driving import STEPS, Driven
from tests.cost.model import MB, Line, Model

NAMES = {1: "one server", 2: "two servers"}


def measured(driven: Sequence[Driven]) -> str:
    """What the rooms took that were driven."""
    head = [
        "students",
        "on",
        *(f"{step}, s" for step in STEPS),
        "memory, MB",
        "to PostgreSQL",
        "requests of a session",
    ]
    rows = [
        [
            f"{one.number}", NAMES[one.servers], *(_spent(one, step) for step in STEPS), f"{one.memory:,.0f}",
            f"{one.sessions}", f"{one.asked / one.number:.0f}",
        ]
        for one in driven
    ]  # fmt: skip
    return table(head, rows)


def fitted(models: Iterable[Model]) -> str:
    """The lines, and how far the worst point lies off each."""
    rows = []
    for model in models:
        lines = {
            **{f"an exam of an hour, {program}": line for program, line in model.exam.items()},
            **{f"a session of practice, {program}": line for program, line in model.session.items()},
        }
        rows += [[NAMES[model.servers], name, *_line(line, 1, "s")] for name, line in lines.items()]
        rows.append([NAMES[model.servers], "memory while an exam is sat", *_line(model.memory, 1, "MB")])
        rows.append([NAMES[model.servers], "database, an exam", *_line(model.sat, MB, "MB")])
        rows.append([NAMES[model.servers], "database, a session", *_line(model.practised, MB, "MB")])
    return table(["on", "what", "at rest", "each student", "worst point off by"], rows)


def extrapolated(model: Model, largest: int) -> str:
    """Courses of every size; ``largest`` is the largest room that was driven."""
    rows = [
        [
            f"{students:,}{'' if students <= largest else ' *'}",
            f"{model.hour(students):,.0f}", f"{model.load_of_exam(students):.2f}", f"{cores(model, students):,.0f}",
            f"{model.load_of_evening(students):.2f}", f"{model.week(students):,.0f}",
            f"{model.memory.at(students):,.0f}", f"{model.grown(students) / MB:,.0f}",
            f"{model.assumed.connections * students:,}",
        ]
        for students in STUDENTS
    ]  # fmt: skip
    head = [
        "students", "an exam's hour, s", "cores busy", f"cores at {LOAD:.0%} load", "cores busy in the last evening",
        "a week of practice, s", "memory, MB", "database, week and exam, MB", "connections of browsers",
    ]  # fmt: skip
    return table(head, rows)


def targets(models: Iterable[Model]) -> str:
    """Whether an exam's hour fits on so many servers."""
    by_servers = {model.servers: model for model in models}
    rows = []
    for students, servers in WANTED:
        model = by_servers[servers]
        reached = model.load_of_exam(students) / (servers * model.assumed.cores)
        rows.append(
            [f"{students:,} students on {NAMES[servers]} of {model.assumed.cores} cores", f"≤ {LOAD:.0%}",
             f"{reached:.0%}{'' if reached <= LOAD else ' ✗'}"]
        )  # fmt: skip
    return table(["load in an exam's hour", "target", "by the model"], rows)


def cores(model: Model, students: int) -> float:
    """The cores on which an exam's hour is no more than the load that is wanted."""
    return math.ceil(model.load_of_exam(students) / LOAD)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["---", *("--:" for _ in head[1:])]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, lines, *rows))


def _spent(one: Driven, step: str) -> str:
    return " + ".join(f"{seconds:.1f}" for seconds in one.seconds[step].values())


def _line(line: Line, unit: float, name: str) -> tuple[str, str, str]:
    return f"{line.base / unit:,.3g} {name}", f"{line.each / unit:,.3g} {name}", f"{line.off:.0%}"
