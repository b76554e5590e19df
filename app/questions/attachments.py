"""The attachments that a question names, and the fault where one of them is not stored here."""

from collections.abc import Collection, Mapping
from pathlib import Path

from app.attachments import attachments
from app.database.connection import Database
from app.questions.data_files import looked_at
from app.questions.library import MINE, drafted
from engine.illustrations.specs import OfImage
from engine.questions import Question
from engine.validation.locations import Broken, broken_at
from engine.validation.schema import Way

NOT_HERE = "there is no such image here; upload it again, or import it with the question"
NO_FILE = "there is no such data file here; upload it again, or import it with the question"


def shown(question: Question) -> dict[str, str]:
    """The stored names of the images that a question shows, by the names of its pictures."""
    return {name: one.file for name, one in question.pictures.items() if isinstance(one, OfImage)}


def named(question: Question) -> set[str]:
    """The stored names of all attachments that a question names."""
    return {*shown(question).values(), *(one.file for one in question.files)}


def contents(database: Database, question: Question) -> Mapping[str, bytes]:
    """What goes along with a question: its images by the names under which they are stored, its data files by the names
    that they have in it."""
    stored = attachments.contents(database, named(question))
    files = {one.name: stored[one.file] for one in question.files if one.file in stored}
    return {name: stored[name] for name in shown(question).values() if name in stored} | files


def drafted_here(database: Database, name: str, text: str) -> Question | tuple[Broken, ...]:
    """Reads a text as ``drafted`` does, and looks at its files; an attachment that is not stored is a fault, too."""
    found = drafted(name, text)
    if not isinstance(found, Question):
        return found
    (found,) = looked_at(database, [found])
    return without(found, text, attachments.missing(database, named(found)))


def without(question: Question, text: str, missing: Collection[str]) -> Question | tuple[Broken, ...]:
    """The question, or a fault for each of its attachments that is missing."""
    file = Path(MINE) / f"{question.id}.toml"
    pictures = [("pictures", name, "file") for name, image in shown(question).items() if image in missing]
    files: list[Way] = [("files", n, "file") for n, one in enumerate(question.files) if one.file in missing]
    faults = [*((place, NOT_HERE) for place in pictures), *((place, NO_FILE) for place in files)]
    return tuple(broken_at(text, file, place, said) for place, said in faults) or question
