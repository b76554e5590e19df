"""XML for other systems: HTML of ours as elements, and bytes that every parser reads."""

import re
from xml.etree import ElementTree as xml
from xml.etree.ElementTree import Element

from app.authoring.exchange.archive import CannotUnpack
from app.authoring.exchange.markup import xml_reading
from app.authoring.exchange.markup.html_reading import tag_free

ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
VOID = re.compile(r"<(br|hr|img)((?:[^<>\"/]|\"[^\"<]*\"|/(?!>))*+)/?>")


def written(root: Element) -> bytes:
    """The document, without the characters that XML has no place for."""
    for element in root.iter():
        element.text, element.tail = _legal(element.text), _legal(element.tail)
        element.attrib = {name: _legal(value) or "" for name, value in element.attrib.items()}
    return bytes(xml.tostring(root, "utf-8", xml_declaration=True))


def add_html(parent: Element, html: str) -> None:
    """Puts HTML below an element, as elements; what is no whole HTML as its text."""
    made = _whole(html)
    if len(parent):
        parent[-1].tail = (parent[-1].tail or "") + (made.text or "")
    else:
        parent.text = (parent.text or "") + (made.text or "")
    parent.extend(made)


def flat(html: str) -> str:
    """The text of HTML, without its markup."""
    return "".join(_whole(html).itertext())


def _whole(html: str) -> Element:
    closed = VOID.sub(r"<\1\2/>", _legal(html) or "")
    try:
        return xml_reading.read(f"<div>{closed}</div>".encode())
    except CannotUnpack:
        made = Element("div")
        made.text = tag_free(html)
        return made


def _legal(text: str | None) -> str | None:
    return text and ILLEGAL.sub("", text)
