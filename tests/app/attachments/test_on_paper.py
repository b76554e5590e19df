"""On paper an image stands in the PDF itself: nothing is fetched, and what is not there leaves its words. A short data
file is printed; of a longer one its name is."""

import io
from dataclasses import replace

from pypdf import PdfReader

from app.paper import question_sheet
from app.questions.library import drafted
from app.web.pdf import printing
from engine import variants
from engine.data_files import look
from engine.questions import Question
from engine.study import Study
from tests.app.attachments import drawings
from tests.app.attachments.drawings import SVG
from tests.app.attachments.test_images import text_with
from tests.app.authoring.sample_question import NAME, TEXT
from tests.app.paper.test_exam_paper import form, item

PNG = f"{'a' * 64}.png"
DRAWN = f"{'b' * 64}.svg"


def printed(name: str, images: dict[str, bytes]) -> PdfReader:
    question = drafted(NAME, text_with(name))
    assert isinstance(question, Question)
    asked = replace(item("a-mail-that-cannot-wait"), variant=variants.draw(question, 3, "exam"))
    made = replace(form("a-mail-that-cannot-wait"), questions=(asked,), images=images)
    (document,) = printing.documents("paper/print/exam", [question_sheet.sheet(made, Study())])
    return PdfReader(io.BytesIO(document.write_pdf()))


def pictures(read: PdfReader) -> int:
    """Different images; pages share what they may draw."""
    return len({image.data for page in read.pages for image in page.images})


def test_a_png_is_in_the_pdf() -> None:
    content = drawings.png(30, 20, color=(200, 10, 10))
    assert pictures(printed(PNG, {PNG: content})) == 1


def test_a_drawing_is_in_the_pdf_as_lines_and_letters() -> None:
    read = printed(DRAWN, {DRAWN: SVG})
    assert "loss" in "".join(page.extract_text() for page in read.pages)


def test_an_image_that_is_gone_leaves_its_words() -> None:
    read = printed(PNG, {})
    assert pictures(read) == 0
    assert "A line that goes up" in " ".join(" ".join(page.extract_text().split()) for page in read.pages)


def test_only_addresses_of_images_are_filled_in() -> None:
    page = f'<img src="/images/{PNG}" alt="x"><img src="/images/x.png"><a href="/images/{PNG}">'
    made = printing.embedded(page, {PNG: b"abc"})
    assert (
        made
        == f'<img src="data:image/png;base64,YWJj" alt="x"><img src="/images/x.png"><a href="/images/{PNG}">'
    )


def sheet_with(name: str, content: bytes) -> str:
    """The words of a sheet of paper that asks a question with this data file."""
    question = drafted(NAME, f'files = [{{ name = "{name}", file = "{"c" * 64}.txt" }}]\n{TEXT}')
    assert isinstance(question, Question)
    (file,) = question.files
    question = question.model_copy(update={"looks": {name: look(file, content)}})
    asked = replace(item("a-mail-that-cannot-wait"), variant=variants.draw(question, 3, "exam"))
    made = replace(form("a-mail-that-cannot-wait"), questions=(asked,))
    (document,) = printing.documents("paper/print/exam", [question_sheet.sheet(made, Study())])
    read = PdfReader(io.BytesIO(document.write_pdf()))
    return " ".join(" ".join(page.extract_text().split()) for page in read.pages)


def test_a_data_file_of_twelve_lines_is_printed() -> None:
    lines = "".join(f"word{n},{n}\n" for n in range(12))
    words = sheet_with("pairs.csv", lines.encode())
    assert "The file pairs.csv :" in words.replace("pairs.csv:", "pairs.csv :")
    assert "word0,0" in words
    assert "word11,11" in words
    assert "on the machine" not in words


def test_of_a_longer_data_file_it_says_that_it_is_given_on_the_machine() -> None:
    words = sheet_with("pairs.csv", b"word,1\n" * 13)
    assert "The file pairs.csv (CSV, 13 lines) is given on the machine." in words
    assert "word,1" not in words
