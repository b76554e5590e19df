"""Parameters of an exercise: typed, frozen, checked values, with arrays that cannot be written to.

A family declares its parameters as one class::

    class Parameters(Frozen):
        u: Vector = symbol(r"\\mathbf{u}", "first vector")
        tokens_per_parameter: Positive = symbol("r", "training tokens per parameter", default=20.0)

Numbers, vectors and matrices keep the decimals that were typed: ``exact`` gives them back as fractions.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any, Literal, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    PlainSerializer,
    ValidationError,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import CoreSchema

from engine.validation.numbers import Within, numbers_alone, with_lengths, with_null

Array = NDArray[np.float64]
LARGEST = 1e30
SMALLEST = 1e-60  # whose square, and the square of that, are numbers, too
ORDINARY = "0, or from 1e-60 to 1e30 in size"
MOST = 10**15  # for counts
MOST_CELLS = 4096


class BadParameters(ValueError):
    """Parameters that do not fit; ``parameter`` names the first one, the text says what is allowed."""

    def __init__(self, parameter: str, message: str) -> None:
        super().__init__(f"{parameter}: {message}" if parameter else message)
        self.parameter = parameter
        self.message = message


class Frozen(BaseModel):
    """Base of every family's parameters: no extra names, no change, whole numbers stay whole."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", arbitrary_types_allowed=True, protected_namespaces=()
    )

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        schema: CoreSchema = numbers_alone(handler(source))
        return schema

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Says what pydantic leaves out: how many items a list of ours may have, and that null stands for a default."""
        schema: dict[str, Any] = handler(core)
        properties = handler.resolve_ref_schema(schema)["properties"]
        for name, field in cls.model_fields.items():
            properties[name] = with_null(with_lengths(properties[name], field.metadata))
        return schema

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """Checked parameters. Raises BadParameters, which names the parameter and what is allowed."""
        try:
            return cls.model_validate(values)
        except ValidationError as error:
            raise _first_of(error.errors(include_url=False), cls) from error

    @classmethod
    def check(cls, some: Mapping[str, Any]) -> None:
        """Raises BadParameters where one of these is wrong whatever the others will be."""
        for misfit in cls.misfits(some):
            raise misfit

    @classmethod
    def misfits(cls, some: Mapping[str, Any]) -> list[BadParameters]:
        """One for each of these that is wrong whatever the others will be, in their order."""
        try:
            cls.model_validate(some)
        except ValidationError as error:
            problems = [one for one in error.errors(include_url=False) if one["type"] != "missing"]
            each = [_first_of([problem], cls) for problem in problems]
            first = {one.parameter.partition(".")[0]: one for one in reversed(each)}
            return [one for one in each if one in first.values()]
        return []

    def replace(self, **values: Any) -> Self:
        """The parameters with these values changed, checked again. Raises BadParameters."""
        return type(self).of({**dict(self), **values})

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values; reviving them with ``of`` gives equal parameters."""
        return self.model_dump(mode="json")

    @classmethod
    def symbol_of(cls, name: str) -> str:
        """The LaTeX symbol of a parameter, its name in text where none was declared."""
        return cls._said(name, "symbol") or rf"\text{{{name}}}"

    @classmethod
    def empty(cls, name: str) -> str:
        """The meaning of giving nothing for a parameter, in words; "" where the default says it."""
        return cls._said(name, "empty")

    @classmethod
    def _said(cls, name: str, what: str) -> str:
        extra = cls.model_fields[name].json_schema_extra
        return str(extra.get(what, "")) if isinstance(extra, dict) else ""


def symbol(
    latex: str, description: str, default: Any = ..., empty: str = "", because: str = "", **limits: Any
) -> Any:
    """A parameter's LaTeX symbol, its meaning in words, what ``empty`` means where the default is None, pydantic's
    limits (gt, ge, lt, le, max_length), and ``because``: why a limit that is left out itself has no answer."""
    said: dict[str, Any] = {"symbol": latex}
    said |= {name: words for name, words in (("empty", empty), ("because", because)) if words}
    return Field(default, description=description, json_schema_extra=said, **limits)


