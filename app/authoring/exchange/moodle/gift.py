"""GIFT, Moodle's format for questions as plain text: ``::Title::Question { =right ~wrong#feedback }``.

Questions are parted by empty lines. Of comments only ``[id:...]`` and ``[tag:...]`` mean something. A backslash before
``~ = # { } :`` makes it a sign of the text, ``\\n`` a new line.
"""

import re
from collections.abc import Iterator
from fractions import Fraction

from app.authoring.exchange import categories, numbers
from app.authoring.exchange.arrived import Arrived
from app.authoring.exchange.exchanged import (
    RIGHT,
    WRONG,
    Asks,
    Choice,
    Essay,
    Exchanged,
    Match,
    Numeric,
    Option,
    Range,
    Short,
    Wording,
    around,
)
from app.authoring.exchange.markup.html_reading import tag_free
from app.authoring.exchange.moodle.cloze_reading import ANYTHING
from app.authoring.exchange.moodle.reading import ALONE, ID_NUMBER, NO_COUNTERPART, NO_NUMBER
from app.authoring.exchange.moodle.texts import formatted
from app.authoring.exchange.not_read import NO_ANSWER, NotRead
from app.authoring.exchange.told import Told
from app.web.languages.languages import N_

BRACE = N_("A brace { or } of its answers is missing.")
ESCAPED = {sign: chr(0xE100 + n) for n, sign in enumerate("\\~=#{}:n")}
MEANT = str.maketrans({mark: "\n" if sign == "n" else sign for sign, mark in ESCAPED.items()})
NUMBER = re.compile(r"\[id:([^\]\n]{1,120})\]")  # in a comment
TAG = re.compile(r"\[tag:([^\]\n]{1,120})\]")
FORMAT = re.compile(r"\[(html|moodle|plain|markdown)\]")
SHARE = re.compile(r"%(-?\d{1,3}(?:\.\d{0,9})?)%")
TRUTHS = {"T": True, "TRUE": True, "F": False, "FALSE": False}
TITLE = 60  # letters of a question that stand for its missing title
LOOKS = re.compile(
    r"^(?:::[^\n:]{1,300}::|\$CATEGORY:|[^\n{}\\]{1,4000}\{\s*(?:[=~#]|T\b|F\b|TRUE\b|FALSE\b))", re.M
)


def looks_like(text: str) -> bool:
    """True for a text with a question of GIFT: a title between colons, a category, or answers between braces."""
    return bool(LOOKS.search(text))


def read(text: str) -> Iterator[Arrived]:
    """The questions of a text, in their order."""
    category, number, notes = "", 0, ""
    for block in re.split(r"\n[ \t\r\f]*\n", text.replace("\r\n", "\n")):
        notes += "\n".join(line for line in block.split("\n") if line.lstrip().startswith("//"))
        lines = (" " if line.lstrip().startswith("//") else line for line in block.split("\n"))
        written = "\n".join(lines).strip()
        if not written:
            continue
        if written.startswith("$CATEGORY:"):
            first, _, written = written.partition("\n")
            category = categories.path(first[10:])
            if not written.strip():
                continue
        number += 1
        yield _arrived(_marked(written.strip()), number, category, notes)
        notes = ""


def _marked(text: str) -> str:
    """The text with a mark in the place of each sign that is escaped."""
    return re.sub(r"\\([\\~=#{}:n])", lambda found: ESCAPED[found[1]], text)


def _plain(text: str) -> str:
    return text.translate(MEANT).strip()


def _arrived(text: str, number: int, category: str, notes: str) -> Arrived:
    title, rest = "", text
    if text.startswith("::") and (end := text.find("::", 2)) > 0:
        title, rest = _plain(text[2:end]), text[end + 2 :].strip()
    told: list[Told] = []
    opened, closed = rest.find("{"), rest.find("}")
    asked = rest if opened < 0 else rest[:opened]
    title = title or tag_free(_plain(FORMAT.sub("", asked, count=1)))[:TITLE]
    try:
        if opened < 0 and closed < 0:
            raise NotRead(Told(NO_COUNTERPART["description"]))
        if opened < 0 or closed < opened:
            raise NotRead(Told(BRACE))
        answers, _, general = rest[opened + 1 : closed].strip().partition("####")
        behind = rest[closed + 1 :].strip()
        whole = f"{rest[:opened].rstrip()} _____ {behind}" if behind else rest[:opened]
        kind, statement = _format(whole.strip())
        asks = _asks(answers.strip(), kind, told)
    except NotRead as error:
        return Arrived(number, title, None, (*told, error.told))
    name = next((one.strip() for one in NUMBER.findall(notes)), "")
    told += [Told(ID_NUMBER, name[:120])] * bool(name)
    question = Exchanged(
        name=name,
        title=title,
        statement=statement,
        asks=asks,
        category=category,
        tags=tuple(tag.strip() for tag in TAG.findall(notes)),
        solution=_format(general.strip(), kind)[1] if general.strip() else "",
    )
    return Arrived(number, title, question, tuple(told))


