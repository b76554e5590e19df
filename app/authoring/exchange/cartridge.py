"""A Common Cartridge 1.3 with a quiz of QTI 1.2, as Canvas imports it.

Canvas asks for one thing a question: each gap of a cloze becomes one. A type without a profile of the cartridge
(numbers, pairs) says in Canvas' own field what it is.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never
from xml.etree.ElementTree import Element, SubElement

from app.authoring.exchange import numbers
from app.authoring.exchange.drafts.splitting import each_gap
from app.authoring.exchange.exchanged import (
    Choice,
    Cloze,
    Essay,
    Exchanged,
    Match,
    Numeric,
    Order,
    Short,
    in_folders,
)  # fmt: skip
from app.authoring.exchange.markup import xml_writing
from app.authoring.exchange.markup.html_reading import tag_free
from app.authoring.exchange.moodle.writing import SOURCE
from app.authoring.exchange.qti.package import MANIFEST, README, zipped
from engine.answers import wordings

QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
CARTRIDGE = "http://www.imsglobal.org/xsd/imsccv1p3/imscp_v1p1"
LOM = "http://ltsc.ieee.org/xsd/imsccv1p3/LOM/manifest"
QUIZ = "quiz/assessment.xml"
FILES = "web_resources"  # where Canvas looks for what stands behind $IMS-CC-FILEBASE$
RESPONSE = "response1"
One = Choice | Numeric | Short | Match | Essay


def pack(questions: Sequence[Exchanged], title: str, told: str) -> bytes:
    """The cartridge; ``told`` is the text file that says what did not travel."""
    apart = [in_folders(question) for question in questions]
    items = [part for question in apart for part in _parts(question)]
    files = {f"{FILES}/{name}": content for question in apart for name, content in question.files.items()}
    quiz = xml_writing.written(_quiz(items, title))
    return zipped({MANIFEST: _manifest(title, files), QUIZ: quiz, **files, README: told.encode()})


def _parts(question: Exchanged) -> Iterator[tuple[Exchanged, One]]:
    """The questions that Canvas' classic quizzes have for it, and what each asks: one for each gap, and an order as
    pairs of places and things."""
    match question.asks:
        case Cloze(gaps):
            for part, gap in zip(each_gap(question), gaps, strict=True):
                yield part, gap.asks
        case Order(items):
            yield question, Match(tuple((str(place), tag_free(item)) for place, item in enumerate(items, 1)))
        case asks:
            yield question, asks


def _manifest(title: str, files: Iterable[str]) -> bytes:
    root = Element("manifest", {"identifier": "cartridge", "xmlns": CARTRIDGE, "xmlns:lomimscc": LOM})
    metadata = SubElement(root, "metadata")
    SubElement(metadata, "schema").text = "IMS Common Cartridge"
    SubElement(metadata, "schemaversion").text = "1.3.0"
    general = SubElement(SubElement(metadata, "lomimscc:lom"), "lomimscc:general")
    SubElement(SubElement(general, "lomimscc:title"), "lomimscc:string", language="en").text = title
    organization = SubElement(
        SubElement(root, "organizations"), "organization", identifier="organization", structure="rooted-hierarchy"
    )  # fmt: skip
    item = SubElement(SubElement(organization, "item", identifier="root"), "item", identifier="quiz-item")
    item.set("identifierref", "quiz")
    SubElement(item, "title").text = title
    resources = SubElement(root, "resources")
    quiz = SubElement(
        resources, "resource", identifier="quiz", type="imsqti_xmlv1p2/imscc_xmlv1p3/assessment"
    )
    SubElement(quiz, "file", href=QUIZ)
    for n, name in enumerate(files, 1):
        file = SubElement(resources, "resource", identifier=f"file-{n}", type="webcontent", href=name)
        SubElement(file, "file", href=name)
    return xml_writing.written(root)


def _quiz(items: Sequence[tuple[Exchanged, One]], title: str) -> Element:
    root = Element("questestinterop", xmlns=QTI)
    assessment = SubElement(root, "assessment", ident="quiz", title=title)
    _labelled(assessment, {"cc_profile": "cc.exam.v0p1", "qmd_assessmenttype": "Examination"})
    section = SubElement(assessment, "section", ident="root_section")
    for n, (question, asks) in enumerate(items, 1):
        _item(section, question, asks, n)
    return root


def _item(section: Element, question: Exchanged, asks: One, n: int) -> None:
    kind, profile = _kind(asks)
    item = SubElement(section, "item", ident=f"item-{n}", title=question.title)
    fields = {"cc_profile": profile, "question_type": kind, "points_possible": repr(float(question.points))}
    _labelled(SubElement(item, "itemmetadata"), {name: text for name, text in fields.items() if text})
    presentation = SubElement(item, "presentation")
    _material(presentation, question.statement)
    processing = Element("resprocessing")
    outcome = SubElement(SubElement(processing, "outcomes"), "decvar", varname="SCORE", vartype="Decimal")
    outcome.set("minvalue", "0")
    outcome.set("maxvalue", "100")
    feedback = {"general_fb": question.solution} if question.solution else {}
    if question.solution:
        SubElement(_condition(processing, "Yes"), "other")
        _displayed(processing, "general_fb")
    feedback |= _asked(asks, presentation, processing)
    if kind != "essay_question":
        item.append(processing)
    for name, html in feedback.items():
        told = SubElement(item, "itemfeedback", ident=name)
        inside = SubElement(SubElement(told, "solution"), "solutionmaterial") if name == "solution" else told
        _material(SubElement(inside, "flow_mat"), html)


def _kind(asks: One) -> tuple[str, str]:
    """Canvas' type of question, and the profile of the cartridge, "" for none."""
    match asks:
        case Choice(_, several):
            return (
                ("multiple_answers_question", "cc.multiple_response.v0p1")
                if several
                else ("multiple_choice_question", "cc.multiple_choice.v0p1")
            )
        case Numeric():
            return "numerical_question", ""
        case Short():
            return "short_answer_question", "cc.fib.v0p1"
        case Match():
            return "matching_question", ""
        case Essay():
            return "essay_question", "cc.essay.v0p1"


