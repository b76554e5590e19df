"""The questions that an instructor writes: listed, begun anew or as a copy of a built-in one."""

import re
import secrets
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from app.library import drafted
from app.store import questions
from app.store.database import Database
from app.store.questions import Listed
from engine.questions import Question

LONGEST_SLUG = 48
NEW = """title = "Tokens and their price"
kind = "formula"
section = "2.10"
skill = "compute"
points = 2
statement = '''
A school sends $<requests>$ prompts a day, each of $<tokens>$ tokens. A million tokens cost $<price>$ francs.
What does a day cost?
'''

[variables.requests]
meaning = "prompts a day"
symbol = "n"
from = 200
to = 900
step = 50

[variables.tokens]
meaning = "tokens of a prompt"
symbol = "k"
from = 1100
to = 2900
step = 100

[variables.price]
meaning = "francs for a million tokens"
symbol = "p"
of = [3, 5, 8, 15]

[[steps]]
name = "total"
title = "Tokens a day"
value = "requests * tokens"
symbol = "T"
form = "integer"
points = 1

[[steps]]
name = "cost"
title = "Cost of a day in francs"
value = "total / 1000000 * price"
symbol = "C"
points = 1

[[mistakes]]
of = "cost"
name = "one_prompt"
value = "tokens * price / 1000"
says = "You took one prompt. Take all prompts of the day."
"""


class NoSuchQuestion(LookupError):
    """No question of this name belongs to this person."""


@dataclass(frozen=True, slots=True)
class Own:
    """A question in the list. ``number`` is the newest published version, 0 for none; ``changed`` since that."""

    name: str
    title: str
    origin: str
    number: int
    changed: bool
    broken: bool
    changed_at: datetime


def own(database: Database, owner: int, text: str) -> list[Own]:
    with database.read() as rows:
        found = questions.of_owner(rows, owner, text.replace("\0", "").strip())
    return [_own(one) for one in found]


def begin(database: Database, owner: int) -> str:
    """A new question with a small example in it; returns its name."""
    return _add(database, owner, "question", NEW, "")


def copy(database: Database, owner: int, original: Question, bank: Path) -> str:
    """A built-in question made one's own, with its text as the bank has it; returns the name of the copy."""
    text = (bank / original.subject / f"{original.id}.toml").read_text("utf-8")
    return _add(database, owner, original.id, text, original.id)


def _add(database: Database, owner: int, after: str, text: str, origin: str) -> str:
    name = f"{after[:LONGEST_SLUG].strip('-')}-{secrets.token_hex(4)}"
    with database.write() as rows:
        questions.add(rows, owner, name, text, origin)
    return name


def _own(listed: Listed) -> Own:
    draft = listed.draft
    read = drafted(draft.name, draft.text)
    broken = not isinstance(read, Question)
    title = read.title if isinstance(read, Question) else _title_in(draft.text) or draft.name
    changed = listed.number > 0 and listed.published != draft.text
    return Own(draft.name, title, draft.origin, listed.number, changed, broken, draft.changed_at)


def _title_in(text: str) -> str:
    """The title of a text that is no question at present."""
    found = re.search(r"""^title\s*=\s*["']([^"'\n]{1,80})""", text, re.M)
    return found[1] if found else ""
