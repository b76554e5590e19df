"""ROUGE-1, ROUGE-2 and ROUGE-L of a summary: shared n-grams, longest common subsequence (Lin 2004, sections 2, 3)."""

from collections.abc import Generator, Mapping
from random import Random
from typing import Annotated, Any

from pydantic import AfterValidator

from engine.answers.forms import Integer, Tokens
from engine.chain import Family, NotNeeded, Run, Step
from engine.mathematics.overlap import (
    ADJECTIVES,
    Ngrams,
    Text,
    clipped_overlap,
    draw_slots,
    draw_words,
    every_run,
    longest_common_subsequence,
    ngrams,
    reworded,
    sentence,
    with_the,
)
from engine.parameters import Frozen, symbol


def _with_bigrams(text: str) -> str:
    if len(text.split()) < 2:
        raise ValueError("must hold at least two words: ROUGE-2 counts pairs of words")
    return text


Summary = Annotated[Text, AfterValidator(_with_bigrams)]


class Parameters(Frozen):
    candidate: Summary = symbol(r"\text{candidate}", "the summary to be judged")
    reference: Summary = symbol(r"\text{reference}", "a summary by a person")


family = Family(
    "rouge",
    "ROUGE of a summary",
    section="2.12",
    builds_on=("classification_metrics", "ngram_counts"),
    parameters=Parameters,
)


def harmonic_mean(recall: float, precision: float) -> float | NotNeeded:
    if recall == precision == 0:
        return NotNeeded(0.0, "Nothing is shared, so F1 is 0 too.")
    return 2 * precision * recall / (precision + recall)


def measures(label: str, shared: str, candidate: str, reference: str) -> Generator[Step, Any, None]:
    """Recall, precision and F1, then the three together."""
    sign = label.upper()
    name = f"ROUGE-{sign}"
    for measure, total in (("recall", reference), ("precision", candidate)):
        yield Step(
            f"{measure}_{label}", f"{name}: {measure}", rf"\frac{{<{shared}>}}{{<{total}>}}",
            lambda shared, total: shared / total, (shared, total), symbol=rf"{measure[0].upper()}_{sign}",
        )  # fmt: skip
    recall, precision = sources = (f"recall_{label}", f"precision_{label}")
    yield Step(
        f"f1_{label}", f"{name}: F1",
        rf"\frac{{2 \cdot <{precision}> \cdot <{recall}>}}{{<{precision}> + <{recall}>}}", harmonic_mean,
        sources, symbol=rf"\mathrm{{F1}}_{sign}",
    )  # fmt: skip
    yield Step(
        f"rouge_{label}", name, r"\text{precision, recall and F1}",
        lambda recall, precision, f1: {"precision": precision, "recall": recall, "f1": f1},
        (*sources, f"f1_{label}"), answer=f"rouge_{label}", gathers=True,
    )  # fmt: skip


@family.unroll("rouge_1", "rouge_2", "rouge_l")
def chain(given: Parameters) -> Generator[Step, Any, None]:
    for n in (1, 2):
        for text in ("candidate", "reference"):
            yield Step(
                f"{text}_ngrams_{n}", f"{n}-grams of the {text}", every_run(n),
                lambda text, n=n: ngrams(text, n), (text,), form=Tokens(), gathers=n == 1,
            )  # fmt: skip
            yield Step(
                f"{text}_total_{n}", f"How many {n}-grams the {text} has", r"\text{number of all}", len,
                (f"{text}_ngrams_{n}",), symbol=f"{text[0]}_{n}", form=Integer(),
            )  # fmt: skip
        yield Step(
            f"overlap_{n}", f"How many {n}-grams are shared",
            r"\text{each as often as in the text that has it less often}", clipped_overlap,
            (f"candidate_ngrams_{n}", f"reference_ngrams_{n}"), symbol=f"m_{n}", form=Integer(),
        )  # fmt: skip
        yield from measures(str(n), f"overlap_{n}", f"candidate_total_{n}", f"reference_total_{n}")
    yield Step(
        "lcs", "Longest common subsequence, in words", r"\text{most words in the same order, gaps allowed}",
        longest_common_subsequence, ("candidate_ngrams_1", "reference_ngrams_1"), symbol=r"\ell", form=Integer(),
    )  # fmt: skip
    yield from measures("l", "lcs", "candidate_total_1", "reference_total_1")


