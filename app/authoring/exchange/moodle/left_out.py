"""The parts of a question in Moodle XML that are not taken over: every element is read (``READ``), or told.

The elements are those of Moodle 4.5 and of its older files. A setting that says what holds here anyway, or what Moodle
sets by itself, is not told.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from xml.etree.ElementTree import Element

from app.authoring.exchange import numbers
from app.authoring.exchange.drafts.closed import percent
from app.authoring.exchange.markup.html_reading import tag_free
from app.authoring.exchange.told import Told
from app.web.languages.languages import N_

PENALTY = N_("Each wrong try took %(what)s of the points there; that was left out.")
HINT = N_("A hint was left out, for here hints are made of the solution: “%(what)s”.")
COMBINED = N_("Its feedback for the whole answer was left out: “%(what)s”.")
HIDDEN = N_("It was hidden there; here it is a draft like the others.")
FIXED = N_("Its options kept their order there; here they are shuffled.")
FEWEST = N_("An answer had to have at least %(what)s words there; here no number is asked for.")
MOST = N_("An answer could have at most %(what)s words there; here no number is asked for.")
FILES = N_("Files could be handed in there (%(what)s); here an answer is text alone.")
FILES_NEEDED = N_("Files had to be handed in there (%(what)s); here an answer is text alone.")
TEMPLATE = N_("Its template for the answer was left out: “%(what)s”.")
ITEM = N_("The feedback for one of its items was left out: “%(what)s”.")
DISTRIBUTION = N_(
    "Its numbers were drawn with another distribution there (%(what)s); here all are equally likely."
)
UNIT_PENALTY = N_("A wrong unit took points there; here a unit is shown and not asked for.")
INSTRUCTIONS = N_("Its instructions on units were left out: “%(what)s”.")
SETTINGS = N_("Settings without a counterpart here were left out: %(what)s.")
NOT_KNOWN = N_("What is not known here was left out: %(what)s.")
FORMAT = N_("A text in the format “%(what)s” was read as HTML.")
FILE = N_(
    "The file “%(what)s” was left out: only images that its texts show and data files that its text links come along."
)
USUAL = {
    "", "Your answer is correct.", "Your answer is partially correct.", "Your answer is incorrect.",
}  # fmt: skip
FORMATS = {None, "", "html", "moodle_auto_format", "moodle", "plain_text", "plain", "markdown"}


@dataclass(frozen=True, slots=True)
class Setting:
    """An element that is not taken over: what is told of it, without a sentence its name and its value; and the values
    of which nothing is told."""

    says: str = SETTINGS
    quiet: frozenset[str] = frozenset({""})


def _setting(says: str, *quiet: str) -> Setting:
    return Setting(says, frozenset({"", *quiet}))


LEFT_OUT: Mapping[str, Setting] = {
    "hidden": _setting(HIDDEN, "0"),
    "shuffleanswers": _setting(FIXED, "1", "true"),
    "correctfeedback": Setting(COMBINED, frozenset(USUAL)),
    "partiallycorrectfeedback": Setting(COMBINED, frozenset(USUAL)),
    "incorrectfeedback": Setting(COMBINED, frozenset(USUAL)),
    "hint": _setting(HINT),
    "minwordlimit": _setting(FEWEST, "0"),
    "maxwordlimit": _setting(MOST, "0"),
    "attachments": _setting(FILES, "0"),
    "attachmentsrequired": _setting(FILES_NEEDED, "0"),
    "responsetemplate": _setting(TEMPLATE),
    "unitgradingtype": _setting(UNIT_PENALTY, "0"),
    "instructions": _setting(INSTRUCTIONS),
    "penalty": _setting(PENALTY),
    # What only says how a question looks, or how much of it is shown.
    "answernumbering": _setting(SETTINGS, "abc", "none"),
    "showstandardinstruction": _setting(SETTINGS, "0", "1"),
    "shownumcorrect": _setting(SETTINGS),
    "correctresponsesfeedback": _setting(SETTINGS, "0", "1"),
    "responseformat": _setting(SETTINGS, "editor", "plain", "monospaced"),
    "responserequired": _setting(SETTINGS, "1"),
    "responsefieldlines": _setting(SETTINGS, "10", "15"),
    "maxbytes": _setting(SETTINGS, "0"),
    "filetypeslist": _setting(SETTINGS),
    "unitpenalty": _setting(SETTINGS, "0.1", "0.1000000"),
    "showunits": _setting(SETTINGS, "0", "3"),
    "unitsleft": _setting(SETTINGS, "0"),
    "synchronize": _setting(SETTINGS, "0"),
    "layouttype": _setting(SETTINGS, "0", "VERTICAL"),
    "selecttype": _setting(SETTINGS, "0", "ALL"),
    "selectcount": _setting(SETTINGS, "0"),
    "gradingtype": _setting(SETTINGS),
    "showgrading": _setting(SETTINGS, "0", "1", "SHOW"),
    "numberingstyle": _setting(SETTINGS, "none"),
    "dragbox/infinite": _setting(SETTINGS, "0", "1"),
    "answer/feedback": _setting(ITEM),
    "dataset_definitions/dataset_definition/distribution": _setting(DISTRIBUTION, "uniform"),
}


def _read(*paths: str) -> frozenset[str]:
    """These elements with the texts and files in them."""
    return frozenset((*paths, *(f"{path}/{name}" for path in paths for name in ("text", "file"))))


ALL = _read(
    "name", "questiontext", "generalfeedback", "defaultgrade", "idnumber", "tags", "tags/tag", "coursetags",
    "coursetags/tag",
)  # fmt: skip
ANSWERS = _read("answer", "answer/feedback")
UNITS = _read("units", "units/unit", "units/unit/multiplier", "units/unit/unit_name")
DRAWN = "dataset_definitions/dataset_definition"
CALCULATED = _read(
    "answer/tolerance", "answer/tolerancetype", "answer/correctanswerformat", "answer/correctanswerlength",
    "dataset_definitions", DRAWN, *(f"{DRAWN}/{name}" for name in ("name", "minimum", "maximum", "decimals")),
)  # fmt: skip
READ: Mapping[str, frozenset[str]] = {
    "multichoice": ANSWERS | {"single"},
    "multichoiceset": ANSWERS,
    "truefalse": ANSWERS,
    "shortanswer": ANSWERS | {"usecase"},
    "numerical": ANSWERS | UNITS | {"answer/tolerance"},
    "essay": _read("graderinfo"),
    "matching": _read("subquestion", "subquestion/answer"),
    "match": _read("subquestion", "subquestion/answer"),
    "ordering": _read("answer"),
    "gapselect": _read("selectoption", "selectoption/group"),
    "ddwtos": _read("dragbox", "dragbox/group"),
    "calculated": ANSWERS | UNITS | CALCULATED,
    "calculatedsimple": ANSWERS | UNITS | CALCULATED,
}
MEANINGLESS: Mapping[str, frozenset[str]] = {  # what Moodle writes and does not use for this type
    "calculated": frozenset({"single", "answernumbering", "shuffleanswers"}),
    "calculatedsimple": frozenset({"single", "answernumbering", "shuffleanswers"}),
}
SETS = {  # the numbers of a calculated question, which are drawn anew here: that is told in one sentence
    f"{DRAWN}/{name}" for name in ("status", "type", "itemcount", "number_of_items", "dataset_items")
}
THIRDS = (Decimal("0.33"), Decimal("0.34"))  # Moodle writes 0.3333333


def left_out(question: Element) -> Iterator[Told]:
    """Yields what to tell of a question that is read."""
    settings: list[str] = []
    unknown: list[str] = []
    kind = question.get("type", "")
    for path, element in _elements(question, ALL | READ.get(kind, frozenset())):
        if path in MEANINGLESS.get(kind, ()):
            continue
        setting = LEFT_OUT.get(path)
        value = _value(element)
        if setting is None:
            unknown.append(path.replace("/", " › "))
        elif path == "penalty":
            yield from _penalty(value)
        elif path == "shownumcorrect" or (setting.says == SETTINGS and value not in setting.quiet):
            settings.append(f"{path.rpartition('/')[2]} {value}".strip())
        elif setting.says != SETTINGS and value not in setting.quiet:
            yield Told(setting.says, value[:300])
    if settings:
        yield Told(SETTINGS, ", ".join(settings)[:300])
    if unknown:
        yield Told(NOT_KNOWN, ", ".join(dict.fromkeys(unknown))[:300])
    for written in dict.fromkeys(one.get("format") for one in question.iter()):
        if written not in FORMATS:
            yield Told(FORMAT, str(written)[:40])


def _elements(parent: Element, read: frozenset[str], above: str = "") -> Iterator[tuple[str, Element]]:
    """The outermost elements that are not read, each with its path."""
    for child in parent:
        path = f"{above}{child.tag}"
        if path in read:
            yield from _elements(child, read, f"{path}/")
        elif path not in SETS:
            yield path, child


def _value(element: Element) -> str:
    """All that an element says, on one line."""
    said = (
        tag_free(one.text or "") for one in element.iter() if one.tag != "file" and (one.text or "").strip()
    )
    return " ".join(said).strip()


def _penalty(value: str) -> Iterator[Told]:
    found = numbers.number(value)
    if found is None and value:
        yield Told(SETTINGS, f"penalty {value}"[:120])
    elif found:
        third = THIRDS[0] < found < THIRDS[1]
        yield Told(PENALTY, "1/3" if third else percent(numbers.share(str(found * 100))))
