"""Moodle XML as questions: what each of Moodle's types becomes, and what of it is told."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from xml.etree.ElementTree import Element

from app.authoring.exchange import categories, numbers
from app.authoring.exchange.arrived import Arrived
from app.authoring.exchange.exchanged import (
    GAP,
    RIGHT,
    WRONG,
    Asks,
    Choice,
    Cloze,
    Common,
    Computed,
    Essay,
    Gap,
    Match,
    Numeric,
    Option,
    Order,
    Short,
    Wording,
    around,
)
from app.authoring.exchange.markup.html_reading import tag_free
from app.authoring.exchange.markup.xml_reading import text_of
from app.authoring.exchange.moodle import calculated, cloze_reading
from app.authoring.exchange.moodle.cloze_reading import ANYTHING, NoField
from app.authoring.exchange.moodle.left_out import FILE, NOT_KNOWN, left_out
from app.authoring.exchange.moodle.texts import files, html, linked_in, shown_in
from app.authoring.exchange.not_read import NO_ANSWER, NotRead
from app.authoring.exchange.told import GRADERS, WORTH, Told
from app.web.languages.languages import N_
from engine.data_files import is_name

NO_COUNTERPART: Mapping[str, str] = {
    "ddimageortext": N_("Drag and drop onto an image has no counterpart here."),
    "ddmarker": N_("Markers on an image have no counterpart here."),
    "description": N_("It is a text that asks nothing."),
    "random": N_("It draws questions by chance from a category, which an exam does here."),
    "randomsamatch": N_("It draws short answers by chance, which has no counterpart here."),
    "coderunner": N_("Programs of CodeRunner are tested in another way than here."),
    "stack": N_("Questions of STACK are computed by Maxima, which has no counterpart here."),
}
UNKNOWN = N_("Questions of the type “%(what)s” have no counterpart here.")
UNITS = N_("Another unit was left out, for units are not converted here: %(what)s.")
ALONE = N_("“%(what)s” has no partner, so it was left out.")
EMPTY = N_("An empty answer was left out.")
INFO = N_("The description of its category was left out: “%(what)s”.")
ID_NUMBER = N_("Its ID number “%(what)s” became the beginning of its name.")
NO_MARK = N_("It says nowhere what it is worth, so it is worth 1 point.")
NO_FIELD = N_("A gap in its text cannot be read: “%(what)s”.")
NO_NUMBER = N_("“%(what)s” is no number, so this answer was left out.")
MARKED = re.compile(r"\[\[(\d{1,3})\]\]")
Told_ = list[Told]


def read(quiz: Element) -> Iterator[Arrived]:
    """The questions of a file, in their order, each in the category that was named last."""
    category, number = "", 0
    told: Told_ = []
    for element in quiz:
        kind = element.get("type", "")
        if element.tag != "question":
            told.append(Told(NOT_KNOWN, element.tag[:120]))
        elif kind == "category":
            category = categories.path(text_of(element, "category/text"))
            info = tag_free(html(element.find("info")))
            told += [Told(INFO, info[:300])] * bool(info)
        else:
            number += 1
            yield _arrived(element, kind, number, category, told)
            told = []


def _arrived(element: Element, kind: str, number: int, category: str, before: Told_) -> Arrived:
    title = tag_free(text_of(element, "name/text"))
    told = [*before, *left_out(element), *_files(element)]
    try:
        asks, statement = _asks(element, kind, told)
    except NotRead as error:
        return Arrived(number, title, None, (*told, error.told))
    points = (
        _points(text_of(element, "defaultgrade"), told) if element.find("defaultgrade") is not None else None
    )
    if isinstance(asks, Cloze):
        weights = sum((gap.points for gap in asks.gaps), Fraction(0))
        points = points or weights
        asks = Cloze(tuple(replace(gap, points=gap.points * points / weights) for gap in asks.gaps))
    elif points is None:
        told.append(Told(NO_MARK))
    name = text_of(element, "idnumber")
    told += [Told(ID_NUMBER, name[:120])] * bool(name)
    common = Common(
        name=name,
        title=title,
        statement=statement,
        points=points or RIGHT,
        category=category,
        tags=tuple(
            text_of(tag, "text")
            for place in ("tags", "coursetags")
            for tag in element.iterfind(f"{place}/tag")
        ),
        solution=html(element.find("generalfeedback")),
        files=files(element.iter("file")),
    )
    return Arrived(number, title, common.asking(asks), tuple(told))


def _points(grade: str, told: Told_) -> Fraction:
    points = numbers.points(grade)
    if points is None:
        told.append(Told(WORTH, grade[:40]))
    return points or RIGHT


def _files(element: Element) -> Iterator[Told]:
    """Yields what is told of files that no text shows as an image, and that are no data files of the statement."""
    shown = {name for one in element.iter("text") for name in shown_in(one.text or "")}
    shown |= {
        name for name in linked_in(text_of(element, "questiontext/text")) if is_name(name.rpartition("/")[2])
    }
    for name in dict.fromkeys(file.get("name", "") for file in element.iter("file")):
        if name not in shown:
            yield Told(FILE, name[:120])


def _asks(element: Element, kind: str, told: Told_) -> tuple[Asks | Computed, str]:
    """Returns what is asked, and the statement. Raises NotRead."""
    statement = html(element.find("questiontext"))
    if kind in ("cloze", "multianswer"):
        try:
            text, gaps = cloze_reading.gaps(statement, told)
        except NoField as error:
            raise NotRead(Told(NO_FIELD, str(error))) from error
        if not gaps:
            raise NotRead(Told(NO_ANSWER))
        return Cloze(gaps), text
    if kind in ("gapselect", "ddwtos"):
        return _selected(element, kind, statement)
    if kind.startswith("calculated"):
        return calculated.computed(element, kind, _unit(element, told), told), statement
    if kind not in KINDS:
        raise NotRead(Told(NO_COUNTERPART.get(kind, UNKNOWN), kind[:40]))
    return KINDS[kind](element, told), statement


def _multichoice(element: Element, told: Told_) -> Choice:
    single = text_of(element, "single", "true") not in ("false", "0")
    options = tuple(
        Option(html(one), numbers.share(one.get("fraction", "0")), html(one.find("feedback")))
        for one in element.iterfind("answer")
    )
    if not any(one.share > 0 for one in options):
        raise NotRead(Told(NO_ANSWER))
    return Choice(options, several=not single)


def _all_or_nothing(element: Element, told: Told_) -> Choice:
    """A type of its own in Moodle, whose right options count together alone."""
    return replace(_multichoice(element, told), several=True, whole=True)


def _true_or_false(element: Element, told: Told_) -> Choice:
    options = tuple(
        Option(
            text_of(one, "text").capitalize(),
            numbers.share(one.get("fraction", "0")),
            html(one.find("feedback")),
        )
        for one in element.iterfind("answer")
    )
    if not any(one.share > 0 for one in options):
        raise NotRead(Told(NO_ANSWER))
    return Choice(options)


def _short(element: Element, told: Told_) -> Short:
    found = []
    for one in element.iterfind("answer"):
        text, feedback = text_of(one, "text"), html(one.find("feedback"))
        if text:
            found.append(Wording(text, numbers.share(one.get("fraction", "0")), feedback))
        else:
            told.append(Told(EMPTY))
    if not any(one.share > 0 for one in found):
        raise NotRead(Told(NO_ANSWER))
    return Short(tuple(found), by_case=text_of(element, "usecase") == "1")


def _numeric(element: Element, told: Told_) -> Numeric:
    found = []
    for one in element.iterfind("answer"):
        text, feedback = text_of(one, "text") or (one.text or "").strip(), html(one.find("feedback"))
        if text == "*":
            told += [Told(ANYTHING, tag_free(feedback)[:120])] * bool(feedback)
            continue
        key, width = numbers.number(text), numbers.number(text_of(one, "tolerance", "0"))
        if key is None or width is None:
            told.append(Told(NO_NUMBER, f"{text} {tag_free(feedback)}".strip()[:120]))
            continue
        share = numbers.share(one.get("fraction", "0"))
        found.append(around(key, width, share, feedback))
    if not any(one.share > 0 for one in found):
        raise NotRead(Told(NO_ANSWER))
    return Numeric(tuple(found), _unit(element, told))


def _unit(element: Element, told: Told_) -> str:
    units = {
        text_of(one, "unit_name"): numbers.number(text_of(one, "multiplier", "1"))
        for one in element.iterfind("units/unit")
    }
    unit = next((name for name, factor in units.items() if factor == 1), "")
    for name, factor in units.items():
        if name != unit:
            told.append(Told(UNITS, f"{name} (× {factor})" if factor is not None else name))
    return unit


def _essay(element: Element, told: Told_) -> Essay:
    model = html(element.find("graderinfo"))
    told += [Told(GRADERS)] * bool(tag_free(model))
    return Essay(model)


def _match(element: Element, told: Told_) -> Match:
    sides = [(html(one), text_of(one, "answer/text")) for one in element.iterfind("subquestion")]
    pairs = tuple((left, right) for left, right in sides if left and right)
    told += [Told(ALONE, tag_free(left)[:120]) for left, right in sides if left and not right]
    if not pairs:
        raise NotRead(Told(NO_ANSWER))
    return Match(pairs, tuple(right for left, right in sides if not left and right))


def _order(element: Element, told: Told_) -> Order:
    placed = [
        (numbers.number(one.get("fraction", "0")) or 0, html(one)) for one in element.iterfind("answer")
    ]
    if not placed:
        raise NotRead(Told(NO_ANSWER))
    return Order(tuple(text for _, text in sorted(placed, key=lambda one: one[0])))


def _selected(element: Element, kind: str, statement: str) -> tuple[Cloze, str]:
    """Words to choose, or to drag, into gaps ``[[1]]``: each gap is a menu of the words of its group."""
    offered = element.iterfind("selectoption" if kind == "gapselect" else "dragbox")
    words = [(text_of(one, "text"), text_of(one, "group")) for one in offered]
    marks = [int(mark) for mark in MARKED.findall(statement)]
    if not marks or not all(0 < mark <= len(words) for mark in marks):
        raise NotRead(Told(NO_ANSWER))
    gaps = []
    for mark in marks:
        right, group = words[mark - 1]
        options = (Option(text, RIGHT if text == right else WRONG) for text, its in words if its == group)
        gaps.append(Gap(Choice(tuple(dict.fromkeys(options)))))
    return Cloze(tuple(gaps)), MARKED.sub(GAP, statement)


KINDS: Mapping[str, Callable[[Element, Told_], Asks]] = {
    "multichoice": _multichoice,
    "multichoiceset": _all_or_nothing,
    "truefalse": _true_or_false,
    "shortanswer": _short,
    "numerical": _numeric,
    "essay": _essay,
    "matching": _match,
    "match": _match,
    "ordering": _order,
}
