"""An image of a question: uploaded, served, shown, taken along, and removed when nothing shows it."""

import base64
import io
import zipfile
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from xml.etree import ElementTree as xml

import pytest
from fastapi import FastAPI
from sqlalchemy import select, update

from app.attachments import attachments
from app.attachments.attachment import NotAttachable
from app.attachments.cleaning.image import TOO_LARGE, cleaned
from app.attachments.store import attachments as stored
from app.authoring import exports
from app.authoring.exchange import archive, attached, attached_files, folder
from app.authoring.exchange.archive import CannotUnpack
from app.commands.own_files import own_questions
from app.commands.refusal import Refused
from app.database import schema
from app.database.connection import Database
from app.identity.store.people import Role
from app.questions.store import drafts
from tests.app.accounts.members import Member, member
from tests.app.attachments import drawings
from tests.app.attachments.drawings import SVG
from tests.app.authoring.sample_question import NAME, TEXT, publish
from tests.app.contexts import context_of
from tests.app.learner import Learner, Page, always_on_both
from tests.app.learner import read as read_page

PICTURE = cleaned(SVG)
WORDS = "A line that goes up & down"


def text_with(name: str = PICTURE.name) -> str:
    picture = (
        f'[pictures.hill]\nkind = "image"\nfile = "{name}"\ntext = "{WORDS}"\nwidth = 120\nheight = 60\n\n'
    )
    shown = TEXT.replace(" hours.\n'''", " hours.\n\n<hill>\n'''", 1)
    return shown.replace("[variables.power]", f"{picture}[variables.power]", 1)


def keep(app: FastAPI, person: int, content: bytes = SVG) -> str:
    image = cleaned(content)
    attachments.upload(app.state.database, person, image)
    return image.name


@pytest.fixture
def painter(app: FastAPI, author: Member) -> Member:
    """An author whose lamp shows an image, and is published."""
    keep(app, author.id)
    publish(app, author.id, text_with())
    return author


def names(app: FastAPI) -> set[str]:
    with app.state.database.read() as connection:
        return set(connection.execute(select(schema.attachments.c.name)).scalars())


# Served


@pytest.mark.parametrize(
    ("content", "kind"), [(SVG, "image/svg+xml; charset=utf-8"), (drawings.png(), "image/png")]
)
def test_it_is_served_as_what_it_is_for_ever_and_runs_nothing(
    app: FastAPI, author: Member, learner: Learner, content: bytes, kind: str
) -> None:
    name = keep(app, author.id, content)
    answer = learner.client.get(f"/images/{name}")
    assert (answer.status_code, answer.content) == (200, cleaned(content).content)
    assert answer.headers["content-type"] == kind
    assert answer.headers["x-content-type-options"] == "nosniff"
    policy = answer.headers["content-security-policy"]
    assert policy == "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize(
    "name",
    ["x.png", PICTURE.name, PICTURE.name.upper(), f"{'0' * 64}.gif", f"..%2f{PICTURE.name}", "%00.png"],
)
def test_another_name_leads_to_nothing(learner: Learner, name: str) -> None:
    assert learner.client.get(f"/images/{name}").status_code == 404


# Shown


def test_it_stands_on_the_sheet_with_its_words_and_its_size(painter: Member, learner: Learner) -> None:
    page = learner.get(f"/practice/{NAME}")
    shown = f'<img class="uploaded" src="/images/{PICTURE.name}" alt="A line that goes up &amp; down"'
    assert f'{shown} width="120" height="60">' in page.html
    assert "M10 50L60 10L110 50" not in page.html  # never inside the page


def test_a_question_whose_image_is_missing_is_refused_at_its_place(app: FastAPI, author: Member) -> None:
    publish(app, author.id)
    text = text_with(f"{'0' * 64}.png")
    page = author.learner.send(f"/author/{NAME}/preview", {"text": text}, htmx=True)
    line = text.split("\n").index(f'file = "{"0" * 64}.png"') + 1
    assert f"Line {line}: pictures.hill.file: there is no such image here" in page.text
    for button in ("check", "publish"):
        page = author.learner.send(f"/author/{NAME}/{button}", {"text": text})
        assert page.status == 409
        assert "This is no question yet, so it cannot be checked or published." in page.text


# Uploaded in the editor


def send(author: Member, content: bytes, form: Mapping[str, str], name: str = "hill.svg") -> Page:
    files = [("upload.pictures.0", (name, content, "image/svg+xml"))]
    return read_page(author.learner.client.post(f"/author/{NAME}/attachments", data=dict(form), files=files))


