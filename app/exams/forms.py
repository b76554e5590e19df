"""Reads the form of one question of an exam."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from app.web.dependencies import MOST_FIELDS, typed_cells


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
