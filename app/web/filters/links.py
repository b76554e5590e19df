"""Links in a text that somebody typed: addresses with http or https, and nothing else of it, become HTML."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from markupsafe import Markup

ADDRESS = re.compile(
    r"https?://[^\s<>\"\x00-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2066-\u2069]+", re.IGNORECASE
)
AFTER = ".,;:!?'*_…’”»"  # what ends a sentence or a quotation behind an address
CLOSED = {")": "(", "]": "[", "}": "{"}
LINK = Markup('<a href="{0}" rel="noopener noreferrer nofollow">{0}</a>')


def with_links(text: str) -> Markup:
    """Returns the text as HTML, everything in it escaped; an address that is none stays a text."""
    return Markup("").join(_pieces(text))


def _pieces(text: str) -> Iterator[Markup]:
    end = 0
    for found in ADDRESS.finditer(text):
        address = _without_punctuation(found[0])
        if _has_host(address):
            yield Markup.escape(text[end : found.start()])
            yield LINK.format(address)
            end = found.start() + len(address)
    yield Markup.escape(text[end:])


def _without_punctuation(address: str) -> str:
    """Returns the address without what belongs to the sentence; a bracket is part of it if it was opened in it."""
    while address[-1] in AFTER or address.count(address[-1]) > address.count(
        CLOSED.get(address[-1], address[-1])
    ):
        address = address[:-1]
    return address


def _has_host(address: str) -> bool:
    try:
        return bool(urlsplit(address).hostname)
    except ValueError:  # brackets around what is no address of a machine
        return False
