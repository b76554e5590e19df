"""A step's own function, with arithmetic that is written down: what it takes from math and NumPy is, too.

Nothing is declared per family: the root of d_k, ln 2 and 1/T are found because the function that computes them is
called with a ``math`` and an ``np`` of ours. Its text is not changed, only the names that it looks up.
"""

import builtins
import math
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from functools import partial, reduce
from threading import RLock
from types import BuiltinFunctionType, CellType, FunctionType, ModuleType
from typing import Any

import numpy as np

from engine.rounding.number import Written

ELEMENTARY = ("exp", "log", "log2", "log10", "sqrt", "tanh", "sin", "cos")  # for plain numbers, too
OF_MATH = (*ELEMENTARY, "expm1", "log1p", "radians", "degrees", "erf", "erfc")
_worlds: dict[str, dict[str, Any]] = {}
_building = RLock()


def written(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, whose operations are written down by everybody. What is not ours stays as it is."""
    if isinstance(function, partial):
        return partial(written(function.func), *function.args, **function.keywords)
    wrapped = getattr(function, "__wrapped__", function)
    if isinstance(wrapped, BuiltinFunctionType | np.ufunc):
        return _elementary().get(wrapped, wrapped)
    if not isinstance(wrapped, FunctionType) or not _is_ours(wrapped.__module__):
        return function
    return _copied(wrapped, _world(wrapped.__module__))


def _is_ours(module: str) -> bool:
    return module.startswith("engine.") and not module.startswith("engine.rounding")


def _copied(function: FunctionType, world: dict[str, Any]) -> FunctionType:
    cells = function.__closure__ and tuple(
        CellType(_known(cell.cell_contents)) for cell in function.__closure__
    )
    defaults = function.__defaults__ and tuple(map(_known, function.__defaults__))
    copy = FunctionType(function.__code__, world, function.__name__, defaults, cells)
    copy.__kwdefaults__ = function.__kwdefaults__
    return copy


def _known(value: Any) -> Any:
    """The value that a function holds, with the functions in it written."""
    if isinstance(value, FunctionType | np.ufunc | BuiltinFunctionType | partial):
        return written(value)
    if isinstance(value, dict) and any(map(_computes, value.values())):
        return {name: _known(item) for name, item in value.items()}
    if _computes(value):
        held = {each.name: _known(getattr(value, each.name)) for each in fields(value)}
        return replace(value, **held)
    return value


def _computes(value: Any) -> bool:
    """True if a value is a function, or a record that holds some."""
    if isinstance(value, FunctionType | np.ufunc | partial):
        return True
    is_record = is_dataclass(value) and not isinstance(value, type)
    return is_record and any(isinstance(getattr(value, each.name), FunctionType) for each in fields(value))


def _world(module: str) -> dict[str, Any]:
    """The names that a module's functions look up, with written arithmetic; whole before another thread sees it."""
    with _building:
        if module not in _worlds:
            names = vars(sys.modules[module])
            # There at once: modules may know one another, and a function looks for its builtins when it is made.
            world = _worlds[module] = {**names, "__builtins__": _BUILTINS}
            world |= {name: _replaced(value) for name, value in names.items() if not name.startswith("__")}
        return _worlds[module]


def _replaced(value: Any) -> Any:
    """The counterpart of a module's name where everything is written down."""
    if value is math:
        return MATH
    if value is np:
        return NUMPY
    if value is Fraction:
        return _quotient
    if isinstance(value, ModuleType) and _is_ours(value.__name__):
        return _Ours(value.__name__)
    if (getattr(value, "__module__", ""), getattr(value, "__name__", "")) == ("engine.parameters", "exact"):
        return _typed(value)
    return written(value) if isinstance(getattr(value, "__wrapped__", value), FunctionType) else _known(value)


def _typed(exact: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda number: number if isinstance(number, Written) else exact(number)


def _quotient(top: Any, bottom: Any = 1) -> Any:
    if isinstance(top, Written) or isinstance(bottom, Written):
        return top if isinstance(bottom, int) and bottom == 1 else top / bottom
    return Fraction(top, bottom)


class _Number(type):
    """The type of a ``float`` that leaves what everybody has written as it is."""

    def __call__(cls, value: Any = 0.0) -> Any:
        if isinstance(value, np.ndarray) and value.dtype == object and value.size == 1:
            value = value.item()
        return value if isinstance(value, Written) else builtins.float(value)

    def __instancecheck__(cls, value: Any) -> bool:
        return isinstance(value, builtins.float | Written)


class _Float(metaclass=_Number):
    pass


_BUILTINS: Mapping[str, Any] = {**vars(builtins), "float": _Float}


class _Module:
    """A module with some of its functions replaced."""

    def __init__(self, module: ModuleType, replaced: Mapping[str, Any]) -> None:
        self._module = module
        vars(self).update(replaced)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._module, name)


class _Ours:
    """A module of ours, whose functions are found when they are asked for."""

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        return _world(self._module)[name]


def _is_plain(value: Any) -> bool:
    return isinstance(value, int | float | np.generic) and not isinstance(value, bool)


def holds_written(value: Any) -> bool:
    """True if numbers of people are among these."""
    if isinstance(value, np.ndarray):
        return value.dtype == object and any(isinstance(item, Written) for item in value.flat)
    return isinstance(value, Written) or (isinstance(value, list | tuple) and any(map(holds_written, value)))


def _of_numpy(name: str) -> Callable[..., Any]:
    """An elementary function of NumPy; one of a plain number is written down, too."""
    function = getattr(np, name)

    def compute(value: Any, *rest: Any, **named: Any) -> Any:
        if isinstance(value, Written):
            return getattr(value, name)()
        if _is_plain(value):
            return getattr(Written.of(value), name)()
        if isinstance(value, np.ndarray) and not rest and not named:
            return function(_lifted(value))
        return function(value, *rest, **named)

    return compute


def _of_math(name: str) -> Callable[..., Any]:
    function = getattr(math, name)

    def compute(value: Any, *rest: Any) -> Any:
        if rest and name == "log":
            return compute(value) / compute(rest[0])
        if isinstance(value, Written) or _is_plain(value):
            return getattr(Written.of(value), name)()
        return function(value, *rest)

    return compute


def _lifted(value: Any) -> Any:
    array = np.empty(np.shape(value), dtype=object)
    for place, item in np.ndenumerate(value):
        array[place] = Written.of(item)
    return array


def _array(value: Any, dtype: Any = None, **named: Any) -> Any:
    return np.array(value, dtype=object if holds_written(value) else dtype, **named)


def _asarray(value: Any, dtype: Any = None) -> Any:
    return np.asarray(value, dtype=object if holds_written(value) else dtype)


def _filled(name: str) -> Callable[..., Any]:
    """The same function of NumPy, whose float arrays can later hold what everybody has written."""
    function = getattr(np, name)

    def compute(*arguments: Any, dtype: Any = None, **named: Any) -> Any:
        made = function(*arguments, dtype=dtype, **named)
        return made.astype(object) if made.dtype.kind == "f" else made

    return compute


def _sum_of_exponentials(first: Any, second: Any) -> Any:
    """ln(e^a + e^b) as a person computes it."""
    return np.log(np.exp(_at_least_lifted(first)) + np.exp(_at_least_lifted(second)))


def _at_least_lifted(value: Any) -> Any:
    return value if holds_written(value) else _lifted(value) if np.ndim(value) else Written.of(value)


def _norm(value: Any, axis: Any = None, keepdims: bool = False) -> Any:
    squares = np.square(np.asarray(_at_least_lifted(value)))
    total = squares.sum(axis=axis, keepdims=keepdims)
    return total.sqrt() if isinstance(total, Written) else np.sqrt(total)


def _cell_by_cell(function: Callable[[Any], Any], **named: Any) -> Callable[[Any], Any]:
    """The counterpart of np.vectorize."""
    mine = written(function)

    def compute(value: Any) -> Any:
        if not holds_written(value):
            return np.vectorize(function, **named)(value)
        if isinstance(value, Written):
            return np.array(mine(value), dtype=object)
        cells = np.empty(value.shape, dtype=object)
        for place in np.ndindex(value.shape):
            cells[place] = mine(value[place])
        return cells

    return compute


def _finite(value: Any) -> Any:
    if isinstance(value, Written):
        return math.isfinite(value.exact)
    if isinstance(value, np.ndarray) and value.dtype == object:
        return np.isfinite(_exact(value))
    return np.isfinite(value)


def _exact(value: Any) -> Any:
    return np.array(
        [item.exact if isinstance(item, Written) else item for item in value.ravel()], float
    ).reshape(value.shape)


def _sum(values: Iterable[Any], start: Any = 0) -> Any:
    return reduce(lambda total, value: total + value, values, start)


def _product(values: Iterable[Any], start: Any = 1) -> Any:
    return reduce(lambda total, value: total * value, values, start)


def _decided(function: Callable[[float], Any]) -> Callable[[Any], Any]:
    return lambda value: function(value.exact if isinstance(value, Written) else value)


NUMPY: Any = _Module(
    np,
    {name: _of_numpy(name) for name in (*ELEMENTARY, "expm1", "log1p", "square", "arccos", "radians")}
    | {name: _filled(name) for name in ("zeros", "ones", "full", "zeros_like", "ones_like", "empty")}
    | {
        "array": _array,
        "asarray": _asarray,
        "logaddexp": _sum_of_exponentials,
        "isfinite": _finite,
        "vectorize": _cell_by_cell,
    }
    | {"linalg": _Module(np.linalg, {"norm": _norm})},
)
MATH: Any = _Module(
    math,
    {name: _of_math(name) for name in OF_MATH}
    | {"acos": lambda value: Written.of(value).arccos(), "fsum": _sum, "prod": _product}
    | {"hypot": lambda *values: _sum(Written.of(value) ** 2 for value in values).sqrt()}
    | {"pow": lambda base, exponent: Written.of(base) ** exponent}
    | {name: _decided(getattr(math, name)) for name in ("isfinite", "isinf", "isnan", "floor", "ceil")},
)


def _elementary() -> dict[Any, Callable[..., Any]]:
    found: dict[Any, Callable[..., Any]] = {getattr(np, name): getattr(NUMPY, name) for name in ELEMENTARY}
    return found | {getattr(math, name): getattr(MATH, name) for name in OF_MATH}
