"""ROUGE by Google's rouge_score, without stemming; its own tokenizer would make words lower case and drop signs."""

from typing import Any

from rouge_score.rouge_scorer import RougeScorer  # type: ignore[import-untyped]


class WhiteSpace:
    """Words as they are, between white space."""

    @staticmethod
    def tokenize(text: str) -> list[str]:
        return text.split()


NAMES = {"rouge_1": "rouge1", "rouge_2": "rouge2", "rouge_l": "rougeL"}


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    scorer = RougeScorer(list(NAMES.values()), use_stemmer=False, tokenizer=WhiteSpace())
    scores = scorer.score(parameters["reference"], parameters["candidate"])
    return {
        mine: {
            "precision": float(scores[theirs].precision),
            "recall": float(scores[theirs].recall),
            "f1": float(scores[theirs].fmeasure),
        }
        for mine, theirs in NAMES.items()
    }
