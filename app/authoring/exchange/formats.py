"""The formats in which questions go to other systems."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.authoring.exchange import cartridge
from app.authoring.exchange.exchanged import Exchanged
from app.authoring.exchange.moodle.writing import moodle_xml
from app.authoring.exchange.qti import package
from app.authoring.exchange.qti.names import V21, V30
from app.web.languages.languages import N_


class Format(StrEnum):
    """A format by its name in addresses."""

    MOODLE = "moodle"
    QTI_21 = "qti-2.1"
    QTI_30 = "qti-3.0"
    CARTRIDGE = "cartridge"


@dataclass(frozen=True, slots=True)
class About:
    """The description of a format, and how its file ends."""

    title: str
    systems: str
    ending: str
    media_type: str


ABOUT: Mapping[Format, About] = {
    Format.MOODLE: About("Moodle XML", N_("Moodle, and what reads its format"), "xml", "application/xml"),
    Format.QTI_21: About("QTI 2.1", N_("OpenOlat, Inspera, TAO and others"), "zip", "application/zip"),
    Format.QTI_30: About("QTI 3.0", N_("newer systems of assessment"), "zip", "application/zip"),
    Format.CARTRIDGE: About("Common Cartridge 1.3", N_("Canvas"), "imscc", "application/zip"),
}


def write(to: Format, questions: Sequence[Exchanged], title: str, told: str) -> bytes:
    """The questions as a file; ``told`` goes along as a text where it is a package."""
    match to:
        case Format.MOODLE:
            return moodle_xml(questions)
        case Format.QTI_21:
            return package.pack(questions, V21, told)
        case Format.QTI_30:
            return package.pack(questions, V30, told)
        case Format.CARTRIDGE:
            return cartridge.pack(questions, title, told)
