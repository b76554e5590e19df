"""Texts of Moodle XML, whatever their format, as HTML; and the files that come with them."""

import base64
import binascii
import re
from collections.abc import Iterator
from html import escape
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from app.authoring.exchange.exchanged import GAP
from app.authoring.exchange.markup.xml_reading import text_of

MOST_LETTERS = 4 * 2**20  # of one file in base64; larger ones are none that are accepted
SOURCE = re.compile(r"(?<=[\"'])@@PLUGINFILE@@/+([^\"'?]{1,300})(?:\?[^\"']{0,100})?(?=[\"'])")
SHOWN = re.compile(r"<img\b[^>]{0,2000}?\bsrc\s{0,9}=\s{0,9}[\"']@@PLUGINFILE@@/+([^\"'?]{1,300})", re.I)
LINKED = re.compile(r"<a\b[^<>]{0,2000}?\bhref\s{0,9}=\s{0,9}[\"']@@PLUGINFILE@@/+([^\"'?]{1,300})", re.I)
MARKDOWN_PROGRAM = re.compile(r"`([^`\n]{1,2000})`")
MARKDOWN_STRONG = re.compile(r"\*\*([^*\n]{1,2000})\*\*")


def html(element: Element | None, otherwise: str = "html") -> str:
    """The text below an element as HTML; its images go by their names alone."""
    return "" if element is None else formatted(text_of(element, "text"), element.get("format") or otherwise)


def formatted(written: str, kind: str) -> str:
    """A text in one of Moodle's formats as HTML."""
    text = written.replace(GAP, "")
    match kind:
        case "plain_text" | "plain":
            return _paragraphs(escape(text, quote=False))
        case "markdown":
            plain = MARKDOWN_PROGRAM.sub(r"<code>\1</code>", escape(text, quote=False))
            return _paragraphs(MARKDOWN_STRONG.sub(r"<b>\1</b>", plain))
        case "moodle_auto_format" | "moodle":
            return (
                _paragraphs(text) if not re.search(r"<(?:p|br|div|ul|ol|table)\b", text, re.I) else _own(text)
            )
    return _own(text)


def shown_in(text: str) -> set[str]:
    """The names of the files that a text shows as images."""
    return {unquote(found[1]) for found in SHOWN.finditer(text)}


def linked_in(text: str) -> set[str]:
    """The names of the files that a text links."""
    return {unquote(found[1]) for found in LINKED.finditer(text)}


def files(elements: Iterator[Element]) -> dict[str, bytes]:
    """The files below these elements, by their names; what is damaged is left out, and is then missing."""
    found: dict[str, bytes] = {}
    for element in elements:
        letters = "".join((element.text or "").split())
        name = element.get("name") or ""
        if name and len(letters) <= MOST_LETTERS:
            try:
                found.setdefault(name, base64.b64decode(letters, validate=True))
            except binascii.Error:
                continue
    return found


def _own(text: str) -> str:
    return SOURCE.sub(lambda source: escape(unquote(source[1])), text)


def _paragraphs(text: str) -> str:
    paragraphs = (one.strip() for one in re.split(r"\n\s*\n", _own(text)))
    return "".join(f"<p>{one.replace(chr(10), '<br>')}</p>" for one in paragraphs if one)
