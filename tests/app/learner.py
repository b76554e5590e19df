"""A learner with a browser: opens sheets, reads what stands on them, fills them in and presses a button."""

import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import pytest
from fastapi import FastAPI
from httpx2 import Response
from lxml.html import HtmlElement, HTMLParser, document_fromstring

from app.settings import Settings
from engine import variants
from engine.answers import cells
from engine.variants import Variant
from tests.app.client import Client
from tests.app.server import BROWSER
from tests.engine.submissions import BANK

IN_SWEEP = pytest.param("postgresql", marks=pytest.mark.sweep)
on_both = pytest.mark.parametrize("backend", ["sqlite", IN_SWEEP], indirect=True)
always_on_both = pytest.mark.parametrize(
    "backend", ["sqlite", "postgresql"], indirect=True
)  # locks and SQL of its own
on_postgres = pytest.mark.parametrize("backend", ["postgresql"], indirect=True)

COSINE = "cosine-of-two-vectors"  # dot, norm_u, norm_v, cosine: 1, 1, 1 and 2 points
PERPLEXITY = (
    "four-tokens-three-measures"  # nats, bits, perplexity: a point each; the surprisals are not asked
)
RIGHT = {"nats": "1.21", "bits": "1.75", "perplexity": "3.36"}  # by hand, for 0.5, 0.25, 0.125, 0.5
HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}

Typed = Mapping[str, str | Sequence[str]]
Form = dict[str, str | list[str]]  # what is sent: boxes of one name are sent together
Count = Callable[[], dict[str, int]]  # the fixture that counts rows by table
Make = Callable[[Settings], FastAPI]  # the fixture that makes apps


@dataclass(frozen=True)
class Page:
    """An answer of the server, read as a browser reads it, when it is asked for."""

    status: int
    html: str
    headers: Mapping[str, str]
    address: str

    @cached_property
    def _root(self) -> HtmlElement:
        text = self.html.encode() or b"<html></html>"
        return document_fromstring(text, parser=HTMLParser(encoding="utf-8", remove_comments=True))

    @cached_property
    def text(self) -> str:
        """The text that a person can read in it."""
        return " ".join("".join(self._root.itertext()).split())

    @cached_property
    def action(self) -> str:
        """The address that the first form is sent to."""
        return next((form.get("action", "") for form in self._root.iter("form")), "")

    @cached_property
    def fields(self) -> dict[str, str]:
        """The values of its fields, but for those to tick."""
        found = {}
        for one in self._root.iter("input", "textarea", "select"):
            name, kind = one.get("name"), one.get("type")
            if name is None or kind == "checkbox" or (kind == "radio" and one.get("checked") is None):
                continue
            found[name] = _typed_in(one)
        return found

    @cached_property
    def boxes(self) -> dict[str, dict[str, bool]]:
        """Those to tick, by the name of their field: each option, and whether it is ticked."""
        found: dict[str, dict[str, bool]] = {}
        for one in self._root.iter("input"):
            if one.get("type") == "checkbox" and (name := one.get("name")) is not None:
                found.setdefault(name, {})[one.get("value", "")] = one.get("checked") is not None
        return found

    @cached_property
    def buttons(self) -> dict[str, str]:
        """The labels of those with a name, by their values."""
        named = (one for one in self._root.iter("button") if one.get("name") is not None)
        return {one.get("value", ""): " ".join(one.text_content().split()) for one in named}

    @cached_property
    def links(self) -> list[str]:
        return [one.get("href", "") for one in self._root.iter("a")]

    @cached_property
    def rules(self) -> list[str]:
        """The rule by which each line with a verdict was judged."""
        judged = (one for one in self._root.iter() if one.get("data-rule") is not None)
        return [one.get("data-rule", "") for one in judged if one.get("class", "").split()[:1] == ["verdict"]]

    @cached_property
    def ids(self) -> frozenset[str]:
        return frozenset(one.get("id", "") for one in self._root.iter())

    @property
    def attempt(self) -> str:
        """The name of the attempt whose sheet this is."""
        return self.action.removeprefix("/attempts/")

    @property
    def earned(self) -> Fraction | None:
        """The points at the head of the sheet; None while nothing is stored."""
        found = re.search(r'class="total"><b>([^<]+)</b>', self.html)
        assert found
        return None if found[1] == "–" else Fraction(found[1])

    def line(self, part: str) -> str:
        """The HTML of one line of the sheet."""
        found = re.search(rf'<section class="line[^"]*" id="line-{part}".*?</section>', self.html, re.DOTALL)
        assert found, f"no line {part}"
        return found[0]

    def button(self, start: str) -> str:
        """The label of the button whose value starts so, "" where there is none."""
        return next((label for value, label in self.buttons.items() if value.startswith(start)), "")

    def rule(self, part: str) -> str:
        """The rule by which the line was judged, "" where it was not."""
        found = re.search(r'class="verdict" data-rule="([^"]*)"', self.line(part))
        return found[1] if found else ""

    def typed(self, part: str) -> list[str]:
        """The texts in a line's fields; of a field to tick, the options that are ticked, one a line."""
        boxes = [
            "\n".join(option for option, ticked in options.items() if ticked)
            for name, options in self.boxes.items()
            if name.startswith(f"tick.{part}.")
        ]
        return boxes or [value for name, value in self.fields.items() if name.startswith(f"cell.{part}.")]


