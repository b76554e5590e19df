"""Pictures described in a file, ``[pictures.name]``. A paragraph of nothing but ``<name>`` in the statement shows one.

A figure or an image may stand in any question; the others are drawn from the variables of a formula question.
"""

from typing import Annotated, Literal

from pydantic import Field

from engine.figures.handles import LONGEST_STATE
from engine.formula.tree import LONGEST
from engine.validation.schema import FILE, Shape

Formula = Annotated[str, Field(min_length=1, max_length=LONGEST)]
Names = Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=40)]
LONGEST_TEXT = 600  # characters that say what an image shows
NamesOrVariable = Names | Annotated[str, Field(max_length=40)]


class Base(Shape):
    """``title`` stands above the picture; ``about`` says what is seen, for those who do not see it."""

    title: str = Field(min_length=1, max_length=120)
    about: str = Field(min_length=1, max_length=400)


class Graph(Base):
    """Functions of ``over``, one line each by its name, between two ends; ``x`` and ``y`` name the axes."""

    kind: Literal["graph"]
    of: dict[Annotated[str, Field(max_length=60)], Formula] = Field(min_length=1, max_length=4)
    over: str = Field("x", max_length=40)
    start: Formula = Field(alias="from")
    to: Formula
    x: str = Field("x", max_length=60)
    y: str = Field("y", max_length=60)


class BarChart(Base):
    """A bar for each entry of a vector, named by ``names``: texts, or the variable that holds them."""

    kind: Literal["bars"]
    values: Formula
    names: NamesOrVariable
    unit: str = Field("", max_length=20)


class Map(Base):
    """A matrix, the darker the further from 0, its rows and columns named."""

    kind: Literal["heat map"]
    values: Formula
    rows: NamesOrVariable
    columns: NamesOrVariable


class Columns(Base):
    """A table: by the heading of each column the vector, or the list of words, that stands below it."""

    kind: Literal["table"]
    columns: dict[Annotated[str, Field(min_length=1, max_length=60)], Formula] = Field(
        min_length=1, max_length=8
    )


class OfFigure(Base):
    """A figure of ``engine.figures`` with its handles at these values; those that are not named stand as at first.

    ``figure`` may be the address of a figure instead, which says where they stand (``engine.figures.addresses``)."""

    kind: Literal["figure"]
    figure: str = Field(max_length=LONGEST_STATE)
    state: dict[Annotated[str, Field(max_length=40)], str | int | float] = Field({}, max_length=40)


class OfImage(Shape):
    """An image that was uploaded, by the name under which it is stored: the hash of its bytes. ``text`` says what it
    shows, for those who do not see it; ``width`` and ``height`` keep its place on a page while it loads."""

    kind: Literal["image"]
    file: str = Field(pattern=FILE, max_length=68)
    text: str = Field(min_length=1, max_length=LONGEST_TEXT, pattern=r"\S")
    width: int = Field(0, ge=0, le=4000)
    height: int = Field(0, ge=0, le=4000)


Illustration = Annotated[Graph | BarChart | Map | Columns | OfFigure | OfImage, Field(discriminator="kind")]
