"""Autosave of a running exam: field by field, each with a revision that only grows.

What is acknowledged as kept is in the database. What comes too late is not stored as an answer, but the audit log holds
it; so is what comes from outside a supervised exam's rooms, until whoever typed it is inside (``supervision.holding``).
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from prometheus_client import Counter

from app.clock import Clock
from app.database.connection import Connection
from app.exams.sitting import (
    FLAG,
    NoSuchSitting,
    Time,
    is_shut,
    its_own,
    restored,
    shape_follows,
    texts,
    time,
    unread,
)
from app.exams.store import audit_log, sittings
from app.exams.store.audit_log import Entry, Event, Kind, Spot
from app.exams.store.sitting import Drawn, Sitting
from app.exams.supervision import admission, holding
from app.exams.supervision.admission import Standing
from app.exams.supervision.seen import Seen
from app.questions.context import Context
from app.questions.library import Library, UnknownQuestion
from engine.answers import responses
from engine.variants import Stale

CELL = re.compile(r"[0-9]{1,4}")
MORE_CELLS = 20  # that a part may have on top of twice its own, where the student's own way leads elsewhere
SHORT = 2_000  # characters of a cell that holds no sentences: what is longer can never be read
SAVES = Counter(
    "examformer_exam_saves", "Fields of exams that pages sent, by what became of them.", ["outcome"]
)
OUTCOMES = [SAVES.labels(outcome) for outcome in ("acknowledged", "overtaken", "late", "held")]
DOUBT = timedelta(seconds=2)  # browsers know the time no better; at a break's edge, what was typed counts


@dataclass(frozen=True, slots=True)
class Field:
    """The text typed into one field, its revision, and when it was typed by the page's estimate of the server's
    time."""

    place: int
    name: str
    revision: int
    text: str
    typed_at: datetime

    @property
    def spot(self) -> Spot:
        return self.place, self.name


@dataclass(frozen=True, slots=True)
class Sent:
    """One request of a page: ``opened`` is set in the first that it sends, ``place`` is the question it shows.

    ``visits`` are the questions that the learner turned to since, with times by the page's estimate of the server's
    time.
    """

    fields: tuple[Field, ...] = ()
    window: str = ""
    opened: bool = False
    place: int | None = None
    visits: tuple[tuple[int, datetime], ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Saved:
    """The result of an autosave. ``newer`` are fields that hold a text typed later, ``refused`` those that came after
    the end or were typed ``in_break``; ``again`` are the questions whose set of fields has changed. ``held`` are fields
    from outside a supervised exam's rooms, to which the request stands so: ``standing``, None where there is none."""

    clock: Time
    at: datetime
    kept: tuple[Field, ...]
    newer: tuple[Entry, ...]
    refused: tuple[Field, ...]
    in_break: frozenset[Spot]
    unread: Mapping[Spot, str]
    again: tuple[int, ...]
    held: tuple[Field, ...]
    standing: Standing | None


def save(
    context: Context,
    name: str,
    sent: Sent,
    arrived: datetime,
    seen: Seen,
) -> Saved:
    """Stores what came in time. That is judged by when the request ``arrived``, not by when its turn came.

    Raises NoSuchSitting, also where a question has no such field.
    """
    with context.database.write() as connection:
        sitting = its_own(connection, context.person.id, name, hold=True)
        now = context.clock.now()
        places = {one.place for one in sent.fields} | {place for place, _ in sent.visits}
        places |= {sent.place} if sent.place is not None else set()
        drawn = {one.place: one for one in sittings.questions(connection, sitting.id, places)}
        if not places <= drawn.keys():
            raise NoSuchSitting(name)
        sent = replace(sent, fields=tuple(_fitting(drawn[one.place], one, name) for one in sent.fields))
        here = admission.standing_of(connection, sitting, seen)
        if here is not None and not is_shut(sitting, context.clock, arrived):
            holding.settle(connection, sitting, here, now)
        before = audit_log.standing(connection, sitting.id) if sent.fields else {}
        breaks = _breaks(connection, sitting, now) if sent.fields and sitting.breaks else []
        resting = [one for one in sent.fields if any(a + DOUBT < one.typed_at < b - DOUBT for a, b in breaks)]
        in_time, late = _parted(sitting, context.clock, arrived, sent.fields, resting)
        held: list[Field] = []
        if here is not None and here.outside:
            in_time, held = [], in_time
            holding.hold(connection, sitting, (_event(arrived, Kind.OUTSIDE, one) for one in held))
        kept, new, newer = _stored(in_time, before, now)
        audit_log.put(connection, sitting.id, new)
        events = [
            Event(now, Kind.SAVED, place=one.place, field=one.field, revision=one.revision, text=one.text)
            for one in new
        ]
        if sitting.paused_at is not None and sitting.paused(arrived) and arrived > sitting.paused_at + DOUBT:
            new_here = {one.spot for one in new}
            events += [_event(arrived, Kind.CLAIMED, one) for one in in_time if one.spot in new_here]
        lost = {entry.spot: entry for entry in newer}
        events += [_event(arrived, Kind.OVERTAKEN, one) for one in in_time if one.spot in lost]
        events += [_event(arrived, Kind.IN_BREAK if one in resting else Kind.REFUSED, one) for one in late]
        _note(connection, sitting, sent, now, events, closed=is_shut(sitting, context.clock, arrived))
        audit_log.log(connection, sitting.id, events)
    for outcome, number in zip(OUTCOMES, (len(kept), len(newer), len(late), len(held)), strict=True):
        outcome.inc(number)
    standing = {**before, **{one.spot: one for one in new}}
    said, again = _read(context.library, drawn, standing, new)
    window = sent.window if sent.opened else sitting.window
    return Saved(
        clock=replace(time(sitting, now), window=window), at=now, kept=tuple(kept), newer=tuple(newer),
        refused=tuple(late), in_break=frozenset(one.spot for one in resting), unread=said, again=again,
        held=tuple(held), standing=here,
    )  # fmt: skip


