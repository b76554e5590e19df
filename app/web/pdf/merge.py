"""Several PDFs of ours bound into one without laying anything out again,
so that the papers of a whole course need no more memory than a few.

It understands the PDFs that WeasyPrint writes with pydyf, and no others.
"""

import io
import re
from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import Any

REFERENCE = re.compile(rb"(?<![\w.])(\d+) 0 R\b")
CONTENT = b"stream\n"  # what follows in an object are raw bytes


def bound(documents: Iterable[Any], alone: AbstractContextManager[Any], title: str = "") -> bytes:
    """Binds the pages of WeasyPrint documents, each of which is written and forgotten before the next is requested.
    Writing is done under the lock ``alone``: WeasyPrint's libraries are not thread-safe.
    Without a ``title``, the first document's is used."""
    import pydyf  # type: ignore[import-untyped]

    class Copied(pydyf.Object):  # type: ignore[misc]
        """An object of a written PDF, with its references shifted to their new numbers."""

        def __init__(self, data: bytes) -> None:
            super().__init__()
            self.data = data

        data = b""

    whole = pydyf.PDF()
    for document in documents:
        written: list[Any] = []
        with alone:
            document.write_pdf(finisher=lambda _, pdf, into=written: into.append(pdf))
        (pdf,) = written
        whole.info.update({} if whole.info else pdf.info)
        behind = len(whole.objects)
        for one in pdf.objects:
            if one is pdf.pages:
                one["Parent"] = whole.pages.reference
            whole.add_object(
                Copied(_moved(b"null" if one.free == "f" else one.data, behind, one is pdf.pages))
            )
        root = behind + pdf.pages.number
        whole.pages["Kids"].extend([root, 0, "R"])
        whole.pages["Count"] += pdf.pages["Count"]
    if title:
        whole.info["Title"] = pydyf.String(title)
    made = io.BytesIO()
    whole.write(made)
    return made.getvalue()


def _moved(data: bytes, behind: int, top: bool) -> bytes:
    """Shifts the references in an object by ``behind``; ``top`` for the page tree, whose parent keeps its number."""
    head, content, rest = data.partition(CONTENT)
    parent = b""
    if top:
        head, mark, after = head.rpartition(b"/Parent ")
        parent = mark + after
    moved = REFERENCE.sub(lambda found: b"%d 0 R" % (int(found[1]) + behind), head)
    return moved + parent + content + rest
