"""The ranges from which the numbers of a question are drawn, as its file gives them."""

from collections.abc import Mapping
from random import Random
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, Tag, model_validator

from engine.validation.schema import Shape

CELLS = {"of", "length", "rows"}
EITHER = (
    "a number is drawn `from` one `to` another, in steps of `step`; a vector has `of` and `length`, a matrix also "
    "`rows`: take one of these"
)
BELONGS = {
    "number": "one number belongs here: `from` and `to`, or a list of numbers",
    "vector": "a vector belongs here: `of` and `length`, or a list of vectors",
    "matrix": "a matrix belongs here: `of`, `length` (numbers in a row) and `rows`, or a list of matrices",
}


class Span(Shape):
    """A drawn number: from, from + step, ... up to ``to``."""

    start: float = Field(alias="from")
    to: float
    step: float = Field(1, gt=0)

    @model_validator(mode="after")
    def not_empty(self) -> "Span":
        """Raises ValueError where ``to`` lies below ``from``, or too many steps above it."""
        if not 0 <= self.to - self.start <= 10_000 * self.step:
            raise ValueError(
                "the largest (`to`) must not lie below the smallest (`from`), with at most 10,000 steps between them"
            )
        return self


class Cells(Shape):
    """A drawn vector (or matrix, with rows): each entry one of ``of``."""

    length: int = Field(ge=1, le=64)
    rows: int | None = Field(None, ge=1, le=64)
    of: list[float] = Field(min_length=1)


def _either(written: Any) -> Any:
    if (
        isinstance(written, dict)
        and written.keys() & {"from", "to", "step"}
        and written.keys() & {*CELLS, "columns"}
    ):
        raise ValueError(EITHER)
    return written


def _kind_of_range(range_: Any) -> str:
    if isinstance(range_, list):
        return "list"
    return (
        "cells"
        if isinstance(range_, Cells) or (isinstance(range_, dict) and range_.keys() & CELLS)
        else "span"
    )


def _of_one_kind(values: list[Any]) -> list[Any]:
    if len({"number" if type(value) in (int, float) else type(value).__name__ for value in values}) > 1:
        raise ValueError("these must be of one kind: numbers, words, or lists")
    return values


Range = Annotated[
    Annotated[list[Any], Field(min_length=1), AfterValidator(_of_one_kind), Tag("list")]
    | Annotated[Span, Tag("span")]
    | Annotated[Cells, Tag("cells")],
    Discriminator(_kind_of_range),
    BeforeValidator(_either),
]


def shape_of(range_: Any) -> str:
    """The shape of what a range draws, "" where that cannot be told."""
    match range_:
        case Span():
            return "number"
        case Cells():
            return "vector" if range_.rows is None else "matrix"
        case [bool() | str(), *_]:
            return "word"
        case [int() | float(), *_]:
            return "number"
        case [[int() | float(), *_], *_]:
            return "vector"
    return ""


def shapes_of(schema: Mapping[str, Any]) -> set[str]:
    """The shapes of numbers that a parameter may have, from its JSON schema; none where it may hold anything else."""
    if several := schema.get("anyOf"):
        each = [shapes_of(one) for one in several if one.get("type") != "null"]
        return set().union(*each) if all(each) else set()
    if schema.get("type") != "array":
        return {"number"} if schema.get("type") in ("number", "integer") else set()
    longer = {"number": "vector", "vector": "matrix"}
    return {longer[one] for one in shapes_of(schema.get("items", {})) & longer.keys()}


def one_of(rng: Random, range_: Any) -> Any:
    """A value of the range, drawn."""
    match range_:
        case Span():
            steps = int((range_.to - range_.start) / range_.step + 1e-9)
            value = round(range_.start + rng.randrange(steps + 1) * range_.step, 10)
            return int(value) if value == int(value) else value
        case Cells(rows=None):
            return [rng.choice(range_.of) for _ in range(range_.length)]
        case Cells():
            return [[rng.choice(range_.of) for _ in range(range_.length)] for _ in range(range_.rows or 1)]
        case _:
            return rng.choice(range_)
