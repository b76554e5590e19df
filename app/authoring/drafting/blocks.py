"""The text of a question in blocks: the part before the first table, and each table with the comments above it."""

import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import tomlkit

from app.authoring.drafting import toml
from engine.validation.locations import table

Way = tuple[str | int, ...]
HEAD = re.compile(r"[ \t]*\[[^\n]*\n?")
TOKEN = re.compile(
    r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*"{3,5}'
    r"|'''(?:[^']|'{1,2}(?!'))*'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'"
    r"|#[^\n]*"
    r"|[\[\]{}\n]"
    r"""|[^"'#\[\]{}\n]+""",
    re.DOTALL,
)


@dataclass(frozen=True)
class Block:
    """A block. ``way`` is the path to its table, () for the part before the first;
    ``head`` is its header with the comments above."""

    way: Way
    head: str
    body: str

    @cached_property
    def values(self) -> dict[str, Any]:
        return tomllib.loads(self.body)

    def within(self, way: Way) -> bool:
        """True if the block is the table at ``way``, or one inside it."""
        return self.way[: len(way)] == way

    def holds(self, way: Way) -> bool:
        """True if the table at ``way`` is this block's, or inside it."""
        return way[: len(self.way)] == self.way

    def longer(self, key: str, value: Any) -> "Block":
        """The block with one more key, behind the others."""
        end = _tail(self.body, lambda line: not line or line.startswith("#"))
        before = self.body[:end] + ("\n" if end and not self.body[:end].endswith("\n") else "")
        return replace(self, body=f"{before}{toml.key(key)} = {toml.written(value)}\n{self.body[end:]}")

    def renamed(self, way: Way, name: str) -> "Block":
        """The block with another name at the end of ``way``, a path to it or to a table around it."""
        names = [key for key in (*way[:-1], name, *self.way[len(way) :]) if isinstance(key, str)]
        dotted = ".".join(map(toml.key, names))
        above, header = self.head[: (end := self.head.rstrip().rfind("\n") + 1)], self.head[end:]
        brackets = re.match(r"\s*\[+", header)
        tail = header[header.rindex("]", 0, header.find("#") if "#" in header else None) :]
        begins = brackets[0] if brackets else ""
        return replace(self, head=above + begins + dotted + "]" * (begins.count("[") - 1) + tail)

    def line_of(self, key: str) -> tuple[int, int]:
        """The begin and the end of a key's line in the body. Raises LookupError."""
        name = rf"(?:{re.escape(key)}|{re.escape(tomlkit.string(key).as_string())})"
        found = re.search(rf"^[ \t]*{name}[ \t]*=[^\n]*\n?", self.body, re.MULTILINE)
        if found is None:
            raise LookupError(key)
        return found.span()


def split(text: str) -> list[Block]:
    """Splits a text that can be read as TOML into blocks; joined, they are that text."""
    spans = list(_heads(text))
    counts: dict[Way, int] = {}
    found: list[Block] = []
    start, head = 0, ""
    way: Way = ()
    for begin, end in spans:
        body_end = start + _tail(text[start:begin], lambda line: line.startswith("#"))
        found.append(Block(way, head, text[start:body_end]))
        way = table(text[begin:end], counts)
        start, head = end, text[body_end:end]
    return [*found, Block(way, head, text[start:])]


def comments(text: str) -> int:
    """Counts the comments; a # inside a string begins none."""
    count = place = 0
    while token := TOKEN.match(text, place):
        count += token[0].startswith("#")
        place = token.end()
    return count


def join(blocks: Sequence[Block]) -> str:
    """Joins blocks; a line break is added where a block that ended the text is followed by another."""
    texts = [block.head + block.body for block in blocks]
    ended = [text if not text or text.endswith("\n") else f"{text}\n" for text in texts[:-1]]
    return "".join([*ended, *texts[-1:]])


def _tail(text: str, passed_over: Callable[[str], bool]) -> int:
    """The index at which the trailing lines begin that are all passed over;
    each is tested without white space around it."""
    end = len(text)
    for line in reversed(re.split(r"(?<=\n)", text)):
        if line and not passed_over(line.strip()):
            break
        end -= len(line)
    return end


def _heads(text: str) -> Iterator[tuple[int, int]]:
    place, depth, fresh = 0, 0, True
    while place < len(text):
        if fresh and depth == 0 and (head := HEAD.match(text, place)):
            yield head.span()
            place = head.end()
            continue
        token = TOKEN.match(text, place)
        if token is None:
            return
        depth += (token[0] in "[{") - (token[0] in "]}")
        fresh = token[0] == "\n"
        place = token.end()
