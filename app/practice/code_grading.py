"""The job that grades a coding question: calls the learner's function on the tests, and stores the marks."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from app.attachments import attachments
from app.database.connection import Connection, Database
from app.practice import answers, sandbox
from app.practice.answers import Answer
from app.practice.sandbox import Broken
from app.practice.store import attempts
from app.settings import settings
from app.web.languages.languages import N_
from engine.kinds import code
from engine.kinds.code import Test, judge
from engine.marking.marking import Rule

NOWHERE = N_("This server has no safe place to run programs, so nothing was run.")


def run_program(payload: Mapping[str, Any], progress: Callable[[int, int], None]) -> dict[str, Any]:
    """Returns the tests with their results; or ``broken``, a sentence, with the line that it is about. The question's
    data files lie beside the program; one that is gone is missing there, too."""
    backend = sandbox.backend()
    if backend is None:
        return {"broken": NOWHERE, "line": None}
    tests = [Test.model_validate(test) for test in payload["tests"]]
    calls = [test.arguments for test in tests]
    ran = sandbox.run(
        backend, payload["program"], payload["function"], calls, payload["arrays"], files=_files(payload)
    )
    if isinstance(ran, Broken):
        return {"broken": ran.message, "line": ran.line}
    return {"tests": [asdict(tested) for tested in judge(tests, payload["tolerance"], ran.calls)]}


def _files(payload: Mapping[str, Any]) -> Mapping[str, bytes]:
    """The contents of the question's data files, by their names in it."""
    named: Mapping[str, str] = payload.get("files", {})  # a job that was queued by an older version has none
    if not named:
        return sandbox.NO_FILES
    database = Database(settings().database_url)
    try:
        stored = attachments.contents(database, named.values())
    finally:
        database.close()
    return {name: stored[file] for name, file in named.items() if file in stored}


def _broken(result: Mapping[str, Any]) -> str:
    where = f"Line {result['line']}: " if result["line"] else ""
    return f"It could not be run. {where}{result['broken']}"


def keep(connection: Connection, payload: Mapping[str, Any], result: Mapping[str, Any]) -> None:
    """Stores the marks of a program that was handed in and could be called; in an exam, in any case."""
    final = payload.get("final", False)
    if not payload["handed_in"] or ("broken" in result and not final):
        return
    attempt = attempts.reload(connection, attempts.named(connection, payload["attempt"]))
    answers.store(connection, attempt, graded(payload, result), payload["form_key"])


def graded(payload: Mapping[str, Any], result: Mapping[str, Any]) -> Answer:
    """Returns the program with its marks: each test that it passes earns the same share of the points."""
    tests = result.get("tests", [])
    credit = Fraction(sum(test["passed"] for test in tests), len(tests) or 1)
    rule = Rule.EXACT if credit == 1 else Rule.WRONG
    said = code.sentences(tests) if tests else [_broken(result)]
    verdict = answers.unkeyed(rule, [(str(rule), "")], credit, said, tests=tests)
    return Answer("answer", (payload["program"],), verdict, Fraction(payload["points"]) * credit)
