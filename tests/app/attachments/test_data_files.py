"""A data file of a question: uploaded, served, shown, beside a program, taken along, removed when nothing names it."""

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from fastapi import FastAPI

from app.attachments import attachments, data_files
from app.attachments.attachment import NotAttachable
from app.attachments.data_files import CONTROLS, MOST_BYTES, NO_TEXT, TOO_LARGE
from app.attachments.store import attachments as stored
from app.authoring.drafting.files import NAME as RENAME
from app.authoring.exchange import attached_files, folder
from app.authoring.exchange.archive import Unpacked
from app.commands.own_files import own_questions
from app.identity.store.people import Role
from app.practice import code_grading
from app.questions.store import drafts
from tests.app.accounts.members import Member, member
from tests.app.attachments.corpora import CORPUS, FILE, SOLUTION, TABLE, TEXT, keep, with_table
from tests.app.attachments.test_images import age, import_of, names, text_of, zipped
from tests.app.authoring.sample_question import NAME, publish
from tests.app.courses.taught_course import Lecture
from tests.app.exams.course_exam import SMALL, exam, sit
from tests.app.learner import COSINE, Learner, Page, always_on_both
from tests.app.learner import read as read_page
from tests.app.practice.test_code_grading import ended

ADDRESS = f"/files/{FILE.removesuffix('.txt')}/corpus.txt"


@pytest.fixture
def librarian(app: FastAPI, author: Member) -> Member:
    """An author whose question has a corpus beside it, and is published."""
    keep(app, author.id)
    publish(app, author.id, TEXT)
    return author


# Accepted as it came, or refused


@pytest.mark.parametrize(
    "content",
    [
        CORPUS, TABLE, b"a\tb\r\nc\td\r\n", "\ufeffwort,zahl\n".encode(), "বাংলা,১\n".encode(), b"=HYPERLINK(1)\n",
        b"x" * MOST_BYTES,
    ],
)  # fmt: skip
def test_a_text_is_stored_byte_by_byte_as_it_came(app: FastAPI, author: Member, content: bytes) -> None:
    name = keep(app, author.id, content)
    assert attachments.content(app.state.database, name) == content


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "Choose a file first."),
        (b"x" * (MOST_BYTES + 1), TOO_LARGE),
        ("Köln".encode("latin-1"), NO_TEXT),
        ("pairs".encode("utf-16"), NO_TEXT),
        (b"a\0b", CONTROLS),
        (b"a\x1b[31m", CONTROLS),
        ("a\u0085b".encode(), CONTROLS),
        (b"PK\x03\x04", CONTROLS),
    ],
)
def test_what_is_no_small_text_is_refused(content: bytes, said: str) -> None:
    with pytest.raises(NotAttachable) as refused:
        data_files.checked(content)
    assert str(refused.value) == said


# Served


def test_it_is_a_download_that_no_browser_opens(app: FastAPI, librarian: Member, learner: Learner) -> None:
    answer = learner.client.get(ADDRESS)
    assert (answer.status_code, answer.content) == (200, CORPUS)
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="corpus.txt"'
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert answer.headers["cache-control"] == "private, max-age=31536000, immutable"
    as_table = learner.client.get(ADDRESS.replace("corpus.txt", "counts.csv"))
    assert as_table.headers["content-type"] == "text/csv; charset=utf-8"


@pytest.mark.parametrize(
    "address",
    [
        "/files/0/corpus.txt",
        f"/files/{'0' * 64}/corpus.txt",
        ADDRESS.replace("corpus.txt", "corpus.html"),
        ADDRESS.replace("corpus.txt", "con.txt"),
        ADDRESS.replace("corpus.txt", "a%0d%0aX-Y:1.txt"),
        ADDRESS.replace("corpus.txt", "%22;x=.txt"),
        ADDRESS.replace("corpus.txt", "..%2fcorpus.txt"),
        f"/images/{FILE}",
    ],
)
def test_another_address_leads_to_nothing(librarian: Member, learner: Learner, address: str) -> None:
    assert learner.client.get(address).status_code == 404


# Shown


def test_it_stands_below_the_question_with_its_kind_lines_and_size(
    librarian: Member, learner: Learner
) -> None:
    page = learner.get(f"/practice/{NAME}")
    assert f'<a href="{ADDRESS}" download="corpus.txt"><code>corpus.txt</code></a>' in page.html
    assert "TXT · 3 lines · 31 bytes" in page.text
    assert learner.client.get(ADDRESS).content == CORPUS


def test_the_first_rows_of_a_table_are_shown_and_nothing_in_them_runs(
    app: FastAPI, author: Member, learner: Learner
) -> None:
    keep(app, author.id)
    publish(app, author.id, with_table(app, author.id))
    page = learner.get(f"/practice/{NAME}")
    assert "CSV · 4 lines" in page.text
    assert "<bdi>&lt;script&gt;alert(1)&lt;/script&gt;</bdi>" in page.html
    assert "<bdi>=1+1</bdi>" in page.html
    assert 'role="group" aria-label="The first rows of counts.csv"' in page.html


