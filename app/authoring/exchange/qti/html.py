"""The HTML within QTI items: what stands around their interactions, and below their elements."""

from collections.abc import Mapping
from html import escape
from xml.etree.ElementTree import Element

UNSEEN = {
    "feedbackInline",
    "feedbackBlock",
    "rubricBlock",
    "templateBlock",
    "templateInline",
    "stylesheet",
    "infoControl",
}
TRANSPARENT = {
    "contentBody",
    "itemBody",
    "modalFeedback",
    "simpleChoice",
    "inlineChoice",
    "simpleAssociableChoice",
    "prompt",
}
NO_MARKS: Mapping[Element, str] = {}


def inside(element: Element, marks: Mapping[Element, str] = NO_MARKS) -> str:
    """The HTML below an element, without what is not seen; in the place of each of ``marks`` stands its text."""
    made = [escape(element.text or "", quote=False)]
    for child in element:
        made += [_outside(child, marks), escape(child.tail or "", quote=False)]
    return "".join(made)


def _outside(element: Element, marks: Mapping[Element, str]) -> str:
    if element in marks:
        return marks[element]
    if element.tag in UNSEEN:
        return ""
    if element.tag in TRANSPARENT:
        return inside(element, marks)
    if element.tag == "object":  # images stand in objects, too
        source, words = element.get("data", ""), "".join(element.itertext()).strip()
        return (
            f'<img src="{escape(source)}" alt="{escape(words)}">'
            if _is_image(element)
            else "<object></object>"
        )
    named = "".join(f' {name}="{escape(value)}"' for name, value in element.attrib.items())
    return f"<{element.tag}{named}>{inside(element, marks)}</{element.tag}>"


def _is_image(element: Element) -> bool:
    return element.get("type", "").startswith("image/")
