"""The layout of a tree."""

from dataclasses import dataclass

from app.web.drawing.axes import LETTER, MONO, WIDTH
from engine.solutions.pictures import Tree

ROW = 40.0  # the height of a leaf, in a tree that lies on its side
LEAF, LEVEL = 66.0, 62.0


@dataclass(frozen=True, slots=True)
class DrawnTree:
    """Places of the nodes, the branch that leads to each (none to a root), and the size of the view box.

    A tree that would be wider than a sheet lies on its ``side``: its roots at the left.
    """

    places: tuple[tuple[float, float], ...]
    branches: tuple[tuple[float, float, float, float] | None, ...]
    size: tuple[float, float]
    side: bool


def tree(picture: Tree) -> DrawnTree:
    """Lays out a tree: leaves side by side, every other node over the middle of its children."""
    nodes = picture.nodes
    long = [MONO * len(node.label) for node in nodes]
    width = max([LEAF, *(letters + 16 for letters in long)])
    rank, depth, leaves = _ranks(picture)
    side = width * leaves > WIDTH
    column = max([*long, *(LETTER * len(node.note) for node in nodes)]) + 34

    def place(n: int) -> tuple[float, float]:
        if side:
            return round(8 + column * depth[n], 2), round(ROW * (rank[n] + 0.5), 2)
        return round(width * (rank[n] + 0.5), 2), float(24 + LEVEL * depth[n])

    def branch(n: int) -> tuple[float, float, float, float] | None:
        above = nodes[n].parent
        if above is None:
            return None
        (x1, y1), (x2, y2) = place(above), place(n)
        if side:
            right = max(long[above], LETTER * len(nodes[above].note))
            return round(x1 + right + 4, 2), y1 - 4, x2 - 5, y2 - 4
        return x1, y1 + (22 if nodes[above].note else 7), x2, y2 - 15

    deepest = max(depth.values())
    size = (column * (deepest + 1), ROW * leaves) if side else (width * leaves, 24 + LEVEL * deepest + 34)
    everyone = range(len(nodes))
    return DrawnTree(tuple(map(place, everyone)), tuple(map(branch, everyone)), size, side)


def _ranks(picture: Tree) -> tuple[dict[int, float], dict[int, int], int]:
    """The place among the leaves and the depth of each node, and the number of leaves."""
    children: dict[int | None, list[int]] = {}
    for place, node in enumerate(picture.nodes):
        children.setdefault(node.parent, []).append(place)
    rank: dict[int, float] = {}
    depth: dict[int, int] = {}
    leaves = 0

    def settle(place: int, level: int) -> None:
        nonlocal leaves
        depth[place] = level
        below = children.get(place, [])
        for child in below:
            settle(child, level + 1)
        rank[place] = (rank[below[0]] + rank[below[-1]]) / 2 if below else leaves
        leaves += not below

    for root in children.get(None, []):
        settle(root, 0)
    return rank, depth, leaves
