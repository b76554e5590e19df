"""Pictures that show the variables of a formula question: their formulas read, and drawn with a variant's numbers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from engine import deadline
from engine.formula.reader import Formula, Reader
from engine.formula.values import Kind, Wrong
from engine.illustrations.specs import BarChart, Columns, Graph, Map, NamesOrVariable
from engine.solutions.pictures import Bars, Curve, HeatMap, Line, Picture, Table
from engine.solutions.wording import Draw
from engine.validation.schema import Fault

POINTS = 81  # of a graph's line
CELLS = 400  # of a heat map

Values = Mapping[str, Any]


class Reading:
    """Reads the formulas of the picture of this name among the variables of its question.

    What it returns raises Wrong for numbers with which there is no such picture.
    """

    def __init__(self, name: str, reader: Reader, variables: Mapping[str, Kind]) -> None:
        self.name, self.reader, self.variables = name, reader, variables

    def drawing(self, picture: Graph | BarChart | Map | Columns) -> Draw:
        """The function that draws the picture. Raises Fault, and Misfit for a formula that does not fit."""
        match picture:
            case Graph():
                return self._graph(picture)
            case BarChart():
                return self._bars(picture)
            case Map():
                return self._map(picture)
            case Columns():
                return self._table(picture)

    def _fault(self, said: str, *place: str) -> Fault:
        return Fault(("pictures", self.name, *place), said)

    def _read(
        self, text: str, kinds: Sequence[Kind], *place: str, known: Mapping[str, Kind] | None = None
    ) -> Formula:
        formula, kind = self.reader.read(text, known or self.variables, "pictures", self.name, *place)
        if kind not in kinds:
            wanted = " or ".join(one.said for one in kinds)
            raise self._fault(f"This is {kind.said}; {wanted} belongs here.", *place)
        return formula

    def _names(self, said: NamesOrVariable, key: str) -> Callable[[Values], tuple[str, ...]]:
        if isinstance(said, str):
            formula = self._read(said, (Kind.WORDS,), key)
            return lambda values: tuple(formula.among(values))
        return lambda values: tuple(said)

    def _graph(self, picture: Graph) -> Draw:
        over = picture.over
        if over in self.variables:
            raise self._fault(f"{over} is a variable: call what runs along the axis otherwise", "over")
        known = {**self.variables, over: Kind.NUMBER}
        first = self._read(picture.start, (Kind.NUMBER,), "from")
        last = self._read(picture.to, (Kind.NUMBER,), "to")
        lines = {
            name: self._read(text, (Kind.NUMBER,), "of", name, known=known)
            for name, text in picture.of.items()
        }

        def draw(values: Values) -> tuple[Picture, ...]:
            low, high = float(first.among(values)), float(last.among(values))
            if not low < high:
                raise Wrong("the graph ends where it begins, or before")
            xs = np.linspace(low, high, POINTS).tolist()
            drawn = []
            for name, line in lines.items():
                deadline.check()
                drawn.append(Line(name, tuple((x, float(line.among({**values, over: x}))) for x in xs)))
            if not np.isfinite([y for line in drawn for _, y in line.points]).all():
                raise Wrong("the graph goes to infinity")
            return (Curve(picture.title, picture.about, picture.x, picture.y, tuple(drawn)),)

        return draw

    def _bars(self, picture: BarChart) -> Draw:
        amounts = self._read(picture.values, (Kind.VECTOR,), "values")
        names = self._names(picture.names, "names")

        def draw(values: Values) -> tuple[Picture, ...]:
            heights = [float(one) for one in amounts.among(values)]
            if min(heights) < 0 or not np.isfinite(heights).all():
                raise Wrong("bars show amounts from 0 up")
            called = _fitting(names(values), len(heights))
            bars = tuple((name, (height,)) for name, height in zip(called, heights, strict=True))
            return (Bars(picture.title, picture.about, (picture.title,), bars, unit=picture.unit),)

        return draw

    def _map(self, picture: Map) -> Draw:
        matrix = self._read(picture.values, (Kind.MATRIX,), "values")
        rows, columns = self._names(picture.rows, "rows"), self._names(picture.columns, "columns")

        def draw(values: Values) -> tuple[Picture, ...]:
            cells = np.asarray(matrix.among(values), float)
            if cells.size > CELLS or not np.isfinite(cells).all():
                raise Wrong(f"a map has at most {CELLS} cells, each with a number")
            named = _fitting(rows(values), len(cells)), _fitting(columns(values), cells.shape[1])
            return (HeatMap(picture.title, picture.about, *named, tuple(map(tuple, cells.tolist()))),)

        return draw

    def _table(self, picture: Columns) -> Draw:
        columns = {
            head: self._read(text, (Kind.VECTOR, Kind.WORDS), "columns", head)
            for head, text in picture.columns.items()
        }

        def draw(values: Values) -> tuple[Picture, ...]:
            told = [_written(column.among(values)) for column in columns.values()]
            if len({len(column) for column in told}) > 1:
                raise Wrong("the columns of a table are equally long")
            return (Table(picture.title, picture.about, tuple(columns), tuple(zip(*told, strict=True))),)

        return draw


def _fitting(names: tuple[str, ...], count: int) -> tuple[str, ...]:
    if len(names) != count:
        raise Wrong(f"there are {len(names)} names for {count} values")
    return names


def _written(column: Any) -> list[str]:
    return [one if isinstance(one, str) else f"{float(one):.10g}".replace("-", "\u2212") for one in column]
