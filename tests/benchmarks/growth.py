"""``python -m tests.benchmarks.growth``: what a student's week and exam add to each table; ``--write`` puts it there.

The rows are made by the pages, for one student, and then multiplied, so that pages of the database are full; sizes are
those of tables with their indexes, on SQLite and on PostgreSQL.
"""

import argparse
import secrets
import sqlite3
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from sqlalchemy import Column, Connection, Integer, String, Table, func, insert, select

from app.clock import Clock
from app.database import migration
from app.database.backups import moving
from app.database.backups import postgres as server
from app.database.backups.contents import COPIED
from app.database.connection import Database
from app.main import make_app
from app.settings import HOME, Settings
from tests.app.courses.taught_course import Lecture, lecture
from tests.app.exams import course_exam
from tests.app.exams.sitting import of_kind
from tests.app.learner import COSINE, PERPLEXITY, Learner, drawn, key
from tests.app.personal_data.worked import set_goal, turn_cards
from tests.benchmarks.bounds import BOUNDS, COURSE
from tests.benchmarks.figures import write
from tests.benchmarks.web import postgres
from tests.engine.submissions import BANK

SHEETS, CARDS = 30, 10  # of a week; as many cards as a day has
CHOICE, CODE = of_kind("choice"), of_kind("code")
PROGRAM = str(BANK.questions[CODE].family.steps["answer"].compute())
WRONG = {COSINE: ("dot",), PERPLEXITY: ("nats",)}
EXAM, MINUTES, SAVE = 12, 90, 10  # questions, minutes, and seconds from one save to the next
TIMES, APART = 300, 20_000  # students, and how far their numbers lie apart
Counts = Mapping[str, int]

BLUEPRINT = """title = "Final"
minutes = {minutes}
points = {points}
aids = ["calculator"]
order = "as written"

[[groups]]
title = "All"
number = {number}
points = 5
questions = {questions}
"""


@dataclass(frozen=True, slots=True)
class Growth:
    """The rows that a week and an exam add to a table, and the bytes of a row on SQLite and on PostgreSQL."""

    table: str
    week: int
    exam: int
    lite: float
    postgres: float


