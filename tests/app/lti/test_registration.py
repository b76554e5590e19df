"""Platforms that are registered: by hand, by themselves with an address that works once, and our keys."""

from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from fastapi import FastAPI
from joserfc import jwt
from joserfc.jwk import KeySet

from app.database.connection import Database
from app.identity.store.people import Role
from app.lti import keys
from app.lti.store import platforms
from app.settings import Settings
from tests.app.accounts.members import Member, link_to, member
from tests.app.learner import Make, Page
from tests.app.lti.platform import CLIENT, DEPLOYMENT, INSTRUCTOR, Platform, as_json
from tests.app.lti.visits import SITE, visit, with_platforms

FORM = {
    "title": "Moodle", "issuer": "https://moodle.example", "client_id": "7",
    "authorization": "https://moodle.example/mod/lti/auth.php",
    "token": "https://moodle.example/mod/lti/token.php",
    "keys": "https://moodle.example/mod/lti/certs.php",
    "deployments": "1\r\n 2 \r\n\r\n1", "origins": "https://other.example", "instructors": "true",
}  # fmt: skip


@pytest.fixture
def app(settings: Settings, make: Make, there: Platform) -> FastAPI:
    """Without a platform."""
    made = make(with_platforms(settings))
    there.published = lambda: keys.published(made.state.database)
    return made


@pytest.fixture
def admin(app: FastAPI) -> Member:
    return member(app, Role.ADMINISTRATOR)


def only(app: FastAPI) -> platforms.Platform:
    database: Database = app.state.database
    with database.read() as connection:
        (found,) = platforms.every(connection)
    return found


# By hand


def test_an_administrator_registers_changes_and_removes_a_platform(app: FastAPI, admin: Member) -> None:
    page = admin.learner.get("/lti/platforms")
    for address in ("/lti/login", "/lti/launch", "/lti/keys", "/lti/configuration.json"):
        assert f'value="http://testserver{address}"' in page.html
    page = admin.learner.send("/lti/platforms", FORM)
    assert "Saved." in page.text
    made = only(app).details
    assert (made.title, made.issuer, made.client_id) == ("Moodle", "https://moodle.example", "7")
    assert (made.deployments, made.origins, made.makes_instructors) == (
        ("1", "2"),
        ("https://other.example",),
        True,
    )
    changed = {name: value for name, value in FORM.items() if name != "instructors"} | {"title": "Our Moodle"}
    page = admin.learner.send(page.address, changed)
    assert "<h1>Our Moodle</h1>" in page.html
    assert only(app).details.makes_instructors is False
    assert "Our Moodle" in admin.learner.get("/lti/platforms").text
    admin.learner.send(f"{page.address}/remove", {})
    assert "Our Moodle" not in admin.learner.get("/lti/platforms").text


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("title", " ", "This is needed."),
        ("client_id", "x" * 71, "This is too long."),
        ("issuer", "http://moodle.example", "An address with https:// is needed."),
        ("token", "ftp://moodle.example", "An address with https:// is needed."),
        ("keys", "https://", "An address with https:// is needed."),
        ("authorization", "https://moodle.example;script-src'unsafe-inline'/", "An address with https:// is needed."),
        ("authorization", "https://a@moodle.example/", "An address with https:// is needed."),
        ("origins", "https://moodle.example\nhttps://*.example", "An address with https:// is needed."),
        ("deployments", "x" * 256, "This is too long."),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_said_beside_its_field_and_nothing_is_stored(
    app: FastAPI, admin: Member, field: str, value: str, says: str
) -> None:
    page = admin.learner.send("/lti/platforms", FORM | {field: value})
    assert page.status == 422
    assert says in page.text
    assert f'id="fault-{field}"' in page.html
    with app.state.database.read() as connection:
        assert platforms.every(connection) == []


def test_a_platform_on_this_machine_needs_a_setting(settings: Settings, make: Make, there: Platform) -> None:
    here = FORM | dict.fromkeys(("issuer", "authorization", "token", "keys"), there.issuer)
    for chosen, status in ((settings, 422), (with_platforms(settings), 200)):
        one = make(chosen)
        assert member(one, Role.ADMINISTRATOR).learner.send("/lti/platforms", here).status == status


def test_the_same_client_of_an_issuer_is_registered_once(app: FastAPI, admin: Member) -> None:
    assert admin.learner.send("/lti/platforms", FORM).status == 200
    page = admin.learner.send("/lti/platforms", FORM)
    assert (page.status, "is registered already" in page.text) == (422, True)
    assert admin.learner.send("/lti/platforms", FORM | {"client_id": "8"}).status == 200
    assert admin.learner.send("/lti/platforms/2", FORM).status == 422


# Keys


