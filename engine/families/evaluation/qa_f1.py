"""Exact match and F1 of a short answer, as SQuAD counts them (Rajpurkar et al. 2016, section 6.1)."""

import re
import string
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from engine.answers.forms import Integer, Tokens
from engine.chain import Family, NotNeeded
from engine.parameters import Frozen, symbol

Words = tuple[str, ...]
NORMALISED = r"\text{lower case, without punctuation, without a, an, the}"


def without_punctuation(text: str) -> str:
    return "".join(sign for sign in text if sign not in string.punctuation)


def normalised(text: str) -> Words:
    return tuple(re.sub(r"\b(a|an|the)\b", " ", without_punctuation(text.lower())).split())


def _with_words(text: str) -> str:
    if not normalised(text):
        raise ValueError("must hold a word that is neither a, an, the nor punctuation")
    return text


Answer = Annotated[str, Field(max_length=2000), AfterValidator(_with_words)]


class Parameters(Frozen):
    prediction: Answer = symbol(r"\text{prediction}", "what the model answered")
    truth: Answer = symbol(r"\text{truth}", "the true answer")


family = Family(
    "qa_f1",
    "Exact match and F1 of an answer",
    section="2.12",
    builds_on=("classification_metrics",),
    parameters=Parameters,
)


@family.step("Tokens of the prediction", NORMALISED, symbol=r"\text{tokens of the prediction}", form=Tokens())
def prediction_tokens(prediction: str) -> Words:
    return normalised(prediction)


@family.step("Tokens of the truth", NORMALISED, symbol=r"\text{tokens of the truth}", form=Tokens())
def truth_tokens(truth: str) -> Words:
    return normalised(truth)


@family.step("Exact match", r"\text{1 if both are the same, else 0}", symbol=r"\mathrm{EM}", form=Integer())
def exact_match(prediction_tokens: Words, truth_tokens: Words) -> int:
    return int(prediction_tokens == truth_tokens)


@family.step("Shared tokens", r"\text{each as often as in both}", symbol="m", form=Integer())
def shared(prediction_tokens: Words, truth_tokens: Words) -> int:
    return (Counter(prediction_tokens) & Counter(truth_tokens)).total()


@family.step(
    "Precision", r"\frac{<shared>}{\text{tokens of the prediction}}", symbol="P",
    numbers=lambda shared, prediction_tokens: rf"\frac{{{shared}}}{{{len(prediction_tokens)}}}",
)  # fmt: skip
def precision(shared: int, prediction_tokens: Words) -> float:
    return shared / len(prediction_tokens)


@family.step(
    "Recall", r"\frac{<shared>}{\text{tokens of the truth}}", symbol="R",
    numbers=lambda shared, truth_tokens: rf"\frac{{{shared}}}{{{len(truth_tokens)}}}",
)  # fmt: skip
def recall(shared: int, truth_tokens: Words) -> float:
    return shared / len(truth_tokens)


@family.step(
    "F1", r"\frac{2 \cdot <precision> \cdot <recall>}{<precision> + <recall>}", symbol=r"\mathrm{F1}"
)
def f1(precision: float, recall: float) -> float | NotNeeded:
    if precision == recall == 0:
        return NotNeeded(0.0, "No token is shared, so F1 is 0 too.")
    return 2 * precision * recall / (precision + recall)


family.gives(
    {
        "prediction_tokens": ("list of text", "Tokens of the normalised prediction."),
        "truth_tokens": ("list of text", "Tokens of the normalised truth."),
        "exact_match": ("whole number", "1 if both have the same tokens in the same order, else 0."),
        "shared": ("whole number", "Tokens that both have, each as often as in both."),
        "precision": ("number", "Shared tokens over tokens of the prediction."),
        "recall": ("number", "Shared tokens over tokens of the truth."),
        "f1": ("number", "Harmonic mean of precision and recall; 0 where no token is shared."),
    }
)
family.assumes(
    "Both texts become lower case; then the ASCII punctuation signs are deleted, nothing in their place "
    "(well-known becomes wellknown), then the words a, an and the.",
    "What is left is split at white space. Signs outside ASCII, as “ or –, stay.",
    "Exact match compares the tokens in order, F1 without order: a token counts as often as it occurs in both.",
)


@family.mistake(
    of="prediction_tokens", says="You kept a, an or the. Articles are removed before anything is counted."
)
def articles_kept_in_prediction(prediction: str) -> Words:
    return tuple(without_punctuation(prediction.lower()).split())


