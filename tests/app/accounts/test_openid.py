"""Signing in at an OpenID provider: who is let in as whom, and nobody by a lie, a replay or a stolen code."""

import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier, Event
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from fastapi import FastAPI
from pydantic import SecretStr
from sqlalchemy import select, update

from app.accounts import openid_sign_in as acting
from app.accounts.openid import asking
from app.accounts.openid.claims import Claimed
from app.accounts.openid.journey import Journey
from app.accounts.routes import openid as pages
from app.accounts.store import identities, links
from app.courses import joining
from app.database.connection import Database
from app.database.schema import links as links_table
from app.database.schema import people as people_table
from app.identity.store import people
from app.identity.store.people import Role
from app.settings import BadSettings, Settings
from app.settings import settings as read_settings
from app.web.concurrency import ABROAD, limit_of
from tests.app.accounts.members import (
    DOMAIN,
    EMAIL,
    OTHER_PASSWORD,
    PASSWORD,
    cookie,
    is_anywhere_in,
    is_signed_in,
    link_to,
    member,
    sign_in,
    sign_up,
)  # fmt: skip
from tests.app.accounts.openid_provider import (
    CLIENT,
    RSA,
    SECRET,
    OpenIdProvider,
    as_json,
    key,
    openid_provider,
)
from tests.app.contexts import context_of
from tests.app.courses.taught_course import lecture
from tests.app.learner import RIGHT, Count, Learner, Make, Page, new_learner, on_both
from tests.every import one_in

START, BACK = "/account/openid", "/account/openid/back"
COOKIE = "examformer_openid"
LATER = 4102444800  # in the year 2100
AT_THE_PROVIDER = httpx2.Client(trust_env=False)  # a browser on the provider's site


@pytest.fixture
def provider() -> Iterator[OpenIdProvider]:
    with openid_provider() as served:
        yield served


def at(settings: Settings, provider: OpenIdProvider, **more: Any) -> Settings:
    values = {"openid_issuer": provider.issuer, "openid_client_id": CLIENT, "openid_name": "School"}
    return settings.model_copy(update=values | {"openid_client_secret": SecretStr(SECRET)} | more)


@pytest.fixture
def app(settings: Settings, make: Make, provider: OpenIdProvider) -> FastAPI:
    return make(at(settings, provider))


def set_out(learner: Learner, to: str = "/") -> str:
    """Sets out to sign in, and returns the address that the browser is sent to."""
    page = learner.send(START, {"to": to}, follow=False)
    assert page.status == 200, page.text
    seconds, _, address = page.headers["refresh"].partition("; url=")
    assert seconds == "0"
    assert address in page.links
    return address


def visit(address: str) -> str:
    """The person says yes there; where the provider sends the browser to, on our site."""
    sent = urlsplit(AT_THE_PROVIDER.get(address).headers["location"])
    assert f"{sent.scheme}://{sent.netloc}" == "http://testserver"
    return f"{sent.path}?{sent.query}"


def through(learner: Learner, to: str = "/", follow: bool = True) -> Page:
    return learner.get(visit(set_out(learner, to)), follow=follow)


def role_of(store: Database, email: str = EMAIL) -> Role | None:
    with store.read() as connection:
        account = people.account(connection, email)
    return account.role if account else None


# Without the settings


def test_without_the_settings_nothing_of_it_is_there(settings: Settings, make: Make, count: Count) -> None:
    learner = new_learner(make(settings))
    for address in (START, "/account/openid/password"):
        assert learner.send(address, {"email": EMAIL, "password": PASSWORD}).status == 404
    assert learner.get(f"{BACK}?code=1&state=2").status == 404
    for page in (learner.get("/account"), sign_up(learner), learner.get("/account")):
        assert "openid" not in page.html
    assert count() == {"people": 1, "sessions": 1}


