"""BLEU of one sentence: clipped n-gram precisions, their geometric mean, a penalty for short candidates
(Papineni et al. 2002, section 2.3)."""

import math
from collections import Counter
from collections.abc import Generator, Mapping
from random import Random
from typing import Any

import numpy as np

from engine.answers.forms import Integer, Positions, Tokens
from engine.chain import Family, NotApplicable, NotNeeded, Run, Step
from engine.mathematics.overlap import (
    ADJECTIVES,
    PHRASE,
    Ngrams,
    Text,
    draw_slots,
    draw_words,
    every_run,
    names_of,
    ngrams,
    places_that_match,
    reworded,
    sentence,
    with_the,
)
from engine.parameters import Array, Frozen, symbol
from engine.solutions import latex

Texts = tuple[str, ...]
TIMES = r" \cdot "
TOO_SHORT = "The candidate is too short for n-grams of this length: nothing matches."


class Parameters(Frozen):
    candidate: Text = symbol(r"\text{candidate}", "the translation to be judged")
    references: tuple[Text, ...] = symbol(
        r"\text{references}",
        "translations by people, one a line; words are compared as they are written",
        min_length=1,
        max_length=20,
    )
    max_n: int = symbol("N", "longest n-grams that are counted", default=4, ge=1, le=9)


family = Family(
    "bleu", "BLEU of a translation", section="2.12", builds_on=("ngram_counts",), parameters=Parameters
)


def closest_length(references: Texts, length: int) -> int:
    """The reference length that is nearest to the candidate's; among equals the shorter."""
    return min((len(text.split()) for text in references), key=lambda words: (abs(words - length), words))


def matched(candidate: Ngrams, references: Texts) -> tuple[int, ...]:
    """Clipped: an n-gram matches at most as often as in the reference that has it most often."""
    most = Counter[tuple[str, ...]]()
    for text in references:
        most |= Counter(ngrams(text, len(candidate[0])))
    return places_that_match(candidate, most)


def known(candidate: Ngrams, references: Texts) -> set[tuple[str, ...]]:
    return {gram for text in references for gram in ngrams(text, len(candidate[0]))}


def root_of(factors: list[str]) -> str:
    return rf"\left({TIMES.join(factors)}\right)^{{1/{len(factors)}}}"


@family.unroll("precisions", "brevity_penalty", "geometric_mean", "bleu")
def chain(given: Parameters) -> Generator[Step, Any, None]:
    for n in range(1, given.max_n + 1):
        grams = yield Step(
            f"ngrams_{n}", f"{n}-grams of the candidate", every_run(n),
            lambda candidate, n=n: ngrams(candidate, n), ("candidate",), form=Tokens(), gathers=n == 1,
        )  # fmt: skip
        yield Step(
            f"matched_{n}", f"{n}-grams that match", r"\text{in a reference, and not more often than there}",
            lambda grams, references: matched(grams, references) if grams else NotNeeded((), TOO_SHORT),
            (f"ngrams_{n}", "references"), form=Positions("references", names_of(grams)),
        )  # fmt: skip
        yield Step(
            f"matches_{n}", f"How many {n}-grams match", r"\text{number of matches}", len,
            (f"matched_{n}",), symbol=f"m_{n}", form=Integer(),
        )  # fmt: skip
        yield Step(
            f"total_{n}", f"How many {n}-grams the candidate has", r"\text{number of all}", len,
            (f"ngrams_{n}",), symbol=f"t_{n}", form=Integer(),
        )  # fmt: skip
        yield Step(
            f"precision_{n}", f"Precision of the {n}-grams", rf"\frac{{<matches_{n}>}}{{<total_{n}>}}",
            lambda matches, total: matches / total if total else NotNeeded(0.0, TOO_SHORT),
            (f"matches_{n}", f"total_{n}"), symbol=f"p_{n}",
        )  # fmt: skip
    orders = range(1, given.max_n + 1)
    counts = tuple(name for n in orders for name in (f"matches_{n}", f"total_{n}"))
    yield Step(
        "precisions", "Matches and totals", r"\text{matches and totals}",
        lambda *counts: [list(pair) for pair in zip(counts[::2], counts[1::2], strict=True)], counts,
        form=Integer(), answer="precisions", gathers=True,
    )  # fmt: skip
    yield Step(
        "length", "Words of the candidate", r"\text{number of words}", lambda candidate: len(candidate.split()),
        ("candidate",), symbol="c", form=Integer(),
    )  # fmt: skip
    yield Step(
        "reference_length", "Words of the reference closest in length",
        r"\text{length nearest to } <length> \text{; of two equally near the shorter}",
        closest_length, ("references", "length"), symbol="r", form=Integer(),
        numbers=lambda references, length: (
            rf"\text{{nearest to }} {length} \text{{ of }} {', '.join(str(len(text.split())) for text in references)}"
        ),
    )  # fmt: skip
    yield Step(
        "brevity_penalty", "Brevity penalty", r"\min\left(1,\ e^{1 - <reference_length> / <length>}\right)",
        lambda reference_length, length: min(1.0, math.exp(1 - reference_length / length)),
        ("reference_length", "length"), symbol=r"\mathrm{BP}", answer="brevity_penalty",
    )  # fmt: skip
    yield Step(
        "all_precisions", "The precisions", r"\text{all precisions}", lambda *precisions: np.array(precisions),
        tuple(f"precision_{n}" for n in orders), symbol="p", gathers=True,
    )  # fmt: skip
    yield Step(
        "geometric_mean", "Geometric mean of the precisions",
        root_of([f"p_{n}" for n in orders]),
        lambda precisions: float(precisions.prod() ** (1 / len(precisions))), ("all_precisions",),
        symbol="G", answer="geometric_mean",
        numbers=lambda precisions: root_of([latex.number(p) for p in precisions]),
    )  # fmt: skip
    yield Step(
        "bleu", "BLEU", r"<brevity_penalty> \cdot <geometric_mean>",
        lambda brevity_penalty, geometric_mean: brevity_penalty * geometric_mean,
        ("brevity_penalty", "geometric_mean"), symbol=r"\mathrm{BLEU}", answer="bleu",
    )  # fmt: skip


