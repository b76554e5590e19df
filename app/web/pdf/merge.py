"""PDFs merged into one without laying anything out again, so that the papers of a whole course need no more memory
than a few."""

import io
from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import Any


def merged(documents: Iterable[Any], alone: AbstractContextManager[Any], title: str = "") -> bytes:
    """Merges the pages of WeasyPrint documents, each of which is written and forgotten before the next is requested.
    Writing is done under the lock ``alone``: WeasyPrint's libraries are not thread-safe.
    Without a ``title``, the first document's is used.

    All are written before the first is merged: what pypdf makes of them then takes the memory that the layout has left.
    """
    from pypdf import PdfReader, PdfWriter  # 0.3 s, for the first document

    written = [_written(document, alone) for document in documents]
    whole = PdfWriter()
    whole.metadata = PdfReader(io.BytesIO(written[0])).metadata
    for content in written:
        whole.append(io.BytesIO(content), import_outline=False)
    if title:
        whole.add_metadata({"/Title": title})
    made = io.BytesIO()
    whole.write(made)
    return made.getvalue()


def _written(document: Any, alone: AbstractContextManager[Any]) -> bytes:
    with alone:
        made: bytes = document.write_pdf()
    return made
