"""The fields of the editor's form, and those that questions of every kind have; ``layouts`` has the others."""

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from enum import StrEnum
from typing import Any

from app.web.languages.languages import N_

NAME = "*"  # in place of a key: the name of a named table or value; ITSELF: such a value
ITSELF = ""
ONE, SOME = "one value", "some values"  # for values of its parameter, in what a new card holds


class Control(StrEnum):
    LINE = "line"
    SHORT = "short"  # a letter or two
    WORD = "word"  # a name in formulas
    FORMULA = "formula"  # a line of the language of steps
    SENTENCE = "sentence"  # one line that may be long
    LONG = "long"  # some lines
    PROGRAM = "program"
    NUMBER = "number"  # as typed; a text that is no number is passed on, so that the engine says so
    LIST = "list"  # 3, 5, 8
    VALUE = "value"  # 3, or a word, or [3, 5, 8]
    ROWS = "rows"  # a list, one a line
    TICK = "tick"
    CHECKS = "checks"  # a list of some of the choices
    SELECT = "select"
    PAIRS = "pairs"  # texts by name, one a line: loss = a * w^2
    CELLS = "cells"  # one text for each cell by name, one name a line: scores = 0.5; 1.25
    STATE = "state"  # values by name, one a line: temperature = 0.5
    NAMES = "names"  # a list of words, or the one name that holds such a list
    IMAGE = "image"  # the name of an image that is uploaded beside it
    FILE = "file"  # the same of a data file


@dataclass(frozen=True, slots=True)
class Field:
    """A field. ``key`` is its name in the text; ``source`` names the origin of its choices,
    where these come from the text or the engine. A field ``of`` a key is shown on cards that have this key alone, a
    field ``without`` it on the others."""

    key: str
    label: str
    help: str = ""
    example: str = ""
    control: Control = Control.LINE
    _: KW_ONLY
    choices: Mapping[str, str] = field(default_factory=dict)
    source: str = ""
    default: str = ""
    more: bool = False
    needed: bool = False
    of: str = ""
    without: str = ""
    wide: bool = False

    def is_shown(self, held: Any) -> bool:
        """True on a card that holds this."""
        return (not self.of or self.of in held) and not (self.without and self.without in held)


@dataclass(frozen=True, slots=True)
class Cards:
    """A list of tables, or tables by name. ``fresh`` has the labels of buttons that add one, and the new one's content:
    ``ONE`` or ``SOME`` for values as its parameter takes them. ``kinds`` are the names and the further fields of cards
    by their key ``kind``."""

    key: str
    title: str
    one: str
    help: str
    _: KW_ONLY
    fields: tuple[Field, ...]
    fresh: tuple[tuple[str, Any], ...]
    called: str = ""  # the key whose text heads the card
    named: bool = False
    ordered: bool = True
    most: int = 24
    full: str = ""  # what is said where there are as many
    kinds: Mapping[str, tuple[str, tuple[Field, ...]]] = field(default_factory=dict)

    def fields_of(self, held: Any) -> tuple[Field, ...]:
        """The fields of one card: those of all, and those of its kind."""
        if not isinstance(held, dict):
            return self.fields
        kind = held.get("kind")
        more = self.kinds[kind][1] if isinstance(kind, str) and kind in self.kinds else ()
        return tuple(field for field in (*self.fields, *more) if field.is_shown(held))

    def called_one(self, held: Any) -> str:
        """The word for one card, by its kind where cards have kinds."""
        kind = held.get("kind") if isinstance(held, dict) else None
        return self.kinds[kind][0] if isinstance(kind, str) and kind in self.kinds else self.one


@dataclass(frozen=True, slots=True)
class Layout:
    fields: tuple[Field, ...]
    cards: tuple[Cards, ...] = ()


LEVELS = {"warm-up": N_("warm-up"), "exam": N_("exam"), "hard": N_("hard")}
SKILLS = {
    "compute": N_("compute"),
    "count": N_("count"),
    "train": N_("train"),
    "regularise": N_("regularise"),
    "map": N_("map"),
    "capture": N_("capture"),
    "compare": N_("compare"),
}
MODELS = (
    "any", "n-gram", "logistic regression", "softmax regression", "skip-gram", "multilayer perceptron", "RNN",
    "RNN with attention", "transformer encoder", "transformer decoder", "transformer encoder-decoder",
)  # fmt: skip
FORMS = {
    "fixed": N_("decimals"),
    "scientific": N_("power of ten"),
    "integer": N_("whole number"),
    "word": N_("word"),
}

REASON = N_("Shown after the answer.")
TITLE = Field("title", N_("Title"), N_("Stands above the question and in lists."), "Tokens and their price")
SECTION = Field("section", N_("Section"), N_("Where it belongs."), control=Control.SELECT, source="sections")
LEVEL = Field("level", N_("Level"), control=Control.SELECT, choices=LEVELS, default="exam")
HOW_HARD = Field(
    "levels", N_("Levels"), N_("For which it may be drawn."), control=Control.CHECKS, choices=LEVELS,
    default="warm-up exam hard",
)  # fmt: skip
SKILL = Field("skill", N_("What is practised"), control=Control.SELECT, choices=SKILLS, default="compute")
MODEL = Field(
    "model", N_("Model"), N_("The kind of model that it is about."), control=Control.SELECT,
    choices={name: name for name in MODELS}, default="any", more=True,
)  # fmt: skip
SOURCE = Field(
    "source",
    N_("Source"),
    N_("The paper or book behind it."),
    "Vaswani et al. 2017 (arXiv:1706.03762)",
    more=True,
)
ALIKE = Field(
    "alike", N_("Questions like this one"),
    N_("Their names, with commas between. An exam asks one of them at most."), "beyond-the-clip-with-a-bad-token",
    Control.LIST, more=True,
)  # fmt: skip
BENGALI = Field(
    "bengali", N_("Explanation in Bengali"), N_("Shown after the answer to whoever wants it."), control=Control.LONG,
    more=True,
)  # fmt: skip
STATEMENT = Field(
    "statement", N_("Question"), N_("What is asked. Formulas stand between dollar signs: $d_k$."), "",
    Control.LONG,
)  # fmt: skip
DRAWN_STATEMENT = Field(
    "statement", N_("Question"),
    N_("What is asked. Write <n> where the value of the variable n is to stand, and formulas between dollar signs."),
    "A layer has <inputs> inputs and <units> units. How many weights does it have?", Control.LONG,
)  # fmt: skip


def points_of(default: str) -> Field:
    return Field("points", N_("Points"), N_("Of the whole question."), "2", Control.NUMBER, default=default)


def common(statement: Field, level: Field, points: Field | None, *own: Field) -> tuple[Field, ...]:
    first = (TITLE, SECTION, level, SKILL, *([points] if points else []))
    return (*first, statement, *own, MODEL, SOURCE, ALIKE, BENGALI)
