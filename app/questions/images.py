"""The images that a question shows, and the fault where one of them is not stored here."""

from collections.abc import Collection
from pathlib import Path

from app.database.connection import Database
from app.images import images
from app.questions.library import MINE, drafted
from engine.illustrations.specs import OfImage
from engine.questions import Question
from engine.validation.locations import Broken, broken_at

NOT_HERE = "there is no such image here; upload it again, or import it with the question"


def shown(question: Question) -> dict[str, str]:
    """The files of the images that a question shows, by the names of its pictures."""
    return {name: one.file for name, one in question.pictures.items() if isinstance(one, OfImage)}


def drafted_here(database: Database, name: str, text: str) -> Question | tuple[Broken, ...]:
    """Reads a text as ``drafted`` does; an image that is not stored here is a fault, too."""
    found = drafted(name, text)
    if not isinstance(found, Question):
        return found
    return without(found, text, images.missing(database, shown(found).values()))


def without(question: Question, text: str, missing: Collection[str]) -> Question | tuple[Broken, ...]:
    """The question, or a fault for each of its images that is missing."""
    file = Path(MINE) / f"{question.id}.toml"
    places = [("pictures", name, "file") for name, image in shown(question).items() if image in missing]
    return tuple(broken_at(text, file, place, NOT_HERE) for place in places) or question