def with_card(author: Member) -> dict[str, str]:
    """The fields of the editor's form after "Add an image" was pressed."""
    page = author.learner.send(
        f"/author/{NAME}/preview", {"text": TEXT, "view": "form", "do": "add:pictures:0", "f.title": "A lamp"}
    )
    assert "Add an image" in page.text
    return {**page.fields, "view": "form"}


def test_an_upload_is_stored_and_shown_at_once_and_saved_with_the_text(app: FastAPI, owner: Member) -> None:
    form = {**with_card(owner), "f.pictures.0.text": WORDS}
    assert "<image>" in form["f.statement"]
    page = send(owner, SVG, form)
    assert page.status == 200
    assert page.fields["f.pictures.0.file"] == PICTURE.name
    assert f'class="uploaded small" src="/images/{PICTURE.name}"' in page.html
    assert f'<img class="uploaded" src="/images/{PICTURE.name}"' in page.html.partition('id="preview"')[2]
    with app.state.database.read() as connection:
        before = drafts.find(connection, owner.id, NAME)
    assert before is not None
    assert PICTURE.name not in before.text
    owner.learner.send(f"/author/{NAME}", {**page.fields, "view": "form"})
    with app.state.database.read() as connection:
        after = drafts.find(connection, owner.id, NAME)
    assert after is not None
    assert f'file = "{PICTURE.name}"' in after.text
    assert "width = 120\nheight = 60\n" in after.text


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"BM", "This is no PNG, SVG, JPEG or GIF."),
        (SVG + b" " * 2**20, "This file is larger than 1 MB."),
        (drawings.png_of(5000, 5), "This picture has more than 4,000 pixels on a side."),
    ],
    ids=["a BMP", "1 MB + 1", "wide"],
)
def test_what_is_no_image_is_refused_at_its_field_and_nothing_is_lost(
    app: FastAPI, owner: Member, content: bytes, why: str
) -> None:
    page = send(owner, content, {**with_card(owner), "f.pictures.0.text": WORDS})
    assert page.status == 422
    assert page.html.partition('id="fault-f.pictures.0.file" data-refused>')[2].startswith(why)
    assert page.fields["f.pictures.0.text"].strip() == WORDS
    assert names(app) == set()


def test_nobody_uploads_to_the_question_of_another(app: FastAPI, owner: Member) -> None:
    other = member(app, Role.INSTRUCTOR)
    assert send(other, SVG, {"text": TEXT, "view": "form"}).status == 404
    assert send(member(app, Role.STUDENT), SVG, {"text": TEXT}).status == 403
    assert names(app) == set()


def test_a_person_has_so_many_images_and_no_more(
    app: FastAPI, author: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attachments, "MOST", 2)
    keep(app, author.id)
    keep(app, author.id, drawings.png())
    keep(app, author.id)  # the same again is no further one
    with pytest.raises(NotAttachable, match="You have 200 images and data files here"):
        keep(app, author.id, drawings.png(9, 9))
    monkeypatch.setattr(attachments, "MOST", 9)
    monkeypatch.setattr(attachments, "MOST_BYTES", 300)
    with pytest.raises(NotAttachable, match="50 MB"):
        keep(app, author.id, drawings.png(9, 9))
    keep(app, member(app, Role.INSTRUCTOR).id, drawings.png(9, 9))


def test_what_is_far_too_large_is_told_the_limit_of_an_image(owner: Member) -> None:
    answer = owner.learner.client.post(
        f"/author/{NAME}/attachments",
        files=[("upload.pictures.0", ("hill.png", b"x" * 4 * 2**20, "image/png"))],
    )
    assert (answer.status_code, answer.text) == (413, TOO_LARGE)


@pytest.mark.parametrize("pictures", ["5", "{a = 5}", "[1]"])
def test_an_upload_to_a_text_without_that_picture_stores_nothing(
    app: FastAPI, owner: Member, pictures: str
) -> None:
    page = send(owner, SVG, {"text": f"pictures = {pictures}\n{TEXT}", "view": "text"})
    assert page.status in (200, 422)
    assert names(app) == set()


def test_an_image_is_whose_who_uploaded_it_last(app: FastAPI, author: Member) -> None:
    keep(app, author.id)
    other = member(app, Role.INSTRUCTOR)
    keep(app, other.id)
    with app.state.database.write() as connection:
        attachments.leave_behind(connection, author.id)
    assert names(app) == {PICTURE.name}


# Taken along


def import_of(owner: Member, content: bytes) -> Page:
    parts = [("file", ("all.zip", content))]
    return read_page(owner.learner.client.post("/author/imports", files=parts))


