"""Accuracy, precision, recall and F1 by scikit-learn, from one true and one predicted label per case."""

from typing import Any

from sklearn.metrics import (  # type: ignore[import-untyped]
    accuracy_score,
    precision_recall_fscore_support,
)


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    cases = {"tp": (1, 1), "fp": (0, 1), "fn": (1, 0), "tn": (0, 0)}
    labels = [pair for name, pair in cases.items() for _ in range(parameters[name])]
    true, predicted = zip(*labels, strict=True)
    precision, recall, f1, _ = precision_recall_fscore_support(true, predicted, average="binary")
    return {
        "accuracy": float(accuracy_score(true, predicted)),
        "precision": float(precision),
        "recall": float(recall),
        "f1": float(f1),
    }
