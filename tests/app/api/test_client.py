"""The OpenAPI description generates a client, which knows every call and begins a term without a line by hand."""

import asyncio
import importlib
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from app.accounts.store.api_tokens import Scope
from app.api.v1 import description, nouns
from app.identity.store.people import Role
from tests.app.accounts.members import member
from tests.app.api.api_client import token_of
from tests.app.learner import PERPLEXITY

NAME = "generated_client"


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A package that was made of the description alone, which can be imported."""
    folder = tmp_path_factory.mktemp("client")
    (folder / "openapi.json").write_text(json.dumps(description()))
    (folder / "config.yml").write_text("post_hooks: []\n")
    how = ("--path", "openapi.json", "--output-path", NAME, "--meta", "none", "--config", "config.yml")
    command = (sys.executable, "-m", "openapi_python_client", "generate", *how)
    made = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    assert "arning" not in made.stdout + made.stderr, made.stdout
    sys.path.insert(0, str(folder))
    yield folder / NAME
    sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.partition(".")[0] == NAME]:
        del sys.modules[name]


def test_the_description_names_each_operation_once_by_a_plain_name() -> None:
    whole = description()
    found = [operation["operationId"] for path in whole["paths"].values() for operation in path.values()]
    assert len(found) == len(set(found))
    assert all(name.isidentifier() and name.islower() for name in found)


def test_every_answer_and_every_refusal_has_a_schema() -> None:
    for path, operations in description()["paths"].items():
        for method, operation in operations.items():
            for status, told in operation["responses"].items():
                (content,) = told["content"].values()
                assert "$ref" in content["schema"], (method, path, status)
            refused = operation["responses"]["429"]["content"]["application/problem+json"]["schema"]
            assert refused["$ref"].endswith("/Problem")


def test_the_client_has_a_function_for_every_operation(generated: Path) -> None:
    for path in description()["paths"].values():
        for operation in path.values():
            (tag,) = operation["tags"]
            assert (generated / "api" / tag / f"{operation['operationId']}.py").exists()
    assert {folder.name for folder in (generated / "api").iterdir() if folder.is_dir()} - {"__pycache__"} == {
        noun for router in nouns() for noun in router.tags
    }


def test_a_term_begins_by_the_generated_client(generated: Path, app: FastAPI) -> None:
    """A course, its roster, an assignment and a mark; a second program that is late; what went wrong, as a type."""
    lin = member(app, Role.INSTRUCTOR)
    made = importlib.import_module(NAME)
    models = importlib.import_module(f"{NAME}.models")
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    client = made.AuthenticatedClient(
        base_url="http://testserver",
        token=token_of(app, lin.id, scopes=tuple(Scope)),
        httpx_args={"transport": transport},
    )

    def call(noun: str, name: str) -> Callable[..., Awaitable[Any]]:
        module = importlib.import_module(f"{NAME}.api.{noun}.{name}")
        found: Callable[..., Awaitable[Any]] = module.asyncio_detailed
        return found

    async def term() -> None:
        opened = await call("courses", "open_course")(
            client=client, body=models.NewCourse(title="Attention"), idempotency_key="term-1"
        )
        again = await call("courses", "open_course")(
            client=client, body=models.NewCourse(title="Attention"), idempotency_key="term-1"
        )
        assert (opened.status_code, opened.parsed) == (201, again.parsed)
        course = opened.parsed.course
        listed = [
            models.ListedStudent(name="Ada", email="ada@x.org"),
            models.ListedStudent(email="bob@x.org"),
        ]
        saved = await call("roster", "save_roster")(
            course, client=client, body=models.StudentList(students=listed)
        )
        assert (saved.parsed.changed, saved.parsed.unread) == (2, [])
        roster = (await call("roster", "roster")(course, client=client)).parsed.students
        week = models.AssignmentText(title="Week 1", questions=[models.QuestionAsked(question=PERPLEXITY)])
        asked = await call("assignments", "add_assignment")(course, client=client, body=week)
        name = asked.parsed.assignment
        mark = models.SetMark(entry=roster[0].entry, assignment=name, points="3/2", reason="Oral.")
        done = await call("set_marks", "set_marks")(course, client=client, body=models.SetMarks(marks=[mark]))
        assert done.parsed.done
        grades = (await call("grades", "grades")(course, client=client)).parsed
        assert [row.total.exact for row in grades.students] == ["3/2", "0"]
        late = await call("assignments", "change_assignment")(
            course, name, client=client, body=week, if_match='"older"'
        )
        assert (late.status_code, type(late.parsed).__name__, late.parsed.status) == (412, "Problem", 412)
        gone = await call("courses", "course")("none", client=client)
        assert (gone.status_code, gone.parsed.title != "") == (404, True)

    asyncio.run(term())
