"""The fold: what is known of a learner, from the marks that are stored.

What is stored of a learner is always the fold of the events that were taken in, in the order of time. A changed mark
lies in the past, so all is folded anew. ``rebuild`` comes to the same as going on step by step.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fractions import Fraction

from app.database.connection import Connection, Database
from app.learning import conclusions, lines
from app.learning.lines import Lines
from app.learning.store import marks, placements, states
from app.learning.store.marks import StoredMark, StoredSheet
from app.learning.store.placements import Answers
from app.practice.store import mark_events
from app.practice.store.attempt import Way
from app.practice.store.mark_events import Event
from app.questions.library import Library
from engine.chain import stem_of
from engine.learning import evidence
from engine.learning.evidence import Evidence, Mode
from engine.learning.knowledge import Expectation, Knowledge
from engine.learning.marks import of_verdict
from engine.learning.mistakes import Chance, Made, Mistakes
from engine.learning.skills import Line
from engine.marking.marking import Rule

MODES = {
    Way.ORDINARY: Mode.PRACTICE,
    Way.STRICT: Mode.STRICT,
    Way.RELAXED: Mode.RELAXED,
    Way.EXAMPLE: Mode.EXAMPLE,
}
MOST = 500  # events that are taken in while somebody waits


@dataclass(slots=True)
class Folded:
    """A learner's knowledge and mistakes; a step ``changed`` these skills, and ``touched`` these mistakes.
    ``predicted``: the chance to be right before each answer."""

    knowledge: Knowledge
    mistakes: Mistakes
    changed: set[str] = field(default_factory=set)
    touched: set[tuple[str, str]] = field(default_factory=set)
    predicted: dict[int, float] = field(default_factory=dict)

    @classmethod
    def nothing(cls) -> "Folded":
        """Nothing is known."""
        return cls(Knowledge.nothing(), Mistakes({}))

    def tell(self, moment: "Moment") -> None:
        """Takes in one event."""
        if moment.asked is not None:
            self.predicted[moment.order] = self.knowledge.predict(moment.asked)
        for one in moment.evidence:
            self.knowledge.tell(one)
            self.changed.add(one.skill)
        for expected in moment.expected:
            self.knowledge.expect(expected)
            self.changed.add(expected.skill)
        if moment.chance is not None:
            before = dict(self.mistakes.made)
            self.mistakes.steps = {**self.mistakes.steps, **moment.steps}
            self.mistakes.tell(moment.chance)
            self.touched |= {key for key, made in self.mistakes.made.items() if before.get(key) is not made}

    def made(self) -> list[Made]:
        """The mistakes that a step touched."""
        return [self.mistakes.made[key] for key in sorted(self.touched)]


@dataclass(frozen=True, kw_only=True, slots=True)
class Moment:
    """An event that was made out: when it happened, and what it tells. ``asked``: what was asked in the answer whose
    number ``order`` is then; None where its mark says nothing of its difficulty."""

    at: datetime
    order: int
    asked: Evidence | None = None
    evidence: tuple[Evidence, ...] = ()
    expected: tuple[Expectation, ...] = ()
    chance: Chance | None = None
    steps: dict[tuple[str, str], str] = field(default_factory=dict)


def current(
    connection: Connection, library: Library, person: int | None, now: datetime | None = None
) -> Folded:
    """Returns what is known of a person now: what is stored, with the newest marks taken in. Stores nothing."""
    if person is None:
        return Folded.nothing()
    folded = _stored(connection, person)
    events = mark_events.waiting(connection, person, now or datetime.now(UTC), MOST)
    for moment in _moments(connection, library, person, events):
        folded.tell(moment)
    return folded


def take_in(database: Database, library: Library, person: int, now: datetime | None = None) -> int:
    """Takes in a person's oldest events and stores what is known then; all anew where a mark was changed. Returns the
    number of events."""
    with database.write() as connection:
        return _taken_in(connection, library, person, now or datetime.now(UTC))


def end_placement(
    database: Database, library: Library, person: int, placement: int, answers: Answers, at: datetime
) -> None:
    """Stores how a placement went, and takes in what it concludes, after the marks that came before."""
    while take_in(database, library, person, at) == MOST:
        pass
    with database.write() as connection:
        placements.keep(connection, placement, answers, at)
        _taken_in(connection, library, person, at, [_concluded(library, placement, answers, at)])


def rebuild(database: Database, library: Library, person: int, now: datetime | None = None) -> int:
    """Folds all marks of a person anew. Returns their number."""
    with database.write() as connection:
        mark_events.hold(connection, person)
        return _rebuilt(connection, library, person, now or datetime.now(UTC))


def evidence_of(connection: Connection, library: Library, person: int, now: datetime) -> list[Evidence]:
    """All that a person's marks tell, in the order of time."""
    sheets = marks.of_attempts(connection, person, marks.all_of(connection, person, now))
    told = sorted(_all(library, sheets), key=lambda one: (one.at, one.order))
    return [one for moment in told for one in moment.evidence]


