"""The versions of a question: the changes from one to the next, and going back to an older one."""

from dataclasses import dataclass

from app.authoring import editor
from app.authoring.question_list import title_of
from app.authoring.text_diff import changes
from app.questions.context import Context
from app.questions.store import versions
from app.questions.store.drafts import Draft
from app.questions.store.versions import Version

DRAFT = 0  # the draft's number among the versions


class NoSuchVersion(LookupError):
    """The question has no version of this number."""


@dataclass(frozen=True, slots=True)
class Compared:
    """Two texts of a question; ``lines`` are their diff, each with its sign: "+", "-", "@" or " "."""

    draft: Draft
    versions: tuple[Version, ...]
    old: int
    new: int
    lines: tuple[tuple[str, str], ...]

    @property
    def title(self) -> str:
        return title_of(self.draft)


def compared(context: Context, name: str, old: int | None, new: int | None) -> Compared:
    """Compares two versions; by default the draft with the newest version, or where these are the same,
    the newest with the one before.

    Raises NoSuchQuestion, NoSuchVersion, and TakesTooLong.
    """
    draft = editor.opened(context, name)
    with context.database.read() as connection:
        found = tuple(versions.of_question(connection, name))
    if old is None and new is None and len(found) > 1 and found[0].text == draft.text:
        old, new = found[1].number, found[0].number
    new = DRAFT if new is None else new
    old = (found[0].number if found else DRAFT) if old is None else old
    texts = {DRAFT: draft.text} | {version.number: version.text for version in found}
    for number in (old, new):
        if number not in texts:
            raise NoSuchVersion(number)
    return Compared(draft, found, old, new, tuple(changes(texts[old], texts[new])))


def go_back(context: Context, name: str, number: int) -> None:
    """Makes the text of a version the draft. Raises NoSuchQuestion and NoSuchVersion."""
    with context.database.write() as connection:
        texts = {version.number: version.text for version in versions.of_question(connection, name)}
        if number not in texts:
            editor.opened(context, name)
            raise NoSuchVersion(number)
        editor.keep(connection, context.account, name, texts[number])
