"""The question bank: ``question_bank/<subject>/<id>.toml`` read into typed questions, and what lies beside them:
what is studied (``study/``), the exams that are composed of them (``exams/<id>.toml``), and their data files
(``attachments/``).

A broken file is a ``Broken`` with file, line and key; it never keeps the rest of the bank from serving.
"""

import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from engine import catalogue
from engine.cache.disk import NOWHERE, Kept
from engine.data_files import look
from engine.exams.blueprints import Blueprint
from engine.illustrations.drawing import illustrated
from engine.kinds import Item, UnknownKind, kinds
from engine.parameters import BadParameters
from engine.questions import Question
from engine.sections import section_order
from engine.study import Study, read_study
from engine.validation import stand_ins, syntax, typesetting
from engine.validation.locations import Broken, broken_at, fault_at, line_of
from engine.validation.schema import Fault, Faults, Way, meant, plain

LONGEST = 60_000  # characters of a file
MOST_TOLD = 100  # problems of a text
MOST_DOTS = 1000  # on one line
STUDY = "study"
EXAMS = "exams"
NO_QUESTIONS = {STUDY, EXAMS}  # the folders that hold none
ATTACHMENTS = "attachments"  # the folder of data files, each named by its content
NO_FILE = "there is no such data file in question_bank/attachments"


@dataclass(frozen=True, slots=True, eq=False)
class Bank:
    """All questions by id, in the order of sections and files, the exams by theirs, and what could not be read.
    ``kept`` holds what was worked out of all of it at an earlier start."""

    questions: Mapping[str, Question] = field(default_factory=dict)
    broken: tuple[Broken, ...] = ()
    study: Study = field(default_factory=Study)
    exams: Mapping[str, Blueprint] = field(default_factory=dict)
    kept: Kept = NOWHERE


def read_bank(folder: Path) -> Bank:
    """Reads every question, exam and study page below the folder; ``broken`` names the files that cannot be read."""
    questions: dict[str, Question] = {}
    broken: list[Broken] = []
    for file in sorted(file for file in folder.glob("*/*.toml") if file.parent.name not in NO_QUESTIONS):
        match read_question(file):
            case Broken() as problem:
                broken.append(problem)
            case question if question.id in questions:
                broken.append(
                    Broken(file, 1, key="id", message=f"{question.id} is the name of another question too")
                )
            case question:
                questions[question.id] = question
    exams: dict[str, Blueprint] = {}
    for file in sorted((folder / EXAMS).glob("*.toml")):
        match read_exam(file):
            case Blueprint() as exam:
                exams[exam.id] = exam
            case problems:
                broken += problems[:1]
    ordered = sorted(questions.values(), key=lambda question: section_order(question.section))
    by_id = {question.id: question for question in ordered}
    return Bank(by_id, tuple(broken), read_study(folder / STUDY), exams)


def read_question(file: Path) -> Question | Broken:
    """Reads one file, whose name is the question's id, and looks at its data files; of several faults the first is
    returned."""
    text = _text_of(file)
    found = text if isinstance(text, Broken) else question_of(text, file)
    if isinstance(found, Broken):
        return found
    seen = with_looks(found, file.parent.parent)
    for n, one in enumerate(seen.files):
        if one.name not in seen.looks:
            return broken_at(str(text), file, ("files", n, "file"), NO_FILE)
    return seen


def with_looks(question: Question, folder: Path) -> Question:
    """The question, with what is seen of those of its data files that lie in the folder."""
    if not question.files:
        return question
    contents = attachments(folder, (one.file for one in question.files))
    looks = {one.name: look(one, contents[one.file]) for one in question.files if one.file in contents}
    return question.model_copy(update={"looks": looks})


def attachments(folder: Path, names: Iterable[str]) -> Mapping[str, bytes]:
    """The contents of those among these data files that lie beside the questions of a folder."""
    places = {name: folder / ATTACHMENTS / name for name in names}
    return {name: place.read_bytes() for name, place in places.items() if place.is_file()}


def read_exam(file: Path) -> Blueprint | list[Broken]:
    """Reads one file, whose name is the exam's id, or returns everything that is wrong with it."""
    text = _text_of(file)
    return [text] if isinstance(text, Broken) else exam_of(text, file)


def _text_of(file: Path) -> str | Broken:
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        return Broken(file, 1, key="", message=str(error))


def question_of(text: str, file: Path) -> Question | Broken:
    """The question in this text, or the first thing to fix in it."""
    found = written(text, file)
    return found if isinstance(found, Question) else found[0]


def written(text: str, file: Path, published: bool = False) -> Question | list[Broken]:
    """The question in this text, or everything that keeps it from being one.

    The name of ``file``, which need not be there, is the question's id, that of its folder the subject. What was
    ``published`` is read whatever its sentences look like: sheets stand on it.
    """
    values = values_in(text, file)
    if isinstance(values, Broken):
        return [values]
    if not published and (lost := syntax.swallowed(values)):
        return [broken_at(text, file, *lost)]
    named = names_of(text, file)
    found = _checked(text, file, values, named)
    unset = [] if published else [broken_at(text, file, *fault) for fault in typesetting.faults(values)]
    if isinstance(found, Question):
        return unset or found
    further = stand_ins.further(values, found, lambda changed: _checked(text, file, changed, named))
    return [*found, *further, *unset]


