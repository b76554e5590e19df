"""What people do on a server of which nothing is known but its pages."""

import re
import time

from tests.app.exams.sitting import begun
from tests.app.learner import PERPLEXITY, RIGHT, Learner, Page

PROGRAM = "code-cosine-similarity"
SOLUTION = """import numpy as np

def cosine(u, v):
    lengths = np.linalg.norm(u) * np.linalg.norm(v)
    return float(u @ v / lengths) if lengths else 0.0
"""
ADA = {"email": "ada@school.example", "password": "a horse, a battery"}
PATIENCE = 120.0


def become_the_first_administrator(newcomer: Learner, printed: str) -> None:
    """By the link that the first start has printed."""
    link = re.search(r"http://\S+(/link/\S+)", printed)
    assert link
    assert newcomer.send(link[1], ADA).status == 200
    assert is_signed_in(newcomer)


def sign_in(newcomer: Learner) -> bool:
    return newcomer.send("/account/sign-in", ADA).status == 200 and is_signed_in(newcomer)


def is_signed_in(person: Learner) -> bool:
    return "/account/sign-out" in person.get("/account").html


def assert_everything_is_there_that(page: Page, person: Learner) -> None:
    """Everything that a page loads."""
    loaded = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page.html))
    assert loaded
    assert [file for file in sorted(loaded) if person.client.get(file).status_code != 200] == []


def practise(person: Learner, seed: int = 7) -> str:
    """Answers an exercise and returns the address of its sheet."""
    sheet = person.press(person.open(PERPLEXITY, seed), typed=RIGHT)
    assert sheet.status == 200
    if seed == 7:
        assert_is_marked(sheet)
    return sheet.action


def assert_is_marked(sheet: Page) -> None:
    """The sheet that ``practise`` answers has what was typed, and all its points."""
    assert {part: sheet.typed(part) for part in RIGHT} == {part: [text] for part, text in RIGHT.items()}
    assert sheet.earned == 3


def grade_a_program(person: Learner) -> None:
    """In a worker, which is a process of its own, and the sandbox."""
    sheet = person.open(PROGRAM)
    (field,) = (name for name in sheet.fields if name.startswith("cell."))
    handed_in = person.send(sheet.action, {**sheet.fields, field: SOLUTION, "do": "check"})
    gives_up = time.monotonic() + PATIENCE
    while (graded := person.get(handed_in.action)).earned is None:
        assert time.monotonic() < gives_up, graded.text
        time.sleep(0.2)
    assert graded.earned == 3


def sit_an_exam(person: Learner, text: str) -> Page:
    """Types this into its first field, hands it in, and returns the results."""
    exam = begin_an_exam(person)
    save(person, exam, text)
    return hand_in(person, exam)


def begin_an_exam(person: Learner) -> str:
    return f"/sittings/{begun(person)}"


def save(person: Learner, exam: str, text: str) -> str:
    """Types this into the first field of the exam, as a page without scripts sends it; returns its question's
    address."""
    for place in range(1, 20):
        address = f"{exam}/questions/{place}"
        cells = {
            name: typed for name, typed in person.get(address).fields.items() if name.startswith("cell.")
        }
        if cells:
            assert person.send(address, {**cells, next(iter(cells)): text, "do": "save"}).status == 200
            return address
    raise AssertionError("no question has a field")


def hand_in(person: Learner, exam: str) -> Page:
    review = person.send(f"{exam}/end", {})
    assert review.address == f"{exam}/review"
    return review


def receipt(review: Page) -> str:
    """Belongs to exactly what was handed in."""
    found = re.search(r"receipt ([\w-]+)", review.text)
    assert found, review.text
    return found[1]
