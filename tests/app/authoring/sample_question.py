"""A small question that an instructor writes, and what may be done to its text."""

import re

from fastapi import FastAPI

from app.database.connection import Database
from app.questions.library import drafted
from app.questions.store import drafts, versions
from app.questions.store.drafts import Audience
from engine.questions import Question
from tests.app.learner import Page

NAME = "a-lamp-1a2b3c"
TEXT = """title = "A lamp in watts"
kind = "formula"
section = "2.5"
points = 2
statement = '''
A lamp takes $<power>$ watts for $<hours>$ hours.
'''

[variables.power]
meaning = "power of the lamp"
symbol = "P"
from = 11
to = 60

[variables.hours]
meaning = "how long it burns"
symbol = "t"
from = 3
to = 12
step = 0.5

[[steps]]
name = "energy"
title = "Energy in watt hours"
value = "power * hours"
symbol = "E"

[[mistakes]]
of = "energy"
name = "divided"
value = "power / hours"
says = "You divided by the hours. Multiply by them."
"""
MENDED = TEXT.replace("A lamp in watts", "A lamp in joules").replace("power * hours", "power * hours * 3.6")
_LARGE = "rows = 64\ncolumns = 64\nfrom = 1\nto = 9\n\n"
# Two variables of 64 x 64 and a constraint that nothing meets: 400 draws, which take nine seconds.
ENDLESS = TEXT.replace("points = 2", 'points = 2\nconstraints = ["1 == 2"]', 1).replace(
    "[[steps]]", "".join(f"[variables.{name}]\n{_LARGE}" for name in ("first", "second")) + "[[steps]]", 1
)
COLLIDING = TEXT.replace("power / hours", "power * hours")


def publish(app: FastAPI, owner: int, text: str = TEXT, name: str = NAME) -> Question:
    """Puts a version into the database as it is, checked by nobody and open for practice."""
    database: Database = app.state.database
    question = drafted(name, text)
    assert isinstance(question, Question), question
    with database.write() as connection:
        if drafts.find(connection, owner, name) is None:
            drafts.add(connection, owner, name, text, "")
            made = drafts.hold(connection, owner, name)
            assert made is not None
            drafts.share(connection, made.id, Audience.EVERYONE)
        draft = drafts.hold(connection, owner, name)
        assert draft is not None
        drafts.save(connection, draft.id, text)
        versions.add(connection, draft.id, text, question.version, {}, owner)
    return question


def numbers(page: Page) -> tuple[float, float]:
    """The watts and the hours on a lamp's sheet."""
    found = re.search(r"A lamp takes .*?([\d.]+).*? watts for .*?([\d.]+).*? hours", page.text, re.DOTALL)
    assert found, page.text
    return float(found[1]), float(found[2])
