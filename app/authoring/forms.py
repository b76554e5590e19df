"""Forms of the room: the editor of a question, and uploads."""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Annotated

from fastapi import Depends, Request
from starlette.datastructures import FormData, UploadFile

from app.authoring import filling
from app.authoring.fields import NoForm
from app.web.addresses import address_of
from app.web.dependencies import MOST_FIELDS, SEED, BadForm, typed_cells
from engine.figures.addresses import local

MOST_FILES = 200
MOST_UPLOADS = 8
LONGEST_PART = 2**20  # bytes of a field that is no file, in a form with files
UPLOAD = re.compile(r"upload\.(pictures|files)\.([0-9]{1,2})")
LONGEST_DRAFT = 2**16  # a little more than a question may have, so that the editor can say so


class TooLong(ValueError):
    """The text of a question is longer than any may be."""


@dataclass(frozen=True, kw_only=True, slots=True)
class DraftForm:
    """The editor's form: the text of a question, the seed and level of the variant shown,
    and the answers typed into it.

    ``view`` is "form" or "text"; ``opened`` is the mark of the text that the page was opened with, ``focus`` the field
    to focus next. ``filled`` are the fields of the view "form", and ``do`` the button pressed there: both are applied
    to the text once the form is ``settled``. ``again``: another sheet was wanted than the one that was typed into.
    """

    text: str
    seed: int
    level: str
    typed: dict[str, list[str]]
    view: str = "text"
    opened: str = ""
    focus: str = ""
    filled: Mapping[str, list[str]] = field(default_factory=dict)
    do: str = ""
    again: bool = False

    def settled(self) -> "DraftForm":
        """Applies ``filled`` and ``do`` to the text, which takes a while.
        Raises BadForm where the text has no form, and TooLong."""
        if not self.filled:
            return self
        try:
            text = filling.filled(self.text, self.filled)
        except NoForm as error:
            raise BadForm("text") from error
        focus = ""
        if self.do:
            with suppress(NoForm):  # the typed text made it longer than a form may be: it stays text
                text, focus = filling.pressed(text, self.do)
        if len(text) > LONGEST_DRAFT:
            raise TooLong
        return replace(self, text=text, focus=focus, filled={})


async def draft_form(request: Request) -> DraftForm:
    """Reads the editor's form. Raises BadForm and TooLong."""
    async with request.form(max_fields=MOST_FIELDS, max_files=0) as form:
        return _draft(form, address_of(request, "/"))


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that was chosen on a card: the card's ``key`` and place ``n``, the file's own name, its content."""

    key: str
    n: int
    name: str
    content: bytes

    @property
    def beside(self) -> str:
        """The id of the field that is filled in next: what an image shows, the name of a data file."""
        return f"f.{self.key}.{self.n}.{'text' if self.key == 'pictures' else 'name'}"


@dataclass(frozen=True, slots=True)
class AttachmentForm:
    """The editor's form with uploads."""

    draft: DraftForm
    uploads: tuple[Upload, ...]


async def attachment_form(request: Request) -> AttachmentForm:
    """Reads the editor's form with images and data files. Raises BadForm and TooLong."""
    async with request.form(
        max_fields=MOST_FIELDS, max_files=MOST_UPLOADS, max_part_size=LONGEST_PART
    ) as form:
        sent = [(card, form[field]) for field in form if (card := UPLOAD.fullmatch(field))]
        uploads = [
            Upload(card[1], int(card[2]), file.filename, await file.read())
            for card, file in sent
            if isinstance(file, UploadFile) and file.filename
        ]
        return AttachmentForm(_draft(form, address_of(request, "/")), tuple(uploads))


def _draft(form: FormData, site: str) -> DraftForm:
    """The editor's form; carriage returns that browsers send at line ends are dropped, and the name of this site
    where an address of one of its figures was pasted. Raises BadForm and TooLong."""
    text, seed = form.get("text"), str(form.get("again") or form.get("seed", "1"))
    if not isinstance(text, str) or not SEED.fullmatch(seed):
        raise BadForm("text")
    plain = text.replace("\r\n", "\n").replace("\0", "")
    plain = re.sub(rf"(?m)^([ \t]*figure[ \t]*=[ \t]*[\"']){re.escape(site)}(?=figures/)", r"\1/", plain)
    if len(plain) > LONGEST_DRAFT:
        raise TooLong
    view = "form" if (form.get("turn") or form.get("view")) == "form" else "text"
    opened = str(form.get("opened", ""))[:16]
    filled = {name: [str(x) for x in form.getlist(name)] for name in form if name.startswith("f.")}
    filled |= {
        name: [local(x, site) for x in typed] for name, typed in filled.items() if name.endswith(".state")
    }
    level, do = str(form.get("level", "")), str(form.get("do", ""))
    return DraftForm(
        text=plain,
        seed=int(seed),
        level=level,
        typed=typed_cells(form),
        again=bool(form.get("again")),
        view=view,
        opened=opened,
        focus="",
        filled=filled,
        do=do,
    )


@dataclass(frozen=True, slots=True)
class UploadForm:
    """Files with their names; ``replacing`` where existing questions get the new text. ``section`` is that of questions
    of other systems that name none of ours."""

    files: tuple[tuple[str, bytes], ...]
    replacing: bool
    section: str = ""


async def upload_form(request: Request) -> UploadForm:
    async with request.form(max_fields=MOST_FIELDS, max_files=MOST_FILES) as form:
        files = [file for file in form.getlist("file") if isinstance(file, UploadFile) and file.filename]
        sent = tuple([(str(file.filename), await file.read()) for file in files])
        return UploadForm(sent, "replacing" in form, str(form.get("section", ""))[:8])


UploadFormHere = Annotated[UploadForm, Depends(upload_form)]
AttachmentFormHere = Annotated[AttachmentForm, Depends(attachment_form)]
DraftFormHere = Annotated[DraftForm, Depends(draft_form)]
