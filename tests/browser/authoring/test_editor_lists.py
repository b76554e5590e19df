"""Every row of every list in the editor's form keeps what was typed, ticked and chosen in it, wherever it goes."""

import itertools
import re
import secrets
import tomllib
from collections.abc import Collection, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from app.authoring.drafting import toml, typed
from app.authoring.drafting.fields import ITSELF, NAME, Cards, Control, Field
from app.authoring.drafting.layouts import LAYOUTS
from app.authoring.starters import text_of
from app.database.connection import Database
from app.questions.store import drafts
from tests.browser.accounts.test_account import sign_up, somebody
from tests.browser.authoring.authors import become_instructor
from tests.browser.conftest import Desk
from tests.every import one_in

PARAMETERS = ("step", "beta1", "beta2", "epsilon", "learning_rate", "m", "v")  # of the family below
STEPS = ("m", "v", "m_hat")
ROWS = 3
CONTROLS = ".fields :is(input, select, textarea)[name^='f.']:not([type=hidden])"
READ = """controls => controls.map(one =>
    [one.name, one.type === "checkbox" ? (one.checked ? one.value : "") : one.value])"""
CHOSEN = "[name^='cell.']:checked, select[name^='cell.'] option:checked"
VALUES = "all => all.map(one => one.value)"
ALIKE: dict[Control, Any] = {
    Control.LINE: "The same.",
    Control.SHORT: "s",
    Control.WORD: "w",
    Control.FORMULA: "1 + 1",
    Control.SENTENCE: "The same.",
    Control.LONG: "The same.\n",
    Control.PROGRAM: "The same.\n",
    Control.NUMBER: 1,
    Control.LIST: [1, 2],
    Control.VALUE: 1,
    Control.ROWS: ["the same"],
    Control.TICK: True,
    Control.CHECKS: ["warm-up"],
    Control.STATE: {"temperature": 1},
    Control.CELLS: {"x": ["1"]},
    Control.FILE: "0" * 64,  # a name of a file that nobody has uploaded
}
KIND = "figure"  # of the cards that have kinds: the one that needs no file and no variables

LIST = Field(ITSELF, "", control=Control.LIST)

Row = dict[str, str]
Screen = dict[str, str]


class Author:
    """The editor of somebody's questions, and what is stored of them."""

    def __init__(self, page: Page, site: str, server: Desk) -> None:
        self.page, self._site, self._email = page, site, somebody()
        self._fresh = itertools.count(20)
        sign_up(page, site, self._email)
        self._database = Database(server.database_url)
        self._owner = become_instructor(server, self._email)

    def close(self) -> None:
        self._database.close()

    def open(self, text: str) -> None:
        """The editor of a new question with this text."""
        self._question = f"lists-{secrets.token_hex(4)}"
        with self._database.write() as connection:
            drafts.add(connection, self._owner, self._question, text, "")
        self.page.goto(f"{self._site}/author/{self._question}")
        expect(self.page.locator("#preview")).to_be_visible()

    @property
    def stored(self) -> dict[str, Any]:
        with self._database.read() as connection:
            draft = drafts.find(connection, self._owner, self._question)
        assert draft is not None
        return tomllib.loads(draft.text)

    def save(self) -> None:
        self.page.get_by_role("button", name="Save", exact=True).click()
        expect(self.page.get_by_text("Saved.")).to_be_visible()

    def screen(self) -> Screen:
        """The content of every field, as it is to be seen; several ticks of one field stand in one line."""
        seen: Screen = {}
        for name, value in self.page.locator(CONTROLS).evaluate_all(READ):
            seen[name] = " ".join(filter(None, (seen.get(name, ""), value)))
        return seen

    def rows(self, key: str) -> list[Row]:
        found: dict[int, Row] = {}
        for name, value in self.screen().items():
            if in_row := re.fullmatch(rf"f\.{key}\.(\d+)\.(.+)", name):
                found.setdefault(int(in_row[1]), {})[in_row[2]] = value
        return [found[n] for n in range(len(found))]

    def beside(self) -> Screen:
        """The fields that stand in no list."""
        return {name: value for name, value in self.screen().items() if name.count(".") == 1}

    def change_beside(self) -> Screen:
        """Other values there, but for the calculation: of another one, other rows could be chosen."""
        for control in self.page.locator(CONTROLS).all():
            name = str(control.get_attribute("name"))
            if name.count(".") == 1 and name != "f.family":
                self._change(control)
        return self.beside()

    def change(self, key: str, n: int) -> None:
        """Other values in every field of a row, of every sort; nothing is saved."""
        card = self.page.locator(f"[id='f.{key}.{n}']")
        for more in card.locator("details:not([open]) > summary").all():
            more.click()
        for control in card.locator("input:not([type=hidden], [type=file]), select, textarea").all():
            self._change(control)

    def _change(self, control: Locator) -> None:
        kind = control.evaluate("one => one.tagName === 'SELECT' ? 'select' : one.type")
        before = control.input_value() if kind != "checkbox" else ""
        if kind == "checkbox":
            control.set_checked(not control.is_checked())
        elif kind == "select":
            taken = control.evaluate(
                """one => [...document.querySelectorAll('select')].filter(other =>
                    other.name.replace(/\\d+/, '') === one.name.replace(/\\d+/, '')).map(other => other.value)"""
            )
            offered = control.locator("option").evaluate_all("options => options.map(one => one.value)")
            other = [one for one in offered if one != before]
            control.select_option(next((one for one in other if one not in taken), other[0]))
        else:
            name, n = str(control.get_attribute("name")), next(self._fresh)
            sort = control.locator("xpath=ancestor::div[@data-control][1]").get_attribute("data-control")
            said = {"state": f"temperature = {n}", "cells": f"x = {n}"}.get(str(sort), str(n))
            control.fill(f"w{n}" if name.endswith(".name") else said)
        if kind not in ("checkbox",):
            assert control.input_value() != before

    def press(self, key: str, n: int, button: str) -> None:
        """A button of a row, and its answer."""
        self.page.locator("#editing").evaluate("one => one.dataset.before = ''")
        place = self.page.locator(f"[id='f.{key}.{n}']")
        place.get_by_role("button", name=button).click()
        self._come()

    def add(self, label: str) -> None:
        self.page.locator("#editing").evaluate("one => one.dataset.before = ''")
        self.page.get_by_role("button", name=label, exact=True).click()
        self._come()

    def _come(self) -> None:
        expect(self.page.locator("#editing:not([data-before])")).to_be_visible()


