"""Data files in the text of a question: what an upload changes on its card."""

import re
from collections.abc import Mapping
from typing import Any

from app.attachments.attachment import NotAttachable
from app.authoring.drafting import rewriting
from app.web.languages.languages import N_
from engine.data_files import is_name

KEY = "files"
NAME = N_(
    "Rename this file: a name has up to 40 letters, digits, _ and -, and ends in .csv, .tsv, .txt, .json or .jsonl."
)


def name_for(card: Mapping[str, Any], uploaded: str) -> str:
    """The name of an upload in the question: that on its card, or its own where there is none or it has another ending.
    Raises NotAttachable for one that no file may have."""
    own, typed = re.split(r"[/\\]", uploaded)[-1], card.get("name")
    kept = isinstance(typed, str) and is_name(typed) and typed.rpartition(".")[2] == own.rpartition(".")[2]
    name = str(typed) if kept else own
    if not is_name(name):
        raise NotAttachable(NAME)
    return name


def with_file(text: str, n: int, name: str, file: str) -> str:
    """The text whose card at this place names an uploaded file."""
    return rewriting.with_values(text, [((KEY, n, "name"), name), ((KEY, n, "file"), file)])
