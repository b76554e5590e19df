"""Principle 4: it works with whatever one reads it with."""

from collections.abc import Sequence

from app.home.accessibility.criterion import Criterion, Support
from app.home.accessibility.evidence import AXE, BY_KEYBOARD, HEARD

ROBUST: Sequence[Criterion] = (
    Criterion(
        number="4.1.2",
        name="Name, Role, Value",
        level="A",
        support=Support.PARTLY,
        remark="Everything that is pressed or typed into has a name and a role in Chromium’s accessibility tree."
        " No person with a screen reader has tested it, and no other browser was asked.",
        tests=(
            AXE,
            HEARD,
        ),
    ),
    Criterion(
        number="4.1.3",
        name="Status Messages",
        level="AA",
        support=Support.PARTLY,
        remark="Verdicts, hints, saves and the progress of checks stand in live regions. That they are read at "
        "the right moment was not heard by anybody yet.",
        tests=(
            HEARD,
            BY_KEYBOARD,
            "tests/browser/exams/test_exam.py",
        ),
    ),
)