def test_a_file_that_is_gone_leaves_its_name_on_sheets_that_were_begun(
    app: FastAPI, librarian: Member, learner: Learner
) -> None:
    with app.state.database.write() as connection:
        stored.remove(connection, [FILE])
    page = learner.get(f"/practice/{NAME}")
    assert "corpus.txt TXT" in page.text
    assert "lines" not in page.text.partition("corpus.txt TXT")[2][:20]


def test_in_an_exam_its_address_is_first_seen_when_it_is_begun(app: FastAPI, nlp: Lecture) -> None:
    keep(app, nlp.instructor.id)
    publish(app, nlp.instructor.id, TEXT)
    address = exam(nlp, SMALL.replace(COSINE, NAME))
    assert "/files/" not in nlp.student.learner.get(address).html
    sat = sit(app, nlp.student, address)
    page = sat.get("?question=1")
    assert ADDRESS in page.html
    assert nlp.student.learner.client.get(ADDRESS).content == CORPUS


def test_a_question_whose_file_is_missing_is_refused_at_its_line(app: FastAPI, author: Member) -> None:
    publish(app, author.id)
    page = author.learner.send(f"/author/{NAME}/preview", {"text": TEXT}, htmx=True)
    line = TEXT.split("\n").index(f'file = "{FILE}"') + 1
    assert f"Line {line}: files.file: there is no such data file here" in page.text
    page = author.learner.send(f"/author/{NAME}/publish", {"text": TEXT})
    assert (page.status, "This is no question yet" in page.text) == (409, True)


def test_a_file_that_the_question_does_not_name_is_told_and_shown_in_the_preview(
    app: FastAPI, librarian: Member
) -> None:
    text = TEXT.replace("`corpus.txt`", "the corpus")
    page = librarian.learner.send(f"/author/{NAME}/preview", {"text": text}, htmx=True)
    assert "the question does not name corpus.txt; say in it what the file is for" in page.text
    assert ADDRESS in page.html
    page = librarian.learner.send(f"/author/{NAME}/preview", {"text": TEXT}, htmx=True)
    assert "does not name" not in page.text


# Uploaded in the editor


def with_card(author: Member) -> dict[str, str]:
    """The fields of the editor's form after "Add a data file" was pressed."""
    page = author.learner.send(
        f"/author/{NAME}/preview", {"text": TEXT.replace(f'name = "corpus.txt"\nfile = "{FILE}"\n', "").replace(
            "[[files]]\n", ""), "view": "form", "do": "add:files:0", "f.points": "3"}
    )  # fmt: skip
    return {**page.fields, "view": "form", "f.tests.2.hidden": "yes"}


def send(author: Member, content: bytes, form: Mapping[str, str], name: str = "corpus.txt") -> Page:
    files = [("upload.files.0", (name, content, "text/html"))]
    answer = author.learner.client.post(f"/author/{NAME}/attachments", data=dict(form), files=files)
    return read_page(answer)


def test_an_upload_is_stored_named_and_saved_with_the_text(app: FastAPI, owner: Member) -> None:
    page = send(owner, CORPUS, with_card(owner))
    assert page.status == 200
    assert (page.fields["f.files.0.name"], page.fields["f.files.0.file"]) == ("corpus.txt", FILE)
    assert ADDRESS in page.html.partition('id="preview"')[2]
    owner.learner.send(f"/author/{NAME}", {**page.fields, "view": "form"})
    with app.state.database.read() as connection:
        saved = drafts.find(connection, owner.id, NAME)
    assert saved is not None
    assert f'[[files]]\nname = "corpus.txt"\nfile = "{FILE}"\n' in saved.text


def test_a_name_that_was_typed_stays_where_the_file_is_of_the_same_kind(owner: Member) -> None:
    form = {**with_card(owner), "f.files.0.name": "mine.txt"}
    assert send(owner, CORPUS, form).fields["f.files.0.name"] == "mine.txt"
    assert send(owner, TABLE, form, "counts.csv").fields["f.files.0.name"] == "counts.csv"


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("corpus.txt", b"\xff\xfe", NO_TEXT),
        ("corpus.txt", b"x" * (MOST_BYTES + 1), TOO_LARGE),
        ("corpus.exe", CORPUS, RENAME),
        ("con.txt", CORPUS, RENAME),
        ("my corpus.txt", CORPUS, RENAME),
        ("..txt", CORPUS, RENAME),
    ],
)
def test_an_upload_that_is_refused_is_told_at_its_field_and_stores_nothing(
    app: FastAPI, owner: Member, name: str, content: bytes, said: str
) -> None:
    page = send(owner, content, with_card(owner), name)
    assert page.status == 422
    assert said in page.text
    assert names(app) == set()