@pytest.mark.sweep
def test_its_libraries_are_imported_when_somebody_signs_in_and_not_before(database_url: str) -> None:
    code = (
        "import sys, app.main; from app.settings import Settings; from pydantic import SecretStr; "
        f"chosen = Settings(database_url={database_url!r}, openid_issuer='https://school.example', "
        "openid_client_id='a', openid_client_secret=SecretStr('b')); app.main.make_app(chosen); "
        "print([name for name in ('authlib', 'joserfc', 'requests', 'cryptography') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


# In


@on_both
def test_somebody_new_gets_an_account_by_their_name_and_finds_it_from_everywhere(
    app: FastAPI, provider: OpenIdProvider, store: Database, count: Count
) -> None:
    learner = new_learner(app)
    page = through(learner)
    assert (page.status, page.address) == (200, "/")
    assert '<a class="me" href="/account">Ada Lovelace</a>' in page.html
    assert role_of(store) is Role.STUDENT
    provider.person |= {"email": "ada@elsewhere.example", "name": "Countess"}  # who it is, is the subject
    assert is_signed_in(learner)
    other = new_learner(app)
    through(other)
    assert '<a class="me" href="/account">Ada Lovelace</a>' in other.get("/").html
    assert count() == {"people": 1, "sessions": 2, "identities": 1, "links": 2}
    assert len({cookie(learner), cookie(other)}) == 2


@on_both
def test_what_a_guest_did_is_the_accounts_from_then_on(app: FastAPI, learner: Learner, count: Count) -> None:
    sheet = learner.press(learner.open(), typed=RIGHT)
    through(learner)
    assert learner.get(sheet.action).earned == 3
    elsewhere = new_learner(app)
    other = elsewhere.press(elsewhere.open(), typed=RIGHT)
    through(elsewhere)
    for browser in (learner, elsewhere):
        assert [browser.get(done.action).earned for done in (sheet, other)] == [3, 3]
    assert count()["people"] == 1


def test_a_cookie_that_was_planted_before_opens_nothing_afterwards(app: FastAPI, learner: Learner) -> None:
    learner.press(learner.open(), typed=RIGHT)
    planted = cookie(learner)
    through(learner)
    assert cookie(learner) != planted
    thief = new_learner(app)
    thief.client.cookies.set("examformer", planted, domain=DOMAIN)
    assert not is_signed_in(thief)


def test_signing_out_ends_our_session_and_says_nothing_to_the_provider(
    learner: Learner, provider: OpenIdProvider
) -> None:
    through(learner)
    before = list(provider.asked)
    learner.send("/account/sign-out", {})
    assert not is_signed_in(learner)
    assert provider.asked == before


def test_the_button_stands_where_one_signs_in_and_says_the_name(app: FastAPI, learner: Learner) -> None:
    code = joining.tidy(lecture(app).code)
    assert "Sign in with School" in learner.get("/account").text
    page = learner.get(f"/join/{code}")
    assert "Sign in with School" in page.text
    page = through(learner, page.fields["to"])
    assert page.address == f"/join/{code}"
    assert "Join this course" in page.text
    account = learner.get("/account").text
    assert "Sign in with School" not in account
    assert "School opens this account, since" in account
    assert "This account has no password." in account
    assert "Change the password" not in account


# What is sent


def test_each_journey_has_a_state_a_nonce_and_a_challenge_of_its_own(learner: Learner, app: FastAPI) -> None:
    seen: set[str] = set()
    for browser in (learner, learner, new_learner(app)):
        asked = {name: value for name, (value,) in parse_qs(urlsplit(set_out(browser)).query).items()}
        fixed = {
            "response_type": "code",
            "client_id": CLIENT,
            "redirect_uri": f"http://testserver{BACK}",
            "scope": "openid email profile",
            "code_challenge_method": "S256",
        }
        own = {asked.pop(name) for name in ("state", "nonce", "code_challenge")}
        assert asked == fixed
        assert all(re.fullmatch(r"[\w-]{43}", value) for value in own)
        assert not own & seen
        seen |= own


def test_the_secret_of_a_journey_stays_in_a_cookie_of_ten_minutes_that_no_script_reads(
    settings: Settings, make: Make, provider: OpenIdProvider, store: Database
) -> None:
    app = make(at(settings, provider, secure_cookies=True))
    browser = new_learner(app, base="https://testserver")
    page = browser.send(START, {}, follow=False)
    said = page.headers["set-cookie"].lower()
    for part in ("; httponly", "; samesite=lax", "; secure", "; path=/account/openid", "; max-age=600"):
        assert part in said
    secret = page.headers["set-cookie"].partition("=")[2].partition(".")[0]
    journey = Journey(secret)
    assert journey.state in page.html
    for hidden in (secret, journey.verifier):
        assert hidden not in page.html + page.headers["refresh"]
        assert not is_anywhere_in(store, hidden)
    assert secret not in repr(journey)
    assert page.headers["cache-control"] == "no-store"


def test_the_pages_keep_their_strict_policy(app: FastAPI, learner: Learner) -> None:
    sign_up(new_learner(app))
    pages_seen = [learner.get("/account"), learner.send(START, {}), through(learner)]
    policies = {page.headers["content-security-policy"] for page in pages_seen}
    assert len(policies) == 1
    assert "form-action 'self';" in policies.pop()


def test_the_event_loop_waits_for_no_provider() -> None:
    for handler in (pages.leave, pages.come_back, pages.prove):
        assert limit_of(handler) is ABROAD


# Journeys that were not made


def test_who_comes_back_with_another_state_is_not_let_in_and_may_still_come_back_with_the_right_one(
    learner: Learner, provider: OpenIdProvider, count: Count
) -> None:
    back = visit(set_out(learner))
    right = parse_qs(urlsplit(back).query)["state"][0]
    for wrong in ("", "x", right[:-1], right + "x", "ü" * 43, "\0"):
        page = learner.client.get(BACK, params={"code": "1", "state": wrong})
        assert page.status_code == 400
        assert "did not begin in this browser" in page.text
    assert "/token" not in provider.asked
    assert count() == {"links": 1}
    assert learner.get(back).status == 200
    assert is_signed_in(learner)


def test_a_code_of_another_browser_signs_nobody_in(app: FastAPI, provider: OpenIdProvider) -> None:
    """Login CSRF: somebody is sent back to us with what the attacker's journey brought."""
    attacker, victim, underway = (new_learner(app) for _ in range(3))
    set_out(underway)
    stolen = visit(set_out(attacker))
    for browser in (victim, underway):
        assert browser.get(stolen).status == 400
        assert not is_signed_in(browser)
    assert "/token" not in provider.asked
    assert attacker.get(stolen).status == 200


def test_a_code_that_was_put_into_ones_own_journey_opens_nothing(app: FastAPI, count: Count) -> None:
    """The attacker has somebody's code, and a journey of their own: PKCE and the nonce say no."""
    attacker, victim = new_learner(app), new_learner(app)
    code = parse_qs(urlsplit(visit(set_out(victim))).query)["code"][0]
    state = parse_qs(urlsplit(set_out(attacker)).query)["state"][0]
    assert attacker.get(f"{BACK}?code={code}&state={state}").status == 502
    assert not is_signed_in(attacker)
    assert "people" not in count()


def test_a_journey_ends_once_even_where_the_provider_forgets_nothing(
    app: FastAPI, learner: Learner, provider: OpenIdProvider
) -> None:
    provider.forgets_codes = False
    back = visit(set_out(learner))
    kept = learner.client.cookies.get(COOKIE)
    assert kept
    assert learner.get(back).status == 200
    assert learner.client.cookies.get(COOKIE) is None
    again = new_learner(app)
    again.client.cookies.set(COOKIE, kept, domain=DOMAIN, path=START)
    assert again.get(back).status == 400
    assert not is_signed_in(again)


@on_both
def test_of_many_who_bring_the_same_at_the_same_moment_one_is_let_in(
    app: FastAPI, learner: Learner, provider: OpenIdProvider, count: Count
) -> None:
    provider.forgets_codes = False
    back = visit(set_out(learner))
    tabs, together = [learner.twin() for _ in range(6)], Barrier(6)

    def come(tab: Learner) -> int:
        together.wait(10)
        return tab.get(back, follow=False).status

    with ThreadPoolExecutor(6) as clicks:
        assert sorted(clicks.map(come, tabs)) == [303] + [400] * 5
    assert count() == {"people": 1, "sessions": 1, "identities": 1, "links": 1}


def test_a_journey_is_over_after_ten_minutes_and_is_forgotten(
    learner: Learner, store: Database, count: Count
) -> None:
    back = visit(set_out(learner))
    with store.write() as connection:
        ends = connection.execute(select(links_table.c.ends_at)).scalar_one()
        assert timedelta(minutes=9) < ends - datetime.now(UTC) <= timedelta(minutes=10)
        connection.execute(update(links_table).values(ends_at=datetime.now(UTC)))
    assert learner.get(back).status == 400
    assert not is_signed_in(learner)
    set_out(learner)
    assert count() == {"links": 1}


def test_a_journey_is_no_link_to_a_password_and_a_link_is_no_journey(
    app: FastAPI, learner: Learner, store: Database
) -> None:
    set_out(learner)
    secret = (learner.client.cookies.get(COOKIE) or "").partition(".")[0]
    assert learner.get(f"/link/{secret}").status == 404
    assert learner.send(f"/link/{secret}", {"email": EMAIL, "password": PASSWORD}).status == 404
    link = link_to(store, member(app).id).removeprefix("/link/")
    with store.write() as connection:
        assert not links.arrive(connection, link)
    set_out(new_learner(app))
    assert learner.get(f"/link/{link}").status == 200


def test_a_cookie_of_another_form_is_none(app: FastAPI) -> None:
    for planted in ("", ".", "x", "x" * 40 + "/.", '"; DROP', "x" * 4000):
        browser = new_learner(app)
        browser.client.cookies.set(COOKIE, planted, domain=DOMAIN, path=START)
        assert browser.get(f"{BACK}?code=1&state={Journey('').state}").status == 400


@pytest.mark.parametrize(
    "to",
    one_in(3, [
        "//evil.example", "https://evil.example", "/\\evil.example", "\\\\evil.example", "javascript:alert(1)", "",
        "/%2F/evil", "/x\r\nSet-Cookie: a=b", "/?to=//evil.example", "/@evil.example", "evil.example", "/ü", "/" * 9,
        "/" + "x" * 300,
    ]),
)  # fmt: skip
def test_afterwards_one_is_sent_to_no_other_site(learner: Learner, to: str) -> None:
    page = through(learner, to, follow=False)
    assert (page.status, page.headers["location"]) == (303, "/")


def test_a_destination_that_was_changed_in_the_cookie_is_checked_again(learner: Learner) -> None:
    back = visit(set_out(learner, "/progress"))
    secret = (learner.client.cookies.get(COOKIE) or "").partition(".")[0]
    learner.client.cookies.clear()
    learner.client.cookies.set(COOKIE, f"{secret}.%2F%2Fevil.example", domain=DOMAIN, path=START)
    assert learner.get(back, follow=False).headers["location"] == "/"


# ID tokens that lie


def refused(learner: Learner, count: Count) -> None:
    page = through(learner)
    assert page.status == 502
    assert "an answer that cannot be trusted, so nobody was signed in" in page.text
    assert not is_signed_in(learner)
    assert count() == {"links": 1}


@pytest.mark.parametrize(
    "told",
    one_in(4, [
        {"nonce": "another"}, {"nonce": None}, {"nonce": ""}, {"nonce": 7},
        {"aud": "another client"}, {"aud": None}, {"aud": []}, {"aud": ["another client"]}, {"aud": {CLIENT: 1}},
        {"aud": [CLIENT, "another"]}, {"aud": [CLIENT, "another"], "azp": "another"}, {"azp": "another"},
        {"iss": "https://evil.example"}, {"iss": None}, {"iss": ["http://127.0.0.1"]},
        {"exp": 1}, {"exp": None}, {"exp": "tomorrow"}, {"exp": True},
        {"iat": LATER}, {"iat": None}, {"nbf": LATER},
        {"sub": None}, {"sub": ""}, {"sub": 7}, {"sub": ["7"]}, {"sub": "x" * 256}, {"sub": "7\0"}, {"sub": "ü"},
        {"at_hash": "another"}, {"at_hash": 7},
    ]),
)  # fmt: skip
def test_a_token_for_somebody_or_something_else_is_not_believed(
    learner: Learner, provider: OpenIdProvider, count: Count, told: dict[str, Any]
) -> None:
    provider.told = told
    refused(learner, count)


@pytest.mark.parametrize(("seconds", "status"), [(-120, 502), (-40, 200)])
def test_two_clocks_may_differ_by_a_minute(
    learner: Learner, provider: OpenIdProvider, seconds: int, status: int
) -> None:
    provider.told = {"exp": int(time.time()) + seconds, "iat": int(time.time()) - seconds}
    assert through(learner).status == status
    assert is_signed_in(learner) == (status == 200)


@pytest.mark.parametrize("secret", ["public key", "its JSON", "client secret", "published", "nothing"])
def test_a_token_without_a_signature_of_the_providers_key_is_not_believed(
    learner: Learner, provider: OpenIdProvider, count: Count, secret: str
) -> None:
    """The provider says that it knows HS256 and none, too: neither is ever taken."""
    match secret:
        case "public key":
            provider.sign = provider.signed_with(RSA.as_pem(private=False))
        case "its JSON":
            provider.sign = provider.signed_with(str(RSA.as_dict(private=False)).encode())
        case "client secret":
            provider.sign = provider.signed_with(SECRET.encode())
        case "published":
            shared = {"kty": "oct", "kid": "first", "k": "c2hhcmVkIHdpdGggZXZlcnlib2R5"}
            provider.answers["/keys"] = lambda: as_json({"keys": [shared]})
            provider.sign = provider.signed_with(b"shared with everybody")
        case _:
            provider.sign = provider.unsigned
    refused(learner, count)


def test_a_key_of_the_same_name_is_not_the_providers(
    learner: Learner, provider: OpenIdProvider, count: Count
) -> None:
    forged = OpenIdProvider()
    forged.server.server_close()
    forged.key = key(kid="first")
    provider.sign = forged.signed
    refused(learner, count)


@pytest.mark.parametrize("token", one_in(3, ["", "a.b.c", "a.b", "....", 7, None, ["a"], "é", "e30.e30.e30"]))
def test_what_is_no_token_is_not_believed(
    learner: Learner, provider: OpenIdProvider, count: Count, token: Any
) -> None:
    provider.sign = lambda _: token
    refused(learner, count)


@pytest.mark.filterwarnings("ignore:EdDSA is deprecated")  # for a newer name of the same
@pytest.mark.parametrize("algorithm", ["RS256", "ES256", "EdDSA"])
def test_three_kinds_of_signature_are_known(
    learner: Learner, provider: OpenIdProvider, algorithm: str
) -> None:
    provider.key, provider.algorithm = key(algorithm), algorithm
    through(learner)
    assert is_signed_in(learner)


def test_a_provider_that_signs_only_with_a_shared_secret_is_not_asked_further(
    learner: Learner, provider: OpenIdProvider
) -> None:
    provider.published = {"id_token_signing_alg_values_supported": ["HS256", "none"]}
    assert learner.send(START, {}).status == 502
    assert provider.asked == ["/.well-known/openid-configuration"]


def test_new_keys_are_found_and_old_ones_are_not_asked_for_again(
    app: FastAPI, provider: OpenIdProvider
) -> None:
    for _ in range(2):
        through(new_learner(app))
    assert provider.asked.count("/keys") == provider.asked.count("/.well-known/openid-configuration") == 1
    provider.key = key(kid="second")
    later = new_learner(app)
    through(later)
    assert is_signed_in(later)
    assert provider.asked.count("/keys") == 2


# Who it is


@on_both
def test_the_same_subject_at_another_issuer_is_somebody_else(
    app: FastAPI, settings: Settings, make: Make, provider: OpenIdProvider, store: Database
) -> None:
    through(new_learner(app))
    with openid_provider() as other:
        other.person |= {"email": "eve@evil.example", "name": "Eve"}
        eve = new_learner(make(at(settings, other)))
        through(eve)
        assert "Eve" in eve.get("/").text
        with store.read() as connection:
            found = [identities.person(connection, one.issuer, "7") for one in (provider, other)]
        assert None not in found
        assert len(set(found)) == 2
        other.person |= {"sub": "8", "email": EMAIL}
        assert through(new_learner(make(at(settings, other)))).status == 409


def test_an_account_with_the_same_verified_email_asks_for_its_password_once(
    app: FastAPI, provider: OpenIdProvider, count: Count
) -> None:
    owner = new_learner(app)
    sign_up(owner)
    sheet = owner.press(owner.open(), typed=RIGHT)
    guest = new_learner(app)
    mine = guest.press(guest.open(), typed=RIGHT)
    page = through(guest, "/progress")
    assert page.status == 200
    assert "Type its password once" in page.text
    assert page.fields["email"] == EMAIL
    assert not is_signed_in(guest)
    assert "identities" not in count()
    wrong = guest.send(page.action, dict(page.fields) | {"password": OTHER_PASSWORD})
    assert wrong.status == 422
    assert "This is not the password of this account." in wrong.text
    assert OTHER_PASSWORD not in wrong.html
    asked = guest.send(wrong.action, dict(wrong.fields) | {"password": PASSWORD}, follow=False)
    address = asked.headers["refresh"].removeprefix("0; url=")
    assert guest.get(visit(address)).address == "/progress"
    assert [guest.get(done.action).earned for done in (sheet, mine)] == [3, 3]
    assert "School opens this account" in guest.get("/account").text
    assert through(new_learner(app)).address == "/"  # never asked again
    assert count()["identities"] == 1
    assert is_signed_in(owner)


def test_who_is_signed_in_with_that_account_connects_it_from_its_page(learner: Learner) -> None:
    sign_up(learner)
    page = learner.get("/account")
    assert "it opens this account from then on" in page.text
    assert "has no password" not in page.text
    assert "School opens this account" in through(learner, "/account").text


@pytest.mark.parametrize("verified", one_in(3, [False, None, "false", "no", 0, [True]]))
@pytest.mark.parametrize("signed_in", [False, True])
def test_an_email_that_nobody_verified_opens_no_account_that_has_it(
    app: FastAPI, learner: Learner, provider: OpenIdProvider, count: Count, verified: Any, signed_in: bool
) -> None:
    sign_up(learner if signed_in else new_learner(app))
    before = count()
    provider.person["email_verified"] = verified
    page = through(learner)
    assert page.status == 409
    assert "does not vouch that it is yours" in page.text
    assert is_signed_in(learner) == signed_in
    assert count() == before | {"links": 1}


def test_an_account_without_a_password_is_opened_to_nobody_by_its_email(
    app: FastAPI, learner: Learner, store: Database, provider: OpenIdProvider
) -> None:
    invited = member(app, Role.INSTRUCTOR, EMAIL)
    page = through(learner)
    assert page.status == 409
    assert "Ask an administrator for a link to a password" in page.text
    learner.send(link_to(store, invited.id), {"password": PASSWORD})
    assert through(learner).status == 200
    assert role_of(store) is Role.INSTRUCTOR
    provider.person |= {"sub": "8"}  # the e-mail was given to somebody else there
    assert "Type its password once" in through(new_learner(app)).text


def test_who_is_signed_in_under_another_email_stays_who_they_are(
    learner: Learner, provider: OpenIdProvider, count: Count
) -> None:
    sign_up(learner, "bob@school.example")
    page = through(learner)
    assert page.status == 409
    assert "knows you by another e-mail than this account" in page.text
    assert "bob@school.example" in learner.get("/").text
    assert count() == {"people": 1, "sessions": 1, "links": 1}


def test_another_account_that_is_known_there_is_signed_in_to_and_nothing_moves(
    app: FastAPI, learner: Learner, count: Count
) -> None:
    through(new_learner(app))
    sign_up(learner, "bob@school.example")
    sheet = learner.press(learner.open(), typed=RIGHT)
    through(learner)
    assert "Ada Lovelace" in learner.get("/").text
    assert learner.get(sheet.action).status == 404
    assert count()["people"] == 2


@pytest.mark.parametrize(
    "email", [None, "", "ada", 7, ["ada@school.example"], "a@b@c", "x" * 300 + "@school.example"]
)
def test_without_an_email_no_account_is_opened(
    learner: Learner, provider: OpenIdProvider, count: Count, email: Any
) -> None:
    provider.person["email"] = email
    provider.userinfo = {"sub": "7"}
    page = through(learner)
    assert page.status == 422
    assert "does not tell your e-mail" in page.text
    assert count() == {"links": 1}


def test_who_is_known_needs_no_email(app: FastAPI, provider: OpenIdProvider) -> None:
    through(new_learner(app))
    provider.person, provider.userinfo = {"sub": "7"}, {"sub": "7"}
    later = new_learner(app)
    through(later)
    assert is_signed_in(later)


def test_an_email_may_stand_in_the_userinfo_instead(
    learner: Learner, provider: OpenIdProvider, store: Database
) -> None:
    provider.userinfo = provider.person
    provider.person = {"sub": "7"}
    through(learner)
    assert "Ada Lovelace" in learner.get("/").text
    assert role_of(store) is Role.STUDENT


def test_a_userinfo_about_somebody_else_is_not_believed(
    learner: Learner, provider: OpenIdProvider, count: Count
) -> None:
    provider.userinfo = provider.person | {"sub": "8"}
    provider.person = {"sub": "7"}
    refused(learner, count)


@pytest.mark.parametrize("verified", [True, False])
def test_an_account_remembers_an_e_mail_that_the_provider_has_verified_and_no_other(
    app: FastAPI, learner: Learner, provider: OpenIdProvider, store: Database, verified: bool
) -> None:
    told: list[int] = []
    app.state.confirmed = [lambda connection, context, person: told.append(person)]
    provider.person["email_verified"] = verified
    through(learner)
    with store.read() as connection:
        account = people.account(connection, EMAIL)
        assert account is not None
        assert people.verified_email(connection, account.id) == (EMAIL if verified else "")
    provider.person["email"] = "another@school.example"  # at the provider it is another now; here it stays
    provider.person["email_verified"] = True
    through(learner)
    with store.read() as connection:
        assert people.verified_email(connection, account.id) == (EMAIL if verified else "")
    assert told == ([account.id] if verified else [])


def test_whether_an_email_is_verified_is_taken_from_where_the_email_stands(
    app: FastAPI, settings: Settings, make: Make, provider: OpenIdProvider
) -> None:
    strict = make(at(settings, provider, openid_roles="groups=teachers"))
    sign_up(new_learner(strict))
    provider.userinfo = {"sub": "7", "email": "eve@evil.example", "email_verified": True}
    provider.person = {"sub": "7", "email": EMAIL}
    assert through(new_learner(strict)).status == 409


def test_half_a_pair_of_surrogates_is_no_name(learner: Learner, provider: OpenIdProvider) -> None:
    provider.userinfo = provider.person | {"name": "\ud800"}
    provider.person = {"sub": provider.person["sub"]}
    through(learner)
    assert is_signed_in(learner)
    assert EMAIL in learner.get("/").text


def test_half_a_pair_of_surrogates_is_no_email(
    learner: Learner, provider: OpenIdProvider, count: Count
) -> None:
    provider.userinfo = provider.person | {"email": "\ud800@school.example"}
    provider.person = {"sub": provider.person["sub"]}
    page = through(learner)
    assert page.status == 422
    assert "without one no account can be opened" in page.text
    assert "identities" not in count()


def test_a_name_is_kept_as_text_and_not_at_any_length(learner: Learner, provider: OpenIdProvider) -> None:
    provider.person["name"] = "  <b>Ada\n\0 " + "x" * 200
    through(learner)
    page = learner.get("/")
    assert "&lt;b&gt;Ada xxx" in page.html
    assert "x" * 75 not in page.html


@on_both
def test_two_browsers_of_somebody_new_at_the_same_moment_are_one_account(
    app: FastAPI, store: Database, count: Count
) -> None:
    claimed = Claimed(
        issuer="https://school.example", subject="7", email=EMAIL, verified=True, name="Ada", instructor=False
    )
    together = Barrier(4)

    def arrive(n: int) -> None:
        together.wait(10)
        try:
            acting._open(context_of(app, token=f"a new browser, number {n}"), claimed, ())
        except (people.EmailTaken, identities.IdentityTaken):
            acting._open(context_of(app, token=f"a new browser, number {n}"), claimed, ())

    with ThreadPoolExecutor(4) as browsers:
        list(browsers.map(arrive, range(4)))
    assert count() == {"people": 1, "sessions": 4, "identities": 1}


@on_both
def test_a_link_to_a_new_password_locks_out_who_opened_the_account_with_a_strangers_email(
    app: FastAPI, store: Database, provider: OpenIdProvider
) -> None:
    provider.person["email_verified"] = False
    thief = new_learner(app)
    through(thief)
    assert is_signed_in(thief)
    with store.read() as connection:
        account = people.account(connection, EMAIL)
    assert account
    owner = new_learner(app)
    owner.send(link_to(store, account.id), {"password": PASSWORD})
    assert is_signed_in(owner)
    for browser in (thief, new_learner(app)):
        assert not is_signed_in(browser)
        assert "does not vouch that it is yours" in through(browser).text
        assert not is_signed_in(browser)


@on_both
def test_an_identity_goes_with_its_person(app: FastAPI, store: Database, count: Count) -> None:
    through(new_learner(app))
    with store.write() as connection:
        connection.execute(people_table.delete())
    assert "identities" not in count()


# Roles


@pytest.mark.parametrize(
    ("setting", "claims", "role"),
    [
        ("", {"groups": ["teachers"], "role": "administrator"}, Role.STUDENT),
        ("groups=teachers", {}, Role.STUDENT),
        ("groups=teachers", {"groups": "pupils"}, Role.STUDENT),
        ("groups=teachers", {"groups": "teachers of nothing"}, Role.STUDENT),
        ("groups=teachers", {"groups": {"teachers": True}}, Role.STUDENT),
        ("groups=teachers", {"groups": "teachers"}, Role.INSTRUCTOR),
        ("groups=teachers", {"groups": ["pupils", "teachers"]}, Role.INSTRUCTOR),
        ("groups=administrator", {"groups": ["administrator"], "role": "administrator"}, Role.INSTRUCTOR),
        ("realm_access.roles=teacher", {"realm_access": {"roles": ["teacher"]}}, Role.INSTRUCTOR),
        ("realm_access.roles=teacher", {"realm_access": ["roles"]}, Role.STUDENT),
        ("https://school.example/roles=teacher", {"https://school.example/roles": "teacher"}, Role.INSTRUCTOR),
    ],
)  # fmt: skip
def test_a_claim_makes_an_instructor_and_never_an_administrator(
    settings: Settings, make: Make, provider: OpenIdProvider, store: Database,
    setting: str, claims: dict[str, Any], role: Role,
) -> None:  # fmt: skip
    provider.person |= claims
    provider.userinfo = {"sub": "7"}
    through(new_learner(make(at(settings, provider, openid_roles=setting))))
    assert role_of(store) is role


def test_a_claim_raises_a_student_later_and_lowers_nobody(
    settings: Settings, make: Make, provider: OpenIdProvider, store: Database
) -> None:
    app = make(at(settings, provider, openid_roles="groups=teachers"))
    seen: list[Role | None] = []
    for groups in ([], ["teachers"], []):
        provider.person["groups"] = groups
        through(new_learner(app))
        seen.append(role_of(store))
    assert seen == [Role.STUDENT, Role.INSTRUCTOR, Role.INSTRUCTOR]
    with store.write() as connection:
        account = people.account(connection, EMAIL)
        assert account
        people.set_role(connection, account.id, Role.ADMINISTRATOR)
    provider.person["groups"] = ["teachers"]
    assert through(new_learner(app)).status == 200
    assert role_of(store) is Role.ADMINISTRATOR


def test_a_claim_that_the_token_leaves_out_is_looked_for_in_the_userinfo(
    settings: Settings, make: Make, provider: OpenIdProvider, store: Database
) -> None:
    provider.userinfo = {"sub": "7", "groups": ["teachers"]}
    through(new_learner(make(at(settings, provider, openid_roles="groups=teachers"))))
    assert role_of(store) is Role.INSTRUCTOR


# What goes wrong there


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        ("access_denied", 403, "did not let you through"),
        ("server_error", 503, "does not answer"),
        ("temporarily_unavailable", 503, "does not answer"),
        ("login_required", 502, "cannot be trusted"),
        ("<script>\n", 502, "cannot be trusted"),
    ],
)
def test_who_is_not_let_through_there_is_told_in_a_sentence(
    learner: Learner, provider: OpenIdProvider, count: Count, error: str, status: int, said: str
) -> None:
    provider.refuses = error
    page = through(learner)
    assert page.status == status
    assert said in page.text
    assert "<script>\n" not in page.html
    assert "/account" in page.links
    assert count() == {"links": 1}
    assert "/token" not in provider.asked


