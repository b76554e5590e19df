"""Rules for numbers beside pydantic's own: never truth values or texts, and within the narrower of two limits.

And what their JSON Schema says of lists and of null.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from annotated_types import MaxLen, MinLen
from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema


@dataclass(frozen=True, slots=True)
class Within:
    """Limits beside those that a parameter declares: the narrower ones hold. (Of two ``Field``s, the type's would.)"""

    least: float
    most: float
    open: bool = False  # if the least is left out itself

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        schema: Any = handler(source)
        least = "gt" if self.open else "ge"
        schema[least] = max(schema.get(least, self.least), self.least)
        schema["le"] = min(schema.get("le", self.most), self.most)
        return schema  # type: ignore[no-any-return]


def numbers_alone(schema: Any) -> Any:
    """The schema, in which no truth value and no text is taken for a number."""
    if isinstance(schema, list | tuple):
        return type(schema)(map(numbers_alone, schema))
    if not isinstance(schema, dict):
        return schema
    inner = {key: numbers_alone(value) for key, value in schema.items()}
    check = {"int": _a_whole_number, "float": _a_number}.get(str(inner.get("type")))
    return core_schema.no_info_before_validator_function(check, inner) if check else inner


def _a_number(value: Any) -> Any:
    if isinstance(value, bool | str):
        raise ValueError("must be a number")
    return value


def _a_whole_number(value: Any) -> Any:
    if isinstance(value, bool | str):
        raise ValueError("must be a whole number")
    return value


def with_lengths(schema: dict[str, Any], limits: Sequence[Any]) -> dict[str, Any]:
    """The schema of a list with the limits of its length: pydantic leaves them out of a schema that is our own."""
    if schema.get("type") == "array":
        for limit in limits:
            match limit:
                case MinLen(least):
                    schema["minItems"] = max(schema.get("minItems", 0), least)
                case MaxLen(most):
                    schema["maxItems"] = min(schema.get("maxItems", most), most)
    return schema


_SAID = {"title", "description", "default", "symbol", "empty", "because"}  # on a parameter, not on its values


def with_null(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of a parameter, which takes the null that is its default."""
    if schema.get("default", 0) is not None or "anyOf" in schema:
        return schema
    own = {key: value for key, value in schema.items() if key not in _SAID}
    return {"anyOf": [own, {"type": "null"}], **{key: schema[key] for key in schema.keys() & _SAID}}
