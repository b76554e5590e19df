"""The guide for programs: its examples are requests that are answered, just as they stand there."""

import html
import json
import re
import shlex
from dataclasses import dataclass

import pytest
from fastapi import FastAPI
from httpx2 import Response

from tests.app.accounts.members import member
from tests.app.api.api_client import program
from tests.app.learner import Learner

SITE = "http://testserver"


@dataclass(frozen=True)
class Command:
    """The request that curl would send."""

    address: str
    headers: dict[str, str]
    sent: str


def commands(learner: Learner) -> list[Command]:
    page = learner.get("/guide/interface")
    assert page.status == 200
    return [
        _read(html.unescape(text)) for text in re.findall(r'tabindex="0">(curl .*?)</pre>', page.html, re.S)
    ]


def _read(text: str) -> Command:
    words = shlex.split(text.replace("\\\n", " "))
    assert words[0] == "curl"
    headers = dict(words[n + 1].split(": ", 1) for n, word in enumerate(words) if word == "-H")
    sent = next((words[n + 1] for n, word in enumerate(words) if word == "-d"), "")
    return Command(words[1], headers, sent)


def send(app: FastAPI, command: Command) -> Response:
    asking = program(app, member(app))
    headers = {name: value.replace("$TOKEN", asking.token) for name, value in command.headers.items()}
    method = "POST" if command.sent else "GET"
    return asking.client.request(method, command.address, headers=headers, content=command.sent)


def test_there_are_three_examples_on_this_server(learner: Learner) -> None:
    assert [command.address.startswith(f"{SITE}/api/v1/") for command in commands(learner)] == [True] * 3


def test_the_first_finds_questions(app: FastAPI, learner: Learner) -> None:
    answer = send(app, commands(learner)[0])
    assert answer.status_code == 200
    assert len(answer.json()["questions"]) == 10


def test_the_second_draws_a_variant_and_the_third_marks_a_right_answer_to_it(
    app: FastAPI, learner: Learner
) -> None:
    _, drawing, marking = commands(learner)
    drawn, marks = send(app, drawing), send(app, marking)
    assert (drawn.status_code, marks.status_code) == (200, 200)
    for what in ("question", "version", "level", "seed"):
        assert drawn.json()[what] == marks.json()[what]
    (part,) = json.loads(marking.sent)["responses"]
    assert part == drawn.json()["parts"][0]["name"]
    assert marks.json()["parts"][part]["correct"]


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
