"""Finds every figure: one file each in ``engine/figures/<subject>/``, nothing to register."""

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import engine.figures
from engine.figures.figure import Figure
from engine.sections import section_order


class NoSuchFigure(LookupError):
    """No figure of this id."""


@cache
def figures() -> Mapping[str, Figure]:
    """All figures by id, in the order of their sections."""
    found: dict[str, Figure] = {}
    for subject in pkgutil.iter_modules(engine.figures.__path__, "engine.figures."):
        if not subject.ispkg:
            continue
        folder = importlib.import_module(subject.name).__path__
        for module in pkgutil.iter_modules(folder, subject.name + "."):
            figure = importlib.import_module(module.name).figure
            if figure.id.replace("-", "_") != module.name.rpartition(".")[2]:
                raise TypeError(f"{module.name} holds the figure {figure.id}: file and id must have one name")
            figure.subject = subject.name.rpartition(".")[2]
            found[figure.id] = figure
    ordered = sorted(found.values(), key=lambda figure: (section_order(figure.section), figure.id))
    return MappingProxyType({figure.id: figure for figure in ordered})


def find(id: str) -> Figure:
    """The figure of this id. Raises NoSuchFigure."""
    try:
        return figures()[id]
    except KeyError:
        raise NoSuchFigure(id) from None


def of_section(section: str) -> tuple[Figure, ...]:
    return tuple(figure for figure in figures().values() if figure.section == section)
