"""An SVG, cut down to a still drawing of shapes and text that refers to nothing outside of itself.

svg-hush, Cloudflare's filter, knows which elements and attributes of SVG are harmless; here stands what it leaves to
others: limits, no animation, no addresses at all, and no references that would draw a part a million times.
"""

import re
from xml.etree import ElementTree as xml
from xml.etree.ElementTree import Element

from py_svg_hush import filter_svg

from app.attachments.cleaning.image import MOST_PIXELS, NoImage
from app.attachments.cleaning.reading import BROKEN, MOST_ELEMENTS, SVG, read
from app.web.languages.languages import N_

DROPPED = {
    "script", "foreignObject", "image", "feImage", "set", "animate", "animateTransform", "animateMotion",
    "animateColor", "discard", "metadata", "handler", "iframe", "audio", "video", "font-face", "cursor",
}  # fmt: skip
ADDRESS = re.compile(r"url\(\s*['\"]?\s*(#?)([^'\")\s]*)", re.I)
RISKY = re.compile(
    r"[@\\<]|image-set|image\(|src\(|cross-fade|element\(|expression|javascript:|-moz-binding|behavior", re.I
)
PART = re.compile(r"[\w.:-]+")
LEAVES = {"linearGradient", "radialGradient"}
INHERITED = {"fill", "stroke", "marker-start", "marker-end", "style"}
MOST_PARTS = 2 * MOST_ELEMENTS  # that are drawn in all
SPARE = 500  # letters of a path or a text that count as one part more
NUMBER = re.compile(r"[+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(?:[eE][+-]?\d{1,2})?")
MARKED = re.compile(r"\bmarker(?:-mid)?\s*:", re.I)
LENGTH = re.compile(r"\+?(\d{1,7}(?:\.\d{1,9})?)\s*(px|pt|pc|mm|cm|in|)")
PIXELS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
UNITLESS = N_("This SVG does not say how large it is: it needs a viewBox, or a width and a height.")
REPEATS = N_("This SVG draws parts of itself over and over. Simplify it, or save it as a PNG.")


def looks_like(content: bytes) -> bool:
    """True for what is meant as XML, in any of its encodings."""
    return content.lstrip(b"\xef\xbb\xbf\xff\xfe\x00 \t\r\n").startswith(b"<")


def rewritten(content: bytes) -> tuple[bytes, int, int]:
    """The SVG cut down and written anew, its width and its height. Raises NoImage."""
    root = _cut(read(content))
    try:
        hushed = filter_svg(_written(root), None)
    except ValueError as error:
        raise NoImage(BROKEN) from error
    clean = _cut(read(hushed))
    width, height = _size(clean)
    _count(clean)
    return _written(clean), width, height


def _cut(root: Element) -> Element:
    """Drops what is no still drawing, and every reference that leads out of it."""
    _name_once(root)
    gradients = {f"#{one.get('id')}" for one in root.iter() if one.tag in LEAVES and one.get("id")}
    for parent in root.iter():
        last: Element | None = None
        for child in list(parent):
            if child.tag == "a":  # where it leads to goes, what it shows stays
                child.tag = "tspan" if parent.tag in ("text", "tspan") else "g"
            if child.tag in DROPPED or (child.tag == "style" and not _harmless(child, gradients)):
                if last is None:
                    parent.text = (parent.text or "") + (child.tail or "")
                else:
                    last.tail = (last.tail or "") + (child.tail or "")
                parent.remove(child)
            else:
                last = child
        for name, value in list(parent.attrib.items()):
            if name.lower().startswith("on") or _leads_out(name, value):
                del parent.attrib[name]
    return root


def _name_once(root: Element) -> None:
    """Leaves a name to the first that has it, as browsers do."""
    names = set[str]()
    for one in root.iter():
        if (name := one.get("id")) is not None:
            if name in names:
                del one.attrib["id"]
            names.add(name)


def _harmless(style: Element, gradients: set[str]) -> bool:
    """True for a style sheet that refers to gradients alone, which hold nothing that is drawn again, and that holds no
    address anywhere."""
    text = "".join(style.itertext())
    found = {f"{sign}{rest}" for sign, rest in ADDRESS.findall(text)}
    return (
        not RISKY.search(text)
        and not any(sign in text.lower() for sign in ("//", "http"))
        and found <= gradients
    )


def _leads_out(name: str, value: str) -> bool:
    """True for a reference to something outside, and for a marker at every corner of a path, of which there may be
    half a million."""
    if name in ("href", "src", "base"):
        return not (value.startswith("#") and PART.fullmatch(value[1:]))
    if name in ("marker", "marker-mid") or MARKED.search(value):
        return True
    return bool(RISKY.search(value)) or any(
        not (sign and PART.fullmatch(rest)) for sign, rest in ADDRESS.findall(value)
    )


def _count(root: Element) -> None:
    """Refuses a drawing whose references draw parts again until it has more than a drawing may have, or in a circle.

    A marker or a pattern may be drawn for each part of its element, for these inherit it. Gradients draw nothing. Long
    paths and texts count as several parts.
    """
    named = {one.get("id"): one for one in root.iter() if one.get("id")}
    parts: dict[Element, int] = {}
    open_now: set[Element] = set()

    def drawn(one: Element) -> int:
        if one in parts:
            return parts[one]
        if one in open_now or len(open_now) > 400:
            raise NoImage(REPEATS)
        open_now.add(one)
        letters = sum(map(len, one.attrib.values())) + len(one.text or "")
        count = 1 + letters // SPARE + sum(drawn(child) for child in one)
        times = count
        for name, value in one.attrib.items():
            found = [value[1:]] if name == "href" else [rest for _, rest in ADDRESS.findall(value)]
            again = sum(drawn(named[id]) for id in found if id in named and named[id].tag not in LEAVES)
            count += times * again if name in INHERITED else again
        if count > MOST_PARTS:
            raise NoImage(REPEATS)
        open_now.discard(one)
        parts[one] = count
        return count

    drawn(root)


def _size(root: Element) -> tuple[int, int]:
    """The size in pixels, by width and height, else by the viewBox; the larger side is brought down to what fits."""
    given = [LENGTH.fullmatch(root.get(name, "").strip()) for name in ("width", "height")]
    sides = [float(one[1]) * PIXELS[one[2]] for one in given if one]
    box = [float(one) for one in root.get("viewBox", "").replace(",", " ").split() if NUMBER.fullmatch(one)]
    if len(sides) < 2 and len(box) == 4:
        sides = box[2:]
    if len(sides) < 2 or min(sides) <= 0:
        raise NoImage(UNITLESS)
    smaller = min(1.0, MOST_PIXELS / max(sides))
    width, height = (max(1, round(side * smaller)) for side in sides)
    return width, height


def _written(root: Element) -> bytes:
    """The drawing as text: SVG is the only vocabulary in it."""
    root.set("xmlns", SVG)
    text = xml.tostring(root, "utf-8", xml_declaration=True)
    del root.attrib["xmlns"]
    return bytes(text)
