"""Regrade: everything begun on older versions of a question is marked again by its newest one.

The author first sees who gains and who loses; on confirmation it is stored, with every change in the mark log.
"""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from app.authoring import editor
from app.authoring.question_list import title_of
from app.courses.store import courses
from app.grading import rescaling
from app.grading.regrade_attempt import Again, again
from app.outbox import marks
from app.practice.counting import promised_in
from app.practice.store import attempts, mark_log
from app.practice.store.mark_log import Regrade
from app.questions.context import Context
from app.questions.library import drafted
from app.questions.store import drafts, versions
from app.questions.store.drafts import Draft
from app.questions.store.versions import Version
from engine.questions import Question
from engine.variants import Stale

LONGEST_REASON = 500


class NothingPublished(ValueError):
    """The question has no version that can be asked, so nothing is marked again."""


class Moved(ValueError):
    """Something was answered or published since the list was made, so the list is not what would be stored."""


class NoReason(ValueError):
    """No reason was given that the learners could read."""


@dataclass(frozen=True, slots=True)
class Whose:
    """An attempt in the list; ``called`` is "" where its learner is in no course of the author's; ``own``: the author's
    own attempt."""

    called: str
    own: bool
    number: int
    again: Again

    @property
    def before(self) -> Fraction:
        return self.again.attempt.earned

    @property
    def after(self) -> Fraction:
        return self.before + self.again.gain

    @property
    def kept(self) -> bool:
        """True if the new version alone would give a mark fewer points, and nobody loses."""
        return any(promised_in(change.after.verdict) is not None for change in self.again.changed)


@dataclass(frozen=True, slots=True)
class Unfit:
    """An attempt that stays on its version, with the version's number and the reason."""

    called: str
    own: bool
    number: int
    why: str


class Waiting(NamedTuple):
    """How many marks that do not count yet get more points, fewer, and keep the better mark."""

    more: int
    fewer: int
    kept: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """The effect of a regrade; ``token`` identifies exactly this list.

    ``changed`` are the attempts whose marks or verdicts change, ``moved`` those that only get the new version.
    """

    draft: Draft
    version: Version
    best_kept: bool
    changed: tuple[Whose, ...]
    moved: tuple[Again, ...]
    unfit: tuple[Unfit, ...]
    waiting: Waiting
    past: tuple[Regrade, ...]
    token: str

    @property
    def title(self) -> str:
        return title_of(self.draft)

    @property
    def every(self) -> tuple[Again, ...]:
        """All attempts that get the new version."""
        return (*(one.again for one in self.changed), *self.moved)

    @property
    def most(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """The points that a sheet is worth before and after, for all sheets where they differ."""
        return tuple(sorted({(one.attempt.points, one.variant.points) for one in self.every if one.rescaled}))

    @property
    def gaining(self) -> int:
        return sum(one.again.gain > 0 for one in self.changed)

    @property
    def losing(self) -> int:
        return sum(one.again.gain < 0 for one in self.changed)

    @property
    def kept(self) -> int:
        """How many keep the better mark."""
        return sum(one.kept for one in self.changed)


def plan(context: Context, name: str, best_kept: bool) -> Plan:
    """Raises NoSuchQuestion, and NothingPublished."""
    draft = editor.opened(context, name)
    with context.database.read() as connection:
        known = versions.of_question(connection, name)
        begun = attempts.on_question(connection, name)
        names = courses.names_for(connection, context.account)
        past = mark_log.of_question(connection, draft.id)
        full = mark_log.in_exams_with_full_points(connection, name)  # nobody loses what all were given
    question = drafted(name, known[0].text) if known else None
    if not isinstance(question, Question):
        raise NothingPublished(name)
    numbers = {version.hash: version.number for version in reversed(known)}
    older = _readable(name, known, {attempt.variant["version"] for _, attempt in begun})
    changed, moved, unfit = [], [], []
    for person, attempt in begun:
        if attempt.variant["version"] == question.version:
            continue
        called = names.get((attempt.assignment, person), "") if attempt.assignment else ""
        number = numbers.get(attempt.variant["version"], 0)
        try:
            before = older.get(attempt.variant["version"])
            marked = again(attempt, question, best_kept or attempt.id in full, before)
        except Stale as error:
            unfit.append(Unfit(called, person == context.account, number, str(error)))
            continue
        if marked.changed:
            changed.append(Whose(called, person == context.account, number, marked))
        else:
            moved.append(marked)
    changed.sort(key=lambda one: (one.again.gain == 0, one.called == "", one.called.casefold()))
    every = [*(one.again for one in changed), *moved]
    with context.database.read() as connection:
        following = rescaling.following(connection, [(one.attempt, one.scales) for one in every])
        gains = [(now.points - one.points, now.promised is not None) for one, now in following]
    token = _token(question.version, best_kept, changed, moved)
    return Plan(
        draft=draft,
        version=known[0],
        best_kept=best_kept,
        changed=tuple(changed),
        moved=tuple(moved),
        unfit=tuple(unfit),
        waiting=Waiting(
            more=sum(gain > 0 for gain, _ in gains),
            fewer=sum(gain < 0 for gain, _ in gains),
            kept=sum(kept for _, kept in gains),
        ),
        past=tuple(past),
        token=token,
    )


def apply(context: Context, name: str, best_kept: bool, token: str, reason: str) -> None:
    """Stores the list with this token. Raises NoSuchQuestion, NothingPublished, NoReason, and Moved.

    The marks are computed before the database is locked, and stored only if nothing was answered since.
    """
    said = " ".join(reason.replace("\0", "").split())[:LONGEST_REASON]
    if not said:
        raise NoReason(name)
    planned = plan(context, name, best_kept)
    if planned.token != token:
        raise Moved(name)
    every = planned.every
    with context.database.write() as connection:
        drafts.hold(connection, context.account, name)
        newest = versions.newest(connection, name)
        now = {attempt.id: attempt for _, attempt in attempts.on_question(connection, name, hold=True)}
        if newest != planned.version or any(now.get(one.attempt.id) != one.attempt for one in every):
            raise Moved(name)
        entry = mark_log.regrade(
            connection, planned.draft.id, newest.number, context.account, said, best_kept
        )
        rescaling.follow(connection, [(one.attempt, one.scales) for one in every])
        for one in every:
            mark_log.rekey(connection, one.attempt.id, one.variant.to_json(), one.variant.points)
            for change in one.changed:
                response = change.response.id
                mark_log.change(
                    connection,
                    one.attempt.id,
                    response,
                    change.before,
                    change.after,
                    context.account,
                    said,
                    entry,
                )
        marks.changed(connection, [one.attempt.id for one in every if one.gain or one.rescaled])


def _readable(name: str, known: Sequence[Version], wanted: Collection[str]) -> Mapping[str, Question]:
    """Returns the versions with these hashes that can still be read."""
    read = {one.hash: drafted(name, one.text) for one in known if one.hash in wanted}
    return {version: one for version, one in read.items() if isinstance(one, Question)}


def _token(version: str, best_kept: bool, changed: Sequence[Whose], moved: Sequence[Again]) -> str:
    """Returns a hash of everything that would be stored."""
    lines = [f"{version} {best_kept}"]
    for one in sorted([*(whose.again for whose in changed), *moved], key=lambda one: one.attempt.id):
        last = one.attempt.responses[-1].id if one.attempt.responses else 0
        lines.append(f"{one.attempt.id} {last} {[(c.response.id, c.after) for c in one.changed]}")
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:32]
