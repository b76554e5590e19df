"""Changes to the text of a question that leave everything else as its author wrote it.

tomllib reads, here as everywhere; tomlkit only writes, since it is slow with many tables and may rearrange scattered
ones: it gets the lines of one table at a time. The result is read again, and compared with the intended values.
"""

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from app.authoring.drafting import blocks, toml
from app.authoring.drafting.blocks import Block, Way

Values = dict[str, Any]


def with_values(text: str, changes: Sequence[tuple[Way, Any]]) -> str:
    """Sets the values at these paths; None removes a key."""
    wanted: Any = tomllib.loads(text)
    for way, value in changes:
        holder = wanted
        for key in way[:-1]:
            holder = holder.setdefault(key, {}) if isinstance(holder, dict) else holder[key]
        if value is None:
            holder.pop(way[-1], None)
        else:
            holder[way[-1]] = value

    def change() -> str:
        found = blocks.split(text)
        for way, value in changes:
            found = _with(found, way, value)
        return blocks.join(found)

    return _sure(change, wanted)


def with_table(text: str, key: str, name: str | None, value: Any) -> str:
    """Adds a table behind those of its kind; one without a name goes to the end of a list of tables."""
    wanted = tomllib.loads(text)
    if name is None:
        wanted.setdefault(key, []).append(value)
    else:
        wanted.setdefault(key, {})[name] = value
    return _sure(lambda: _add(text, key, name, value, wanted[key]), wanted)


def without(text: str, key: str, one: str | int) -> str:
    """Removes one table of a list, or one of the named tables."""
    wanted = tomllib.loads(text)
    del wanted[key][one]

    def cut() -> str:
        found = blocks.split(text)
        kept = [block for block in found if not block.within((key, one))]
        if len(kept) < len(found):
            return blocks.join(kept)
        if any(block.way == (key,) for block in found):
            return _set(text, (key, one), None)
        return _set(text, (key,), wanted[key] or None)

    return _sure(cut, wanted)


def swapped(text: str, key: str, one: str | int, other: str | int) -> str:
    """Swaps two tables, each with the comments above it."""
    wanted = tomllib.loads(text)
    if isinstance(wanted[key], list):
        wanted[key][one], wanted[key][other] = wanted[key][other], wanted[key][one]
    else:
        turned = {one: other, other: one}
        wanted[key] = {turned.get(name, name): wanted[key][turned.get(name, name)] for name in wanted[key]}

    def swap() -> str:
        found = blocks.split(text)
        mine, yours = ([n for n, b in enumerate(found) if b.within((key, x))] for x in (one, other))
        if mine and yours:
            first, second = sorted((mine, yours))
            between = range(first[-1] + 1, second[0])
            order = [*range(first[0]), *second, *between, *first, *range(second[-1] + 1, len(found))]
            return _joined([found[n] for n in order])
        if holder := next((block for block in found if block.way == (key,)), None):
            (a, b), (c, d) = sorted((holder.line_of(str(one)), holder.line_of(str(other))))
            body = holder.body
            return _with_body(found, holder, body[:a] + body[c:d] + body[b:c] + body[a:b] + body[d:])
        return _set(text, (key,), wanted[key])

    return _sure(swap, wanted)


def renamed(text: str, key: str, name: str, new: str) -> str:
    """Renames one of the named tables or values under a key; it keeps its place."""
    wanted = tomllib.loads(text)
    wanted[key] = {new if one == name else one: value for one, value in wanted[key].items()}

    def rename() -> str:
        found, way = blocks.split(text), (key, name)
        if any(block.within(way) for block in found):
            return blocks.join([block.renamed(way, new) if block.within(way) else block for block in found])
        if holder := next((block for block in found if block.way == (key,)), None):
            begin, end = holder.line_of(name)
            line = toml.key(new) + " " + holder.body[holder.body.index("=", begin) : end]
            return _with_body(found, holder, holder.body[:begin] + line + holder.body[end:])
        return _set(text, (key,), wanted[key])

    return _sure(rename, wanted)


