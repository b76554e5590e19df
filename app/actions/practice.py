"""Practising: a sheet with its numbers, checked part by part, with hints and the whole chain on request.

Drawing, reading and marking happen before the database is locked for writing; what is answered was stored before.
Every function takes the sheet as it was opened (``Fresh`` or ``Begun``) and what stands in its fields.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from app.actions.sheet import Sheet, sheet
from app.store import attempts, guests, reports
from app.store.attempts import Attempt
from app.store.database import Database, Rows
from engine import feedback, marking, telling, variants
from engine.bank import Bank, Question
from engine.marking import NotRead, PartMark, Rule
from engine.telling import Line
from engine.variants import Variant

Typed = Mapping[str, Sequence[str]]
LONGEST_REPORT = 2000


class NoSuchAttempt(LookupError):
    """No attempt of this name belongs to this person."""


class Edited(ValueError):
    """The question was changed after the page was opened, and its numbers may have changed with it."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.id)
        self.question = question


@dataclass(frozen=True, slots=True)
class Fresh:
    """A sheet on which nothing is stored yet."""

    variant: Variant


@dataclass(frozen=True, slots=True)
class Begun:
    """A sheet that is stored."""

    variant: Variant
    attempt: Attempt


def fresh(question: Question, seed: int, level: str, version: str | None = None) -> Fresh:
    """Raises Edited where the page was drawn from another text of the question."""
    if version not in (None, question.version):
        raise Edited(question)
    return Fresh(variants.draw(question, seed, level))


def begun(database: Database, bank: Bank, token: str, name: str) -> Begun:
    """Raises NoSuchAttempt, and variants.Stale where today's engine no longer understands the numbers."""
    with database.read() as rows:
        guest = guests.find(rows, token)
        attempt = guest and attempts.find(rows, guest, name)
    if not attempt or attempt.question not in bank.questions:
        raise NoSuchAttempt(name)
    return Begun(variants.revive(bank.questions[attempt.question], attempt.variant), attempt)


def show(on: Fresh | Begun) -> Sheet:
    return _sheet(on) if isinstance(on, Begun) else sheet(on.variant, None)


def check(
    database: Database, token: str, on: Fresh | Begun, form_key: str, typed: Typed, only: str | None = None
) -> Sheet:
    """Marks all parts that were filled in, or ``only`` one; stores what could be read.

    Parts that were answered before and rest on a changed line are marked again with it: their points stay.
    """
    variant = _asked_now(on)
    before = on.attempt.latest() if isinstance(on, Begun) else {}
    unread, marked = {}, {}
    for name, mark in marking.mark(variant, typed).items():
        wanted = only in (None, name)
        if isinstance(mark, PartMark) and (
            wanted or (name in before and before[name].typed == tuple(typed[name]))
        ):
            marked[name] = mark
        elif isinstance(mark, NotRead) and wanted:
            unread[name] = mark
    if not marked:
        return _sheet(on, typed, unread)
    with database.write() as rows:
        attempt = _attempt(rows, token, on, form_key)
        for mark in marked.values():
            _record(rows, attempt, variant, mark, form_key, typed[mark.name])
        stored = attempts.reload(rows, attempt)
    return _sheet(Begun(on.variant, stored), typed, unread)


def hint(
    database: Database,
    token: str,
    on: Fresh | Begun,
    form_key: str,
    typed: Typed,
    part: str,
    wanted: int | None = None,
) -> Sheet:
    """Shows the next rung of a part's ladder; its cost is taken from the part's points unless they are settled.

    ``wanted`` is the rung that the pressed button named: a form that is sent twice shows it once.
    """
    asked = on.variant.part(part)
    if asked is None:
        return _sheet(on, typed)
    ladder = telling.ladder(on.variant, asked, answered(on))
    with database.write() as rows:
        attempt = _attempt(rows, token, on, form_key)
        rung = next((hint for hint in ladder if hint.rung > attempt.hints.get(part, -1)), None)
        if rung is not None and wanted in (None, rung.rung):
            attempts.hint(rows, attempt.id, part, rung.rung, rung.cost)
        stored = attempts.reload(rows, attempt)
    return _sheet(Begun(on.variant, stored), typed)


def open_chain(database: Database, token: str, on: Fresh | Begun, form_key: str, typed: Typed) -> Sheet:
    """Opens the steps of the chain to be filled in, so that the first wrong one can be found."""
    with database.write() as rows:
        attempt = _attempt(rows, token, on, form_key)
        attempts.open_chain(rows, attempt.id)
        stored = attempts.reload(rows, attempt)
    return _sheet(Begun(on.variant, stored), typed)


