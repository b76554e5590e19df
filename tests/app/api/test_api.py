"""The JSON interface: who is let in, what each may see, and that no student finds a key in any answer."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any, get_args

import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from httpx2 import Response
from sqlalchemy import update

from app.accounts.store import api_tokens
from app.api.v1 import router
from app.database.connection import Database
from app.database.schema import api_tokens as tokens_table
from app.identity.store.people import Role
from app.questions.kinds import KINDS
from app.settings import Settings
from engine import variants
from engine.answers import cells
from engine.answers.forms import Choice
from engine.exams.blueprints import Kind
from engine.questions import LEVELS
from engine.solutions.wording import plain_text, worded
from tests.app.accounts.members import member
from tests.app.api.api_client import Program, patient_site, program, token_of
from tests.app.api.writes import WRITES
from tests.app.authoring.sample_question import MENDED, NAME, TEXT, publish
from tests.app.courses.taught_course import FUTURE, Lecture, assignment, begin, extend, join, lecture
from tests.app.learner import COSINE, PERPLEXITY, Count, Make, drawn, key, on_both
from tests.engine.submissions import BANK

DRAW = f"/questions/{COSINE}/variants"
WRONG = "-98765.43"


@pytest.fixture(scope="module")
def site(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastAPI]:
    """One for all tests that only ask: asking changes nothing."""
    app = patient_site(migrated_file, tmp_path_factory.mktemp("api"))
    yield app
    app.state.database.close()


@pytest.fixture(scope="module")
def ada(site: FastAPI) -> Program:
    """A student's program."""
    return program(site, member(site, name="Ada"))


@pytest.fixture(scope="module")
def lin(site: FastAPI) -> Program:
    """An instructor's program."""
    return program(site, member(site, Role.INSTRUCTOR, name="Prof. Lin"))


def is_refusal(answer: Response, status: int) -> bool:
    """True if it is this refusal; checks that its problem details say what happened and what to do."""
    told = answer.json()
    assert answer.headers["content-type"] == "application/problem+json"
    assert told["status"] == answer.status_code
    assert told["title"]
    assert told["detail"]
    return answer.status_code == status


def answered(
    program: Program, responses: dict[str, list[str]], question: str = COSINE, **other: Any
) -> Response:
    sent = {"question": question, "version": BANK.questions[question].version, "level": "exam", "seed": 7}
    return program.post("/marks", sent | {"responses": responses} | other)


# Who is let in

WHO = ("nobody", "student", "instructor", "its student", "its instructor", "another's instructor")
# The course is none of the first three; the last one teaches another.
ANSWERS = {
    "GET /me": "401 200 200 200 200 200",
    "GET /questions": "401 200 200 200 200 200",
    "GET /questions/{question}": "401 200 200 200 200 200",
    "POST /questions/{question}/variants": "401 200 200 200 200 200",
    "POST /questions/{question}/variants with its key": "401 403 200 403 200 200",
    "POST /marks": "401 200 200 200 200 200",
    "GET /courses": "401 200 200 200 200 200",
    "GET /courses/{course}": "401 404 404 200 200 404",
    "GET /courses/{course}/grades": "401 404 404 200 200 404",
    "GET /openapi.json": "200 200 200 200 200 200",
}


@pytest.fixture(scope="module")
def course(site: FastAPI) -> Lecture:
    return lecture(site)


@pytest.fixture(scope="module")
def asking(site: FastAPI, course: Lecture) -> dict[str, Program]:
    people = {
        "student": member(site),
        "instructor": member(site, Role.INSTRUCTOR),
        "its student": course.student,
        "its instructor": course.instructor,
        "another's instructor": lecture(site, "Another").instructor,
    }
    return {"nobody": program(site)} | {who: program(site, one) for who, one in people.items()}


def test_every_route_stands_in_the_table() -> None:
    found = {
        f"{method} {(one.path or '').removeprefix('/api/v1')}"
        for one in iter_route_contexts(router.routes)
        for method in one.methods or ()
    }
    assert found == {route.partition(" with")[0] for route in ANSWERS} | WRITES.keys()


