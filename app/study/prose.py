"""Our texts as HTML for systems that render LaTeX between \\( and \\)."""

from collections.abc import Iterable, Mapping

from markupsafe import escape

from engine.data_files import Look
from engine.solutions import latex, wording
from engine.solutions.pictures import Image, Picture
from engine.variants import Variant

NO_IMAGES: Mapping[str, str] = {}


def html(text: str) -> str:
    """Turns a text with its formulas, code and strong words into HTML."""
    return _inlines(wording.inlines(text, {}))


def statement(variant: Variant, images: Mapping[str, str] = NO_IMAGES) -> str:
    """The statement with its numbers; of a picture only its words, but of ``images`` that have an address there. Data
    files are links where they are among these."""
    return "".join(f"<p>{_block(block, images)}</p>" for block in variant.statement)


def _block(block: wording.Block, images: Mapping[str, str]) -> str:
    if isinstance(block, wording.Shown):
        return rf"\({escape(block.symbol)} = {escape(latex.value(block.value))}\)"
    if isinstance(block, wording.Drawn):
        return "<br>".join(_picture(picture, images) for picture in block.pictures)
    if isinstance(block, wording.Attached):
        return "<br>".join(_file(one, images) for one in block.files)
    return _inlines(block.inlines)


def _picture(picture: Picture, images: Mapping[str, str]) -> str:
    if isinstance(picture, Image) and picture.file in images:
        return f'<img src="{escape(images[picture.file])}" alt="{escape(picture.text)}">'
    return str(escape(f"[{picture.title}. {picture.about}]"))


def _file(one: Look, addresses: Mapping[str, str]) -> str:
    if one.name in addresses:
        return f'<a href="{escape(addresses[one.name])}">{escape(one.name)}</a>'
    return str(escape(f"[{one.name}]"))


def _inlines(inlines: Iterable[wording.Text | wording.Code | wording.Math]) -> str:
    return "".join(_inline(part) for part in inlines)


def _inline(part: wording.Text | wording.Code | wording.Math) -> str:
    match part:
        case wording.Math(formula):
            return rf"\({escape(formula)}\)"
        case wording.Code(text):
            return f"<code>{escape(text)}</code>"
        case wording.Text(text, strong):
            return f"<b>{escape(text)}</b>" if strong else str(escape(text))
