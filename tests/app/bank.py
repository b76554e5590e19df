"""A question bank of a few questions, for tests that start a server of their own: it is read in no time."""

import shutil
from collections.abc import Collection
from pathlib import Path

from tests.engine.submissions import HOME

EXAM = """
title = "Every kind"
minutes = 10
points = {count}
aids = ["calculator"]
order = "as written"
passes = 50
[[groups]]
title = "All of them"
number = {count}
points = 1
questions = [{questions}]
"""


def small_bank(folder: Path, questions: Collection[str]) -> Path:
    """These questions, the pages to study from, and one exam that asks all of them, called ``every``."""
    for name in questions:
        file = next((HOME / "question_bank").glob(f"*/{name}.toml"))
        (folder / file.parent.name).mkdir(exist_ok=True)
        shutil.copy(file, folder / file.parent.name)
    shutil.copytree(HOME / "question_bank" / "study", folder / "study")
    (folder / "exams").mkdir()
    text = EXAM.format(count=len(questions), questions=", ".join(f'"{one}"' for one in questions))
    for name in ("full", "every"):
        (folder / "exams" / f"{name}.toml").write_text(text)
    return folder
