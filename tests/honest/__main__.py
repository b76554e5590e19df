"""`python -m tests.honest`: honest people and wrong sheets over every numeric question of the bank, as a report."""

import argparse
import json
import re
from collections.abc import Sequence
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from time import strftime

from engine.answers.forms import Fixed, Integer, Scientific
from engine.questions import Question
from engine.variants import draw
from tests.benchmarks.figures import write
from tests.engine.submissions import BANK, HOME
from tests.honest.report import by_style, report, table_of_the_worst, table_of_wrong_sheets
from tests.honest.tally import Tally
from tests.honest.trial import tried

DAY = "%Y-%m-%d"
PAGE = HOME / "docs" / "rounding.md"
KINDS = ("family", "formula")  # of a drawn choice among numbers, no number is typed


def numeric(pattern: str = "") -> list[str]:
    """The questions in which somebody types a number."""
    return [
        question.id
        for question in BANK.questions.values()
        if question.kind in KINDS and re.search(pattern, question.id) and _is_numeric(question)
    ]


def _is_numeric(question: Question) -> bool:
    asked = draw(question, 0, question.levels[0]).asked
    return any(isinstance(part.step.form, Fixed | Scientific | Integer) for part in asked)


def all_tried(questions: Sequence[str], seeds: range, wrong: int = 1, processes: int = 1) -> list[Tally]:
    one = partial(tried, seeds=seeds, wrong=wrong)
    if processes == 1:
        return list(map(one, questions))
    with get_context("spawn").Pool(processes) as pool:
        return pool.map(one, questions, chunksize=4)


def main() -> None:
    parser = argparse.ArgumentParser("python -m tests.honest", description=__doc__)
    parser.add_argument("--seeds", type=int, default=16, help="sheets for each question and style")
    parser.add_argument("--first", type=int, default=0, help="the first of the seeds")
    parser.add_argument(
        "--wrong", type=int, default=1, help="wrong sheets of each kind for each question and seed"
    )
    parser.add_argument("--questions", default="", metavar="REGEX", help="only questions whose id has this")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all counts and examples there, too")
    parser.add_argument("--write", action="store_true", help="put the report into docs/rounding.md")
    told = parser.parse_args()
    seeds = range(told.first, told.first + told.seeds)
    tallies = all_tried(numeric(told.questions), seeds, told.wrong, told.processes)
    if told.json:
        told.json.write_text(json.dumps([tally.to_json() for tally in tallies], indent=1), "utf-8")
    print(report(tallies))
    if told.write:
        head = f"{told.seeds} sheets for each question and style, {strftime('%Y-%m-%d')}."
        tables = (by_style(tallies), table_of_wrong_sheets(tallies), table_of_the_worst(tallies))
        write("\n\n".join([head, *map("\n".join, tables)]), PAGE, "honest")


if __name__ == "__main__":
    main()
