"""The JSON interface, explained by examples that a test carries out."""

import json
from dataclasses import dataclass
from typing import Any

from app.web.languages.languages import N_
from engine import variants
from engine.answers import cells
from engine.bank import Bank

SEED = 7


@dataclass(frozen=True, slots=True)
class Example:
    """One request, as it is typed into a terminal."""

    title: str
    about: str
    command: str


def examples(bank: Bank, address: str) -> tuple[Example, ...]:
    """Examples for the interface at this ``address``, on a question of the bank with drawn numbers;
    its answer is right."""
    question = next(one for one in bank.questions.values() if one.kind == "family" and "exam" in one.levels)
    variant = variants.draw(question, SEED, "exam")
    first = variant.asked[0]
    answer = [str(first.step.form.show(leaf)) for leaf in cells.cells(first.key)]
    drawn = {"level": "exam", "seed": SEED}
    marked = {
        "question": question.id,
        "version": question.version,
        **drawn,
        "responses": {first.name: answer},
    }
    return (
        Example(
            N_("Find questions"),
            N_(
                "Up to a hundred come at once. If there are more, the answer has a “next”: ask again with it as "
                "“after”."
            ),
            _curl(f"'{address}/questions?section={question.section}&limit=10'"),
        ),
        Example(
            N_("Draw a variant"),
            N_(
                "The same level and seed give the same numbers. Instructors can ask for the key: “with_key” is true."
            ),
            _curl(f"{address}/questions/{question.id}/variants", drawn),
        ),
        Example(
            N_("Have answers marked"),
            N_("One text for each cell of a part. Nothing is stored, and nothing of it counts for a course."),
            _curl(f"{address}/marks", marked),
        ),
    )


def _curl(address: str, sent: dict[str, Any] | None = None) -> str:
    lines = [f"curl {address}", '-H "Authorization: Bearer $TOKEN"']
    if sent is not None:
        lines += ["-H 'Content-Type: application/json'", f"-d '{json.dumps(sent, indent=2)}'"]
    return " \\\n  ".join(lines)
