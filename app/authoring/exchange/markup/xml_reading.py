"""Reads XML of other systems within limits: no entities of its own, nothing from elsewhere, no deeper and no more
elements than questions need.

It is the parser of images (``app.attachments.cleaning.reading``) for other vocabularies: expat loads nothing, and a
document that declares an entity is refused, so none can grow. Names lose their namespaces.
"""

from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from app.authoring.exchange.archive import CannotUnpack
from app.web.languages.languages import N_

DEEPEST = 100
MOST_ELEMENTS = 60_000
MOST_ATTRIBUTES = 120_000
NO_XML = N_("This XML is not whole, so nothing in it can be read.")
ENTITIES = N_("This XML declares entities of its own, which are not read here.")
TOO_MUCH = N_("This XML has more parts than 200 questions have. Send it in several parts.")


class _Building:
    """Builds the tree while expat reads, and counts."""

    def __init__(self) -> None:
        self.builder = TreeBuilder()
        self.depth = self.elements = self.attributes = 0

    def start(self, name: str, given: dict[str, str]) -> None:
        self.depth += 1
        self.elements += 1
        self.attributes += len(given)
        if self.depth > DEEPEST or self.elements > MOST_ELEMENTS or self.attributes > MOST_ATTRIBUTES:
            raise CannotUnpack(TOO_MUCH)
        self.builder.start(_local(name), {_local(one): value for one, value in given.items()})

    def end(self, name: str) -> None:
        self.depth -= 1
        self.builder.end(_local(name))


def read(content: bytes) -> Element:
    """The root. Raises CannotUnpack."""
    building, parser = _Building(), expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = building.start, building.end
    parser.CharacterDataHandler, parser.EntityDeclHandler = building.builder.data, _refuse
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    try:
        parser.Parse(content, True)
    except (expat.ExpatError, ValueError, LookupError) as error:  # also an unknown encoding
        if isinstance(error, CannotUnpack):
            raise
        raise CannotUnpack(NO_XML) from error
    root: Element = building.builder.close()
    return root


def text_of(element: Element, path: str, otherwise: str = "") -> str:
    """The text at this path, without space around it."""
    return (element.findtext(path) or otherwise).strip()


def _local(name: str) -> str:
    return name.rpartition(" ")[2]


def _refuse(*_: object) -> None:
    raise CannotUnpack(ENTITIES)
