"""What numbers are beside pydantic's own rules: never truth values or texts, and within the narrower of two limits."""

from dataclasses import dataclass
from typing import Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema


@dataclass(frozen=True, slots=True)
class Within:
    """Limits beside those that a parameter declares: the narrower ones hold. (Of two ``Field``s, the type's would.)"""

    least: float
    most: float
    open: bool = False  # whether the least is left out itself

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
