"""Second roads to the formula questions of the bank: by oracles of families, by other mathematics, or by counting."""

import cmath
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, count, pairwise
from typing import Any

from tests.oracles.alignment import dpo_loss
from tests.oracles.attention import attention
from tests.oracles.decoding import softmax_temperature
from tests.oracles.embeddings import cosine_similarity, nearest_neighbour
from tests.oracles.evaluation import pass_at_k, perplexity
from tests.oracles.scaling import chinchilla_allocation
from tests.oracles.systems import kv_cache, training_compute, training_memory, zero_memory
from tests.oracles.training import logistic_regression, sgd_step, softmax_gradient

Given = Mapping[str, Any]


def lullaby(given: Given) -> Given:
    return perplexity.answers({"probabilities": given["p"]})


def two_meanings(given: Given) -> Given:
    words = dict(zip(given["candidates"], given["W"], strict=True))
    found = nearest_neighbour.answers({"query": given["q"], "candidates": words})
    pairs = [cosine_similarity.answers({"u": row, "v": given["q"]}) for row in words.values()]
    return {
        "dots": [pair["dot"] for pair in pairs],
        "cosine": [found["cosine"][word] for word in words],
        "nearest_by_cosine": found["nearest_by_cosine"],
    }


def contest(given: Given) -> Given:
    n, c, k = (given[name] for name in "nck")
    choices = list(combinations([True] * c + [False] * (n - c), k))
    failing = sum(1 for choice in choices if not any(choice))
    return {
        "failing_draws": failing,
        "all_draws": len(choices),
        **pass_at_k.answers({"n": n, "c": c, "k": k}),
    }


def weather(given: Given) -> Given:
    words = given["tokens"]
    found = softmax_temperature.answers({"logits": given["z"], "temperature": given["temperature"]})
    by_word = dict(zip(words, found["probabilities"], strict=True))
    return {
        "exponentials": found["exponentials"],
        "probability": by_word[given["word"]],
        "greedy": max(words, key=lambda word: by_word[word]),
    }


def travellers(given: Given) -> Given:
    return kv_cache.answers({**given, "batch": given["conversations"]})


def nights(given: Given) -> Given:
    """The model that the budget buys is trained again: the cluster must be busy for just as many days."""
    budget = Fraction(given["rate"]) * given["gpus"] * given["days"] * 24 * 60 * 60
    found = chinchilla_allocation.answers({"compute": float(budget), "tokens_per_parameter": given["ratio"]})
    trained = training_compute.answers({**found, "flops_per_second": given["rate"], "gpus": given["gpus"]})
    assert math.isclose(trained["days"], given["days"], rel_tol=1e-9)
    return {**found, "flops": trained["flops"]}


def all_weights(given: Given) -> Given:
    """The fewest cards are found by handing the state out to one, two, three ... of them."""
    size = {"parameters": given["billions"] * 1e9}
    found = training_memory.answers(size)

    def on_each(cards: int) -> float:
        shared: float = zero_memory.answers({**size, "gpus": cards, "stage": 3})["per_gpu_gb"]
        return shared

    return {
        **found,
        "optimizer_gb": sum(found[name] for name in ("master_gb", "m_gb", "v_gb")),
        "cards": next(cards for cards in count(1) if on_each(cards) <= given["card"]),
    }


def tram(given: Given) -> Given:
    return attention.answers({**given, "causal": True})


def museum(given: Given) -> Given:
    return dpo_loss.answers(dict(given))


def mail(given: Given) -> Given:
    """As a softmax over two classes, the first with scores of zero; the bias weighs a feature that is always 1."""
    row, x = [*given["weights"], given["bias"]], [*given["x"], 1]
    classes = {"weights": [[0] * len(row), row], "x": x, "target": given["y"]}
    gradient = softmax_gradient.answers(classes)["gradient"][1]
    after = sgd_step.answers(
        {"parameters": row, "gradient": gradient, "learning_rate": given["learning_rate"]}
    )["parameters"]
    return {
        "probability": logistic_regression.answers(dict(given))["probability"],
        "gradient": gradient[:-1],
        "new_weights": after[:-1],
        "new_bias": after[-1],
    }


def hall(given: Given) -> Given:
    """Every GPU is given its place (copy, stage, part of the layer), until none is left."""
    places = {
        number: (
            number // (given["tensor"] * given["pipeline"]),
            number // given["tensor"] % given["pipeline"],
            number % given["tensor"],
        )
        for number in range(int(given["gpus"]))
    }
    copies = Counter(copy for copy, _, _ in places.values())
    (members,) = set(copies.values())
    share = Fraction(str(given["billions"])) / members
    return {"model_gpus": members, "copies": len(copies), "share": share, "state_gb": share * 16}


def push(given: Given) -> Given:
    """The slopes are differences of the loss at two near points; the step is taken with them."""
    winner, loser, near = given["winner"], given["loser"], 1e-6

    def loss(of_winner: float, of_loser: float) -> float:
        return math.log1p(math.exp(of_loser - of_winner))

    slope_winner = (loss(winner + near, loser) - loss(winner - near, loser)) / (2 * near)
    slope_loser = (loss(winner, loser + near) - loss(winner, loser - near)) / (2 * near)
    moved = winner - given["rate"] * slope_winner, loser - given["rate"] * slope_loser
    return {
        "probability": math.exp(winner) / (math.exp(winner) + math.exp(loser)),
        "push": abs(slope_winner),
        "after": moved[0] - moved[1],
        "loss": loss(*moved),
    }


