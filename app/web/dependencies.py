"""What handlers ask for: the database, the question bank, and what was typed into a form.

Most are ``async`` although they wait for nothing: so they run at once, without a trip through the thread pool. Plain
functions are those that ask the database; they take the request alone (``app.web.concurrency``).
"""

import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Annotated, cast

from fastapi import Depends, Form, Path, Request
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException

from app.accounts import credentials
from app.accounts.openid.provider import Provider
from app.authoring import filling
from app.authoring.fields import NoForm
from app.clock import Clock
from app.coursework.course import MOST_BREAKS, MOST_EXTRA
from app.database.connection import Database
from app.identity.permissions import KEY, Needs, person
from app.identity.store.people import Role
from app.questions.library import Library
from engine.bank import Bank
from engine.questions import Question

CELL = re.compile(r"[0-9]{1,4}")
SEED = re.compile(r"[0-9]{1,18}")
MOST_FIELDS = 2000
MOST_FILES = 200
LONGEST_DRAFT = 2**16  # a little more than a question may have, so that its editor says so


class BadForm(ValueError):
    """A form that no page of ours sends."""


class TooLong(ValueError):
    """The text of a question is longer than any may be."""


async def database(request: Request) -> Database:
    return cast(Database, request.app.state.database)


async def clock(request: Request) -> Clock:
    return cast(Clock, request.app.state.clock)


async def arrival(request: Request) -> datetime:
    """When the last of the request came, by the clock of exams, however long it has waited since."""
    return cast(datetime, request.state.arrived)


async def bank(request: Request) -> Bank:
    return cast(Bank, request.app.state.bank)


async def provider(request: Request) -> Provider:
    """Without one, there is nothing at the address that asks for it."""
    if request.app.state.provider is None:
        raise HTTPException(404)
    return cast(Provider, request.app.state.provider)


async def library(request: Request) -> Library:
    return cast(Library, request.app.state.library)


def question(request: Request) -> Question:
    """The one that the address names. Built-in ones whose numbers are drawn are at hand; others ask the database.

    Raises UnknownQuestion, KeptForCourses, and AskedByCourse.
    """
    name, library = request.path_params["question"], cast(Library, request.app.state.library)
    built_in = library.bank.questions.get(name)
    return built_in if built_in and built_in.varies else library.find(name, person(request))


@dataclass(frozen=True, slots=True)
class SheetForm:
    """A sheet's form: its one-time key, what to do, the fields per part, and where a fresh sheet came from.

    Of a field to tick, each option that was ticked stands on a line of its own: a name may hold commas and spaces.
    """

    key: str
    do: str
    part: str
    rung: int | None
    typed: dict[str, list[str]]
    seed: int
    level: str
    version: str
    sentence: str


async def sheet_form(request: Request) -> SheetForm:
    """Raises BadForm where fields are missing that every sheet has."""
    async with request.form(max_fields=MOST_FIELDS, max_files=0) as form:
        return _sheet_form(form)


def _sheet_form(form: FormData) -> SheetForm:
    texts = {name: value for name, value in form.multi_items() if isinstance(value, str)}
    for name, pattern in (("key", KEY), ("seed", SEED)):
        if not pattern.fullmatch(texts.get(name, "")):
            raise BadForm(name)
    do, part, rung = [*texts.get("do", "check").split(":", 2), "", ""][:3]
    return SheetForm(
        texts["key"],
        do,
        part,
        int(rung) if CELL.fullmatch(rung) else None,
        _typed(form),
        int(texts["seed"]),
        texts.get("level", ""),
        texts.get("version", ""),
        texts.get("sentence", ""),
    )


def _typed(form: FormData) -> dict[str, list[str]]:
    """What stands in the fields, per part, one text per cell."""
    typed: dict[str, dict[int, str]] = {}
    for name, value in form.multi_items():
        kind, _, field = name.partition(".")
        part, _, place = field.rpartition(".")
        if isinstance(value, str) and kind in ("cell", "tick") and part and CELL.fullmatch(place):
            all_of_it = value if kind == "cell" else "\n".join(map(str, form.getlist(name)))
            typed.setdefault(part, {})[int(place)] = all_of_it
    return {name: [cells[n] for n in sorted(cells)] for name, cells in typed.items()}


@dataclass(frozen=True, slots=True)
class DraftForm:
    """The editor's form: the text of a question, which numbers are shown of it, and what is typed into them.

    ``view``: as a form or as text; ``opened`` marks the text that the page was opened with, ``focus`` names the field
    that one goes on with. ``filled`` is what was typed into the fields of the view "form", and ``do`` the button there:
    both stand in the text once the form is ``settled``.
    """

    text: str
    seed: int
    level: str
    typed: dict[str, list[str]]
    view: str = "text"
    opened: str = ""
    focus: str = ""
    filled: Mapping[str, list[str]] = field(default_factory=dict)
    do: str = ""

    def settled(self) -> "DraftForm":
        """Takes a while. Raises BadForm where the text is none that has a form, and TooLong."""
        if not self.filled:
            return self
        try:
            text = filling.filled(self.text, self.filled)
        except NoForm as error:
            raise BadForm("text") from error
        focus = ""
        if self.do:
            with suppress(NoForm):  # what was typed made it longer than a form may be: it goes on as text
                text, focus = filling.pressed(text, self.do)
        if len(text) > LONGEST_DRAFT:
            raise TooLong
        return replace(self, text=text, focus=focus, filled={})


