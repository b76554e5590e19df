"""A check of the database against what the learners were told: nothing acknowledged is missing, nothing stands twice,
and the marks are those of the texts that were acknowledged."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from app.database.connection import Connection, Database
from app.exams.store import audit_log, sittings
from app.exams.store.audit_log import Kind
from app.practice.store import attempts
from engine.answers import responses
from engine.marking import marking
from engine.marking.marking import PartMark, Rule
from tests.soak.learner import Learner, Spot


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """How many saves were ``acknowledged``, and what became of these; how many answers ``signed_out`` a person; and
    every fault, the lost and the doubled among them, as sentences."""

    acknowledged: int
    lost: int
    doubled: int
    signed_out: int
    faults: Sequence[str]


def outcome(database: Database, learners: Sequence[Learner], complaints: Iterable[str]) -> Outcome:
    """``complaints`` are those of the servers, which are faults as well."""
    wrong = faults(database, learners)
    return Outcome(
        acknowledged=acknowledged(learners),
        lost=sum("is lost" in one or "is not in the trail" in one for one in wrong),
        doubled=sum("times in the trail" in one for one in wrong),
        signed_out=sum(one.log.signed_out for one in learners),
        faults=[*said(learners), *wrong, *complaints],
    )


def acknowledged(learners: Sequence[Learner]) -> int:
    return sum(len(one.log.acknowledged) for one in learners)


def unanswered(learners: Sequence[Learner]) -> int:
    """How many requests were cut off or refused while the server was known to be gone."""
    return sum(len(one.log.excused) for one in learners)


def said(learners: Sequence[Learner]) -> list[str]:
    """Everything that went wrong on the way, and the learners whose clock jumped."""
    troubles = [trouble for one in learners for trouble in one.log.troubles]
    jumps = [f"{one.seat.name} ends at {sorted(one.log.ends)}" for one in learners if len(one.log.ends) > 1]
    return troubles + jumps


def faults(database: Database, learners: Sequence[Learner]) -> list[str]:
    """Everything that is not as the learners were told, as sentences."""
    with database.read() as connection:
        return [fault for one in learners for fault in (*_lost(connection, one), *_marks(connection, one))]


def closed(database: Database, learners: Sequence[Learner]) -> list[str]:
    """The cause of each sitting's end; "" for those that go on."""
    with database.read() as connection:
        found = [sittings.by_id(connection, one.seat.sitting) for one in learners]
    return [one.closed_by if one else "gone" for one in found]


def _lost(connection: Connection, learner: Learner) -> Iterator[str]:
    log, who = learner.log, f"sitting {learner.seat.sitting}"
    stands = audit_log.standing(connection, learner.seat.sitting)
    events = audit_log.of_sitting(connection, learner.seat.sitting)
    saved = Counter(
        ((one.place or 0, one.field), one.revision, one.text) for one in events if one.kind is Kind.SAVED
    )
    for (spot, revision), text in log.acknowledged.items():
        entry = stands.get(spot)
        if entry is None or entry.revision < revision:
            yield f"{who}: {spot} was acknowledged at {revision} and is lost"
        if not saved[spot, revision, text]:
            yield f"{who}: {spot} at {revision} is not in the trail"
    for spot, entry in stands.items():
        if log.sent.get((spot, entry.revision)) != entry.text:
            yield f"{who}: {spot} holds what was never sent: {entry.text[:40]}"
    yield from (
        f"{who}: {one[:2]} stands {times} times in the trail" for one, times in saved.items() if times > 1
    )


def _marks(connection: Connection, learner: Learner) -> Iterator[str]:
    """Marks every point of an ended sitting once more from what the learner was told, and yields the differences."""
    sitting = sittings.by_id(connection, learner.seat.sitting)
    if sitting is None or sitting.closed_at is None:
        return
    final = _final(connection, learner)
    marked = {one.place or 0: one for one in attempts.of_sitting(connection, sitting.id)}
    if sorted(marked) != list(range(1, len(learner.seat.drawn) + 1)):
        yield f"sitting {sitting.id}: marked are questions {sorted(marked)}"
    for place, variant in enumerate(learner.seat.drawn, 1):
        typed = {
            asked.name: [final.get((place, f"{asked.name}.{n}"), "") for n in range(len(asked.bands))]
            for asked in variant.asked
        }
        marks = marking.mark(variant, responses.fitted(variant, typed, final=True), final=True).values()
        ours = {
            one.name: one.credit * part.points
            for one in marks
            if isinstance(one, PartMark) and one.rule is not Rule.OPEN and (part := variant.part(one.name))
        }
        stored = marked[place].responses if place in marked else ()
        theirs = {
            one.part: one.earned for one in stored if one.earned is not None and "runs" not in one.verdict
        }
        if variant.question.kind != "code" and ours != theirs:
            yield f"sitting {sitting.id}, question {place}: {_short(theirs)} and not {_short(ours)}"


def _final(connection: Connection, learner: Learner) -> Mapping[Spot, str]:
    """The newest text of each field: what was acknowledged, or was sent and is stored, and its answer never came."""
    newest: dict[Spot, int] = {}
    for spot, revision in learner.log.acknowledged:
        newest[spot] = max(revision, newest.get(spot, 0))
    for spot, entry in audit_log.standing(connection, learner.seat.sitting).items():
        if (spot, entry.revision) in learner.log.sent:
            newest[spot] = max(entry.revision, newest.get(spot, 0))
    return {spot: learner.log.sent[spot, revision] for spot, revision in newest.items()}


def _short(points: Mapping[str, Fraction]) -> str:
    return ", ".join(f"{part} {share}" for part, share in points.items()) or "nothing"
