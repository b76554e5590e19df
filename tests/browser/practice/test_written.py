"""Answers in sentences and programs, by keyboard, right and wrong, and without JavaScript; pages to study from."""

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import axe_violations
from tests.browser.web.test_looks import ADDRESSES as WITH_NUMBERS
from tests.browser.web.test_looks import LOOKS, faults_of

TEXT, CODE = "why-attention-has-short-paths", "code-cosine-similarity"
RIGHT = "def cosine(u, v): return float(u @ v / ((u @ u) * (v @ v)) ** 0.5) if u.any() and v.any() else 0.0"
WRONG = "def cosine(u, v): return float(u @ v)"


def test_sentences_are_written_compared_and_marked_by_keyboard(
    person: Callable[..., Page], site: str
) -> None:
    page = person()
    page.goto(f"{site}/practice/{TEXT}?seed=1")
    page.locator("textarea.cell").focus()
    page.keyboard.type("The RNN has a long path. The gradient crosses many steps.")
    expect(page.locator(".short li")).to_have_text("RNN: write “recurrent neural network”")
    expect(page.locator(".written")).to_have_text("11 words so far")
    page.get_by_role("button", name="Save for later").press("Enter")
    expect(page.locator("#margin-answer")).to_contain_text("Saved, and not marked yet.")
    expect(page.locator(".written")).to_have_text("11 words so far")
    page.get_by_role("button", name="Compare with the model answer").press("Enter")
    expect(page.locator(".own-words")).to_contain_text("The RNN has a long path.")
    assert axe_violations(page) == []
    ticks = page.get_by_role("checkbox", name="My answer says this")
    expect(ticks).to_have_count(3)
    ticks.nth(1).focus()
    page.keyboard.press("Space")
    expect(page.locator(".ticked")).to_have_text("1 of 3 ticked, 1 point")
    page.get_by_role("button", name="Save my marks").press("Enter")
    expect(page.locator(".total")).to_contain_text("1 / 3 points")
    expect(page.locator("#margin-answer")).to_contain_text("Marked by yourself: 1 of 3 points.")