def text_of(owner: Member) -> str:
    with zipfile.ZipFile(io.BytesIO(owner.learner.client.get("/author/questions.zip").content)) as file:
        return file.read(next(name for name in file.namelist() if name.endswith(".toml"))).decode()


def test_an_archive_takes_it_along_and_brings_it_back_for_another(app: FastAPI, painter: Member) -> None:
    for place in ("questions.zip", f"{NAME}/question.zip"):
        content = painter.learner.client.get(f"/author/{place}").content
        with zipfile.ZipFile(io.BytesIO(content)) as file:
            assert file.read(f"images/{PICTURE.name}") == PICTURE.content
    database: Database = app.state.database
    with database.write() as connection:
        stored.remove(connection, [PICTURE.name])
    other = member(app, Role.INSTRUCTOR)
    assert "New drafts 1" in import_of(other, content).text
    assert names(app) == {PICTURE.name}
    assert text_of(other).endswith(text_with())


def zipped(**files: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as file:
        for name, content in files.items():
            file.writestr(name, content)
    return made.getvalue()


def test_what_is_imported_is_cleaned_and_gets_the_name_of_its_content(app: FastAPI, author: Member) -> None:
    harm = SVG.replace(b"<path", b"<script>alert(1)</script><path onload='x()'")
    content = zipped(**{
        "lamp.toml": text_with("hill.svg").encode(), "images/hill.svg": harm, "images/unused.png": drawings.png(),
    })  # fmt: skip
    assert "New drafts 1" in import_of(author, content).text
    (name,) = names(app)
    assert f'file = "{name}"' in text_of(author)
    assert b"script" not in author.learner.client.get(f"/images/{name}").content


def test_an_import_without_its_image_or_with_a_broken_one_says_so(app: FastAPI, author: Member) -> None:
    page = import_of(author, zipped(**{"lamp.toml": text_with().encode()}))
    assert "pictures.hill.file: there is no such image here" in page.text
    content = zipped(**{"tree.toml": text_with("hill.svg").encode(), "images/hill.svg": b"<svg"})
    page = import_of(author, content)
    assert "images/hill.svg" in page.text
    assert "This SVG cannot be read: it is no whole XML." in page.text
    assert names(app) == set()


def test_two_images_of_one_name_are_both_left_out(app: FastAPI, author: Member) -> None:
    content = zipped(**{
        "a.toml": text_with("hill.svg").encode(), "1/images/hill.svg": SVG, "2/images/hill.svg": SVG + b" ",
    })  # fmt: skip
    assert "Two different files have this name." in import_of(author, content).text
    content = zipped(**{
        "a.toml": text_with("hill.svg").encode(), "1/images/hill.svg": SVG, "2/images/hill.svg": SVG,
    })  # fmt: skip
    assert "Two different files" not in import_of(author, content).text
    assert names(app) == {PICTURE.name}


def test_an_image_that_cannot_be_taken_is_named(author: Member) -> None:
    large = drawings.png() + b" " * 2**20
    page = import_of(author, zipped(**{"a.toml": text_with("b.png").encode(), "images/b.png": large}))
    assert "images/b.png" in page.text
    assert "This file is larger than 1 MB." in page.text


def test_an_image_may_be_chosen_beside_its_question(app: FastAPI, author: Member) -> None:
    parts = [("file", ("lamp.toml", text_with("hill.svg").encode())), ("file", ("hill.svg", SVG))]
    page = read_page(author.learner.client.post("/author/imports", files=parts))
    assert "New drafts 1" in page.text
    assert names(app) == {PICTURE.name}


def test_images_of_several_archives_count_together(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = [(f"{n}.zip", zipped(**{f"images/{n}.svg": SVG + b" " * n})) for n in range(3)]
    assert len(archive.unpack(sent).attached) == 3
    monkeypatch.setattr(attached, "MOST", 2)
    with pytest.raises(CannotUnpack, match="more than 200 images"):
        archive.unpack(sent)
    monkeypatch.setattr(attached, "MOST", 9)
    monkeypatch.setattr(attached, "MOST_BYTES", 2 * len(SVG))
    with pytest.raises(CannotUnpack, match="50 MB"):
        archive.unpack(sent)


def test_cleaning_ends_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = archive.unpack([("a.zip", zipped(**{"a.toml": text_with("b.svg").encode(), "images/b.svg": SVG}))])
    assert len(attached_files.taken(sent).attachments) == 1
    monkeypatch.setattr(attached_files, "PATIENCE", 0.0)
    with pytest.raises(CannotUnpack, match="takes too long"):
        attached_files.taken(sent)


def test_a_name_in_a_comment_names_no_image() -> None:
    text = text_with("b.svg").replace('file = "b.svg"', f'file = "{PICTURE.name}"  # not c.svg')
    sent = archive.unpack([
        ("a.zip", zipped(**{"a.toml": text.encode(), "images/b.svg": SVG, "images/c.svg": SVG + b" "})),
    ])  # fmt: skip
    assert attached_files.taken(sent).attachments == {}


def test_hidden_folders_and_images_that_no_text_names_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "lamp.toml").write_text(text_with("hill.svg"))
    for place, name in (("images", "hill.svg"), (".git/images", "hill.svg"), ("docs/images", "large.svg")):
        (tmp_path / place).mkdir(parents=True)
        (tmp_path / place / name).write_bytes(SVG + b" " * 2**21 if name == "large.svg" else SVG)
    read = folder.read(tmp_path)
    assert (read.attached, read.left_out) == ((("hill.svg", SVG),), ())
    assert own_questions([tmp_path])[1] == []


def test_of_an_archive_only_images_that_a_text_names_are_told_of() -> None:
    large = drawings.png() + b" " * 2**20
    sent = archive.unpack([("a.zip", zipped(**{"a.toml": TEXT.encode(), "docs/images/b.png": large}))])
    assert attached_files.taken(sent).left_out == ()


def test_the_command_line_tells_when_cleaning_takes_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lamp.toml").write_text(text_with("hill.svg"))
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "hill.svg").write_bytes(SVG)
    monkeypatch.setattr(attached_files, "PATIENCE", 0.0)
    with pytest.raises(Refused, match="takes too long"):
        own_questions([tmp_path])