def names_of(text: str, file: Path) -> Mapping[str, str]:
    """The fields of a question that its text does not say."""
    version = hashlib.sha256(text.encode()).hexdigest()[:12]
    return {"id": file.stem, "version": version, "subject": file.parent.name}


def _checked(
    text: str, file: Path, values: Mapping[str, Any], named: Mapping[str, str]
) -> Question | list[Broken]:
    try:
        return question_with({**values, **named})
    except ValidationError as error:
        return _all_invalid(text, file, values, error, _model(values))
    except Fault as fault:
        return [fault_at(text, file, fault)]
    except Faults as faults:
        return [fault_at(text, file, fault) for fault in faults.several]
    except UnknownKind as error:
        return [Broken(file, line_of(text, ("kind",)), key="kind", message=str(error), place=("kind",))]
    except (catalogue.UnknownFamily, BadParameters) as error:
        return [Broken(file, line_of(text, ("family",)), key="family", message=str(error), place=("family",))]


def exam_of(text: str, file: Path) -> Blueprint | list[Broken]:
    """The exam in this text, or everything that keeps it from being one. The name of ``file`` is its id."""
    values = values_in(text, file)
    if isinstance(values, Broken):
        return [values]
    try:
        return Blueprint.model_validate({**values, "id": file.stem})
    except ValidationError as error:
        return _all_invalid(text, file, values, error, Blueprint)


def values_in(text: str, file: Path) -> dict[str, Any] | Broken:
    """The values of a TOML text, which may come from anybody, or the reason why it cannot be read."""
    if len(text) > LONGEST:
        return Broken(file, 1, key="", message=f"the text is longer than {LONGEST:,} characters")
    try:
        if any(line.count(".") > MOST_DOTS for line in text.splitlines()):
            raise RecursionError  # a.a.a...: tomllib takes the square of their number
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        said, _, place = str(error).rpartition(" (at ")
        where = re.findall(r"\d+", place) or [str(text.count("\n") + 1), "1"]
        line, column = int(where[0]), int(where[-1]) - 1
        lines = text.replace("\r\n", "\n")
        stopped = sum(len(one) + 1 for one in lines.split("\n")[: line - 1]) + column
        if begun := syntax.opened(lines, stopped if "line" in place else len(lines)):
            before = lines[: begun[0]]
            return Broken(
                file,
                before.count("\n") + 1,
                key="",
                message=begun[1],
                column=begun[0] - before.rfind("\n") - 1,
            )
        return Broken(file, line, key="", message=syntax.said(said or str(error)), column=column)
    except ValueError:
        return Broken(file, 1, key="", message="a number has more digits than can be read")
    except RecursionError:
        return Broken(file, 1, key="", message="lists and tables lie too deep in one another")


def _all_invalid(
    text: str, file: Path, values: Mapping[str, Any], error: ValidationError, model: type[BaseModel]
) -> list[Broken]:
    problems = error.errors(include_url=False)
    problems.sort(
        key=lambda problem: problem["type"] != "extra_forbidden"
    )  # "titel" before: title is missing
    raised = [_raised(problem) for problem in problems]
    several = [fault for faults in raised if isinstance(faults, Faults) for fault in faults.several]
    told = [
        (problem["type"], _invalid(text, file, values, problem, model))
        for problem in problems[:MOST_TOLD]
        if not isinstance(_raised(problem), Faults)
    ]
    written = {(*one.place[:-1], meant(one.place, model)) for kind, one in told if kind == "extra_forbidden"}
    found = [one for kind, one in told if kind != "missing" or one.place not in written]
    once = list({problem.place: problem for problem in reversed(found)}.values())[::-1]
    return [*once, *(fault_at(text, file, fault) for fault in several[:MOST_TOLD])]


def _raised(problem: ErrorDetails) -> Any:
    """The exception that a check of ours raised; None for a problem of pydantic's own."""
    return problem.get("ctx", {}).get("error")


def _invalid(
    text: str, file: Path, values: Mapping[str, Any], problem: ErrorDetails, model: type[BaseModel]
) -> Broken:
    location = problem["loc"]
    missing = location[-1:] if problem["type"] == "missing" else ()
    place = (*_way(values, location[: len(location) - len(missing)]), *missing)
    if isinstance(fault := _raised(problem), Fault):
        return fault_at(text, file, fault)
    named = re.match(r"(\w+): ", said := plain({**problem, "loc": place}, model))
    if not place and named and named[1] in values:
        return broken_at(text, file, (named[1],), said.removeprefix(named[0]))
    return broken_at(text, file, place, said)


def _way(values: Any, location: Way) -> Way:
    """The way to the value, without the names that pydantic adds for the kinds of values that might stand there."""
    way: Way = ()
    for one in location:
        if isinstance(values, list):
            values = dict(enumerate(values))
        if isinstance(values, dict) and one in values:
            way, values = (*way, one), values[one]
    return way


def question_with(values: Mapping[str, Any]) -> Question:
    """Builds the question of these values, its names among them. Raises ValidationError, Fault, Faults, UnknownKind."""
    model = _model(values)
    found = model.model_validate(values)
    question = found if isinstance(found, Question) else found.question()
    return illustrated(question, found.known_variables)


def _model(values: Mapping[str, Any]) -> type[Question] | type[Item]:
    """The model of files of this kind. Raises UnknownKind."""
    kind = values.get("kind", "family")
    return Question if kind == "family" else kinds(str(kind))
