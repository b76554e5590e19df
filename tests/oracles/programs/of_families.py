"""Second roads to programs with the mathematics of a family: the family's oracle, row by row where it takes one."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from tests.oracles.alignment import dpo_loss
from tests.oracles.attention import attention, layer_norm, rope, sinusoidal_encoding
from tests.oracles.decoding import softmax_temperature, top_k, top_p
from tests.oracles.embeddings import cosine_similarity
from tests.oracles.evaluation import pass_at_k, perplexity, rouge
from tests.oracles.ngram import ngram_probability
from tests.oracles.scaling import chinchilla_allocation
from tests.oracles.systems import kv_cache, learning_rate
from tests.oracles.tokens import bpe_train

Given = Mapping[str, Any]


def renamed(given: Given, **names: str) -> dict[str, Any]:
    """The arguments under the names that the family has for them."""
    return {names.get(name, name): value for name, value in given.items()}


def mean_loss(given: Given) -> float:
    """`dpo_loss` gives the loss of a pair; their mean is taken in fractions."""
    ours = ("policy_chosen", "policy_rejected", "reference_chosen", "reference_rejected")
    pairs = zip(*(given[name] for name in ours), strict=True)
    losses = [
        dpo_loss.answers({"beta": given["beta"], **dict(zip(dpo_loss.NAMES, pair, strict=True))})["loss"]
        for pair in pairs
    ]
    return float(sum(map(Fraction, losses), Fraction(0)) / len(losses))


def attended(given: Given) -> Any:
    return attention.answers({**given, "causal": True})["output"]


def normalised(given: Given) -> Any:
    fixed = {"gamma": given["gain"], "beta": given["bias"], "epsilon": given["epsilon"]}
    return [layer_norm.answers({"x": row, **fixed})["output"] for row in given["x"]]


def rotated(given: Given) -> Any:
    return [
        rope.answers({"x": row, "position": position, "base": given["base"]})["rotated"]
        for position, row in enumerate(given["vectors"], given["start"])
    ]


def table(given: Given) -> Any:
    places = range(given["length"])
    return [
        sinusoidal_encoding.answers({"position": place, "d_model": given["d"]})["encoding"]
        for place in places
    ]


def probabilities(given: Given) -> Any:
    logits = given["logits"]
    if given["temperature"] == 0:  # by the question's convention, which no family has
        first = min(place for place, logit in enumerate(logits) if logit == max(logits))
        return [float(place == first) for place in range(len(logits))]
    return softmax_temperature.answers({**given})["probabilities"]


def most_probable(given: Given) -> Any:
    shares = given["probabilities"]
    return top_k.answers({"probabilities": shares, "k": min(given["k"], len(shares))})["renormalized"]


def cosine(given: Given) -> Any:
    if not any(given["u"]) or not any(given["v"]):  # by the question's convention; the family refuses them
        return 0.0
    return cosine_similarity.answers({**given})["cosine"]


def recalled(given: Given) -> Any:
    texts = {name: " ".join(given[name]) for name in ("candidate", "reference")}
    return rouge.answers(texts)["rouge_l"]["recall"]


def smoothed(given: Given) -> Any:
    try:
        found = ngram_probability.answers(renamed(given, sentences="corpus", context="history"))
        return found["probability"]
    except ZeroDivisionError:  # by the question's convention: nothing followed the context, and alpha is 0
        return 0.0


def cached(given: Given) -> Any:
    parameters = renamed(given, bytes_per_number="bytes_per_value", sequences="batch")
    return kv_cache.answers(parameters)["total_bytes"]


def scheduled(given: Given) -> Any:
    parameters = renamed(given, warmup="warmup_steps", total="total_steps")
    return learning_rate.answers({**parameters, "final_fraction": given["floor"] / given["peak"]})["rate"]


def merges(given: Given) -> Any:
    return bpe_train.answers({"corpus": dict(given["words"]), "merges": given["merges"]})["merges"]


ORACLES: Mapping[str, Callable[[Given], Any]] = {
    "bpe_merges": merges,
    "causal_attention": attended,
    "chinchilla_allocation": lambda given: chinchilla_allocation.answers({**given}),
    "cosine_similarity": cosine,
    "dpo_loss": mean_loss,
    "kv_cache_bytes": cached,
    "layer_normalisation": normalised,
    "learning_rate_schedule": scheduled,
    "ngram_add_alpha": smoothed,
    "pass_at_k": lambda given: pass_at_k.answers({**given})["pass_at_k"],
    "perplexity": lambda given: perplexity.answers({**given})["perplexity"],
    "rotary_position": rotated,
    "rouge_l": recalled,
    "sinusoidal_table": table,
    "softmax_temperature": probabilities,
    "top_k": most_probable,
    "top_p": lambda given: top_p.answers({**given})["renormalized"],
}
