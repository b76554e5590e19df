"""Pages of a running exam: its questions, autosave, the clock, breaks, and handing in."""

import re
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field

from app.exams import autosave, breaks, sitting, submission
from app.exams.autosave import Saved, Sent
from app.exams.forms import QuestionForm, QuestionFormHere
from app.exams.permissions import INSIDE
from app.exams.sitting import FLAG, Time
from app.exams.supervision.admission import NotAdmitted
from app.exams.supervision.seen import seen
from app.questions.context import Context, ContextHere
from app.web.concurrency import ARRIVING, SAVING, limit_concurrency
from app.web.dependencies import ArrivedHere, BadForm
from app.web.languages.engine_sentences import in_language
from app.web.rendering import blocks, is_partial, language_of, page
from app.web.routing import Router

router = Router(prefix="/sittings/{name}")
PLACE = re.compile(r"[0-9]{1,4}")
UNSTORED = {"Cache-Control": "no-store"}
MOST_FIELDS = 500
LONGEST = 20_000


def _whole(text: Any) -> Any:
    """Replaces lone surrogates, so that half a character does not keep the rest from being stored."""
    return (
        text.encode("utf-16", "surrogatepass").decode("utf-16", "replace") if isinstance(text, str) else text
    )


def _in_utc(moment: datetime) -> datetime:
    try:
        return moment.astimezone(UTC)
    except OverflowError:  # in the year 0
        raise ValueError("no such moment") from None


Claimed = Annotated[AwareDatetime, AfterValidator(_in_utc)]


class FieldSent(BaseModel):
    """One field with its text; a revision that is not higher than the stored one loses."""

    model_config = ConfigDict(extra="ignore")  # a million errors for unknown fields take a second

    place: int = Field(ge=1, le=1000)
    field: str = Field(max_length=120)
    revision: int = Field(ge=1, lt=2**53)
    text: Annotated[str, BeforeValidator(_whole)] = Field(max_length=LONGEST)
    typed_at: Claimed


class VisitSent(BaseModel):
    """A turn to another question, at a time that the browser claims."""

    model_config = ConfigDict(extra="ignore")  # a million errors for unknown fields take a second

    place: int = Field(ge=1, le=1000)
    at: Claimed


class SavesSent(BaseModel):
    """The body of an autosave; see ``autosave.Sent``."""

    model_config = ConfigDict(extra="ignore")  # a million errors for unknown fields take a second

    window: str = Field(max_length=64)
    opened: bool = False
    place: int | None = Field(None, ge=1, le=1000)
    fields: list[FieldSent] = Field([], max_length=MOST_FIELDS)
    visits: list[VisitSent] = Field([], max_length=MOST_FIELDS)

    def sent(self) -> Sent:
        """The same for ``autosave``, each text as it is stored."""
        typed = (
            autosave.Field(one.place, one.field, one.revision, _plain(one.text), one.typed_at)
            for one in self.fields
        )
        visits = tuple((one.place, one.at) for one in self.visits)
        return Sent(tuple(typed), _plain(self.window), self.opened, self.place, visits)


@router.get("", dependencies=INSIDE)
@router.get("/questions/{place}", dependencies=INSIDE)
@limit_concurrency(ARRIVING)
def open_sitting(
    request: Request,
    context: ContextHere,
    name: str,
    place: int | None = None,
) -> Response:
    """Shows the whole page, or the fragment of one question."""
    running = sitting.running(context, name, place)
    if running.clock.paused and is_partial(request):
        raise sitting.Resting(name)
    response = page(request, "exams/sitting", "question", running=running)
    response.headers.update(UNSTORED)
    return response


@router.get("/questions", dependencies=INSIDE)
@limit_concurrency(ARRIVING)
def all_questions(request: Request, context: ContextHere, name: str) -> Response:
    """Returns the fragments of all questions at once, so that a page can go on without a connection."""
    each = sitting.at_each(context, name)
    return HTMLResponse(blocks(request, "exams/sitting", "question", "running", each), headers=UNSTORED)


@router.post("/questions/{place}")
@limit_concurrency(SAVING)
def keep(
    request: Request,
    context: ContextHere,
    name: str,
    place: int,
    form: QuestionFormHere,
    arrived: ArrivedHere,
) -> Response:
    """Saves what is typed in a plain form, whatever its button does next. Raises NotAdmitted from outside the exam's
    rooms, where it is kept all the same."""
    running = sitting.running(context, name, place, arrived)
    what, _, where = form.do.partition(":")
    there = int(where) if what == "go" and PLACE.fullmatch(where) else place
    fields = _changed(running.here, form, what, arrived)
    saved = autosave.save(context, name, Sent(fields, place=there), arrived, seen(request))
    if saved.standing and saved.standing.obstacle:
        raise NotAdmitted(name)
    match what:
        case "break":
            breaks.pause(context, name)
        case "end":
            return RedirectResponse(f"/sittings/{name}/end", 303)
        case "go" | "save" | "flag" | "unflag":
            pass
        case _:
            raise BadForm(form.do)
    return RedirectResponse(f"/sittings/{name}/questions/{there}", 303)


