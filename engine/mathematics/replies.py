"""Small tables of a language model that writes short replies: what may come next after each text, and how likely."""

from itertools import pairwise
from random import Random

# What may come first, and after each first word.
TEXTS = (
    {"yes": ("please", "sure"), "no": ("thanks", "never"), "well": ("maybe", "yes")},
    {"go": ("home", "now"), "stop": ("here", "there"), "wait": ("outside", "here")},
    {"good": ("morning", "night"), "hello": ("again", "there"), "welcome": ("back", "home")},
    {"thanks": ("again", "everyone"), "thank": ("you", "them"), "sorry": ("again", "everyone")},
)
LAST = ("all", "friends", "everybody", "today")


def draw_table(rng: Random, early: int, steps: int, end: str) -> dict[str, dict[str, float]]:
    """A row for every text of fewer than ``steps`` tokens; after ``early`` of the first words a reply may end."""
    first, last = rng.choice(TEXTS), rng.choice(LAST)
    table = {"": draw_row(rng, *first)}
    for place, (word, seconds) in enumerate(first.items()):
        table[word] = draw_row(rng, *seconds, *[end] * (place < early))
        for second in seconds:
            table[f"{word} {second}"] = draw_row(rng, last, end)
            table[f"{word} {second} {last}"] = {end: 1.0}
    return {text: row for text, row in table.items() if len(text.split()) < steps}


def draw_row(rng: Random, *tokens: str) -> dict[str, float]:
    """Twentieths that sum to one, each token at least a tenth."""
    free = 20 - 2 * len(tokens)
    cuts = sorted(rng.randint(0, free) for _ in tokens[1:])
    shares = [2 + after - before for before, after in pairwise([0, *cuts, free])]
    return {token: share / 20 for token, share in zip(tokens, shares, strict=True)}