@pytest.fixture
def author(page: Page, site: str, server: Desk) -> Iterator[Author]:
    made = Author(page, site, server)
    yield made
    made.close()


def alike(field: Field, n: int) -> Any:
    """The content of a field in every row: only what differs after a change can tell rows apart."""
    if field.key in (NAME, "name"):
        return PARAMETERS[n] if field.source == "parameters" else f"w{n}"
    if field.control is Control.SELECT:
        return {"steps": "w0", "asked": STEPS[0], "figures": "temperature"}.get(field.source) or next(
            filter(None, field.choices)
        )
    return ALIKE[field.control]


def fields(cards: Cards) -> tuple[Field, ...]:
    return cards.fields_of({"kind": KIND})


def row(cards: Cards, n: int) -> tuple[str, Any]:
    """A row of a list and its name, with something in every field, and the same as in every other row."""
    held = {field.key: alike(field, n) for field in fields(cards)} | ({"kind": KIND} if cards.kinds else {})
    name, itself = str(held.pop(NAME, "")), held.pop("", None)
    return name, held or itself


def text_with(kind: str) -> str:
    """A question of this kind with some rows in every list."""
    values = {field.key: alike(field, 0) for field in LAYOUTS[kind].fields if field.control in ALIKE}
    values |= {"kind": kind, "family": "adam_step"}
    lines = [*_lines(values)]
    for cards in LAYOUTS[kind].cards:
        rows = [row(cards, n) for n in range(ROWS)]
        if not all(isinstance(held, dict) for _, held in rows):
            values = dict(rows) if cards.named else {}
            plain = [] if cards.named else _lines({cards.key: [held for _, held in rows]})
            lines = [*plain, *lines, *([f"[{cards.key}]", *_lines(values)] if values else [])]
            continue
        for name, held in rows:
            lines += [f"[{cards.key}.{name}]" if cards.named else f"[[{cards.key}]]", *_lines(held)]
    return "\n".join(lines)


def _lines(values: dict[str, Any]) -> Iterator[str]:
    return (f"{toml.key(key)} = {toml.inline(value)}" for key, value in values.items())


