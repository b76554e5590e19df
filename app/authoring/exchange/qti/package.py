"""Packages of QTI: a ZIP archive with a manifest that names its items, and the files that they name beside them.

Paths lead nowhere but into the archive: a file is only ever looked up by its name among the archive's own.
"""

import posixpath
import re
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from urllib.parse import unquote
from xml.etree.ElementTree import Element, SubElement
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from app.authoring.exchange import archive, attached
from app.authoring.exchange.archive import (
    BOMB,
    BROKEN,
    MOST_ENTRIES,
    MOST_FILES,
    MOST_TIMES,
    NO_ARCHIVE,
    TOO_LARGE,
    TOO_MANY,
    CannotUnpack,
)  # fmt: skip
from app.authoring.exchange.arrived import Arrived
from app.authoring.exchange.exchanged import Exchanged, in_folders
from app.authoring.exchange.markup import xml_reading, xml_writing
from app.authoring.exchange.qti import reading, writing
from app.authoring.exchange.qti.names import Version
from app.authoring.exchange.qti12 import reading as qti12
from app.authoring.exchange.told import Told
from app.web.languages.languages import N_

MANIFEST = "imsmanifest.xml"
README = "README.txt"
MOST_BYTES = 16 * 2**20  # of all items together, unpacked
MOST_OF_ITEM = 2**20
MOST_ITEMS_OF_A_FILE = 8  # as large: in QTI 1.2 a file holds all of them
NO_ITEMS = N_("The manifest of this package names no questions of QTI.")
MISSING = N_("Its file is missing in the package, or too large.")
ITEM = re.compile(r"imsqti_(?:item|apipitem)_xmlv[23]p\d")
CARTRIDGE = re.compile(r"imsqti_xmlv1p2|imsqti_.*v1p")
ILIAS = re.compile(r"__qti_\d+\.xml$")  # how ILIAS calls its questions; its archives have no manifest


def pack(questions: Sequence[Exchanged], version: Version, told: str) -> bytes:
    """A package of items; ``told`` is the text file that says what did not travel."""
    manifest = Element("manifest", identifier="MANIFEST-1", xmlns=version.package)
    metadata = SubElement(manifest, "metadata")
    SubElement(metadata, "schema").text = version.schema
    SubElement(metadata, "schemaversion").text = version.schema_version
    SubElement(manifest, "organizations")
    resources = SubElement(manifest, "resources")
    files: dict[str, bytes] = {}
    for question in map(in_folders, questions):
        name = f"{question.name}.xml"
        resource = SubElement(
            resources, "resource", identifier=f"RES-{question.name}", type=version.resource, href=name
        )
        beside = {attached.in_its_folder(file): content for file, content in question.files.items()}
        for file in (name, *beside):
            SubElement(resource, "file", href=file)
        files |= {name: xml_writing.written(writing.item(question, version)), **beside}
    return zipped({MANIFEST: xml_writing.written(manifest), **files, README: told.encode()})


def zipped(files: Mapping[str, bytes]) -> bytes:
    """An archive of these files, the same bytes for the same files."""
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as opened:
        for name, content in files.items():
            info = ZipInfo(name)
            info.compress_type, info.external_attr = ZIP_DEFLATED, (stat.S_IFREG | 0o644) << 16
            opened.writestr(info, content)
    return made.getvalue()


def read(content: bytes) -> list[Arrived] | None:
    """The questions of a package; None where the archive has no manifest. Raises CannotUnpack."""
    try:
        with ZipFile(BytesIO(content)) as opened:
            names = {entry.filename: entry for entry in opened.infolist() if not entry.is_dir()}
            manifest = next((name for name in names if name.rpartition("/")[2] == MANIFEST), None)
            of_ilias = [name for name in names if ILIAS.search(name)]
            if manifest is None and not of_ilias:
                return None
            if len(names) > MOST_ENTRIES:
                raise CannotUnpack(TOO_MANY)
            if manifest is None:
                return list(_old(opened, names, of_ilias, len(content)))
            return list(_items(opened, names, manifest, len(content)))
    except CannotUnpack:
        raise
    except BROKEN as error:
        raise CannotUnpack(NO_ARCHIVE) from error


