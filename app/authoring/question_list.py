"""The questions that an instructor writes: the list, a new one, a copy of a built-in one, and the archive."""

import re
import secrets
import tomllib
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from app.authoring import starters
from app.database.connection import Connection
from app.questions.context import Context
from app.questions.library import drafted
from app.questions.store import drafts
from app.questions.store.drafts import Audience, Draft, Listed
from engine import deadline
from engine.questions import Question

LONGEST_SLUG = 48
ON_A_PAGE = 50  # each is read as a question
MOST_LEFT_OUT = 10**6
LONGEST_TITLE = 80  # shown of a text that is no question


class NoSuchQuestion(LookupError):
    """No question of this name belongs to this person."""


class Standing(StrEnum):
    """The state of a question: only a draft, published, published with a changed draft, or archived."""

    DRAFT = "draft"
    PUBLISHED = "published"
    CHANGED = "changed"
    ARCHIVED = "archived"


@dataclass(frozen=True, kw_only=True, slots=True)
class Own:
    """A question in the list. ``number`` is the newest published version, 0 for none; ``kind`` as its text has it."""

    name: str
    title: str
    origin: str
    kind: str
    number: int
    standing: Standing
    broken: bool
    changed_at: datetime
    text: str
    audience: Audience


@dataclass(frozen=True, slots=True)
class Shelf:
    """Questions of one owner, and the kinds to choose from. ``further`` is the next page's ``left_out``, 0 for none."""

    questions: tuple[Own, ...]
    kinds: tuple[str, ...]
    further: int = 0


def own(
    context: Context,
    words: str,
    kind: str = "",
    standing: Standing | None = None,
    left_out: int = 0,
    most: int | None = None,
) -> Shelf:
    """Lists the owner's questions with these words: ``most`` of them, after the first ``left_out``;
    archived ones only where these are wanted."""
    archived = standing is Standing.ARCHIVED
    with context.database.read() as connection:
        found = drafts.of_owner(
            connection,
            context.account,
            words.replace("\0", "").strip(),
            archived,
            left_out,
            most and most + 1,
        )
    listed = [_own(one, archived) for one in found[:most]]
    listed = [one for one in listed if standing in (None, one.standing)]
    kinds = tuple(sorted({one.kind for one in listed if one.kind}))
    further = left_out + most if most and len(found) > most else 0
    return Shelf(tuple(one for one in listed if kind in ("", one.kind)), kinds, further)


def archive(context: Context, name: str) -> None:
    """Archives a question: it is not asked anew; begun sheets, and assignments that ask it, go on.
    Raises NoSuchQuestion."""
    with context.database.write() as connection:
        drafts.archive(connection, _held(connection, context.account, name).id)


def archived(context: Context, name: str) -> Own | None:
    """The owner's archived question of this name."""
    return next(
        (one for one in own(context, name, "", Standing.ARCHIVED).questions if one.name == name), None
    )


def restore(context: Context, name: str) -> None:
    """Raises NoSuchQuestion."""
    with context.database.write() as connection:
        drafts.archive(connection, _held(connection, context.account, name).id, back=True)


def _held(connection: Connection, owner: int, name: str) -> Draft:
    """The owner's question, archived or not."""
    found = drafts.named(connection, {name}).get(name) if "\0" not in name else None
    if found is None or found.owner != owner:
        raise NoSuchQuestion(name)
    return found.draft


def begin(context: Context, kind: str) -> str:
    """Adds a question that begins as a small example of its kind; returns its name."""
    return _add(context, "question", starters.text_of(kind), "")


def copy(context: Context, original: Question, bank: Path) -> str:
    """Copies a built-in question with its text as the bank has it; returns the name of the copy."""
    text = (bank / original.subject / f"{original.id}.toml").read_text("utf-8")
    return _add(context, original.id, text, original.id)


def _add(context: Context, after: str, text: str, origin: str) -> str:
    name = f"{after[:LONGEST_SLUG].strip('-')}-{secrets.token_hex(4)}"
    with context.database.write() as connection:
        drafts.add(connection, context.account, name, text, origin)
    return name


def _own(listed: Listed, archived: bool) -> Own:
    """A row of the list. Raises TakesTooLong, since an owner may have thousands."""
    deadline.check()
    draft = listed.draft
    read = drafted(draft.name, draft.text)
    broken = not isinstance(read, Question)
    title = read.title if isinstance(read, Question) else title_of(draft)
    kind = read.kind if isinstance(read, Question) else said_in(draft.text, "kind")
    return Own(
        name=draft.name, title=title, origin=draft.origin, kind=kind, number=listed.number,
        standing=_standing(listed, archived), broken=broken, changed_at=draft.changed_at, text=draft.text,
        audience=draft.audience,
    )  # fmt: skip


def _standing(listed: Listed, archived: bool) -> Standing:
    if archived:
        return Standing.ARCHIVED
    if not listed.number:
        return Standing.DRAFT
    return Standing.PUBLISHED if listed.published == listed.draft.text else Standing.CHANGED


def title_of(draft: Draft) -> str:
    """The title in a draft's text, else its name."""
    return said_in(draft.text, "title") or draft.name


def said_in(text: str, key: str) -> str:
    """The title or the kind of a text that is no question at present, also from an unfinished line."""
    line = re.search(rf"^{key}[ \t]*=.*$", text, re.M)
    if line is None:
        return ""
    with suppress(tomllib.TOMLDecodeError):
        whole = tomllib.loads(line[0])[key]
        return whole[:LONGEST_TITLE] if isinstance(whole, str) else ""
    begun = re.match(rf"""{key}[ \t]*=[ \t]*(?:"([^"]+)|'([^']+))""", line[0])
    return (begun[1] or begun[2])[:LONGEST_TITLE] if begun else ""
