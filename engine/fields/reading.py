"""Parameters read from text as people type it: each function gives the value as JSON would hold it, or Unreadable."""

import re
from collections.abc import Iterable
from typing import Any

from engine.answers import grids
from engine.answers.reading import Number, Unreadable, read_integer, read_number, read_tokens

SEPARATOR = re.compile(r"\n|[;,](?!\d)")  # between entries; a comma before a digit is in a number
ENTRY = re.compile(r"\s*(?P<name>\S+?)(?:\s*[:=]\s*|\s+)(?P<rest>[^\s:=][^:=]*)")
ROWS = re.compile(r"\n|\[\s*\[")  # a matrix has a second line, or brackets in brackets
BIAS = re.compile(r"bias\s*:?\s*(?P<numbers>.*)", re.IGNORECASE)


def _plain(number: Number | Unreadable) -> Any:
    if isinstance(number, Unreadable):
        return number
    return int(number.value) if number.value == number.value.to_integral_value() else float(number.value)


def finite(text: str) -> Any:
    """A finite number; a whole one as int."""
    return _plain(_only_finite(read_number(text), text))


def whole(text: str) -> Any:
    """A whole number; 1,500 and 1.500 are both fifteen hundred."""
    return _plain(_only_finite(read_integer(text), text))


def _only_finite(number: Number | Unreadable, text: str) -> Number | Unreadable:
    if isinstance(number, Number) and not number.value.is_finite():
        return Unreadable("Please type a finite number.", 0, text)
    return number


def _row(cells: Iterable[str], where: str = "") -> Any:
    """The numbers of a row, or the first that cannot be read, with its place."""
    found = []
    for place, cell in enumerate(cells, 1):
        value = finite(cell) if cell.strip() else Unreadable("There is no number here.", None, cell)
        if isinstance(value, Unreadable):
            return _placed(f"{where}number {place}", value)
        found.append(value)
    return found


def _placed(where: str, problem: Unreadable) -> Unreadable:
    return Unreadable(f"{where[:1].upper()}{where[1:]}: {problem.message}", problem.column, problem.text)


def vector(text: str) -> Any:
    """Numbers in a row, with or without brackets, as a list."""
    rows = grids.free_cells(text, in_lines=False)
    return rows if isinstance(rows, Unreadable) else _row(cell for row in rows for cell in row)


def number_or_vector(text: str) -> Any:
    """A number where the text is one, else a vector."""
    alone = finite(text)
    return vector(text) if isinstance(alone, Unreadable) else alone


def matrix(text: str) -> Any:
    """Rows on lines of their own, in brackets or between semicolons; Unreadable unless all are equally long."""
    rows = grids.free_cells(text, in_lines=True)
    if isinstance(rows, Unreadable):
        return rows
    read = _all(_row(row, f"row {place}, ") for place, row in enumerate(rows, 1))
    if isinstance(read, Unreadable):
        return read
    odd = next((place for place, row in enumerate(read, 1) if len(row) != len(read[0])), None)
    if odd:
        there, first = len(read[odd - 1]), len(read[0])
        said = f"All rows must be equally long: row 1 has {first} number{'s' * (first != 1)}, row {odd} has {there}."
        return Unreadable(said, None, text)
    return read


def vectors_and_matrices(text: str) -> Any:
    """Blocks with an empty line between two: a line is a vector, several are a matrix; a single block stands alone."""
    read = _all(matrix(block) if ROWS.search(block) else vector(block) for block in _blocks(text))
    return read if isinstance(read, Unreadable) or len(read) > 1 else read[0]


def layers(text: str) -> Any:
    """Layers with an empty line between two: the activation, the weights, and at last the bias where there is one."""
    return _all(map(_layer, _blocks(text)))


def _layer(block: str) -> Any:
    activation, *rows = block.splitlines()
    if any(BIAS.fullmatch(row.strip()) for row in rows[:-1]):
        return Unreadable("Please leave an empty line after the bias, before the next layer.", None, block)
    layer: dict[str, Any] = {"activation": activation.strip().lower()}
    if rows and (bias := BIAS.fullmatch(rows[-1].strip())):
        layer["bias"] = vector(bias["numbers"])
        rows.pop()
    layer["weights"] = matrix("\n".join(rows)) if rows else Unreadable("A layer has weights.", None, block)
    problem = _all(layer.values())
    return problem if isinstance(problem, Unreadable) else layer


def _blocks(text: str) -> list[str]:
    return [block.strip("\n") for block in re.split(r"\n\s*\n", text.replace("\r\n", "\n")) if block.strip()]


def words(text: str) -> Any:
    """Tokens between spaces or commas; of several lines, each line as one text."""
    return texts(text) if "\n" in text else _listed(text)


def texts(text: str) -> Any:
    """One text a line; blank lines are left out."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def lists(text: str) -> Any:
    """One list of tokens a line."""
    return _all(_listed(line) for line in text.splitlines() if line.strip())


def _listed(text: str) -> Any:
    tokens = read_tokens(text)
    return tokens if isinstance(tokens, Unreadable) else list(tokens)


def amounts(text: str) -> Any:
    """Names with a number each: one a line, with commas between them, or as Python writes a dictionary."""
    found: dict[str, Any] = {}
    for entry in filter(str.strip, SEPARATOR.split(text.strip().strip("{}"))):
        parts = ENTRY.fullmatch(entry)
        if not parts:
            return Unreadable(f"Please type a number after {entry.strip()}.", None, entry)
        problem = _put(found, _unquoted(parts["name"]), finite(parts["rest"]), entry)
        if problem:
            return problem
    return found


def _unquoted(name: str) -> str:
    return name[1:-1] if len(name) > 2 and name[0] == name[-1] and name[0] in "'\"" else name


def vectors(text: str) -> Any:
    """Vectors by name, one a line; behind the name stands a colon or a space."""
    found: dict[str, Any] = {}
    for line in filter(str.strip, text.splitlines()):
        name, _, rest = line.rpartition(":") if ":" in line else line.strip().partition(" ")
        value = vector(rest) if rest.strip() else Unreadable(f"Please type numbers after {name}.", None, line)
        problem = _put(found, name.strip(), value, line)
        if problem:
            return problem
    return found


def next_tokens(text: str) -> Any:
    """The tokens that may follow each text, with their probabilities: ``text: token 0.6, token 0.4``, line by line."""
    found: dict[str, Any] = {}
    for line in filter(str.strip, text.splitlines()):
        before, colon, after = line.partition(":")
        if not colon:
            return Unreadable(
                "Please type a colon between a text and the tokens that may follow.", None, line
            )
        problem = _put(found, " ".join(before.split()), amounts(after), line)
        if problem:
            return problem
    return found


def _put(found: dict[str, Any], name: str, value: Any, text: str) -> Unreadable | None:
    if isinstance(value, Unreadable):
        return value
    if name in found:
        return Unreadable(f"{name or 'The start'} stands here twice.", None, text)
    found[name] = value
    return None


def _all(values: Iterable[Any]) -> Any:
    """The values as a list, or the first that could not be read."""
    read = list(values)
    return next((value for value in read if isinstance(value, Unreadable)), read)
