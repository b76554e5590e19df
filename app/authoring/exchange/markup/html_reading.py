"""HTML of other systems as text of ours: paragraphs, code, strong words, mathematics between dollars, and images.

Nothing of the HTML is kept but what is written anew here, so no script or address comes along. What has no counterpart
is told. Reading takes time in proportion to the text, however broken it is.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape

from app.authoring.exchange.told import Told
from app.web.languages.languages import N_

BLOCKS = {
    "address", "article", "aside", "blockquote", "body", "br", "caption", "center", "dd", "div", "dl", "dt", "fieldset",
    "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html", "legend",
    "li", "main", "nav", "ol", "p", "pre", "prompt", "section", "table", "tbody", "tfoot", "thead", "tr", "ul",
}  # fmt: skip
UNSEEN = {
    "script",
    "style",
    "head",
    "title",
    "template",
    "noscript",
    "textarea",
    "select",
    "svg",
    "annotation-xml",
}
PROGRAMS = {"code", "kbd", "pre", "samp", "tt"}
STRONG = {"b", "strong"}
SET_APART = {"del", "em", "i", "ins", "mark", "s", "strike", "u"}
LEVELS = {"sub": "_", "sup": "^"}
LOST = {
    "applet": N_("A program within the page was left out."),
    "audio": N_("A sound was left out."),
    "embed": N_("Something embedded was left out."),
    "iframe": N_("A page within the page was left out."),
    "object": N_("Something embedded was left out."),
    "script": N_("A script was left out."),
    "video": N_("A video was left out."),
}
LINK = N_("A link was left out: “%(what)s”.")
PLAIN = N_("Slanted, underlined or crossed-out words became plain.")
TABLE = N_("A table became lines, with | between its cells.")
NO_TEX = N_("A formula in MathML became its letters: “%(what)s”. Write it anew as LaTeX.")
DOLLAR = N_("A dollar sign begins mathematics here, so that it was written USD.")
LAYOUT = N_("A program lost its line breaks.")
TAG = re.compile(r"<(/?)([A-Za-z][\w:.-]*+)((?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*+)>")
ATTRIBUTE = re.compile(r"([\w:-]{1,40})\s{0,9}=\s{0,9}(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]{1,2000}))")
DISPLAYED = re.compile(
    r"(?s)\\\(((?:(?!\\\().){1,2000}?)\\\)|\\\[((?:(?!\\\[).){1,2000}?)\\\]"
    r"|\$\$([^$]{1,2000})\$\$|\$(?=\S)([^$\n]{1,400}(?<=\S))\$"
)
FORMULA = re.compile(r"[\\^_{}=<>]|^\s?[A-Za-z]\s?$|^[-\w.,()+*/|']{1,9}$")
# What may stand raised or lowered.
LEVEL = re.compile(r"[^\W_][^\W_+\-−,.()= ]{0,19}|[+\-−]?[\d.,]{1,9}[+\-−]?|[+\-−]")
SPACE = re.compile(r"[ \t\r\n\f\xa0]+")  # thin spaces, which group digits, stay
LONGEST = 120_000  # characters of one text of a foreign file


@dataclass(frozen=True, slots=True)
class Picture:
    """An image that a text shows, by the name of its file there."""

    source: str
    alt: str


@dataclass(slots=True)
class Text:
    """A text of ours: its paragraphs, of which those that show an image are ``<image_1>``, ``<image_2>`` ...
    ``links`` are the addresses of its links, which are words in it."""

    paragraphs: list[str] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)

    @property
    def whole(self) -> str:
        return "\n\n".join(self.paragraphs)

    @property
    def line(self) -> str:
        """All of it on one line, an image as its words."""
        words = {f"<image_{n}>": f"[{one.alt}]" for n, one in enumerate(self.pictures, 1)}
        return " ".join(words.get(one, one) for one in self.paragraphs)


def read(html: str) -> Text:
    """Reads HTML, or text without any markup."""
    reading = _Reading()
    for piece in _pieces(html[:LONGEST]):
        reading.take(piece)
    reading.end_block()
    reading.text.told = list(dict.fromkeys(reading.text.told))
    return reading.text


def link_left_out(to: str) -> Told:
    """The remark on a link."""
    return Told(LINK, to[:120])


def tag_free(html: str) -> str:
    """The text of a title, on one line."""
    return read(html).line


@dataclass(frozen=True, slots=True)
class _Tag:
    name: str
    closes: bool
    attributes: str

    def get(self, name: str) -> str:
        found = (one for one in ATTRIBUTE.finditer(self.attributes[:20_000]) if one[1].lower() == name)
        return next((unescape(one[2] or one[3] or one[4] or "") for one in found), "")


def _pieces(html: str) -> Iterator[str | _Tag]:
    """The texts and tags, in their order; what stands in elements without a text of their own is passed over."""
    at = 0
    lowered = html.lower()
    while at < len(html):
        opened = html.find("<", at)
        if opened != at:
            yield unescape(html[at : opened if opened >= 0 else len(html)])
            if opened < 0:
                return
        at = opened
        if html.startswith("<!--", at):
            end = html.find("-->", at)
            at = end + 3 if end >= 0 else len(html)
        elif tag := TAG.match(html, at):
            at = tag.end()
            name = tag[2].lower().rpartition(":")[2]
            yield _Tag(name, bool(tag[1]), tag[3])
            if name in UNSEEN and not tag[1] and not tag[3].rstrip().endswith("/"):
                end = lowered.find(f"</{tag[2].lower()}", at)
                at = end if end >= 0 else len(html)
        elif html.startswith(("<!", "<?"), at):
            end = html.find(">", at)
            at = end + 1 if end >= 0 else len(html)
        else:
            yield "<"
            at += 1


class _Reading:
    """Puts the paragraphs together, piece by piece."""

    def __init__(self) -> None:
        self.text = Text()
        self.parts: list[str] = []
        self.begins = ""  # what stands before a paragraph: the mark of an item
        self.lists: list[int] = []
        self.strong = self.programs = self.cells = 0
        self.level: list[tuple[str, int]] = []
        self.formula: int | None = None
        self.tex = False

    def take(self, piece: str | _Tag) -> None:
        if isinstance(piece, str):
            self._say(piece)
        elif piece.name in LOST and not piece.closes:
            self.text.told.append(Told(LOST[piece.name]))
        elif piece.name == "img":
            self._picture(piece)
        elif piece.name == "a" and piece.get("href"):
            self.text.links.append(piece.get("href"))
            self.text.told.append(link_left_out(piece.get("href")))
        elif piece.name in SET_APART and not piece.closes:
            self.text.told.append(Told(PLAIN))
        elif piece.name in ("math", "annotation"):
            self._mathematics(piece)
        elif piece.name in ("td", "th"):
            self._cell(piece)
        elif piece.name in BLOCKS:
            self._block(piece)
        elif piece.name in PROGRAMS:
            self._program(piece)
        elif piece.name in STRONG:
            self._embolden(piece)
        elif piece.name in LEVELS:
            self._raise(piece)

    def end_block(self) -> None:
        if self.programs:
            self._close_program()
        closed = "**" * bool(self.strong)
        said = SPACE.sub(" ", "".join([*self.parts, closed]).replace("****", "")).strip(" ")
        if said and said not in ("|", "**"):
            self.text.paragraphs.append(self.begins + said)
            self.begins = ""
        self.parts, self.cells = ["**"] if closed else [], 0

    def _say(self, text: str) -> None:
        if self.formula is not None:
            if self.tex or not any(part.startswith("$") for part in self.parts[self.formula :]):
                self.parts.append(text if not self.tex else f"${' '.join(text.split())}$")
        elif self.programs:
            self.parts.append(text.replace("`", "'"))
            if "\n" in text.strip():
                self.text.told.append(Told(LAYOUT))
        else:
            self.parts.append(self._with_mathematics(text.replace("`", "'")))

    def _with_mathematics(self, text: str) -> str:
        made, end = [], 0
        for found in DISPLAYED.finditer(text):
            formula = next(one for one in found.groups() if one is not None)
            if found[4] is not None and not FORMULA.search(formula):
                continue
            made += [self._priced(text[end : found.start()]), f"${' '.join(formula.split())}$"]
            end = found.end()
        return "".join([*made, self._priced(text[end:])])

    def _priced(self, text: str) -> str:
        if "$" not in text:
            return text
        self.text.told.append(Told(DOLLAR))
        return re.sub(r"\\?\$\s?(?=\d)", "USD ", text).replace("\\$", "USD").replace("$", "USD")

    def _picture(self, tag: _Tag) -> None:
        if tag.closes:
            return
        self.end_block()
        self.text.pictures.append(Picture(tag.get("src"), " ".join(tag.get("alt").split())))
        self.text.paragraphs.append(f"<image_{len(self.text.pictures)}>")

    def _mathematics(self, tag: _Tag) -> None:
        if tag.name == "annotation":
            self.tex = not tag.closes and "tex" in tag.get("encoding").lower()
            if self.tex and self.formula is not None:
                del self.parts[self.formula :]
        elif not tag.closes:
            self.formula = len(self.parts)
        elif self.formula is not None:
            letters = "".join(self.parts[self.formula :])
            if letters and not letters.startswith("$"):
                self.text.told.append(Told(NO_TEX, " ".join(letters.split())[:80]))
            self.formula = None

    def _cell(self, tag: _Tag) -> None:
        if not tag.closes:
            self.parts.append(" | " if self.cells else "")
            self.cells += 1

    def _block(self, tag: _Tag) -> None:
        self.end_block()
        if tag.name in ("ol", "ul"):
            if tag.closes:
                self.lists = self.lists[:-1]
            else:
                self.lists.append(0 if tag.name == "ol" else -1)
        elif tag.name == "li":
            self.begins = self._item() if not tag.closes else ""
        elif tag.name == "table" and not tag.closes:
            self.text.told.append(Told(TABLE))
        elif tag.name == "pre":
            self._program(tag)

    def _item(self) -> str:
        if not self.lists or self.lists[-1] < 0:
            return "• "
        self.lists[-1] += 1
        return f"{self.lists[-1]}. "

    def _program(self, tag: _Tag) -> None:
        if tag.closes and self.programs == 1:
            self._close_program()
        elif not tag.closes and not self.programs:
            self.parts.append("`")
        self.programs = max(0, self.programs + (-1 if tag.closes else 1))

    def _close_program(self) -> None:
        opened = max((n for n, part in enumerate(self.parts) if part == "`"), default=None)
        inside = "" if opened is None else "".join(self.parts[opened + 1 :])
        if opened is not None:
            self.parts[opened:] = [f"`{inside.strip()}`"] if inside.strip() else []

    def _embolden(self, tag: _Tag) -> None:
        if not self.programs and self.formula is None and self.strong == int(tag.closes):
            self.parts.append("**")
        self.strong = max(0, self.strong + (-1 if tag.closes else 1))

    def _raise(self, tag: _Tag) -> None:
        if self.programs or self.formula is not None:
            return
        if not tag.closes:
            self.level.append((LEVELS[tag.name], len(self.parts)))
        elif self.level:
            sign, at = self.level.pop()
            inside = "".join(self.parts[at:]).strip()
            if at <= len(self.parts) and LEVEL.fullmatch(inside):
                self.parts[at:] = [f"${sign}{{{inside}}}$"]
