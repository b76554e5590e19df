"""The cards of today: terms and one-line questions that are about to be forgotten, and a few new ones.

FSRS says when each is due again, as for skills (``engine.learning.spacing``). What was not known today comes once more
at the end.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from app.database.connection import Connection
from app.learning import fold
from app.learning.syllabus import syllabus
from app.practice.opening import person_of
from app.questions.context import Context
from app.study import cards
from app.study.cards import Card
from app.study.store import card_reviews as store
from app.study.study import chapters
from engine.learning import spacing
from engine.learning.spacing import Grade
from engine.study import Study

NEW_A_DAY = 10


class NoSuchCard(LookupError):
    """No card has this identity."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Queue:
    """The cards that are left today, by why they are: ``again`` were not known today. ``last`` was answered last, and
    can be taken back; ``number``: how many reviews the first card has had."""

    due: Sequence[Card]
    new: Sequence[Card]
    again: Sequence[Card]
    number: int
    last: Card | None
    last_grade: Grade | None
    done: int

    @property
    def cards(self) -> Sequence[Card]:
        """All of them, in the order in which they come."""
        return [*self.due, *self.new, *self.again]


def queue(context: Context) -> Queue:
    """Returns the visitor's cards of today."""
    now, study, person = context.clock.now(), context.library.bank.study, context.person.id
    midnight = _midnight(now)
    with context.database.read() as connection:
        reviews = store.newest(connection, person) if person else {}
        begun_today = store.first_since(connection, person, midnight) if person else 0
        sections = _begun(connection, context)
    there = {card.id: card for card in _every(study, sections)}
    seen = [review for review in reviews.values() if review.card in there]
    waiting = sorted((one for one in seen if one.memory.due_at <= now), key=lambda one: one.memory.due_at)
    failed = sorted(
        (one for one in seen if one.grade is Grade.AGAIN and midnight <= one.at and one not in waiting),
        key=lambda one: one.at,
    )
    new = [card for card in there.values() if card.id not in reviews][: max(0, NEW_A_DAY - begun_today)]
    last = max(seen, key=lambda one: one.id, default=None)
    due, again = ([there[one.card] for one in some] for some in (waiting, failed))
    first = next(iter([*due, *new, *again]), None)
    return Queue(
        due=due, new=new, again=again,
        number=reviews[first.id].number if first and first.id in reviews else 0,
        last=there[last.card] if last and last.at >= midnight else None,
        last_grade=last.grade if last else None,
        done=sum(one.at >= midnight for one in seen),
    )  # fmt: skip


def waiting(context: Context) -> int:
    """Returns how many cards of today are left, without those to be seen once more; 0 for whoever turned none yet."""
    now, person = context.clock.now(), context.person.id
    if person is None:
        return 0
    with context.database.read() as connection:
        begun, total = store.first_since(connection, person, _midnight(now)), store.count(connection, person)
        due = store.due(connection, person, now) if total else 0
    unseen = sum(1 for _ in _every(context.library.bank.study)) - total
    return due + max(0, min(unseen, NEW_A_DAY - begun)) if total else 0


def answer(context: Context, card: str, grade: Grade, number: int) -> None:
    """Stores how well the visitor knew a card that has had this ``number`` of reviews; nothing where it has had
    another one meanwhile. Raises NoSuchCard."""
    if all(card != one.id for one in _every(context.library.bank.study)):
        raise NoSuchCard(card)
    with context.database.write() as connection:
        person = person_of(connection, context.visitor.token)
        before = store.newest(connection, person).get(card)
        if number == (before.number if before else 0):
            memory = spacing.review(before.memory if before else None, grade, context.clock.now())
            store.add(connection, person, card, grade, memory)


def undo(context: Context) -> None:
    """Takes back the visitor's last answer of today; nothing where there is none."""
    if context.person.id is None:
        return
    today = context.clock.now().date()
    with context.database.write() as connection:
        person = person_of(connection, context.visitor.token)
        reviews = store.newest(connection, person).values()
        last = max(reviews, key=lambda one: one.id, default=None)
        if last is not None and last.at.date() == today:
            store.take_back(connection, last)


def merge(
    connection: Connection, person: int, sent: Iterable[tuple[str, Grade, datetime]], now: datetime
) -> int:
    """Stores the reviews of another installation among a person's own, each card's in the order of time; what is dated
    after ``now`` is left out. Returns how many of them were known."""
    own, told = list(store.every(connection, person)), {one for one in sent if one[2] <= now}
    new = told - set(own)
    if new:
        store.forget(connection, person)
        memories: dict[str, spacing.Card] = {}
        made = []
        for card, grade, at in sorted([*own, *new], key=lambda one: (one[2], one[0])):
            memories[card] = spacing.review(memories.get(card), grade, at)
            made.append((card, grade, memories[card]))
        store.add_all(connection, person, made)
    return len(told) - len(new)


def _midnight(now: datetime) -> datetime:
    return now.replace(hour=0, minute=0, second=0, microsecond=0)


def _begun(connection: Connection, context: Context) -> list[str]:
    """The sections of which the visitor has practised something."""
    if context.person.id is None:
        return []
    shown = fold.current(connection, context.library, context.person.id).knowledge.cards
    topics = syllabus(context.library.bank).topics
    return [topic.section for topic in topics if any(skill in shown for skill in topic.skills)]


def _every(study: Study, first: Sequence[str] = ()) -> Iterator[Card]:
    """Yields all cards that are reviewed: those of some sections first, then in the order of the course; in each the
    terms and the one-line questions in turn."""
    for section in sorted(chapters(study), key=lambda one: one.id not in first):
        columns = [list(cards.terms(section)), list(cards.prompts(section))]
        for place in range(max(map(len, columns))):
            yield from (column[place] for column in columns if place < len(column))
