"""Import of questions from files: each becomes a draft, or the new text of one; the same in the browser and from CI.

A question is recognised by its owner and the name of its file. The file ``lamp.toml`` is the question
``lamp-1a2b3c4d``, whose suffix is a hash of both: nobody takes a name away from others, and importing twice gives one
question. A file that is named after a question of its owner is that question.
"""

import hashlib
import secrets
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.attachments import attachments
from app.attachments.attachment import Attachment, NotAttachable
from app.authoring.exchange import attached_files, foreign
from app.authoring.exchange.archive import CannotUnpack, LeftOut, Unpacked
from app.authoring.exchange.attached import in_its_folder
from app.authoring.exchange.question_file import NAME, QuestionFile, slug
from app.authoring.question_list import said_in
from app.courses.store import courses
from app.database.connection import Connection, Database
from app.questions.attachments import named, without
from app.questions.context import Context
from app.questions.library import drafted
from app.questions.store import drafts
from app.questions.store.drafts import Named
from app.web.languages.languages import N_
from engine.bank import Bank
from engine.questions import Question
from engine.validation.locations import Broken

PATIENCE = 20.0  # seconds that reading all of them may take
TOO_SLOW = N_("Reading these questions takes too long. Send fewer at once.")
NOTHING = N_("Choose a file first.")
TWICE = N_("Another file of this import has this name, too.")
ARCHIVED = N_("You archived this question. Restore it first.")
TAKEN = N_("Somebody else has a question of this name. Give the file another name.")


class How(StrEnum):
    """The outcome for a text."""

    NEW = "new"
    CHANGED = "changed"
    SAME = "same"


@dataclass(frozen=True, slots=True)
class Taken:
    """A draft of the owner, and the file it came from. ``problems`` keep it from being a question, each at its line."""

    file: QuestionFile
    name: str
    how: How
    title: str
    problems: tuple[Broken, ...]


@dataclass(frozen=True, slots=True)
class Imported:
    taken: tuple[Taken, ...]
    left_out: tuple[LeftOut, ...]
    passed_over: int

    @property
    def good(self) -> tuple[Taken, ...]:
        return tuple(one for one in self.taken if not one.problems)

    @property
    def unread(self) -> tuple[Taken, ...]:
        return tuple(one for one in self.taken if one.problems)


def receive(
    context: Context, files: Sequence[tuple[str, bytes]], replacing: bool, section: str = ""
) -> Imported:
    """Imports files as a browser sends them; ``section`` is that of questions of other systems. Raises CannotUnpack."""
    if not files:
        raise CannotUnpack(NOTHING)
    return take(
        context.database, context.library.bank, context.account, foreign.unpack(files, section), replacing
    )


def take(database: Database, bank: Bank, owner: int, sent: Unpacked, replacing: bool) -> Imported:
    """Imports all of them or, where something breaks, none. Raises CannotUnpack where they take too long to read.

    Where the owner has a question of this name with another text, it gets the new text if ``replacing``; else it stays
    as it is, and the new text becomes another draft.
    """
    made = attached_files.taken(sent)
    found = _read(made.files)
    taken: list[Taken] = []
    left_out = list(made.left_out)
    with database.write() as connection:
        courses.hold(connection, owner)
        left_out += _keep_attachments(connection, owner, made.attachments)
        there = drafts.named(connection, {name for file in made.files for name in _names(owner, file)})
        done: set[str] = set()
        for file, one in zip(made.files, found, strict=True):
            read = _with_attachments(connection, one, file.text)
            kept = _keep(connection, bank, owner, file, there, replacing, done)
            if isinstance(kept, LeftOut):
                left_out.append(kept)
                continue
            name, how = kept
            done.add(name)
            title = read.title if isinstance(read, Question) else said_in(file.text, "title")
            taken.append(Taken(file, name, how, title, () if isinstance(read, Question) else read))
    return Imported(tuple(taken), tuple(left_out), sent.passed_over)


def _keep_attachments(
    connection: Connection, owner: int, sent: Mapping[str, Attachment]
) -> Iterator[LeftOut]:
    for name, one in sent.items():
        try:
            attachments.keep(connection, owner, one)
        except NotAttachable as error:
            yield LeftOut(in_its_folder(name), str(error))


def _with_attachments(
    connection: Connection, read: Question | tuple[Broken, ...], text: str
) -> Question | tuple[Broken, ...]:
    """The question, or a fault for each attachment of it that is not stored."""
    if not isinstance(read, Question):
        return read
    return without(read, text, attachments.missing_among(connection, named(read)))


def _read(files: Iterable[QuestionFile]) -> list[Question | tuple[Broken, ...]]:
    began, found = time.monotonic(), []
    for file in files:
        found.append(drafted(slug(file.stem), file.text))
        if time.monotonic() - began > PATIENCE:
            raise CannotUnpack(TOO_SLOW)
    return found


def _keep(
    connection: Connection,
    bank: Bank,
    owner: int,
    file: QuestionFile,
    there: Mapping[str, Named],
    replacing: bool,
    done: set[str],
) -> tuple[str, How] | LeftOut:
    own, made, made_of_text = _names(owner, file)
    known = (own, made) if replacing else (own, made, made_of_text)
    mine = [one for one in map(there.get, known) if one and one.owner == owner]
    name = mine[0].draft.name if mine else made
    if name in done or made_of_text in done:
        return LeftOut(file.file, TWICE)
    for one in mine[:1] if replacing else mine:
        if one.draft.text == file.text and not one.archived:
            return one.draft.name, How.SAME
    if mine and replacing:
        if mine[0].archived:
            return LeftOut(file.file, ARCHIVED)
        drafts.save(connection, mine[0].draft.id, file.text)
        return name, How.CHANGED
    if mine:
        name = f"{slug(file.stem)}-{secrets.token_hex(4)}" if made_of_text in there else made_of_text
    elif made in there:
        return LeftOut(file.file, TAKEN)
    drafts.add(connection, owner, name, file.text, file.origin if file.origin in bank.questions else "")
    return name, How.NEW


def _names(owner: int, file: QuestionFile) -> tuple[str, str, str]:
    """The possible names of a question: the file's own; one made of it for its owner;
    one for another text beside that."""
    own = file.stem if len(file.stem) <= 60 and NAME.fullmatch(file.stem) else ""
    return own, _name(file.stem, owner), _name(file.stem, owner, file.text)


def _name(stem: str, *also: object) -> str:
    told = "\0".join(map(str, (*also, stem)))
    return f"{slug(stem)}-{hashlib.sha256(told.encode('utf-8', 'replace')).hexdigest()[:8]}"