@family.mistake(
    of="truth_tokens", says="You kept a, an or the. Articles are removed before anything is counted."
)
def articles_kept_in_truth(truth: str) -> Words:
    return tuple(without_punctuation(truth.lower()).split())


@family.mistake(
    of="prediction_tokens",
    says="You kept the capital letters. Everything is made lower case before it is compared.",
)
def capitals_kept(prediction: str) -> Words:
    words = without_punctuation(prediction).split()
    return tuple(word for word in words if word.lower() not in ("a", "an", "the"))


@family.mistake(
    of="exact_match",
    says="The prediction holds the whole truth, but more besides. An exact match has nothing more.",
)
def contained(prediction_tokens: Words, truth_tokens: Words) -> int:
    return int(Counter(truth_tokens) <= Counter(prediction_tokens))


@family.mistake(
    of="shared", says="You counted each different token once. A token that both repeat counts more than once."
)
def each_once(prediction_tokens: Words, truth_tokens: Words) -> int:
    return len({*prediction_tokens} & {*truth_tokens})


@family.mistake(
    of="precision",
    says="You divided by the tokens of the truth, which gives the recall. Precision divides by the prediction.",
    slip="precision and recall swapped",
)
def recall_for_precision(shared: int, truth_tokens: Words) -> float:
    return shared / len(truth_tokens)


@family.mistake(
    of="recall",
    says="You divided by the tokens of the prediction, which gives the precision. Recall divides by the truth.",
    slip="precision and recall swapped",
)
def precision_for_recall(shared: int, prediction_tokens: Words) -> float:
    return shared / len(prediction_tokens)


@family.mistake(
    of="f1", says="You took the arithmetic mean. F1 is the harmonic mean: twice the product over the sum."
)
def arithmetic_mean(precision: float, recall: float) -> float:
    return (precision + recall) / 2


@family.mistake(of="f1", says="You left out the 2. F1 is twice the product over the sum.")
def two_forgotten(precision: float, recall: float) -> float:
    return precision * recall / (precision + recall)


@family.mistake(
    of="f1",
    says="That is the Jaccard index, shared over all tokens of both. F1 is twice the product over the sum.",
)
def jaccard(shared: int, prediction_tokens: Words, truth_tokens: Words) -> float:
    return shared / (len(prediction_tokens) + len(truth_tokens) - shared)


# True answers, each with predictions for it; the first of these holds the whole truth, and more.
ANSWERS = {
    "the {size} {thing} of {here}": (
        "The {size} {thing} of {here}, built in {year}",
        "The {here} {thing}",
        "It is in {here}.",
        "{size} {thing} of {here}.",
    ),
    "the {role} of {here} and the {role} of {there}": (
        "It was the {role} of {here}, in {year}, and later the {role} of {there}",
        "A {role} of {here} and a {other} of {there}.",
        "The {role} of {here}",
    ),
    "from {first} {month} to the {last} of {month}": (
        "From {first} {month} {year} to the {last} of {month} {year}, in the town of {here}",
        "{month} {first} to {month} {last}",
        "In the {month} of {year}",
    ),
    "a {thing} in {here} and a {thing} in {there}": (
        "There is a {size} {thing} in {here}, and since {year} a {thing} in {there}.",
        "A {thing} and another {thing}",
        "A {thing} in {there}",
    ),
}
SHORT, *LONG = ANSWERS
TOWNS = ("Bern", "Dhaka", "Lima", "Oslo", "Porto", "Quito", "Riga", "Tunis")
FILLINGS = {
    "size": ("old", "great", "new", "small"),
    "thing": ("bridge", "library", "market", "tower", "garden"),
    "month": ("March", "April", "May", "June", "July"),
}


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    """A short answer at the warm-up, sometimes the truth but for its articles, signs and capital letters."""
    here, there = rng.sample(TOWNS, 2)
    role, other = rng.sample(("king", "mayor", "bishop", "poet", "queen"), 2)
    first, last = sorted(rng.sample(range(2, 29), 2))
    words = {name: rng.choice(among) for name, among in FILLINGS.items()} | {"year": rng.randint(1790, 1990)}
    words |= {"here": here, "there": there, "role": role, "other": other, "first": first, "last": last}
    truth = SHORT if level == "warm-up" else rng.choice(LONG)
    whole = level != "hard" and rng.random() < 0.3
    prediction = ANSWERS[truth][0] if whole else rng.choice(ANSWERS[truth])
    return {"prediction": prediction.format(**words), "truth": truth.format(**words)}
