"""The texts of QTI 1.2 as HTML: materials, options, feedback; and the images within them."""

import base64
import binascii
import re
from collections.abc import Collection, Iterator
from html import escape
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from app.authoring.exchange.exchanged import GAP

FILEBASE = re.compile(r"(?:\$|%24)IMS-CC-FILEBASE(?:\$|%24)/+([^\"'?]{1,300})(?:\?[^\"']{0,200})?")
MOST_LETTERS = 4 * 2**20  # of an image in base64


def metadata(item: Element) -> dict[str, str]:
    return {
        (one.findtext("fieldlabel") or "").strip(): (one.findtext("fieldentry") or "").strip()
        for one in item.iter("qtimetadatafield")
    }


def material(element: Element) -> str:
    """The materials that stand directly below an element, or within its flow."""
    return "".join(_piece(one) for one in _outer(element, ("render_choice", "render_fib", "response_label")))


def statement(presentation: Element, responses: Collection[str], mark: str = "") -> str:
    """The text of an item, with ``mark`` in the place of each response."""
    return "".join(mark if one.tag in responses else _piece(one) for one in _outer(presentation, responses))


def labels(response: Element) -> dict[str, str]:
    """Returns what can be chosen, by its identifier."""
    found = response.iter("response_label")
    return {one.get("ident", ""): "".join(map(_piece, one.iter("material"))) for one in found}


def feedback(item: Element) -> dict[str, str]:
    """Returns what is said, by its identifier; without what is empty."""
    said = {
        one.get("ident", ""): "".join(map(_piece, one.iter("material"))) for one in item.iter("itemfeedback")
    }
    return {name: html for name, html in said.items() if html.strip()}


def embedded(item: Element) -> dict[str, bytes]:
    """The images that stand in an item, by their names; a damaged one is missing then."""
    found: dict[str, bytes] = {}
    for one in item.iter("matimage"):
        letters = "".join((one.text or "").split())
        if letters and len(letters) <= MOST_LETTERS:
            try:
                found[one.get("label", "")] = base64.b64decode(letters, validate=True)
            except binascii.Error:
                continue
    return found


def _outer(element: Element, stops: Collection[str]) -> Iterator[Element]:
    """The materials below an element, and the ``stops``, in which nothing is looked for."""
    for child in element:
        if child.tag in stops or child.tag == "material":
            yield child
        else:
            yield from _outer(child, stops)


def _piece(element: Element) -> str:
    """A material as HTML; ILIAS notes depths and links of its own in some, which are no text."""
    made = []
    for one in element if element.tag == "material" else ():
        noted = element.get("label") or one.get("label")
        if one.tag in ("mattext", "matemtext") and noted not in ("answerdepth", "suggested_solution"):
            text = (one.text or "").replace(GAP, "")
            plain = one.get("texttype", "text/plain").lower() == "text/plain"
            made.append(
                f"<p>{escape(text, quote=False)}</p>" if plain and text.strip() else FILEBASE.sub(_file, text)
            )
        elif one.tag == "matimage":
            name = one.get("label") or one.get("uri") or ""
            made.append(f'<img src="{escape(name)}" alt="">')
        elif one.tag == "matbreak":
            made.append("<br>")
    return "".join(made)


def _file(found: re.Match[str]) -> str:
    return escape(unquote(found[1]))
