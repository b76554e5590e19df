"""A question as a file: its text below a line with its name, origin and version.
Reading it back gives the same text."""

import re
from dataclasses import KW_ONLY, dataclass

from app.authoring.exchange.told import Told

HEAD = re.compile(
    r"# Examformer: [a-z0-9-]{1,60}(, from (?P<origin>[a-z0-9-]{1,60}))?(, version [0-9]{1,9}( and changes)?)?\n"
)
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
NAMED = re.compile(r"-[0-9a-f]{8}$")  # the suffix that this application adds to a name
COPIED = re.compile(r" ?\([0-9]{1,3}\)$")  # the suffix that browsers add to the name of a second download
LONGEST_SLUG = 48


@dataclass(frozen=True, slots=True)
class QuestionFile:
    """The text of a question with the name of its file, without folders and ``.toml``; ``file`` is its path.

    ``origin`` is the built-in question that its first line names, ``skipped`` the number of lines before its text. What
    came from another system has its ``number`` in the file, and what is ``told`` of the way.
    """

    stem: str
    text: str
    file: str = ""
    origin: str = ""
    skipped: int = 0
    _: KW_ONLY
    number: int = 0
    told: tuple[Told, ...] = ()


def write(name: str, text: str, origin: str, number: int, changed: bool) -> str:
    """Writes a question as a file. ``number`` is the newest published version, 0 for none;
    ``changed`` where the text differs."""
    came = f", from {origin}" if origin else ""
    version = f", version {number}{' and changes' if changed else ''}" if number else ""
    return f"# Examformer: {name}{came}{version}\n{text}"


def read(stem: str, text: str) -> QuestionFile:
    head = HEAD.match(text)
    stem = COPIED.sub("", stem)
    if not head:
        return QuestionFile(stem, text)
    return QuestionFile(stem, text[head.end() :], origin=head["origin"] or "", skipped=1)


def slug(stem: str) -> str:
    """Turns the name of a file into the beginning of a question's name, without a suffix added earlier."""
    plain = re.sub(r"[^a-z0-9]+", "-", stem.lower()).strip("-")
    return (NAMED.sub("", plain) or plain)[:LONGEST_SLUG].strip("-") or "question"