def test_the_command_line_looks_beside_the_files(tmp_path: Path) -> None:
    (tmp_path / "lamp.toml").write_text(text_with("hill.svg"))
    questions, faults = own_questions([tmp_path])
    assert (questions, len(faults)) == ([], 1)
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "hill.svg").write_bytes(SVG)
    questions, faults = own_questions([tmp_path])
    assert (len(questions), faults) == (1, [])


def test_moodle_gets_the_image_and_its_words(app: FastAPI, painter: Member) -> None:
    made = xml.fromstring(exports.for_moodle(context_of(app, painter.id), NAME, 2))
    asked = made.findall("question/questiontext")
    assert len(asked) == 2
    for one in asked:
        assert f'<img src="@@PLUGINFILE@@/{PICTURE.name}" alt="A line that goes up &amp; down">' in (
            one.findtext("text") or ""
        )
        (file,) = one.findall("file")
        assert base64.b64decode(file.text or "") == PICTURE.content


def test_moodle_gets_no_more_images_than_a_server_bears(
    painter: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exports, "MOST_BYTES", 3 * len(PICTURE.content))
    assert painter.learner.get(f"/author/{NAME}/moodle.xml?variants=3").status == 200
    refused = painter.learner.get(f"/author/{NAME}/moodle.xml?variants=4")
    assert refused.status == 413
    assert "Ask for fewer" in refused.text


# Removed


def age(database: Database, days: float) -> None:
    with database.write() as connection:
        at = datetime.now(UTC) - timedelta(days=days)
        connection.execute(update(schema.attachments).values(uploaded_at=at))


@always_on_both
def test_an_image_that_nothing_shows_goes_after_a_week(app: FastAPI, author: Member) -> None:
    database: Database = app.state.database
    kept, drafted, unused = (
        PICTURE.name,
        keep(app, author.id, drawings.png()),
        keep(app, author.id, drawings.png(9)),
    )
    keep(app, author.id)
    publish(app, author.id, text_with(kept))
    with database.write() as connection:
        drafts.add(connection, author.id, "another", f'file = "{drafted}"', "")
    for days, left in ((6.9, {kept, drafted, unused}), (7.1, {kept, drafted})):
        age(database, days)
        attachments._looked.clear()
        attachments.drop_unused(database)
        assert names(app) == left
    keep(app, author.id, drawings.png(9))
    attachments._looked.clear()
    attachments.drop_unused(database)
    assert unused in names(app)
    age(database, 8)
    attachments.drop_unused(database)  # within the hour nothing is looked for
    assert unused in names(app)


@always_on_both
def test_with_the_account_go_the_images_that_no_question_shows(app: FastAPI, painter: Member) -> None:
    keep(app, painter.id, drawings.png())
    with app.state.database.write() as connection:
        attachments.leave_behind(connection, painter.id)
        assert connection.execute(select(schema.attachments.c.person_id)).scalars().all() == [None]
    assert names(app) == {PICTURE.name}
