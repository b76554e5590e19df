"""How the answers to each kind of question are read to be compared, and what its own texts give all who answer it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine import variants
from engine.answers.forms import Program
from engine.questions import Question
from engine.similarity import programs, prose
from engine.similarity.tokens import Token
from engine.similarity.winnowing import Size, grams

NO_SEED = 0  # nothing is drawn in questions of these kinds


@dataclass(frozen=True, slots=True)
class Reading:
    """The tokens of an answer, and how they are fingerprinted."""

    tokens: Callable[[str], list[Token]]
    size: Size

    def plain(self, text: str) -> list[str]:
        """Returns the tokens without their places."""
        return [token.text for token in self.tokens(text)]


# By kind of question. The sizes were measured on the bank: docs/decisions/2026-11-30-similar-answers.md.
READINGS = {
    "code": Reading(programs.tokens, Size(gram=8, window=5, least=8)),
    "text": Reading(prose.tokens, Size(gram=5, window=4, least=8)),
}


def given(question: Question) -> frozenset[int]:
    """Returns the grams that an answer may have from the question: of a program, those of its starter; of a text, those
    of what is asked and of the model answer with its rubric."""
    reading = READINGS[question.kind]
    hashed = (grams(reading.plain(text), reading.size.gram) for text in _texts(question))
    return frozenset(gram for hashes in hashed for gram in hashes.tolist())


def _texts(question: Question) -> Sequence[str]:
    variant = variants.draw(question, NO_SEED, question.default_level)
    if question.kind == "code":
        forms = (asked.step.form for asked in variant.asked)
        return [form.starter for form in forms if isinstance(form, Program)]
    return [question.statement, *map(str, variant.exact.reached.values())]