def main() -> int:
    parser = argparse.ArgumentParser("python -m tests.benchmarks.growth", description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the tables into docs/performance.md")
    options = parser.parse_args()
    found, version = measure()
    text = f"{measured(found, version)}\n\n{bounds({one.table for one in found})}"
    print(text)
    if options.write:
        write(text, HOME / "docs" / "performance.md", "growth")
    return 0


def measure() -> tuple[list[Growth], str]:
    """The tables that a student's work adds rows to, and the version of PostgreSQL."""
    with tempfile.TemporaryDirectory(prefix="examformer-bench-") as name, postgres(Path(name)) as address:
        file = Path(name) / "exam.db"
        migration.upgrade(url := f"sqlite:///{file}")
        app = make_app(Settings(database_url=url, allowed_hosts=["testserver"]), BANK)
        with closing(app.state.database) as database:
            nlp = lecture(app)
            began = counts(database)
            week(nlp.student.learner)
            after_week = counts(database)
            exam(app, nlp)
            after_exam = counts(database)
            multiply(database)
        moving.move(url, address)
        rows, lite, (other, version) = _rows(url), _bytes_of_file(file), _bytes_of_server(address)
        found = [
            Growth(
                name,
                after_week[name] - began[name],
                after_exam[name] - after_week[name],
                lite[name] / rows[name],
                other[name] / rows[name],
            )
            for name in rows
            if after_exam[name] > began[name] and BOUNDS[name] != COURSE
        ]
        return found, version


def week(learner: Learner) -> None:
    """Sheets, many with a wrong answer first, some with a hint; a program that is handed in; cards, and a goal."""
    set_goal(learner, 40)
    for seed in range(SHEETS):
        question = (COSINE, PERPLEXITY, CHOICE)[seed % 3]
        sheet = learner.open(question, seed=seed)
        if hints := [one for one in sheet.buttons if one.startswith("hint:")][: seed % 4 == 0]:
            sheet = learner.press(sheet, hints[0])
        if seed % 2 and question != CHOICE:
            sheet = learner.press(sheet, typed=dict.fromkeys(WRONG[question], "9999"))
        learner.press(sheet, typed=key(drawn(question, seed)))
    learner.press(learner.open(CODE), typed={"answer": PROGRAM})
    turn_cards(learner, *[3] * CARDS)


def exam(app: FastAPI, nlp: Lecture) -> None:
    """An exam in which something is saved every ten seconds: an answer grows, letter by letter."""
    questions = [one.id for one in BANK.questions.values() if one.kind == "family"][:EXAM]
    text = BLUEPRINT.format(minutes=MINUTES, points=5 * EXAM, number=EXAM, questions=questions)
    sat = course_exam.sit(app, nlp.student, course_exam.exam(nlp, text))
    answers = {place: key(sat.variant(place)) for place in range(1, EXAM + 1)}
    saves = 60 * MINUTES // SAVE
    for n in range(saves):
        place = 1 + EXAM * n // saves
        part, texts = list(answers[place].items())[n % len(answers[place])]
        sat.watch.on(seconds=SAVE)
        sat.save(sat.field(place, f"{part}.0", texts[0][: 1 + n % 4], n + 1), place=place)
    sat.hand_in()
    app.state.clock = Clock()


def multiply(database: Database) -> None:
    """Adds the same rows again and again under other numbers and names."""
    with database.write() as connection:
        made = {table: connection.execute(select(table)).all() for table in COPIED}
        for n in range(1, TIMES):
            for table, rows in made.items():
                if rows:
                    connection.execute(insert(table), [dict(_again(table, row, n)) for row in rows])


def _again(table: Table, row: Any, n: int) -> Iterator[tuple[str, Any]]:
    for column in table.c:
        value = row._mapping[column]
        if value is None:
            yield column.name, value
        elif isinstance(column.type, Integer) and (column.primary_key or column.foreign_keys):
            yield column.name, value + n * APART
        elif isinstance(column.type, String) and (column.unique or _alone_in_a_key(column)):
            yield column.name, secrets.token_hex(len(value))[: max(len(value), 8)]
        else:
            yield column.name, value


def _alone_in_a_key(column: Column[Any]) -> bool:
    """True if a text must differ, since nothing else of its key does."""
    keys = [column.table.primary_key.columns] if column.primary_key else []
    return any(not any(one.foreign_keys for one in columns) for columns in keys)


def counts(database: Database) -> Counts:
    with database.read() as connection:
        return {table.name: _count(connection, table) for table in COPIED}


def _count(connection: Connection, table: Table) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def _rows(url: str) -> Counts:
    with closing(Database(url)) as database:
        return {name: number for name, number in counts(database).items() if number}


def _bytes_of_file(file: Path) -> Counts:
    asked = "SELECT tbl_name, sum(pgsize) FROM dbstat JOIN sqlite_schema USING (name) GROUP BY tbl_name"
    with closing(sqlite3.connect(file)) as connection:
        return dict(connection.execute(asked).fetchall())


def _bytes_of_server(url: str) -> tuple[Counts, str]:
    asked = "SELECT relname, pg_total_relation_size(oid) FROM pg_class WHERE relkind = 'r'"
    with closing(Database(url)) as database, database.read() as connection:
        sizes = {name: int(size) for name, size in connection.exec_driver_sql(asked)}
        return sizes, server.version(connection)


def measured(found: Sequence[Growth], version: str) -> str:
    head = (
        "| table | rows a week | rows an exam | bytes a row, SQLite | PostgreSQL | kB a week | kB an exam "
        "| what ends it |\n| --- | --: | --: | --: | --: | --: | --: | --- |"
    )
    lines = [
        f"| `{one.table}` | {one.week} | {one.exam} | {one.lite:,.0f} | {one.postgres:,.0f} | "
        f"{one.week * one.postgres / 1000:,.1f} | {one.exam * one.postgres / 1000:,.1f} | {BOUNDS[one.table]} |"
        for one in sorted(found, key=lambda one: -(15 * one.week + one.exam) * one.postgres)
    ]
    week, exam = (sum(n * one.postgres for n, one in some) / 1000 for some in _each(found))
    lines.append(f"| together | | | | | {week:,.1f} | {exam:,.1f} | |")
    where = f"{datetime.now(UTC):%Y-%m-%d}, SQLite {sqlite3.sqlite_version}, {version}"
    return "\n".join([head, *lines, "", f"{where}; rows of {TIMES} students; kB on PostgreSQL."])


def _each(found: Sequence[Growth]) -> Iterator[list[tuple[int, Growth]]]:
    yield [(one.week, one) for one in found]
    yield [(one.exam, one) for one in found]


def bounds(but: set[str]) -> str:
    """The other tables, by what keeps them from growing without end."""
    by_bound: dict[str, list[str]] = {}
    for name, bound in BOUNDS.items():
        if name not in but:
            by_bound.setdefault(bound, []).append(f"`{name}`")
    lines = [f"| {', '.join(names)} | {bound} |" for bound, names in sorted(by_bound.items())]
    return "\n".join(["| other tables | what ends it |", "| --- | --- |", *lines])


if __name__ == "__main__":
    sys.exit(main())
