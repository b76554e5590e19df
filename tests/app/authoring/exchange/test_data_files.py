"""Data files on their way to other systems and back: linked below the question, and a file of it again."""

import base64
import io
import zipfile
from urllib.parse import unquote
from xml.etree import ElementTree as xml

import pytest
from fastapi import FastAPI

from app.authoring import exports, taking_along
from app.authoring.exchange import attached_files, foreign
from app.authoring.exchange.formats import Format
from app.authoring.exchange.question_file import QuestionFile
from app.authoring.taking_along import Chosen
from tests.app.accounts.members import Member
from tests.app.attachments.corpora import CORPUS, FILE, TABLE, TEXT, keep, with_table
from tests.app.authoring.sample_question import NAME, publish
from tests.app.contexts import context_of

LINKS = ["corpus.txt", "counts.csv"]


@pytest.fixture
def librarian(app: FastAPI, author: Member) -> Member:
    """An author whose question has two files."""
    keep(app, author.id)
    publish(app, author.id, with_table(app, author.id))
    return author


def sent(app: FastAPI, person: Member, to: Format) -> bytes:
    return taking_along.file(context_of(app, person.id), Chosen((NAME,), ""), to, 1)


def back(name: str, content: bytes) -> tuple[QuestionFile, list[str], dict[str, bytes]]:
    """The question as it comes back, what is told of it, and the contents of its files."""
    unpacked = foreign.unpack([(name, content)])
    (file,) = attached_files.taken(unpacked).files
    taken = attached_files.taken(unpacked)
    told = [str(one) for one in (*file.told, *taken.left_out)]
    return file, told, {key: one.content for key, one in taken.attachments.items()}


def test_moodle_gets_the_files_with_links_below_the_question(app: FastAPI, librarian: Member) -> None:
    quiz = xml.fromstring(exports.for_moodle(context_of(app, librarian.id), NAME, 1))
    (asked,) = quiz.findall("question/questiontext")
    for name in LINKS:
        assert f'<a href="@@PLUGINFILE@@/{name}">{name}</a>' in (asked.findtext("text") or "")
    files = {file.get("name"): base64.b64decode(file.text or "") for file in asked.findall("file")}
    assert files == {"corpus.txt": CORPUS, "counts.csv": TABLE}


def test_what_went_to_moodle_comes_back_with_its_files(app: FastAPI, librarian: Member) -> None:
    file, told, contents = back("quiz.xml", sent(app, librarian, Format.MOODLE))
    assert sorted(contents.values()) == sorted((CORPUS, TABLE))
    assert f'[[files]]\nname = "corpus.txt"\nfile = "{FILE}"' in file.text
    assert 'name = "counts.csv"' in file.text
    assert "\ncorpus.txt\n" not in file.text, "the list below the question says it"
    assert not [one for one in told if "link" in one or "file" in one.lower()]


@pytest.mark.parametrize("to", [Format.QTI_21, Format.QTI_30])
def test_a_package_of_qti_has_them_as_files_of_the_item_and_gives_them_back(
    app: FastAPI, librarian: Member, to: Format
) -> None:
    content = sent(app, librarian, to)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        inside = [name for name in archive.namelist() if name.startswith("files/")]
        assert {name.rpartition("/")[2]: archive.read(name) for name in inside} == {
            "corpus.txt": CORPUS, "counts.csv": TABLE,
        }  # fmt: skip
        manifest = archive.read("imsmanifest.xml").decode()
        (item,) = [name for name in archive.namelist() if name.startswith(NAME)]
        for name in inside:
            assert f'href="{name}"' in manifest
            assert f'href="{name}"' in archive.read(item).decode()
    file, told, contents = back("package.zip", content)
    assert sorted(contents.values()) == sorted((CORPUS, TABLE))
    assert f'[[files]]\nname = "corpus.txt"\nfile = "{FILE}"' in file.text
    assert not [one for one in told if "link" in one or "file" in one.lower()]


def test_two_questions_in_one_package_may_call_different_files_alike(app: FastAPI, librarian: Member) -> None:
    other = TEXT.replace(FILE, keep(app, librarian.id, b"another corpus\n"))
    publish(app, librarian.id, other, "another-1a2b3c")
    chosen = Chosen((NAME, "another-1a2b3c"), "")
    for to in (Format.QTI_21, Format.CARTRIDGE):
        content = taking_along.file(context_of(app, librarian.id), chosen, to, 1)
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            found = {archive.read(name) for name in archive.namelist() if name.endswith("/corpus.txt")}
        assert found == {CORPUS, b"another corpus\n"}


def test_a_cartridge_links_what_it_brings(app: FastAPI, librarian: Member) -> None:
    with zipfile.ZipFile(io.BytesIO(sent(app, librarian, Format.CARTRIDGE))) as archive:
        quiz = archive.read("quiz/assessment.xml").decode()
        for name in archive.namelist():
            if name.endswith(tuple(LINKS)):
                path = name.removeprefix("web_resources/")
                assert f'href="$IMS-CC-FILEBASE$/{path}"'.replace('"', "&quot;") in quiz or path in quiz
        assert sum(name.endswith(tuple(LINKS)) for name in archive.namelist()) == 2


def moodle(link: str, name: str, content: bytes = TABLE) -> bytes:
    """A question of Moodle's that links a file."""
    return f"""<quiz><question type="essay"><name><text>Read</text></name><questiontext format="html">
    <text><![CDATA[<p>Read <a href="@@PLUGINFILE@@/{link}">the table</a> first.</p>]]></text>
    <file name="{name}" path="/" encoding="base64">{base64.b64encode(content).decode()}</file></questiontext>
    <defaultgrade>2</defaultgrade></question></quiz>""".encode()


def test_a_table_that_a_question_of_moodle_links_becomes_its_file_and_the_words_stay() -> None:
    file, told, contents = back("quiz.xml", moodle("counts.csv", "counts.csv"))
    assert 'name = "counts.csv"' in file.text
    assert "Read the table first." in file.text
    assert list(contents.values()) == [TABLE]
    assert not [one for one in told if "counts" in one]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("slides.pdf", "The file “slides.pdf” was left out"),
        ("my%20table.csv", "The file “my table.csv” was left out"),
        ("counts.csv.exe", "The file “counts.csv.exe” was left out"),
    ],
)
def test_a_linked_file_that_can_be_none_of_ours_is_told(name: str, said: str) -> None:
    file, told, contents = back("quiz.xml", moodle(name, unquote(name)))
    assert (contents, "[[files]]" in file.text) == ({}, False)
    assert any(said in one for one in told), told
    assert any("A link was left out" in one for one in told)


def test_of_a_path_that_another_system_wrote_only_the_name_is_used() -> None:
    file, told, contents = back("quiz.xml", moodle("..%2F..%2Fcounts.csv", "../../counts.csv"))
    assert (list(contents.values()), 'name = "counts.csv"' in file.text) == ([TABLE], True)
    assert not [one for one in told if "counts" in one]


def test_a_linked_file_that_is_no_text_is_told_as_every_upload(app: FastAPI) -> None:
    _, told, contents = back("quiz.xml", moodle("counts.csv", "counts.csv", b"\xff\xfe"))
    assert contents == {}
    assert any("This file is no text in UTF-8" in one for one in told)