def see_solution(database: Database, token: str, on: Fresh | Begun, form_key: str, typed: Typed) -> str:
    """Opens the worked solution, after marking what is written: from now on nothing more can be earned.

    Returns the attempt's name.
    """
    variant = _asked_now(on)
    marks = marking.mark(variant, typed).values()
    with database.write() as rows:
        attempt = _attempt(rows, token, on, form_key)
        for mark in marks:
            if isinstance(mark, PartMark):
                _record(rows, attempt, variant, mark, form_key, typed[mark.name])
        attempts.see_solution(rows, attempt.id)
    return attempt.name


def solution(on: Begun) -> list[Line]:
    """The worked solution, told step by step."""
    return telling.tell(on.variant.exact, [asked.name for asked in on.variant.asked])


def report(
    database: Database, token: str, on: Fresh | Begun, form_key: str, typed: Typed, sentence: str
) -> Sheet:
    """Keeps the variant and a sentence for later reading: "this key is wrong". Without a sentence, nothing."""
    kept = sentence.replace("\0", "").strip()[:LONGEST_REPORT]
    if not kept:
        return _sheet(on, typed)
    with database.write() as rows:
        guest = _guest(rows, token)
        guests.lock(rows, guest)
        reports.add(rows, guest, form_key, on.variant.kept(), kept)
    return _sheet(on, typed, reported=True)


def answered(on: Fresh | Begun) -> set[str]:
    """The parts whose points are settled."""
    return set(on.attempt.latest()) if isinstance(on, Begun) else set()


def _asked_now(on: Fresh | Begun) -> Variant:
    """The variant with the steps that were opened to be filled in."""
    if not isinstance(on, Begun) or not on.attempt.chain_opened:
        return on.variant
    target = _first_wrong(on)
    filled = set(on.attempt.latest()) - {asked.name for asked in on.variant.asked}
    return variants.with_chain(on.variant, filled | {target} if target else filled)


def _first_wrong(on: Fresh | Begun) -> str | None:
    """The first part that was answered wrong; all later steps could tell what earlier ones come to.

    Where the steps themselves tell it (an unrolled chain), the first part that is not right yet.
    """
    latest = on.attempt.latest() if isinstance(on, Begun) else {}
    wrong = {
        name for name, response in latest.items() if response.verdict["rule"] in (Rule.WRONG, Rule.FOLLOWS)
    }
    parts = [asked.name for asked in on.variant.asked]
    if on.variant.question.family.gathered and wrong:
        wrong |= set(parts) - set(latest)
    return next((name for name in parts if name in wrong), None)


def _sheet(
    on: Fresh | Begun,
    typed: Typed | None = None,
    unread: Mapping[str, NotRead] | None = None,
    reported: bool = False,
) -> Sheet:
    attempt = on.attempt if isinstance(on, Begun) else None
    target = _first_wrong(on)
    opened = attempt is not None and attempt.chain_opened
    openable = target is not None and not opened and bool(variants.hidden_steps(on.variant, {target}))
    return sheet(_asked_now(on), attempt, typed or {}, unread or {}, reported, openable)


def _attempt(rows: Rows, token: str, on: Fresh | Begun, form_key: str) -> Attempt:
    """The stored attempt, as it is now; the first action on a fresh sheet begins it, a second click finds it."""
    if isinstance(on, Begun):
        return attempts.reload(rows, on.attempt)
    guest = _guest(rows, token)
    guests.lock(rows, guest)
    variant = on.variant
    return attempts.begun_with(rows, guest, form_key) or attempts.begin(
        rows,
        guest,
        form_key,
        secrets.token_urlsafe(12),
        variant.question.section,
        variant.points,
        variant.kept(),
    )


def _guest(rows: Rows, token: str) -> int:
    found = guests.find(rows, token)
    return guests.add(rows, token) if found is None else found


def _record(
    rows: Rows, attempt: Attempt, variant: Variant, mark: PartMark, form_key: str, typed: Sequence[str]
) -> None:
    """Stores one response, unless it says what is stored already, or its form was sent before.

    The first readable one settles the part's points, less what hints cost before. A page that the browser went back
    to has an old key: another text from it is another try, under a key of its own.
    """
    asked = variant.part(mark.name)
    assert asked is not None
    verdict = feedback.verdict(variant, asked, mark)
    sent = [
        response
        for response in attempt.responses
        if response.part == mark.name and response.form_key == form_key
    ]
    latest = attempt.latest().get(mark.name)
    same_again = latest and (latest.typed, latest.verdict) == (tuple(typed), verdict)
    if same_again or any(response.typed == tuple(typed) for response in sent):
        return
    key = secrets.token_urlsafe(16) if sent else form_key
    earned = None
    if mark.name not in attempt.latest():
        full = Fraction(0) if attempt.solution_seen else asked.points * mark.credit
        earned = max(Fraction(0), full - attempt.costs.get(mark.name, Fraction(0)))
    attempts.respond(rows, attempt.id, mark.name, key, typed, verdict, earned)