@router.post("/saves")
@limit_concurrency(SAVING)
def save(
    request: Request,
    context: ContextHere,
    name: str,
    sent: SavesSent,
    arrived: ArrivedHere,
) -> Response:
    """Stores what a page sends; all that is acknowledged is stored. Answers 409 where fields were refused."""
    saved = autosave.save(context, name, sent.sent(), arrived, seen(request))
    return JSONResponse(_saved(saved, language_of(request)), 409 if saved.refused else 200, UNSTORED)


@router.get("/clock")
@limit_concurrency(SAVING)
def look_at_the_clock(request: Request, context: ContextHere, name: str) -> Response:
    """Sends the clock as JSON. Raises NoSuchSitting, and NotBegun."""
    return _time(context, name)


@router.post("/over")
@limit_concurrency(ARRIVING)
def end_when_over(
    request: Request,
    context: ContextHere,
    name: str,
) -> Response:
    """Ends practice whose time is over, and sends the clock; before that time only sends it."""
    submission.hand_in_over(context, name)
    request.app.state.runner.nudge()
    return _time(context, name)


@router.post("/break", dependencies=INSIDE)
@limit_concurrency(SAVING)
def take_a_break(request: Request, context: ContextHere, name: str) -> Response:
    """Begins a break, where time for one is left. Raises NoSuchSitting, NotBegun, and Ended."""
    breaks.pause(context, name)
    return RedirectResponse(f"/sittings/{name}", 303)


@router.post("/back", dependencies=INSIDE)
@limit_concurrency(SAVING)
def come_back(request: Request, context: ContextHere, name: str) -> Response:
    """Ends the break. Raises NoSuchSitting, NotBegun, and Ended."""
    breaks.go_on(context, name)
    return RedirectResponse(f"/sittings/{name}", 303)


@router.get("/end", dependencies=INSIDE)
@limit_concurrency(ARRIVING)
def look_before_handing_in(request: Request, context: ContextHere, name: str) -> Response:
    """Shows which questions are empty or flagged. Raises NoSuchSitting, NotBegun, and Ended."""
    running = sitting.running(context, name)
    response = page(request, "exams/hand_in", running=running, empty=running.empty, flagged=running.flagged)
    response.headers.update(UNSTORED)
    return response


@router.post("/end", dependencies=INSIDE)
@limit_concurrency(ARRIVING)
def hand_in(request: Request, context: ContextHere, name: str) -> Response:
    """Ends the sitting and leads to its review; a second click does nothing. Raises NoSuchSitting, and NotBegun."""
    submission.hand_in(context, name)
    request.app.state.runner.nudge()
    return RedirectResponse(f"/sittings/{name}/review", 303)


def _changed(here: sitting.Open, form: QuestionForm, what: str, now: datetime) -> tuple[autosave.Field, ...]:
    """Returns the fields of a plain form that differ from what is stored, each with a revision of its own.

    A program that still equals its starter counts as empty; boxes of which none is ticked are not sent.
    """
    stands = {cell.name.removeprefix("cell."): cell.typed for part in here.parts for cell in part.cells}
    typed = {f"{part.name}.0": "" for part in here.parts if part.input == "ticks"}
    typed |= {f"{part}.{n}": text for part, texts in form.typed.items() for n, text in enumerate(texts)}
    for part in here.parts:
        first = f"{part.name}.0"
        if part.starter and not stands[first] and typed.get(first, "").strip() == part.starter.strip():
            typed[first] = ""
    if what in ("flag", "unflag"):
        typed[FLAG], stands[FLAG] = "yes" if what == "flag" else "", "yes" if here.flagged else ""
    milliseconds = int(now.timestamp() * 1000)
    return tuple(
        autosave.Field(
            here.place, name, max(here.revisions.get(name, 0) + 1, milliseconds), _plain(text), now
        )
        for name, text in typed.items()
        if name in stands and _plain(text) != stands[name]
    )


def _plain(text: str) -> str:
    """Returns the text as it is stored: with plain line feeds, and without the zeros that PostgreSQL refuses."""
    return text.replace("\r\n", "\n").replace("\0", "")


def _time(context: Context, name: str) -> Response:
    return JSONResponse(_clock(sitting.clock_of(context, name)), headers=UNSTORED)


def _saved(saved: Saved, language: str) -> dict[str, Any]:
    stored = [{"place": one.place, "field": one.name, "revision": one.revision} for one in saved.kept]
    late = [
        {"place": one.place, "field": one.name, "revision": one.revision}
        | {"in_break": one.spot in saved.in_break}
        for one in saved.refused
    ]
    newer = [
        {"place": one.place, "field": one.field, "revision": one.revision, "text": one.text}
        for one in saved.newer
    ]
    unread = [
        {"place": place, "field": field, "said": in_language(language, said)}
        for (place, field), said in saved.unread.items()
    ]
    outside = {"outside": True} if saved.standing and saved.standing.outside else {}
    told = outside | {
        "clock": _clock(saved.clock),
        "saved_at": _moment(saved.at),
        "kept": stored,
        "newer": newer,
    }
    return told | {"unread": unread, "again": list(saved.again)} | ({"refused": late} if late else {})


def _clock(time: Time) -> dict[str, Any]:
    told = asdict(time) | {"left": time.left}
    return {name: _moment(value) if isinstance(value, datetime) else value for name, value in told.items()}


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
