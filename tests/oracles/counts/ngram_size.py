"""Counts the rows and cells of the table by building it one word at a time: no power is taken."""

from typing import Any


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    words, n = parameters["vocabulary_size"], parameters["n"]
    sequences = [1]  # of length 0, 1, 2 ...: each longer one is a shorter one and any word
    for _ in range(n):
        sequences.append(sum(sequences[-1] for _ in range(words)))
    return {"contexts": sequences[n - 1], "parameters": sequences[n]}
