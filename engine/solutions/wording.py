"""A question's statement with its numbers: paragraphs of text, code and mathematics, and values shown as tables.

The statement is plain text. ``<name>`` stands for a parameter; ``$...$`` is mathematics, `` `...` `` code, ``**...**``
strong. A paragraph that is nothing but ``<name>`` shows the parameter on its own, as a table or a matrix.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any
from zlib import crc32

import numpy as np

from engine.data_files import Look
from engine.parameters import Frozen
from engine.solutions import latex
from engine.solutions.pictures import Picture

MOST = 200_000  # characters of values that a statement shows again
THIN = "\u202f"
_INLINE = re.compile(r"\$([^$]+)\$|`([^`]+)`|\*\*([^*]+)\*\*")
_DOLLAR = "\ue000"  # stands for one that is no sign of mathematics
_NO_PROSE = re.compile(r"<\w+>|\\[a-z]+\{[^{}]*\}")  # words in mathematics that are none


@dataclass(frozen=True, slots=True)
class Text:
    """Words of a paragraph, ``strong`` where they stood between asterisks."""

    text: str
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Code:
    """Words that stood between backquotes."""

    text: str


@dataclass(frozen=True, slots=True)
class Math:
    """A formula that stood between dollar signs."""

    latex: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Text, code and formulas in their order."""

    inlines: tuple[Text | Code | Math, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A parameter on its own: its symbol, its description, its value."""

    name: str
    symbol: str
    description: str
    value: Any


@dataclass(frozen=True, slots=True)
class Drawn:
    """Pictures on their own; ``id`` tells them from others on a page."""

    name: str
    pictures: tuple[Picture, ...]

    @property
    def id(self) -> str:
        return f"{self.name}-{crc32(repr(self.pictures).encode()):08x}"


@dataclass(frozen=True, slots=True)
class Attached:
    """The data files of a question, below its statement."""

    files: tuple[Look, ...]


Block = Paragraph | Shown | Drawn | Attached
Draw = Callable[[Mapping[str, Any]], tuple[Picture, ...]]  # with the numbers of a variant
Drawings = Mapping[str, Draw]
NO_DRAWINGS: Drawings = {}


def worded(
    statement: str, parameters: Frozen, case: str = "", drawings: Drawings = NO_DRAWINGS
) -> tuple[Block, ...]:
    """The statement as blocks, every slot filled; what is neither a parameter nor a picture is no slot. A statement
    that would fill pages again and again is shown as it is written."""
    values = {**vars(parameters), "name": case}
    if too_long(statement, parameters):
        return tuple(Paragraph((Text(paragraph),)) for paragraph in re.split(r"\n\s*\n", statement.strip()))
    blocks: list[Block] = []
    for paragraph in re.split(r"\n\s*\n", statement.strip()):
        alone = re.fullmatch(r"<(\w+)>", paragraph.strip())
        if alone and alone.group(1) in type(parameters).model_fields:
            blocks.extend(_shown(parameters, alone.group(1)))
        elif alone and alone.group(1) in drawings:
            blocks.append(_drawn(alone.group(1), drawings[alone.group(1)], parameters))
        else:
            blocks.append(Paragraph(tuple(inlines(" ".join(paragraph.split()), values))))
    return tuple(blocks)


def too_long(statement: str, parameters: Frozen) -> bool:
    """True if naming values more than once makes more of the statement than a page holds."""
    again = {name: count - 1 for name, count in Counter(latex.SLOT.findall(statement)).items() if count > 1}
    values = vars(parameters)
    return sum(count * len(written(values[name])) for name, count in again.items() if name in values) > MOST


def inlines(text: str, values: Mapping[str, Any]) -> list[Text | Code | Math]:
    """The parts of a paragraph. Of an odd number of dollars one is text: the one without which least prose would be
    taken for mathematics."""
    if (lone := _lone_dollar(text)) is not None:
        aside = inlines(f"{text[:lone]}{_DOLLAR}{text[lone + 1 :]}", values)
        return [
            part if isinstance(part, Math) else replace(part, text=part.text.replace(_DOLLAR, "$"))
            for part in aside
        ]
    found: list[Text | Code | Math] = []
    end = 0
    for match in _INLINE.finditer(text):
        if before := text[end : match.start()]:
            found.append(Text(_filled(before, values)))
        math, code, strong = match.groups()
        if math:
            found.append(Math(latex.SLOT.sub(lambda slot: _value(slot, values), math)))
        elif code:
            found.append(Code(_filled(code, values)))
        else:
            found.append(Text(_filled(strong, values), strong=True))
        end = match.end()
    if rest := text[end:]:
        found.append(Text(_filled(rest, values)))
    return found


def _lone_dollar(text: str) -> int | None:
    """The place of the dollar that, among others, pairs with none; None where all of them pair."""
    places = [match.start() for match in re.finditer(r"\$", text)]
    if len(places) % 2 == 0 or len(places) == 1 or "`" in text:
        return None

    def prose(lone: int) -> int:
        rest = [place for place in places if place != lone]
        between = " ".join(text[one:other] for one, other in zip(rest[::2], rest[1::2], strict=True))
        return len(re.findall(r"(?<![\\A-Za-z])[A-Za-z]{3,}", _NO_PROSE.sub("", between)))

    return min(reversed(places[::2]), key=prose)  # as many on either side


def plain_text(blocks: tuple[Block, ...]) -> str:
    """The statement without a page: mathematics as LaTeX between dollar signs, values as they are typed."""
    return "\n\n".join(map(_plain, blocks))


def _plain(block: Block) -> str:
    if isinstance(block, Shown):
        return f"{block.name} = {written(block.value)}"
    if isinstance(block, Drawn):
        return "\n".join(f"[{picture.title}. {picture.about}]" for picture in block.pictures)
    if isinstance(block, Attached):
        return "\n".join(f"[{one.name}]" for one in block.files)
    return "".join(f"${part.latex}$" if isinstance(part, Math) else part.text for part in block.inlines)


def written(value: Any) -> str:
    """A value as it stands within a sentence."""
    if isinstance(value, np.ndarray):
        rows = value if value.ndim > 1 else value.tolist()
        return "[" + ", ".join(written(item) for item in rows) + "]"
    if isinstance(value, dict):
        return ", ".join(f"{name}: {written(item)}" for name, item in value.items())
    if isinstance(value, list | tuple):
        words = all(isinstance(item, str) for item in value)
        nested = not words or any(" " in item for item in value)
        return (", " if nested else " ").join(written(item) for item in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float | int):
        return _written_number(value)
    return str(value)


def _written_number(x: float | int) -> str:
    if isinstance(x, float) and (abs(x) >= 1e12 or 0 < abs(x) < 1e-4):
        mantissa, _, exponent = f"{x:.10e}".partition("e")
        return f"{mantissa.rstrip('0').rstrip('.')}e{int(exponent)}"
    if float(x).is_integer():
        return grouped(int(x))
    return repr(x)


def grouped(number: int) -> str:
    """A whole number as it stands in a sentence: from 10 000 on in groups of three digits, with thin spaces."""
    return f"{number:,}".replace(",", THIN) if abs(number) >= 10_000 else str(number)


def _value(slot: re.Match[str], values: Mapping[str, Any]) -> str:
    return latex.value(values[slot[1]]) if slot[1] in values else slot[0]


def _filled(text: str, values: Mapping[str, Any]) -> str:
    return latex.SLOT.sub(lambda slot: written(values[slot[1]]) if slot[1] in values else slot[0], text)


def _drawn(name: str, draw: Draw, parameters: Frozen) -> Block:
    """A picture, or a sentence in its place: numbers that were drawn for another text of the question may not fit."""
    try:
        return Drawn(name, draw(vars(parameters)))
    except ValueError:
        return Paragraph((Text("There is no picture of these numbers."),))


def _shown(parameters: Frozen, name: str) -> Iterator[Block]:
    """A parameter on its own; a list of layers as the arrays of each, numbered from 1, and the rest in words."""
    field, value = type(parameters).model_fields[name], getattr(parameters, name)
    if not isinstance(value, tuple) or not value or not all(isinstance(item, Frozen) for item in value):
        yield Shown(name, parameters.symbol_of(name), field.description or "", value)
        return
    for place, item in enumerate(value, 1):
        for part, inner in type(item).model_fields.items():
            about, worth = inner.description or "", getattr(item, part)
            if isinstance(worth, np.ndarray):
                yield Shown(f"{name}_{place}_{part}", f"{item.symbol_of(part)}_{{{place}}}", about, worth)
            elif worth is not None:
                yield Paragraph((Text(f"{about} {place}: {written(worth)}"),))
