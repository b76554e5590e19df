"""Our texts as HTML for systems that render LaTeX between \\( and \\)."""

from collections.abc import Iterable

from markupsafe import escape

from engine.solutions import latex, wording
from engine.variants import Variant


def html(text: str) -> str:
    """Turns a text with its formulas, code and strong words into HTML."""
    return _inlines(wording.inlines(text, {}))


def statement(variant: Variant) -> str:
    blocks = wording.worded(variant.question.statement, variant.parameters, variant.case)
    return "".join(f"<p>{_block(block)}</p>" for block in blocks)


def _block(block: wording.Block) -> str:
    if isinstance(block, wording.Shown):
        return rf"\({escape(block.symbol)} = {escape(latex.value(block.value))}\)"
    return _inlines(block.inlines)


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