def test_a_path_that_a_browser_sends_is_left_away(owner: Member) -> None:
    page = send(owner, CORPUS, with_card(owner), "C:\\data\\corpus.txt")
    assert page.fields["f.files.0.name"] == "corpus.txt"


def test_a_card_is_removed_with_its_button(owner: Member) -> None:
    page = send(owner, CORPUS, with_card(owner))
    page = owner.learner.send(
        f"/author/{NAME}/preview", {**page.fields, "view": "form", "do": "remove:files:0"}
    )
    assert "f.files.0.name" not in page.fields
    assert FILE not in page.fields["text"]


def test_images_and_data_files_share_the_limit_of_a_person(
    app: FastAPI, author: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attachments, "MOST", 1)
    keep(app, author.id)
    with pytest.raises(NotAttachable, match="200 images and data files"):
        keep(app, author.id, TABLE)


# Beside a program


@pytest.mark.long("starts a worker, and a sandbox in it, twice")
def test_a_program_reads_it_for_the_shown_tests_and_for_the_hidden_ones(
    librarian: Member, learner: Learner, running: None
) -> None:
    sheet = ended(learner, learner.press(learner.open(NAME), "run", {"answer": SOLUTION}))
    assert "The shown tests ✓passed: a frequent word ✓passed: a word that is not there" in sheet.text
    sheet = ended(learner, learner.press(sheet, "check", {"answer": SOLUTION}))
    assert "Right: all tests passed." in sheet.text


# Taken along


def test_an_archive_takes_it_along_and_brings_it_back_for_another(app: FastAPI, librarian: Member) -> None:
    for place in ("questions.zip", f"{NAME}/question.zip"):
        content = librarian.learner.client.get(f"/author/{place}").content
        with zipfile.ZipFile(io.BytesIO(content)) as file:
            assert file.read(f"files/{FILE}") == CORPUS
    with app.state.database.write() as connection:
        stored.remove(connection, [FILE])
    other = member(app, Role.INSTRUCTOR)
    assert "New drafts 1" in import_of(other, content).text
    assert names(app) == {FILE}
    assert text_of(other).endswith(TEXT)


def test_a_file_of_ones_own_lies_beside_its_question(app: FastAPI, author: Member, tmp_path: Path) -> None:
    text = TEXT.replace(FILE, "corpus.txt")
    content = zipped(**{"count.toml": text.encode(), "files/corpus.txt": CORPUS})
    assert "New drafts 1" in import_of(author, content).text
    assert (names(app), text_of(author).endswith(TEXT)) == ({FILE}, True)
    (tmp_path / "count.toml").write_text(text)
    assert len(own_questions([tmp_path])[1]) == 1
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "corpus.txt").write_bytes(CORPUS)
    (tmp_path / "files" / "unused.txt").write_bytes(CORPUS)
    assert folder.read(tmp_path).attached == (("corpus.txt", CORPUS),)
    questions, faults = own_questions([tmp_path])
    assert (len(questions), faults) == (1, [])


def test_a_file_in_an_archive_that_no_question_names_is_told(app: FastAPI, author: Member) -> None:
    content = zipped(**{
        "count.toml": TEXT.replace(FILE, "corpus.txt").encode(), "files/corpus.txt": CORPUS, "files/more.csv": TABLE,
        "docs/notes.txt": CORPUS,
    })  # fmt: skip
    page = import_of(author, content)
    assert "files/more.csvNo question names this file, so it was not taken." in page.text
    assert "docs/notes.txt" not in page.text
    assert names(app) == {FILE}


def test_a_file_in_an_archive_that_cannot_be_taken_is_told(author: Member) -> None:
    text = TEXT.replace(FILE, "corpus.txt").encode()
    for content, said in ((b"\xff", NO_TEXT), (b"x" * (MOST_BYTES + 1), TOO_LARGE)):
        page = import_of(author, zipped(**{"count.toml": text, "files/corpus.txt": content}))
        assert "files/corpus.txt" in page.text
        assert said in page.text


def test_a_name_is_looked_up_among_names_and_never_as_a_path() -> None:
    sent = Unpacked((), attached=(("../../etc/passwd.txt", CORPUS),))
    assert attached_files.taken(sent).attachments == {}


# Removed


@always_on_both
def test_a_file_that_nothing_names_goes_after_a_week_and_the_others_stay(
    app: FastAPI, librarian: Member
) -> None:
    keep(app, librarian.id, TABLE)
    age(app.state.database, 8)
    attachments._looked.clear()
    attachments.drop_unused(app.state.database)
    assert names(app) == {FILE}


@always_on_both
def test_with_the_account_go_the_files_that_no_question_names(app: FastAPI, librarian: Member) -> None:
    keep(app, librarian.id, TABLE)
    with app.state.database.write() as connection:
        attachments.leave_behind(connection, librarian.id)
    assert names(app) == {FILE}


def test_a_job_of_an_older_version_names_no_files() -> None:
    assert code_grading._files({}) == {}
