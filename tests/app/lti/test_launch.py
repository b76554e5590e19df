"""Launches: who is let in as whom, and nobody by a lie, a replay, another's state or a foreign key."""

import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from fastapi import FastAPI

from app.database.connection import Database
from app.identity.store import people
from app.identity.store.people import Role
from app.lti import launch
from app.lti.protocol import id_token
from app.settings import Settings
from tests.app.accounts.members import (
    DOMAIN,
    OTHER_PASSWORD,
    PASSWORD,
    is_signed_in,
    link_to,
    member,
    sign_up,
)
from tests.app.courses.taught_course import Lecture, assignment
from tests.app.learner import COSINE, Count, Make, new_learner, on_both
from tests.app.lti.platform import (
    CLIENT,
    DL,
    INSTRUCTOR,
    LTI,
    OTHER_KEY,
    Platform,
    Said,
    platform,
)
from tests.app.lti.visits import FRAME, SITE, connect, register, sent_to, visit, visit_of, with_platforms

LAUNCHES = "lti_launches"
NOBODY = {"lti_platforms": 1, "lti_keys": 1}


@pytest.fixture(autouse=True)
def known(app: FastAPI, there: Platform) -> None:
    """The course of the platform is connected: Lin has launched it once, and opened a course."""
    lin = visit(app, there)
    lin.enter(
        there.user("lin", name="Prof. Lin", email="lin@school.example", roles=[INSTRUCTOR]), there.link()
    )
    lin.learner.send("/lti/entry/course", {"title": "Language models"})


# Login initiation


@pytest.mark.parametrize("form", [False, True])
def test_a_login_goes_on_to_the_platform_with_all_that_the_standard_asks_for(
    app: FastAPI, there: Platform, form: bool
) -> None:
    link = there.link()
    page = visit(app, there).begin(there.user("ada"), link, form=form)
    asked = {name: value for name, (value,) in parse_qs(urlsplit(sent_to(page)).query).items()}
    assert {
        "scope": "openid",
        "response_type": "id_token",
        "response_mode": "form_post",
        "prompt": "none",
    }.items() <= asked.items()
    assert (asked["client_id"], asked["redirect_uri"]) == (CLIENT, f"{SITE}/lti/launch")
    assert (asked["login_hint"], asked["lti_message_hint"]) == ("ada", link.id)
    assert asked["state"] != asked["nonce"]
    cookie = page.headers["set-cookie"]
    assert "Secure; HttpOnly; SameSite=None; Partitioned" in cookie


def test_only_the_platform_may_frame_the_pages_of_a_launch_and_nobody_any_other(
    app: FastAPI, there: Platform
) -> None:
    one = visit(app, there)
    user, link = there.user("ada"), there.link()
    begun, entered = one.begin(user, link, FRAME), one.launch(user, link, FRAME)
    for page in (begun, entered):
        policy = page.headers["content-security-policy"]
        assert re.search(r"frame-ancestors (.*?);", policy)[1] == there.issuer  # type: ignore[index]
    for address in ("/", "/lti/entry", "/lti/connected", "/account"):
        assert "frame-ancestors 'none'" in one.learner.get(address).headers["content-security-policy"]


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ({"iss": "https://stranger.example"}, 404),
        ({"client_id": "another"}, 404),
        ({"login_hint": ""}, 400),
        ({"target_link_uri": "https://elsewhere.example/lti/launch"}, 400),
        ({"target_link_uri": ""}, 400),
        ({"lti_deployment_id": "2"}, 403),
        ({"iss": "\0"}, 404),
        ({"login_hint": "x" * 9000}, 400),
    ],
)
def test_a_login_of_a_stranger_goes_nowhere_and_leaves_nothing(
    app: FastAPI, there: Platform, count: Count, said: Any, status: int
) -> None:
    before = count()
    page = visit(app, there).begin(there.user("ada"), there.link(), **said)
    assert page.status == status
    assert "refresh" not in page.headers
    assert count() == before