def _typed_in(field: HtmlElement) -> str:
    if field.tag == "textarea":
        return str(field.text or "")
    if field.tag == "select":
        chosen = next((one for one in field.iter("option") if one.get("selected") is not None), None)
        return "" if chosen is None else str(chosen.get("value", chosen.text_content()))
    return str(field.get("value", ""))


def read(response: Response) -> Page:
    text = response.text.removeprefix("\ufeff")  # as a spreadsheet reads it
    return Page(response.status_code, text, response.headers, response.url.path)


class Learner:
    """Plain forms unless ``htmx``; a redirect is followed, as a browser does, unless ``follow=False``."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def get(self, address: str, htmx: bool = False, follow: bool = True) -> Page:
        return read(self.client.get(address, headers=HTMX if htmx else {}, follow_redirects=follow))

    def open(self, question: str = PERPLEXITY, seed: int = 7, level: str = "warm-up") -> Page:
        return self.get(f"/practice/{question}?seed={seed}&level={level}")

    def press(
        self,
        sheet: Page,
        do: str = "check",
        typed: Typed | None = None,
        htmx: bool = False,
        follow: bool = True,
        **others: str,
    ) -> Page:
        """Sends the sheet's form with one button, after typing into some of its lines and ``others`` of its fields.

        The button is the one whose value is, or starts with, ``do``; a value that no button has is sent as it is.
        """
        pressed = (
            do if do in sheet.buttons else next((v for v in sheet.buttons if v.startswith(f"{do}:")), do)
        )
        return self.send(sheet.action, filled(sheet, typed or {}) | others | {"do": pressed}, htmx, follow)

    def send(
        self, address: str, fields: Mapping[str, str | list[str]], htmx: bool = False, follow: bool = True
    ) -> Page:
        headers = HTMX if htmx else {}
        return read(self.client.post(address, data=dict(fields), headers=headers, follow_redirects=follow))

    def twin(self) -> "Learner":
        """The same browser in a second tab: the same cookie, a connection of its own."""
        other = new_learner(self.client.app)
        other.client.cookies.update(self.client.cookies)
        return other


def new_learner(app: FastAPI, address: str = "10.0.0.1", base: str = "http://testserver") -> Learner:
    return Learner(Client(app, base, headers=BROWSER, address=address))


def filled(sheet: Page, typed: Typed) -> Form:
    """The fields of the sheet's form with something typed into them; a field to tick takes its options, one a line."""
    boxes = {name: [option for option, on in options.items() if on] for name, options in sheet.boxes.items()}
    data: Form = {**sheet.fields, **boxes}
    for part, texts in typed.items():
        for n, text in enumerate([texts] if isinstance(texts, str) else texts):
            options = sheet.boxes.get(f"tick.{part}.{n}")
            if options is None:
                data[f"cell.{part}.{n}"] = text
            else:
                assert set(text.splitlines()) <= set(options), f"{part} has the boxes {list(options)}"
                data[f"tick.{part}.{n}"] = [option for option in options if option in text.splitlines()]
    return data


def drawn(name: str = PERPLEXITY, seed: int = 7, level: str = "warm-up") -> Variant:
    return variants.draw(BANK.questions[name], seed, level)


def key(variant: Variant) -> dict[str, list[str]]:
    """The right answers, as one would write them down."""
    return {
        asked.name: [asked.step.form.show(leaf) for leaf in cells.cells(asked.key)] for asked in variant.asked
    }


def form_key() -> str:
    return secrets.token_urlsafe(16)
