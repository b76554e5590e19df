"""Questions in files outside of the bank, for the command line, with the line of each fault."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.authoring.exchange import attached_files, folder
from app.authoring.exchange.archive import CannotUnpack, Unpacked
from app.authoring.exchange.attached_files import WithAttachments
from app.authoring.exchange.question_file import NAME, QuestionFile, slug
from app.commands.refusal import Refused
from app.questions.attachments import named, without
from app.questions.library import drafted
from engine.questions import Question
from engine.validation.locations import Broken


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to check; ``text`` where it is not from the bank."""

    question: Question
    text: str | None = None


def own_questions(places: Sequence[Path]) -> tuple[list[Asked], list[str]]:
    """Reads the questions in these folders and files; returns them and the faults of the others. Raises Refused."""
    own, faults = [], []
    for place in places:
        unpacked = _with_attachments(place)
        faults += [str(left) for left in unpacked.left_out]
        for file in unpacked.files:
            read = drafted(file.stem if NAME.fullmatch(file.stem) else slug(file.stem), file.text)
            if isinstance(read, Question):
                read = without(read, file.text, named(read) - unpacked.attachments.keys())
            if isinstance(read, Question):
                own.append(Asked(read, file.text))
            else:
                faults += [fault(file, problem) for problem in read]
    return own, faults


def _with_attachments(place: Path) -> WithAttachments:
    """Raises Refused."""
    try:
        return attached_files.taken(files_at(place))
    except CannotUnpack as error:
        raise Refused(str(error), str(place)) from error


def files_at(place: Path) -> Unpacked:
    """Raises Refused."""
    try:
        return folder.read(place)
    except (CannotUnpack, OSError) as error:
        raise Refused(str(error), str(place)) from error


def fault(file: QuestionFile, problem: Broken) -> str:
    """A fault as text, with the file and the line."""
    line, key = problem.line + file.skipped, f"{problem.key}: " if problem.key else ""
    return f"{file.file}:{line}: {key}{problem.message}"
