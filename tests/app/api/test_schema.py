"""The JSON interface keeps what its OpenAPI says, whatever it is asked: schemathesis asks, as each role."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    negative_data_rejection,
    positive_data_acceptance,
    unsupported_method,
)

from app.accounts.store.api_tokens import Scope
from app.api.v1 import description
from tests.app.api.api_client import patient_site, token_of
from tests.app.api.writes import WRITES
from tests.app.authoring.sample_question import NAME, publish
from tests.app.courses.taught_course import assignment, entry, lecture
from tests.app.exams import course_exam
from tests.app.learner import COSINE
from tests.engine.submissions import BANK, SWEEP
from tests.every import one_in

PARTS = ("dot", "norm_u", "norm_v", "cosine")
ROLES = ("instructor", "student")
HOW: Any = {
    "derandomize": True,
    "database": None,
    "suppress_health_check": list(HealthCheck),
}


class Stage:
    """The application of this module; it is made when the first test asks, and the tests are made before."""

    app: FastAPI
    tokens: dict[str, str]
    known: dict[str, list[str]]

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self.app(scope, receive, send)


stage = Stage()
schema = schemathesis.openapi.from_dict(description())
schema.app = stage
schema.config.phases.coverage.enabled = SWEEP  # the edges of each field, made while tests are gathered
TOO_LONG = "413"  # is said before what else does not fit
schema.config.checks.negative_data_rejection.expected_statuses.append(TOO_LONG)


@pytest.fixture(scope="module", autouse=True)
def campus(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A course and a question of its instructor; a token of each role."""
    app = patient_site(migrated_file, tmp_path_factory.mktemp("schema"))
    nlp = lecture(app)
    asked, exam = assignment(nlp, COSINE), course_exam.draft(nlp)
    publish(app, nlp.instructor.id)
    people = {"instructor": nlp.instructor, "student": nlp.student}
    stage.app = app
    stage.tokens = {role: token_of(app, one.id, scopes=tuple(Scope)) for role, one in people.items()}
    stage.known = {
        "question": [COSINE, NAME, "a-cosine-cut-in-half"],
        "course": [nlp.name],
        "assignment": [asked.rpartition("/")[2]],
        "exam": [exam.rpartition("/")[2]],
        "draft": [NAME],
        "entry": [entry(nlp, nlp.student.email).rpartition("/")[2]],
    }
    yield
    app.state.database.close()


def fit(case: Case[Any]) -> None:
    """Half of what is asked for is there: texts that are made up would meet nothing but 404. What only the bank knows
    (which levels a question has, and which parts) fits then, for the description cannot say it."""
    for name in case.path_parameters.keys() & stage.known.keys():
        case.path_parameters[name] = _or_known(name, str(case.path_parameters[name]))
    case.headers.pop("Idempotency-Key", None)  # one that was sent before is refused
    if "If-Match" in case.headers and _even(case.headers["If-Match"]):
        case.headers["If-Match"] = "*"
    sent: Any = case.body
    if not isinstance(sent, dict):
        return
    if "responses" in sent and _even(sent["question"]):
        sent |= {"question": COSINE, "version": BANK.questions[COSINE].version}
        sent["responses"] = dict(zip(PARTS, sent["responses"].values(), strict=False))
    elif case.path_parameters.get("question", COSINE) != COSINE:
        sent.pop("level", None)


def _or_known(name: str, text: str) -> str:
    known = stage.known[name]
    return known[len(text) // 2 % len(known)] if _even(text) else text


def _even(text: str) -> bool:
    return len(text) % 2 == 0


def ask(case: Case[Any], role: str) -> None:
    if case.meta and case.meta.generation.mode.is_positive:
        fit(case)
    # What is empty does not reach the address: such a request has nothing wrong with it any more.
    gone = [value for value in (case.query or {}).values() if value in ([], {}, None)]
    excluded: list[Any] = [negative_data_rejection] if gone else []
    if f"{case.method} {case.path.removeprefix('/api/v1')}" in WRITES:
        excluded.append(positive_data_acceptance)  # values that fit one by one need not fit one another
    if case.path.endswith(
        "/roster/preview"
    ):  # with another method it is an entry of the roster, which is a number
        excluded += [unsupported_method, allow_header_conformance]
    case.headers.pop("host", None)
    headers = {
        "Authorization": f"Bearer {stage.tokens[role]}"
    }  # who asks for another host does not meet ours
    case.call_and_validate(headers=headers, excluded_checks=excluded)


@pytest.mark.parametrize("role", one_in(2, ROLES))
@schema.parametrize()
@settings(max_examples=3, **HOW)
def test_every_answer_is_one_that_the_description_names(case: Case[Any], role: str) -> None:
    ask(case, role)


@pytest.mark.sweep
@pytest.mark.parametrize("role", ROLES)
@schema.parametrize()
@settings(max_examples=300, **HOW)
def test_three_hundred_times(case: Case[Any], role: str) -> None:
    ask(case, role)
