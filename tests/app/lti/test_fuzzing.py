"""Hostile launches, by the thousand: nothing breaks, nobody gets in by one, and no row is half written.

``EXAMFORMER_LAUNCHES`` (300) is how many of each kind.
"""

import json
import os
import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from fastapi import FastAPI

from tests.app.learner import Count, on_both
from tests.app.lti.platform import DL, LTI, OTHER_KEY, Platform, Said, coded, in_letters
from tests.app.lti.visits import ELSEWHERE, Visit, sent_to, visit

HOW_MANY = int(os.environ.get("EXAMFORMER_LAUNCHES", "300"))
STRANGE: list[Any] = [
    None, "", "\0", "\ud800", "a" * 3000, "\u202e", "<script>", "' OR 1=1 --", "../../etc", "http://[::1", "https://testserver@x",
    0, -1, 2**70, 1.5, float("nan"), True, [], [[]], {}, {"id": None}, {"id": "x" * 300}, ["x"] * 500, {"a": {"b": {}}},
    "Infinity", "ünï", "a\r\nSet-Cookie: x=1", [None], {"id": "\0"}, [{}], "%00", "%s%n",
]  # fmt: skip
FIELDS = (
    "iss",
    "login_hint",
    "target_link_uri",
    "lti_message_hint",
    "lti_deployment_id",
    "client_id",
    "lti_storage_target",
)
HEADERS: list[Any] = [{}, {"alg": "RS256"}, {"alg": None}, {"alg": "RS256", "crit": ["x"]}, [], {"jwk": {}}]


@pytest.fixture
def chance(seeds: range) -> random.Random:
    return random.Random(seeds[0])


def post(one: Visit, address: str, form: dict[str, str]) -> int:
    status = one.learner.client.post(address, data=form, headers=ELSEWHERE).status_code
    return int(status)


def twisted(chance: random.Random, said: Said) -> Said:
    """The claims with one to three of them, or of what is in them, replaced by something strange."""
    made: Said = json.loads(json.dumps(said))
    for _ in range(chance.randint(1, 3)):
        holder: Any = made
        name: Any = chance.choice([*made, f"{LTI}custom", f"{LTI}lis", f"{DL}deep_linking_settings"])
        while isinstance(holder.get(name), dict) and holder[name] and chance.random() < 0.5:
            holder, name = holder[name], chance.choice(list(holder[name]))
        if chance.random() < 0.2:
            holder.pop(name, None)
        else:
            holder[name] = deepcopy(chance.choice(STRANGE))  # which the next turn may change
    return made


def mangled(chance: random.Random, token: str) -> str:
    """The token with letters changed, cut, doubled, or its parts exchanged."""
    match chance.randint(0, 5):
        case 0:
            at = chance.randrange(len(token))
            return token[:at] + chance.choice("AZaz09-_.=\0é") + token[at + 1 :]
        case 1:
            return token[: chance.randrange(len(token))]
        case 2:
            return token + token
        case 3:
            parts = token.split(".")
            chance.shuffle(parts)
            return ".".join(parts)
        case 4:
            return f"{coded(chance.choice(HEADERS))}.{token.partition('.')[2]}"
        case _:
            return in_letters(chance.randbytes(chance.randint(0, 200)))


def text(strange: object) -> str:
    return strange.encode("utf-8", "ignore").decode() if isinstance(strange, str) else json.dumps(strange)


@pytest.mark.sweep
def test_no_beginning_of_a_launch_breaks_anything_or_goes_elsewhere(
    app: FastAPI, there: Platform, count: Count, chance: random.Random
) -> None:
    one, user, link = visit(app, there), there.user("ada"), there.link()
    before, begun = count(), 0
    for _ in range(HOW_MANY):
        form = there.beginning(user, link)
        for name in chance.sample(FIELDS, chance.randint(1, 3)):
            form[name] = text(chance.choice(STRANGE))
        answer = one.learner.client.post("/lti/login", data=form, headers=ELSEWHERE)
        assert answer.status_code < 500, form
        if answer.status_code == 200:
            begun += 1
            assert answer.headers["refresh"].partition("; url=")[2].startswith(f"{there.issuer}/auth?")
    after = count()
    assert after.pop("lti_launches", 0) == begun
    assert after == before


@pytest.mark.sweep
@on_both
@pytest.mark.parametrize("by", ["claims", "token", "foreign claims", "form"])
def test_no_return_of_a_launch_breaks_anything_or_lets_anybody_in(
    app: FastAPI, there: Platform, count: Count, chance: random.Random, by: str
) -> None:
    one, user, link = visit(app, there), there.user("ada"), there.link()
    there.user("lin")
    before, launches = count(), 0
    for n in range(HOW_MANY):
        begun = one.begin(user, link if n % 2 else None)
        launches += 1
        asked = {name: values[0] for name, values in parse_qs(urlsplit(sent_to(begun)).query).items()}
        claims = there.claims(user, link if n % 2 else None, asked["nonce"])
        signs: dict[str, Callable[[], str]] = {
            "claims": lambda: there.signed(twisted(chance, claims)),  # noqa: B023, called at once
            "token": lambda: mangled(chance, there.signed(claims)),  # noqa: B023
            "foreign claims": lambda: there.signed_with(OTHER_KEY)(claims),  # noqa: B023
            "form": lambda: text(chance.choice(STRANGE)),
        }
        state = asked["state"] if by != "form" or chance.random() < 0.5 else text(chance.choice(STRANGE))
        form = {"id_token": signs[by](), "state": state}
        form |= {"error": text(chance.choice(STRANGE))} if by == "form" else {}
        answer = one.learner.client.post("/lti/launch", data=form, headers=ELSEWHERE)
        assert answer.status_code < 500, form
        if by != "claims":
            unchanged = by == "token" and form["id_token"] == there.signed(claims)
            assert answer.status_code in (400, 403) or unchanged, form
        elif answer.status_code == 200 and n % 2:
            secret = answer.text.partition('name="secret" value="')[2].partition('"')[0]
            assert post(one, "/lti/enter", {"secret": secret}) == 403  # by a page of ours alone
            entered = one.learner.send("/lti/enter", {"secret": secret})
            assert entered.status < 500, form
    after = count()
    assert after.pop("lti_launches", 0) <= launches
    if by == "claims":  # an odd claim that does not matter may let a platform's own person in, whole
        assert after.get("identities", 0) == after.get("people", 0)
    else:
        assert after == before
