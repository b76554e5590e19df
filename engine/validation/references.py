"""Names in an exam that lead nowhere, each with what may be meant by it."""

import difflib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from engine.exams.blueprints import Blueprint
from engine.questions import Question
from engine.sections import section_order
from engine.validation.schema import Fault


def absent(
    blueprint: Blueprint, questions: Collection[Question], titles: Mapping[str, str]
) -> Iterator[Fault]:
    """Questions, families and sections that are not among ``questions``; ``titles`` are those of sections."""
    ids = {question.id for question in questions}
    families = {question.family_id for question in questions}
    sections = sorted({question.section for question in questions}, key=section_order)
    for n, group in enumerate(blueprint.groups):
        for key, noun, names, there in (
            ("questions", "question", group.questions, ids),
            ("families", "question of the family", group.families, families),
        ):
            for name in names:
                if name not in there:
                    said = f"{group.title}: there is no {noun} {name}{_near(name, there)}"
                    yield Fault(("groups", n, key), said, spot=f'"{name}"')
        for name, said in _no_sections(group.sections, sections, titles):
            yield Fault(("groups", n, "sections"), f"{group.title}: {said}", spot=f'"{name}"')
    for name, said in _no_sections(blueprint.sections or (), sections, titles):
        yield Fault(("sections",), said, spot=f'"{name}"')


def _near(name: str, there: Collection[str]) -> str:
    near = difflib.get_close_matches(name, there, 1)
    return f"; did you mean {near[0]}?" if near else ""


def _no_sections(
    names: Sequence[str], sections: Sequence[str], titles: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """The names that are no sections, each with what is said of it: which one may be meant, else which there are."""
    for name in names:
        if name not in sections:
            meant = _meant(name, sections, titles)
            hint = f"did you mean {meant}?" if meant else f"there are {', '.join(sections)}"
            yield name, f"there is no section {name}; {hint}"


def _meant(name: str, sections: Sequence[str], titles: Mapping[str, str]) -> str:
    """The section with these signs in its number (c3, C.3), else with a title like this; "" where none is near."""
    numbered = {re.sub(r"\W", "", one): one for one in sections}
    titled = {titles[one].casefold(): one for one in sections if one in titles}
    found = numbered.get(re.sub(r"\W", "", name.casefold()))
    if found is None:
        near = difflib.get_close_matches(name.casefold(), titled, 1)
        found = titled[near[0]] if near else ""
    return f"{found} ({titles[found]})" if found in titles else found
