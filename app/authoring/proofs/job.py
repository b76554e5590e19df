"""The job before a question may be published: it draws the question over many seeds, under limits of its own."""

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from app.questions.library import drafted
from engine.questions import Question
from engine.validation import checks

SEEDS = 200


def prove(payload: Mapping[str, Any], progress: Callable[[int, int], None]) -> dict[str, Any]:
    """Checks the payload's text and returns the result as JSON; the text was a question when the job was submitted."""
    question = drafted(payload["question"], payload["text"])
    if not isinstance(question, Question):
        raise ValueError(str(question[0].message))
    return asdict(checks.check(question, SEEDS, time.perf_counter, progress))
