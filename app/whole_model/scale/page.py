"""The page: the picture of all parameters, the open matrix, and the squares of the models."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from app.whole_model.scale import cells, squares, words
from app.whole_model.scale.squares import Part, Square
from app.whole_model.scale.state import State, written
from app.whole_model.state import State as OnTheWay
from engine.demos.gpt.names import vocabulary
from engine.figures.wording import percent, shown
from engine.whole_model import matrices, sizes
from engine.whole_model.guesses import Verdict
from engine.whole_model.matrices import Matrix
from engine.whole_model.sizes import Size
from engine.whole_model.stations import Cell

TABLES, ATTENTION, MLP, END = "tables", "attention", "mlp", "end"
IN_GROUPS = {
    "letters": TABLES, "positions": TABLES, "query": ATTENTION, "key": ATTENTION, "value": ATTENTION,
    "out": ATTENTION, "up": MLP, "down": MLP, "head": END, "norm-again": MLP,
}  # fmt: skip
EXERCISES = ("gpt-of-the-lab", "size-of-gpt-2", "the-b-in-the-name", "size-of-gpt-2")


@dataclass(frozen=True, kw_only=True, slots=True)
class Group:
    """Neighbouring matrices of one purpose, in a block, from 1, or before and after all (None)."""

    kind: str
    block: int | None
    matrices: Sequence[Matrix]

    @property
    def count(self) -> int:
        return sum(matrix.count for matrix in self.matrices)


@dataclass(frozen=True, kw_only=True)
class View:
    """All that the page shows of a state, with the verdict on a guess."""

    state: State
    verdict: Verdict | None = None

    @cached_property
    def groups(self) -> Sequence[Group]:
        """The matrices in groups: tables, attention and MLP of each block, and the end."""
        found: dict[tuple[str, int | None], list[Matrix]] = {}
        for matrix in matrices.matrices():
            kind = IN_GROUPS.get(matrix.name) or (END if matrix.block is None else ATTENTION)
            found.setdefault((kind, matrix.block), []).append(matrix)
        return tuple(
            Group(kind=kind, block=None if block is None else block + 1, matrices=tuple(held))
            for (kind, block), held in found.items()
        )

    @property
    def lines(self) -> Sequence[Sequence[Group]]:
        """The groups in the lines of the picture: tables, each block, and the end."""
        lines: list[list[tuple[str, int | None]]] = [[(TABLES, None)]]
        lines += [[(ATTENTION, n + 1), (MLP, n + 1)] for n in range(self.blocks)]
        lines += [[(END, None)]]
        return tuple(
            tuple(group for group in self.groups if (group.kind, group.block) in line) for line in lines
        )

    @property
    def blocks(self) -> int:
        return max(group.block or 0 for group in self.groups)

    @property
    def total(self) -> int:
        return matrices.total()

    @property
    def used(self) -> int:
        """The number of parameters that one token uses."""
        return matrices.used()

    def name(self, matrix: Matrix) -> str:
        return words.name(matrix)

    def does(self, matrix: Matrix) -> str:
        return words.does(matrix)

    def image(self, theme: str, name: str) -> str:
        return cells.address(theme, name)

    def outlined(self, matrix: Matrix) -> int | None:
        """The column that the chosen token looks up; None where it uses all, or no token is chosen."""
        letter = self.state.letter
        return None if letter is None else matrix.looked_up(letter, self.state.position)

    @cached_property
    def opened(self) -> Matrix | None:
        """The open matrix."""
        return matrices.by_id().get(self.state.opened)

    def share(self, count: int) -> str:
        """A number of parameters in percent of all."""
        return percent(count / self.total, 1)

    def extremes(self, matrix: Matrix) -> tuple[str, str]:
        """The smallest and the largest number of a matrix."""
        return shown(float(matrix.numbers.min())), shown(float(matrix.numbers.max()))

    def station(self, matrix: Matrix) -> str:
        """The address at which the page of one token's way uses this matrix."""
        way = OnTheWay()
        return way.address(opened=Cell(matrix.station, way.token, 0))

    @property
    def letters(self) -> Sequence[tuple[str, str]]:
        """The tokens that can be chosen, by what stands in the address; "" is the edge."""
        return tuple((written(n), letter if n else "") for n, letter in enumerate(vocabulary()))

    @property
    def chosen(self) -> str:
        """The chosen token as it stands in the address, "" for none."""
        return "" if self.state.letter is None else written(self.state.letter)

    @property
    def letter(self) -> str:
        """The chosen letter."""
        return vocabulary()[self.state.letter] if self.state.letter else ""

    @property
    def last_place(self) -> int:
        return matrices.last_position()

    @property
    def bounds(self) -> Sequence[str]:
        """The number at which each shade begins, from the faintest."""
        return tuple(shown(bound) for bound in cells.BOUNDS)

    @property
    def kilobytes(self) -> str:
        """The size of all pictures of the matrices, in thousand bytes."""
        return shown(cells.weight() / 1000, 0)

    @property
    def size(self) -> Size:
        """The model of this step."""
        return sizes.sizes()[self.state.step - 1]

    @property
    def smaller(self) -> Size | None:
        """The model of the step before."""
        return sizes.sizes()[self.state.step - 2] if self.state.step > 1 else None

    @property
    def smallest(self) -> Size:
        return sizes.sizes()[0]

    @property
    def every_size(self) -> Sequence[Size]:
        return sizes.sizes()

    @property
    def squares(self) -> Sequence[Square]:
        return squares.squares(self.state.step)

    @property
    def bands(self) -> Sequence[Part]:
        """The parts of the model in its square, once they are told."""
        return squares.bands(self.size) if self.state.told else ()

    @property
    def frame(self) -> float:
        """The side of the picture of squares."""
        return squares.SIDE

    def times(self, more: Size, less: Size) -> str:
        return squares.times(more, less)

    def side(self, size: Size) -> str:
        return squares.side_of_paper(size)

    def part(self, size: Size, part: str) -> str:
        """The share of a part of a model in percent."""
        return percent(size.share(part), 1)

    @property
    def exercise(self) -> str:
        """The question that counts the model of this step."""
        return EXERCISES[self.state.step - 1]


def view(state: State) -> View:
    """The page of a state. After a guess that can be read, it is told where the parameters are."""
    verdict = sizes.mark(sizes.sizes()[state.step - 1], state.guess) if state.guess else None
    if verdict and verdict.read:
        state = replace(state, told=True)
    return View(state=state, verdict=verdict)
