"""Faults that keep a text of TOML from being a question, in the words of whoever writes questions."""

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Annotated, Any, get_args, get_origin

from pydantic import BaseModel, ConfigDict

Way = tuple[int | str, ...]
AGAIN = re.compile(r" \(\d+\)\Z")  # behind a name that another has: "u (2)"
KEYS_OF_OURS = {"id", "version", "subject", "chain", "drawings", "looks"}  # in models, never in files
NAME = r"^[A-Za-z][A-Za-z0-9_]*$"
FILE = r"^[0-9a-f]{64}\.(png|svg)$"  # of an image
STORED_TEXT = r"^[0-9a-f]{64}\.txt$"  # of a data file
FILE_NAME = re.compile(r"^[A-Za-z0-9][A-Za-z0-9_-]{0,39}\.(csv|tsv|txt|json|jsonl)$")  # of one in a question
NAMES = "a name has letters, digits and _, and begins with a letter"
PATTERNS = {  # in words, how a text has to look
    NAME: NAMES,
    rf"^$|{NAME}": NAMES,
    r"^[a-z0-9]+(-[a-z0-9]+)*$": "small letters and digits belong here, with single hyphens between them",
    r"^[a-z][a-z -]*$": "small letters belong here, with spaces and hyphens between them",
    r"^[a-z][a-z0-9_]*$": "a name of small letters, digits and _ belongs here, which begins with a letter",
    FILE: "the name of an uploaded image belongs here: its 64 letters and digits with .png or .svg",
    STORED_TEXT: "the name of an uploaded data file belongs here: its 64 letters and digits with .txt",
    FILE_NAME.pattern: "a name such as pairs.csv belongs here: up to 40 letters, digits, _ and -, then .csv, .tsv, "
    ".txt, .json or .jsonl",
    r"\S": "this is empty",
    r"^[^|A-Z]+(\|[^|A-Z]+)*$": "beginnings of words belong here, in small letters, with | between them",
}
WHOLE = "a whole number belongs here"
NUMBER = "a number belongs here"
TRUTH = "true or false belongs here, without quotation marks"
LIST = "a list belongs here, between [ and ]"
TABLE = "names with their values belong here, between {{ and }} or below a heading of their own"
PLAIN = {  # pydantic's type of error, and its words
    "missing": "this is missing",
    "extra_forbidden": "there is no such key here",
    "string_type": "a text belongs here, between quotation marks",
    "string_too_long": "this is too long: at most {max_length} characters fit",
    "int_type": WHOLE,
    "int_parsing": WHOLE,
    "int_parsing_size": "this number is too large",
    "int_from_float": WHOLE,
    "float_type": NUMBER,
    "float_parsing": NUMBER,
    "finite_number": "this is no ordinary number",
    "bool_type": TRUTH,
    "bool_parsing": TRUTH,
    "list_type": LIST,
    "tuple_type": LIST,
    "dict_type": TABLE,
    "model_type": TABLE,
    "model_attributes_type": TABLE,
    "too_long": "at most {max_length} fit here, and there are more",
    "greater_than": "must be greater than {gt}",
    "greater_than_equal": "must be at least {ge}",
    "less_than": "must be less than {lt}",
    "less_than_equal": "must be at most {le}",
    "literal_error": "must be {expected}",
}


class Shape(BaseModel):
    """Base of what files say: frozen, and without keys that are not declared."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Fault(ValueError):
    """A misfit in a question: ``place`` is the way to the key, ``column`` a place in its text, ``spot`` what stands in
    the line that is meant where that lies below the key's."""

    def __init__(self, place: Way, message: str, column: int | None = None, spot: str = "") -> None:
        super().__init__(message)
        self.place = place
        self.message = message
        self.column = column
        self.spot = spot


class Faults(ValueError):
    """Several faults that do not depend on one another."""

    def __init__(self, several: Sequence[Fault]) -> None:
        super().__init__("; ".join(map(str, several)))
        self.several = several


class Found:
    """Collects faults, so that one does not hide another. ``lost`` are names that came to nothing: what rests on one of
    them cannot be checked."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.lost: set[str] = set()

    @contextmanager
    def each(self) -> Iterator[None]:
        """Collects the Fault or Faults that are raised inside, and lets nothing of them out."""
        try:
            yield
        except Fault as fault:
            self.faults.append(fault)
        except Faults as faults:
            self.faults += faults.several

    def rests_on_lost(self, *texts: str) -> bool:
        """True if one of these texts names something that is lost."""
        return any(self.lost & set(re.findall(r"\w+", text)) for text in texts)

    def settle(self) -> None:
        """Raises Fault, or Faults, where there are any."""
        if self.faults:
            raise self.faults[0] if len(self.faults) == 1 else Faults(self.faults)


def plain(problem: Mapping[str, Any], model: type[BaseModel]) -> str:
    """The sentence on what pydantic found in the values of ``model``, without the words of those who write programs."""
    kind, limits, given = problem["type"], problem.get("ctx", {}), problem["input"]
    if isinstance(limits.get("error"), Exception):
        return str(limits["error"])
    if kind == "extra_forbidden":
        near = meant(problem["loc"], model)
        return PLAIN[kind] + (f"; did you mean `{near}`?" if near else "")
    if kind == "too_short":
        there = {0: "there are none", 1: "there is one"}.get(limits["actual_length"])
        there = there or f"there are {limits['actual_length']}"
        needed = "one is" if limits["min_length"] == 1 else f"{limits['min_length']} are"
        return f"at least {needed} needed, and {there}"
    if kind == "string_too_short":
        few = isinstance(given, str) and given.strip()
        return f"this is too short: at least {limits['min_length']} characters" if few else "this is empty"
    if kind == "string_pattern_mismatch":
        return "this is empty" if given == "" else PATTERNS.get(limits["pattern"], str(problem["msg"]))
    shown = {name: f"{limit:g}" if isinstance(limit, float) else limit for name, limit in limits.items()}
    return PLAIN[kind].format(**shown) if kind in PLAIN else str(problem["msg"])


def meant(place: Way, model: type[BaseModel]) -> str:
    """The key that may be meant by one that does not exist; "" where none is near."""
    *way, key = place
    return next(iter(difflib.get_close_matches(str(key), keys(model, way), 1)), "")


def keys(annotation: Any, way: Sequence[int | str]) -> set[str]:
    """The keys that may stand at the end of a way through the values of a model."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        fields = {field.alias or name: field for name, field in annotation.model_fields.items()}
        if not way:
            return fields.keys() - KEYS_OF_OURS
        return keys(fields[str(way[0])].annotation, way[1:]) if way[0] in fields else set()
    inner = get_args(annotation)
    match get_origin(annotation):
        case origin if origin in (list, tuple, dict):
            return keys(inner[-1 if origin is dict else 0], way[1:]) if way else set()
        case origin if origin is Annotated:
            return keys(inner[0], way)
    return set().union(*(keys(one, way) for one in inner))
