"""Parameter count of a recurrent translator with attention.

Encoder and decoder: Sutskever et al. 2014; scores: Luong et al. 2015 (dot, multiplicative), Bahdanau et al. 2015
(additive). Both recurrent layers take word vectors in and have one bias vector per gate.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, Literal

from pydantic import model_validator

from engine.answers.forms import Integer
from engine.chain import Family, NotApplicable, NotNeeded
from engine.parameters import Count, CountOrNone, Frozen, symbol

GATES: Mapping[str, int] = {"rnn": 1, "lstm": 4, "gru": 3}


class Parameters(Frozen):
    source_vocabulary: Count = symbol(r"V_{\mathrm{s}}", "words of the source language")
    target_vocabulary: Count = symbol(r"V_{\mathrm{t}}", "words of the target language")
    embedding: Count = symbol("e", "numbers in one word vector")
    hidden: Count = symbol("d", "numbers in one hidden state, of the encoder and of the decoder")
    cell: Literal["rnn", "lstm", "gru"] = symbol(
        r"\text{cell}", "plain recurrent cell, LSTM or GRU", default="rnn"
    )
    score: Literal["dot", "multiplicative", "reduced_rank", "additive"] = symbol(
        r"\text{score}", "how a query is compared with a state", default="dot"
    )
    attention_size: CountOrNone = symbol("a", "hidden units of the additive score", default=0)
    rank: CountOrNone = symbol("k", "rank of the reduced-rank score", default=0)
    output_from: Literal["hidden", "hidden_and_context"] = symbol(
        r"\text{output from}", "what enters the output layer", default="hidden"
    )

    @model_validator(mode="after")
    def score_has_its_size(self) -> "Parameters":
        if self.score == "additive" and not self.attention_size:
            raise ValueError("attention_size must be at least 1 with the additive score")
        if self.score == "reduced_rank" and not self.rank:
            raise ValueError("rank must be at least 1 with the reduced-rank score")
        return self


family = Family(
    "count_seq2seq",
    "Parameters of a recurrent translator",
    section="c.4",
    builds_on=("count_rnn", "seq2seq_attention"),
    parameters=Parameters,
)


@family.step(
    "Embeddings: a table per language", r"(<source_vocabulary> + <target_vocabulary>) \cdot <embedding>", symbol="E",
    form=Integer(),
)  # fmt: skip
def embeddings(source_vocabulary: int, target_vocabulary: int, embedding: int) -> int:
    return (source_vocabulary + target_vocabulary) * embedding


@family.step(
    "One set of recurrent weights: input, state, bias", r"<embedding> \cdot <hidden> + <hidden>^2 + <hidden>",
    symbol="G", form=Integer(),
)  # fmt: skip
def gate(embedding: int, hidden: int) -> int:
    return embedding * hidden + hidden**2 + hidden


@family.step(
    "Encoder: as many sets as the cell has", r"g \cdot <gate>", symbol=r"P_{\mathrm{enc}}", form=Integer(),
    numbers=lambda gate, cell: rf"{GATES[cell]} \cdot {gate}",
)  # fmt: skip
def encoder(gate: int, cell: str) -> int:
    return GATES[cell] * gate


@family.step("Decoder: the same sizes again", "<encoder>", symbol=r"P_{\mathrm{dec}}", form=Integer())
def decoder(encoder: int) -> int:
    return encoder


def attention_numbers(score: str, hidden: int, attention_size: int, rank: int) -> str:
    return {
        "dot": "0",
        "multiplicative": f"{hidden}^2",
        "reduced_rank": rf"2 \cdot {rank} \cdot {hidden}",
        "additive": rf"2 \cdot {attention_size} \cdot {hidden} + {attention_size}",
    }[score]


@family.step(
    "Attention score", r"\text{weights of the score}", symbol=r"P_{\mathrm{att}}", form=Integer(),
    numbers=attention_numbers,
)  # fmt: skip
def attention(score: str, hidden: int, attention_size: int, rank: int) -> int | NotNeeded:
    if score == "dot":
        return NotNeeded(0, "The dot product has nothing to learn.")
    return {
        "multiplicative": hidden**2,
        "reduced_rank": 2 * rank * hidden,
        "additive": 2 * attention_size * hidden + attention_size,
    }[score]


def output_numbers(hidden: int, target_vocabulary: int, output_from: str) -> str:
    width = str(hidden) if output_from == "hidden" else rf"2 \cdot {hidden}"
    return rf"{width} \cdot {target_vocabulary} + {target_vocabulary}"


@family.step(
    "Output layer, with biases", r"\text{width} \cdot <target_vocabulary> + <target_vocabulary>",
    symbol=r"P_{\mathrm{out}}", form=Integer(), numbers=output_numbers,
)  # fmt: skip
def output(hidden: int, target_vocabulary: int, output_from: str) -> int:
    width = hidden if output_from == "hidden" else 2 * hidden
    return width * target_vocabulary + target_vocabulary


@family.step(
    "Total", "<embeddings> + <encoder> + <decoder> + <attention> + <output>", symbol="P", form=Integer()
)
def total(embeddings: int, encoder: int, decoder: int, attention: int, output: int) -> int:
    return embeddings + encoder + decoder + attention + output


family.gives(
    {
        "embeddings": ("whole number", "Parameters of both embedding tables."),
        "gate": (
            "whole number",
            "Parameters of one set of recurrent weights: input matrix, state matrix, one bias vector.",
        ),
        "encoder": (
            "whole number",
            "Parameters of the encoder's layer: 1 set for rnn, 4 for lstm, 3 for gru.",
        ),
        "decoder": ("whole number", "Parameters of the decoder's layer, as many as the encoder's."),
        "attention": ("whole number", "Parameters of the attention score; 0 for dot."),
        "output": ("whole number", "Parameters of the output layer, with one bias per target word."),
        "total": ("whole number", "All parameters."),
    }
)
family.assumes(
    "Encoder and decoder have one recurrent layer each, which reads word vectors; each set of its weights "
    "has one bias vector (PyTorch keeps two).",
    "The context vector enters the output layer, and only with output_from hidden_and_context; it never "
    "enters the decoder's cell.",
    "The attention score has no biases. The output layer has one bias per target word. A state has hidden "
    "numbers on both sides.",
)


@family.mistake(of="embeddings", says="You counted one table. Source and target language have a table each.")
def one_table(source_vocabulary: int, embedding: int) -> int:
    return source_vocabulary * embedding


@family.mistake(
    of="gate", says="You left out the recurrent matrix. The state enters too: add hidden times hidden."
)
def no_recurrence(embedding: int, hidden: int) -> int:
    return embedding * hidden + hidden


@family.mistake(
    of="encoder",
    says="You counted one set of weights. An LSTM has four (three gates and the candidate), a GRU three.",
)
def gates_forgotten(gate: int, cell: str) -> int:
    if cell == "rnn":
        raise NotApplicable
    return gate


@family.mistake(
    of="attention",
    says="You left out one of the two matrices. The query and the state have a matrix each.",
)
def one_matrix(score: str, hidden: int, attention_size: int, rank: int) -> int:
    if score == "additive":
        return attention_size * hidden + attention_size
    if score == "reduced_rank":
        return rank * hidden
    raise NotApplicable


@family.mistake(
    of="output",
    says="You let only the state enter the output layer. The context vector enters, too: it is twice as wide.",
)
def context_forgotten(hidden: int, target_vocabulary: int, output_from: str) -> int:
    if output_from == "hidden":
        raise NotApplicable
    return hidden * target_vocabulary + target_vocabulary


@family.mistake(of="output", says="You left out the biases of the output layer: one per target word.")
def no_output_biases(right: int, target_vocabulary: int) -> int:
    return right - target_vocabulary


@family.mistake(of="total", says="You counted the encoder only. The decoder has weights of its own.")
def decoder_forgotten(right: int, decoder: int) -> int:
    return right - decoder


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    words, widths, states = {
        "warm-up": ((8, 10, 12, 20), (3, 4, 5), (4, 5, 6)),
        "exam": ((50, 100, 200, 500, 1000), (8, 10, 16, 20, 32), (16, 20, 32, 50, 64)),
        "hard": ((8000, 16_000, 30_000, 50_000), (128, 256, 300, 620), (256, 500, 512, 1000)),
    }[level]
    score = fixed.get("score") or ("dot" if level == "warm-up" else rng.choice(
        ("multiplicative", "reduced_rank", "reduced_rank", "additive", "additive")
    ))  # fmt: skip
    source, target = rng.sample(words, 2)
    return {
        "source_vocabulary": source,
        "target_vocabulary": target,
        "embedding": rng.choice(widths),
        "hidden": rng.choice(states),
        "cell": "rnn" if level == "warm-up" else rng.choice(("rnn", "lstm", "gru")),
        "score": score,
        "attention_size": rng.choice(states) if score == "additive" else 0,
        "rank": rng.choice((2, 4, 8)) if score == "reduced_rank" else 0,
        "output_from": "hidden" if level == "warm-up" else rng.choice(("hidden", "hidden_and_context")),
    }
