"""Mathematics that cannot be set: said while it is written, kept, never published, and nobody's page breaks of it."""

import pytest
from fastapi import FastAPI

from app.identity.store.people import Role
from app.web.filters.formulas import math
from app.web.pdf.printing import drawn
from tests.app.accounts.members import member
from tests.every import one_in

KINDS = ["formula", "choice", "order", "match", "text", "code", "family"]


@pytest.mark.parametrize("kind", one_in(4, KINDS))
@pytest.mark.parametrize(
    "latex",
    one_in(
        3, [r"\frac{", r"\foo", "n^2^3", "a&b", r"\def\a{xx}\a", r"\newcommand\b{x}", "(" * 40, "{" * 1500]
    ),
)
def test_a_draft_with_it_is_shown_saved_and_opened_again(app: FastAPI, kind: str, latex: str) -> None:
    author = member(app, Role.INSTRUCTOR).learner
    opened = author.send("/author", {"kind": kind})
    text = opened.fields["text"].removeprefix("\n")
    start = text.index("statement = '''") + len("statement = '''")
    text = f"{text[:start]}\nHere stands ${latex}$. {text[start:]}"
    line = text[:start].count("\n") + 2
    for view in ("text", "form"):
        sent = {"text": text, "view": view}
        page = author.send(f"{opened.address}/preview", sent, htmx=True)
        assert page.status == 200
        assert (f"Line {line}:" if view == "text" else "Question:") in page.text
        assert f"{latex[:200]}: " in page.text
        assert author.send(opened.address, sent).status == 200
        assert author.get(f"{opened.address}?view={view}").status == 200
    page = author.send(f"{opened.address}/publish", {"text": text})
    assert page.status == 409
    assert "This is no question yet" in page.text


def test_a_formula_that_asks_too_much_is_printed_as_it_is_written() -> None:
    assert drawn(r"\def\a{x}\a", 10) == r'<code lang="zxx">\def\a{x}\a</code>'
    assert drawn("n^2", 10).startswith("<img")


def test_what_only_some_numbers_make_impossible_is_shown_as_it_is_written() -> None:
    assert math(r"n^2^3 < \foo") == r'<code lang="zxx">n^2^3 &lt; \foo</code>'
    assert math("n^2").startswith("<math")