@pytest.mark.parametrize("route", ANSWERS)
def test_each_person_is_answered_as_the_table_says(
    asking: dict[str, Program], course: Lecture, route: str
) -> None:
    method, path = route.partition(" with")[0].format(question=COSINE, course=course.name).split()
    sent: dict[str, Any] = {"with_key": True} if "with" in route else {}
    if path == "/marks":
        sent = {"question": COSINE, "version": BANK.questions[COSINE].version, "level": "exam", "seed": 7}
        sent["responses"] = {}
    got = {who: one.post(path, sent) if method == "POST" else one.get(path) for who, one in asking.items()}
    expected = dict(zip(WHO, map(int, ANSWERS[route].split()), strict=True))
    assert {who: answer.status_code for who, answer in got.items()} == expected
    for answer in got.values():
        assert answer.status_code == 200 or is_refusal(answer, answer.status_code)


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer ", "Basic YTpi", "Bearer x", "bearer examformer_{}", "{}"]
)
def test_whatever_is_no_token_opens_nothing(site: FastAPI, header: str) -> None:
    answer = program(site).get("/me", Authorization=header.format("x" * 43))
    assert is_refusal(answer, 401)
    assert answer.headers["www-authenticate"] == 'Bearer realm="Examformer", error="invalid_token"'


def test_who_sends_no_token_is_asked_for_one(site: FastAPI) -> None:
    assert program(site).get("/me").headers["www-authenticate"] == 'Bearer realm="Examformer"'


@on_both
def test_a_token_opens_until_its_time_is_over_or_it_is_revoked(app: FastAPI, store: Database) -> None:
    one = member(app)
    first, second = program(app, one), Program(program(app).client, token_of(app, one.id, label="another"))
    assert [first.get("/me").status_code, second.get("/me").status_code] == [200, 200]
    with store.write() as connection:
        this = tokens_table.c.label == "another"
        connection.execute(
            update(tokens_table).where(this).values(ends_at=datetime.now(UTC) - timedelta(seconds=1))
        )
    assert [first.get("/me").status_code, second.get("/me").status_code] == [200, 401]
    with store.write() as connection:
        api_tokens.end_all(connection, one.id)
    assert is_refusal(first.get("/me"), 401)


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_the_scheme_is_written_as_one_likes(site: FastAPI, ada: Program, scheme: str) -> None:
    assert program(site).get("/me", Authorization=f"{scheme} {ada.token}").status_code == 200


@pytest.mark.parametrize("route", [route for route in ANSWERS if "openapi" not in route])
def test_no_cookie_opens_the_interface(course: Lecture, route: str) -> None:
    method, path = route.partition(" with")[0].format(question=COSINE, course=course.name).split()
    browser = course.instructor.learner.client
    assert is_refusal(browser.request(method, f"/api/v1{path}", json={}), 401)


def test_without_a_token_nobody_learns_what_is_wrong_with_what_they_sent(site: FastAPI) -> None:
    nobody = program(site)
    for path in (DRAW, "/questions/no-such-one/variants", "/marks"):
        for body in ("", "{", "[]", "{}"):
            assert is_refusal(nobody.ask("POST", path, content=body), 401)


def test_a_program_needs_no_manners_of_a_browser(ada: Program) -> None:
    assert ada.post(DRAW, {}).status_code == 200
    for site in ("cross-site", "same-origin"):
        answer = ada.ask("POST", DRAW, {"Sec-Fetch-Site": site, "Origin": "https://evil.example"}, json={})
        assert answer.status_code == 200
        assert not [name for name in answer.headers if name.startswith("access-control")]


@on_both
def test_nothing_is_stored_by_asking(app: FastAPI, count: Count) -> None:
    ada = program(app, member(app))
    before = count()
    for path in ("/me", "/questions", f"/questions/{COSINE}", "/courses"):
        assert ada.get(path).status_code == 200
    assert ada.post(DRAW, {}).status_code == 200
    assert answered(ada, key(drawn(COSINE, 7, "exam"))).status_code == 200
    assert count() == before


