"""Reads the form of a sheet, or the lines ticked where it was worked on paper."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated

from fastapi import Depends, Request
from starlette.datastructures import FormData

from app.identity.permissions import KEY
from app.practice.answers import Known
from app.web.dependencies import CELL, MOST_FIELDS, SEED, BadForm, typed_cells

SURE = (20, 40, 60, 80, 95)  # percent
SECONDS = re.compile(r"[1-9][0-9]{0,9}")  # since 1970
SEEN = re.compile(r"[0-9]{1,18}")
TOUCHED = re.compile(
    r"(?<!\S)([^\s@]{1,100})@([0-9]{1,18})"
)  # a part, and the revision at which the page shows it
MOST_PAGES = 20


@dataclass(frozen=True, kw_only=True, slots=True)
class SheetForm:
    """The form of a sheet: its one-time key, what to do, the fields per part, and where a fresh sheet came from, in
    which way and since when it is worked on. ``sure`` is what was said before the mark, in percent. ``known`` is None
    where the page does not say what it shows, ``touched`` where it does not say in which lines something was typed.

    In a field of tick boxes, each ticked option is on a line of its own, because a name may hold commas and spaces.
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
    way: str
    opened_at: datetime | None
    sure: int | None
    known: Known | None
    touched: frozenset[str] | None

    @property
    def changed(self) -> dict[str, list[str]]:
        """The fields of the parts in which something was typed since they were stored, and of the one whose button was
        pressed."""
        if self.touched is None:
            return self.typed
        wanted = {*self.touched, self.part}
        return {part: texts for part, texts in self.typed.items() if part in wanted}


async def sheet_form(request: Request) -> SheetForm:
    """Reads the form. Raises BadForm where fields are missing that every sheet has."""
    async with request.form(max_fields=MOST_FIELDS, max_files=0) as form:
        return _sheet_form(form)


def _sheet_form(form: FormData) -> SheetForm:
    texts = {name: value for name, value in form.multi_items() if isinstance(value, str)}
    for name, pattern in (("key", KEY), ("seed", SEED)):
        if not pattern.fullmatch(texts.get(name, "")):
            raise BadForm(name)
    opened, seen = texts.get("opened", ""), texts.get("seen", "")
    touched = texts.get("touched", "")
    lines = {part: int(revision) for part, revision in TOUCHED.findall(touched)}
    pages = frozenset(filter(KEY.fullmatch, texts.get("pages", "").split()[:MOST_PAGES]))
    do, part, rung = [*texts.get("do", "check").split(":", 2), "", ""][:3]
    return SheetForm(
        key=texts["key"],
        do=do,
        part=part,
        rung=int(rung) if CELL.fullmatch(rung) else None,
        typed=typed_cells(form),
        seed=int(texts["seed"]),
        level=texts.get("level", ""),
        version=texts.get("version", ""),
        sentence=texts.get("sentence", ""),
        way=texts.get("way", ""),
        opened_at=datetime.fromtimestamp(int(opened), UTC) if SECONDS.fullmatch(opened) else None,
        sure=next((percent for percent in SURE if str(percent) == texts.get("sure")), None),
        known=Known(int(seen), lines, pages) if SEEN.fullmatch(seen) else None,
        touched=frozenset(lines) if touched else None,
    )


@dataclass(frozen=True, slots=True)
class PaperForm:
    """The lines of the solution that the student has on paper; ``sure``: sending none is meant."""

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


SheetFormHere = Annotated[SheetForm, Depends(sheet_form)]
PaperFormHere = Annotated[PaperForm, Depends(paper_form)]
