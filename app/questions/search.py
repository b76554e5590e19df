"""Questions found by words in their titles, kinds, sections and models."""

import re
from collections.abc import Sequence
from difflib import get_close_matches

from app.questions.kinds import KINDS
from app.web.sections import SECTIONS
from engine.questions import Question


def found(questions: Sequence[Question], words: str) -> list[Question]:
    """Finds the questions with all the words in the title or the kind of task; else in these with the section and the
    model; else with at least one of the words. An unknown word is read as the known one most like it."""
    near = {
        question.id: split(
            f"{question.title} {question.family.title} {question.family.id} {KINDS[question.kind]}"
        )
        for question in questions
    }
    far = {
        question.id: [*near[question.id], *split(f"{SECTIONS.get(question.section, '')} {question.model}")]
        for question in questions
    }
    known = {one for there in far.values() for one in there}
    wanted = [_known(word, known) for word in split(words)]
    if not wanted:
        return list(questions)
    telling = [word for word in wanted if len(word) > 1]
    for places, enough, words_there in ((near, all, wanted), (far, all, wanted), (far, any, telling)):
        hits = [one for one in questions if enough(_stands(word, places[one.id]) for word in words_there)]
        if hits:
            return hits
    return []


def _stands(word: str, there: list[str]) -> bool:
    """True if ``word`` begins a word there; a single letter must be a word. Top-p, top p and TOP_P are the same."""
    return word in there if len(word) == 1 else any(one.startswith(word) for one in there)


def _known(word: str, known: set[str]) -> str:
    if _stands(word, list(known)):
        return word
    return next(iter(get_close_matches(word, known, 1, 0.82)), word)


def split(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.casefold())
