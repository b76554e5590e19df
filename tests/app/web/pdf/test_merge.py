"""PDFs merged into one: every page stands there as it was written."""

import io
import threading
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import pytest
from pypdf import PdfReader

from app.web.pdf import layout, merge

TEXTS = (
    "<title>First</title><h1>One</h1>",
    "<title>Second</title><a href='#more'>Two</a><p id='more' style='break-before: page'>and more</p>",
    "<p>(7 0 R) in words</p>",
)


def documents() -> Iterator[Any]:
    weasyprint = layout.loaded()
    return (weasyprint.HTML(string=text).render() for text in TEXTS)


def read(pdf: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(pdf), strict=True)


def pages(pdf: PdfReader) -> list[Any]:
    return list(pdf.pages)


@pytest.fixture(scope="module")
def merged() -> PdfReader:
    return read(merge.merged(documents(), nullcontext()))


def test_every_page_stands_there_once_and_as_it_was_written(merged: PdfReader) -> None:
    written = [page for document in documents() for page in pages(read(document.write_pdf()))]
    assert [page.extract_text() for page in written] == ["One", "Two", "and more", "(7 0 R) in words"]
    for there, page in zip(pages(merged), written, strict=True):
        assert there.extract_text() == page.extract_text()
        assert there.mediabox == page.mediabox
        assert there["/Contents"].get_data() == page["/Contents"].get_data()
        assert there["/Resources"].keys() == page["/Resources"].keys()


def test_the_fonts_of_a_document_are_embedded_once(merged: PdfReader) -> None:
    one, two, more, _ = (
        {font.idnum for font in page["/Resources"]["/Font"].values()} for page in pages(merged)
    )
    assert not one & two
    assert two & more


def test_a_link_leads_to_its_page(merged: PdfReader) -> None:
    (link,) = pages(merged)[1]["/Annots"]
    place = merged.named_destinations[link.get_object()["/Dest"]]
    assert merged.get_destination_page_number(place) == 2


def test_a_title_is_that_of_the_whole_or_of_the_first_document(merged: PdfReader) -> None:
    assert merged.metadata is not None
    assert merged.metadata.title == "First"
    titled = read(merge.merged(documents(), nullcontext(), "Forms 1 to 3")).metadata
    assert titled is not None
    assert titled.title == "Forms 1 to 3"


def test_a_document_is_written_under_the_lock_and_before_the_next_is_made() -> None:
    lock, written = threading.Lock(), list[int]()

    class Document:
        def __init__(self, number: int) -> None:
            assert not lock.locked()
            assert written == list(range(number))
            self.number = number

        def write_pdf(self) -> bytes:
            assert lock.locked()
            written.append(self.number)
            pdf: bytes = next(documents()).write_pdf()
            return pdf

    assert len(read(merge.merged(map(Document, range(3)), lock)).pages) == 3
