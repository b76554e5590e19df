"""Starters of new questions: for each kind a small complete question, to be changed."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from app.web.languages.languages import N_

FOLDER = Path(__file__).with_name("starters")


@dataclass(frozen=True, slots=True)
class Beginning:
    """A kind in the choice of kinds; ``example`` is a small question of it, in a line."""

    title: str
    about: str
    example: str


KINDS: Mapping[str, Beginning] = {
    "formula": Beginning(
        N_("Calculation of your own"),
        N_("Numbers are drawn anew for everybody, and you give the steps as formulas."),
        "What do 400 prompts of 1,200 tokens cost?",
    ),
    "family": Beginning(
        N_("Built-in calculation"),
        N_("One of a hundred that are there already, with statement and parts of your own."),
        "The cosine similarity of two vectors.",
    ),
    "choice": Beginning(
        N_("Multiple choice"),
        N_("Two to eight options, one or several of them right, each with its reason."),
        "Which change of the logits leaves all probabilities as they are?",
    ),
    "short": Beginning(
        N_("Short answer"),
        N_("A word or a few, compared with the answers that you list."),
        "What do we call a unit of text that a model reads?",
    ),
    "text": Beginning(
        N_("Sentences"),
        N_("A definition, an explanation or a case, marked by the points of a rubric."),
        "What is perplexity?",
    ),
    "order": Beginning(
        N_("Order"),
        N_("Three to eight things that are to be put in order."),
        "The parts of one step of training.",
    ),
    "algebra": Beginning(
        N_("Formula in symbols"),
        N_("A derivative, a gradient or an order of growth; whatever means the same is right."),
        "What is the derivative of the loss with respect to the weight?",
    ),
    "derive": Beginning(
        N_("Derivation"),
        N_("Lines that are to be put in order, some of which do not belong, and the reasons why they hold."),
        "The derivative of the sigmoid.",
    ),
    "match": Beginning(
        N_("Pairs"),
        N_("What stands on the left gets its partner."),
        "Activation functions and their values.",
    ),
    "code": Beginning(
        N_("Program"),
        N_("A small function in NumPy, run against tests that are shown and tests that are hidden."),
        "Softmax that bears large logits.",
    ),
}


def text_of(kind: str) -> str:
    return (FOLDER / f"{kind}.toml").read_text("utf-8")
