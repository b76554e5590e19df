"""What is said in Bengali: read from its files, found for questions and mistakes, and of one piece with the English."""

from pathlib import Path

import pytest

from engine.bengali import FamilyInBengali, InBengali, read_bengali
from engine.catalogue import families
from tests.engine.submissions import BANK

BENGALI = BANK.study.bengali
COSINE = next(one for one in BANK.questions.values() if one.family_id == "cosine_similarity")
FAMILY = FamilyInBengali.model_validate(
    {"about": "ক", "idea": "খ", "why": "গ", "trap": "ঘ", "mistakes": {"dot_alone": "ঙ"}}
)


def test_a_family_is_explained_by_its_idea_its_why_and_its_trap() -> None:
    said = InBengali({"cosine_similarity": FAMILY})
    assert said.explanation(COSINE) == ("খ", "গ", "ঘ")
    assert said.about(COSINE) == "ক"
    assert InBengali().explanation(COSINE) == ()
    assert InBengali().about(COSINE) == ""


def test_the_words_of_a_question_itself_come_before_those_of_its_family() -> None:
    own = COSINE.model_copy(update={"bengali": "এক।\n\nদুই।"})
    assert InBengali({"cosine_similarity": FAMILY}).explanation(own) == ("এক।", "দুই।")


def test_a_slip_is_said_once_and_what_has_no_words_is_left_out() -> None:
    said = InBengali({"cosine_similarity": FAMILY})
    assert list(said.of_slips(COSINE, ["dot_alone", "dot_alone", "no_such_mistake"])) == ["ঙ"]
    assert list(InBengali().of_slips(COSINE, ["dot_alone"])) == []


def test_no_words_are_kept_for_mistakes_and_conventions_that_are_not_there() -> None:
    for name, said in BENGALI.families.items():
        family = families()[name]
        assert said.mistakes.keys() <= family.mistakes.keys(), name
        assert said.conventions.keys() <= family.conventions.keys(), name


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("attention.toml", "[x]\nabout = 'no'\nidea = 'ক'\ntrap = 'ক'", "x.about"),
        ("symbols.toml", "'a number' = 'a number'", "a number"),
        ("data.toml", "[x", "data.toml"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_and_the_others_are_read(
    tmp_path: Path, name: str, text: str, fault: str
) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "tokens.toml").write_text("[y]\nabout = 'ক'\nidea = 'ক'\ntrap = 'ক'", "utf-8")
    read = read_bengali(tmp_path)
    assert list(read.families) == ["y"]
    (said,) = read.faults
    assert name in said
    assert fault in said
