"""The changes that a list makes to a roster: whom it adds, whose line it changes, and who is missing in it.

A student is found by matriculation number, else by e-mail. An empty cell changes nothing.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from app.courses.store.roster import Entry, Line, State, number_key
from app.courses.store.roster_imports import Standing, standing
from app.coursework.roster.reading import Finding, Read, Row
from app.web.languages.languages import N_


@dataclass(frozen=True, slots=True)
class Added:
    """A student whom the roster does not have yet."""

    at: int
    line: Line


@dataclass(frozen=True, slots=True)
class Changed:
    """A student whose line becomes another, or who is taken back."""

    at: int
    entry: Entry
    after: Standing

    @property
    def line(self) -> Line:
        return self.after.line


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A student who is expected, and somebody who joined without a line and has the same number or e-mail; ``only``:
    neither of the two is in another suggestion."""

    expected: Entry
    joined: Entry
    same_number: bool
    same_email: bool
    only: bool

    @property
    def numbers_differ(self) -> bool:
        return bool(self.joined.stated and self.expected.line.matriculation) and not self.same_number

    @property
    def confirmed(self) -> bool:
        """True if the e-mail is the same, and somebody has vouched that it is theirs: after they joined."""
        return self.same_email and self.joined.verified

    @property
    def plain(self) -> bool:
        """True if it leaves little doubt: the e-mails agree, or numbers and names, and nothing speaks against it."""
        names = (_words(self.expected.line.name), _words(self.joined.account_name))
        agree = self.same_email or (self.same_number and names[0] == names[1] != frozenset())
        return self.only and agree and not self.numbers_differ


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """The effect of a list on a roster; ``same`` is how many lines change nothing, ``missing`` who is on the roster,
    but not in the list."""

    added: tuple[Added, ...]
    changed: tuple[Changed, ...]
    same: int
    missing: tuple[Entry, ...]
    findings: tuple[Finding, ...]

    @property
    def left_out(self) -> tuple[Finding, ...]:
        return tuple(one for one in self.findings if not one.kept)

    @property
    def withdrawable(self) -> tuple[Entry, ...]:
        """The missing, once every line was read: a student on a line that was left out is not missing."""
        read = self.added or self.changed or self.same
        return self.missing if read and not self.left_out else ()


def plan(read: Read, entries: Sequence[Entry]) -> Plan:
    """Compares a list with the roster."""
    by_number = {number_key(one.line.matriculation): one for one in entries if one.line.matriculation}
    by_email = {one.line.email: one for one in entries if one.line.email}
    known = {one.account_email: one for one in entries if one.verified and not one.line.listed}
    added, changed, findings, same = [], [], list(read.findings), 0
    found: dict[int, int] = {}
    for row in read.rows:
        one, other = by_number.get(number_key(row.matriculation)), by_email.get(row.email)
        if one and other and one is not other:
            says = N_("The number is that of %(text)s, the e-mail that of %(other)s.")
            findings.append(Finding(row.at, says, one.called, other.called, row.name))
            continue
        entry = one or other or known.get(row.email)
        if entry is None:
            added.append(Added(row.at, _line(row, Line())))
        elif entry.id in found:
            says = N_("%(text)s stands on line %(other)s, too.")
            findings.append(Finding(row.at, says, entry.called, str(found[entry.id]), row.name))
        else:
            found[entry.id] = row.at
            after = Standing(_line(row, entry.line))
            if after == standing(entry):
                same += 1
            else:
                changed.append(Changed(row.at, entry, after))
    missing = tuple(one for one in entries if one.present and one.line.listed and one.id not in found)
    return Plan(
        added=tuple(added), changed=tuple(changed), same=same, missing=missing, findings=_sorted(findings)
    )


def clash(entries: Iterable[Entry], line: Line, but: int) -> Entry | None:
    """Returns another student who has this line's number or e-mail."""
    for one in entries:
        same_number = line.matriculation and number_key(one.line.matriculation) == number_key(
            line.matriculation
        )
        if one.id != but and (same_number or (line.email and one.line.email == line.email)):
            return one
    return None


def suggested(entries: Sequence[Entry]) -> tuple[Suggestion, ...]:
    """Pairs the expected with those who joined without a line and may be the same: by an e-mail that nobody vouches
    for, or by the number that they typed. A line that two lay claim to comes twice."""
    alone = [one for one in entries if one.state is State.JOINED and not one.line.listed]
    pairs = []
    for expected in entries:
        if expected.state is State.EXPECTED:
            number = number_key(expected.line.matriculation)
            for joined in alone:
                same_number = bool(number) and number_key(joined.stated) == number
                same_email = bool(expected.line.email) and joined.account_email == expected.line.email
                if same_number or same_email:
                    pairs.append((expected, joined, same_number, same_email))
    claims = Counter(one.id for pair in pairs for one in pair[:2])
    return tuple(Suggestion(*pair, only=claims[pair[0].id] == claims[pair[1].id] == 1) for pair in pairs)


def _words(name: str) -> frozenset[str]:
    """Returns the words of a name: "Okafor, Bob" has those of "Bob Okafor"."""
    return frozenset("".join(letter if letter.isalnum() else " " for letter in name.casefold()).split())


def _line(row: Row, before: Line) -> Line:
    said = {name: getattr(row, name) for name in ("name", "email", "matriculation", "section")}
    line = replace(before, **{name: text for name, text in said.items() if text})
    return line if row.extra_time is None else replace(line, extra_time=row.extra_time)


def _sorted(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda one: one.at))