async def draft_form(request: Request) -> DraftForm:
    """Raises BadForm and TooLong. Lines end as on our side: browsers send them with a carriage return."""
    async with request.form(max_fields=MOST_FIELDS, max_files=0) as form:
        text, seed = form.get("text"), str(form.get("again") or form.get("seed", "1"))
        if not isinstance(text, str) or not SEED.fullmatch(seed):
            raise BadForm("text")
        plain = text.replace("\r\n", "\n").replace("\0", "")
        if len(plain) > LONGEST_DRAFT:
            raise TooLong
        view = "form" if (form.get("turn") or form.get("view")) == "form" else "text"
        opened = str(form.get("opened", ""))[:16]
        filled = {name: [str(x) for x in form.getlist(name)] for name in form if name.startswith("f.")}
        level, do = str(form.get("level", "")), str(form.get("do", ""))
        return DraftForm(plain, int(seed), level, _typed(form), view, opened, "", filled, do)


@dataclass(frozen=True, slots=True)
class UploadForm:
    """Files with their names, and whether questions that are there get a new text."""

    files: tuple[tuple[str, bytes], ...]
    replacing: bool


async def upload_form(request: Request) -> UploadForm:
    async with request.form(max_fields=MOST_FIELDS, max_files=MOST_FILES) as form:
        files = [file for file in form.getlist("file") if isinstance(file, UploadFile) and file.filename]
        sent = tuple([(str(file.filename), await file.read()) for file in files])
        return UploadForm(sent, "replacing" in form)


def author(request: Request) -> int:
    """The number of the instructor who asks. Raises RoleNeeded."""
    return Needs(Role.INSTRUCTOR)(request).id or 0  # whoever has that role has a row


@dataclass(frozen=True, slots=True)
class PaperForm:
    """Which lines of the telling the student has on paper; ``sure``: where it is none, that is meant."""

    key: str
    lines: frozenset[str]
    sure: bool


async def paper_form(request: Request) -> PaperForm:
    """Raises BadForm."""
    async with request.form(max_fields=MOST_FIELDS, max_files=0) as form:
        key = str(form.get("key", ""))
        if not KEY.fullmatch(key):
            raise BadForm("key")
        return PaperForm(key, frozenset(map(str, form.getlist("line"))), "sure" in form)


@dataclass(frozen=True, slots=True)
class QuestionForm:
    """The form of a question of an exam: what to do, what stands in its fields, and in those that a page has beside."""

    do: str
    typed: dict[str, list[str]]
    beside: dict[str, list[str]]


async def question_form(request: Request) -> QuestionForm:
    async with request.form(max_fields=MOST_FIELDS, max_files=0) as form:
        beside = {name: [str(text) for text in form.getlist(name)] for name in form}
        return QuestionForm(str(form.get("do", "save")), _typed(form), beside)


def moment(text: str) -> datetime | None:
    """A date and time in UTC, as a browser's field gives it. Raises BadForm."""
    if not text.strip():
        return None
    try:
        found = datetime.fromisoformat(text.strip())
        return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise BadForm("moment") from error


def new_key() -> str:
    """For a form that begins something: sent twice, it begins it once."""
    return secrets.token_urlsafe(16)


def key_of(text: str) -> str:
    """The key of a form that begins something. Raises BadForm."""
    if not KEY.fullmatch(text):
        raise BadForm("key")
    return text


@dataclass(frozen=True, slots=True)
class EntryForm:
    """What one signs in or up with."""

    email: str
    password: str


async def entry_form(email: Annotated[str, Form()] = "", password: Annotated[str, Form()] = "") -> EntryForm:
    return EntryForm(credentials.tidy(email), password)


Number = Annotated[int, Path(ge=1, lt=2**31)]  # of a row
ExtraTime = Annotated[int, Form(ge=0, le=MOST_EXTRA)]
BreakMinutes = Annotated[int, Form(ge=0, le=MOST_BREAKS)]
DatabaseHere = Annotated[Database, Depends(database)]
ClockHere = Annotated[Clock, Depends(clock)]
ArrivedHere = Annotated[datetime, Depends(arrival)]
BankHere = Annotated[Bank, Depends(bank)]
LibraryHere = Annotated[Library, Depends(library)]
ProviderHere = Annotated[Provider, Depends(provider)]
QuestionHere = Annotated[Question, Depends(question)]
AuthorHere = Annotated[int, Depends(author)]
UploadFormHere = Annotated[UploadForm, Depends(upload_form)]
DraftFormHere = Annotated[DraftForm, Depends(draft_form)]
SheetFormHere = Annotated[SheetForm, Depends(sheet_form)]
PaperFormHere = Annotated[PaperForm, Depends(paper_form)]
QuestionFormHere = Annotated[QuestionForm, Depends(question_form)]
EntryFormHere = Annotated[EntryForm, Depends(entry_form)]
