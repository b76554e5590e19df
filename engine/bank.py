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

from engine import catalogue
from engine.kinds import UnknownKind, kinds
from engine.parameters import BadParameters
from engine.questions import Question
from engine.study import Study, read_study

STUDY = "study"  # the folder that holds no questions


@dataclass(frozen=True, slots=True)
class Broken:
    """A file that is no question: where, and what to mend."""

    file: Path
    line: int
    key: str
    message: str

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
        values = tomllib.loads(text)
    except (OSError, UnicodeDecodeError) as error:
        return Broken(file, 1, "", str(error))
    except tomllib.TOMLDecodeError as error:
        where = re.search(r"line (\d+)", str(error))
        return Broken(file, int(where.group(1)) if where else text.count("\n") + 1, "", str(error))
    version = hashlib.sha256(text.encode()).hexdigest()[:12]
    try:
        return _question({**values, "id": file.stem, "version": version, "subject": file.parent.name})
    except ValidationError as error:
        errors = error.errors(include_url=False)
        first = min(
            errors, key=lambda problem: problem["type"] != "extra_forbidden"
        )  # "titel", not that title is missing
        message = first["msg"].removeprefix("Value error, ")
        key = ".".join(str(place) for place in first["loc"] if not isinstance(place, int))
        named = re.match(r"(\w+): (\w+)", message)
        return Broken(file, _line_of(text, first["loc"] or (named.groups() if named else ())), key, message)
    except UnknownKind as error:
        return Broken(file, _line_of(text, ("kind",)), "kind", str(error))
    except (catalogue.UnknownFamily, BadParameters) as error:
        return Broken(file, _line_of(text, ("family",)), "family", str(error))


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