family.gives(
    {
        "precisions": ("max_n × 2", "For n from 1 on: matching n-grams, and n-grams of the candidate."),
        "brevity_penalty": (
            "number",
            "1, or e to 1 minus reference length over candidate length where the candidate is shorter.",
        ),
        "geometric_mean": ("number", "Geometric mean of the precisions; 0 where one of them is 0."),
        "bleu": ("number", "Brevity penalty times geometric mean, from 0 to 1."),
    }
)
family.assumes(
    "Words are split at white space and compared as written. An n-gram matches at most as often as in the "
    "reference that has it most often.",
    "All orders weigh the same and nothing is smoothed: an order without a match, or longer than the "
    "candidate, makes BLEU 0.",
    "The brevity penalty takes the reference closest in length; of two equally near the shorter.",
)


@family.mistake(
    of="matched",
    says="You counted an n-gram more often than any reference has it. Matches are clipped: at most as many as in the "
    "reference that has it most often.",
)
def not_clipped(ngrams: Ngrams, references: Texts) -> tuple[int, ...]:
    return places_that_match(ngrams, {gram: len(ngrams) for gram in known(ngrams, references)})


@family.mistake(
    of="matched", says="You looked at the first reference only. An n-gram may match in any of the references."
)
def first_reference_only(ngrams: Ngrams, references: Texts) -> tuple[int, ...]:
    return matched(ngrams, references[:1])


@family.mistake(
    of="total",
    says="You divided by the n-grams of the reference, which gives a recall. BLEU is a precision: divide by "
    "those of the candidate.",
)
def reference_total(ngrams: Ngrams, references: Texts) -> int:
    n = len(ngrams[0])
    return closest_length(references, len(ngrams) + n - 1) - n + 1


@family.mistake(
    of="total", says="You divided by the number of words. A text of $c$ words has $c - n + 1$ n-grams."
)
def words_for_ngrams(ngrams: Ngrams) -> int:
    return len(ngrams) + len(ngrams[0]) - 1


@family.mistake(
    of="brevity_penalty",
    says="You left out the brevity penalty. The candidate is shorter than the reference, so the penalty is below 1.",
)
def penalty_forgotten() -> float:
    return 1.0


@family.mistake(
    of="brevity_penalty",
    says="You took the quotient of the lengths. The penalty is $e^{1 - r/c}$ where the candidate is shorter.",
)
def quotient_of_lengths(reference_length: int, length: int) -> float:
    return min(1.0, length / reference_length)


@family.mistake(
    of="brevity_penalty",
    says="The candidate is longer than the reference. Then there is no penalty: the factor is 1.",
)
def longer_candidate_changed(reference_length: int, length: int) -> float:
    if length <= reference_length:
        raise NotApplicable
    return math.exp(1 - reference_length / length)


@family.mistake(
    of="geometric_mean",
    says="You took the arithmetic mean. BLEU multiplies the precisions, then takes the root.",
)
def arithmetic_mean(all_precisions: Array) -> float:
    return float(all_precisions.mean())


@family.mistake(
    of="geometric_mean",
    says="You left out the root. Of $N$ precisions the geometric mean takes the $N$-th root.",
)
def root_forgotten(all_precisions: Array) -> float:
    return float(all_precisions.prod())


@family.refuses
def nothing_to_compare(exact: Run) -> str | None:
    """The reason against a candidate without a match in some order, or whose words all match; else None."""
    precisions = exact.reached["all_precisions"]
    if not precisions.all():
        return "no n-gram of some length matches"
    return "every word matches" if precisions[0] == 1 else None


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    """The candidate takes its words from one or two references, changes one, and often is much shorter or longer."""
    long = level == "hard" or fixed.get("max_n", 2) > 2
    slots = draw_slots(rng, long)
    references = [draw_words(rng, slots)]
    if level != "warm-up" and rng.random() < 0.8:
        references.append(reworded(rng, slots, references[0], 3))
    candidate = reworded(rng, slots, [rng.choice(words) for words in zip(*references, strict=True)], 1)
    if rng.random() < 0.85:
        candidate = with_the(candidate)
    shorter = rng.random() < (0.8 if long else 0.45)
    left_out = range(PHRASE, len(slots)) if long else ADJECTIVES
    return {
        "candidate": sentence(candidate, left_out if shorter else ()),
        "references": [
            sentence(words, () if shorter else rng.sample(ADJECTIVES, rng.randint(1, 2)))
            for words in references
        ],
        "max_n": 4 if level == "hard" else 2,
    }