@pytest.mark.sweep
def test_a_paste_that_does_not_fit_says_so_and_little_room_is_told(
    person: Callable[..., Page], site: str
) -> None:
    page = person(permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{site}/practice/{TEXT}?seed=1")
    field, room = page.locator("textarea.cell"), page.locator(".room")
    field.fill("a" * 3700)
    expect(room).to_have_text("")
    field.focus()
    page.keyboard.press("End")
    page.keyboard.type("b")
    expect(room).to_have_text("letters left: 299")
    page.evaluate("navigator.clipboard.writeText('c'.repeat(500))")
    page.keyboard.press("Control+V")
    expect(room).to_have_text("The end of what you pasted is missing: an answer has room for 4000 letters.")
    assert len(field.input_value()) == 4000
    page.keyboard.press("Backspace")
    expect(room).to_have_text("letters left: 1")


@pytest.mark.sweep  # with scripts they are above
def test_sentences_need_no_javascript(person: Callable[..., Page], site: str) -> None:
    page = person(java_script_enabled=False)
    page.goto(f"{site}/practice/{TEXT}?seed=1")
    page.locator("textarea.cell").fill("Because.")
    page.get_by_role("button", name="Compare with the model answer").click()
    for tick in page.get_by_role("checkbox", name="My answer says this").all():
        tick.check()
    page.get_by_role("button", name="Save my marks").click()
    expect(page.locator(".total")).to_contain_text("3 / 3 points")


@pytest.mark.long("the sandbox runs twice")
def test_a_program_is_written_run_and_handed_in_by_keyboard(person: Callable[..., Page], site: str) -> None:
    page = person()
    page.goto(f"{site}/practice/{CODE}?seed=1")
    editor = page.get_by_role("textbox", name="Your function, in Python")
    editor.focus()
    page.keyboard.press("Control+a")
    page.keyboard.type(WRONG)
    page.keyboard.press("Control+Enter")
    expect(page.locator(".tests dl")).to_have_count(1)  # the one that failed, with what it got
    expect(editor).to_be_focused()
    assert axe_violations(page) == []
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(editor).not_to_be_focused()
    editor.focus()
    page.keyboard.press("Control+a")
    page.keyboard.type(RIGHT)
    page.get_by_role("button", name="Hand in: run all tests").press("Enter")
    expect(page.locator(".status")).to_contain_text("All of it is right.")
    page.get_by_role("link", name="Worked solution").press("Enter")
    expect(page.locator("pre.program")).to_contain_text("def cosine")


@pytest.mark.sweep  # with scripts it is above
@pytest.mark.parametrize(("program", "said"), [(RIGHT, "Right: all tests passed."), (WRONG, "tests passed.")])
def test_a_program_needs_no_javascript(
    person: Callable[..., Page], site: str, program: str, said: str
) -> None:
    page = person(java_script_enabled=False)
    page.goto(f"{site}/practice/{CODE}?seed=1")
    page.locator("textarea.code").fill(program)
    page.get_by_role("button", name="Hand in: run all tests").click()
    page.wait_for_url("**/attempts/**")
    for _ in range(60):
        if page.get_by_text("is running").count() == 0:
            break
        page.wait_for_timeout(200)
        page.reload()
    expect(page.locator("#margin-answer")).to_contain_text(said)
    expect(page.locator(".tests")).to_contain_text("hidden")


def test_a_term_opens_in_place_and_closes_with_escape(person: Callable[..., Page], site: str) -> None:
    page = person()
    page.goto(f"{site}/practice/kv-cache-of-a-chat-server?seed=1")
    term = page.locator("a.term").first
    term.press("Enter")
    expect(page.locator(".open-term")).to_be_visible()
    expect(page.locator(".open-term")).to_contain_text("Key-value cache")
    page.keyboard.press("Escape")
    expect(page.locator(".open-term")).not_to_be_visible()
    assert "/practice/" in page.url


def test_cards_are_turned_by_keys(person: Callable[..., Page], site: str) -> None:
    page = person()
    page.goto(f"{site}/cards?pack=terms&section=2.5")
    expect(page.locator(".card details")).not_to_have_attribute("open", "")
    page.keyboard.press("Space")
    expect(page.locator(".card details")).to_have_attribute("open", "")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#card")).to_contain_text("2 of ")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#card")).to_contain_text("1 of ")


def test_a_worked_example_takes_other_numbers(person: Callable[..., Page], site: str) -> None:
    page = person()
    page.goto(f"{site}/study/2.5")
    before = page.locator("#example").inner_text()
    page.get_by_role("link", name="Other numbers").press("Enter")
    expect(page.locator("#example")).not_to_have_text(before)


def test_the_glossary_is_searched_while_one_types(person: Callable[..., Page], site: str) -> None:
    page = person()
    page.goto(f"{site}/glossary")
    page.locator("#q").press_sequentially("kv cache")
    expect(page.locator("#terms dt")).to_have_count(1)


ADDRESSES = [
    "/map", "/map?family=encoder_block", "/study", "/study/2.5", "/study/2.12", "/glossary", "/glossary/attention",
    "/cards", "/cards?pack=words&seed=1&place=99", "/grid",
    "/topics?by=model&model=RNN&skill=count", f"/practice/{TEXT}?seed=1", f"/practice/{CODE}?seed=1",
    "/practice/bits-of-number-formats?seed=1", "/practice/from-base-model-to-assistant?seed=1",
    "/practice/why-attention-is-scaled?seed=1",
]  # fmt: skip
# Every sixth page in one look in every run; all of them in every look and language in the sweep.
LOOKS_AND_LANGUAGES = [
    pytest.param(1440, "light", "en", ADDRESSES[::6], id="1440-light-en-some"),
    *(
        pytest.param(
            width, scheme, language, ADDRESSES + ([] if language == "en" else WITH_NUMBERS),
            id=f"{width}-{scheme}-{language}", marks=pytest.mark.sweep,
        )
        for language in ("en", "bn", "de")
        for width, scheme in LOOKS
    ),
]  # fmt: skip


@pytest.mark.parametrize(("width", "scheme", "language", "addresses"), LOOKS_AND_LANGUAGES)
def test_every_page_is_sound_in_every_look_and_language(
    width: int, scheme: str, language: str, addresses: Sequence[str], person: Callable[..., Page], site: str
) -> None:
    page = person(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page.goto(f"{site}/")
    page.locator(f'.bottom button[value="{language}"]').click()
    if language == "bn":
        page.locator('.bottom button[name="bengali"]').click()
    expect(page.locator("html")).to_have_attribute("lang", language)
    assert faults_of(addresses, page, site) == {}
