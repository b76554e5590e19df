"""Skip-gram pairs by brute force over all pairs of places: two words make a pair if they stand near enough.

The number of pairs comes from a sum over distances: at distance d there are T - d neighbours, each read both ways.
"""

from itertools import permutations
from typing import Any


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    sentence, window, center = parameters["sentence"], parameters["window"], parameters.get("center")
    near = sorted((i, j) for i, j in permutations(range(len(sentence)), 2) if (i - j) ** 2 <= window**2)
    if center is None:
        count = sum(2 * max(0, len(sentence) - distance) for distance in range(1, window + 1))
        return {"pairs": [[sentence[i], sentence[j]] for i, j in near], "count": count}
    wanted = {center} if isinstance(center, int) else {i for i, word in enumerate(sentence) if word == center}
    chosen = [[sentence[i], sentence[j]] for i, j in near if i in wanted]
    return {"pairs": chosen, "count": len(chosen)}
