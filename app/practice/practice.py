"""Practising: a sheet with its numbers, checked part by part, with hints and the whole chain on request.

Drawing, reading, marking and wording happen before the database is locked for writing; answers are stored before they
are shown. Every function takes the sheet as it was opened (``Fresh`` or ``Begun``) and the texts in its fields.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

from app.practice import answers, opening
from app.practice.answers import FullSheet, Known, Overtaken
from app.practice.opening import Begun, Fresh
from app.practice.part import decided_by, ladder
from app.practice.sheet import Sheet, sheet, standing
from app.practice.store import attempts, reports
from app.practice.store.attempt import Response, Way
from app.practice.ways import slips
from app.questions.context import Context
from engine import asked_lines
from engine.answers import responses
from engine.answers.forms import Program, Prose
from engine.answers.responses import NotRead
from engine.fields import form
from engine.marking import marking
from engine.marking.marking import PartMark, Rule
from engine.solutions.worked_solution import Hint, Line
from engine.variants import Variant

Typed = Mapping[str, Sequence[str]]
LONGEST_REPORT = 2000


@dataclass(frozen=True, slots=True)
class Opened:
    """A worked solution that may be read, with its sheet."""

    on: Begun


def show(on: Fresh | Begun, typed: Typed | None = None) -> Sheet:
    return _sheet(on, typed)


def check(
    context: Context,
    on: Fresh | Begun,
    form_key: str,
    typed: Typed,
    only: str | None = None,
    sure: int | None = None,
    known: Known | None = None,
    unasked: bool = False,
) -> Sheet:
    """Marks all parts that were filled in, or ``only`` one; stores what could be read, and how ``sure`` one was of it.

    Parts that were answered before and rest on a changed line are marked again with it; their points stay. What is
    ``deferred`` is saved without a mark, as long as it is not over: what is saved by then counts. What a page saves
    ``unasked`` marks nothing and is never late. On a sheet that saves itself, an answer that was emptied is taken back.
    Raises Overtaken where another page has saved what is not ``known`` to this one.
    """
    if on.over or (unasked and not on.saves_itself):
        return _sheet(on)
    variant = _asked_now(on)
    before = _standing(on)
    meant = _meant(variant, before, typed, only)
    emptied = [*answers.emptied(before, typed)] if on.saves_itself and only is None else []
    typed = {name: texts for name, texts in typed.items() if name in meant}
    unread, marked = {}, {}
    for name, mark in _marks(on, variant, meant).items():
        if tuple(typed.get(name, ())) != tuple(meant[name]):
            continue  # a choice that was not changed
        wanted = only in (None, name)
        if isinstance(mark, PartMark) and (
            wanted or (name in before and before[name].typed == tuple(typed[name]))
        ):
            marked[name] = mark
        elif isinstance(mark, NotRead) and wanted:
            unread[name] = mark
    if on.deferred:
        incomplete = answers.incomplete(variant, unread, typed)
        answered = (*answers.saved(variant, marked.values(), typed), *incomplete.values())
        if unasked:
            unread = {name: one for name, one in unread.items() if name not in incomplete}
    else:
        answered = answers.worded(variant, marked.values(), typed, before)
    answered = (*answered, *emptied)
    if not answered:
        quiet = unread or (on.saves_itself and before and only is None)
        return _sheet(on, typed, unread) if quiet else nothing_in(_sheet(on, typed), only)
    with answers.REFUSED.count_exceptions((FullSheet, Overtaken)), context.database.write() as connection:
        attempt, now = opening.stored(connection, context, on, form_key), context.clock.now()
        for answer in answered if _in_time(on, now) else ():
            answers.store(connection, attempt, answer, form_key, now, sure, known, unasked)
        stored = attempts.reload(connection, attempt)
    (answers.ACKNOWLEDGED if _in_time(on, now) else answers.LATE).inc()
    done = _sheet(opening.going_on(on, stored), answers.with_text(typed, stored), unread)
    taken_back = len(answered) == len(emptied) and not stored.latest().keys() & {one.part for one in emptied}
    return nothing_in(done) if taken_back and not unread else done


def _in_time(on: Fresh | Begun, now: datetime) -> bool:
    """True if an answer may still be stored; it may have waited for the database."""
    return on.until is None or now <= on.until


def _marks(on: Fresh | Begun, variant: Variant, typed: Typed) -> dict[str, PartMark | NotRead]:
    """Marks what was typed; on a strict sheet, no part in which an expression stands."""
    refused = responses.expressions(variant, typed) if on.way is Way.STRICT else {}
    read = {name: texts for name, texts in typed.items() if name not in refused}
    return {**refused, **marking.mark(variant, read)}


def take_back(context: Context, on: Fresh | Begun, form_key: str, typed: Typed, part: str) -> Sheet:
    """Takes back an answer that a slip of the keys may have made wrong; it stays in the history and earns nothing.
    Where it may not be taken back (any more), nothing changes."""
    if not isinstance(on, Begun) or part not in slips(on.variant, on.attempt):
        return _sheet(on, typed)
    with context.database.write() as connection:
        attempt = opening.stored(connection, context, on, form_key)
        if part in slips(on.variant, attempt):
            attempts.withdraw(connection, attempt.latest()[part].id, context.clock.now())
        stored = attempts.reload(connection, attempt)
    return _sheet(opening.going_on(on, stored), typed)


def nothing_in(sheet: Sheet, only: str | None = None) -> Sheet:
    """Returns the sheet with the note that nothing is filled in: at the pressed line, else at the first that takes an
    answer."""
    open_lines = [part.name for part in sheet.parts if not part.solved and not part.waits_for]
    empty = only if only in open_lines else next(iter(open_lines), "")
    return replace(sheet, empty=empty or "", nothing=only is None)


def _standing(on: Fresh | Begun) -> dict[str, Response]:
    return standing(_asked_now(on), on.attempt) if isinstance(on, Begun) else {}


def _meant(
    variant: Variant, before: Mapping[str, Response], typed: Typed, only: str | None = None
) -> dict[str, Sequence[str]]:
    """Returns what was typed, as the page showed it: its tables follow the stored choices.

    A choice that is not checked now keeps its stored value; of one that is checked and changed, the tables are dropped.
    """
    choices = {choice for name in typed for choice in decided_by(variant, name) if choice in before}
    changed = {choice for choice in choices if before[choice].typed != tuple(typed.get(choice, ()))}
    checked = {
        choice for choice in changed if only in (None, choice) and any(map(str.strip, typed.get(choice, ())))
    }
    shown = {name: texts for name, texts in typed.items() if checked.isdisjoint(decided_by(variant, name))}
    return shown | {choice: before[choice].typed for choice in changed - checked}


def hint(
    context: Context, on: Fresh | Begun, form_key: str, typed: Typed, part: str, wanted: int | None = None
) -> Sheet:
    """Shows the next rung of a part's ladder; its cost is taken from the part's points unless they are settled.

    ``wanted`` is the rung that the pressed button named, so that a form sent twice shows it once.
    """
    asked = on.variant.part(part)
    if asked is None or on.over:
        return _sheet(on, typed)
    rungs = ladder(on.variant, asked, settled(on), on.withheld is not None, opening.keeps_hints(on))
    shown = on.attempt.hints.get(part, -1) if isinstance(on, Begun) else -1
    if _next_rung(rungs, shown, wanted) is None:
        return _sheet(on, typed)
    with context.database.write() as connection:
        attempt = opening.stored(connection, context, on, form_key)
        if rung := _next_rung(rungs, attempt.hints.get(part, -1), wanted):
            attempts.hint(connection, attempt.id, part, rung.rung, rung.cost, context.clock.now())
        stored = attempts.reload(connection, attempt)
    return _sheet(opening.going_on(on, stored), typed)


def open_chain(context: Context, on: Fresh | Begun, form_key: str, typed: Typed) -> Sheet:
    """Opens the steps of the chain to be filled in, so that the first wrong one can be found."""
    if not _can_open_chain(on):
        return _sheet(on, typed)
    with context.database.write() as connection:
        attempt = opening.stored(connection, context, on, form_key)
        attempts.open_chain(connection, attempt.id, context.clock.now())
        stored = attempts.reload(connection, attempt)
    return _sheet(opening.going_on(on, stored), typed)


def see_solution(
    context: Context,
    on: Fresh | Begun,
    form_key: str,
    typed: Typed,
    sentence: str,
    known: Known | None = None,
) -> Opened | Sheet:
    """Marks what is written and opens the worked solution; from now on nothing more can be earned.

    While it is ``withheld``, sentences are handed in and stay as they are; for anything else no solution is opened.
    Where something cannot be read, or a report is not sent yet, the sheet is returned instead and nothing is stored.
    Raises Overtaken as ``check`` does.
    """
    variant = _asked_now(on)
    sentences = all(isinstance(asked.step.form, Prose | Program) for asked in variant.asked)
    if on.deferred or (on.withheld and not sentences):
        return check(context, on, form_key, typed, known=known)
    before = _standing(on)
    typed = {} if on.over else _meant(variant, before, typed)
    marks = _marks(on, variant, typed)
    unread = {name: mark for name, mark in marks.items() if isinstance(mark, NotRead)}
    if unread or sentence.strip():
        return _sheet(on, typed, unread)
    marked = (mark for mark in marks.values() if isinstance(mark, PartMark))
    answered = answers.worded(variant, marked, typed, before)
    with context.database.write() as connection:
        attempt, now = opening.stored(connection, context, on, form_key), context.clock.now()
        if known:
            answers.require_known(attempt, known, form_key)
        with suppress(FullSheet):  # the solution can be read all the same
            for answer in answered if _in_time(on, now) else ():
                answers.store(connection, attempt, answer, form_key, now, known=known)
        attempts.see_solution(connection, attempt.id, now)
        stored = attempts.reload(connection, attempt)
    return Opened(opening.going_on(on, stored))


def solution(on: Begun) -> list[Line]:
    """Returns the worked solution, told step by step."""
    return asked_lines.solution(on.variant)


def own_numbers(on: Begun) -> dict[str, str]:
    """Returns the numbers of this sheet as a learner would type them into the form for their own numbers."""
    question = on.variant.question
    return form.filled(question.family, on.variant.parameters) if question.kind == "family" else {}


def report(context: Context, on: Fresh | Begun, form_key: str, typed: Typed, sentence: str) -> Sheet:
    """Stores the variant and a sentence for later reading: "this key is wrong". Without a sentence, stores nothing."""
    kept = sentence.replace("\0", "").strip()[:LONGEST_REPORT]
    if not kept:
        return _sheet(on, typed)
    with context.database.write() as connection:
        sheet = on.attempt.id if isinstance(on, Begun) else None
        person = opening.person_of(connection, context.visitor.token)
        reports.add(connection, person, form_key, on.variant.to_json(), kept, sheet)
    return _sheet(on, typed, reported=True)


def settled(on: Fresh | Begun) -> set[str]:
    """The parts whose points are settled."""
    return on.attempt.marked if isinstance(on, Begun) else set()


def _asked_now(on: Fresh | Begun) -> Variant:
    """Returns the variant with the steps that were opened to be filled in."""
    if not isinstance(on, Begun) or not on.attempt.chain_opened:
        return on.variant
    target = _first_wrong(on)
    filled = set(on.attempt.latest()) - {asked.name for asked in on.variant.asked}
    return asked_lines.with_chain(on.variant, filled | {target} if target else filled)


def _first_wrong(on: Fresh | Begun) -> str | None:
    """Returns the first part that was answered wrong; all later steps could tell the results of earlier ones.

    Where the steps themselves tell it (an unrolled chain), returns the first part that is not right yet.
    """
    latest = standing(on.variant, on.attempt) if isinstance(on, Begun) else {}
    wrong = {name for name, one in latest.items() if one.verdict["rule"] in (Rule.WRONG, Rule.FOLLOWS)}
    parts = [asked.name for asked in on.variant.asked]
    if on.variant.question.family.gathered and wrong:
        wrong |= set(parts) - set(latest)
    return next((name for name in parts if name in wrong), None)


def _can_open_chain(on: Fresh | Begun) -> bool:
    target = _first_wrong(on)
    opened = isinstance(on, Begun) and on.attempt.chain_opened
    return target is not None and not opened and bool(asked_lines.hidden_steps(on.variant, {target}))


def _next_rung(rungs: Sequence[Hint], shown: int, wanted: int | None) -> Hint | None:
    """Returns the rung after the one shown last, unless another is wanted."""
    following = next((hint for hint in rungs if hint.rung > shown), None)
    return following if following and wanted in (None, following.rung) else None


def _sheet(
    on: Fresh | Begun,
    typed: Typed | None = None,
    unread: Mapping[str, NotRead] | None = None,
    reported: bool = False,
) -> Sheet:
    attempt = on.attempt if isinstance(on, Begun) else None
    return sheet(
        _asked_now(on), attempt, typed or {}, unread or {}, reported, _can_open_chain(on), on.withheld, on.way,
        on.opened_at, on.deferred, on.over, opening.keeps_hints(on), on.saves_itself,
    )  # fmt: skip
