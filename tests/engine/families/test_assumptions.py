"""Assumptions that the families say they make, seen in their numbers."""

from typing import Any

import pytest

from engine import catalogue
from engine.answers import cells
from engine.chain import run
from engine.parameters import BadParameters


def answers(family: str, values: dict[str, Any]) -> dict[str, Any]:
    found = catalogue.find(family)
    given = cells.plain(run(found, found.parameters.of(values)).answers())
    assert isinstance(given, dict)
    return given


def notes(family: str) -> str:
    return " ".join(catalogue.find(family).notes)


SEQ = {"source_vocabulary": 2, "target_vocabulary": 3, "embedding": 4, "hidden": 5}
TEXT = {"corpus": ["a b", "a a"], "n": 3, "start": "<s>", "end": "</s>"}
REPLIES = {
    "": {"x": 0.6, "y": 0.4},
    "x": {"</s>": 0.3, "z": 0.3, "w": 0.4},
    "y": {"</s>": 1},
}  # after "x z" and "x w" nothing is given
SEEN: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("count_seq2seq", SEQ, {"gate": 4 * 5 + 25 + 5, "output": 5 * 3 + 3, "attention": 0}, "one bias vector"),
    (
        "count_seq2seq",
        {**SEQ, "output_from": "hidden_and_context"},
        {"output": 10 * 3 + 3, "decoder": 50},
        "never enters",
    ),
    (
        "count_seq2seq",
        {**SEQ, "score": "additive", "attention_size": 7},
        {"attention": 2 * 7 * 5 + 7},
        "no biases",
    ),
    (
        "ngram_backoff",
        {**TEXT, "history": ["<s>", "a"], "word": "b"},
        {"level": 0, "probability": 1 / 2},
        "dropped",
    ),
    (
        "ngram_backoff",
        {**TEXT, "history": ["<s>", "<s>"], "word": "b"},
        {"level": 2, "probability": 0.16 / 6},
        "factor once",
    ),
    (
        "ngram_backoff",
        {**TEXT, "history": ["b", "a"], "word": "a"},
        {"level": 1, "probability": 0.4 / 3},
        "that n would",
    ),
    (
        "ngram_backoff",
        {**TEXT, "history": ["a", "a"], "word": "new"},
        {"level": 2, "probability": 0},
        "level n - 1 and score 0",
    ),
    (
        "beam_search",
        {"transitions": REPLIES, "width": 2, "steps": 2},
        {"best": "y </s>"},
        "competes in the end",
    ),
    (
        "beam_search",
        {"transitions": {"": {"b": 0.5, "a": 0.5}}, "width": 1, "steps": 1},
        {"best": "a"},
        "order of the alphabet",
    ),
    (
        "qa_f1",
        {"prediction": "The well-known A.", "truth": "wellknown"},
        {"prediction_tokens": ["wellknown"], "f1": 1},
        "wellknown",
    ),
    (
        "qa_f1",
        {"prediction": "“a b”", "truth": "b"},
        {"prediction_tokens": ["“", "b”"], "exact_match": 0},
        "outside ASCII",
    ),
    ("qa_f1", {"prediction": "b c", "truth": "c b"}, {"exact_match": 0, "f1": 1}, "without order"),
    ("batch_norm", {"X": [[1, 0], [3, 4]]}, {"mean": [2, 2], "variance": [1, 4]}, "down each column"),
    ("batch_norm", {"X": [[1, 0], [3, 4]], "divisor": "n - 1"}, {"variance": [2, 8]}, "biased"),
    ("attention_cost", {"n": 4, "d": 1}, {"pairs": 16, "flops": 64}, "a causal mask saves nothing"),
    (
        "attention_cost",
        {"n": 4, "d": 1, "window": 2},
        {"pairs": 1 + 2 + 2 + 2},
        "itself and those just before",
    ),
    ("attention_cost", {"n": 2, "d": 1, "window": 9}, {"pairs": 3}, "whichever is smaller"),
    (
        "bleu",
        {"candidate": "a b", "references": ["a b"], "max_n": 3},
        {"bleu": 0},
        "longer than the candidate",
    ),
    (
        "rouge",
        {"candidate": "The b", "reference": "the b"},
        {"rouge_1": {"precision": 0.5, "recall": 0.5, "f1": 0.5}},
        "as written",
    ),
    ("logistic_regression", {"weights": [1], "x": [0]}, {"label": 1}, "exactly 0.5"),
    ("top_p", {"probabilities": [0.5, 0.49], "p": 1}, {"kept": [0, 1]}, "all are kept"),
    (
        "count_transformer",
        {
            "vocabulary_size": 10,
            "d_model": 4,
            "d_ff": 8,
            "layers": 1,
            "heads": 1,
            "embedding_norm": True,
            "final_norm": True,
        },
        {"total": 168},
        "add nothing either",
    ),
    (
        "learning_rate",
        {"step": 9, "warmup_steps": 2, "total_steps": 6, "peak": 1},
        {"rate": 0.1},
        "stays there",
    ),
    ("pipeline_bubble", {"stages": 4, "micro_batches": 4}, {"fraction": 3 / 7}, "all time slots"),
    (
        "shingle_jaccard",
        {"text_a": "a b", "text_b": "a c", "n": 2, "unit": "char"},
        {"intersection": 1},
        "spaces too",
    ),
    (
        "kneser_ney",
        {"corpus": ["a b", "a a"], "history": "a", "word": "a"},
        {"predecessors": 2, "bigram_types": 5},
        "among them",
    ),
]


@pytest.mark.parametrize(("family", "values", "expected", "said"), SEEN)
def test_what_is_assumed_is_said_and_done(
    family: str, values: dict[str, Any], expected: dict[str, Any], said: str
) -> None:
    given = answers(family, values)
    for name, value in expected.items():
        assert given[name] == pytest.approx(value), name
    assert said in notes(family)


def test_a_dead_end_of_the_search_is_refused_as_the_note_says() -> None:
    with pytest.raises(BadParameters, match="must have a row after “x w”"):
        answers("beam_search", {"transitions": REPLIES, "width": 2, "steps": 3})
    assert "a dead end is refused" in notes("beam_search")
