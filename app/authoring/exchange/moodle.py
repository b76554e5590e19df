"""Drawn variants as Moodle XML: numbers with their bands, choices, pairs, sentences; several parts as a cloze question.

Moodle has one tolerance around one number, so a band is exported as its middle and half its width.
"""

import base64
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any
from xml.etree import ElementTree as xml

from markupsafe import escape

from app.study.prose import html, statement
from app.web.sections import SECTIONS
from engine import variants
from engine.answers import cells
from engine.answers.forms import Choice, Integer, Positions, Program, Prose
from engine.questions import Question
from engine.rounding.bands import Band
from engine.variants import Asked, Variant

NO_IMAGES: Mapping[str, bytes] = {}
CLOZE = re.compile(r'([}~#"\\/])')


def drawn(questions: Iterable[Question], variants_each: int) -> Iterator[Variant]:
    """Draws the first variants of each question; one where nothing is drawn."""
    for question in questions:
        for seed in range(variants_each if question.varies else 1):
            yield variants.draw(question, seed, question.default_level)


def moodle_xml(made: Iterable[Variant], images: Mapping[str, bytes] = NO_IMAGES) -> bytes:
    """A file for Moodle's import; every variant is in the category of its section. ``images`` are the contents of
    those that a statement may show; of others it has the words."""
    quiz = xml.Element("quiz")
    section = ""
    files = {name: base64.b64encode(content).decode() for name, content in images.items()}
    for variant in made:
        if variant.question.section != section:
            section = variant.question.section
            category = xml.SubElement(xml.SubElement(quiz, "question", type="category"), "category")
            _text(category, f"$course$/top/Examformer/{SECTIONS.get(section, section)}")
        _question(quiz, variant, files)
    xml.indent(quiz)
    return bytes(xml.tostring(quiz, "utf-8", xml_declaration=True))


def _question(quiz: xml.Element, variant: Variant, files: Mapping[str, str]) -> None:
    asked = variant.asked[0]
    kind, fill = _kind(variant, asked)
    question = xml.SubElement(quiz, "question", type=kind)
    _text(
        xml.SubElement(question, "name"), f"{variant.question.title} ({variant.question.id}, {variant.seed})"
    )
    shown = {name: f"@@PLUGINFILE@@/{name}" for name in files}
    body = statement(variant, shown) + (
        _cloze(variant) if kind == "cloze" else _to_choose_from(variant, kind)
    )
    asking = xml.SubElement(question, "questiontext", format="html")
    _text(asking, body)
    for name, content in files.items():
        if shown[name] in body:
            file = xml.SubElement(asking, "file", name=name, path="/", encoding="base64")
            file.text = content
    if kind != "cloze":
        xml.SubElement(question, "defaultgrade").text = str(float(variant.points))
    fill(question, asked)


def _kind(variant: Variant, asked: Asked) -> tuple[str, Callable[[xml.Element, Asked], None]]:
    """Moodle's question type for a variant, and the function that fills it in."""
    form, alone = asked.step.form, len(variant.asked) == 1
    if isinstance(form, Prose | Program) or (asked.step.ordering and asked.step.ordering.others):
        return "essay", _essay
    if alone and isinstance(asked.key, dict) and isinstance(form, Choice):
        return "matching", _matching
    if alone and isinstance(form, Choice) and isinstance(asked.key, str):
        return "multichoice", _multichoice
    if alone and len(asked.bands) == 1 and (asked.bands[0] or isinstance(form, Integer)):
        return "numerical", _numerical
    return "cloze", lambda question, asked: None


def _multichoice(question: xml.Element, asked: Asked) -> None:
    xml.SubElement(question, "single").text = "true"
    xml.SubElement(question, "shuffleanswers").text = "true"
    for option in _names(asked):
        answer = xml.SubElement(
            question, "answer", fraction="100" if option == asked.key else "0", format="html"
        )
        _text(answer, html(option))
        _text(xml.SubElement(answer, "feedback", format="html"), html(asked.step.reasons.get(option, "")))


def _matching(question: xml.Element, asked: Asked) -> None:
    """Fills in the pairs. A partner of nothing is a pair without a left side, as in Moodle."""
    xml.SubElement(question, "shuffleanswers").text = "true"
    pairs = [
        *asked.key.items(),
        *(("", option) for option in _names(asked) if option not in asked.key.values()),
    ]
    for left, right in pairs:
        pair = xml.SubElement(question, "subquestion", format="html")
        _text(pair, html(left))
        _text(xml.SubElement(pair, "answer"), right)


def _numerical(question: xml.Element, asked: Asked) -> None:
    middle, width = _middle(asked.key, asked.bands[0])
    answer = xml.SubElement(question, "answer", fraction="100")
    _text(answer, repr(middle))
    xml.SubElement(answer, "tolerance").text = repr(width)


def _essay(question: xml.Element, asked: Asked) -> None:
    """Fills in the model answer where the marker sees it: a person marks the essay."""
    listed = "".join(f"<li>{html(line)}</li>" for line in asked.key) if isinstance(asked.key, list) else ""
    model = f"<ol>{listed}</ol>" if listed else f"<pre>{escape(asked.key)}</pre>"
    _text(xml.SubElement(question, "graderinfo", format="html"), model)


def _to_choose_from(variant: Variant, kind: str) -> str:
    """What an essay puts in order, or chooses from: each part with its list."""
    if kind != "essay":
        return ""
    return "".join(
        f"<p>{html(asked.text)}</p><ol type=A>{''.join(f'<li>{html(name)}</li>' for name in _names(asked))}</ol>"
        for asked in variant.asked
        if _names(asked)
    )


def _cloze(variant: Variant) -> str:
    """The cloze text: a line for each part, with a field for each cell, weighted by its share of the points."""
    shares = [asked.points / len(asked.bands) for asked in variant.asked]
    whole = math.lcm(*(share.denominator for share in shares))
    lines = []
    for asked, share in zip(variant.asked, shares, strict=True):
        weight = int(share * whole)
        fields = [
            f"{escape(label)}: {_field(weight, asked, leaf, band)}"
            if label
            else _field(weight, asked, leaf, band)
            for label, leaf, band in zip(
                cells.labels(asked.key), cells.cells(asked.key), asked.bands, strict=True
            )
        ]
        lines.append(
            f"<p>{html(asked.text or asked.step.title)}: {' '.join(fields)} {escape(asked.step.unit)}</p>"
        )
    return "".join(lines)


def _field(weight: int, asked: Asked, leaf: Any, band: Band | None) -> str:
    form = asked.step.form
    if band or isinstance(form, Integer):
        middle, width = _middle(leaf, band)
        return f"{{{weight}:NUMERICAL:={middle!r}:{width!r}}}"
    shown = form.show(leaf)
    if isinstance(form, Choice) and not isinstance(form, Positions):
        others = [name for name in form.names if name != shown]
        return f"{{{weight}:MULTICHOICE:={_plain(shown)}{''.join('~' + _plain(name) for name in others)}}}"
    return f"{{{weight}:SHORTANSWER:={_plain(shown)}}}"


def _middle(key: Any, band: Band | None) -> tuple[float, float]:
    return ((band.low + band.high) / 2, (band.high - band.low) / 2) if band else (float(key), 0.0)


def _names(asked: Asked) -> Sequence[str]:
    return asked.step.form.names if isinstance(asked.step.form, Choice) else ()


def _plain(text: str) -> str:
    """A text for a cloze, with the characters escaped that have a meaning there."""
    return CLOZE.sub(r"\\\1", str(escape(text)))


def _text(parent: xml.Element, text: str) -> None:
    xml.SubElement(parent, "text").text = text
