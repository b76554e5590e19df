"""Signing in at an OpenID provider in a real Chromium: away over its own page and back, under our strict policy."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.app.accounts.members import PASSWORD
from tests.app.accounts.openid_provider import CLIENT, SECRET, OpenIdProvider, openid_provider
from tests.app.bank import small_bank
from tests.app.server import Server, serving
from tests.browser.accounts.test_account import sign_up
from tests.browser.conftest import axe_violations
from tests.browser.web.test_looks import LOOKS, faults

BUTTON = "Sign in with School"
QUESTION = "surprise-of-a-sentence"


@pytest.fixture(scope="module")
def provider() -> Iterator[OpenIdProvider]:
    with openid_provider() as served:
        served.asks = True  # a form of its own, as real ones have: another site sends the browser back
        yield served


@pytest.fixture(scope="module")
def school(provider: OpenIdProvider, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    chosen = {"ISSUER": provider.issuer, "CLIENT_ID": CLIENT, "CLIENT_SECRET": SECRET, "NAME": "School"}
    settings = {f"EXAMFORMER_OPENID_{name}": value for name, value in chosen.items()}
    settings["EXAMFORMER_QUESTION_BANK"] = str(small_bank(tmp_path_factory.mktemp("bank"), [QUESTION]))
    with serving(f"sqlite:///{tmp_path_factory.mktemp('school')}/practice.db", **settings) as served:
        yield served


def come(provider: OpenIdProvider, subject: str) -> str:
    """The next one who comes to the provider is this person; their e-mail."""
    email = f"{subject}@school.example"
    provider.person = {"sub": subject, "email": email, "email_verified": True, "name": f"Ada {subject}"}
    return email


@pytest.mark.sweep  # in every run a browser without a screen does it in tests/app/accounts/test_openid.py
@pytest.mark.parametrize("scripts", [True, False])
def test_somebody_signs_in_at_the_school_and_keeps_what_was_done_before(
    person: Callable[..., Page], school: Server, provider: OpenIdProvider, scripts: bool
) -> None:
    come(provider, f"new-{scripts}")
    page = person(java_script_enabled=scripts)
    page.goto(f"{school.address}/practice/{QUESTION}?seed=7")
    page.locator("[name='cell.nats.0']").fill("0.01")
    page.locator("[name='cell.nats.0']").press("Enter")
    expect(page.locator("#margin-nats")).to_contain_text("of 1 point")
    page.locator(".me").click()
    page.get_by_role("button", name=BUTTON).click()
    page.get_by_role("button", name="Allow").click()
    expect(page).to_have_url(f"{school.address}/")
    expect(page.locator(".me")).to_have_text(f"Ada new-{scripts}")
    page.goto(f"{school.address}/progress")
    expect(page.get_by_role("link", name="How surprised was the model?")).to_be_visible()
    page.go_back()
    page.locator(".me").click()
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.locator(".me")).to_have_text("Sign in")


@pytest.mark.sweep
def test_an_account_with_a_password_is_connected_once(
    person: Callable[..., Page], school: Server, provider: OpenIdProvider
) -> None:
    email = come(provider, "owner")
    sign_up(person(), school.address, email)
    page = person()
    page.goto(f"{school.address}/account")
    assert axe_violations(page) == []
    page.get_by_role("button", name=BUTTON).click()
    page.get_by_role("button", name="Allow").click()
    expect(page.get_by_label("E-mail")).to_have_value(email)
    assert axe_violations(page) == []
    page.get_by_label("Password").fill("not this one")
    page.get_by_role("button", name="Connect it").click()
    expect(page.locator(".fault")).to_contain_text("This is not the password of this account.")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Connect it").click()
    page.get_by_role("button", name="Allow").click()
    expect(page.locator(".me")).to_have_text(email)
    page.goto(f"{school.address}/account")
    expect(page.locator("#openid")).to_contain_text("School opens this account")
    assert axe_violations(page) == []


@pytest.mark.sweep
def test_who_goes_back_instead_can_begin_again(page: Page, school: Server, provider: OpenIdProvider) -> None:
    come(provider, "hesitant")
    page.goto(f"{school.address}/account")
    for _ in range(2):
        page.get_by_role("button", name=BUTTON).click()
        expect(page.get_by_role("button", name="Allow")).to_be_visible()
        page.go_back()
        expect(page).to_have_url(f"{school.address}/account")
    page.get_by_role("button", name=BUTTON).click()
    page.get_by_role("button", name="Allow").click()
    expect(page.locator(".me")).to_have_text("Ada hesitant")


@pytest.mark.sweep
def test_a_way_back_from_another_browser_is_refused_in_words(
    person: Callable[..., Page], school: Server, provider: OpenIdProvider
) -> None:
    come(provider, "attacker")
    attacker, victim = person(), person()
    attacker.goto(f"{school.address}/account")
    attacker.get_by_role("button", name=BUTTON).click()
    attacker.route("**/account/openid/back?*", lambda route: route.abort())
    with attacker.expect_request("**/account/openid/back?*") as asked:
        attacker.get_by_role("button", name="Allow").click()
    victim.goto(asked.value.url)
    expect(victim.get_by_role("heading", level=1)).to_contain_text("did not begin in this browser")
    expect(victim.locator(".me")).to_have_text("Sign in")


@pytest.mark.sweep  # in every run axe reads them where an account is connected
@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_its_pages_are_sound_in_every_look(
    width: int, scheme: str, person: Callable[..., Page], school: Server, provider: OpenIdProvider
) -> None:
    email = come(provider, f"look-{width}-{scheme}")
    page = person(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page.goto(f"{school.address}/account")
    found = {"sign in": faults(page)}
    sign_up(page, school.address, email)
    page.goto(f"{school.address}/account")
    found["account"] = faults(page)
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.goto(f"{school.address}/account")
    page.get_by_role("button", name=BUTTON).click()
    page.get_by_role("button", name="Allow").click()
    found["password"] = faults(page)
    assert {state: here for state, here in found.items() if here} == {}