def meant(cards: Cards, seen: Row) -> Any:
    """The value that a row of the screen is to have in the text."""
    held: dict[str, Any] = {"kind": KIND} if cards.kinds else {}
    for field in fields(cards):
        value = seen.get({"": "value"}.get(field.key, field.key), "")
        if field.key == NAME or value == "":
            continue
        match field.control:
            case Control.TICK:
                held[field.key] = True
            case Control.NUMBER | Control.VALUE:
                held[field.key] = int(value)
            case Control.LIST:
                held[field.key] = [int(one) for one in value.split(",")]
            case Control.ROWS:
                held[field.key] = value.split("\n")
            case Control.STATE:
                held[field.key] = {name: int(x) for name, x in re.findall(r"(\w+) = (\d+)", value)}
            case Control.CELLS:
                held[field.key] = {name: [x] for name, x in re.findall(r"(\w+) = (\d+)", value)}
            case Control.PROGRAM:
                held[field.key] = f"{value}\n"
            case _:
                held[field.key] = value
    return held.get("", held)


def is_stored(cards: Cards, stored: dict[str, Any], seen: list[Row]) -> bool:
    held = stored.get(cards.key, {} if cards.named else [])
    wanted = [meant(cards, one) for one in seen]
    if cards.named:
        return bool(held == {one["name"]: value for one, value in zip(seen, wanted, strict=True)})
    hidden = {field.key for field in fields(cards) if field.control is Control.FILE}
    return bool([_full(one, hidden) for one in held] == wanted)


def _full(held: Any, hidden: Collection[str]) -> Any:
    if not isinstance(held, dict):
        return held
    return {
        key: value for key, value in held.items() if value not in ("", [], {}, False) and key not in hidden
    }


LISTS = [(kind, cards.key) for kind, layout in LAYOUTS.items() for cards in layout.cards]
TWICE = [("drawn", "fixed"), ("drawn", "ranges")]  # the very lists of the kind "family"


@pytest.mark.sweep  # of what the sweep tries, below
def test_every_list_of_every_form_is_among_these(author: Author) -> None:
    for kind in LAYOUTS:
        author.open(text_with(kind))
        does = author.page.locator("button[name=do]").evaluate_all(VALUES)
        rows = [name for name in author.screen() if name.count(".") > 1]
        for found in ([one.split(":")[1] for one in does], [name.split(".")[1] for name in rows]):
            assert set(found) == {key for one, key in LISTS if one == kind}
    assert all(LAYOUTS["drawn"].cards[n] is LAYOUTS["family"].cards[n + 1] for n in range(len(TWICE)))


@pytest.mark.long("rows are moved, added and removed one after the other")
@pytest.mark.sweep  # in every run a question is made by the form alone, in test_editor_form.py
@pytest.mark.parametrize(("kind", "key"), LISTS)
def test_a_row_keeps_its_values_when_rows_are_moved_added_and_removed(
    kind: str, key: str, author: Author
) -> None:
    cards = next(cards for cards in LAYOUTS[kind].cards if cards.key == key)
    author.open(text_with(kind))
    beside = author.change_beside()
    before = author.rows(key)
    assert len(before) == ROWS

    def changed(n: int) -> list[Row]:
        author.change(key, n)
        rows = author.rows(key)
        assert [m for m in range(len(rows)) if rows[m] == before[m]] == [
            m for m in range(len(rows)) if m != n
        ]
        return rows

    if cards.ordered:
        one, two, three = changed(1)
        author.press(key, 1, "Move up")
        assert (before := author.rows(key)) == [two, one, three]
        one, two, three = changed(1)
        author.press(key, 1, "Move down")
        assert (before := author.rows(key)) == [one, three, two]
    one, two, three = changed(1)
    author.press(key, 0, "Remove")
    assert (before := author.rows(key)) == [two, three]
    one, two = changed(0)
    author.add(
        next((label for label, new in cards.fresh if cards.kinds and new["kind"] == KIND), cards.fresh[0][0])
    )
    *kept, new = author.rows(key)
    assert kept == [one, two]
    before = [*kept, new]
    last = changed(2)
    author.save()
    assert author.rows(key) == last
    if cards.kinds:  # a new picture stands at the end of the statement, and its name there follows
        beside["f.statement"] += f"\n\n<{last[2]['name']}>"
    assert author.beside() == beside
    assert is_stored(cards, author.stored, last)


