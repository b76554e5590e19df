"""Where a learner stands with each question, from the points that they earned in it."""

from collections.abc import Callable
from typing import Literal

from app.practice.score_summary import shares
from app.questions.context import Context
from app.web.languages.languages import N_
from engine.questions import Question

State = Literal["new", "shaky", "known", "due"]
STATES: dict[State, str] = {"new": N_("new"), "shaky": N_("shaky"), "known": N_("known"), "due": N_("due")}
KNOWN = 0.8  # of the settled points
Standing = Callable[[Question], State]


def standing(context: Context) -> Standing:
    """The learner's standing, read once: a question that was never tried is new, one with at least four fifths of its
    settled points known, any other shaky."""
    earned = shares(context)

    def of(question: Question) -> State:
        if question.id not in earned:
            return "new"
        share = earned[question.id]
        return "known" if share is not None and share > KNOWN - 1e-9 else "shaky"

    return of
