"""Writes questions for other systems to standard output."""

import sys
from collections.abc import Sequence

from app.authoring.exchange import formats
from app.authoring.exchange.from_variant import drawn, exchanged
from app.commands.refusal import Refused
from app.commands.terminal import find_question
from app.questions.installed import bank
from app.study import anki


def export(to: str, ids: Sequence[str], variants: int) -> int:
    """Exports these questions, the whole bank without any; of each whose numbers are drawn so many ``variants``. Raises
    Refused."""
    if to == "anki":
        sys.stdout.buffer.write(anki.apkg(bank()))
        return 0
    if variants < 1:
        raise Refused("must be at least 1", "--variants")
    questions = [find_question(id) for id in ids] or bank().questions.values()
    sent = [exchanged(variant) for variant in drawn(questions, variants)]
    sys.stdout.buffer.write(formats.write(formats.Format(to), sent, "Examformer", ""))
    return 0