def test_answers_are_kept_by_no_cache(ada: Program) -> None:
    for answer in (ada.get("/me"), ada.get("/nothing"), ada.post(DRAW, {})):
        assert "no-store" in answer.headers["cache-control"]


# Too often


def test_a_token_asks_so_often_and_then_waits(make: Make, settings: Settings) -> None:
    app = make(settings.model_copy(update={"requests_per_token": "3/minute"}))
    one, other = program(app, member(app)), program(app, member(app))
    assert [one.get("/me").status_code for _ in range(3)] == [200] * 3
    refused = one.get("/me")
    assert is_refusal(refused, 429)
    assert 1 <= int(refused.headers["retry-after"]) <= 60
    assert f"Go on in {refused.headers['retry-after']} s." in refused.text
    assert other.get("/me").status_code == 200


def test_an_address_tries_so_many_tokens_and_then_waits(make: Make, settings: Settings) -> None:
    app = make(settings.model_copy(update={"requests_per_address": "3/minute"}))
    guessing, ada = program(app), program(app, member(app))
    assert [guessing.get("/me", Authorization="Bearer x").status_code for _ in range(4)] == [
        401,
        401,
        401,
        429,
    ]
    assert is_refusal(ada.get("/me"), 429)


# How it is asked


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/me", "GET, HEAD, OPTIONS"),
        ("/courses", "GET, POST, HEAD, OPTIONS"),
        ("/marks", "POST, OPTIONS"),
        (DRAW, "POST, OPTIONS"),
    ],
)
def test_options_tells_which_methods_an_address_has(ada: Program, path: str, allowed: str) -> None:
    answer = ada.ask("OPTIONS", path)
    assert (answer.status_code, answer.content, answer.headers["allow"]) == (204, b"", allowed)
    refused = ada.ask("DELETE", path)
    assert is_refusal(refused, 405)
    assert refused.headers["allow"] == allowed


def test_head_is_answered_as_get_is(ada: Program) -> None:
    assert ada.ask("HEAD", "/me").headers["content-type"] == ada.get("/me").headers["content-type"]
    assert ada.ask("HEAD", "/courses/none").status_code == 404


@pytest.mark.parametrize("path", ["/nothing", "/", "/courses/a/b/c"])
def test_where_there_is_nothing_is_told_as_a_problem(ada: Program, path: str) -> None:
    assert is_refusal(ada.ask("GET", path, follow_redirects=False), 404)


@pytest.mark.parametrize(
    "kind", ["", "text/plain", "application/x-www-form-urlencoded", "application/xml", "json"]
)
def test_what_is_not_announced_as_json_is_refused(ada: Program, kind: str) -> None:
    headers = {"Content-Type": kind} if kind else {}
    assert is_refusal(ada.ask("POST", DRAW, headers, content=b"{}"), 415)


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"[" * 60_000, b'{"seed": ' + b"9" * 10_000 + b"}"])
def test_what_is_no_json_is_refused(ada: Program, body: bytes) -> None:
    assert is_refusal(
        ada.ask("POST", DRAW, {"Content-Type": "application/json; charset=utf-8"}, content=body), 400
    )


@pytest.mark.parametrize(
    ("sent", "where"),
    [
        ([], "body"),
        (7, "body"),
        ({"seed": -1}, "body.seed"),
        ({"seed": 10**18}, "body.seed"),
        ({"seed": "7"}, "body.seed"),
        ({"seed": True}, "body.seed"),
        ({"seed": 7.5}, "body.seed"),
        ({"seed": 1e300}, "body.seed"),
        ({"level": "easy"}, "body.level"),
        ({"with_key": "yes"}, "body.with_key"),
        ({"given": {"u": [1]}}, "body.given"),
    ],
)
def test_each_value_that_does_not_fit_is_named(ada: Program, sent: Any, where: str) -> None:
    answer = ada.post(DRAW, sent)
    assert is_refusal(answer, 422)
    assert where in [fault["where"] for fault in answer.json()["faults"]]


