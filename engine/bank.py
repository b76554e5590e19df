"""The question bank: ``question_bank/<subject>/<id>.toml`` read into typed questions, and what is studied beside them.

A broken file is a ``Broken`` with file, line and key; it never keeps the rest of the bank from serving.
"""

import hashlib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from engine import catalogue, typesetting, unreadable
from engine.kinds import Misfit, UnknownKind, kinds
from engine.parameters import BadParameters
from engine.questions import Question
from engine.study import Study, read_study

LONGEST = 60_000  # characters of a file
MOST_DOTS = 1000  # on one line
STUDY = "study"  # the folder that holds no questions


@dataclass(frozen=True, slots=True)
class Broken:
    """A file that is no question: where, and what to mend; ``column`` counts from 0, where it is known.

    ``place`` is the way to the key, with the numbers of lists in it.
    """

    file: Path
    line: int
    key: str
    message: str
    column: int | None = None
    place: tuple[int | str, ...] = ()

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.key + ': ' if self.key else ''}{self.message}"


@dataclass(frozen=True, slots=True)
class Bank:
    """All questions by id, in the order of sections and files, and what could not be read."""

    questions: Mapping[str, Question] = field(default_factory=dict)
    broken: tuple[Broken, ...] = ()
    study: Study = field(default_factory=Study)


def read_bank(folder: Path) -> Bank:
    questions: dict[str, Question] = {}
    broken: list[Broken] = []
    for file in sorted(file for file in folder.glob("*/*.toml") if file.parent.name != STUDY):
        match read_question(file):
            case Broken() as problem:
                broken.append(problem)
            case question if question.id in questions:
                broken.append(Broken(file, 1, "id", f"{question.id} is the name of another question too"))
            case question:
                questions[question.id] = question
    ordered = sorted(questions.values(), key=lambda question: section_order(question.section))
    return Bank({question.id: question for question in ordered}, tuple(broken), read_study(folder / STUDY))


def read_question(file: Path) -> Question | Broken:
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        return Broken(file, 1, "", str(error))
    return question_of(text, file)


def question_of(text: str, file: Path) -> Question | Broken:
    """The question that this text is, or what is to be mended first."""
    found = written(text, file)
    return found if isinstance(found, Question) else found[0]


def written(text: str, file: Path) -> Question | list[Broken]:
    """The question that this text is, or everything that keeps it from being one.

    The name of ``file``, which need not be there, is the question's id, that of its folder the subject.
    """
    values = values_in(text, file)
    if isinstance(values, Broken):
        return [values]
    if lost := unreadable.swallowed(values):
        return [_at(text, file, *lost)]
    version = hashlib.sha256(text.encode()).hexdigest()[:12]
    try:
        question = _question({**values, "id": file.stem, "version": version, "subject": file.parent.name})
        return [_at(text, file, *fault) for fault in typesetting.faults(values)] or question
    except ValidationError as error:
        problems = error.errors(include_url=False)
        problems.sort(
            key=lambda problem: problem["type"] != "extra_forbidden"
        )  # "titel" before: title is missing
        return [_invalid(text, file, problem["loc"], problem["msg"]) for problem in problems]
    except Misfit as misfit:
        key = ".".join(str(place) for place in misfit.place if not isinstance(place, int))
        line = _line_of(text, misfit.place)
        column = None if misfit.column is None else _inside(text, line) + misfit.column
        return [Broken(file, line, key, misfit.message, column, misfit.place)]
    except UnknownKind as error:
        return [Broken(file, _line_of(text, ("kind",)), "kind", str(error), place=("kind",))]
    except (catalogue.UnknownFamily, BadParameters) as error:
        return [Broken(file, _line_of(text, ("family",)), "family", str(error), place=("family",))]


def values_in(text: str, file: Path) -> dict[str, Any] | Broken:
    """What a text of TOML says, or why it cannot be read. It may come from anybody."""
    if len(text) > LONGEST:
        return Broken(file, 1, "", f"the text is longer than {LONGEST:,} characters")
    try:
        if any(line.count(".") > MOST_DOTS for line in text.splitlines()):
            raise RecursionError  # a.a.a...: tomllib takes the square of their number
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        said, _, place = str(error).rpartition(" (at ")
        where = re.findall(r"\d+", place) or [str(text.count("\n") + 1), "1"]
        return Broken(file, int(where[0]), "", unreadable.said(said or str(error)), int(where[-1]) - 1)
    except ValueError:
        return Broken(file, 1, "", "a number has more digits than can be read")
    except RecursionError:
        return Broken(file, 1, "", "lists and tables lie too deep in one another")


def _at(text: str, file: Path, place: tuple[int | str, ...], message: str, spot: str = "") -> Broken:
    """``spot`` is what stands in the line that is meant, where that lies below the key's."""
    key = ".".join(str(one) for one in place if not isinstance(one, int))
    line = _line_of(text, place)
    below = enumerate(text.splitlines()[line - 1 :], line)
    return Broken(file, next((n for n, one in below if spot in one), line), key, message, place=place)


def _invalid(text: str, file: Path, location: tuple[int | str, ...], said: str) -> Broken:
    message = said.removeprefix("Value error, ")
    key = ".".join(str(place) for place in location if not isinstance(place, int))
    named = re.match(r"(\w+): (\w+)", message)
    place = location or (named.groups() if named else ())
    return Broken(file, _line_of(text, place), key, message, place=place)


def _inside(text: str, line: int) -> int:
    """The column at which the text of a key begins, behind its quotation mark."""
    mark = re.search(r"""=\s*(['"]{3}|['"])""", text.splitlines()[line - 1])
    return mark.end() if mark else 0


def _question(values: Mapping[str, Any]) -> Question:
    """Raises ValidationError, and UnknownKind."""
    kind = values.get("kind", "family")
    return (
        Question.model_validate(values) if kind == "family" else kinds(kind).model_validate(values).question()
    )


def section_order(section: str) -> tuple[int, ...]:
    """2.10 after 2.9; the classical sections c.1 ... come first, as the course does."""
    return tuple(int(number) for number in re.findall(r"\d+", section.replace("c.", "0.")))


def _line_of(text: str, location: tuple[int | str, ...]) -> int:
    """The line where a key stands: of a list of tables the one that is meant, in a table the key's own line."""
    lines = text.splitlines()
    heads = [n for n, line in enumerate(lines) if location and line.strip() == f"[[{location[0]}]]"]
    found = 0
    for place in location:
        if isinstance(place, int):
            found = heads[place] if place < len(heads) else found
            continue
        name = re.escape(place)
        starts = [n for n in range(found, len(lines)) if re.match(rf"\s*\[*{name}\b", lines[n])]
        holds = [n for n in range(found, len(lines)) if re.search(rf"\b{name}\b", lines[n])]
        found = next(iter(starts or holds), found)
    return found + 1
