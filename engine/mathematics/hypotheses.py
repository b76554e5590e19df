"""Hypotheses of a search through texts: tokens with spaces between them, ranked by exact probabilities.

One that ends with the end token is finished.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from engine.parameters import exact

Transitions = Mapping[str, Mapping[str, float]]
Scores = Mapping[str, float]
START: Scores = MappingProxyType({"": 0.0})  # the empty hypothesis
HONEST = 0.0101  # how far rounding to two decimals may move one logarithm


def joined(prefix: str, token: str) -> str:
    """The hypothesis with one token more."""
    return f"{prefix} {token}".strip()


def is_finished(hypothesis: str, end: str) -> bool:
    """True if the last token is the end token."""
    return hypothesis.rpartition(" ")[2] == end


def unfinished(names: Iterable[str], end: str) -> list[str]:
    """The hypotheses that do not end with the end token, in their order."""
    return [name for name in names if not is_finished(name, end)]


def length(hypothesis: str) -> int:
    """The number of tokens, the end token included."""
    return len(hypothesis.split(" "))


def probability(transitions: Transitions, hypothesis: str) -> Fraction:
    """The product along the hypothesis, of the typed decimals."""
    product, prefix = Fraction(1), ""
    for token in hypothesis.split():
        product *= exact(transitions[prefix][token])
        prefix = joined(prefix, token)
    return product


def ranked(hypotheses: Iterable[str], value: Callable[[str], Any]) -> list[str]:
    """The highest value first; among equals in the order of the alphabet."""
    return sorted(sorted(hypotheses), key=value, reverse=True)


def order(
    scores: Scores, names: Iterable[str], transitions: Transitions, normalized: bool = False
) -> list[str]:
    """The names, best first: by exact products while the scores are true but for rounding, else by the scores."""
    names = list(names)
    products = {name: probability(transitions, name) for name in names}
    shares = {name: length(name) if normalized else 1 for name in names}
    true = {name: math.log(products[name]) / shares[name] for name in names}
    if any(abs(scores[name] - true[name]) > HONEST * length(name) for name in names):
        return ranked(names, lambda name: round(scores[name], 9))
    whole = math.lcm(*shares.values())
    return ranked(names, lambda name: products[name] ** (whole // shares[name]))


def places(names: Iterable[str], among: Iterable[str]) -> tuple[int, ...]:
    """The places of the names in a longer list, counted from 0, in rising order."""
    listed = list(among)
    return tuple(sorted(listed.index(name) for name in names))


def candidates(
    transitions: Transitions, end: str, before: Scores = START, kept: tuple[int, ...] = (0,)
) -> dict[str, float]:
    """Every kept hypothesis with every next token; the logarithm of its probability is added."""
    going = [name for place, name in enumerate(before) if place in kept and not is_finished(name, end)]
    for prefix in going:
        if prefix not in transitions:
            raise ValueError(f"nothing is given after {prefix!r}")
    return {
        joined(prefix, token): before[prefix] + math.log(p)
        for prefix in going
        for token, p in transitions[prefix].items()
    }


def beam(scores: Scores, transitions: Transitions, width: int, end: str) -> tuple[int, ...]:
    """The places of the best unfinished hypotheses, at most ``width`` of them."""
    return places(order(scores, unfinished(scores, end), transitions)[:width], scores)


def in_the_end(end: str, *parts: Any) -> dict[str, float]:
    """Finished hypotheses of all steps, then what the last beam holds: ``parts`` are candidates, then kept places."""
    *steps, kept = parts
    finished = {name: score for scores in steps for name, score in scores.items() if is_finished(name, end)}
    return finished | {name: score for place, (name, score) in enumerate(steps[-1].items()) if place in kept}


def kept_by_step(transitions: Transitions, *parts: Any) -> list[tuple[str, ...]]:
    """The kept hypotheses of each step, the most probable first; ``parts`` are candidates and kept places in turn."""
    steps = zip(parts[::2], parts[1::2], strict=True)
    beams = ([name for place, name in enumerate(scores) if place in kept] for scores, kept in steps)
    return [tuple(ranked(names, lambda name: probability(transitions, name))) for names in beams]


def per_token(sums: Scores) -> dict[str, float]:
    """Each sum divided by the tokens of its hypothesis."""
    return {name: score / length(name) for name, score in sums.items()}


def of_path(names: Iterable[str], value: Callable[[list[float]], float], transitions: Transitions) -> Scores:
    """Scores from the probabilities along each hypothesis."""
    tokens = {name: name.split(" ") for name in names}
    return {
        name: value([transitions[" ".join(path[:n])][token] for n, token in enumerate(path)])
        for name, path in tokens.items()
    }


def missing_row(transitions: Transitions, width: int, steps: int, end: str) -> str | None:
    """The first text that the search reaches and that has no row, or None."""
    going = [""]
    for _ in range(steps):
        for prefix in going:
            if prefix not in transitions:
                return prefix
        grown = [joined(prefix, token) for prefix in going for token in transitions[prefix]]
        going = ranked(unfinished(grown, end), lambda name: probability(transitions, name))[:width]
    return None


def whole(transitions: Transitions, steps: int, end: str) -> tuple[str, ...]:
    """Every text that the table allows and that is finished or has as many tokens as there are steps."""
    texts = (joined(prefix, token) for prefix, row in transitions.items() for token in row)
    return tuple(text for text in texts if is_finished(text, end) or length(text) == steps)
