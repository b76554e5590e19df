"""The lab: its demos, what one predicts before a model runs, and numbers of the screen that become an exercise."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.actions import opening
from app.i18n import N_
from app.store import people, predictions
from app.store.database import Database
from app.store.predictions import Prediction
from engine import variants
from engine.bank import Bank
from engine.parameters import BadParameters
from engine.reading import Unreadable, read_number
from engine.variants import NO_SEED, Undrawable


class NotANumber(ValueError):
    """What was predicted cannot be read; the text says why."""


class NoExercise(ValueError):
    """These numbers lie where rounding decides, or do not fit the question."""


@dataclass(frozen=True, slots=True)
class Demo:
    """One page of the lab: its address is ``/lab/`` with its name."""

    name: str
    title: str
    says: str
    section: str


DEMOS = (
    Demo(
        "bpe",
        N_("BPE stepper"),
        N_(
            "A tokenizer is learned from your own text, merge by merge, and compared with those of real models."
        ),
        "2.2",
    ),
    Demo(
        "learning",
        N_("A GPT learns"),
        N_(
            "A GPT is trained before your eyes: its loss from ln V down past the bigrams, and what it writes meanwhile."
        ),
        "2.6",
    ),
    Demo(
        "decoding",
        N_("Decoding lab"),
        N_("What temperature, top-k and top-p leave of a model's next letter, and in which order."),
        "2.7",
    ),
)


@dataclass(frozen=True, slots=True)
class Score:
    """How many of one's predictions in a demo were right, of those whose model has run."""

    demo: Demo
    right: int
    made: int


def scores(database: Database, token: str) -> list[Score]:
    """Of every demo, in the order of the list."""
    with database.read() as rows:
        person = people.with_token(rows, token).id
        mine = predictions.of_person(rows, person) if person else []
    settled = [one for one in mine if one.outcome is not None]
    by_demo = {demo.name: [one for one in settled if one.demo == demo.name] for demo in DEMOS}
    return [Score(demo, sum(x.right for x in by_demo[demo.name]), len(by_demo[demo.name])) for demo in DEMOS]


def made(database: Database, token: str) -> list[Score]:
    """The same of those demos in which one has predicted something."""
    return [one for one in scores(database, token) if one.made]


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be predicted: in words, what came (None until the model has run), and how near counts as right."""

    words: str
    outcome: float | None
    within: float


@dataclass(frozen=True, slots=True)
class Goal:
    """Something to find in a demo, and whether it is found."""

    says: str
    reached: bool


def read(typed: str) -> float:
    """Raises NotANumber."""
    found = read_number(typed)
    if isinstance(found, Unreadable):
        raise NotANumber(found.message)
    return float(found.value)


def predict(
    database: Database, token: str, key: str, demo: str, state: str, asked: Asked, typed: str, name: str = ""
) -> str:
    """Keeps what was predicted, with what came if that is known; returns its name, a new one unless it is given.

    Raises NotANumber.
    """
    predicted = read(typed)
    with database.write() as rows:
        person = opening.person_of(rows, token)
        return predictions.keep(
            rows, person, key, demo, state, asked.words, predicted, asked.outcome, asked.within, name
        )


def predicted(database: Database, token: str, name: str, demo: str) -> Prediction | None:
    """The person's own prediction of this name in this demo; None where there is none."""
    with database.read() as rows:
        person = people.with_token(rows, token).id
        found = predictions.find(rows, person, name) if person and name else None
    return found if found and found.demo == demo else None


def exercise(
    database: Database, bank: Bank, token: str, key: str, question: str, numbers: Mapping[str, Any]
) -> str:
    """A sheet of the question with these numbers; returns its name. Raises NoExercise."""
    asked = bank.questions[question]
    try:
        variant = variants.draw(asked, NO_SEED, asked.default_level, numbers)
    except (BadParameters, Undrawable) as error:
        raise NoExercise(str(error)) from error
    with database.write() as rows:
        return opening.stored(rows, token, opening.Fresh(variant), key).name
