"""The parts of an item of QTI 1.2 that are not taken over: an element that is not read is told by its name, a field of
its metadata with its value, and feedback with its words."""

from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element

from app.authoring.exchange.markup.html_reading import tag_free
from app.authoring.exchange.moodle.left_out import COMBINED, FIXED, HINT, NOT_KNOWN, SETTINGS
from app.authoring.exchange.qti12.texts import metadata
from app.authoring.exchange.told import Told

READ = {
    "item", "itemmetadata", "qtimetadata", "qtimetadatafield", "fieldlabel", "fieldentry", "presentation", "flow",
    "flow_mat", "flow_label", "material", "mattext", "matemtext", "matimage", "matbreak", "response_lid",
    "response_str",
    "response_num", "response_grp", "render_choice", "render_fib", "response_label", "resprocessing", "outcomes",
    "decvar", "respcondition", "conditionvar", "varequal", "varsubset", "vargte", "vargt", "varlte", "varlt", "and",
    "or", "not", "other", "setvar", "displayfeedback", "itemfeedback", "solution", "solutionmaterial",
}  # fmt: skip
HINTS = {"hint", "hintmaterial"}
FIELDS = {  # read, or names that the other system gives for itself
    "question_type", "QUESTIONTYPE", "points_possible", "points", "cc_profile", "assessment_question_identifierref",
    "original_answer_ids", "ILIAS_VERSION", "additional_cont_edit_mode", "externalId", "ilias_lifecycle",
}  # fmt: skip
QUIET = {"", "0", "default", "1"}


def left_out(item: Element) -> Iterator[Told]:
    settings = [
        f"{name} {value}"
        for name, value in metadata(item).items()
        if name not in FIELDS and value not in QUIET
    ]
    settings += [f"maxattempts {tries}" for tries in [item.get("maxattempts", "")] if tries not in QUIET]
    if any(one.get("shuffle", "").lower() == "no" for one in item.iter("render_choice")):
        yield Told(FIXED)
    unknown: dict[str, None] = {}
    for element in _outermost(item):
        said = tag_free(" ".join("".join(element.itertext()).split()))
        if element.tag in HINTS:
            yield Told(HINT, said[:300])
        elif element.tag in ("qticomment", "duration"):
            settings += [f"{element.tag} {said}"] * (bool(said) and said != "P0Y0M0DT0H0M0S")
        else:
            unknown[element.tag] = None
    if settings:
        yield Told(SETTINGS, ", ".join(settings)[:300])
    if unknown:
        yield Told(NOT_KNOWN, ", ".join(unknown)[:300])


def unused(feedback: Mapping[str, str]) -> Iterator[Told]:
    """Yields what is told of feedback that belongs to no answer."""
    for html in feedback.values():
        if said := tag_free(html):
            yield Told(COMBINED, said[:300])


def _outermost(element: Element) -> Iterator[Element]:
    """The outermost elements that are not read."""
    for child in element:
        if child.tag in READ:
            yield from _outermost(child)
        else:
            yield child
