"""The guide for authors: its examples are questions that hold, and it names every function there is."""

import tomllib
from pathlib import Path

import pytest

from app.authoring.drafting.cards.pictures import KINDS
from app.authoring.guide import EXAMPLES, FILE, IMAGE, guide
from engine.bank import question_of
from engine.data_files import DataFile
from engine.formula.functions import CALLED
from engine.illustrations.specs import OfImage
from engine.validation import checks
from engine.validation.locations import Broken
from tests.app.learner import Learner


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.toml")), ids=lambda file: file.stem)
def test_every_example_is_a_question_without_findings(file: Path) -> None:
    question = question_of(file.read_text("utf-8"), Path("guide") / f"example-{file.name}")
    assert not isinstance(question, Broken), question
    report = checks.check(question, 60)
    assert not report.findings
    assert report.different > 3


def test_what_stands_on_the_page_is_what_is_tested(learner: Learner) -> None:
    page = learner.get("/guide")
    assert page.status == 200
    for example in guide().examples:
        question = question_of(example.text, Path("guide/copied.toml"))
        assert not isinstance(question, Broken), "a copy from the page is a question, too"
        assert example.title in page.text
    assert all(f"{name}(" in page.text for name in CALLED)


def test_it_shows_every_kind_of_picture_and_a_list_of_words(learner: Learner) -> None:
    page = learner.get("/guide")
    for kind in KINDS:
        assert f'kind = "{kind}"' in page.text
    assert 'value = ["the", "a", "of"]' in page.text
    assert "In a formula words[2] is its second word, here “a”" in " ".join(page.text.split())
    assert "A question has at most four pictures" in " ".join(page.text.split())


def test_the_image_is_a_picture_of_a_question() -> None:
    (picture,) = tomllib.loads(IMAGE)["pictures"].values()
    assert OfImage.model_validate(picture).text


def test_the_data_file_is_a_file_of_a_question() -> None:
    (file,) = tomllib.loads(FILE)["files"]
    assert DataFile.model_validate(file).name == "pairs.csv"