def _items(opened: ZipFile, names: Mapping[str, ZipInfo], manifest: str, size: int) -> Iterator[Arrived]:
    root = xml_reading.read(_content(opened, names[manifest], MOST_OF_ITEM))
    resources = list(root.iter("resource"))
    hrefs = [
        _inside(posixpath.dirname(manifest), one.get("href", ""))
        for one in resources
        if ITEM.match(one.get("type", ""))
    ]
    if not hrefs:
        old = [one for one in resources if CARTRIDGE.match(one.get("type", ""))]
        if not old:
            raise CannotUnpack(NO_ITEMS)
        yield from _old(opened, names, list(_of_canvas(names, manifest, old)), size)
        return
    if len(hrefs) > MOST_FILES:
        raise CannotUnpack(TOO_MANY)
    _check([names[href] for href in hrefs if href in names], size)
    beside = _attached(names)
    for number, href in enumerate(hrefs, 1):
        try:
            item = xml_reading.read(_content(opened, names[href], MOST_OF_ITEM))
        except (CannotUnpack, KeyError) as error:
            yield Arrived(
                number, href, None, (Told(str(error) if isinstance(error, CannotUnpack) else MISSING),)
            )
            continue
        yield reading.read(item, number, _named(opened, beside, href, item))


def _of_canvas(names: Mapping[str, ZipInfo], manifest: str, old: Iterable[Element]) -> Iterator[str]:
    """The files of a quiz; beside the one of a cartridge Canvas writes another one, which has all of its types."""
    for one in old:
        href = one.get("href") or next((file.get("href", "") for file in one.iterfind("file")), "")
        whole = f"non_cc_assessments/{one.get('identifier', '')}.xml.qti"
        folder = posixpath.dirname(manifest)
        yield _inside(folder, whole) if _inside(folder, whole) in names else _inside(folder, href)


def _old(opened: ZipFile, names: Mapping[str, ZipInfo], files: Sequence[str], size: int) -> Iterator[Arrived]:
    """The questions in files of QTI 1.2, numbered through. Raises CannotUnpack."""
    known = [name for name in files if name in names]
    _check([names[name] for name in known], size)
    images: dict[str, bytes] = {}
    for name, entry in _attached(names).items():
        if attached.folder_of(name) == "images" and not attached.too_large(name, entry.file_size):
            shown = archive.content_of(opened, entry)
            images |= {name: shown, name.partition("/")[2]: shown}  # as it is named, and seen from its folder
    number = 0
    for name in known:
        root = xml_reading.read(_content(opened, names[name], MOST_OF_ITEM * MOST_ITEMS_OF_A_FILE))
        for one in qti12.read(root, images):
            number += 1
            yield replace(one, number=number)
    if not number:
        raise CannotUnpack(NO_ITEMS)


def _attached(names: Mapping[str, ZipInfo]) -> dict[str, ZipInfo]:
    """The images and data files of an archive. Raises CannotUnpack for more than a person may have."""
    found = {name: entry for name, entry in names.items() if attached.folder_of(name) and name != README}
    if attached.too_many(
        [one.file_size for name, one in found.items() if not attached.too_large(name, one.file_size)]
    ):
        raise CannotUnpack(attached.TOO_MANY)
    return found


def _check(entries: Iterable[ZipInfo], size: int) -> None:
    """Raises CannotUnpack for items that claim to be too large."""
    sizes = [entry.file_size for entry in entries]
    if sum(sizes) > MOST_TIMES * size:
        raise CannotUnpack(BOMB)
    if sum(sizes) > MOST_BYTES:
        raise CannotUnpack(TOO_LARGE)


def _named(opened: ZipFile, beside: Mapping[str, ZipInfo], href: str, item: Element) -> dict[str, bytes]:
    """The images that an item shows and the data files that it links, by the addresses that it gives them."""
    places = ("img", "src"), ("object", "data"), ("a", "href")
    sources = {one.get(key, "") for tag, key in places for one in item.iter(tag)}
    found = {}
    for source in sorted(sources):
        name = _inside(posixpath.dirname(href), source)
        if name in beside and not attached.too_large(name, beside[name].file_size):
            found[source] = archive.content_of(opened, beside[name])
    return found


def _content(opened: ZipFile, entry: ZipInfo, most: int) -> bytes:
    if entry.file_size > most:
        raise CannotUnpack(MISSING)
    return archive.content_of(opened, entry)


def _inside(folder: str, href: str) -> str:
    """The name of a file in the archive, seen from a folder of it."""
    return posixpath.normpath(posixpath.join(folder, unquote(href.partition("?")[0])))
