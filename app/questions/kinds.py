"""Names of the kinds of questions, of the forms of their answers, and of the skills, on pages."""

from collections.abc import Mapping
from typing import Literal

from app.web.languages.languages import N_
from engine.questions import Question

KINDS = {
    "family": N_("with numbers"), "formula": N_("with numbers"), "drawn": N_("one of four numbers"),
    "choice": N_("multiple choice"), "match": N_("to match"), "order": N_("to put in order"),
    "derive": N_("to derive"), "algebra": N_("with formulas"), "short": N_("in a word"),
    "text": N_("in sentences"), "code": N_("to program"),
}  # fmt: skip
KINDS_APART = KINDS | {
    "family": N_("tasks with numbers, line by line"), "formula": N_("tasks with numbers of one formula"),
    "drawn": N_("multiple choice with drawn numbers"), "algebra": N_("formulas in symbols"),
}  # fmt: skip
"""Longer names, for a list in which each kind is told from all others."""
SKILLS = {
    "compute": N_("compute a step"), "count": N_("count parameters"), "train": N_("explain training"),
    "regularise": N_("regularise"), "map": N_("map to tasks"), "capture": N_("what it captures"),
    "compare": N_("compare"),
}  # fmt: skip
Form = Literal["numbers", "formulas", "choice", "order", "words", "sentences", "code"]
FORMS: Mapping[Form, tuple[str, tuple[str, ...]]] = {
    "numbers": (N_("numbers"), ("family", "formula")),
    "formulas": (N_("formulas"), ("algebra",)),
    "choice": (N_("multiple choice"), ("choice", "drawn")),
    "order": (N_("order or match"), ("order", "match", "derive")),
    "words": (N_("a word or a few"), ("short",)),
    "sentences": (N_("sentences"), ("text",)),
    "code": (N_("code"), ("code",)),
}
"""The forms of answers: each in words, with the kinds of questions that ask for it."""


def form_of(question: Question) -> Form:
    """The form in which the question is answered."""
    return next(form for form, (_, kinds) in FORMS.items() if question.kind in kinds)