family.gives(
    {
        "rouge_1": ("{precision, recall, f1}: number", "Precision, recall and F1 of shared words."),
        "rouge_2": (
            "{precision, recall, f1}: number",
            "Precision, recall and F1 of shared pairs of neighbouring words.",
        ),
        "rouge_l": (
            "{precision, recall, f1}: number",
            "Precision, recall and F1 of the longest common subsequence, in words.",
        ),
    }
)
family.assumes(
    "Words are split at white space and compared as written, without stemming. Shared n-grams count as "
    "often as in the text that has them less often; the common subsequence is that of the whole texts.",
)


@family.mistake(
    of="overlap",
    says="You counted every n-gram of the candidate that the reference has. One that is repeated counts at most as "
    "often as in the reference.",
)
def not_clipped(candidate_ngrams: Ngrams, reference_ngrams: Ngrams) -> int:
    return sum(gram in reference_ngrams for gram in candidate_ngrams)


@family.mistake(
    of="overlap",
    says="You counted each different n-gram once. One that both texts repeat counts more than once.",
)
def each_once(candidate_ngrams: Ngrams, reference_ngrams: Ngrams) -> int:
    return len({*candidate_ngrams} & {*reference_ngrams})


@family.mistake(
    of="recall",
    says="You divided by the candidate. The recall is the share of the reference that was found.",
    slip="precision and recall swapped",
)
def recall_of_the_candidate(overlap: int, reference_total: int, candidate: str, reference: str) -> float:
    return overlap / (reference_total - len(reference.split()) + len(candidate.split()))


@family.mistake(
    of="precision",
    says="You divided by the reference. The precision is the share of the candidate that also stands in the reference.",
    slip="precision and recall swapped",
)
def precision_of_the_reference(overlap: int, candidate_total: int, candidate: str, reference: str) -> float:
    return overlap / (candidate_total - len(candidate.split()) + len(reference.split()))


@family.mistake(of="f1", says="You left out the 2. F1 is twice the product over the sum.")
def two_forgotten(right: float) -> float:
    return right / 2


@family.mistake(
    of="lcs",
    says="You took the longest run without gaps. A subsequence keeps the order, and words may stand between.",
)
def without_gaps(candidate: str, reference: str) -> int:
    words = candidate.split()
    runs = (words[start:end] for end in range(len(words) + 1) for start in range(end))
    return max(
        (len(run) for run in runs if f" {' '.join(run)} " in f" {' '.join(reference.split())} "), default=0
    )


@family.mistake(
    of="lcs",
    says="You counted all shared words. In a subsequence they must stand in the same order in both texts.",
)
def order_ignored(overlap_1: int) -> int:
    return overlap_1


@family.mistake(
    of="recall_l",
    says="You divided by the candidate. The recall is the share of the reference that was found.",
    slip="precision and recall swapped",
)
def recall_l_of_the_candidate(lcs: int, candidate: str) -> float:
    return lcs / len(candidate.split())


@family.refuses
def nothing_to_compare(exact: Run) -> str | None:
    shared, pairs = exact.reached["overlap_1"], exact.reached["overlap_2"]
    if not pairs:
        return "no pair of words is shared"
    return "the texts have the same words" if shared == exact.reached["candidate_total_1"] else None


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    """The candidate is shorter than the reference; beyond the warm-up it often begins with the reference's end."""
    slots = draw_slots(rng, level != "warm-up")
    reference = draw_words(rng, slots)
    candidate = reworded(rng, slots, reference, 3 if level == "hard" else 2)
    habit = rng.random()  # who likes the article "the": both, the candidate, nobody
    if habit < 0.35:
        reference = with_the(reference)
    if habit < 0.85:
        candidate = with_the(candidate)
    left_out = rng.sample(ADJECTIVES, 3 if level == "warm-up" else rng.randint(1, 3))
    return {
        "candidate": sentence(candidate, left_out, turned=level != "warm-up" and rng.random() < 0.7),
        "reference": sentence(reference),
    }
