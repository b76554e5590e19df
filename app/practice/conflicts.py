"""Two pages of one sheet: what one has stored since the other was opened is not overwritten without a word."""

from collections.abc import Sequence
from dataclasses import replace

from app.practice import answers, opening, practice
from app.practice.answers import Known
from app.practice.opening import Begun
from app.practice.practice import Typed
from app.practice.sheet import Sheet
from app.questions.context import Context


def overtaken(context: Context, on: Begun, typed: Typed, known: Known | None) -> Sheet:
    """Returns the sheet with what was typed and was not stored, because another page has saved since. Raises as
    ``opening.begun``."""
    now = opening.begun(context, on.attempt.name)
    typed = answers.with_text(typed, now.attempt, known)
    shown = practice.show(now, typed)
    others = {
        name: one.typed
        for name, one in now.attempt.latest().items()
        if one.typed != tuple(typed.get(name, one.typed))
    }
    lines = [(part.text or part.title, others[part.name]) for part in shown.parts if part.name in others]
    return replace(shown, overtaken=tuple((title, _listed(texts)) for title, texts in lines))


def _listed(texts: Sequence[str]) -> str:
    if len(texts) == 1:
        return texts[0]
    return "; ".join(f"{n}. {text.strip() or '–'}" for n, text in enumerate(texts, 1))
