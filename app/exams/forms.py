"""Reads the form of one question of an exam, and the form that composes one."""

import re
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from app.exams.blueprints.editing import OF_EXAM, OF_GROUP, Value
from app.web.dependencies import MOST_FIELDS, BadForm, typed_cells


@dataclass(frozen=True, slots=True)
class QuestionForm:
    """The form of a question of an exam: what to do, what was typed into its cells, and all fields as they were sent
    (``beside``)."""

    do: str
    typed: dict[str, list[str]]
    beside: dict[str, list[str]]


async def question_form(request: Request) -> QuestionForm:
    async with request.form(max_fields=MOST_FIELDS, max_files=0) as form:
        beside = {name: [str(text) for text in form.getlist(name)] for name in form}
        return QuestionForm(str(form.get("do", "save")), typed_cells(form), beside)


QuestionFormHere = Annotated[QuestionForm, Depends(question_form)]


DO = re.compile(r"(save|enter|add)|(remove|up|down|find|take|drop):([0-9]{1,2})(?::([a-z0-9-]{1,60}))?")
LISTS = ("aids", "kinds", "forms", "sections", "questions")
MOST_GROUPS = 40


@dataclass(frozen=True, slots=True)
class ComposerForm:
    """The form that composes an exam: what to ``do``, with which group and question, the ``text`` that its fields were
    made from, and what stands in these, as ``editing.with_typed`` takes it. ``searched`` are the words for a question
    to add, by group."""

    do: tuple[str, int, str]
    text: str
    opened: str
    exam: dict[str, Value]
    groups: list[dict[str, Value]]
    searched: tuple[str, ...]

    def words(self, n: int) -> str:
        return self.searched[n] if n < len(self.searched) else ""


async def composer_form(request: Request) -> ComposerForm:
    """Raises BadForm."""
    async with request.form(max_fields=MOST_FIELDS, max_files=0) as form:
        fields = {name: [str(text).replace("\0", "") for text in form.getlist(name)] for name in form}
    done = DO.fullmatch(fields.get("do", ["save"])[-1])
    if done is None:
        raise BadForm("do")
    last = fields.get("groups", ["0"])[-1]
    number = int(last) if re.fullmatch(r"[0-9]{1,2}", last) else 0
    n = int(done[3] or 0)
    if number > MOST_GROUPS or n >= max(1, number):
        raise BadForm("groups")
    exam = {key: _value(key, fields[f"x.{key}"]) for key in OF_EXAM if f"x.{key}" in fields}
    groups = [
        {key: _value(key, fields[f"g.{n}.{key}"]) for key in OF_GROUP if f"g.{n}.{key}" in fields}
        for n in range(number)
    ]
    return ComposerForm(
        do=(done[1] or done[2], n, done[4] or ""),
        text=fields.get("text", [""])[-1].replace("\r\n", "\n"),
        opened=fields.get("opened", [""])[-1][:16],
        exam=exam,
        groups=groups,
        searched=tuple(fields.get(f"g.{n}.q", [""])[-1][:100] for n in range(number)),
    )


def _value(key: str, sent: list[str]) -> Value:
    if key == "rules":
        return tuple(line.strip() for line in sent[-1].splitlines())
    if key == "about":
        return sent[-1].replace("\r\n", "\n").strip()
    return tuple(sent) if key in LISTS else " ".join(sent[-1].split())


ComposerFormHere = Annotated[ComposerForm, Depends(composer_form)]
