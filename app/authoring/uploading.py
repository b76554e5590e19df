"""Images and data files that come with the editor's form: stored, and named in the text of their cards."""

from collections.abc import Sequence
from typing import Any

from app.attachments import attachments, data_files
from app.attachments.attachment import NotAttachable
from app.attachments.cleaning.image import cleaned
from app.authoring.drafting import files, pictures
from app.authoring.fields import NoForm, read
from app.authoring.forms import Upload
from app.questions.context import Context


def with_attachments(context: Context, text: str, uploads: Sequence[Upload]) -> tuple[str, dict[str, str]]:
    """The text with the uploads, each on its card, and why one was refused, by its field."""
    refused: dict[str, str] = {}
    for upload in uploads:
        try:
            held = read(text)[0].get(upload.key)
            text = _with(context, text, held, upload)
        except NotAttachable as error:
            refused[f"f.{upload.key}.{upload.n}.file"] = str(error)
        except NoForm:  # a form that this text does not have
            continue
    return text, refused


def _with(context: Context, text: str, held: Any, upload: Upload) -> str:
    """The text with the upload on its card; as it was where there is no such card. Raises NotAttachable."""
    cards = list(
        held.items() if isinstance(held, dict) else enumerate(held) if isinstance(held, list) else ()
    )
    way, card = cards[upload.n] if upload.n < len(cards) else ("", None)
    if not isinstance(card, dict):
        return text
    if upload.key == pictures.KEY and isinstance(way, str):
        image = cleaned(upload.content)
        attachments.upload(context.database, context.account, image)
        return pictures.with_image(text, way, image.name, image.width, image.height)
    if upload.key == files.KEY and isinstance(way, int):
        name = files.name_for(card, upload.name)
        file = data_files.checked(upload.content)
        attachments.upload(context.database, context.account, file)
        return files.with_file(text, way, name, file.name)
    return text
