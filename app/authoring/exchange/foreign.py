"""Files of other systems, recognised by their content: what is in them, as texts of ours."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from xml.etree.ElementTree import Element

from app.authoring.exchange import archive, attached
from app.authoring.exchange.archive import MOST_BYTES, MOST_FILES, TOO_MANY, CannotUnpack, LeftOut, Unpacked
from app.authoring.exchange.arrived import Arrived
from app.authoring.exchange.drafts import whole
from app.authoring.exchange.markup import xml_reading
from app.authoring.exchange.moodle import gift
from app.authoring.exchange.moodle import reading as moodle
from app.authoring.exchange.qti import package
from app.authoring.exchange.qti import reading as item
from app.authoring.exchange.qti12 import reading as qti12
from app.authoring.exchange.question_file import QuestionFile, slug
from app.web.languages.languages import N_
from engine.deadline import check

ROOTS = rb"quiz|questestinterop|assessmentItem|qti-assessment-item"
XML = re.compile(rb"\s*(?:<\?xml|<!--|<!DOCTYPE|<(?:\w+:)?(?:" + ROOTS + rb")\b)")
OURS = re.compile(r" \(([a-z0-9]+(?:-[a-z0-9]+)+)\)$")  # the name that this application adds to a title
NO_QUESTIONS = N_("This XML holds no questions of a kind that is read here.")


def read(name: str, content: bytes, section: str = "") -> Unpacked | None:
    """The questions in a file of another system, those that name no section of ours in this one; None for any other
    file. Raises CannotUnpack."""
    if attached.folder_of(name) == "images":
        return None
    if XML.match(content.removeprefix(b"\xef\xbb\xbf")):
        return _taken(name, _in_xml(xml_reading.read(content)), section)
    if content.startswith(b"PK\x03\x04") and (items := package.read(content)) is not None:
        return _taken(name, iter(items), section)
    if name.lower().endswith((".gift", ".txt")) and len(content) <= MOST_BYTES:
        text = content.decode("utf-8-sig", "replace")
        is_gift = name.lower().endswith(".gift") or gift.looks_like(text)
        return _taken(name, gift.read(text), section) if is_gift else None
    return None


def unpack(sent: Sequence[tuple[str, bytes]], section: str = "") -> Unpacked:
    """Unpacks an upload of files of ours and of other systems. Raises CannotUnpack."""
    found = [(name, content, read(name, content, section)) for name, content in sent]
    ours = archive.unpack([(name, content) for name, content, taken in found if taken is None])
    all_of_it = [ours, *(taken for _, _, taken in found if taken)]
    files = tuple(file for one in all_of_it for file in one.files)
    beside = tuple(file for one in all_of_it for file in one.attached)
    if len(files) > MOST_FILES:
        raise CannotUnpack(TOO_MANY)
    if attached.too_many([len(content) for _, content in beside]):
        raise CannotUnpack(attached.TOO_MANY)
    left_out = tuple(left for one in all_of_it for left in one.left_out)
    return Unpacked(files, left_out, ours.passed_over, beside)


def _in_xml(root: Element) -> Iterator[Arrived]:
    if root.tag == "quiz" and root.find("question") is not None:
        return moodle.read(root)
    if root.tag in ("assessmentItem", "qti-assessment-item"):
        return iter([item.read(root, 1, {})])
    if root.tag == "questestinterop":
        return qti12.read(root, {})
    raise CannotUnpack(NO_QUESTIONS)


def _taken(file: str, arrived: Iterator[Arrived], section: str) -> Unpacked:
    """The questions as texts of ours, each with what is told of it. Raises CannotUnpack for more than may come."""
    files: list[QuestionFile] = []
    left_out: list[LeftOut] = []
    beside: list[tuple[str, bytes]] = []
    stems: dict[str, int] = {}
    for one in arrived:
        check()
        if one.question is None:
            left_out.append(LeftOut(file, one.told[-1].says, one.told[-1].what, one.number, one.title))
            continue
        named = OURS.search(one.title)
        title = one.title[: named.start()] if named else one.title
        question = replace(one.question, title=title)
        stem = slug(named[1] if named else question.name or question.title)
        stems[stem] = stems.get(stem, 0) + 1
        stem = f"{stem}-{stems[stem]}" if stems[stem] > 1 else stem
        made = whole.texts(question, stem, section)
        for n, draft in enumerate(made, 1):
            beside += draft.attached
            files.append(
                QuestionFile(
                    f"{stem}-{n}" if len(made) > 1 else stem,
                    draft.text,
                    file,
                    number=one.number,
                    told=(*one.told, *draft.told),
                )
            )
        if len(files) > MOST_FILES:
            raise CannotUnpack(TOO_MANY)
    return Unpacked(tuple(files), tuple(left_out), 0, tuple(beside))
