"""Questions of the bank as plain JSON values: listed, generated, graded."""

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from app.commands.refusal import Refused
from app.questions.installed import bank
from engine import variants
from engine.answers import cells
from engine.answers.grids import split_cells
from engine.answers.reading import Unreadable
from engine.answers.responses import NotRead
from engine.marking import feedback, marking
from engine.parameters import BadParameters
from engine.questions import Question
from engine.solutions import wording
from engine.variants import Asked, Undrawable, Variant


def questions() -> list[dict[str, Any]]:
    return [
        {
            "id": q.id,
            "title": q.title,
            "kind": q.kind,
            "family": q.family_id,
            "section": q.section,
            "model": q.model,
            "skill": q.skill,
            "points": float(q.points),
            "levels": list(q.levels),
            "version": q.version,
            "parts": [part.ask for part in q.parts],
        }
        for q in bank().questions.values()
    ]


def generate(question_id: str, seed: int, level: str | None, fixed: Sequence[str]) -> dict[str, Any]:
    variant = _variant(question_id, seed, level, fixed)
    blocks = variant.statement
    return {
        "question": variant.question.id,
        "seed": seed,
        "level": variant.level,
        "prompt": wording.plain_text(blocks),
        "parameters": variant.parameters.to_json(),
        "parts": [
            {
                "name": asked.name,
                "title": asked.text or asked.step.title,
                "symbol": asked.step.symbol,
                "unit": asked.step.unit,
                "form": feedback.written_how(variant, asked),
                "points": float(asked.points),
                "cells": cells.labels(asked.key),
            }
            for asked in variant.asked
        ],
    }


def grade(
    question_id: str, seed: int, level: str | None, fixed: Sequence[str], responses: Mapping[str, Any]
) -> dict[str, Any]:
    """Marks responses: per part one text, or a list (of lists) with one text or number per cell."""
    variant = _variant(question_id, seed, level, fixed)
    typed: dict[str, Sequence[str]] = {}
    unread: dict[str, Unreadable] = {}
    for name, response in responses.items():
        part = variant.part(name)
        if part is None:
            known = ", ".join(part.name for part in variant.asked)
            raise Refused(f"is no part of {question_id}; its parts are {known}", name)
        texts = cell_texts(part, response)
        if isinstance(texts, Unreadable):
            unread[name] = texts
        else:
            typed[name] = texts
    marks = marking.mark(variant, typed)
    marks |= {name: NotRead(name, {0: problem}) for name, problem in unread.items()}
    parts = feedback.graded(variant, marks)
    for row in parts.values():
        row["feedback"] = row["feedback"].replace("$", "")
    score = Fraction(0)
    for asked in variant.asked:
        mark = marks.get(asked.name)
        score += mark.credit * asked.points if isinstance(mark, marking.PartMark) else 0
    return {"score": float(score), "max_score": float(variant.points), "parts": parts}


def cell_texts(asked: Asked, response: Any) -> Sequence[str] | Unreadable:
    """A response as one text per cell; a single text for several cells is taken apart as if it were pasted.

    Raises Refused for lists in lists in lists without end.
    """
    rows, columns = cells.shape(asked.key)
    if isinstance(response, str) and len(asked.bands) > 1:
        return split_cells(response, rows, columns)
    try:
        return [str(item) for item in (_flat(response) if isinstance(response, list) else [response])]
    except RecursionError as error:
        raise Refused("is nested too deeply", asked.name) from error


def find_question(question_id: str) -> Question:
    try:
        return bank().questions[question_id]
    except KeyError:
        broken = next((b for b in bank().broken if b.file.stem == question_id), None)
        raise Refused(str(broken) if broken else f"there is no question {question_id!r}") from None


def _variant(question_id: str, seed: int, level: str | None, fixed: Sequence[str]) -> Variant:
    question = find_question(question_id)
    level = level or question.default_level
    if level not in question.levels:
        raise Refused(f"must be one of {', '.join(question.levels)}", "level")
    try:
        return variants.draw(question, seed, level, dict(map(_setting, fixed)))
    except BadParameters as error:
        raise Refused(error.message, error.parameter) from error
    except Undrawable as error:
        raise Refused(str(error)) from error


def _setting(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise Refused(f"{text!r} must be written as parameter=value", "--set")
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        return name, value


def _flat(value: Any) -> list[Any]:
    if isinstance(value, list) and value and all(isinstance(item, str | int | float) for item in value):
        return value
    return [leaf for item in value for leaf in _flat(item)] if isinstance(value, list) else [value]