def test_where_two_clients_share_an_issuer_the_platform_must_say_which_is_meant(
    app: FastAPI, there: Platform
) -> None:
    register(app, there, client_id="another")
    one, user, link = visit(app, there), there.user("ada"), there.link()
    assert one.begin(user, link, client_id="").status == 404
    assert one.begin(user, link, client_id=CLIENT).status == 200


def test_launches_of_one_address_are_counted(settings: Settings, make: Make, there: Platform) -> None:
    few = make(with_platforms(settings).model_copy(update={"launches_per_address": "3/hour"}))
    register(few, there, client_id="counted")
    user, link = there.user("ada"), there.link()
    tries = [visit(few, there).begin(user, link, client_id="counted").status for _ in range(4)]
    assert tries == [200, 200, 200, 429]


# In


@on_both
def test_a_student_gets_an_account_and_a_place_in_the_course_and_finds_both_again(
    app: FastAPI, there: Platform, count: Count
) -> None:
    user, link = there.user("ada"), there.link("/study/2.5")
    one, before = visit(app, there), count()
    page = one.enter(user, link)
    assert (page.status, page.address) == (200, "/study/2.5")
    assert '<a class="me" href="/account">Ada Lovelace</a>' in page.html
    assert "Language models" in one.learner.get("/courses").text
    user.email, user.name = "ada@elsewhere.example", "Countess"  # who it is, is the subject
    other = visit(app, there)
    assert '<a class="me" href="/account">Ada Lovelace</a>' in other.enter(user, link).html
    after = count()
    assert after["people"] == before["people"] + 1
    assert after["identities"] == before["identities"] + 1
    assert after["members"] == before["members"] + 1
    assert LAUNCHES not in {name for name, n in after.items() if n > before.get(name, 0)}


def test_a_launch_names_who_is_about_to_enter_and_signs_nobody_in_before_the_button(
    app: FastAPI, there: Platform
) -> None:
    one = visit(app, there)
    page = one.launch(there.user("ada"), there.link(), FRAME)
    assert "You come from Moodle as Ada Lovelace" in page.text
    assert 'target="_blank"' in page.html
    assert not is_signed_in(one.learner)
    one.learner.send(page.action, page.fields)
    assert is_signed_in(one.learner)


@pytest.mark.parametrize(
    ("locale", "says"), [("de_CH", "Du kommst von Moodle"), ("fr", "You come from"), (7, "You come from")]
)
def test_the_frame_speaks_the_language_of_the_platform_unless_another_is_chosen(
    app: FastAPI, there: Platform, locale: object, says: str
) -> None:
    there.told = {f"{LTI}launch_presentation": {"locale": locale}}
    one, user, link = visit(app, there), there.user("ada"), there.link()
    assert says in one.launch(user, link, FRAME).text
    one.learner.client.cookies.set("examformer_language", "en", domain=DOMAIN)
    assert "You come from" in one.launch(user, link, FRAME).text


def test_the_form_is_sent_by_itself_only_in_a_window_of_its_own_that_set_out(
    app: FastAPI, there: Platform
) -> None:
    user, link = there.user("ada"), there.link()
    assert "data-sends-itself" in visit(app, there).launch(user, link).html
    assert "data-sends-itself" not in visit(app, there).launch(user, link, FRAME).html
    without = visit(app, there, keeps=False).launch(user, link)
    assert "data-sends-itself" not in without.html
    assert "Ada Lovelace" in without.text


def test_a_state_of_another_browser_is_not_bound_to_this_one_and_enters_nobody_by_itself(
    app: FastAPI, there: Platform
) -> None:
    attacker, victim = visit(app, there), visit(app, there)
    begun = attacker.begin(there.user("mallory", name="Mallory"), there.link())
    victim.begin(there.user("ada"), there.link())
    page = victim.arrive(there.returned(sent_to(begun)))
    assert "data-sends-itself" not in page.html
    assert "Mallory" in page.text
    assert not is_signed_in(victim.learner)


def test_a_state_works_once(app: FastAPI, there: Platform) -> None:
    one = visit(app, there)
    returned = there.returned(sent_to(one.begin(there.user("ada"), there.link())))
    assert one.arrive(returned).status == 200
    for again in (one, visit(app, there)):
        page = again.arrive(returned)
        assert page.status == 400
        assert "This launch is over, or it did not begin here." in page.text