def _taken_in(
    connection: Connection, library: Library, person: int, at: datetime, last: Sequence[Moment] = ()
) -> int:
    """Takes in the oldest events, and after them what is not among the events."""
    mark_events.hold(connection, person)
    events = mark_events.waiting(connection, person, at, MOST)
    if any(event.changed for event in events):
        return _rebuilt(connection, library, person, at)
    folded = _stored(connection, person)
    for moment in [*_moments(connection, library, person, events), *last]:
        folded.tell(moment)
    states.save(connection, person, folded.knowledge, folded.changed, folded.made(), at)
    marks.keep_predicted(connection, folded.predicted)
    mark_events.take_out(connection, [event.id for event in events])
    return len(events)


def _rebuilt(connection: Connection, library: Library, person: int, now: datetime) -> int:
    folded, sheets = (
        Folded.nothing(),
        marks.of_attempts(connection, person, marks.all_of(connection, person, now)),
    )
    moments = [*_all(library, sheets), *_of_placements(connection, library, person)]
    for moment in sorted(moments, key=lambda one: (one.at, one.order)):
        folded.tell(moment)
    states.forget(connection, person)
    states.save(connection, person, folded.knowledge, folded.changed, folded.made(), now)
    marks.keep_predicted(connection, folded.predicted)
    mark_events.take_out_all(connection, person, now)
    return len(moments)


def _of_placements(connection: Connection, library: Library, person: int) -> Iterator[Moment]:
    for over in placements.ended(connection, person):
        if over.ended_at is not None:
            yield _concluded(library, over.id, over.answers, over.ended_at)


def _concluded(library: Library, placement: int, answers: Answers, at: datetime) -> Moment:
    """The conclusions of a placement; among what happened at the same moment they come last."""
    expected = tuple(conclusions.expectations(library.bank, answers))
    return Moment(at=at, order=2**62 + 1 + placement, expected=expected)


def _stored(connection: Connection, person: int) -> Folded:
    known = states.knowledge(connection, person, {})
    return Folded(known, Mistakes({}, states.mistakes(connection, person)))


def _moments(connection: Connection, library: Library, person: int, events: Sequence[Event]) -> list[Moment]:
    """The events made out, in the order of time."""
    sheets = {
        sheet.attempt: sheet
        for sheet in marks.of_attempts(connection, person, {event.attempt for event in events})
    }
    wanted = {(event.attempt, event.response) for event in events}
    found = [
        moment
        for sheet in sheets.values()
        for key, moment in _of_sheet(library, sheet)
        if (sheet.attempt, key) in wanted
    ]
    return sorted(found, key=lambda one: (one.at, one.order))


def _all(library: Library, sheets: Sequence[StoredSheet]) -> Iterator[Moment]:
    for sheet in sheets:
        for _, moment in _of_sheet(library, sheet):
            yield moment


def _of_sheet(library: Library, sheet: StoredSheet) -> Iterator[tuple[int | None, Moment]]:
    """The moments of a sheet, each with the response that it tells of; None: the solution was opened."""
    there = lines.of_attempt(library, sheet.question, sheet.version)
    if there is None:
        return
    for mark in sheet.marks:
        if moment := _of_mark(there, sheet, mark):
            yield mark.response, moment
    if sheet.solution_seen_at is not None and sheet.empty and not (sheet.repeated or sheet.in_exam):
        given_up = [
            evidence.given_up(line, _item(sheet, part), sheet.solution_seen_at, _mode(sheet))
            for part in sheet.empty
            if (line := there.of(part))
        ]
        yield None, Moment(at=sheet.solution_seen_at, order=2**62, evidence=tuple(given_up))


def _of_mark(there: Lines, sheet: StoredSheet, mark: StoredMark) -> Moment | None:
    line = there.of(mark.part)
    if line is None:
        return None
    if sheet.way is Way.EXAMPLE:  # the steps before it were told
        line = Line(line.skill)
    marked = of_verdict(
        there.family, line, _item(sheet, mark.part), mark.verdict, mark.at,
        hints=mark.hints, slow=mark.slow, guess=there.guesses.get(stem_of(mark.part), 0.0), repeated=sheet.repeated,
        self_marked=mark.self_marked, mode=_mode(sheet),
    )  # fmt: skip
    told = tuple(evidence.of_mark(marked))
    asked = evidence.asked(marked)
    family, named = there.family, mark.verdict["mistakes"]
    right = (
        frozenset(one.skill for one in told if one.right)
        if mark.verdict["rule"] != Rule.FOLLOWS
        else frozenset()
    )
    made = (
        (named[0],) if len(named) == 1 and not sheet.repeated and Fraction(mark.verdict["credit"]) < 1 else ()
    )
    if not (right or made):
        return Moment(at=mark.at, order=mark.response, asked=asked, evidence=told)
    chance = Chance(family=family.id, right=right, made=made, attempt=sheet.name, part=mark.part, at=mark.at)
    steps = {
        (family.id, name): f"{family.id}/{stem_of(mistake.of)}" for name, mistake in family.mistakes.items()
    }
    return Moment(at=mark.at, order=mark.response, asked=asked, evidence=told, chance=chance, steps=steps)


def _item(sheet: StoredSheet, part: str) -> str:
    return f"{sheet.question}/{stem_of(part)}"


def _mode(sheet: StoredSheet) -> Mode:
    """The mode in which a sheet was worked on, for which it is trusted more or less."""
    return Mode.EXAM if sheet.in_exam else MODES[sheet.way]
