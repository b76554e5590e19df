"""Addresses in a text that somebody typed become links, and nothing else in it becomes HTML."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml.html import fragment_fromstring

from app.web.filters.links import with_links

SITE = "https://example.org/a?b=1&c=2#d"


def linked(text: str) -> list[tuple[str, str]]:
    """Returns the links that a browser finds: where each leads, and what it says."""
    found = fragment_fromstring(str(with_links(text)), create_parent="div")
    return [(one.get("href", ""), one.text_content()) for one in found.iter("a")]


@pytest.mark.parametrize(
    ("text", "addresses"),
    [
        (f"Read {SITE}, then ask.", [SITE]),
        (f"({SITE})", [SITE]),
        ("See https://en.wikipedia.org/wiki/Perplexity_(disambiguation).", ["https://en.wikipedia.org/wiki/Perplexity_(disambiguation)"]),
        ("http://localhost:8000/x and HTTPS://Example.org", ["http://localhost:8000/x", "HTTPS://Example.org"]),
        ("“https://example.org/”!", ["https://example.org/"]),
        ("https://example.org/ü/আ", ["https://example.org/ü/আ"]),
        ("one\nhttps://example.org/\ntwo", ["https://example.org/"]),
        ("https://[2001:db8::1]/x]", ["https://[2001:db8::1]/x"]),
        ("javascript:alert(1) data:text/html,x mailto:a@b.c ftp://example.org example.org", []),
        ("https:// and http://, https://[no and https://:80/", []),
        ("", []),
    ],
)  # fmt: skip
def test_an_address_is_linked_without_the_signs_of_its_sentence(text: str, addresses: list[str]) -> None:
    assert linked(text) == [(one, one) for one in addresses]


@pytest.mark.parametrize(
    "text",
    [
        '<script>alert(1)</script> https://example.org/"onmouseover="alert(1)',
        "https://example.org/'onmouseover='alert(1)",
        "https://example.org/<img/src=x>&lt;b&gt;",
        "javascript:https://example.org/",
        "https://example.org/\u202egpj.exe",
    ],
)
def test_nothing_else_becomes_markup(text: str) -> None:
    found = fragment_fromstring(str(with_links(text)), create_parent="div")
    assert found.text_content() == text
    assert {one.tag for one in found.iter()} <= {"div", "a"}
    for one in found.iter("a"):
        assert sorted(one.attrib) == ["href", "rel"]
        assert one.get("href", "").startswith("https://example.org/")


def test_a_link_tells_nobody_where_it_was_and_lends_no_weight() -> None:
    assert 'rel="noopener noreferrer nofollow"' in with_links(SITE)
    assert "b=1&amp;c=2" in with_links(SITE)


@given(st.text(alphabet=st.sampled_from("https:/.[]()<>&\"' a")))
def test_whatever_is_typed_is_read_as_it_was_typed(text: str) -> None:
    read = fragment_fromstring(
        f"<p>|{with_links(text)}|</p>"
    ).text_content()  # space at the ends would be dropped
    assert read == f"|{text}|"