def _asked(asks: One, presentation: Element, processing: Element) -> dict[str, str]:
    """Puts the interaction and its marking into an item; returns what is said, by its identifier."""
    match asks:
        case Choice():
            return _choice(asks, presentation, processing)
        case Numeric():
            _field(presentation, fibtype="Decimal")
            condition = _right(processing)
            SubElement(condition, "vargte", respident=RESPONSE).text = numbers.written(asks.right.low)
            SubElement(condition, "varlte", respident=RESPONSE).text = numbers.written(asks.right.high)
        case Short(expected, by_case):
            _field(presentation)
            condition = _right(processing)
            for wording in expected:
                if wording.share > 0:
                    text = SubElement(
                        condition, "varequal", respident=RESPONSE, case="Yes" if by_case else "No"
                    )
                    text.text = wordings.bare(wording.text)
        case Match():
            _match(asks, presentation, processing)
        case Essay(model):
            _field(presentation)
            return {"solution": model} if model else {}
        case _:
            assert_never(asks)
    return {}


def _choice(asks: Choice, presentation: Element, processing: Element) -> dict[str, str]:
    response = SubElement(
        presentation, "response_lid", ident=RESPONSE, rcardinality="Multiple" if asks.several else "Single"
    )  # fmt: skip
    choices = SubElement(response, "render_choice")
    named = {str(1000 + n): option for n, option in enumerate(asks.options, 1)}
    for name, option in named.items():
        _material(SubElement(choices, "response_label", ident=name), option.text)
        if option.feedback:
            SubElement(_condition(processing, "Yes"), "varequal", respident=RESPONSE).text = name
            _displayed(processing, f"{name}_fb")
    condition = _right(processing)
    if asks.several:
        condition = SubElement(condition, "and")
    for name, option in named.items():
        if option.share > 0 and (asks.several or option.share == 1):
            SubElement(condition, "varequal", respident=RESPONSE).text = name
        elif asks.several:
            SubElement(SubElement(condition, "not"), "varequal", respident=RESPONSE).text = name
    return {f"{name}_fb": option.feedback for name, option in named.items() if option.feedback}


def _match(asks: Match, presentation: Element, processing: Element) -> None:
    partners = {text: str(2000 + n) for n, text in enumerate(sorted(asks.partners), 1)}
    for n, (left, right) in enumerate(asks.pairs, 1):
        response = SubElement(presentation, "response_lid", ident=f"response_{1000 + n}")
        _material(response, left)
        choices = SubElement(response, "render_choice")
        for text, name in partners.items():
            _material(SubElement(choices, "response_label", ident=name), text, plain=True)
        condition = _condition(processing, "")
        SubElement(condition, "varequal", respident=f"response_{1000 + n}").text = partners[right]
        setting = SubElement(processing[-1], "setvar", varname="SCORE", action="Add")
        setting.text = f"{100 / len(asks.pairs):.2f}"


def _field(presentation: Element, **more: str) -> None:
    response = SubElement(presentation, "response_str", ident=RESPONSE, rcardinality="Single")
    SubElement(SubElement(response, "render_fib", more), "response_label", ident="answer1")


def _right(processing: Element) -> Element:
    """The condition of a right answer, which earns everything."""
    condition = _condition(processing, "No")
    SubElement(processing[-1], "setvar", varname="SCORE", action="Set").text = "100"
    return condition


def _condition(processing: Element, goes_on: str) -> Element:
    condition = SubElement(processing, "respcondition", {"continue": goes_on} if goes_on else {})
    return SubElement(condition, "conditionvar")


def _displayed(processing: Element, name: str) -> None:
    SubElement(processing[-1], "displayfeedback", feedbacktype="Response", linkrefid=name)


def _labelled(parent: Element, fields: dict[str, str]) -> None:
    metadata = SubElement(parent, "qtimetadata")
    for label, entry in fields.items():
        field = SubElement(metadata, "qtimetadatafield")
        SubElement(field, "fieldlabel").text = label
        SubElement(field, "fieldentry").text = entry


def _material(parent: Element, text: str, plain: bool = False) -> None:
    """A text; HTML stands in it as characters, as the cartridge has it."""
    made = SubElement(
        SubElement(parent, "material"), "mattext", texttype=f"text/{'plain' if plain else 'html'}"
    )
    made.text = text if plain else SOURCE.sub(lambda at: f'{at[1]}="$IMS-CC-FILEBASE$/{at[2]}"', text)
