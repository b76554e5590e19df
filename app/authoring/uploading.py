"""Images that come with the editor's form: stored, and named in the text of their pictures."""

from collections.abc import Mapping

from app.authoring.drafting import pictures
from app.authoring.fields import NoForm, read
from app.images import images
from app.images.cleaning.image import NoImage
from app.questions.context import Context


def with_images(context: Context, text: str, uploads: Mapping[int, bytes]) -> tuple[str, dict[str, str]]:
    """The text with the uploaded images, each by its picture's place, and why one was refused, by its field."""
    refused: dict[str, str] = {}
    for n, content in sorted(uploads.items()):
        try:
            there = read(text)[0].get(pictures.KEY)
            if not isinstance(there, dict) or not isinstance(there.get(name := list(there)[n]), dict):
                continue
            image = images.upload(context.database, context.account, content)
            text = pictures.with_image(text, name, image.name, image.width, image.height)
        except NoImage as error:
            refused[f"f.{pictures.KEY}.{n}.file"] = str(error)
        except (NoForm, IndexError):  # a form that this text does not have
            continue
    return text, refused
