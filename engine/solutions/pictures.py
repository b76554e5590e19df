"""Pictures of a worked solution, where a person would rather look than read: data with a title and a description.

The page draws it as SVG and gives the same data as a table (``table``). A family declares a picture with
``@family.picture(after="step")``: a function of the exact run that returns one of these, or None.
"""

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Literal

from engine.answers.forms import Fixed
from engine.solutions.columns import alike, column, minus

Row = tuple[str, ...]
SHORT = 100  # points of a line that are all told


@dataclass(frozen=True, slots=True)
class HeatMap:
    """Numbers, the darker the further from 0, those below 0 hatched, those at minus infinity left blank:
    ``values[i][j]`` belongs to ``rows[i]`` and ``columns[j]``. ``marked`` are cells (i, j) with a frame; in a figure
    the handle ``chooses`` takes a cell. ``most`` is what the darkest cell stands for; the number furthest from 0 unless
    it is given.

    A map of many cells is drawn without its numbers, which its table has.
    """

    title: str
    about: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: tuple[tuple[float, ...], ...]
    _: KW_ONLY
    marked: tuple[tuple[int, int], ...] = ()
    chooses: str = ""
    most: float = 0.0


@dataclass(frozen=True, slots=True)
class Bars:
    """Amounts from 0 up, one bar per series (``names``) and label: before and after, say.

    ``most`` is what the longest possible bar stands for; the largest amount unless it is given. Of a single series only
    the ``marked`` labels are drawn in the pen's colour, if there are any. Amounts have so many decimal ``places``, or
    as many as they need.
    """

    title: str
    about: str
    names: tuple[str, ...]
    bars: tuple[tuple[str, tuple[float, ...]], ...]
    _: KW_ONLY
    unit: str = ""
    most: float = 0.0
    marked: tuple[str, ...] = ()
    places: int | None = None


@dataclass(frozen=True, slots=True)
class Arrow:
    """The vector (x, y) as an arrow from the origin, or from its ``tail`` where it is added to another; a ``faint`` one
    is where something was before. In a figure the tip of one from the origin may be the ``handle`` of this name."""

    name: str
    x: float
    y: float
    faint: bool = False
    handle: str = ""
    tail: tuple[float, float] = (0, 0)

    @property
    def tip(self) -> tuple[float, float]:
        return self.tail[0] + self.x, self.tail[1] + self.y