def _fitting(one: Drawn, field: Field, name: str) -> Field:
    """Returns the field with its text cut to what it can hold. Raises NoSuchSitting where the question has no such
    field."""
    if field.name == FLAG:
        return replace(field, text=field.text[:SHORT])
    part, _, cell = field.name.rpartition(".")
    keys = {part["name"]: part["key"] for part in one.variant["parts"]}
    if part not in keys or not CELL.fullmatch(cell):
        raise NoSuchSitting(name)
    key = keys[part]
    if len(key) == 1 and isinstance(key[0], str):  # sentences, a program, one of several names
        most, longest = 1, len(field.text)
    else:
        most, longest = 2 * len(key) + MORE_CELLS, SHORT
    if int(cell) >= most:
        raise NoSuchSitting(name)
    return replace(field, text=field.text[:longest])


def _breaks(connection: Connection, sitting: Sitting, now: datetime) -> list[tuple[datetime, datetime]]:
    """Returns when each break began and ended. A break that nobody ended was over when its time was used up."""
    left, found = sitting.breaks, list[tuple[datetime, datetime]]()
    for begun, went_on in audit_log.pauses(connection, sitting.id):
        length = min(((went_on or now) - begun).total_seconds(), left)
        left -= length
        found.append((begun, begun + timedelta(seconds=length)))
    if found and sitting.paused(now):
        found[-1] = (found[-1][0], datetime.max.replace(tzinfo=UTC))
    return found


def _parted(
    sitting: Sitting, clock: Clock, arrived: datetime, fields: Sequence[Field], resting: Sequence[Field]
) -> tuple[list[Field], list[Field]]:
    """Splits the fields into those that were typed in time and came before the end of the grace period, and the rest:
    late ones, and those typed in a break."""
    if is_shut(sitting, clock, arrived):
        return [], list(fields)
    last = sitting.ends_at(arrived)
    in_time = [one for one in fields if one not in resting and (arrived <= last or one.typed_at <= last)]
    return in_time, [one for one in fields if one not in in_time]


def _stored(
    fields: Iterable[Field], before: Mapping[Spot, Entry], now: datetime
) -> tuple[list[Field], list[Entry], list[Entry]]:
    """Returns the fields to acknowledge, the new entries among them, and the newer entries that replace the rest."""
    new: dict[Spot, Entry] = {}
    kept, overtaken = [], []
    for one in fields:
        stands = new.get(one.spot) or before.get(one.spot)
        if stands is None or stands.revision < one.revision:
            kept.append(one)
            new[one.spot] = Entry(*one.spot, one.revision, one.text, now)
        elif stands.revision == one.revision and stands.text == one.text:
            kept.append(one)
        else:
            overtaken.append(one.spot)
    return kept, list(new.values()), [new.get(spot) or before[spot] for spot in overtaken]


def _note(
    connection: Connection, sitting: Sitting, sent: Sent, now: datetime, events: list[Event], closed: bool
) -> None:
    """Logs that the page was heard from, where the learner is, and in which window. A page that lost its connection
    reports its visits afterwards, even after the end; none is dated before the page was last heard from."""
    since = sitting.heard_at or sitting.begun_at or now
    visits = [(where, max(min(at, now), since)) for where, at in sent.visits]
    events += [
        Event(now, Kind.VISITED, place=where, text=at.astimezone(UTC).isoformat()) for where, at in visits
    ]
    if closed:
        return
    window = sent.window if sent.opened else None
    place = sent.place if sent.place != sitting.place else None
    if window is not None:
        events.append(Event(now, Kind.OPENED, place=sent.place, text=window))
    if place is not None and (not sent.visits or sent.visits[-1][0] != place):
        events.append(Event(now, Kind.VISITED, place=place))
    sittings.is_at(connection, sitting.id, now, place, window)


def _event(now: datetime, kind: Kind, one: Field) -> Event:
    return Event(
        now,
        kind,
        place=one.place,
        field=one.name,
        revision=one.revision,
        text=one.text,
        typed_at=one.typed_at,
    )


def _read(
    library: Library, drawn: Mapping[int, Drawn], standing: Mapping[Spot, Entry], new: Sequence[Entry]
) -> tuple[dict[Spot, str], tuple[int, ...]]:
    """Returns for each field just saved why it cannot be read, and the questions whose set of fields has changed."""
    said: dict[Spot, str] = {}
    again = []
    for place in sorted({one.place for one in new}):
        parts = {one.field.rpartition(".")[0] for one in new if one.place == place} - {""}
        try:
            variant = restored(library, drawn[place])
        except (UnknownQuestion, Stale):
            continue
        found = unread(variant, responses.fitted(variant, texts(drawn[place], standing)), parts)
        said |= {(place, field): words for field, words in found.items()}
        if shape_follows(variant, parts):
            again.append(place)
    return said, tuple(again)
