"""Answers of a learner: each part with its verdict in words, and its row, stored once."""

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from prometheus_client import Counter

from app.database.connection import Connection
from app.practice.store import attempts, saved_answers
from app.practice.store.attempt import SAVED, UNASKED, Attempt, Response
from engine.answers.forms import Program
from engine.answers.responses import NotRead
from engine.marking import feedback
from engine.marking.marking import PartMark, Rule
from engine.variants import Variant

MARKED = Counter("examformer_answers_marked", "Answers that were marked, of practice and of exams.")
SAVES = Counter(
    "examformer_practice_saves",
    "Sheets whose answers were to be stored, by what became of them.",
    ["outcome"],
)
ACKNOWLEDGED, LATE, REFUSED = map(SAVES.labels, ("acknowledged", "late", "refused"))
MOST_ANSWERS = 500  # on one sheet, whose page reads all of them


class Overtaken(ValueError):
    """Another page has saved this part since the one was opened that saves it now."""


class FullSheet(ValueError):
    """The sheet already stores as many answers as one sheet takes; carries its name, and the ``question``."""

    def __init__(self, attempt: Attempt) -> None:
        super().__init__(attempt.name)
        self.question = attempt.question


@dataclass(frozen=True, slots=True)
class Known:
    """What a page knows of its sheet: the ``revision`` at which it shows it, and single ``lines`` at others; and the
    keys of the ``pages`` that its window showed before it, whose saves are its own."""

    revision: int
    lines: Mapping[str, int] = field(default_factory=dict)
    pages: frozenset[str] = frozenset()

    def has(self, newest: Response) -> bool:
        """True if the page shows this response, or what its window typed since."""
        return newest.page in self.pages or newest.revision <= self.of(newest.part)

    def of(self, part: str) -> int:
        """The revision at which the page shows this line."""
        return self.lines.get(part, self.revision)


@dataclass(frozen=True, slots=True)
class Answer:
    """A response that was marked. ``points`` is what it is worth before hints are counted. ``empty``: it takes back
    what was stored before."""

    part: str
    typed: tuple[str, ...]
    verdict: Mapping[str, Any]
    points: Fraction
    empty: bool = False


def unkeyed(
    rule: str, cells: Sequence[Sequence[str]], credit: Fraction, said: Sequence[str], **more: Any
) -> dict[str, Any]:
    """Returns a verdict that no key decided, as JSON: in the shape of ``feedback.verdict``, with ``more`` to be stored
    in it."""
    return {
        "rule": str(rule), "credit": str(credit), "first_wrong": False, "cells": [list(cell) for cell in cells],
        "mistakes": [], "convention": "", "feedback": list(said), **more,
    }  # fmt: skip


def worded(
    variant: Variant,
    marks: Iterable[PartMark],
    typed: Mapping[str, Sequence[str]],
    before: Mapping[str, Response],
    final: bool = False,
) -> tuple[Answer, ...]:
    """Puts marks into words. ``before`` holds the earlier answers: an untouched line may lose the answer that it rested
    on.

    After a ``final`` mark nothing can be tried again.
    """
    answered = tuple(
        _worded(variant, mark, tuple(typed[mark.name]), before.get(mark.name), final) for mark in marks
    )
    MARKED.inc(len(answered))
    return answered


def _worded(
    variant: Variant, mark: PartMark, typed: tuple[str, ...], before: Response | None, final: bool
) -> Answer:
    asked = variant.part(mark.name)
    assert asked is not None
    if mark.rule is Rule.WRONG and before and before.typed == typed and _followed(before):
        said = feedback.outdated(mark)
    else:
        said = feedback.verdict(variant, asked, mark, final)
    return Answer(mark.name, typed, said, asked.points * mark.credit)


def _followed(before: Response) -> bool:
    return before.verdict["rule"] == Rule.FOLLOWS or "outdated" in before.verdict


def saved(
    variant: Variant, marks: Iterable[PartMark], typed: Mapping[str, Sequence[str]]
) -> tuple[Answer, ...]:
    """Returns answers that are marked once results open: they say how they were read, and nothing of what is right.
    Programs, which nothing marks before they run, are among them."""
    read = (_saved(one.part, one.typed, _as_read(one)) for one in worded(variant, marks, typed, {}))
    return (*read, *_programs(variant, typed))


def incomplete(
    variant: Variant, unread: Mapping[str, NotRead], typed: Mapping[str, Sequence[str]]
) -> dict[str, Answer]:
    """Returns by their part the answers of which only cells are missing: what is there is saved, as in an exam."""
    found = {}
    for name, one in unread.items():
        asked, texts = variant.part(name), tuple(typed.get(name, ()))
        fits = asked is not None and len(texts) == len(asked.bands)
        if fits and not any(texts[cell].strip() for cell in one.problems):
            found[name] = _saved(name, texts, [("", "")] * len(texts))
    return found


