"""Turns an exchanged question into texts of ours: drafts, which nothing publishes.

What ours demand and the other system has not stands empty, with ``# Missing`` behind it, where the editor finds it. The
question's own schema (``engine.kinds``) judges the text afterwards; nothing of it is repeated here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from app.authoring.exchange.attached import IMAGES
from app.authoring.exchange.categories import section_of
from app.authoring.exchange.drafts import closed, numeric, sentences, splitting, words
from app.authoring.exchange.drafts.lines import LONGEST, SHORTENED, Notes, assign, todo
from app.authoring.exchange.exchanged import (
    Asks,
    Calculated,
    Choice,
    Cloze,
    Common,
    Computed,
    Essay,
    Exchanged,
    Match,
    Numeric,
    Order,
    Short,
)  # fmt: skip
from app.authoring.exchange.markup.html_reading import Text, link_left_out, read
from app.authoring.exchange.told import Told
from app.web.languages.languages import N_
from app.web.sections import SECTIONS
from engine import data_files
from engine.data_files import is_name

MOST_REMARKS = 4
MOST_PICTURES = 4
LONGEST_HEAD = 300  # letters of a comment
SECTION = N_("Its section is still to be chosen.")
CATEGORY = N_(
    "Its category “%(what)s” is no section here. It stands at the head of its text, where the list of your questions "
    "finds it."
)
TAGS = N_("Its tags stand at the head of its text, where the list of your questions finds them: %(what)s.")
NO_IMAGE = N_("An image did not come with the file: “%(what)s”.")
MANY_IMAGES = N_("Only four images of a question are kept; this one was left out: “%(what)s”.")
MANY_FILES = N_("Only four data files of a question are kept; this one was left out: “%(what)s”.")
GAPS = N_("It asks for several things of different kinds, so each became a question of its own.")
OTHER_FORMAT = N_(
    "The image “%(what)s” is no PNG, SVG, JPEG or GIF. Save it as one of these, and upload it in the editor."
)


@dataclass(frozen=True, slots=True)
class DraftText:
    """A text of ours, with the images and data files that it names, and what is told of it."""

    title: str
    text: str
    attached: tuple[tuple[str, bytes], ...]
    told: tuple[Told, ...]


def texts(question: Exchanged | Calculated, stem: str, section: str = "") -> list[DraftText]:
    """The drafts that a question becomes: one, or one for each gap where these differ in kind. ``stem`` begins the
    names of its attachments, ``section`` is that of a question whose category is none."""
    split = splitting.split(question)
    several = len(split) > 1
    made = [_text(one, f"{stem}-{n}" if several else stem, section) for n, one in enumerate(split, 1)]
    return [replace(one, told=(Told(GAPS), *one.told)) if several else one for one in made]


def _text(question: Exchanged | Calculated, stem: str, otherwise: str) -> DraftText:
    notes = Notes()
    section = section_of(question.category)
    head = list(_head(question, section, notes))
    statement = _statement(question, notes)
    attached: list[tuple[str, bytes]] = []
    files = list(_data_files(question, statement, stem, attached, notes))
    reasons, rest = _reasons(question)
    solution = notes.line(question.solution)
    lines = list(_asked(question, solution, reasons, notes))
    if reasons:
        solution = rest
    if _tells_why(question.asks):
        solution = ""
    title = notes.shortened(" ".join(question.title.split()) or statement.line, "title")
    text = [
        *head,
        assign("title", title) if title else todo("title", "give it a title"),
        assign("kind", _kind(question.asks)),
        _section(section or otherwise, notes),
        *([] if isinstance(question.asks, Essay) else [_points(question)]),
        assign("statement", f"{notes.shortened(statement.whole, 'statement')}\n"),
        *lines,
        *_pictures(question, statement, stem, attached, notes),
        *files,
        *(line for says in _remarks(solution, notes) for line in ("", "[[remarks]]", assign("says", says))),
    ]
    return DraftText(title, "\n".join(text) + "\n", tuple(attached), notes.all())


def _kind(asks: Asks | Computed) -> str:
    match asks:
        case Choice():
            return "choice"
        case Order():
            return "order"
        case Match():
            return "match"
        case Short():
            return "short"
        case Essay():
            return "text"
        case Numeric() | Cloze() | Computed():
            return "formula"


def _asked(
    question: Exchanged | Calculated, solution: str, reasons: Mapping[str, str], notes: Notes
) -> Iterator[str]:
    if isinstance(question, Calculated):
        return numeric.computed(question.asks)
    match question.asks:
        case Choice():
            return closed.options(question.asks, solution, notes)
        case Order():
            return closed.items(question.asks, reasons, notes)
        case Match():
            return closed.pairs(question.asks, reasons, notes)
        case Essay():
            return sentences.essay(question.asks, question.points, notes)
        case Short():
            return words.wordings(question.asks, notes)
        case Numeric() | Cloze():
            return numeric.steps(question, notes)


def _statement(question: Exchanged | Calculated, notes: Notes) -> Text:
    text = read(splitting.shown(question))
    notes.told += text.told
    if _kind(question.asks) == "formula":
        images = {f"image_{n}" for n in range(1, len(text.pictures) + 1)}
        drawn = question.asks.drawn if isinstance(question.asks, Computed) else {}
        text.paragraphs = [splitting.without_slots(one, images, drawn) for one in text.paragraphs]
    return text


def _head(question: Common, section: str, notes: Notes) -> Iterator[str]:
    """Yields comments: what the other system calls the question by. One's list of questions is searched for them."""
    if question.category and question.category != SECTIONS.get(section):
        yield f"# Category: {_plain(question.category)}"
        if not section:
            notes.tell(CATEGORY, question.category)
    if question.tags:
        tags = ", ".join(question.tags)
        yield f"# Tags: {_plain(tags)}"
        notes.tell(TAGS, tags)