def _format(text: str, kind: str = "moodle") -> tuple[str, str]:
    """The format of a text, which may stand in brackets before it, and the text as HTML."""
    named = FORMAT.match(text)
    kind = named[1] if named else kind
    return kind, formatted(_plain(text[named.end() :] if named else text), kind)


def _asks(answers: str, kind: str, told: list[Told]) -> Asks:
    """Raises NotRead."""
    if not answers:
        return Essay()
    if answers.startswith("#"):
        return _numeric(answers[1:].strip(), kind, told)
    if "~" in answers:
        return _choice(answers, kind)
    if "->" in answers and "=" in answers:
        return _match(answers, kind, told)
    truth, *feedback = answers.split("#")
    if truth.strip().upper() in TRUTHS:
        return _true_or_false(TRUTHS[truth.strip().upper()], feedback, kind)
    return _short(answers, kind)


def _choice(answers: str, kind: str) -> Choice:
    """Where no answer has ``=`` in front, several are right together."""
    options = []
    for written in (one.strip() for one in answers.replace("=", "~=").split("~") if one.strip()):
        own = RIGHT if written.startswith("=") else WRONG
        share, text, feedback = _answer(written.removeprefix("="), kind, own)
        options.append(Option(_format(text, kind)[1], share, feedback))
    if len(options) < 2 or not any(option.share > 0 for option in options):
        raise NotRead(Told(NO_ANSWER))
    return Choice(tuple(options), several="=" not in answers)


def _match(answers: str, kind: str, told: list[Told]) -> Match:
    sides = [one.partition("->") for one in answers.split("=") if one.strip()]
    pairs = [(_format(left.strip(), kind)[1], _plain(right)) for left, _, right in sides]
    kept = tuple((left, right) for left, right in pairs if left and right)
    told += [Told(ALONE, tag_free(left)[:120]) for left, right in pairs if left and not right]
    if len(kept) < 2:
        raise NotRead(Told(NO_ANSWER))
    return Match(kept, tuple(right for left, right in pairs if right and not left))


def _true_or_false(truth: bool, feedback: list[str], kind: str) -> Choice:
    """The first feedback is for the wrong answer, the second for the right one."""
    wrong, right, *_ = (*(_format(one.strip(), kind)[1] for one in feedback), "", "")
    said = {truth: right, not truth: wrong}
    return Choice(
        (
            Option("True", Fraction(int(truth)), said[True]),
            Option("False", Fraction(int(not truth)), said[False]),
        )
    )


def _short(answers: str, kind: str) -> Short:
    found = []
    for one in answers.split("="):
        share, text, feedback = _answer(one.strip(), kind, RIGHT)
        if _plain(text):
            found.append(Wording(_plain(text), share, feedback))
    if not any(wording.share > 0 for wording in found):
        raise NotRead(Told(NO_ANSWER))
    return Short(tuple(found))


def _numeric(answers: str, kind: str, told: list[Told]) -> Numeric:
    answers, _, otherwise = answers.partition("~")
    if feedback := otherwise.partition("#")[2].strip():
        told.append(Told(ANYTHING, tag_free(_format(feedback, kind)[1])[:120]))
    found = []
    for one in answers.split("="):
        if not one.strip():
            continue
        share, text, feedback = _answer(one.strip(), kind, RIGHT)
        made = _range(_plain(text), share, feedback)
        if made is None:
            told.append(Told(NO_NUMBER, _plain(text)[:40]))
        else:
            found.append(made)
    if not any(one.share > 0 for one in found):
        raise NotRead(Told(NO_ANSWER))
    return Numeric(tuple(found))


def _range(text: str, share: Fraction, feedback: str) -> Range | None:
    """``3.14``, ``3.14:0.01`` or ``3.1..3.2``; None for anything else."""
    if ".." in text:
        low, high = (numbers.number(end) for end in text.split("..", 1))
        if low is None or high is None or low > high:
            return None
        return Range((low + high) / 2, low, high, share, feedback)
    key, _, width = text.partition(":")
    middle, tolerance = numbers.number(key), numbers.number(width or "0")
    if middle is None or tolerance is None:
        return None
    return around(middle, tolerance, share, feedback)


def _answer(text: str, kind: str, share: Fraction) -> tuple[Fraction, str, str]:
    """The share of an answer, its text, and its feedback as HTML."""
    if weighed := SHARE.match(text):
        share, text = numbers.share(weighed[1]), text[weighed.end() :]
    said, _, feedback = text.partition("#")
    return share, said.strip(), _format(feedback.strip(), kind)[1] if feedback.strip() else ""
