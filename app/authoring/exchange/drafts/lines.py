"""Lines of a draft's text, and what is told while they are written."""

from collections.abc import Iterator

from app.authoring.drafting import toml
from app.authoring.exchange.markup.html_reading import read
from app.authoring.exchange.told import Told
from app.web.languages.languages import N_

LONGEST = {
    "title": 80,
    "statement": 8000,
    "says": 400,
    "why": 400,
    "option": 600,
    "answer": 1600,
    "rubric": 300,
}
SHORTENED = N_("This was too long and was shortened: “%(what)s”.")
REASONS = N_("No reason came with these, so students learn only what is right and what is wrong: %(what)s.")
IMAGE_WITHIN = N_("An image in an answer became its words: “%(what)s”.")


class Notes:
    """Collects what is told of a draft, and for which of its texts a reason is missing."""

    def __init__(self) -> None:
        self.told: list[Told] = []
        self.missing: list[str] = []

    def tell(self, says: str, what: str = "") -> None:
        self.told.append(Told(says, what[:120]))

    def line(self, html: str) -> str:
        """A text on one line, its images as their words."""
        text = read(html)
        self.told += text.told
        for picture in text.pictures:
            self.tell(IMAGE_WITHIN, picture.alt or picture.source)
        return text.line

    def short(self, html: str, field: str) -> str:
        """A text on one line, no longer than this field may be."""
        return self.shortened(self.line(html), field)

    def shortened(self, text: str, field: str) -> str:
        if len(text) <= LONGEST[field]:
            return text
        self.tell(SHORTENED, text)
        return text[: LONGEST[field] - 1].rstrip() + "…"

    def why(self, of: str, why: str, field: str = "why") -> Iterator[str]:
        """The line with the reason of an option, a pair or an item; none where there is none, which is told."""
        if why:
            yield assign("why", self.shortened(why, field))
        else:
            self.missing.append(f"“{of[:40]}”")

    def all(self) -> tuple[Told, ...]:
        missing = (Told(REASONS, ", ".join(self.missing)[:300]),) if self.missing else ()
        return tuple(dict.fromkeys((*self.told, *missing)))


def assign(key: str, value: object) -> str:
    return f"{key} = {toml.written(value)}"


def todo(key: str, what: str) -> str:
    """An empty text, which the editor finds, and what belongs there."""
    return f'{key} = ""  # Missing: {what}'
