"""From what a file says of the pictures in its statement to a question that shows them with its numbers."""

import re
from collections.abc import Mapping
from typing import Any

from engine.figures import addresses
from engine.figures.addresses import BadState, State
from engine.formula.reader import Reader
from engine.formula.values import Kind, Wrong
from engine.illustrations.from_variables import Reading
from engine.illustrations.specs import Illustration, OfFigure, OfImage
from engine.questions import Question
from engine.solutions.pictures import Image
from engine.solutions.wording import Draw, Drawings
from engine.validation.schema import NAMES, Fault, Found

WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
BETWEEN = re.compile(r"\n[^\S\n]*\n")  # paragraphs


def illustrated(question: Question, variables: Mapping[str, Kind] | None) -> Question:
    """The question with what draws its pictures; numbers with which one cannot be drawn are unfair.

    ``variables`` are those of a formula question with their kinds, None for a question of another kind. Raises Fault,
    or Faults.
    """
    if not question.pictures:
        return question
    made = drawings(question.pictures, variables)
    alone = {paragraph.strip() for paragraph in BETWEEN.split(question.statement)}
    for name in question.pictures:
        shown = question.statement.count(slot := f"<{name}>")
        if slot not in alone or shown > 1:
            said = f"a picture stands in the statement once, where a paragraph is nothing but {slot}"
            raise Fault(("statement",), said, spot=slot) if shown else Fault(("pictures", name), said)
    if variables is not None:
        fair = question.family.unfair
        question.family.refuses(lambda exact: fair(exact) or undrawn(made, vars(exact.parameters)))
    return question.model_copy(update={"drawings": made})


def drawings(pictures: Mapping[str, Illustration], variables: Mapping[str, Kind] | None) -> dict[str, Draw]:
    """The function that draws each picture of a file, by name. Raises Fault, or Faults."""
    found, reader, made = Found(), Reader(), dict[str, Draw]()
    for name, picture in pictures.items():
        with found.each():
            if not WORD.fullmatch(name):
                raise Fault(("pictures", name), NAMES)
            if name in (variables or ()):
                raise Fault(("pictures", name), f"{name} is a variable: give the picture another name")
            if isinstance(picture, OfFigure):
                made[name] = _of_figure(name, picture)
            elif isinstance(picture, OfImage):
                made[name] = _of_image(picture)
            elif variables is None:
                others = "other questions can show a figure or an image"
                said = f"this kind shows the variables of a formula question; {others}"
                raise Fault(("pictures", name, "kind"), said)
            else:
                made[name] = Reading(name, reader, variables).drawing(picture)
    found.settle()
    return made


def _of_figure(name: str, said: OfFigure) -> Draw:
    """The pictures of a figure in a state. Raises Fault for a figure or a state that is none."""
    place = ("pictures", name)
    state = State(said.figure, {key: str(value) for key, value in said.state.items()})
    if addresses.is_address(said.figure):
        if said.state:
            both = "the address says where the handles stand: leave out state, or name the figure alone"
            raise Fault((*place, "state"), both)
        try:
            state = addresses.read(said.figure)
        except BadState as bad:
            raise Fault((*place, "figure"), str(bad)) from None
    try:
        figure, frame = state.open()
    except BadState as bad:
        at = "figure" if bad.key == addresses.NAME or not said.state else "state"
        inside = (bad.key,) if at == "state" and bad.key else ()
        raise Fault((*place, at, *inside), str(bad)) from None
    shown = figure.show(frame).pictures
    return lambda values: shown


def _of_image(said: OfImage) -> Draw:
    shown = (Image(said.file, said.text, said.width, said.height),)
    return lambda values: shown


def undrawn(made: Drawings, values: Mapping[str, Any]) -> str | None:
    """The reason why a picture cannot be drawn with these numbers; None where all can."""
    for name, draw in made.items():
        try:
            draw(values)
        except Wrong as wrong:
            return f"the picture {name}: {wrong}"
    return None