def _set(text: str, way: Way, value: Any) -> str:
    return blocks.join(_with(blocks.split(text), way, value))


def _with(found: list[Block], way: Way, value: Any) -> list[Block]:
    if isinstance(value, dict) and (whole := next((one for one in found if one.way == way), None)):
        return [_filled(one, value) if one is whole else one for one in found]
    block = max((one for one in found if one.holds(way[:-1])), key=lambda one: len(one.way))
    rest = way[len(block.way) :]
    if rest[0] not in block.values:
        if value is None:
            return found
        if len(rest) == 1:
            return [one.longer(str(rest[0]), value) if one is block else one for one in found]
        head = ".".join(toml.key(str(key)) for key in way[:-1])
        return [
            *found,
            Block(way[:-1], f"\n[{head}]\n", f"{toml.key(str(way[-1]))} = {toml.written(value)}\n"),
        ]
    body = tomlkit.parse(block.body)
    holder: Any = body
    for key in rest[:-1]:
        holder = holder[key]
    if value is None:
        holder.pop(rest[-1], None)
    else:
        holder[rest[-1]] = toml.item(value)
    changed = replace(block, body=tomlkit.dumps(body))
    return [changed if one is block else one for one in found]


def _filled(block: Block, value: Values) -> Block:
    """The block with these values alone, and the blank lines behind it."""
    end = block.body[len(block.body.rstrip()) :] or "\n"
    return replace(block, body="\n".join(_lines(value)) + end)


def _lines(value: Values) -> list[str]:
    return [f"{toml.key(one)} = {toml.written(item)}" for one, item in value.items()]


def _add(text: str, key: str, name: str | None, value: Any, all_of_them: Any) -> str:
    found = blocks.split(text)
    kin = [n for n, block in enumerate(found) if block.within((key,))]
    if not kin and key in tomllib.loads(text):
        return _set(text, (key,), all_of_them)
    if not isinstance(value, dict):
        return _set(text, (key,), all_of_them) if name is None else _set(text, (key, name), value)
    head = f"[[{toml.key(key)}]]" if name is None else f"[{toml.key(key)}.{toml.key(name)}]"
    table = "\n".join([head, *_lines(value)])
    last = kin[-1] + 1 if kin else len(found)
    before, after = blocks.join(found[:last]), blocks.join(found[last:])
    return f"{before.rstrip()}\n\n{table}\n" + (f"\n{after}" if after else "")


def _with_body(found: Sequence[Block], block: Block, body: str) -> str:
    return blocks.join([replace(one, body=body) if one is block else one for one in found])


def _joined(found: Sequence[Block]) -> str:
    """Joins the blocks, with a blank line between tables that changed places."""
    last = len(found) - 1
    apart = [
        block if n == last or block.body.endswith("\n\n") or not block.way else
        Block(block.way, block.head, f"{block.body.rstrip()}\n\n")
        for n, block in enumerate(found)
    ]  # fmt: skip
    return f"{blocks.join(apart).rstrip()}\n"


def _sure(change: Callable[[], str], wanted: Values) -> str:
    """The changed text, if it has the wanted values; else these values written anew."""
    try:
        made = change()
        if _same(_full(tomllib.loads(made)), _full(wanted)):
            return made
    except (TOMLKitError, tomllib.TOMLDecodeError, LookupError, ValueError, TypeError, AttributeError):
        pass
    return tomlkit.dumps(wanted)


def _full(values: Values) -> Values:
    """The values without empty tables and lists: a header without keys says no more than none."""
    return {key: value for key, value in values.items() if value not in ({}, [])}


def _same(one: Any, other: Any) -> bool:
    """True if both values are the same. In tables of tables the order counts, too:
    variables are drawn one after the other."""
    if isinstance(one, dict) and isinstance(other, dict):
        tables = all(isinstance(value, dict) for value in one.values())
        alike = list(one) == list(other) if tables else one.keys() == other.keys()
        return alike and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return type(one) is type(other) and (one == other or repr(one) == repr(other))