def test_a_new_key_signs_and_the_one_before_is_still_published(
    app: FastAPI, admin: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert admin.learner.get("/lti/keys").html == '{"keys":[]}'
    admin.learner.send("/lti/platforms", FORM)
    before = keys.signed(app.state.database, {"iss": "us"})
    page = admin.learner.send("/lti/platforms/keys", {})
    assert "The new key signs from now on." in page.text
    after = keys.signed(app.state.database, {"iss": "us"})
    published: Any = keys.published(app.state.database)
    assert len(published["keys"]) == 2
    assert not any({"d", "p", "q"} & one.keys() for one in published["keys"])
    for token in (before, after):
        assert jwt.decode(token, KeySet.import_key_set(published), ["RS256"]).claims["iss"] == "us"
    public = KeySet.import_key_set(published)
    first, second = (jwt.decode(one, public, ["RS256"]).header["kid"] for one in (before, after))
    assert first != second
    monkeypatch.setattr(keys, "OUTLIVES", timedelta(seconds=-1))
    admin.learner.send("/lti/platforms/keys", {})
    left = {one["kid"] for one in keys.published(app.state.database)["keys"]}
    assert (first in left, second in left, len(left)) == (False, True, 2)


def test_canvas_reads_our_configuration(app: FastAPI, admin: Member) -> None:
    said = admin.learner.client.get("/lti/configuration.json").json()
    assert said["oidc_initiation_url"] == "http://testserver/lti/login"
    assert said["public_jwk_url"] == "http://testserver/lti/keys"
    placements = said["extensions"][0]["settings"]["placements"]
    assert {one["message_type"] for one in placements} == {"LtiDeepLinkingRequest"}
    assert len(said["scopes"]) == 4


# By itself


def invitation(admin: Member) -> str:
    page = admin.learner.send("/lti/platforms/invitation", {})
    return page.html.partition('id="made" readonly value="http://testserver')[2].partition('"')[0]


def opened(app: FastAPI, there: Platform, address: str) -> Page:
    """The platform opens the address, as the standard says."""
    where = quote(f"{there.issuer}/.well-known/openid-configuration", safe="")
    sent = f"openid_configuration={where}&registration_token=registration%20token"
    return visit(app, there).learner.get(f"{address}?{sent}")


def test_a_platform_registers_itself_and_people_come_from_it(
    app: FastAPI, there: Platform, admin: Member
) -> None:
    address = invitation(admin)
    page = opened(app, there, address)
    assert "Register this platform with Examformer?" in page.text
    assert f"frame-ancestors {there.issuer};" in page.headers["content-security-policy"]
    assert there.registered == []
    page = visit(app, there).learner.send(page.action, page.fields)
    assert "Examplelms is registered" in page.text
    assert f'data-origin="{there.issuer}"' in page.html
    assert page.headers["cross-origin-opener-policy"] == "unsafe-none"
    told = there.registered[0]
    assert told["initiate_login_uri"] == f"{SITE}/lti/login"
    assert told["redirect_uris"] == [f"{SITE}/lti/launch"]
    made = only(app).details
    assert (made.client_id, made.deployments, made.token) == (CLIENT, (DEPLOYMENT,), f"{there.issuer}/token")
    lin = visit(app, there)
    lin.enter(there.user("lin", roles=[INSTRUCTOR]), there.link())
    assert lin.learner.send("/lti/entry/course", {"title": "Mine"}).status == 200


def test_an_invitation_works_once_and_a_newer_one_ends_it(
    app: FastAPI, there: Platform, admin: Member
) -> None:
    first = invitation(admin)
    second = invitation(admin)
    assert opened(app, there, first).status == 404
    page = opened(app, there, second)
    assert visit(app, there).learner.send(page.action, page.fields).status == 200
    assert opened(app, there, second).status == 404
    assert visit(app, there).learner.send(page.action, page.fields).status == 404
    assert len(there.registered) == 1
    assert admin.learner.get(second.replace("/lti/register/", "/link/")).status == 404


def test_a_link_to_a_password_is_no_invitation(app: FastAPI, there: Platform, admin: Member) -> None:
    link = link_to(app.state.database, admin.id)
    assert opened(app, there, link.replace("/link/", "/lti/register/")).status == 404


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ({"issuer": "https://elsewhere.example"}, 502),
        ({"token_endpoint": "http://elsewhere.example/token"}, 502),
        ({"jwks_uri": None}, 502),
        ({"registration_endpoint": 7}, 502),
        ({"authorization_endpoint": "https://x;script-src */"}, 502),
    ],
)  # fmt: skip
def test_a_configuration_that_is_not_the_platforms_own_registers_nothing_and_can_be_mended(
    app: FastAPI, there: Platform, admin: Member, wrong: dict[str, object], status: int
) -> None:
    page = opened(app, there, invitation(admin))
    told = {name: value for name, value in (there.configuration() | wrong).items() if value is not None}
    there.answers["openid-configuration"] = lambda: as_json(told)
    assert visit(app, there).learner.send(page.action, page.fields).status == status
    assert there.registered == []
    there.answers = {}
    assert visit(app, there).learner.send(page.action, page.fields).status == 200


@pytest.mark.parametrize(
    "where", ["", "http://elsewhere.example/", "file:///etc/passwd", "javascript:alert(1)"]
)
def test_a_configuration_at_no_safe_address_is_not_asked_for(
    app: FastAPI, there: Platform, admin: Member, where: str
) -> None:
    address = invitation(admin)
    assert (
        visit(app, there).learner.get(f"{address}?openid_configuration={quote(where, safe='')}").status == 502
    )
    assert visit(app, there).learner.send(address, {"openid_configuration": where}).status == 502


def test_a_platform_that_refuses_registration_is_not_stored(
    app: FastAPI, there: Platform, admin: Member
) -> None:
    page = opened(app, there, invitation(admin))
    fields = page.fields | {"registration_token": "another"}
    assert visit(app, there).learner.send(page.action, fields).status == 502
    with app.state.database.read() as connection:
        assert platforms.every(connection) == []