def _holds_other_than_numbers(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return any(map(_holds_other_than_numbers, value))
    return isinstance(value, bool | str)


def _frozen_array(value: Any, dimensions: int) -> Array:
    kind = ("number", "vector (numbers in a row)", "matrix (rows of numbers)")[dimensions]
    if _holds_other_than_numbers(value):
        raise ValueError(f"must be a {kind}, of numbers alone")
    try:
        array = np.array(value, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"must be a {kind}" + ", all rows equally long" * (dimensions == 2)) from None
    if array.ndim != dimensions or not 0 < array.size <= MOST_CELLS:
        raise ValueError(f"must be a {kind}, of 1 to {MOST_CELLS:,} numbers")
    size = np.abs(array)
    if not ((size <= LARGEST) & ((size >= SMALLEST) | (size == 0))).all():
        raise ValueError(f"must hold ordinary numbers: {ORDINARY}")
    array.flags.writeable = False
    return array


def _plain(value: Any) -> Any:
    """Lists and numbers as JSON has them: whole floats become integers, so that (1, 2, 2) stays as typed."""
    if isinstance(value, np.ndarray):
        return [_plain(item) for item in value.tolist()]
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < 1e15 else value


def listed(items: dict[str, Any], least: int = 1, most: int = MOST_CELLS) -> WithJsonSchema:
    """The JSON Schema of a list of so many of these."""
    return WithJsonSchema({"type": "array", "items": items, "minItems": least, "maxItems": most})


def _shares(array: Array) -> Array:
    if not ((array >= 0) & (array <= 1)).all():
        raise ValueError("each probability must be from 0 to 1")
    return array


_TINY = {"exclusiveMinimum": -SMALLEST, "exclusiveMaximum": SMALLEST, "not": {"const": 0}}
NUMBER = {
    "type": "number", "description": ORDINARY, "minimum": -LARGEST, "maximum": LARGEST, "not": _TINY,
}  # fmt: skip
SHARE = {"type": "number", "description": "0, or from 1e-60 to 1", "minimum": 0, "maximum": 1, "not": _TINY}
Vector = Annotated[
    Array, BeforeValidator(lambda value: _frozen_array(value, 1)), PlainSerializer(_plain), listed(NUMBER)
]
Matrix = Annotated[
    Array,
    BeforeValidator(lambda value: _frozen_array(value, 2)),
    PlainSerializer(_plain),
    listed({"type": "array", "items": NUMBER, "minItems": 1, "maxItems": MOST_CELLS}),
]
Probabilities = Annotated[Vector, AfterValidator(_shares), listed(SHARE)]
Mask = Annotated[Vector, listed({"type": "integer", "minimum": 0, "maximum": 1})]
_FINITE = Field(allow_inf_nan=False)
Real = Annotated[float, _FINITE, Within(-LARGEST, LARGEST), PlainSerializer(_plain)]
Positive = Annotated[float, _FINITE, Within(0, LARGEST, open=True), PlainSerializer(_plain)]
NotNegative = Annotated[float, _FINITE, Within(0, LARGEST), PlainSerializer(_plain)]
Count = Annotated[int, Within(1, MOST)]
CountOrNone = Annotated[int, Within(0, MOST)]


class Layer(Frozen):
    """One layer of a network: activation(W x + b), W is (out, in); a missing bias is zero."""

    weights: Matrix = symbol("W", "weights, one row per unit")
    bias: Vector | None = symbol("b", "biases, one per unit", default=None, empty="zeros")
    activation: Literal["relu", "tanh", "sigmoid", "gelu", "swish", "identity", "softmax"] = symbol(
        "f", "Activation of layer", default="identity"
    )

    @model_validator(mode="after")
    def one_bias_per_unit(self) -> "Layer":
        """Raises ValueError where there is a bias, but not one for each unit."""
        if self.bias is not None and len(self.bias) != len(self.weights):
            raise ValueError("bias must have one number per row of weights")
        return self


Layers = Annotated[tuple[Layer, ...], Field(min_length=1, max_length=8)]


@lru_cache(maxsize=4096)
def exact(number: float) -> Fraction:
    """The decimal number that was typed, without float noise: exact(0.1) is one tenth."""
    return Fraction(repr(float(number)))


def _first_of(problems: Sequence[Any], parameters: type[Frozen]) -> BadParameters:
    where = ".".join(str(place) for place in problems[0]["loc"])
    words = _in_plain_words(problems[0], parameters)
    named, _, rest = words.partition(" ")
    if not where and named.removesuffix(":") in parameters.model_fields:
        return BadParameters(named.removesuffix(":"), rest)
    return BadParameters(where, words)


def _in_plain_words(error: Any, parameters: type[Frozen]) -> str:
    if error["type"] == "missing":
        return "is missing" if error["msg"] == "Field required" else str(error["msg"])
    if error["type"] == "extra_forbidden":
        return "is not a parameter here; allowed are " + ", ".join(parameters.model_fields)
    said = str(error["msg"])
    own = said.removeprefix("Value error, ")  # our own sentences may begin with a parameter: K is not k
    words = _WORDS.get(error["type"], said[:1].lower() + said[1:]) if own == said else own
    words = words.format(**{name: _limit(value) for name, value in error.get("ctx", {}).items()})
    alone = error["loc"] and isinstance(error["input"], int | float | str)  # all of them together say nothing
    got = f" (got {_short(error['input'])})" if alone else ""
    why = parameters._said(error["loc"][0], "because") if error["type"] in _OPEN else ""
    return words + got + (f": {why}" if why else "")


_OPEN = {"greater_than", "less_than"}  # limits that are left out themselves


_WORDS = {
    "greater_than_equal": "must be at least {ge}",
    "greater_than": "must be greater than {gt}",
    "less_than_equal": "must be at most {le}",
    "less_than": "must be less than {lt}",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "finite_number": "must be a finite number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "string_type": "must be text",
    "literal_error": "must be {expected}",
    "too_short": "must have at least {min_length}, not {actual_length}",
    "too_long": "must have at most {max_length}, not {actual_length}",
    "string_too_short": "must have at least {min_length} characters",
    "string_too_long": "must have at most {max_length} characters",
    "tuple_type": "must be a list",
    "list_type": "must be a list",
    "dict_type": "must be a table of names and values",
}


def _limit(value: Any) -> str:
    return (
        f"{value:,}"
        if isinstance(value, int) and value < 10**6
        else f"{value:g}"
        if isinstance(value, int | float)
        else str(value)
    )


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
