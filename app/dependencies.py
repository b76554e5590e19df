"""What handlers ask for: the database, the question bank, and what was typed into a form.

They are ``async`` although they wait for nothing: so they run at once, without a trip through the thread pool.
"""

import re
from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import Depends, Form, Request
from starlette.datastructures import FormData

from app import credentials
from app.store.database import Database
from app.visitors import KEY
from engine.bank import Bank
from engine.questions import Question

CELL = re.compile(r"[0-9]{1,4}")
SEED = re.compile(r"[0-9]{1,18}")
MOST_FIELDS = 2000


class UnknownQuestion(LookupError):
    """No question of this id in the bank."""


class BadForm(ValueError):
    """A form that no page of ours sends."""


async def database(request: Request) -> Database:
    return cast(Database, request.app.state.database)


async def bank(request: Request) -> Bank:
    return cast(Bank, request.app.state.bank)


async def question(question: str, bank: Annotated[Bank, Depends(bank)]) -> Question:
    """Raises UnknownQuestion."""
    if question not in bank.questions:
        raise UnknownQuestion(question)
    return bank.questions[question]


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
    typed: dict[str, dict[int, str]] = {}
    for name, value in texts.items():
        kind, _, field = name.partition(".")
        part, _, place = field.rpartition(".")
        if kind in ("cell", "tick") and part and CELL.fullmatch(place):
            all_of_it = value if kind == "cell" else "\n".join(map(str, form.getlist(name)))
            typed.setdefault(part, {})[int(place)] = all_of_it
    do, part, rung = [*texts.get("do", "check").split(":", 2), "", ""][:3]
    return SheetForm(
        texts["key"],
        do,
        part,
        int(rung) if CELL.fullmatch(rung) else None,
        {name: [cells[n] for n in sorted(cells)] for name, cells in typed.items()},
        int(texts["seed"]),
        texts.get("level", ""),
        texts.get("version", ""),
        texts.get("sentence", ""),
    )


@dataclass(frozen=True, slots=True)
class PaperForm:
    """Which lines of the telling the student has on paper."""

    key: str
    lines: frozenset[str]


async def paper_form(request: Request) -> PaperForm:
    """Raises BadForm."""
    async with request.form(max_fields=MOST_FIELDS, max_files=0) as form:
        key = str(form.get("key", ""))
        if not KEY.fullmatch(key):
            raise BadForm("key")
        return PaperForm(key, frozenset(map(str, form.getlist("line"))))


@dataclass(frozen=True, slots=True)
class EntryForm:
    """What one signs in or up with."""

    email: str
    password: str


async def entry_form(email: Annotated[str, Form()] = "", password: Annotated[str, Form()] = "") -> EntryForm:
    return EntryForm(credentials.tidy(email), password)


DatabaseHere = Annotated[Database, Depends(database)]
BankHere = Annotated[Bank, Depends(bank)]
QuestionHere = Annotated[Question, Depends(question)]
SheetFormHere = Annotated[SheetForm, Depends(sheet_form)]
PaperFormHere = Annotated[PaperForm, Depends(paper_form)]
EntryFormHere = Annotated[EntryForm, Depends(entry_form)]
