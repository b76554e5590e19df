"""The JSON interface, explained by examples that a test carries out."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from inspect import signature
from typing import Any

from app.accounts.store.api_tokens import Scope
from app.api.access import PREFIX, Door
from app.api.teaching.examples import BODIES
from app.api.v1 import nouns
from app.web.languages.languages import N_
from app.webhooks import changes, signing
from engine import variants
from engine.answers import cells
from engine.bank import Bank

SEED = 7
READING = ("/preview", "/exams/{exam}/check")  # of what a POST asks, these store nothing


@dataclass(frozen=True, slots=True)
class Example:
    """One request, as it is typed into a terminal."""

    title: str
    about: str
    command: str


@dataclass(frozen=True, slots=True)
class Call:
    """One address with a method, and how it is asked."""

    route: str
    command: str


@cache
def calls(address: str) -> Mapping[Scope, tuple[Call, ...]]:
    """Returns every call of the routers that write, by the scope that it needs to write; those that read are among
    them."""
    found: dict[Scope, list[Call]] = {}
    for router in nouns():
        for one in router.routes:
            if isinstance(one, Door) and one.scope:
                replaces = "match" in signature(one.endpoint).parameters
                route = f"{min(one.methods or ())} {one.path.removeprefix(PREFIX)}"
                call = _call(route, address, replaces)
                found.setdefault(one.scope, []).append(call)
    return {scope: tuple(found[scope]) for scope in Scope}


def _call(route: str, address: str, replaces: bool) -> Call:
    method, path = route.split()
    said = path.replace("{", "$").replace("}", "")
    named = "/".join(part.upper() if part.startswith("$") else part for part in said.split("/"))
    headers = {"Idempotency-Key": "$(uuidgen)"} if method == "POST" and not route.endswith(READING) else {}
    headers |= {"If-Match": "*"} if replaces else {}
    return Call(route, _curl(f'"{address}{named}"', BODIES.get(route), method, headers))


def event() -> str:
    """Returns an event that a webhook hears, with the headers that matter, as it is sent."""
    at = datetime(2030, 3, 1, 12, tzinfo=UTC)
    before, after = {"17": {"w9": "2"}}, {"17": {"w9": "7/2", "": "1.3"}}
    (body,) = changes.events("NLP-course", {17: 42}, before, after, at)
    signed = signing.signature("whsec_of-the-webhook", int(at.timestamp()), body)
    return f"{signing.HEADER}: {signed}\nExamformer-Event: {changes.EVENT}\n\n{body}"


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


def _curl(
    address: str,
    sent: Mapping[str, Any] | None = None,
    method: str = "",
    headers: Mapping[str, str] | None = None,
) -> str:
    usual = method in ("", "GET") or (method == "POST" and sent is not None)
    lines = [
        f"curl {address}" if usual else f"curl -X {method} {address}",
        '-H "Authorization: Bearer $TOKEN"',
    ]
    lines += [f'-H "{name}: {value}"' for name, value in (headers or {}).items()]
    if sent is not None:
        lines += ["-H 'Content-Type: application/json'", f"-d '{json.dumps(sent, indent=2)}'"]
    return " \\\n  ".join(lines)
