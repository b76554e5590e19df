"""The titles of the stations, as the page shows them."""

from app.whole_model.strips import OF_HEADS
from engine.whole_model.stations import Cell, Kind, Station, by_id, letter

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


def in_words(first: Cell, last: Cell, tokens: int) -> str:
    """The name of a number in words, or of a run of neighbours: "head 1, token 4 with token 2" rather than "1.2", which
    looks like a number. It tells the token where that is another than the newest of so many."""
    station = by_id()[first.station]
    said = _place(station, first, last, tokens)
    if first.token == tokens - 1 or station.pairs_tokens:
        return said
    return f"{said}, of token {first.token + 1}"


def _place(station: Station, start: Cell, end: Cell, tokens: int) -> str:
    first, last = start.place, end.place
    if station.kind in (Kind.LOGIT, Kind.PROBABILITY):
        return f"letter {letter(first)}" if first == last else f"letters {letter(first)}–{letter(last)}"
    if station.kind not in OF_HEADS:
        return _run("entry", "entries", first, last)
    wide = station.wide(tokens)
    (head, begins), (last_head, ends) = divmod(first, wide), divmod(last, wide)
    if head != last_head:
        return _run("head", "heads", head, last_head)
    if station.pairs_tokens:
        return f"head {head + 1}, token {start.token + 1} with {_run('token', 'tokens', begins, ends)}"
    return f"head {head + 1}, {_run('entry', 'entries', begins, ends)}"


def _run(one: str, more: str, first: int, last: int) -> str:
    return f"{one} {first + 1}" if first == last else f"{more} {first + 1}–{last + 1}"