@pytest.mark.sweep
def test_every_button_that_adds_a_row_is_pressed(author: Author) -> None:
    """Ranges have two: of one comes a card with smallest and largest, of the other one with a list of values."""
    key = "ranges"
    cards = next(cards for cards in LAYOUTS["family"].cards if cards.key == key)
    assert [
        len(cards.fresh)
        for layout in LAYOUTS.values()
        for cards in layout.cards
        if len(cards.fresh) > 1 and not cards.kinds
    ] == [2, 2, 2, 2]
    author.open(text_of("family"))
    beside = author.beside()
    for label, _ in cards.fresh:
        author.add(label)
    span, several = author.rows(key)
    assert (span["name"], span["from"], several["name"]) == ("u", "", "v")
    assert [len(one) for one in typed.read(LIST, several["value"])] == [2, 2]
    author.page.locator(f"[id='f.{key}.0.from']").fill("7")
    author.page.locator(f"[id='f.{key}.1.value']").fill("[1, 2, 2], [2, 3, 6]")
    changed = author.rows(key)
    assert changed[0] == {**span, "from": "7"}
    assert changed[1]["value"] == "[1, 2, 2], [2, 3, 6]"
    author.press(key, 0, "Remove")
    assert author.rows(key) == changed[1:]
    author.add(cards.fresh[1][0])
    *kept, new = author.rows(key)
    assert kept == changed[1:]
    author.save()
    assert author.rows(key) == [*kept, new]
    assert author.beside() == beside
    stored = author.stored[key]
    assert list(stored) == [kept[0]["name"], new["name"]]
    assert stored[kept[0]["name"]] == [[1, 2, 2], [2, 3, 6]]
    assert stored[new["name"]] == typed.read(LIST, new["value"])


@pytest.mark.sweep
def test_a_moved_option_keeps_its_tick(author: Author) -> None:
    author.open(text_of("choice"))
    _, second, *_ = author.rows("options")
    author.page.get_by_label("This one is right").nth(0).uncheck()
    author.page.get_by_label("This one is right").nth(1).check()
    author.press("options", 1, "Move up")
    assert [bool(row["right"]) for row in author.rows("options")] == [True, False, False, False]
    author.save()
    author.page.reload()
    assert [row["text"] for row in author.rows("options") if row["right"]] == [second["text"]]
    assert [row["text"] for row in author.stored["options"] if row.get("right")] == [second["text"]]


def test_while_a_row_moves_nothing_is_typed_into_another(author: Author) -> None:
    author.open(text_of("choice"))
    texts = [row["text"] for row in author.rows("options")]
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    def moving() -> Route:
        """The request that moves the row; a preview of what was typed may wait beside it."""
        while True:
            for one in waiting:
                if 'name="do"' in (sent := one.request.post_data or "") or "do=" in sent:
                    waiting.remove(one)
                    return one
            author.page.wait_for_timeout(20)

    author.page.route("**/preview", hold)
    editing = author.page.locator("#editing")
    up = author.page.get_by_role("button", name="Move up Option 2")
    up.click()
    expect(editing).to_have_js_property("inert", True)
    author.page.keyboard.press("Enter")
    author.page.keyboard.type("lost")
    first = moving()
    assert waiting == []
    first.abort()
    expect(editing).to_have_js_property("inert", False)
    expect(up).to_be_focused()
    up.press("Enter")
    expect(editing).to_have_js_property("inert", True)
    moving().continue_()
    expect(author.page.get_by_label("Text", exact=True).nth(0)).to_have_value(texts[1])
    assert [row["text"] for row in author.rows("options")] == [texts[1], texts[0], *texts[2:]]


@pytest.mark.parametrize("kind", one_in(2, ["choice", "match"]))
def test_an_answer_that_is_tried_stays_the_chosen_one_when_it_is_shuffled(kind: str, author: Author) -> None:
    author.open(text_of(kind))
    preview = author.page.locator("#preview")
    if kind == "choice":
        preview.get_by_label(author.rows("options")[1]["text"]).check()
    for n, choice in enumerate(preview.locator("select[name^='cell.']").all()):
        choice.select_option(index=n + 1)
    chosen = sorted(preview.locator(CHOSEN).evaluate_all(VALUES))
    orders = set()
    for seed in range(2, 8):
        preview.get_by_role("button", name="Another order").click()
        expect(preview).to_contain_text(f"seed {seed}")
        expect(preview.locator(".verdict").first).to_be_visible()
        assert sorted(preview.locator(CHOSEN).evaluate_all(VALUES)) == chosen
        orders.add(tuple(preview.locator("[type=radio], option").evaluate_all(VALUES)))
    assert len(orders) > 1
