"""BLEU by sacreBLEU, with the words as they are: no tokenizer, no smoothing, no effective order; 0 to 1, not to 100."""

from typing import Any

from sacrebleu.metrics.bleu import BLEU


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    metric = BLEU(
        tokenize="none",
        smooth_method="none",
        effective_order=False,
        max_ngram_order=parameters.get("max_n", 4),
    )
    score = metric.corpus_score([parameters["candidate"]], [[text] for text in parameters["references"]])
    return {
        "precisions": [list(pair) for pair in zip(score.counts, score.totals, strict=True)],
        "brevity_penalty": score.bp,
        "bleu": score.score / 100,
    }
