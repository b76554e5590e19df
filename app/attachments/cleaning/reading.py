"""Reads an SVG within limits: without entities, no deeper and with no more elements than a drawing needs.

Only elements and attributes of SVG are taken along, so what follows need not know other vocabularies.
"""

from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from app.attachments.cleaning.image import NoImage
from app.web.languages.languages import N_

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
XML = "http://www.w3.org/XML/1998/namespace"
DEEPEST = 60
MOST_ELEMENTS = 10_000
MOST_ATTRIBUTES = 50_000
BROKEN = N_("This SVG cannot be read: it is no whole XML.")
ENTITIES = N_("This SVG declares entities, as some drawing programs do. Save it as plain SVG.")
DEEP = N_("This SVG has groups too deep within one another. Ungroup them.")
MANY = N_("This SVG has more than 10,000 parts. Simplify it, or save it as a PNG.")
NO_SVG = N_("This is XML, but no SVG.")


class _Taking:
    """Builds the tree of what belongs to SVG while expat reads."""

    def __init__(self) -> None:
        self.builder = TreeBuilder()
        self.depth = self.passed_over = self.elements = self.attributes = 0

    def start(self, name: str, given: dict[str, str]) -> None:
        self.depth += 1
        self.elements += 1
        self.attributes += len(given)
        if self.depth > DEEPEST:
            raise NoImage(DEEP)
        if self.elements > MOST_ELEMENTS or self.attributes > MOST_ATTRIBUTES:
            raise NoImage(MANY)
        space, _, local = name.rpartition(" ")
        if self.depth == 1 and (space not in ("", SVG) or local != "svg"):
            raise NoImage(NO_SVG)
        if self.passed_over or space not in ("", SVG):
            self.passed_over += 1
            return
        taken = {_attribute(one): value for one, value in given.items()}
        self.builder.start(local, {one: value for one, value in taken.items() if one})

    def end(self, name: str) -> None:
        self.depth -= 1
        if self.passed_over:
            self.passed_over -= 1
        else:
            self.builder.end(name.rpartition(" ")[2])

    def data(self, text: str) -> None:
        if not self.passed_over:
            self.builder.data(text)


def read(content: bytes) -> Element:
    """The root of the drawing, its names without namespaces. Raises NoImage."""
    taking, parser = _Taking(), expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler, parser.EndElementHandler = taking.start, taking.end
    parser.CharacterDataHandler, parser.EntityDeclHandler = taking.data, _refuse
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    try:
        parser.Parse(content, True)
    except (expat.ExpatError, ValueError, LookupError) as error:  # also an unknown encoding
        if isinstance(error, NoImage):
            raise
        raise NoImage(BROKEN) from error
    root: Element = taking.builder.close()
    return root


def _attribute(name: str) -> str:
    """The attribute's name in SVG, "" for one of another vocabulary."""
    space, _, local = name.rpartition(" ")
    if space == XLINK:
        return "href" if local == "href" else ""
    if space == XML:
        return f"{{{XML}}}space" if local == "space" else ""
    return "" if space else local


def _refuse(*_: object) -> None:
    raise NoImage(ENTITIES)
