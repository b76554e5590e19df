"""The two versions of QTI: 3.0 has the elements of 2.1 with hyphens in their names, and ``qti-`` before them."""

import re
from dataclasses import dataclass
from xml.etree.ElementTree import Element


@dataclass(frozen=True, kw_only=True, slots=True)
class Version:
    """How a version names its namespaces, its resources and its package."""

    number: str
    item: str
    package: str
    resource: str
    schema: str
    schema_version: str


V21 = Version(
    number="2.1",
    item="http://www.imsglobal.org/xsd/imsqti_v2p1",
    package="http://www.imsglobal.org/xsd/imscp_v1p1",
    resource="imsqti_item_xmlv2p1",
    schema="QTIv2.1 Package",
    schema_version="1.0.0",
)
V30 = Version(
    number="3.0",
    item="http://www.imsglobal.org/xsd/imsqtiasi_v3p0",
    package="http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1",
    resource="imsqti_item_xmlv3p0",
    schema="QTI Package",
    schema_version="3.0.0",
)
OF_HTML = {
    "a", "b", "blockquote", "br", "code", "div", "em", "h1", "h2", "h3", "i", "img", "li", "ol", "p", "pre", "span",
    "strong", "sub", "sup", "table", "tbody", "td", "th", "thead", "tr", "tt", "ul",
}  # fmt: skip


WITH_BODY = ("modalFeedback", "rubricBlock")  # whose content has an element of its own in 3.0


def to_version(item: Element, version: Version) -> None:
    """Gives an item that was made with the names of 2.1 those of this version."""
    if version is V30:
        for element in item.iter():
            if element.tag in WITH_BODY:
                body = Element("contentBody")
                body.text, element.text = element.text, None
                body[:], element[:] = list(element), [body]
        for element in item.iter():
            if element.tag not in OF_HTML:
                element.tag = f"qti-{_hyphenated(element.tag)}"
                element.attrib = {_hyphenated(name): value for name, value in element.attrib.items()}
    item.set("xmlns", version.item)


def of_21(item: Element) -> None:
    """Gives an item of either version the names of 2.1."""
    for element in item.iter():
        if element.tag.startswith("qti-"):
            element.tag = _joined(element.tag.removeprefix("qti-"))
            element.attrib = {_joined(name): value for name, value in element.attrib.items()}


def _hyphenated(name: str) -> str:
    return re.sub(r"[A-Z]", lambda letter: f"-{letter[0].lower()}", name)


def _joined(name: str) -> str:
    return re.sub(r"-([a-z])", lambda letter: letter[1].upper(), name)
