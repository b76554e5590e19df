"""An exam of a course: made by its instructor, ruled and published by forms, and begun by a student."""

import re
from datetime import datetime

from fastapi import FastAPI

from tests.app.accounts.members import Member
from tests.app.courses.taught_course import Lecture
from tests.app.exams.sitting import Sat, watched
from tests.app.learner import COSINE, Page, form_key

DEFINITION = "define-dropout"
SMALL = f"""title = "Midterm"
minutes = 15
points = 6
aids = ["calculator"]
order = "as written"

[[groups]]
title = "Numbers"
number = 1
points = 5
questions = ["{COSINE}"]

[[groups]]
title = "A definition"
number = 1
points = 1
questions = ["{DEFINITION}"]
"""
RULES = {
    "opens": "", "closes": "", "password": "", "sittings": "1", "late": "whole",
    "scores": "afterwards", "answers": "afterwards", "solutions": "afterwards", "markers": "1",
}  # fmt: skip


def draft(nlp: Lecture, text: str = SMALL) -> str:
    """The address of a new exam with this text, which nobody else sees."""
    lin = nlp.instructor.learner
    page = lin.send(f"{nlp.address}/exams", {"source": "sprint"})
    lin.send(page.address, {"text": text, "opened": page.fields["opened"]})
    return page.address


def exam(nlp: Lecture, text: str = SMALL, **rules: str) -> str:
    """The address of a published one with these rules."""
    address = draft(nlp, text)
    rule(nlp, address, **rules)
    nlp.instructor.learner.send(f"{address}/publish", {})
    return address


def rule(nlp: Lecture, address: str, **rules: str) -> Page:
    return nlp.instructor.learner.send(f"{address}/rules", RULES | rules)


def at(moment: datetime) -> str:
    """As a browser's field gives it."""
    return f"{moment:%Y-%m-%dT%H:%M}"


def begin(one: Member, address: str, **typed: str) -> Page:
    """Presses the button as the student does, and returns the answer."""
    return one.learner.send(f"{address}/begin", {"key": form_key(), **typed})


def sit(app: FastAPI, one: Member, address: str, **typed: str) -> Sat:
    watch, page = watched(app), begin(one, address, **typed)
    found = re.fullmatch(r"/sittings/([^/]+)", page.address)
    assert found, page.text
    return Sat(app, one.learner, found[1], watch)
