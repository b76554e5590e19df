"""The words for how a learner stands with a question, as lists, filters and grids show it."""

from collections.abc import Callable
from typing import Literal, cast

from app.learning.standing import standings, topics
from app.questions.context import Context
from app.web.languages.languages import N_
from engine.questions import Question

State = Literal["new", "shaky", "known", "due"]
STATES: dict[State, str] = {"new": N_("new"), "shaky": N_("shaky"), "known": N_("known"), "due": N_("due")}
Standing = Callable[[Question], State]


def standing(context: Context) -> Standing:
    """How the visitor stands with any question, by what is known of them now; read once."""
    stands = standings(context)
    return lambda question: cast(State, str(stands(question)))


def families(context: Context) -> Callable[[str], State]:
    """How the visitor stands with any family of the bank."""
    stands = topics(context)
    return lambda family: cast(State, str(stands(family)))
