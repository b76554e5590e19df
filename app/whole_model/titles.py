"""The titles of the stations, as the page shows them."""

from engine.whole_model.stations import Station

TITLES = {
    "embedding": "Table: letter plus position",
    "norm": "Norm",
    "query": "Queries",
    "key": "Keys",
    "value": "Values",
    "score": "Scores",
    "weight": "Attention weights",
    "mix": "Mixed values",
    "out": "What attention adds",
    "between": "Stream after attention",
    "norm-again": "Norm before the MLP",
    "up": "Wide layer",
    "active": "Wide layer after GELU",
    "down": "What the MLP adds",
    "after": "Stream after the block",
    "logit": "Logits",
    "probability": "Probabilities",
}
SHORT = {
    "embedding": "x", "norm": "norm", "query": "q", "key": "k", "value": "v", "score": "qk",
    "weight": "w", "mix": "mix", "out": "out", "between": "x", "norm-again": "norm", "up": "up",
    "active": "gelu", "down": "down", "after": "x", "logit": "logit",
}  # fmt: skip


def title(station: Station) -> str:
    """The title of a station, such as "Block 1: queries"."""
    name = TITLES[station.name]
    return name if station.block is None else f"Block {station.block + 1}: {name[:1].lower()}{name[1:]}"


def short(station: Station) -> str:
    """The short title of a station, shown beside its strip."""
    return SHORT[station.name]