def price_tags(given: Given) -> Given:
    million = Fraction(1_000_000)
    first, second = (sum(1 for _ in given[name]) for name in ("first", "second"))
    costs = [tokens * given["sentences"] * Fraction(given["price"]) / million for tokens in (first, second)]
    return {
        "first_tokens": first,
        "second_tokens": second,
        "first_cost": costs[0],
        "second_cost": costs[1],
        "times": Fraction(second, first),
    }


def car(given: Given) -> Given:
    u, v = given["car"], given["automobile"]
    units = [[x / math.hypot(*vector) for x in vector] for vector in (u, v)]
    return {
        "distance": math.dist(u, v),
        "cosine": cosine_similarity.answers({"u": u, "v": v})["cosine"],
        "unit_distance": math.dist(*units),
    }


def places(given: Given) -> Given:
    """Turning is the product with a number on the unit circle, and the score the real part of q times k conjugate."""
    q, k = complex(*given["q"]), complex(*given["k"])
    turned = {
        name: vector * cmath.exp(1j * given[at])
        for name, vector, at in (
            ("early_query", q, "m"), ("early_key", k, "n"), ("late_query", q, "later_m"), ("late_key", k, "later_n"),
        )
    }  # fmt: skip
    return {
        **{name: [number.real, number.imag] for name, number in turned.items()},
        "early_score": (turned["early_query"] * turned["early_key"].conjugate()).real,
        "late_score": (turned["late_query"] * turned["late_key"].conjugate()).real,
    }


def in_both(one: Sequence[Any], other: Sequence[Any]) -> int:
    return sum((Counter(one) & Counter(other)).values())


def longest_common(one: Sequence[str], other: Sequence[str]) -> int:
    """Every choice of words of the first, the longest first, is looked for in the second."""
    for size in range(len(one), 0, -1):
        for chosen in combinations(one, size):
            rest = iter(other)
            if all(word in rest for word in chosen):
                return size
    return 0


def cats(given: Given) -> Given:
    reference, summary = given["reference"], given["summary"]
    pairs = [list(pairwise(words)) for words in (summary, reference)]
    shared, subsequence = in_both(*pairs), longest_common(summary, reference)
    return {
        "shared_pairs": shared,
        "lcs": subsequence,
        "recall_words": Fraction(in_both(summary, reference), len(reference)),
        "recall_pairs": Fraction(shared, len(pairs[1])),
        "recall_lcs": Fraction(subsequence, len(reference)),
    }


def fox(given: Given) -> Given:
    written, book = given["written"], given["book"]
    shared = in_both(written, book)
    return {
        "precision": Fraction(shared, len(written)),
        "recall": Fraction(shared, len(book)),
        "fone": Fraction(2 * shared, len(written) + len(book)),
    }


def law_office(given: Given) -> Given:
    """Requests are put onto the card one after another, until one does not fit any more."""
    free = Fraction(given["memory"] - given["weights"]) * 1000**3

    def request(heads: int) -> Fraction:
        return Fraction(
            2 * given["layers"] * heads * given["d_head"] * given["bytes_per_value"] * given["context"]
        )

    def fitting(each: Fraction) -> int:
        return next(n for n in count() if (n + 1) * each > free)

    sizes = {
        name: request(given[heads]) for name, heads in (("all", "all_heads"), ("shared", "shared_heads"))
    }
    return {
        "all_gib": sizes["all"] / 2**30,
        "shared_gib": sizes["shared"] / 2**30,
        "free_gib": free / 2**30,
        "all_requests": fitting(sizes["all"]),
        "shared_requests": fitting(sizes["shared"]),
    }


ORACLES: Mapping[str, Callable[[Given], Given]] = {
    "a-car-and-an-automobile": car,
    "a-contest-with-few-submissions": contest,
    "a-fox-without-its-colour": fox,
    "a-mail-that-cannot-wait": mail,
    "a-museum-guide-learns-to-be-brief": museum,
    "all-weights-are-trained-again": all_weights,
    "an-old-tram-without-a-future": tram,
    "cats-on-warm-mats": cats,
    "five-words-of-a-lullaby": lullaby,
    "how-many-copies-in-the-hall": hall,
    "nights-on-the-university-cluster": nights,
    "one-long-word-two-price-tags": price_tags,
    "one-pair-two-places": places,
    "one-push-for-a-pair": push,
    "one-word-two-meanings": two_meanings,
    "the-weather-in-one-word": weather,
    "thirty-two-heads-or-eight": law_office,
    "travellers-ask-at-the-same-time": travellers,
}


def answers(question: str, given: Given) -> Given:
    """The answers of a question as plain numbers, texts and lists, by the names of its steps."""
    found = ORACLES[question](given)
    return {name: float(value) if isinstance(value, Fraction) else value for name, value in found.items()}