@dataclass(frozen=True, slots=True)
class Plane:
    """Arrows in the plane, the ``angle`` between the first two drawn in, ``distance`` between their tips dashed.

    ``axes`` are drawn where x and y are the vectors' own entries, a circle of radius ``ring`` around the origin where
    that is above 0. The plane reaches to ``reach`` in each direction, or as far as the arrows and these ``corners``
    where that is 0.

    ``sides`` name the axes of a plane that stays where it is while a figure is moved. A ``turn`` in radians that led
    from the first arrow to the second is drawn in instead of the smaller angle between them, whole turns as a spiral.
    """

    title: str
    about: str
    arrows: tuple[Arrow, ...]
    _: KW_ONLY
    angle: str = ""
    distance: str = ""
    axes: bool = True
    reach: float = 0.0
    ring: float = 0.0
    corners: tuple[tuple[float, float], ...] = ()
    sides: tuple[str, ...] = ()
    turn: float | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a curve. ``dots`` are what was counted or measured, each point for itself; a ``sketch`` is what
    somebody drew; a ``faint`` line is there to compare with, or to lead to an axis, and in no legend. Without a name it
    is not in the legend, nor in the table."""

    name: str
    points: tuple[tuple[float, float], ...]
    style: Literal["line", "dots", "sketch", "faint"] = "line"


@dataclass(frozen=True, slots=True)
class Curve:
    """Lines over an axis, and named points (``marks``); ``log`` axes are powers of ten. The y axis shows the range
    ``spans`` at least, such that it stays where it is while a figure is moved."""

    title: str
    about: str
    x: str
    y: str
    lines: tuple[Line, ...]
    _: KW_ONLY
    marks: tuple[tuple[str, float, float], ...] = ()
    log_x: bool = False
    log_y: bool = False
    spans: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Scatter:
    """Points with their names, of which ``named`` are written beside them, the ``joined`` ones with a line between."""

    title: str
    about: str
    x: str
    y: str
    points: tuple[tuple[str, float, float], ...]
    _: KW_ONLY
    named: tuple[str, ...]
    joined: tuple[tuple[str, str], ...] = ()
    log_x: bool = False


@dataclass(frozen=True, slots=True)
class Node:
    """A node of a tree. ``parent`` is the place of another node in the same tuple, None for a root; what is not
    ``kept`` is drawn faint, the ``best`` path in colour."""

    label: str
    note: str
    parent: int | None
    kept: bool = True
    best: bool = False


@dataclass(frozen=True, slots=True)
class Tree:
    """Nodes below their parents. ``about`` stands above the picture, for it says what the styles mean."""

    title: str
    about: str
    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Box:
    """A box with a text; its ``shade`` is one of those that the picture's ``shades`` name, "" for none. ``wide`` is its
    share of the row, 0 where it is as wide as its text."""

    text: str
    shade: str = ""
    wide: float = 0.0
    note: str = ""


@dataclass(frozen=True, slots=True)
class Boxes:
    """Rows of boxes, each row with a name: tokens of a text, bits of a number, what fills a memory. ``shades`` say what
    up to three shades mean."""

    title: str
    about: str
    rows: tuple[tuple[str, tuple[Box, ...]], ...]
    _: KW_ONLY
    shades: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """Texts in rows below their headings."""

    title: str
    about: str
    head: Row
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Image:
    """An image that somebody uploaded, by its file's name; ``text`` says what it shows. ``width`` and ``height`` are in
    pixels, 0 where they are not known."""

    file: str
    text: str
    width: int = 0
    height: int = 0

    @property
    def title(self) -> str:
        return "Picture"

    @property
    def about(self) -> str:
        return self.text


Picture = HeatMap | Bars | Plane | Curve | Scatter | Tree | Boxes | Table | Image


def table(picture: Picture) -> tuple[Row, tuple[Row, ...]]:
    """The same data in words and numbers: the head of a table and its rows."""
    match picture:
        case HeatMap():
            return ("", *picture.columns), _rows(picture.rows, *zip(*picture.values, strict=True))
        case Bars():
            names, values = zip(*picture.bars, strict=True)
            columns = list(zip(*values, strict=True))
            if picture.places is None:
                told = alike(columns)
            else:
                told = [[minus(Fixed(picture.places).show(x)) for x in one] for one in columns]
            return ("", *picture.names), tuple(zip(names, *told, strict=True))
        case Plane():
            names, xs, ys = zip(*((a.name, a.x, a.y) for a in picture.arrows), strict=True)
            return ("arrow", "x", "y"), _rows(names, xs, ys)
        case Curve():
            drawn = [
                (line, line.points if line.style == "dots" else _some(line.points)) for line in picture.lines
            ]
            points = [(line.name, x, y) for line, points in drawn if line.name for x, y in points]
            every = (*points, *picture.marks)
            names, xs, ys = zip(*every, strict=True)
            if len(set(names)) == 1:
                return (picture.x, picture.y), tuple(zip(column(xs), column(ys), strict=True))
            return ("", picture.x, picture.y), _rows(names, xs, ys)
        case Table():
            return picture.head, picture.rows
        case Image():
            return ("",), ((picture.text,),)
        case Scatter():
            return ("", picture.x, picture.y), _rows(*zip(*picture.points, strict=True))
        case Boxes():
            noted = any(box.note for _, boxes in picture.rows for box in boxes)
            head = ("", "", *(("",) if picture.shades else ()), *(("",) if noted else ()))
            return head, tuple(
                (name, box.text, *((box.shade,) if picture.shades else ()), *((box.note,) if noted else ()))
                for name, boxes in picture.rows
                for box in boxes
            )
        case Tree():
            above = (picture.nodes[n.parent].label if n.parent is not None else "" for n in picture.nodes)
            named = zip(picture.nodes, above, strict=True)
            return ("node", "below", "", "kept"), tuple(
                (node.label, over, node.note, "best" if node.best else "yes" if node.kept else "no")
                for node, over in named
            )


def _rows(names: Sequence[str], *columns: Sequence[float]) -> tuple[Row, ...]:
    """Rows of a table; the numbers of one column have equally many decimals."""
    return tuple(zip(names, *map(column, columns), strict=True))


def _some(points: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    """All points of a short line, about twenty of a long one, its ends among them."""
    step = max(1, -(-(len(points) - 1) // 20)) if len(points) > SHORT else 1
    return tuple(dict.fromkeys((*points[::step], *points[-1:])))