def test_halves_of_letters_are_no_text(ada: Program) -> None:
    for responses in ('{"dot": ["\\ud800"]}', '{"\\udfff": ["1"]}'):
        sent = json.dumps({"question": COSINE, "version": "x", "level": "exam", "seed": 7})
        body = f'{sent[:-1]}, "responses": {responses}}}'.encode()
        assert is_refusal(ada.ask("POST", "/marks", {"Content-Type": "application/json"}, content=body), 422)


def test_too_much_is_told_as_a_problem_announced_or_not(ada: Program) -> None:
    kind = {"Content-Type": "application/json"}
    assert is_refusal(ada.ask("POST", "/marks", kind, content=b" " * 70_000), 413)
    assert is_refusal(ada.ask("POST", "/marks", kind, content=iter([b" " * 30_000] * 3)), 413)


def test_what_breaks_is_told_as_a_problem(ada: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.api.me.Opened", None)
    assert is_refusal(ada.get("/me"), 500)


def test_a_database_that_is_gone_is_told_as_a_problem(app: FastAPI, store: Database) -> None:
    ada = program(app, member(app))
    with store.write() as connection:
        connection.exec_driver_sql("DROP TABLE api_tokens")
    assert is_refusal(ada.get("/me"), 503)


def test_the_description_is_public_and_names_all_that_is_there(site: FastAPI) -> None:
    told = program(site).get("/openapi.json").json()
    known = {route.partition(" with")[0].split()[1] for route in (*ANSWERS, *WRITES)}
    assert {f"/api/v1{path}" for path in known - {"/openapi.json"}} == set(told["paths"])
    assert told["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    assert all(
        {"401", "429", "503"} <= set(operation["responses"])
        for operations in told["paths"].values()
        for operation in operations.values()
    )


# Questions


def listed(program: Program, query: str = "") -> list[str]:
    return [one["id"] for one in program.get(f"/questions?{query}").json()["questions"]]


def test_the_list_goes_on_where_it_ended(ada: Program) -> None:
    seen, after = [], ""
    while True:
        page = ada.get(f"/questions?limit=100&after={after}").json()
        seen += [one["id"] for one in page["questions"]]
        assert len(page["questions"]) <= 100
        if page["next"] is None:
            break
        after = page["next"]
        assert after == seen[-1]
    assert seen == sorted(BANK.questions)


def test_the_list_is_searched_and_filtered(ada: Program) -> None:
    assert COSINE in listed(ada, "q=cosine&limit=100")
    of_section = [one.id for one in BANK.questions.values() if one.section == "2.12"]
    assert listed(ada, "section=2.12&limit=100") == sorted(of_section)[:100]
    choices = {one.id for one in BANK.questions.values() if one.kind == "choice" and one.section == "2.12"}
    assert set(listed(ada, "section=2.12&kind=choice&limit=100")) == choices
    assert listed(ada, "section=9.9") == []


@pytest.mark.parametrize(
    "query",
    [
        *("limit=0", "limit=101", "limit=many", "kind=riddle", f"q={'x' * 101}", f"after={'x' * 61}"),
        *("limit=many&limit=6", "limit=5&kind=choice&limit=6"),
    ],
)
def test_a_filter_that_does_not_fit_is_named(ada: Program, query: str) -> None:
    answer = ada.get(f"/questions?{query}")
    assert is_refusal(answer, 422)
    assert [fault["where"] for fault in answer.json()["faults"]] == [f"query.{query.partition('=')[0]}"]


def test_every_kind_of_question_can_be_asked_for() -> None:
    assert set(get_args(Kind)) == set(KINDS)
    assert {one.kind for one in BANK.questions.values()} <= set(KINDS)


@on_both
def test_an_instructor_finds_their_own_questions_with_text_and_tests(app: FastAPI) -> None:
    me, lin = member(app, Role.INSTRUCTOR), program(app, member(app, Role.INSTRUCTOR))
    mine, tested = program(app, me), f"{TEXT}\n[[tests]]\nnumbers = {{power = 11, hours = 3}}\n"
    tested += 'typed = {energy = "33"}\ngives = "right"\n'
    question = publish(app, me.id, tested)
    assert listed(mine, "q=lamp+watts") == [NAME]
    assert NAME not in listed(lin, "q=lamp+watts")
    whole = mine.get(f"/questions/{NAME}").json()
    assert (whole["text"], whole["version"]) == (tested, question.version)
    assert whole["tests"] == [
        {"numbers": {"power": 11, "hours": 3}, "typed": {"energy": ["33"]}, "gives": "right"}
    ]
    others = lin.get(f"/questions/{NAME}").json()
    assert (others["text"], others["tests"], others["version"]) == (None, None, question.version)


def test_an_author_who_teaches_no_more_is_not_told_the_text(app: FastAPI) -> None:
    lin = member(app, Role.INSTRUCTOR)
    publish(app, lin.id)
    member(app, Role.ADMINISTRATOR).learner.send(f"/people/{lin.id}/role", {"role": "student"})
    whole = program(app, lin).get(f"/questions/{NAME}").json()
    assert (whole["title"], whole["text"], whole["tests"]) == ("A lamp in watts", None, None)


@pytest.mark.parametrize("name", ["no-such-one", "%00", "%FF", "a%2Fb", "x" * 3000])
def test_no_other_question_is_there(ada: Program, name: str) -> None:
    assert is_refusal(ada.get(f"/questions/{name}"), 404)
    assert is_refusal(ada.post(f"/questions/{name}/variants", {}), 404)


# Variants


def test_a_variant_is_the_one_of_its_seed(ada: Program) -> None:
    told = ada.post(DRAW, {"seed": 7, "level": "hard"}).json()
    variant = drawn(COSINE, 7, "hard")
    assert told["statement"] == plain_text(worded(variant.question.statement, variant.parameters))
    assert told["parameters"] == variant.parameters.to_json()
    assert [part["name"] for part in told["parts"]] == ["dot", "norm_u", "norm_v", "cosine"]
    assert [part["points"]["exact"] for part in told["parts"]] == ["1", "1", "1", "2"]
    assert (told["level"], told["seed"], told["version"]) == ("hard", 7, variant.question.version)
    assert [part["form"] for part in told["parts"]] == ["a whole number"] + ["two decimals"] * 3
    assert (told["parts"][0]["input"], told["parts"][0]["cells"]) == ("number", 1)


def test_without_a_seed_another_one_is_chosen_each_time(ada: Program) -> None:
    first, second = ada.post(DRAW, {}).json(), ada.post(DRAW, {}).json()
    assert first["level"] == "exam"
    assert first["seed"] != second["seed"]
    assert ada.post(DRAW, {"seed": first["seed"]}).json() == first


def test_seven_point_nought_is_the_seed_seven(ada: Program) -> None:
    body = b'{"seed": 7.0}'
    told = ada.ask("POST", DRAW, {"Content-Type": "application/json"}, content=body).json()
    assert told == ada.post(DRAW, {"seed": 7}).json()


def test_a_question_without_fair_numbers_is_told_as_a_problem(app: FastAPI) -> None:
    text = TEXT.replace("points = 2", 'points = 2\nconstraints = ["power < hours - 20"]', 1)
    publish(app, member(app, Role.INSTRUCTOR).id, text)
    assert is_refusal(program(app, member(app)).post(f"/questions/{NAME}/variants", {}), 503)


def test_a_level_that_the_question_has_not_is_refused_with_those_it_has(ada: Program) -> None:
    one = next(one for one in BANK.questions.values() if len(one.levels) < len(LEVELS))
    missing = next(level for level in LEVELS if level not in one.levels)
    answer = ada.post(f"/questions/{one.id}/variants", {"level": missing})
    assert is_refusal(answer, 422)
    assert one.levels[0] in answer.json()["detail"]


def test_an_instructor_gets_the_key_when_asked_for(lin: Program) -> None:
    told = lin.post(DRAW, {"seed": 7, "with_key": True}).json()["key"]
    variant = drawn(COSINE, 7, "exam")
    dot = variant.asked[0]
    assert dot.bands[0]
    assert told["answers"]["dot"]["key"] == dot.key
    assert told["answers"]["dot"]["bands"][0]["exact"] == dot.bands[0].exact
    assert told["answers"]["dot"]["shown"] == key(variant)["dot"]
    assert {one["name"] for one in told["mistakes"]} == set(variant.exact.family.mistakes)
    assert [line["name"] for line in told["solution"]] == ["dot", "norm_u", "norm_v", "cosine"]
    assert lin.post(DRAW, {"seed": 7}).json()["key"] is None


# No key for a student

INFINITE = "-inf"  # how it is typed is said beside the part
KINDS_OF_ONE = {one.kind: one.id for one in BANK.questions.values()}


ONE_OR_ALL = [
    pytest.param(sorted(KINDS_OF_ONE.values()), id="one of each kind"),
    pytest.param(sorted(BANK.questions), id="all", marks=pytest.mark.sweep),
]


def keys(variant: variants.Variant) -> list[str]:
    """Right answers that are typed; a right option stands among what there is to choose from."""
    typed = [asked for asked in variant.asked if not isinstance(asked.step.form, Choice)]
    shown = [str(asked.step.form.show(leaf)) for asked in typed for leaf in cells.cells(asked.key)]
    return [text for text in shown if len(text) > 3 and text != INFINITE]


def secrets(variant: variants.Variant) -> list[str]:
    """Texts that tell the answer, or what is behind an option."""
    said = [mistake.says for mistake in variant.exact.family.mistakes.values()]
    for step in variant.exact.steps.values():
        said += step.reasons.values()
    return [*said, *keys(variant)]


@pytest.mark.parametrize("names", ONE_OR_ALL)
def test_nothing_in_a_variant_of_a_student_tells_its_key(
    ada: Program, lin: Program, names: list[str]
) -> None:
    for name in names:
        variant = drawn(name, 11, BANK.questions[name].default_level)
        answer = ada.post(f"/questions/{name}/variants", {"seed": 11})
        assert answer.status_code == 200, name
        told = answer.json()
        assert told.pop("key") is None
        assert "slips" not in told["parameters"]
        statement = told.pop("statement") + json.dumps(told.pop("parameters"))
        parts = [{**part, "points": None} for part in told["parts"]]
        text = json.dumps(parts, ensure_ascii=False)
        named = " ".join(label for part in told["parts"] for label in part["labels"] or ())
        found = [secret for secret in secrets(variant) if secret in text and secret not in statement + named]
        assert found == [], name
        assert lin.post(f"/questions/{name}/variants", {"seed": 11, "with_key": True}).json()["key"], name


def test_a_choice_among_drawn_numbers_does_not_tell_which_mistake_is_behind_which(ada: Program) -> None:
    name = KINDS_OF_ONE["drawn"]
    variant = drawn(name, 11, BANK.questions[name].default_level)
    told = ada.post(f"/questions/{name}/variants", {"seed": 11})
    assert sorted(told.json()["parts"][0]["options"]) == sorted(variant.parameters.options)  # type: ignore[attr-defined]
    for slip in " ".join(variant.parameters.slips).split():  # type: ignore[attr-defined]
        assert slip not in told.text


def test_a_part_that_waits_for_a_choice_does_not_tell_it_by_its_names(ada: Program) -> None:
    waiting = [
        part
        for name in BANK.questions
        if "beam" in name
        for part in ada.post(f"/questions/{name}/variants", {"seed": 3}).json()["parts"]
        if part["waits_for"]
    ]
    assert waiting
    assert {(part["labels"], part["options"], part["cells"]) for part in waiting} == {(None, None, None)}


# Marks


def test_answers_are_marked_as_on_a_sheet(ada: Program) -> None:
    variant = drawn(COSINE, 7, "exam")
    right = key(variant)
    told = answered(ada, {"dot": right["dot"], "norm_u": [WRONG], "norm_v": ["4+"]}).json()
    assert {name: part["rule"] for name, part in told["parts"].items()} == {
        "dot": "right",
        "norm_u": "wrong",
        "norm_v": None,
        "cosine": None,
    }
    assert told["credit"] == {"exact": "1", "decimal": 1.0}
    assert told["points"] == {"exact": "5", "decimal": 5.0}
    assert told["parts"]["dot"]["accepted"]
    assert told["parts"]["norm_u"]["first_wrong"]
    assert not told["parts"]["norm_v"]["marked"]
    assert told["parts"]["cosine"]["feedback"] == "No answer."


def test_a_student_is_not_told_what_is_accepted_of_a_wrong_answer_nor_of_one_that_only_follows(
    ada: Program, lin: Program
) -> None:
    variant = drawn(COSINE, 7, "exam")
    norms = [float(asked.key) for asked in variant.asked[1:3]]
    follows = f"{(variant.asked[0].key + 1) / norms[0] / norms[1]:.2f}"
    right = key(variant)
    sent = {**right, "dot": [str(variant.asked[0].key + 1)], "cosine": [follows]}
    told, taught = answered(ada, sent).json()["parts"], answered(lin, sent).json()["parts"]
    assert told["cosine"]["rule"] == "right, from your earlier answer"
    assert [told[name]["accepted"] is None for name in ("dot", "norm_u", "cosine")] == [True, False, True]
    assert [bool(part["accepted"]) for part in taught.values()] == [True] * 4


@pytest.mark.parametrize("names", ONE_OR_ALL)
def test_what_is_said_of_a_wrong_answer_never_holds_a_key(ada: Program, names: list[str]) -> None:
    for name in names:
        question = BANK.questions[name]
        level = question.default_level
        variant = drawn(name, 11, level)
        sent = {asked.name: [WRONG] * len(asked.bands) for asked in variant.asked}
        answer = answered(ada, sent, name, seed=11, level=level)
        assert answer.status_code == 200, name
        parts = answer.json()["parts"]
        wrong = [
            part for part in parts.values() if part["rule"] not in ("right", "right, from rounded steps")
        ]
        assert wrong, name
        assert [part["accepted"] for part in wrong] == [None] * len(wrong), name
        said = " ".join(part["feedback"] for part in wrong)
        assert [text for text in keys(variant) if text in said] == [], name


@pytest.mark.parametrize("kind", ["text", "code"])
def test_sentences_and_programs_are_not_marked_here(ada: Program, kind: str) -> None:
    question = BANK.questions[KINDS_OF_ONE[kind]]
    part = next(asked.name for asked in drawn(question.id, 1, question.default_level).asked)
    told = answered(ada, {part: ["import os"]}, question.id, seed=1, level=question.default_level).json()[
        "parts"
    ][part]
    assert (told["marked"], told["rule"], told["credit"]["exact"], told["accepted"]) == (
        False,
        None,
        "0",
        None,
    )
    assert told["feedback"] == "Sentences and programs are not marked here."


def test_a_part_that_is_not_asked_is_refused_with_those_that_are(ada: Program) -> None:
    answer = answered(ada, {"sine": ["1"]})
    assert is_refusal(answer, 422)
    assert "dot, norm_u, norm_v, cosine" in answer.json()["detail"]


@pytest.mark.parametrize(
    "texts", [[], ["1", "2"], ["1"] * 2000, [""], ["\0"], ["9" * 20_000], ["((((" * 4000]]
)
def test_whatever_is_typed_is_read_or_named_as_unreadable(ada: Program, texts: list[str]) -> None:
    told = answered(ada, {"dot": texts}).json()["parts"]["dot"]
    assert not told["correct"]
    assert told["feedback"]


def test_answers_to_a_question_that_was_edited_since_are_not_marked_by_another_text(ada: Program) -> None:
    assert is_refusal(answered(ada, {}, version="another"), 409)
    assert is_refusal(answered(ada, {}, version=""), 409)


@on_both
def test_a_published_question_is_marked_by_the_version_it_was_drawn_from(app: FastAPI) -> None:
    ada, lin = program(app, member(app)), member(app, Role.INSTRUCTOR)
    first = publish(app, lin.id)
    drawn_then = ada.post(f"/questions/{NAME}/variants", {"seed": 5, "level": "exam"}).json()
    second = publish(app, lin.id, MENDED)
    sent = {"question": NAME, "level": "exam", "seed": 5}
    old, new = (
        [f"{variant.asked[0].key:.2f}"]
        for variant in (variants.draw(one, 5, "exam") for one in (first, second))
    )
    assert drawn_then["version"] == first.version
    for version, texts in ((first.version, old), (second.version, new)):
        told = ada.post("/marks", sent | {"version": version, "responses": {"energy": texts}}).json()
        assert told["parts"]["energy"]["correct"]
    assert is_refusal(ada.post("/marks", sent | {"version": "another", "responses": {}}), 409)


# Courses and grades


@on_both
def test_a_course_is_told_to_each_as_its_page_is(app: FastAPI, nlp: Lecture) -> None:
    address = assignment(nlp, COSINE, due="2030-01-02T10:00")
    extend(nlp, address, nlp.student, FUTURE)
    lin, ada = program(app, nlp.instructor), program(app, nlp.student)
    taught, attended = lin.get(f"/courses/{nlp.name}").json(), ada.get(f"/courses/{nlp.name}").json()
    assert ada.get("/courses").json()["courses"] == [
        {"course": nlp.name, "title": "NLP in autumn", "role": "student"}
    ]
    (student,) = taught["students"]
    assert (student["student"], student["email"]) == (nlp.student.id, nlp.student.email)
    assert taught["code"] == nlp.code
    assert (attended["students"], attended["code"], attended["teaching"]) == (None, None, False)
    assert attended["instructors"] == ["Prof. Lin"]
    (asked,) = attended["assignments"]
    assert asked["questions"] == [{"question": COSINE, "level": "exam"}]
    assert asked["due_at"][:16] == FUTURE[:16]
    assert taught["assignments"][0]["due_at"] == "2030-01-02T10:00:00Z"


def test_before_it_opens_a_student_is_not_told_what_is_asked(app: FastAPI, nlp: Lecture) -> None:
    assignment(nlp, COSINE, opens=FUTURE)
    asked = [program(app, one).get(f"/courses/{nlp.name}").json() for one in (nlp.student, nlp.instructor)]
    assert [bool(told["assignments"][0]["questions"]) for told in asked] == [False, True]


@on_both
def test_grades_are_exact_and_everybodys_for_instructors_alone(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    first = assignment(nlp, PERPLEXITY)
    assignment(nlp, COSINE, title="Week 2")
    bob = member(app, name="Bob")
    join(bob, nlp.code)
    sheet = begin(nlp.student, first, PERPLEXITY)
    nlp.student.learner.press(sheet, typed={"nats": "-1"})
    everybody = program(app, nlp.instructor).get(f"/courses/{nlp.name}/grades").json()
    assert [row["name"] for row in everybody["students"]] == ["Ada", "Bob"]
    assert everybody["students"][0]["earned"] == [{"exact": "0", "decimal": 0.0}, None]
    assert everybody["students"][1]["earned"] == [None, None]
    assert [one["points"]["exact"] for one in everybody["assignments"]] == ["3", "5"]
    assert everybody["points"] == {"exact": "8", "decimal": 8.0}
    own = program(app, bob).get(f"/courses/{nlp.name}/grades").json()
    assert [row["name"] for row in own["students"]] == ["Bob"]
    assert nlp.student.email not in json.dumps(own)


def test_half_a_point_is_told_exactly() -> None:
    from app.api.points import Points

    assert Points.of(Fraction(3, 2)).model_dump() == {"exact": "3/2", "decimal": 1.5}
    assert Points.of(Fraction(1, 3)).exact == "1/3"


def test_who_left_a_course_is_told_nothing_of_it(app: FastAPI, nlp: Lecture) -> None:
    ada = program(app, nlp.student)
    nlp.student.learner.send(f"{nlp.address}/leave", {})
    assert is_refusal(ada.get(f"/courses/{nlp.name}"), 404)
    assert is_refusal(ada.get(f"/courses/{nlp.name}/grades"), 404)


@pytest.mark.parametrize("name", ["none", "%00", "%FF", "x" * 3000])
def test_no_other_course_is_there(ada: Program, name: str) -> None:
    assert is_refusal(ada.get(f"/courses/{name}"), 404)
    assert is_refusal(ada.get(f"/courses/{name}/grades"), 404)
