"""Pictures in the text of a question: where the statement shows them, and the changes to it when one comes or goes."""

import re
from typing import Any

from app.authoring.drafting import rewriting, typed
from engine.figures import addresses
from engine.figures.addresses import BadState

KEY = "pictures"
OF_FIGURE = re.compile(r"^[ \t]*figure[ \t]*=", re.MULTILINE)
BETWEEN = re.compile(r"\n[^\S\n]*\n\s*")


def is_placed(values: dict[str, Any], name: str) -> bool:
    """True if the statement names the picture."""
    statement = values.get("statement")
    return isinstance(statement, str) and f"<{name}>" in statement


def placed(text: str, values: dict[str, Any], name: str) -> str:
    """The text with the picture as the last paragraph of the statement."""
    statement = values.get("statement", "")
    if not isinstance(statement, str) or is_placed(values, name):
        return text
    return rewriting.with_values(text, [(("statement",), f"{statement.rstrip()}\n\n<{name}>\n".lstrip())])


def taken_away(text: str, values: dict[str, Any], name: str) -> str:
    """The text without the paragraphs of the statement that are nothing but this picture."""
    statement = values.get("statement")
    if not isinstance(statement, str):
        return text
    paragraphs = BETWEEN.split(statement.strip("\n"))
    kept = [one for one in paragraphs if one.strip() != f"<{name}>"]
    if len(kept) == len(paragraphs):
        return text
    return rewriting.with_values(text, [(("statement",), "\n\n".join(kept).rstrip() + "\n")])


def followed(text: str, values: dict[str, Any], old: str, new: str) -> str:
    """The text whose statement calls the picture by its new name."""
    statement = values.get("statement")
    if not isinstance(statement, str) or f"<{old}>" not in statement:
        return text
    return rewriting.with_values(text, [(("statement",), statement.replace(f"<{old}>", f"<{new}>"))])


def with_image(text: str, name: str, file: str, width: int, height: int) -> str:
    """The text whose picture of this name shows an uploaded image."""
    there = (KEY, name)
    return rewriting.with_values(
        text, [((*there, "file"), file), ((*there, "width"), width), ((*there, "height"), height)]
    )


def pasted(text: str, lines: dict[str, Any]) -> dict[str, Any] | None:
    """The values of a picture whose figure stands in the text, too: an address, or lines with one that names it.

    None for lines of handles alone. What is no state of a figure stays, an address as it is and the ``lines`` as they
    were read, so that the engine says why.
    """
    if not addresses.is_address(text) and not OF_FIGURE.search(text):
        return None
    try:
        state = addresses.read(text)
    except BadState:
        if addresses.is_address(text):
            return {"figure": text.strip(), "state": None}
        figure = {addresses.NAME: str(lines.pop(addresses.NAME))} if addresses.NAME in lines else {}
        return {**figure, "state": lines or None}
    values = {name: typed.value(said) for name, said in state.texts.items()}
    return {"figure": state.figure, "state": values or None}
