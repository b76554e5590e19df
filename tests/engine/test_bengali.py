"""Texts in Bengali: read from their files, found for questions and mistakes, and of one piece with the English."""

import csv
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.bengali import FamilyInBengali, InBengali, read_bengali
from engine.catalogue import families
from tests.engine.submissions import BANK, HOME

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
        ("symbols.toml", "'a number' = 1", "a number"),
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


FILES = sorted((HOME / "question_bank").rglob("*.toml"))
LETTERS = r"[\u0980-\u09ff]"


def in_bengali() -> Iterator[tuple[str, str]]:
    """Each line of the bank that holds Bengali, with its file."""
    for file in FILES:
        yield from (
            (file.name, line) for line in file.read_text("utf-8").splitlines() if re.search(LETTERS, line)
        )


def spellings() -> Iterator[tuple[str, str]]:
    with (HOME / "question_bank" / "study" / "bengali" / "SPELLING.tsv").open(encoding="utf-8") as rows:
        yield from ((row["write"], row["and not"]) for row in csv.DictReader(rows, delimiter="\t"))


def test_words_are_spelled_as_the_list_says() -> None:
    wrong = {other: write for write, other in spellings()}
    assert len(wrong) >= 30
    whole = re.compile(rf"(?<!{LETTERS})(?:{'|'.join(wrong)})(?!{LETTERS})")
    found = [
        f"{file}: {hit[0]}, write {wrong[hit[0]]}"
        for file, line in in_bengali()
        for hit in whole.finditer(line)
    ]
    assert found == []


def test_the_interface_is_spelled_and_speaks_to_people_in_the_same_way() -> None:
    """Terms of the field aside: in menus some stand in Bengali letters."""
    latin = re.compile("[a-z]")
    wrong = {other: write for write, other in spellings() if not latin.match(write)}
    whole = re.compile(rf"(?<!{LETTERS})(?:{'|'.join(wrong)})(?!{LETTERS})")
    text = (HOME / "app" / "web" / "languages" / "locale" / "bn.po").read_text("utf-8")
    assert [f"{hit[0]}, write {wrong[hit[0]]}" for hit in whole.finditer(text)] == []


def test_letters_with_a_dot_are_written_in_one_way_so_that_they_are_found() -> None:
    assert [file for file, line in in_bengali() if re.search(r"[\u09dc\u09dd\u09df]", line)] == []


def test_no_explanation_of_a_question_has_bengali_digits_formulas_or_exclamation_marks() -> None:
    said = {name: one.bengali for name, one in BANK.questions.items() if one.bengali}
    assert len(said) > 700
    assert [name for name, text in said.items() if re.search(r"[\u09e6-\u09ef$!]", text)] == []


def test_an_explanation_is_never_a_lone_sentence_and_a_large_idea_has_four() -> None:
    for question in BANK.questions.values():
        if question.bengali:
            sentences = len(re.findall(r"[।?]", question.bengali))
            large = question.kind == "text" and question.family.title in ("Explanation", "Case")
            assert sentences >= (4 if large else 2), question.id
