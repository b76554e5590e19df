"""What a page shows of a data file, and how a file of a question may be called."""

from hashlib import sha256
from pathlib import Path

import pytest

from engine.bank import ATTACHMENTS, NO_FILE, read_question, written
from engine.data_files import DataFile, Look, is_name, look, unmentioned
from engine.questions import Question
from engine.validation.locations import Broken
from tests.engine.submissions import BANK, HOME

STORED = f"{'a' * 64}.txt"
TEXT = """title = "Pairs"
kind = "choice"
section = "2.4"
statement = "How many pairs are in `pairs.csv`?"
options = [
  { text = "two", right = true, why = "Each line is one." },
  { text = "three", why = "The first line is no pair." },
]
"""


def seen(name: str, content: bytes) -> Look:
    return look(DataFile(name=name, file=STORED), content)


def question(*names: str, file: str = STORED) -> Question | list[str]:
    """The question with files of these names, or its faults, each with its line and key."""
    tables = "".join(f'\n[[files]]\nname = "{name}"\nfile = "{file}"\n' for name in names)
    found = written(TEXT + tables, Path("mine/pairs.toml"))
    return found if isinstance(found, Question) else [f"{one.line} {one.key}: {one.message}" for one in found]


def test_a_table_is_seen_by_its_first_five_rows_its_lines_and_its_size() -> None:
    content = b'word,count\r\nthe,"1,204"\nof,=1+1\n,7\nto,3\nin,2\nit,1\n'
    found = seen("pairs.csv", content)
    assert (found.kind, found.lines, found.size, found.columns) == ("CSV", 7, len(content), 2)
    assert found.rows == (("word", "count"), ("the", "1,204"), ("of", "=1+1"), ("", "7"), ("to", "3"))


def test_semicolons_part_the_cells_where_the_first_line_has_more_of_them_than_commas() -> None:
    found = seen("pairs.csv", b"word;count;share\nthe;7;0,5\n")
    assert (found.columns, found.rows) == (3, (("word", "count", "share"), ("the", "7", "0,5")))
    assert seen("pairs.csv", b"word,note\nthe,a;b;c\n").columns == 2


def test_quotation_marks_in_a_table_with_tabs_are_letters() -> None:
    assert seen("pairs.tsv", b'"a\tb"\nc\td\n').rows == (('"a', 'b"'), ("c", "d"))


def test_a_wide_table_and_a_long_cell_are_cut_for_the_page() -> None:
    found = seen("wide.csv", (",".join(["x" * 100] * 15) + "\n").encode())
    assert (found.columns, len(found.rows[0])) == (15, 12)
    assert found.rows[0][0] == "x" * 59 + "…"


@pytest.mark.parametrize("name", ["corpus.txt", "records.json", "records.jsonl"])
def test_only_a_table_has_rows(name: str) -> None:
    assert seen(name, b"a,b\n").rows == ()


def test_the_mark_before_a_spreadsheets_first_cell_is_not_shown() -> None:
    assert seen("pairs.csv", b"\xef\xbb\xbfword\n").rows == (("word",),)


def test_a_table_that_cannot_be_read_is_a_file_without_rows() -> None:
    assert seen("pairs.csv", b'"' + b"x" * 140_000).rows == ()


@pytest.mark.parametrize(
    ("content", "whole"),
    [
        (b"a\n" * 12, "a\n" * 11 + "a"),
        (b"a\n" * 13, ""),
        (b"x" * 100, "x" * 100),
        (b"x" * 101, ""),
    ],
)
def test_a_file_of_twelve_short_lines_can_be_printed(content: bytes, whole: str) -> None:
    assert seen("corpus.txt", content).whole == whole


@pytest.mark.parametrize(
    "name",
    [
        "../pairs.csv", "a/pairs.csv", "a\\pairs.csv", "/etc/passwd", ".csv", ".pairs.csv", "pairs", "pairs.csv.exe",
        "pairs.py", "pairs.CSV", "pa irs.csv", "pa\u202evsc.csv", "päirs.csv", "раirs.csv", "pairs．csv", "pairs.csv\n",
        "pairs\0.csv", 'pa"irs.csv', "-pairs.csv", "a.b.csv", f"{'a' * 41}.csv", "con.txt", "NUL.csv", "Com1.json",
    ],
)  # fmt: skip
def test_a_hostile_name_is_none(name: str) -> None:
    assert not is_name(name)


@pytest.mark.parametrize(
    "name", ["pairs.csv", "A-1_b.tsv", f"{'a' * 40}.jsonl", "console.txt", "0.json", "x.txt"]
)
def test_an_ordinary_name_is_one(name: str) -> None:
    assert is_name(name)


def test_a_question_has_its_files_in_their_order_and_names_them_below_its_statement() -> None:
    found = question("pairs.csv", "more.txt")
    assert isinstance(found, Question)
    assert [one.name for one in found.attached] == ["pairs.csv", "more.txt"]
    assert found.attached[0].address == f"/files/{'a' * 64}/pairs.csv"
    assert list(unmentioned(found.statement, found.files)) == [
        (1, "the question does not name more.txt; say in it what the file is for")
    ]


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("../pairs.csv",), "11 files.name: a name such as pairs.csv belongs here"),
        (("con.txt",), "11 files.name: some systems keep this name for themselves"),
        (("pairs.csv", "Pairs.csv"), "15 files.name: this stands here twice: Pairs.csv"),
        (tuple("abcde"), "files: at most 4 fit here"),
    ],
)
def test_a_name_that_a_file_cannot_have_is_a_fault_at_its_line(names: tuple[str, ...], said: str) -> None:
    faults = question(*(name if "." in name else f"{name}.csv" for name in names))
    assert isinstance(faults, list)
    assert any(said in one for one in faults), faults


def test_the_file_is_named_by_its_content() -> None:
    faults = question("pairs.csv", file="pairs.csv")
    assert isinstance(faults, list)
    assert "the name of an uploaded data file belongs here" in faults[0]


def test_a_built_in_file_is_named_by_its_content_and_by_a_question() -> None:
    named = {one.file: question for question in BANK.questions.values() for one in question.files}
    there = {file.name: file.read_bytes() for file in (HOME / "question_bank" / ATTACHMENTS).iterdir()}
    assert there.keys() == named.keys()
    for name, content in there.items():
        assert name == f"{sha256(content).hexdigest()}.txt"
        assert all(one.lines for one in named[name].attached)


def test_a_built_in_question_whose_file_is_missing_is_broken_at_its_line(tmp_path: Path) -> None:
    file = tmp_path / "embeddings" / "pairs.toml"
    file.parent.mkdir()
    file.write_text(f'{TEXT}\n[[files]]\nname = "pairs.csv"\nfile = "{STORED}"\n')
    found = read_question(file)
    assert isinstance(found, Broken)
    assert (found.line, found.message) == (12, NO_FILE)
    (tmp_path / ATTACHMENTS).mkdir()
    (tmp_path / ATTACHMENTS / STORED).write_bytes(b"a,b\n")
    found = read_question(file)
    assert isinstance(found, Question)
    assert found.attached[0].rows == (("a", "b"),)
