"""An account from the keyboard: opened, practised with, left, and found again; and its pages in every look."""

import re
import secrets
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.app.accounts.members import PASSWORD
from tests.browser.conftest import Desk, axe_violations
from tests.browser.web.test_looks import LOOKS, faults

TITLE = "How surprised was the model?"


def somebody() -> str:
    return f"{secrets.token_hex(4)}@school.example"


def press_until(page: Page, id_or_name: str) -> None:
    """Goes on with the tab key until this is focused."""
    focused = "(here => [here.id, here.getAttribute('href'), here.textContent])(document.activeElement)"
    for _ in range(60):
        page.keyboard.press("Tab")
        if id_or_name in [text and text.strip() for text in page.evaluate(focused)]:
            return
    pytest.fail(f"no tab stop {id_or_name}")


def sign_up(page: Page, site: str, email: str) -> None:
    page.goto(f"{site}/account")
    page.locator("#up-email").fill(email)
    page.locator("#up-password").fill(PASSWORD)
    page.locator("#up-password").press("Enter")
    expect(page.locator(".me")).to_have_text(email)


@pytest.mark.long("a whole story, and four looks by axe")
def test_an_account_is_opened_left_and_found_again_with_its_work_by_keyboard(page: Page, site: str) -> None:
    email = somebody()
    page.goto(f"{site}/practice/surprise-of-a-sentence?seed=7")
    page.locator("[name='cell.nats.0']").focus()
    page.keyboard.type("0.01")
    page.keyboard.press("Enter")
    expect(page.locator("#margin-nats")).to_contain_text("of 1 point")

    page.goto(site)
    press_until(page, "/account")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{site}/account")
    assert axe_violations(page) == []
    press_until(page, "up-email")
    page.keyboard.type(email)
    page.keyboard.press("Tab")
    page.keyboard.type("short")
    page.keyboard.press("Enter")
    expect(page.locator("#fault-up-password")).to_contain_text("at least 10 characters")
    expect(page.locator("#up-password")).to_be_focused()
    expect(page.locator("#up-password")).to_have_value("")
    expect(page.locator("#up-email")).to_have_value(email)
    assert axe_violations(page) == []
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator(".me")).to_have_text(email)

    page.goto(f"{site}/practice/nearest-word?seed=7")
    page.locator("#line-nearest_by_cosine input").first.press("Space")
    page.keyboard.press("Enter")
    expect(page.locator("#margin-nearest_by_cosine")).to_contain_text("of 1 point")
    page.goto(f"{site}/account")
    assert axe_violations(page) == []
    press_until(page, "Sign out")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{site}/")
    expect(page.locator(".me")).to_have_text("Sign in")
    page.goto(f"{site}/progress")
    expect(page.get_by_role("link", name=TITLE)).to_have_count(0)

    page.goto(f"{site}/account")
    press_until(page, "in-email")
    page.keyboard.type(email)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator(".me")).to_have_text(email)
    page.goto(f"{site}/progress")
    expect(page.get_by_role("link", name=TITLE)).to_be_visible()
    expect(page.get_by_text("2 sheets", exact=False).first).to_be_visible()


@pytest.mark.sweep  # with scripts it is above
def test_everything_works_without_javascript(person: Callable[..., Page], site: str) -> None:
    page, email = person(java_script_enabled=False), somebody()
    sign_up(page, site, email)
    page.locator(".me").click()
    page.get_by_label("How you want to be called").fill("Ada")
    page.get_by_role("button", name="Save this name").click()
    expect(page.get_by_role("status")).to_contain_text("Your name is saved.")
    expect(page.locator(".me")).to_have_text("Ada")
    page.get_by_label("Current password").fill(PASSWORD)
    page.get_by_label("New password").fill("quite another one")
    page.get_by_role("button", name="Change the password").click()
    expect(page.get_by_role("status")).to_contain_text("Your password is changed")
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.locator(".me")).to_have_text("Sign in")


@pytest.mark.sweep
@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_an_account_is_sound_in_every_look(
    width: int, scheme: str, person: Callable[..., Page], site: str
) -> None:
    page = person(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page.goto(f"{site}/account")
    page.locator("#sign-up button").click()
    expect(page.locator(".fault")).to_have_count(2)
    found = {"refused": faults(page)}
    sign_up(page, site, f"a-rather-long-name-{somebody()}")
    page.goto(f"{site}/account?done=password")
    found["account"] = faults(page)
    page.get_by_role("button", name="Change the password").click()
    expect(page.locator(".fault")).to_have_count(2)
    found["password refused"] = faults(page)
    page.goto(f"{site}/people")
    found["not allowed"] = faults(page)
    page.goto(f"{site}/link/none")
    found["no link"] = faults(page)
    assert {state: here for state, here in found.items() if here} == {}


@pytest.mark.sweep
def test_the_first_administrator_finds_somebody_and_makes_a_link(
    person: Callable[..., Page], site: str, server: Desk
) -> None:
    ada = somebody()
    sign_up(person(), site, ada)
    server.running.printed.seek(0)
    (*_, link) = re.findall(r"http\S+/link/\S+", server.running.printed.read())
    page = person(viewport={"width": 360, "height": 800})
    page.goto(link)
    found = {"link": faults(page)}
    page.get_by_label("E-mail").fill(somebody())
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up as administrator").click()
    page.get_by_role("link", name="People").click()
    page.get_by_label("Find a person").press_sequentially(ada[:7])
    expect(page.locator(".person")).to_have_count(1)
    expect(page).to_have_url(f"{site}/people?q={ada[:7]}")
    expect(page.get_by_label("Find a person")).to_be_focused()
    found["people"] = faults(page)
    page.get_by_role("button", name="Make a link to a new password").click()
    expect(page.locator(".person")).to_have_count(1)
    found["made"] = faults(page)
    reset = page.locator("#made").input_value()
    page.get_by_role("combobox").select_option("instructor")
    page.get_by_role("button", name="Give this role").click()
    expect(page.get_by_role("combobox")).to_have_value("instructor")
    expect(page.locator("#made")).to_have_count(0)
    other = person(viewport={"width": 1440, "height": 800}, color_scheme="dark")
    other.goto(reset)
    expect(other.get_by_label("E-mail")).to_have_value(ada)
    found["choose"] = faults(other)
    other.get_by_label("New password").fill("chosen by myself")
    other.get_by_role("button", name="Choose it and sign in").click()
    expect(other.locator(".me")).to_have_text(ada)
    other.goto(reset)
    expect(other.get_by_role("heading", level=1)).to_have_text("This link has been used; each works once.")
    assert {state: here for state, here in found.items() if here} == {}
