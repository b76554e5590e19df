"""The models of the ladder as they were recorded: its rungs, what sets them apart, and what they make of a name."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.demos import recording
from engine.demos.ladder import held_out, ngram
from engine.demos.ladder.settings import LEARNERS

LOWEST = "interpolated_6"  # the lowest rung of the recorded ones
RUNGS = (
    "uniform",
    "add_alpha_1",
    "add_alpha_2",
    "add_alpha_3",
    "gpt",
    "lstm",
    "neural_ngram",
    "gru",
    "rnn",
    LOWEST,
)
NETWORKS = {"neural_ngram": "neural 6-gram", "rnn": "RNN", "gru": "GRU", "lstm": "LSTM", "gpt": "GPT"}


def rung(name: str) -> Mapping[str, Any]:
    """The recording of a model, by its id."""
    return next(one for one in recording.shown("ladder")["rungs"] if one["id"] == name)


def perplexity(name: str) -> float:
    return float(rung(name)["perplexity"])


def named(name: str) -> str:
    """The label of a model in a picture."""
    if name in NETWORKS:
        return NETWORKS[name]
    kind, _, n = name.rpartition("_")
    return {"add_alpha": f"{n}-gram + α", "interpolated": f"{n}-gram mix"}.get(kind, "all equal")


def spread() -> float:
    """The largest difference between seeds of one network, as they are shown."""
    found = [[round(one, 2) for one in rung(name)["perplexities"]] for name in LEARNERS]
    return max(float(max(seeds) - min(seeds)) for seeds in found)


def level_with_lowest() -> list[str]:
    """The networks that cannot be told from the lowest rung: behind by less than two standard errors."""
    return [named(name) for name in LEARNERS if rung(name)["behind"] < 2 * rung(name)["error"]]


def alphas() -> str:
    """The alphas of the n-grams, from 1-grams on."""
    return ", ".join(f"{rung(f'add_alpha_{n}')['smoothing'][0]:g}" for n in range(1, ngram.LONGEST + 1))


def networks() -> list[tuple[str, int, list[float], float]]:
    """The networks, each with its size, the perplexity from each seed, and their mean."""
    found = ((named(name), rung(name)) for name in LEARNERS)
    return [(name, one["numbers"], one["perplexities"], one["perplexity"]) for name, one in found]


def words() -> Sequence[str]:
    """Words for which every model has surprisals."""
    return tuple(rung(LOWEST)["surprisals"])


def asked_about(word: str) -> list[str]:
    """The models whose surprisals of this word are known; for networks, only those of a few words."""
    return [LOWEST, *(name for name in LEARNERS if word in rung(name)["surprisals"])]


def surprisals(name: str, word: str) -> list[float]:
    """The surprisal of each letter of the word and of its end, in nats."""
    if name != LOWEST:
        return list(rung(name)["surprisals"][word])
    lowest = ngram.interpolation(held_out.orders(), rung(LOWEST)["smoothing"])
    return [float(nats) for nats in ngram.surprisals(lowest, word)]
