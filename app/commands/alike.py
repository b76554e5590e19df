"""``examformer check --alike``: pairs of questions that may ask the same and that no exam is told to keep apart yet."""

import sys
from collections.abc import Sequence
from pathlib import Path

from app.commands.own_files import own_questions
from app.questions.installed import bank
from app.questions.lookalikes import Lookalike, lookalikes, of_one


def alike(wanted: Sequence[str]) -> int:
    """Prints the pairs of the bank, or those of these questions or files with questions of the bank.

    Returns 1 where there is one to look at.
    """
    questions = list(bank().questions.values())
    paths = [Path(one) for one in wanted if one not in bank().questions]
    own, faults = own_questions(paths)
    for fault in faults:
        sys.stdout.write(f"{fault}\n")
    if wanted:
        asked = [bank().questions[one] for one in wanted if one in bank().questions]
        asked += [one.question for one in own]
        found = [pair for question in asked for pair in of_one(question, questions)]
    else:
        found = lookalikes(questions)
    open_ones = [pair for pair in found if not pair.named]
    for pair in open_ones:
        sys.stdout.write(f"{_said(pair)}\n")
    sys.stdout.write(
        f"{len(open_ones)} pairs to look at; {len(found) - len(open_ones)} are kept apart already.\n"
    )
    return 1 if open_ones or faults else 0


def _said(pair: Lookalike) -> str:
    return f"{pair.likeness:.2f}  {pair.first.id}  {pair.second.id}  ({', '.join(pair.words)})"