def _plain(text: str) -> str:
    """A text as a comment may hold it."""
    return "".join(letter if letter.isprintable() else " " for letter in text)[:LONGEST_HEAD]


def _section(section: str, notes: Notes) -> str:
    if section in SECTIONS:
        return assign("section", section)
    notes.tell(SECTION)
    return todo("section", f"one of {', '.join(SECTIONS)}")


def _points(question: Common) -> str:
    return assign("points", numeric.plain_points(question.points))


def _reasons(question: Exchanged | Calculated) -> tuple[dict[str, str], str]:
    """The reasons of items and pairs, where the solution is a list of them, “item: why”; and the rest of it."""
    if not isinstance(question.asks, Order | Match):
        return {}, ""
    sides = (
        question.asks.items if isinstance(question.asks, Order) else [left for left, _ in question.asks.pairs]
    )
    told = [one.removeprefix("• ") for one in read(question.solution).paragraphs]
    names = [read(side).line for side in sides]
    reasons = {name: one[len(name) + 2 :] for name in names for one in told if one.startswith(f"{name}: ")}
    rest = [one for one in told if not any(one.startswith(f"{name}: ") for name in names)]
    return reasons, " ".join(rest)


def _tells_why(asks: Asks | Computed) -> bool:
    """True if the solution is the reason of a right option that has none of its own."""
    return isinstance(asks, Choice) and any(not option.feedback for option in asks.right)


def _data_files(
    question: Common, statement: Text, stem: str, attached: list[tuple[str, bytes]], notes: Notes
) -> Iterator[str]:
    """The data files that the statement links; their contents go into ``attached``. A paragraph of nothing but such a
    link goes, for ours list them below."""
    linked = dict.fromkeys(one for one in statement.links if one in question.files and is_name(_last(one)))
    for n, one in enumerate(linked, 1):
        if n > data_files.MOST:
            notes.tell(MANY_FILES, _last(one))
            continue
        notes.told = [told for told in notes.told if told != link_left_out(one)]
        statement.paragraphs = [text for text in statement.paragraphs if text != _last(one)]
        file = f"{stem}-{n}.{_last(one).rpartition('.')[2]}"
        attached.append((file, question.files[one]))
        yield from ("", "[[files]]", assign("name", _last(one)), assign("file", file))


def _last(path: str) -> str:
    return path.rpartition("/")[2]


def _pictures(
    question: Common, statement: Text, stem: str, attached: list[tuple[str, bytes]], notes: Notes
) -> Iterator[str]:
    """The images of the statement; their contents go into ``attached``."""
    for picture in statement.pictures[MOST_PICTURES:]:
        notes.tell(MANY_IMAGES, picture.alt or picture.source)
    for n, picture in enumerate(statement.pictures[:MOST_PICTURES], 1):
        content = question.files.get(picture.source)
        ending = picture.source.rpartition(".")[2].lower()
        file = f"{stem}-{n}.{'svg' if ending == 'svg' else 'png'}"
        if ending not in IMAGES:
            notes.tell(OTHER_FORMAT, picture.source)
        elif content is None:
            notes.tell(NO_IMAGE, picture.source)
        else:
            attached.append((file, content))
        yield from ("", f"[pictures.image_{n}]", 'kind = "image"', assign("file", file))
        yield assign("text", picture.alt[:600]) if picture.alt else todo("text", "what the image shows")


def _remarks(solution: str, notes: Notes) -> list[str]:
    """The solution, in as many remarks as it needs."""
    made = [""]
    for word in solution.split():
        if len(made[-1]) + len(word) + 1 > LONGEST["says"]:
            made.append("")
        made[-1] = f"{made[-1]} {word}".strip()
    if len(made) > MOST_REMARKS or any(len(one) > LONGEST["says"] for one in made):
        notes.tell(SHORTENED, solution)
    return [one[: LONGEST["says"]] for one in made[:MOST_REMARKS] if one]
