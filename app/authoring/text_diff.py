"""Comparison of two texts line by line. It takes long where many lines are alike, and ends when it takes too long."""

from collections.abc import Iterator, Sequence
from difflib import Match, SequenceMatcher
from typing import Any

from engine import deadline

Signed = tuple[str, str]  # "+", "-", "@" or " ", and the line


class _Matcher(SequenceMatcher[str]):
    """Checks the deadline before each search; one search takes a second at most."""

    def find_longest_match(self, *given: Any, **named: Any) -> Match:
        deadline.check()
        return super().find_longest_match(*given, **named)


def beside(old: str, new: str) -> Iterator[Signed]:
    """Merges both texts: "-" marks a line of the old text only, "+" of the new one only, " " of both.
    Raises TakesTooLong."""
    one, other = old.splitlines(), new.splitlines()
    matcher = _Matcher(None, one, other, autojunk=len(one) + len(other) > 2000)
    return _signed(matcher.get_opcodes(), one, other)


def changes(old: str, new: str) -> Iterator[Signed]:
    """The lines of a unified diff: three around each change, "@" before its place. Raises TakesTooLong."""
    one, other = old.splitlines(), new.splitlines()
    for group in _Matcher(None, one, other).get_grouped_opcodes():
        (_, a, _, c, _), (_, _, b, _, d) = group[0], group[-1]
        yield "@", f"@ -{_place(a, b)} +{_place(c, d)} @@"
        yield from _signed(group, one, other)


def _signed(
    opcodes: Sequence[tuple[str, int, int, int, int]], one: Sequence[str], other: Sequence[str]
) -> Iterator[Signed]:
    for same, a, b, c, d in opcodes:
        if same == "equal":
            yield from ((" ", line) for line in one[a:b])
        else:
            yield from (("-", line) for line in one[a:b])
            yield from (("+", line) for line in other[c:d])


def _place(begin: int, end: int) -> str:
    """A range as a diff writes it: the first line, and the number of lines where that is not one."""
    count = end - begin
    return f"{begin + 1}" if count == 1 else f"{begin + (count > 0)},{count}"
