"""A family's parameters as a form: for each a text that a person types, read into a value and written back.

What kind of text it is follows from the parameter's JSON schema, so a family declares nothing for it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.answers.reading import Unreadable
from engine.chain import Family
from engine.fields import texts, writing
from engine.fields.texts import Kind
from engine.parameters import Frozen

LONGEST = 20_000  # characters of one field


@dataclass(frozen=True, slots=True)
class Field:
    """One parameter. ``options`` maps the texts to choose from to their values; ``default`` is the text of the value
    that holds when nothing is typed, ``empty`` says it in words where no text does."""

    name: str
    symbol: str
    description: str
    kind: Kind
    options: Mapping[str, Any]
    needed: bool
    default: str = ""
    empty: str = ""

    @property
    def sign(self) -> str:
        """The symbol where it is mathematics, "" where the parameter is only known by its name."""
        return "" if self.symbol.startswith(r"\text") else self.symbol

    def write(self, value: Any) -> str:
        """The text of a value as JSON holds it; nothing for None."""
        if value is None:
            return ""
        return writing.shown(value) if self.options else self.kind.write(value)

    def left_out(self, text: str) -> bool:
        """True if this text gives nothing. A text of its own may be empty on purpose: no marker after a word."""
        return not text.strip() and (self.kind is not texts.TEXT or bool(self.empty))


def fields(family: Family) -> tuple[Field, ...]:
    """The fields of a family's form, in the order of its parameters."""
    properties = family.parameters.model_json_schema()["properties"]
    made = []
    for name, info in family.parameters.model_fields.items():
        options = {writing.shown(value): value for value in _options(properties[name])}
        field = Field(
            name,
            family.parameters.symbol_of(name),
            info.description or name,
            _kind(properties[name]),
            options,
            needed=info.is_required(),
            empty=family.parameters.empty(name),
        )
        default = None if field.needed else properties[name].get("default")
        made.append(replace(field, default=field.write(default)))
    return tuple(made)


def _options(schema: Mapping[str, Any]) -> Sequence[Any]:
    schemas = [schema, *schema.get("anyOf", ())]
    return next((one["enum"] for one in schemas if "enum" in one), ())


def read(field: Field, text: str) -> Any:
    """The value as JSON would hold it, or Unreadable. Whether it fits is the parameters' own check."""
    if len(text) > LONGEST:
        return Unreadable(f"This is longer than {LONGEST:,} characters. Please shorten it.", None, text)
    return field.options.get(text.strip(), text) if field.options else field.kind.read(text)


def filled(family: Family, parameters: Frozen) -> dict[str, str]:
    """The text of each field for these parameters, by name."""
    values = parameters.to_json()
    return {field.name: field.write(values[field.name]) for field in fields(family)}


def _kind(schema: Any) -> Kind:
    """The kind of text for a parameter's schema. Raises KeyError where there is none yet."""
    if "anyOf" in schema:
        return _of_several([one for one in schema["anyOf"] if one.get("type") != "null"])
    if "$ref" in schema or "enum" in schema:
        return texts.TEXT
    kind, items, held = schema["type"], schema.get("items"), schema.get("additionalProperties")
    if kind == "object":
        return _NAMED[_kind(held)]
    if not isinstance(items, Mapping):
        return _SIMPLE[kind]
    if "$ref" in items:
        return texts.LAYERS
    if items.get("format") == "text":
        return texts.TEXTS
    held = items.get("prefixItems", [items.get("items")])[0]
    return _LISTED[_kind(items)] if held is None else _NESTED[_kind(held)]


def _of_several(schemas: Sequence[Mapping[str, Any]]) -> Kind:
    """The kind that takes any of these: a number or a vector, a place or a word, and the like."""
    kinds = {_kind(schema) for schema in schemas}
    if len(kinds) == 1:
        return kinds.pop()
    if kinds & {texts.MATRIX, texts.BLOCKS}:
        return texts.BLOCKS
    return texts.NUMBERS if texts.VECTOR in kinds else texts.TEXT


_SIMPLE = {"boolean": texts.YES, "integer": texts.WHOLE, "number": texts.NUMBER, "string": texts.TEXT}
_LISTED = {
    texts.NUMBER: texts.VECTOR,
    texts.WHOLE: texts.VECTOR,
    texts.TEXT: texts.WORDS,
    texts.BLOCKS: texts.BLOCKS,
}
_NESTED = {texts.NUMBER: texts.MATRIX, texts.TEXT: texts.LISTS}
_NAMED = {
    texts.WHOLE: texts.AMOUNTS,
    texts.NUMBER: texts.AMOUNTS,
    texts.VECTOR: texts.VECTORS,
    texts.AMOUNTS: texts.NEXT,
}
