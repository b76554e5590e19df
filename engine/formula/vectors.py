"""Functions of vectors, matrices and lists of words."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from engine import mathematics
from engine.formula.entries import ANY, ATOM, PRODUCT, Function, entry, of_the_same_kind, reduced, takes
from engine.formula.values import Kind, Wrong, check_size, place, whole

TABLE: dict[str, Function] = {}
function = partial(entry, TABLE)
of_all = partial(entry, TABLE, kind=reduced)
LONGEST_RANGE = 4096
N, V, M, W, L = Kind


@of_all("sum", latex=r"\sum {0}", needs=(PRODUCT,), binds=PRODUCT)
def total(x: Any) -> float:
    """All cells added."""
    return float(x.sum())


@of_all("prod", latex=r"\prod {0}", needs=(PRODUCT,), binds=PRODUCT)
def product(x: Any) -> float:
    """All cells multiplied."""
    return float(x.prod())


@of_all("mean")
def mean(x: Any) -> float:
    """The average of all cells."""
    return float(x.mean())


@of_all("min", latex=r"\min {0}", needs=(ATOM,))
def smallest(x: Any) -> float:
    """The smallest cell."""
    return float(x.min())


@of_all("max", latex=r"\max {0}", needs=(ATOM,))
def largest(x: Any) -> float:
    """The largest cell."""
    return float(x.max())


@of_all("norm", latex=r"\lVert {0} \rVert")
def length_of(x: Any) -> float:
    """The length of a vector: the root of the sum of squares."""
    return float(np.sqrt((x * x).sum()))


@function("dot", takes(V, V, gives=N), r"{0} \cdot {1}", most=2, needs=(ATOM, ATOM), binds=PRODUCT)
def dot(u: Any, v: Any) -> float:
    """The sum of the products, entry by entry."""
    if len(u) != len(v):
        raise Wrong(f"The vectors have {len(u)} and {len(v)} entries: they must have as many.")
    return float(u @ v)


def _multiplied(kinds: Sequence[Kind]) -> Kind:
    if any(kind not in (V, M) for kind in kinds) or tuple(kinds) == (V, V):
        raise Wrong("matmul takes two matrices, or a matrix and a vector; for two vectors there is dot.")
    return M if tuple(kinds) == (M, M) else V


@function("matmul", _multiplied, r"{0} \, {1}", most=2, needs=(ATOM, ATOM), binds=PRODUCT)
def matmul(a: Any, b: Any) -> Any:
    """The matrix product."""
    if a.shape[-1] != b.shape[0]:
        raise Wrong(f"{a.shape[-1]} columns and {b.shape[0]} rows: the inner sizes must agree.")
    check_size(a.size // a.shape[-1], b.size // b.shape[0])
    return a @ b


@function("transpose", takes(M, gives=M), r"{{{0}}}^\top", needs=(ATOM,))
def transpose(a: Any) -> Any:
    """Rows become columns."""
    return a.T


@function("outer", takes(V, V, gives=M), r"{0} \otimes {1}", most=2, needs=(ATOM, ATOM), binds=PRODUCT)
def outer(u: Any, v: Any) -> Any:
    """Every entry of u times every entry of v."""
    check_size(len(u), len(v))
    return np.outer(u, v)


@function("softmax", of_the_same_kind)
def softmax(x: Any) -> Any:
    """The exponentials over their sum; of a matrix, row by row."""
    return mathematics.softmax(x)


@function("causal", takes(M, gives=M))
def causal(scores: Any) -> Any:
    """The matrix with minus infinity above the diagonal: the mask of a decoder."""
    return np.where(np.tri(*scores.shape) > 0, scores, -np.inf)


@function("cumsum", takes(V, gives=V))
def cumulated(x: Any) -> Any:
    """Each entry with all before it added."""
    return np.cumsum(x)


@function("sort", takes(V, gives=V))
def sorted_down(x: Any) -> Any:
    """The entries, the largest first."""
    return -np.sort(-x)


@function("argmax", takes(V, gives=N), r"\operatorname{{argmax}} {0}", needs=(ATOM,))
def place_of_largest(x: Any) -> float:
    """The place of the largest entry, counted from 1; of equal ones the first."""
    return float(np.argmax(x >= x.max() - 1e-9 * max(1.0, abs(x.max()))) + 1)


@function("range", takes(N, gives=V))
def counted(n: float) -> Any:
    """1, 2, ... n."""
    if not 1 <= whole(n, "The n of range") <= LONGEST_RANGE:
        raise Wrong(f"range(n) takes whole numbers from 1 to {LONGEST_RANGE:,}.")
    return np.arange(1.0, round(n) + 1)


def _many(kinds: Sequence[Kind]) -> Kind:
    if kinds[0] not in (V, M, L):
        raise Wrong(f"This takes a vector, a matrix or a list of words, not {kinds[0].said}.")
    return N


@function("length", _many)
def how_many(x: Any) -> float:
    """How many entries a vector or a list has, or how many rows a matrix."""
    return float(len(x))


@function("columns", takes(M, gives=N))
def columns(a: Any) -> float:
    """How many columns a matrix has."""
    return float(a.shape[1])


@function("column", takes(M, N, gives=V), "{0}_{{:,{1}}}", most=2, needs=(ATOM, ANY))
def column(a: Any, j: float) -> Any:
    """Column j of a matrix, counted from 1."""
    return a[:, place(j, a.shape[1])]


@function("position", takes(L, W, gives=N), most=2, needs=(ANY, ANY))
def position(words: tuple[str, ...], word: str) -> float:
    """The place of a word in a list, counted from 1."""
    if word not in words:
        raise Wrong(f"“{word}” is not in the list.")
    return float(words.index(word) + 1)


def _found(kinds: Sequence[Kind]) -> Kind:
    if kinds[0] is not L or kinds[1] not in (V, M) or kinds[2] is not W:
        raise Wrong("lookup takes a list of words, a vector or matrix with a place for each, and a word.")
    return Kind(kinds[1] - 1)


@function("lookup", _found, most=3, needs=(ANY, ANY, ANY))
def lookup(words: tuple[str, ...], values: Any, word: str) -> Any:
    """The value at the place of a word: lookup(words, values, word). Of a matrix its row."""
    if len(words) != len(values):
        raise Wrong(f"There are {len(words)} words and {len(values)} values: there must be as many.")
    found = values[round(position(words, word)) - 1]
    return found if found.ndim else float(found)


def _branches(kinds: Sequence[Kind]) -> Kind:
    if kinds[0] is not N:
        raise Wrong("The condition of if must be a number or a comparison of numbers.")
    if kinds[1] is not kinds[2]:
        raise Wrong(f"Both results of if must be of one kind, not {kinds[1].said} and {kinds[2].said}.")
    return kinds[1]


@function(
    "if",
    _branches,
    r"\begin{{cases}} {1} & {0} \\ {2} & \text{{otherwise}} \end{{cases}}",
    most=3,
    needs=(ANY, ANY, ANY),
)
def branch(condition: float, then: Any, otherwise: Any) -> Any:
    """if(condition, a, b): a where the condition holds, else b. Only that one is computed."""
    return then if condition else otherwise
