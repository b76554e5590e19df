"""The guide for programs: its examples are requests that are answered, just as they stand there."""

import html
import json
import re
import shlex
from dataclasses import dataclass
from secrets import token_urlsafe

import pytest
from fastapi import FastAPI
from httpx2 import Response

from app.api.teaching.examples import ENTRY
from tests.app.accounts.members import member
from tests.app.api.api_client import program
from tests.app.api.stage import Stage
from tests.app.api.writes import WRITES
from tests.app.exams import course_exam
from tests.app.learner import Learner

SITE = "http://testserver"


@dataclass(frozen=True)
class Command:
    """The request that curl would send."""

    method: str
    address: str
    headers: dict[str, str]
    sent: str


def commands(learner: Learner) -> list[Command]:
    page = learner.get("/guide/interface")
    assert page.status == 200
    return [
        _read(html.unescape(text))
        for text in re.findall(r'<pre class="program" tabindex="0">(curl .*?)</pre>', page.html, re.S)
    ]


def _read(text: str) -> Command:
    words = shlex.split(text.replace("\\\n", " "))
    assert words[0] == "curl"
    headers = dict(words[n + 1].split(": ", 1) for n, word in enumerate(words) if word == "-H")
    sent = next((words[n + 1] for n, word in enumerate(words) if word == "-d"), "")
    asked = words[3:] if words[1] == "-X" else words[1:]
    return Command(words[2] if words[1] == "-X" else "POST" if sent else "GET", asked[0], headers, sent)


def send(app: FastAPI, command: Command) -> Response:
    asking = program(app, member(app))
    headers = {name: value.replace("$TOKEN", asking.token) for name, value in command.headers.items()}
    return asking.client.request(command.method, command.address, headers=headers, content=command.sent)


def test_there_are_three_examples_and_one_of_every_call_on_this_server(learner: Learner) -> None:
    found = commands(learner)
    assert {command.address.startswith(f"{SITE}/api/v1/") for command in found} == {True}
    assert len(found) == 3 + len(WRITES)


def test_the_first_finds_questions(app: FastAPI, learner: Learner) -> None:
    answer = send(app, commands(learner)[0])
    assert answer.status_code == 200
    assert len(answer.json()["questions"]) == 10


def test_the_second_draws_a_variant_and_the_third_marks_a_right_answer_to_it(
    app: FastAPI, learner: Learner
) -> None:
    _, drawing, marking = commands(learner)[:3]
    drawn, marks = send(app, drawing), send(app, marking)
    assert (drawn.status_code, marks.status_code) == (200, 200)
    for what in ("question", "version", "level", "seed"):
        assert drawn.json()[what] == marks.json()[what]
    (part,) = json.loads(marking.sent)["responses"]
    assert part == drawn.json()["parts"][0]["name"]
    assert marks.json()["parts"][part]["correct"]


def test_every_call_is_answered_just_as_it_stands_there(app: FastAPI, learner: Learner) -> None:
    """In the order of the table of who may do what, for what is removed comes last; with the places of a course put
    in, as a shell puts in variables."""
    stage = Stage(app)
    there = {f"{one.method} {one.address.partition('/api/v1')[2]}": one for one in commands(learner)[3:]}
    places = stage.places | {"token": stage.people[4].token}

    def filled(text: str) -> str:
        for name, value in places.items():
            text = text.replace(f"${name.upper()}", json.dumps(value)[1:-1] if name == "text" else value)
        return text.replace(f'"entry": {ENTRY}', f'"entry": {places["entry"]}').replace(
            "$(uuidgen)", token_urlsafe(9)
        )

    for route in WRITES:
        named = re.sub(r"\{(\w+)\}", lambda found: f"${found[1].upper()}", route)
        one = there.pop(named)
        if "exams/{exam}" in route and route.startswith("DELETE"):
            places["exam"] = course_exam.draft(stage.nlp).rpartition("/")[2]
        headers = {name: filled(value) for name, value in one.headers.items()}
        answer = stage.people[4].client.request(
            one.method, filled(one.address), headers=headers, content=filled(one.sent)
        )
        assert answer.status_code == int(WRITES[route].split()[4]), (route, answer.text)
    assert not there


@pytest.mark.parametrize("language", ["de", "bn"])
def test_the_commands_stay_as_they_are_in_other_languages(learner: Learner, language: str) -> None:
    before = commands(learner)
    learner.send("/language", {"language": language})
    assert commands(learner) == before


def test_the_account_leads_here_and_from_here_to_the_description(app: FastAPI) -> None:
    ada = member(app).learner
    assert "/guide/interface" in ada.get("/account").links
    links = ada.get("/guide/interface").links
    assert "/account#tokens" in links
    assert "/api/v1/openapi.json" in links
