"""The titles of the stations of a real model's layer, as the page shows them."""

from engine.demos.smollm2.settings import visible

TITLES = {
    "before": "Stream before the layer", "norm": "Norm", "query": "Queries", "key": "Keys", "value": "Values",
    "query-turned": "Queries, turned by position", "key-turned": "Keys, turned by position", "score": "Scores",
    "weight": "Attention weights", "mix": "Mixed values", "out": "What attention adds",
    "between": "Stream after attention", "norm-again": "Norm before the MLP", "gate": "Gate", "up": "Up",
    "active": "What passes the gate", "down": "What the MLP adds", "after": "Stream after the layer",
    "stream": "Stream after the last layer", "last-norm": "Last norm", "logit": "Logits",
    "probability": "Probabilities",
}  # fmt: skip
SHORT = {
    "before": "x", "norm": "norm", "query": "q", "key": "k", "value": "v", "query-turned": "q turned",
    "key-turned": "k", "mix": "mix", "out": "out", "between": "x", "norm-again": "norm", "gate": "gate", "up": "up",
    "active": "passes", "down": "down", "after": "x", "stream": "x", "last-norm": "norm",
}  # fmt: skip
LETTERS = 13  # of a token in the picture


def short(token: str) -> str:
    text = visible(token)
    return text if len(text) <= LETTERS else text[: LETTERS - 1] + "…"
