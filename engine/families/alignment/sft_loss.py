"""Loss of supervised fine-tuning on one conversation: cross-entropy of the answer's tokens, the prompt masked out."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import numpy as np
from pydantic import field_validator, model_validator

from engine.answers.forms import Integer
from engine.chain import Family, NotApplicable
from engine.mathematics import lone
from engine.mathematics.logarithms import minus_ln, minus_logs
from engine.parameters import Array, Frozen, Mask, Probabilities, symbol
from engine.solutions import latex


class Parameters(Frozen):
    probabilities: Probabilities = symbol("p", "the probability that the model gave to each true token")
    mask: Mask = symbol("m", "1 for a token of the answer, 0 for a token of the prompt")

    @field_validator("mask")
    @classmethod
    def zeros_and_ones(cls, mask: Array) -> Array:
        if not np.isin(mask, (0, 1)).all() or not mask.any():
            raise ValueError(
                "must hold zeros and ones, and at least one 1: without answer tokens there is no loss"
            )
        return mask

    @model_validator(mode="after")
    def same_length(self) -> "Parameters":
        if len(self.probabilities) != len(self.mask):
            raise ValueError("mask must have as many entries as probabilities")
        return self


family = Family(
    "sft_loss",
    "Loss of supervised fine-tuning",
    section="2.10",
    builds_on=("cross_entropy",),
    parameters=Parameters,
)


def masked(mask: Array, probabilities: Array, logarithm: Callable[[Array], Any] = np.log) -> Array:
    """The loss of each token that counts, infinite where it was thought impossible; 0 of all others."""
    return mask * minus_logs(np.where(mask == 0, 1.0, probabilities), logarithm)


def loss_in_numbers(probabilities: Array, mask: Array, at: tuple[int]) -> str:
    return rf"-\ln {latex.number(probabilities[at])}" if mask[at] else r"0 \ \text{ (prompt)}"


@family.step(
    "Loss of each token", r"-<mask>_t \cdot \ln <probabilities>_t", symbol="s_t", numbers=loss_in_numbers
)
def token_losses(probabilities: Array, mask: Array) -> Array:
    return masked(mask, probabilities)


@family.step("Sum of the losses", r"\sum_t <token_losses>", symbol=r"L_{\mathrm{sum}}", numbers=latex.total)
def loss_sum(token_losses: Array) -> float:
    return lone(token_losses.sum())


@family.step(
    "Number of answer tokens", r"\sum_t <mask>_t", symbol="n", form=Integer(), numbers=latex.total
)  # fmt: skip
def answer_tokens(mask: Array) -> int:
    return int(mask.sum())


@family.step("Mean loss", r"\frac{<loss_sum>}{<answer_tokens>}", symbol="L")
def loss_mean(loss_sum: float, answer_tokens: int) -> float:
    return loss_sum / answer_tokens


family.gives(
    {
        "token_losses": (
            "len(probabilities)",
            "Minus the natural logarithm of each token's probability, infinite where that is 0; 0 for the prompt.",
            "nats",
        ),
        "loss_sum": ("number", "Sum of the losses of the answer's tokens.", "nats"),
        "answer_tokens": ("whole number", "Tokens of the answer: ones in the mask."),
        "loss_mean": ("number", "Sum of the losses over the number of answer tokens.", "nats"),
    }
)
family.assumes(
    "Logarithms are natural. The mean divides by the answer's tokens, not by all.",
    "A probability of 0 in the answer makes the loss infinite; in the prompt it costs nothing.",
)


@family.mistake(
    of="token_losses", says="You counted the prompt too. Only tokens of the answer, with mask 1, have a loss."
)
def mask_ignored(probabilities: Array) -> Array:
    return minus_logs(probabilities)


@family.mistake(
    of="token_losses", says="You turned the mask round. Tokens with mask 1 count, those with mask 0 do not."
)
def mask_turned_round(probabilities: Array, mask: Array) -> Array:
    return masked(1 - mask, probabilities)


@family.mistake(
    of="answer_tokens", says="You divided by all tokens. The mean is over the answer's tokens alone."
)
def all_tokens_counted(mask: Array) -> int:
    return len(mask)


@family.mistake(
    of="answer_tokens",
    says="You counted one token too few. Every token with mask 1 counts, the last one too.",
)
def one_token_too_few(right: int) -> int:
    if right == 1:
        raise NotApplicable
    return right - 1


@family.mistake(of="answer_tokens", says="You counted one token too many. Only tokens with mask 1 count.")
def one_token_too_many(right: int, mask: Array) -> int:
    if right + 1 >= len(mask):
        raise NotApplicable  # that is all tokens, or more
    return right + 1


@family.mistake(
    of="loss_mean",
    says="You averaged the probabilities and took the logarithm after. Take each logarithm first, then average.",
)
def logarithm_of_the_average(probabilities: Array, mask: Array) -> float:
    return minus_ln(lone(probabilities[mask == 1].mean()))


@family.mistake(
    of="token_losses", says="You used the logarithm to base 10. The loss takes the natural logarithm, ln."
)
def base_ten(probabilities: Array, mask: Array) -> Array:
    return masked(mask, probabilities, np.log10)


@family.mistake(
    of="token_losses", says="You used the logarithm to base 2. The loss takes the natural logarithm, ln."
)
def base_two(probabilities: Array, mask: Array) -> Array:
    return masked(mask, probabilities, np.log2)


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    """The prompt first, then the answer; two turns of both at the hard level."""
    turns = {"warm-up": [(1, 2)], "exam": [(2, 3), (2, 4), (3, 3), (3, 4)], "hard": [(2, 2), (1, 3), (2, 3)]}[
        level
    ]
    chosen = [rng.choice(turns) for _ in range(2 if level == "hard" else 1)]
    mask = [kind for prompt, answer in chosen for kind in [0] * prompt + [1] * answer]
    size = len(fixed.get("mask", fixed.get("probabilities", mask)))
    mask = mask if size == len(mask) else [0] * (size // 2) + [1] * (size - size // 2)
    among = (
        (0.5, 0.25, 0.125)
        if level == "warm-up"
        else (0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
    )
    return {"probabilities": [rng.choice(among) for _ in range(size)], "mask": mask}
