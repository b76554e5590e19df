"""Accuracy, precision, recall and F1 of a binary classifier, from its four counts (curriculum 2.12)."""

from collections.abc import Mapping
from random import Random
from typing import Any

from pydantic import ValidationInfo, field_validator

from engine.chain import Family
from engine.parameters import CountOrNone, Frozen, symbol


class Parameters(Frozen):
    """At least one case is positive, and at least one is called positive."""

    tp: CountOrNone = symbol(r"\mathrm{TP}", "true positives: positive, and called positive")
    fp: CountOrNone = symbol(r"\mathrm{FP}", "false positives: negative, but called positive")
    fn: CountOrNone = symbol(r"\mathrm{FN}", "false negatives: positive, but called negative")
    tn: CountOrNone = symbol(r"\mathrm{TN}", "true negatives: negative, and called negative")

    @field_validator("fp", "fn")
    @classmethod
    def some_positives(cls, count: int, info: ValidationInfo) -> int:
        if count == info.data.get("tp") == 0:
            measure = "precision" if info.field_name == "fp" else "recall"
            raise ValueError(f"must be above 0 where tp is 0: the {measure} would be 0/0")
        return count


family = Family(
    "classification_metrics", "Accuracy, precision, recall, F1", section="2.12", parameters=Parameters
)


@family.step("Accuracy", r"\frac{<tp> + <tn>}{<tp> + <fp> + <fn> + <tn>}", symbol="A")
def accuracy(tp: int, fp: int, fn: int, tn: int) -> float:
    return (tp + tn) / (tp + fp + fn + tn)


@family.step("Precision", r"\frac{<tp>}{<tp> + <fp>}", symbol="P")
def precision(tp: int, fp: int) -> float:
    return tp / (tp + fp)


@family.step("Recall", r"\frac{<tp>}{<tp> + <fn>}", symbol="R")
def recall(tp: int, fn: int) -> float:
    return tp / (tp + fn)


@family.step("F1", r"\frac{2 \cdot <precision> \cdot <recall>}{<precision> + <recall>}", symbol="F_1")
def f1(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


family.gives(
    {
        "accuracy": ("number", "Share of all cases that are called right."),
        "precision": ("number", "Share of the cases called positive that are positive."),
        "recall": ("number", "Share of the positive cases that are called positive."),
        "f1": ("number", "Harmonic mean of precision and recall; 0 where both are 0."),
    }
)
family.assumes(
    "A precision or recall that would be 0/0 is refused. F1 is 0 where both are 0.",
)


@family.mistake(
    of="accuracy", says="You left out the true negatives. They are right answers too: count them above."
)
def negatives_forgotten(tp: int, fp: int, fn: int, tn: int) -> float:
    return tp / (tp + fp + fn + tn)


@family.mistake(
    of="precision",
    says="That is the recall. Precision asks how many of those called positive are positive.",
    slip="precision and recall swapped",
)
def recall_for_precision(tp: int, fn: int) -> float:
    return tp / (tp + fn)


@family.mistake(
    of="recall",
    says="That is the precision. Recall asks how many of the positive ones were found.",
    slip="precision and recall swapped",
)
def precision_for_recall(tp: int, fp: int) -> float:
    return tp / (tp + fp)


@family.mistake(
    of="recall",
    says="That is the specificity, the share of negatives that were recognised. Recall looks at positives.",
)
def specificity(tn: int, fp: int) -> float:
    return tn / (tn + fp)


@family.mistake(of="f1", says="You took the ordinary mean. F1 is the harmonic mean: 2 P R / (P + R).")
def arithmetic_mean(precision: float, recall: float) -> float:
    return (precision + recall) / 2


@family.mistake(of="f1", says="You left out the factor 2: the harmonic mean is 2 P R / (P + R).")
def factor_forgotten(precision: float, recall: float) -> float:
    return precision * recall / (precision + recall)


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    """Four counts; in hard draws positives are rare, so that the accuracy looks good whatever the classifier finds."""
    if level == "warm-up":
        return {
            "tp": rng.randint(3, 9),
            "fp": rng.randint(1, 6),
            "fn": rng.randint(1, 6),
            "tn": rng.randint(4, 12),
        }
    most = 60 if level == "exam" else 30
    return {
        "tp": rng.randint(10, most),
        "fp": rng.randint(5, most),
        "fn": rng.randint(5, most),
        "tn": rng.randint(20, 120) if level == "exam" else rng.randint(80, 195) * 5,
    }
