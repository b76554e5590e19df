"""Files of exams: what they may say, and where they are told that they do not fit."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from engine.bank import exam_of, read_bank, read_exam
from engine.exams.blueprints import Blueprint, Group, form_of
from engine.validation.locations import Broken
from tests.engine.submissions import BANK

GOOD = """title = "A small exam"
about = "For a Friday."
minutes = 20
points = 8
aids = ["calculator"]
order = "as written"
passes = 40
scale = "german"
rules = ["Round to two decimals."]
scope = "all"

[[groups]]
title = "Choice"
number = 3
points = 1
kinds = ["choice", "drawn"]

[[groups]]
title = "Numbers"
number = 2
points = 2.5
kinds = ["family"]
level = "exam"
"""


def read(text: str, name: str = "small") -> Blueprint:
    found = exam_of(text, Path(f"{name}.toml"))
    assert isinstance(found, Blueprint), found
    return found


def test_a_good_file_is_an_exam_with_the_name_of_the_file() -> None:
    exam = read(GOOD)
    assert (exam.id, exam.title, exam.minutes, exam.number) == ("small", "A small exam", 20, 5)
    assert (exam.scale, exam.order, exam.aids) == ("german", "as written", ("calculator",))
    assert exam.points == 8
    assert exam.passes == 40
    assert exam.groups[1].total == 5
    assert exam.expected_minutes == Fraction(96, 5)


def test_what_is_not_said_has_a_default() -> None:
    bare = read(
        'title = "Bare"\nminutes = 12\npoints = 5\n[[groups]]\ntitle = "All"\nnumber = 5\npoints = 1\n'
    )
    assert (bare.aids, bare.order, bare.scale) == ((), "shuffled", "percent")
    assert bare.passes == 50
    assert (bare.rules, bare.scope, bare.sections, bare.about) == ((), "all", None, "")
    assert all(bare.groups[0].takes(question) for question in BANK.questions.values())


def test_an_exam_survives_json_with_its_exact_points() -> None:
    thirds = GOOD.replace("points = 2.5", 'points = "1/3"').replace("points = 8", 'points = "11/3"')
    exam = read(thirds).narrowed(["2.4"])
    again = Blueprint.model_validate(json.loads(exam.model_dump_json()))
    assert again == exam
    assert (again.points, again.groups[1].points, again.sections) == (
        Fraction(11, 3),
        Fraction(1, 3),
        ("2.4",),
    )


@pytest.mark.parametrize(
    ("was", "becomes", "line", "key", "said"),
    [
        ('title = "A small exam"', 'titel = "A small exam"', 1, "titel", "no such key here; did you mean `title`?"),
        ("minutes = 20", "", 1, "minutes", "this is missing"),
        ("minutes = 20", "minutes = 601", 3, "minutes", "must be at most 600"),
        ("minutes = 20", 'minutes = "long"', 3, "minutes", "a whole number belongs here"),
        ("minutes = 20", 'minutes = "20"', 3, "minutes", "a whole number belongs here"),
        ("minutes = 20", "minutes =", 3, "", "this is no value"),
        ("points = 8", "points = -8", 4, "points", "must be a number such as"),
        ("points = 8", "points = 1e9", 4, "points", "must be a number such as"),
        ("points = 8", "points = 9", 4, "points", "come to 8, not to 9: 3 × 1 (Choice) + 2 × 5/2 (Numbers)"),
        ('["calculator"]', '["calculater"]', 5, "aids", "must be 'calculator' or 'notes'"),
        ('"as written"', '"random"', 6, "order", "must be 'as written' or 'shuffled'"),
        ("passes = 40", "passes = 101", 7, "passes", "must be at most 100"),
        ('"german"', '"swiss"', 8, "scale", "must be 'percent', 'german' or 'letters'"),
        ('["Round to two decimals."]', '"Round."', 9, "rules", "a list belongs here"),
        ('["Round to two decimals."]', '[""]', 9, "rules", "this is empty"),
        ('scope = "all"', 'scope = "some"', 10, "scope", "must be 'all', 'section'"),
        ('scope = "all"', 'scope = "all"\nid = "other"\npace = 2', 12, "pace", "no such key here"),
        ("number = 3", 'number = "3"', 14, "groups.number", "a whole number belongs here"),
        ("number = 3", "number = 0", 14, "groups.number", "must be at least 1"),
        ('kinds = ["choice", "drawn"]', 'kinds = ["choise"]', 16, "groups.kinds", "must be 'family', 'formula'"),
        ('title = "Numbers"', 'title = "Choice"', 19, "groups.title", "another group has this title already"),
        ("points = 2.5", "points = 0", 21, "groups.points", "must be greater than 0"),
        ('kinds = ["family"]', 'kind = ["family"]', 22, "groups.kind", "did you mean `kinds`?"),
        ('level = "exam"', 'level = "easy"', 23, "groups.level", "must be "),
        ('level = "exam"', 'forms = ["case"]', 23, "groups.forms", "text is not among the kinds here"),
        ("number = 2", "number = 99", 12, "groups", "102 questions are more than 100"),
    ],
)  # fmt: skip
def test_a_broken_file_says_where_and_what(was: str, becomes: str, line: int, key: str, said: str) -> None:
    assert GOOD.count(was) == 1
    found = exam_of(GOOD.replace(was, becomes), Path("small.toml"))
    assert isinstance(found, list)
    first = found[0]
    assert (first.line, first.key) == (line, key), str(first)
    assert said in first.message, first.message


def test_all_faults_of_a_file_are_told_at_once() -> None:
    text = GOOD.replace("minutes = 20", "minutes = 0").replace("number = 2", "number = 0")
    found = exam_of(text, Path("small.toml"))
    assert isinstance(found, list)
    assert [broken.line for broken in found] == [3, 20]


def test_a_key_that_is_misspelt_is_not_told_to_be_missing_too() -> None:
    found = exam_of(GOOD.replace("minutes = 20", "minuts = 20").replace("number = 2", ""), Path("small.toml"))
    assert isinstance(found, list)
    assert [(broken.key, broken.message) for broken in found] == [
        ("minuts", "there is no such key here; did you mean `minutes`?"),
        ("groups.number", "this is missing"),
    ]


def test_exams_lie_in_a_folder_of_the_bank_and_are_no_questions(tmp_path: Path) -> None:
    folder = tmp_path / "exams"
    folder.mkdir()
    (folder / "small.toml").write_text(GOOD, "utf-8")
    (folder / "twisted.toml").write_text(GOOD.replace("points = 8", "points = 9"), "utf-8")
    (folder / "Two Words.toml").write_text(GOOD, "utf-8")
    (folder / "bytes.toml").write_bytes(b"\xff\xfe title")
    bank = read_bank(tmp_path)
    assert dict(bank.questions) == {}
    assert list(bank.exams) == ["small"]
    told = {broken.file.name: broken for broken in bank.broken}
    assert told.keys() == {"Two Words.toml", "bytes.toml", "twisted.toml"}
    assert str(told["twisted.toml"]).startswith(f"{folder / 'twisted.toml'}:4: points: ")
    assert "small letters and digits belong here" in told["Two Words.toml"].message
    assert all(isinstance(broken, Broken) for broken in bank.broken)
    assert isinstance(read_exam(folder / "absent.toml"), list)


def test_the_built_in_exams_are_those_that_the_course_has() -> None:
    composed = {
        exam.id: f"{exam.minutes} minutes, {exam.points} points, {exam.scope}" for exam in BANK.exams.values()
    }
    assert composed == {
        "chapter": "55 minutes, 23 points, chosen",
        "full": "120 minutes, 50 points, all",
        "long-chapter": "110 minutes, 46 points, chosen",
        "sprint": "20 minutes, 8 points, section",
        "weak-spots": "30 minutes, 13 points, weak spots",
    }
    groups = {
        exam.id: " ".join(f"{group.number}×{group.points}" for group in exam.groups)
        for exam in BANK.exams.values()
    }
    assert groups["full"] == "7×1 4×1 3×3 3×5 2×5 1×5"
    assert groups["chapter"] == "3×1 2×1 1×3 2×5 1×5"
    assert groups["long-chapter"] == "5×1 3×1 3×3 3×5 2×5 2×2"
    for exam in BANK.exams.values():
        assert exam.aids == ("calculator",)
        assert 2 <= len(exam.rules) <= 4


def test_a_group_takes_what_fits_all_its_filters() -> None:
    def taken(**filters: object) -> set[str]:
        group = Group.model_validate({"title": "Some", "number": 1, "points": 1, **filters})
        return {question.id for question in BANK.questions.values() if group.takes(question)}

    assert taken() == BANK.questions.keys()
    definitions = taken(forms=["definition"])
    assert definitions == {id for id, one in BANK.questions.items() if form_of(one) == "definition"} != set()
    assert taken(kinds=["text"], forms=["definition"]) == definitions
    assert taken(kinds=["code", "text"], forms=["definition"]) == taken(kinds=["code"]) | definitions
    assert (
        taken(kinds=["choice"], sections=["2.4"])
        == taken(kinds=["choice"]) & taken(sections=["2.4"])
        != set()
    )
    some = sorted(taken(families=["perplexity"]))
    assert some
    assert taken(families=["perplexity"], questions=some[:1]) == {some[0]}
    assert taken(families=["perplexity"], kinds=["choice"]) == set()
    for id in taken(level="hard"):
        assert "hard" in BANK.questions[id].levels
    assert taken(level="hard") | taken(level="exam") | taken(level="warm-up") == BANK.questions.keys()


def test_narrowing_goes_on_from_what_it_was_narrowed_to() -> None:
    exam = read(GOOD)
    assert exam.narrowed(["2.4", "2.5", "2.4"]).sections == ("2.4", "2.5")
    assert exam.narrowed(["2.4", "2.5"]).narrowed(["2.5", "2.6"]).sections == ("2.5",)
    assert exam.narrowed(["2.4"]).narrowed(["2.6"]).sections == ()
    assert exam.sections is None
    assert exam.narrowed(["2.4"]).groups == exam.groups
