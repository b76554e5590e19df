"""Families listed and solved as plain JSON values. Solving imports the one family, and neither the bank nor the web."""

import json
from collections.abc import Mapping
from typing import Any

from app.commands.refusal import Refused, json_object
from engine import catalogue
from engine.answers import cells
from engine.answers.forms import Position
from engine.catalogue import UnknownFamily
from engine.chain import CannotGoOn, Run, run
from engine.parameters import BadParameters
from engine.solutions import worked_solution

WIDTH = 100  # of a value on a terminal


def families() -> list[dict[str, Any]]:
    return [
        {
            "id": family.id,
            "title": family.title,
            "section": family.section,
            "parameters": family.parameters.model_json_schema(),
            "answers": [step.answer for step in family.steps.values() if step.answer]
            or list(family.gathered),
            "answer_details": {
                name: {"shape": answer.shape, "unit": family.unit_of(name), "description": answer.about}
                for name, answer in family.answers.items()
            },
            "notes": list(family.notes),
            "mistakes": {mistake.name: mistake.says for mistake in family.mistakes.values()},
        }
        for family in catalogue.families().values()
    ]


def solve(family_id: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """A family's answers and steps. Raises Refused."""
    try:
        family = catalogue.find(family_id)
        exact = run(family, family.parameters.of(parameters))
    except BadParameters as error:
        raise Refused(error.message, error.parameter) from error
    except CannotGoOn as error:
        raise Refused(str(error), error.parameter) from error
    except UnknownFamily as error:
        raise Refused(str(error)) from error
    steps = []
    for step in exact.steps.values():
        line = worked_solution.line(exact, step)
        put_in = f"{line.cell} = {line.numbers}" if line.cell else line.numbers
        steps.append(
            {
                "name": step.name,
                "title": step.title,
                "formula": line.formula,
                "substitution": put_in or line.note,
                "value": cells.plain(exact.reached[step.name]),
            }
        )
    answers = exact.answers() | _by_name(exact, parameters)
    return {"family": family.id, "answers": cells.plain(answers), "steps": steps}


def lines(solved: Mapping[str, Any]) -> list[str]:
    """The steps of what was solved, a line each."""
    values = [json.dumps(step["value"], ensure_ascii=False) for step in solved["steps"]]
    short = [value if len(value) <= WIDTH else value[: WIDTH - 3] + "..." for value in values]
    return [f"{step['title']}: {value}" for step, value in zip(solved["steps"], short, strict=True)]


def _by_name(exact: Run, given: Mapping[str, Any]) -> dict[str, str]:
    """The answers that are one of several named things, each as its name instead of its place."""
    return {
        step.answer: step.form.show(exact.reached[name])
        for name, step in exact.steps.items()
        if step.answer and isinstance(step.form, Position) and given.get(step.form.among)
    }


def solved_line(line: str) -> dict[str, Any]:
    """Solves or refuses one task of a JSON Lines stream."""
    try:
        task = json_object(line, "the task")
        if not isinstance(task.get("family"), str):
            raise Refused("is missing", "family")
        return solve(task["family"], task.get("params", {}))
    except Refused as refusal:
        return {"error": refusal.as_json()}