def down() -> Any:
    raise ConnectionResetError


BROKEN: dict[str, tuple[Callable[[], Any], int]] = {
    "nothing": (lambda: (200, {}, b""), 502),
    "no JSON": (lambda: (200, {}, b"<html>"), 502),
    "a list": (lambda: as_json([]), 502),
    "no object's fields": (lambda: as_json({}), 502),
    "other kinds": (
        lambda: as_json({"issuer": 7, "keys": 7, "id_token": 7, "access_token": 7, "sub": 7}),
        502,
    ),
    "too deep": (lambda: (200, {}, b"[" * 200_000), 502),
    "not packed": (lambda: (200, {"Content-Encoding": "gzip"}, b"{}"), 503),
    "cut off": (lambda: (200, {"Content-Length": "99"}, b"{}"), 503),
    "not found": (lambda: (404, {}, b""), 502),
    "an error": (lambda: (500, {}, b"Traceback"), 503),
    "elsewhere": (lambda: (302, {"Location": "http://127.0.0.1:9/"}, b""), 502),
}


@pytest.mark.parametrize("path", ["/.well-known/openid-configuration", "/token", "/keys", "/userinfo"])
@pytest.mark.parametrize("answer", one_in(4, BROKEN))
def test_a_broken_answer_is_a_sentence_and_no_error_of_ours(
    learner: Learner, provider: OpenIdProvider, count: Count, path: str, answer: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(asking, "PATIENCE", 0.5)
    provider.person["email"] = None  # so that the userinfo is asked for
    given, status = BROKEN[answer]
    provider.answers[path] = given
    started = learner.send(START, {}, follow=False)
    page = started
    if started.status == 200:
        page = learner.get(visit(started.headers["refresh"].removeprefix("0; url=")))
    assert page.status == status
    assert "The sign-in service" in page.text
    assert not is_signed_in(learner)
    assert "people" not in count()


def test_a_provider_that_is_not_there_is_said_and_found_when_it_is_back(
    learner: Learner, provider: OpenIdProvider, count: Count
) -> None:
    provider.answers["/.well-known/openid-configuration"] = down
    page = learner.send(START, {})
    assert page.status == 503
    assert "The sign-in service does not answer." in page.text
    assert count() == {}
    provider.answers.clear()
    through(learner)
    assert is_signed_in(learner)


def test_a_password_changes_nothing_where_the_provider_does_not_answer(
    app: FastAPI, learner: Learner, provider: OpenIdProvider, count: Count
) -> None:
    sign_up(new_learner(app))
    sheet = learner.press(learner.open(), typed=RIGHT)
    before = count()
    provider.answers["/.well-known/openid-configuration"] = down
    form = {"email": EMAIL, "password": PASSWORD}
    assert learner.send("/account/openid/password", form).status == 503
    assert count() == before
    assert learner.get(sheet.action).earned == 3


def test_nothing_listens_there(settings: Settings, make: Make) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        issuer = f"http://127.0.0.1:{free.getsockname()[1]}"
    chosen = {"openid_issuer": issuer, "openid_client_id": CLIENT, "openid_client_secret": SecretStr(SECRET)}
    learner = new_learner(make(settings.model_copy(update=chosen)))
    assert f"Sign in with {issuer.removeprefix('http://')}" in learner.get("/account").text
    assert learner.send(START, {}).status == 503


@pytest.mark.parametrize("begins", [False, True])
def test_nobody_waits_longer_than_some_seconds(
    learner: Learner, provider: OpenIdProvider, monkeypatch: pytest.MonkeyPatch, begins: bool
) -> None:
    assert asking.PATIENCE == 5
    monkeypatch.setattr(asking, "PATIENCE", 0.2)
    answered = Event()

    def drops() -> Iterator[bytes]:
        while not answered.wait(0.02):
            yield b" "

    def slow() -> Any:
        return 200, {}, drops() if begins or answered.wait(20) else b""

    provider.answers["/.well-known/openid-configuration"] = slow
    began = time.monotonic()
    page = learner.send(START, {})
    assert time.monotonic() - began < 10
    answered.set()
    assert page.status == 503


@pytest.mark.parametrize(
    "published",
    [
        {"issuer": "https://evil.example"},
        {"issuer": None},
        {"authorization_endpoint": "http://evil.example/authorize"},
        {"authorization_endpoint": "javascript:alert(1)"},
        {"authorization_endpoint": "https://school.example/\r\nSet-Cookie: a=b"},
        {"authorization_endpoint": 7},
        {"token_endpoint": "http://evil.example/token"},
        {"token_endpoint": "file:///etc/passwd"},
        {"jwks_uri": "//evil.example/keys"},
        {"userinfo_endpoint": "http://[::1"},
        {"id_token_signing_alg_values_supported": 7},
    ],
    ids=str,
)
def test_what_a_provider_publishes_must_be_its_own_and_safe(
    learner: Learner, provider: OpenIdProvider, count: Count, published: dict[str, Any]
) -> None:
    provider.published = published
    assert learner.send(START, {}, follow=False).status == 502
    assert count() == {}


@pytest.mark.parametrize(("letters", "status"), [(200_000, 200), (300_000, 502)])
def test_an_answer_is_not_read_beyond_its_limit(
    learner: Learner, provider: OpenIdProvider, letters: int, status: int
) -> None:
    provider.published = {"and_more": "x" * letters}
    assert learner.send(START, {}, follow=False).status == status


@pytest.mark.parametrize(("iss", "status"), [(None, 502), ("https://evil.example", 502), ("", 200)])
def test_a_provider_that_names_itself_must_be_named_in_what_comes_back(
    learner: Learner, provider: OpenIdProvider, iss: str | None, status: int
) -> None:
    provider.published = {"authorization_response_iss_parameter_supported": True}
    back = visit(set_out(learner))
    back += "" if iss is None else f"&iss={iss or provider.issuer}"
    assert learner.get(back).status == status


def test_the_reason_stands_on_one_line_of_the_log_without_the_secret(
    learner: Learner, provider: OpenIdProvider, caplog: pytest.LogCaptureFixture
) -> None:
    provider.answers["/token"] = lambda: as_json({"error": "invalid_client\nINFO all is well"}, 401)
    through(learner)
    (line,) = [record.getMessage() for record in caplog.records if record.name == "examformer"]
    assert "invalid_client" in line
    assert "\n" not in line
    assert SECRET not in caplog.text


# How often


def test_an_address_sets_out_only_so_often(
    settings: Settings, make: Make, provider: OpenIdProvider, count: Count
) -> None:
    app = make(at(settings, provider, openid_per_address="3/hour"))
    learner = new_learner(app)
    assert [learner.send(START, {}, follow=False).status for _ in range(5)] == [200, 200, 200, 429, 429]
    assert sign_in(learner).status == 422
    assert count() == {"links": 3}
    assert new_learner(app, "10.0.0.2").send(START, {}, follow=False).status == 200


def test_passwords_are_not_tried_out_where_an_account_is_connected(
    settings: Settings, make: Make, provider: OpenIdProvider
) -> None:
    app = make(at(settings, provider, wrong_passwords_per_email="3/hour"))
    form = {"email": EMAIL, "password": OTHER_PASSWORD}
    sent = [new_learner(app).send("/account/openid/password", form) for _ in range(6)]
    assert [page.status for page in sent] == [422] * 4 + [429] * 2


# The settings


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"ISSUER": "https://school.example"}, "EXAMFORMER_OPENID_ISSUER needs EXAMFORMER_OPENID_CLIENT_ID"),
        ({"ISSUER": "https://school.example", "CLIENT_ID": "a"}, "needs EXAMFORMER_OPENID_CLIENT_ID"),
        (
            {"ISSUER": "https://school.example", "CLIENT_SECRET": "hushed"},
            "needs EXAMFORMER_OPENID_CLIENT_ID",
        ),
        ({"ISSUER": "http://school.example"}, "EXAMFORMER_OPENID_ISSUER: must be https"),
        ({"ISSUER": "school.example"}, "EXAMFORMER_OPENID_ISSUER: must be https"),
        ({"ISSUER": "https://school.example?a=b"}, "EXAMFORMER_OPENID_ISSUER: must be https"),
        ({"ROLES": "teachers"}, "EXAMFORMER_OPENID_ROLES: must be CLAIM=VALUE"),
        ({"ROLES": "=teachers"}, "EXAMFORMER_OPENID_ROLES: must be CLAIM=VALUE"),
    ],
)
def test_settings_that_do_not_fit_are_named_and_the_secret_is_not_said(
    monkeypatch: pytest.MonkeyPatch, chosen: dict[str, str], said: str
) -> None:
    for name, value in ({"CLIENT_SECRET": ""} | chosen).items():
        monkeypatch.setenv(f"EXAMFORMER_OPENID_{name}", value)
    read_settings.cache_clear()
    with pytest.raises(BadSettings, match=re.escape(said)) as refused:
        read_settings()
    assert "hushed" not in f"{refused.value} {refused.value.__cause__}"


def test_the_secret_is_printed_nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    chosen = {"ISSUER": "https://school.example/realm", "CLIENT_ID": "a", "CLIENT_SECRET": "hushed"}
    for name, value in chosen.items():
        monkeypatch.setenv(f"EXAMFORMER_OPENID_{name}", value)
    made = Settings()
    assert made.openid_client_secret.get_secret_value() == "hushed"
    assert "hushed" not in f"{made!r} {made} {made.model_dump()}"