def test_the_button_works_once(app: FastAPI, there: Platform) -> None:
    one = visit(app, there)
    page = one.launch(there.user("ada"), there.link())
    thief = visit(app, there)
    assert one.learner.send(page.action, page.fields).status == 200
    assert thief.learner.send(page.action, page.fields).status == 400
    assert not is_signed_in(thief.learner)


def test_the_secret_of_the_button_is_over_after_two_minutes(
    app: FastAPI, there: Platform, store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert timedelta(minutes=2) == launch.WAITS
    monkeypatch.setattr(launch, "WAITS", timedelta(seconds=-1))
    one = visit(app, there)
    page = one.launch(there.user("ada"), there.link())
    assert one.learner.send(page.action, page.fields).status == 400
    assert not is_signed_in(one.learner)


@pytest.mark.parametrize(
    "told",
    [
        {"aud": "another"},
        {"aud": [CLIENT, "another"]},  # without an azp
        {"aud": [CLIENT, "another"], "azp": "another"},
        {"azp": "another"},
        {"iss": "https://stranger.example"},
        {"nonce": "of another launch"},
        {"nonce": None},
        {"exp": None},
        {"iat": None},
        {"sub": None},
        {"sub": ""},
        {"sub": 7},
        {"sub": "x" * 256},
        {f"{LTI}version": "1.1"},
        {f"{LTI}version": None},
        {f"{LTI}message_type": "LtiSubmissionReviewRequest"},
        {f"{LTI}message_type": None},
        {f"{LTI}deployment_id": "2"},
        {f"{LTI}deployment_id": None},
        {f"{LTI}resource_link": None},
        {f"{LTI}resource_link": {"title": "without an id"}},
        {f"{LTI}context": {"id": ""}},
        {f"{LTI}context": "a text"},
        {f"{LTI}roles": "a text"},
        {f"{LTI}target_link_uri": "https://elsewhere.example/"},
        {f"{LTI}message_type": "LtiDeepLinkingRequest"},
    ],
    ids=str,
)
def test_a_token_that_is_not_for_us_now_and_here_lets_nobody_in(
    app: FastAPI, there: Platform, count: Count, told: Said
) -> None:
    refuse(app, there, count, told)


@pytest.mark.parametrize(("claim", "seconds"), [("exp", -120), ("iat", 3600)])
def test_a_token_of_another_time_lets_nobody_in(
    app: FastAPI, there: Platform, count: Count, claim: str, seconds: int
) -> None:
    refuse(app, there, count, {claim: int(time.time()) + seconds})


def refuse(app: FastAPI, there: Platform, count: Count, told: Said) -> None:
    before, one = count(), visit(app, there)
    there.told = told
    page = one.launch(there.user("ada"), there.link())
    assert page.status == 403, page.text
    assert "secret" not in page.fields
    assert f"frame-ancestors {there.issuer}" in page.headers["content-security-policy"]
    assert not {"/", "/topics", "/account"} & set(page.links)  # none of them may stand in the frame
    after = count()
    assert after.pop(LAUNCHES) == before.pop(LAUNCHES, 0) + 1
    assert after == before


@pytest.mark.parametrize(("claim", "seconds"), [("exp", -30), ("iat", 40)])
def test_two_clocks_may_differ_by_a_minute(app: FastAPI, there: Platform, claim: str, seconds: int) -> None:
    there.told = {claim: int(time.time()) + seconds}
    assert visit(app, there).launch(there.user("ada"), there.link()).status == 200


def test_what_need_not_be_said_may_be_said(app: FastAPI, there: Platform) -> None:
    there.told = {
        "azp": CLIENT,
        "aud": [CLIENT, "another"],
        "unknown": {"claim": 1},
        f"{LTI}custom": {"a": 1},
    }
    assert visit(app, there).launch(there.user("ada"), there.link()).status == 200


@pytest.mark.parametrize(
    "sign",
    [
        lambda there: there.unsigned,
        lambda there: there.signed_by_hash,
        lambda there: there.signed_with(OTHER_KEY),
        lambda there: lambda claims: there.signed(claims)[:-6] + "AAAAAA",
        lambda there: lambda claims: "no token at all",
        lambda there: lambda claims: "",
        lambda there: lambda claims: "a.b.c",
        lambda there: lambda claims: there.signed(claims) + "." + there.signed(claims),
    ],
    ids=["unsigned", "by hash", "another key", "changed", "no token", "nothing", "rubbish", "two"],
)
def test_a_token_without_the_platforms_signature_lets_nobody_in(
    app: FastAPI, there: Platform, count: Count, sign: Callable[[Platform], Callable[[Said], str]]
) -> None:
    before = count()
    there.sign = sign(there)
    page = visit(app, there).launch(there.user("ada"), there.link())
    assert page.status == 403
    after = count()
    assert after.pop(LAUNCHES) == before.pop(LAUNCHES, 0) + 1
    assert after == before


def test_a_platform_cannot_speak_for_another(app: FastAPI, there: Platform) -> None:
    with platform(key=OTHER_KEY) as other:
        register(app, other)
        other.told = {"iss": there.issuer}
        one = visit(app, other)
        assert one.launch(other.user("ada"), other.link()).status == 403
        begun = visit(app, there).begin(there.user("ada"), there.link())
        nonce = parse_qs(urlsplit(sent_to(begun)).query)
        claims = other.claims(other.users["ada"], None, nonce["nonce"][0]) | {"iss": there.issuer}
        forged = {"id_token": other.signed(claims), "state": nonce["state"][0]}
        assert visit(app, there).arrive(forged).status == 403


def test_new_keys_of_the_platform_are_found(
    app: FastAPI, there: Platform, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = visit(app, there)
    assert one.launch(there.user("ada"), there.link()).status == 200
    there.key = OTHER_KEY
    asked = there.asked.count("/keys")
    assert one.launch(there.users["ada"], there.link()).status == 403  # asked for just now
    assert there.asked.count("/keys") == asked
    monkeypatch.setattr(id_token, "SELDOM", 0.0)
    assert one.launch(there.users["ada"], there.link()).status == 200


def test_a_platform_whose_keys_do_not_come_is_said_to_be_down(app: FastAPI, there: Platform) -> None:
    app.state.platform_keys.__init__()
    there.goes_down("/keys")
    page = visit(app, there).launch(there.user("ada"), there.link(), FRAME)
    assert page.status == 503
    assert "does not answer" in page.text
    assert f"frame-ancestors {there.issuer}" in page.headers["content-security-policy"]
    there.answers = {"/keys": lambda: (200, {"Content-Type": "application/json"}, b"[1, 2]")}
    assert visit(app, there).launch(there.users["ada"], there.link()).status == 403
    there.answers = {"/keys": lambda: (302, {"Location": "http://127.0.0.1:1/"}, b"")}
    assert visit(app, there).launch(there.users["ada"], there.link()).status == 403


def test_somebody_whom_the_platform_no_longer_knows_is_told_to_begin_anew(
    app: FastAPI, there: Platform
) -> None:
    one, user, link = visit(app, there), there.user("ada"), there.link()
    begun = one.begin(user, link)
    del there.users["ada"]
    page = one.arrive(there.returned(sent_to(begun)))
    assert (page.status, "no longer signed in to the learning platform" in page.text) == (403, True)


def test_other_addresses_take_no_form_of_another_site(app: FastAPI, there: Platform) -> None:
    one = visit(app, there)
    page = one.launch(there.user("ada"), there.link())
    headers = {"Sec-Fetch-Site": "cross-site"}
    for address in ("/lti/enter", "/lti/entry/here", "/lti/entry/course", "/lti/launch/", "/lti/platforms"):
        answer = one.learner.client.post(address, data=page.fields, headers=headers)
        assert answer.status_code == 403, address
    assert one.learner.send(page.action, page.fields).status == 200


@pytest.mark.long("ten browsers at one moment")
@on_both
def test_ten_launches_of_one_new_person_make_one_account(app: FastAPI, there: Platform, count: Count) -> None:
    user, link, before = there.user("ada"), there.link("/study/2.5"), count()
    visits = [visit(app, there) for _ in range(10)]
    pages = [one.launch(user, link) for one in visits]
    barrier = Barrier(10)

    def enter(n: int) -> str:
        barrier.wait()
        return visits[n].learner.send(pages[n].action, pages[n].fields).address

    with ThreadPoolExecutor(10) as pool:
        assert set(pool.map(enter, range(10))) == {"/study/2.5"}
    after = count()
    for table in ("people", "identities", "members", "lti_members"):
        assert after[table] == before[table] + 1, table
    assert after["sessions"] == before["sessions"] + 10


@pytest.mark.long("a lecture hall at one moment")
@on_both
def test_ten_people_who_come_to_one_assignment_at_one_moment_are_all_in(
    app: FastAPI, there: Platform, nlp: Lecture, count: Count
) -> None:
    there.context = "another"
    connect(app, there, nlp, "teacher")
    link, before = there.link(assignment(nlp, COSINE)), count()
    visits = [visit(app, there) for _ in range(10)]
    pages = [
        one.launch(there.user(f"s{n}", name=f"S {n}", email=f"s{n}@x.org"), link)
        for n, one in enumerate(visits)
    ]
    barrier = Barrier(10)

    def enter(n: int) -> str:
        barrier.wait()
        return visits[n].learner.send(pages[n].action, pages[n].fields).address

    with ThreadPoolExecutor(10) as pool:
        assert {f"{SITE}{address}" for address in pool.map(enter, range(10))} == {link.target}
    after = count()
    for table in ("people", "identities", "members", "lti_members"):
        assert after[table] == before[table] + 10, table
    assert after["lti_line_items"] == 1


# Who is known by an e-mail alone


def test_an_e_mail_opens_no_account_that_exists(app: FastAPI, there: Platform, count: Count) -> None:
    owner = member(app, email="ada@school.example")
    one, before = visit(app, there), count()
    page = one.enter(there.user("ada"), there.link())
    assert page.address == "/lti/entry"
    assert "There is one with your e-mail" in page.text
    assert not is_signed_in(one.learner)
    assert count()["identities"] == before["identities"]
    page = one.learner.send("/lti/entry/sign-up", {"email": "ada@school.example"})
    assert (page.status, "There is an account with this e-mail" in page.text) == (422, True)
    page = one.learner.send("/lti/entry/sign-in", {"email": owner.email, "password": "not this one, surely"})
    assert (page.status, "do not belong together" in page.text) == (422, True)
    assert not is_signed_in(one.learner)


def test_the_account_is_connected_by_its_password(app: FastAPI, there: Platform, count: Count) -> None:
    sign_up(new_learner(app), "ada@school.example")
    one = visit(app, there)
    one.enter(there.user("ada"), there.link("/study/2.5"))
    before = count()["people"]
    page = one.learner.send("/lti/entry/sign-in", {"email": "ada@school.example", "password": PASSWORD})
    assert page.address == "/study/2.5"
    assert is_signed_in(one.learner)
    other = visit(app, there)
    assert other.enter(there.users["ada"], there.link("/study/2.5")).address == "/study/2.5"
    assert count()["people"] == before


def test_the_account_that_is_signed_in_is_connected_by_a_button_and_not_by_itself(
    app: FastAPI, there: Platform
) -> None:
    owner = member(app, email="countess@school.example", name="Countess")
    one = visit_of(app, there, owner)
    page = one.enter(there.user("ada"), there.link("/study/2.5"))
    assert page.address == "/lti/entry"
    assert "Go on as Countess" in page.text
    assert one.learner.send("/lti/entry/here", {}).address == "/study/2.5"
    other = visit(app, there)
    assert (
        '<a class="me" href="/account">Countess</a>'
        in other.enter(there.users["ada"], there.link("/study/2.5")).html
    )


def test_whoever_has_a_password_can_end_that_a_platform_opens_the_account(
    app: FastAPI, there: Platform
) -> None:
    sign_up(new_learner(app), "ada@school.example")
    one = visit(app, there)
    one.enter(there.user("ada"), there.link("/study/2.5"))
    one.learner.send("/lti/entry/sign-in", {"email": "ada@school.example", "password": PASSWORD})
    page = one.learner.get("/account")
    assert "Moodle opens this account" in page.text
    address = re.search("/lti/openers/[0-9]+/end", page.html)
    assert address
    other = visit(app, there)
    other.enter(there.user("eve", email="eve@x.org"), there.link("/study/2.5"))
    page = other.learner.get("/account")
    assert "Moodle opens this account" in page.text
    assert "This account has no password." in page.text
    assert "/lti/openers/" not in page.html  # without a password it is the only way in
    assert other.learner.send(address[0], {}).status == 409
    assert "Moodle opens this account" in one.learner.get("/account").text
    assert "Moodle opens this account" not in one.learner.send(address[0], {}).text
    assert visit(app, there).enter(there.users["ada"], there.link("/study/2.5")).address == "/lti/entry"


def test_without_an_e_mail_one_is_typed(app: FastAPI, there: Platform) -> None:
    one = visit(app, there)
    page = one.enter(there.user("ada", email=None), there.link("/study/2.5"))
    assert "does not tell your e-mail" in page.text
    assert one.learner.send("/lti/entry/sign-up", {"email": "no address"}).status == 422
    assert one.learner.send("/lti/entry/sign-up", {"email": "ada@home.example"}).address == "/study/2.5"
    assert is_signed_in(one.learner)


def test_whoever_tries_e_mails_is_slowed_down(settings: Settings, make: Make, there: Platform) -> None:
    few = make(with_platforms(settings).model_copy(update={"sign_ups_per_course": "2/hour"}))
    register(few, there, client_id="counted")
    one, said = visit(few, there), {f"{LTI}context": None, "aud": "counted"}
    there.told = said
    begun = one.begin(there.user("ada", email=None), there.link("/study/2.5"), client_id="counted")
    page = one.arrive(there.returned(sent_to(begun).replace("counted", CLIENT)))
    one.learner.send(page.action, page.fields)
    tries = [one.learner.send("/lti/entry/sign-up", {"email": "no address"}).status for _ in range(3)]
    assert tries == [422, 422, 429]


def test_a_link_to_a_new_password_ends_what_the_platform_opens(app: FastAPI, there: Platform) -> None:
    one = visit(app, there)
    one.enter(there.user("ada"), there.link("/study/2.5"))
    database: Database = app.state.database
    with database.read() as connection:
        account = people.account(connection, "ada@school.example")
    assert account is not None
    assert account.role is Role.STUDENT
    visit(app, there).learner.send(link_to(database, account.id), {"password": OTHER_PASSWORD})
    assert visit(app, there).enter(there.users["ada"], there.link("/study/2.5")).address == "/lti/entry"


def test_the_same_subject_of_another_client_is_somebody_else(app: FastAPI, there: Platform) -> None:
    one = visit(app, there)
    one.enter(there.user("ada"), there.link("/study/2.5"))
    with platform(key=OTHER_KEY) as other:
        register(app, other)
        stranger = visit(app, other)
        other.told = {f"{LTI}context": None}
        page = stranger.enter(other.user("ada", name="Another Ada"), other.link("/study/2.5"))
        assert page.address == "/lti/entry"
        assert "There is one with your e-mail" in page.text


def test_the_reason_stands_in_the_log_and_not_on_the_page(
    app: FastAPI, there: Platform, caplog: pytest.LogCaptureFixture
) -> None:
    there.told = {f"{LTI}version": "1.1"}
    page = visit(app, there).launch(there.user("ada"), there.link())
    assert "version" in caplog.text
    assert "version" not in page.text


def test_a_deep_linking_request_without_its_settings_is_refused(app: FastAPI, there: Platform) -> None:
    there.told = {f"{DL}deep_linking_settings": None}
    assert visit(app, there).launch(there.users["lin"], None).status == 403
