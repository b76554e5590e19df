"""Questions as Moodle XML: choices, numbers with their tolerance, pairs, sentences; several fields as a cloze question.

Moodle compares an answer with one after the other, and the first that it meets counts. What is put in order becomes a
cloze question with a menu for each place, for Moodle knows order itself from 4.4 on alone.
"""

import base64
import re
from collections.abc import Iterable
from xml.etree import ElementTree as xml

from app.authoring.exchange import numbers
from app.authoring.exchange.exchanged import (
    GAP,
    RIGHT,
    WRONG,
    Choice,
    Cloze,
    Essay,
    Exchanged,
    Gap,
    Match,
    Numeric,
    Option,
    Order,
    Short,
)  # fmt: skip
from app.authoring.exchange.moodle import cloze
from app.authoring.exchange.moodle.cloze import percent

ROOT = "$course$/top/Examformer/"
SOURCE = re.compile(r'(src|href)="([^"]+)"')


def moodle_xml(questions: Iterable[Exchanged]) -> bytes:
    """A file for Moodle's import; every question is in the category of its section."""
    quiz = xml.Element("quiz")
    category = None
    for question in questions:
        if question.category != category:
            category = question.category
            folder = xml.SubElement(xml.SubElement(quiz, "question", type="category"), "category")
            _text(folder, ROOT + category.replace("/", "//"))
        _question(quiz, question)
    xml.indent(quiz)
    return bytes(xml.tostring(quiz, "utf-8", xml_declaration=True))


def _question(quiz: xml.Element, question: Exchanged) -> None:
    kind, body = _kind(question)
    made = xml.SubElement(quiz, "question", type=kind)
    _text(xml.SubElement(made, "name"), f"{question.title} ({question.name})")
    _html(made, "questiontext", body, question)
    if question.solution:
        _html(made, "generalfeedback", question.solution, question)
    xml.SubElement(made, "defaultgrade").text = str(
        float(question.points)
    )  # which Moodle passes over for a cloze
    _fill(made, question)


def _kind(question: Exchanged) -> tuple[str, str]:
    """Moodle's type of question, and the text of the question."""
    match question.asks:
        case Choice():
            return "multichoice", question.statement
        case Numeric():
            return "numerical", question.statement
        case Short():
            return "shortanswer", question.statement
        case Essay():
            return "essay", question.statement
        case Match():
            return "matching", question.statement
        case Order(items):
            places = "".join(f"<p>{place}: {GAP}</p>" for place in range(1, len(items) + 1))
            return "cloze", _cloze(question.statement + places, _menus(items, question))
        case Cloze(gaps):
            return "cloze", _cloze(question.statement, gaps)


def _menus(items: tuple[str, ...], question: Exchanged) -> tuple[Gap, ...]:
    """A menu of all items for each place. They stand by the alphabet, which says nothing of their order."""
    offered = sorted(items)
    return tuple(
        Gap(
            Choice(tuple(Option(one, RIGHT if one == item else WRONG) for one in offered)),
            question.points / len(items),
        )
        for item in items
    )


def _cloze(statement: str, gaps: tuple[Gap, ...]) -> str:
    before, *behind = statement.split(GAP)
    weights = cloze.weights([gap.points for gap in gaps])
    fields = (
        cloze.written(gap, weight) + text for gap, weight, text in zip(gaps, weights, behind, strict=True)
    )
    return before + "".join(fields)


def _fill(made: xml.Element, question: Exchanged) -> None:
    match question.asks:
        case Choice(options, several):
            xml.SubElement(made, "single").text = "false" if several else "true"
            xml.SubElement(made, "shuffleanswers").text = "true"
            for option in options:
                answer = xml.SubElement(made, "answer", fraction=percent(option.share), format="html")
                _text(answer, option.text)
                _text(xml.SubElement(answer, "feedback", format="html"), option.feedback)
        case Numeric(ranges):
            for one in ranges:
                answer = xml.SubElement(made, "answer", fraction=percent(one.share))
                _text(answer, numbers.written(one.key))
                xml.SubElement(answer, "tolerance").text = numbers.written(one.width)
                _text(xml.SubElement(answer, "feedback", format="html"), one.feedback)
        case Short(wordings, by_case):
            xml.SubElement(made, "usecase").text = str(int(by_case))
            for wording in wordings:
                answer = xml.SubElement(made, "answer", fraction=percent(wording.share))
                _text(answer, wording.text)
                _text(xml.SubElement(answer, "feedback", format="html"), wording.feedback)
        case Match(pairs, extra):
            xml.SubElement(made, "shuffleanswers").text = "true"
            for left, right in (*pairs, *(("", right) for right in extra)):
                pair = xml.SubElement(made, "subquestion", format="html")
                _text(pair, left)
                _text(xml.SubElement(pair, "answer"), right)
        case Essay(model):
            _text(xml.SubElement(made, "graderinfo", format="html"), model)
        case Order() | Cloze():  # all of it stands in the text
            pass


def _html(parent: xml.Element, name: str, text: str, question: Exchanged) -> None:
    """A text, with the images that it shows and the data files that it links."""
    named = [one for _, one in SOURCE.findall(text) if one in question.files]
    made = xml.SubElement(parent, name, format="html")
    _text(made, SOURCE.sub(lambda at: f'{at[1]}="@@PLUGINFILE@@/{at[2]}"' if at[2] in named else at[0], text))
    for file in dict.fromkeys(named):
        content = xml.SubElement(made, "file", name=file, path="/", encoding="base64")
        content.text = base64.b64encode(question.files[file]).decode()


def _text(parent: xml.Element, text: str) -> None:
    xml.SubElement(parent, "text").text = text