def _programs(variant: Variant, typed: Mapping[str, Sequence[str]]) -> Iterator[Answer]:
    for asked in variant.asked:
        text = "".join(typed.get(asked.name, ())).replace("\r\n", "\n")
        if isinstance(asked.step.form, Program) and text.strip():
            yield _saved(asked.name, (text,), [("", "")])


def _saved(part: str, typed: tuple[str, ...], cells: Sequence[Sequence[str]]) -> Answer:
    return Answer(part, typed, unkeyed(SAVED, cells, Fraction(0), []), Fraction(0))


def _as_read(answer: Answer) -> list[tuple[str, str]]:
    return [("", read_as) for _, read_as in answer.verdict["cells"]]


def emptied(before: Mapping[str, Response], typed: Mapping[str, Sequence[str]]) -> Iterator[Answer]:
    """Yields an answer without a text for each part that has one which no mark rests on, and whose fields are empty by
    now."""
    for name, texts in typed.items():
        if name in before and before[name].earned is None and texts and not any(map(str.strip, texts)):
            yield Answer(name, ("",) * len(texts), before[name].verdict, Fraction(0), empty=True)


def with_text(
    typed: Mapping[str, Sequence[str]], attempt: Attempt, known: Known | None = None
) -> dict[str, Sequence[str]]:
    """Returns what was typed without what is empty and stored: an older page never had it, unless it says that it was
    emptied there."""
    kept = set(typed) - attempt.latest().keys() | (known.lines.keys() if known else set())
    return {name: texts for name, texts in typed.items() if name in kept or any(map(str.strip, texts))}


def require_known(attempt: Attempt, known: Known, page: str) -> None:
    """Raises Overtaken where another page has stored something that this one does not show."""
    for part in attempt.latest():
        if _is_elsewhere(attempt.newest(part), known, page):
            raise Overtaken(part)


def _is_elsewhere(newest: Response | None, known: Known, page: str) -> bool:
    """True if another page has stored the response, and this one does not show it."""
    return newest is not None and newest.page != page and not known.has(newest)


def has_room(attempt: Attempt) -> None:
    """Raises FullSheet."""
    if len(attempt.responses) >= MOST_ANSWERS:
        raise FullSheet(attempt)


def store(
    connection: Connection,
    attempt: Attempt,
    answer: Answer,
    form_key: str,
    at: datetime | None = None,
    sure: int | None = None,
    known: Known | None = None,
    unasked: bool = False,
) -> None:
    """Stores one response, given then or now, unless it equals what is stored already, or its form was sent before.

    Once the solution was seen, no unmarked answer is stored any more: what was written before is what a person marks.
    The first marked response settles the part's points, less the cost of hints before it; in an exam this holds even
    where the solution may be seen by then. Of answers that are saved until results open, the last is marked: any part
    that is settled takes none. A page that the browser went back to has an old key: another text from it is another
    try, under a key of its own. How ``sure`` its learner was is kept of the answer that settles the points, and of what
    is saved. A page that says what is ``known`` to it does not overwrite what another one has stored since. What it
    saves ``unasked`` takes the place of what it saved so before. An answer that is empty takes back what is stored;
    where that came since, only a page that says in which lines something was typed can mean it, others never had it.
    Raises Overtaken, and FullSheet.
    """
    part, typed, verdict = answer.part, answer.typed, answer.verdict
    page = form_key
    form_key = f"{page}{UNASKED}" if unasked else page
    sent = [
        response for response in attempt.responses if response.part == part and response.form_key == form_key
    ]
    latest, newest = attempt.latest().get(part), attempt.newest(part)
    if verdict["rule"] == Rule.OPEN and attempt.solution_seen and attempt.sitting is None:
        return
    if verdict["rule"] == SAVED and part in attempt.marked:
        return
    same_again = latest and (latest.typed, latest.verdict) == (typed, verdict)
    once = verdict["rule"] != SAVED and not unasked
    sent_before = once and any(response.typed == typed for response in sent)
    if same_again or sent_before:
        return
    if known and _is_elsewhere(newest, known, page):
        if answer.empty and part not in known.lines:
            return
        raise Overtaken(part)
    now = at or datetime.now(UTC)
    if answer.empty:
        saved_answers.take_back(connection, attempt.id, part, now)
    if unasked and newest and newest in sent:
        saved_answers.rewrite(connection, newest.id, typed, verdict, now, now if answer.empty else None)
        return
    has_room(attempt)
    key = f"{page}{UNASKED}{secrets.token_urlsafe(8)}" if sent else form_key
    earned = None
    if part not in attempt.marked and verdict["rule"] not in (Rule.OPEN, SAVED):
        full = Fraction(0) if attempt.solution_seen and attempt.sitting is None else answer.points
        earned = max(Fraction(0), full - attempt.costs.get(part, Fraction(0)))
    if verdict["rule"] == SAVED:
        saved_answers.save(connection, attempt.id, now)
    said = None if earned is None and verdict["rule"] != SAVED else sure
    attempts.respond(
        connection, attempt.id, part, key, typed, verdict, earned, now, said, now if answer.empty else None
    )
