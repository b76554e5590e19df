"""The engine's sentences about an answer, in the language of the page.

The engine speaks English, and its verdicts are stored as it gave them. Where one is shown, the template of its sentence
is found, and the template's translation is filled with what stood in the sentence. What has no template is a question's
own text and stays English.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from app.web.languages import marking_sentences, program_sentences, reading_sentences
from app.web.languages.languages import translated

TEMPLATES = (
    *marking_sentences.TEMPLATES,
    *program_sentences.TEMPLATES,
    *reading_sentences.TEMPLATES,
    marking_sentences.EITHER,  # fits every sentence with such an "or", so it comes last
)
PLACEHOLDER = re.compile(r"%\((\w+)\)s")
NUMBER = r"[-−]?(?:\d(?:[\d.,]*\d)?(?:e-?\d+)?|inf|∞)"
NUMBERS = (
    "all", "column", "exact", "example", "extra", "high", "line", "low", "missing", "most", "n", "number", "place",
    "power", "right", "row", "seconds", "wanted",
)  # fmt: skip
KEPT: Mapping[str, str] = {
    **dict.fromkeys(NUMBERS, NUMBER),
    **dict.fromkeys(("instead", "symbol"), r"\$[^$]+\$"),
    **dict.fromkeys(("one", "other"), r"\S+"),
    "function": r"\w+",
    "letters": r"\S+",
    "names": "[^;]+?",
    "noun": "[^”]+",
    "typed": ".+?",
    "unit": ".{1,80}?",
    "word": "[^”]+",
}  # in no language: numbers, formulas, what was typed
OWN: Mapping[str, str] = {
    "options": ".+?",
    "test": ".+?",
    "title": ".{1,200}?",
    "why": ".+?",
}  # of the question
SAID: Mapping[str, str] = {"range": f"{NUMBER}(?: to {NUMBER})?"}  # said by the engine, as are all others
EXPRESSIONS: Mapping[str, str] = {**KEPT, **OWN, **SAID}
BETWEEN = "; "  # of the ranges of several cells


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a sentence; ``english`` where it is a text of the question, which nobody translates."""

    text: str
    english: bool = False


def in_language(language: str, sentence: str) -> str:
    """A sentence of the engine in the language; itself where it is none."""
    return "".join(piece.text for piece in pieces(language, sentence))


def pieces(language: str, sentence: str) -> tuple[Piece, ...]:
    """A sentence of the engine, or a message of the catalogue, in the language, with what stays English in it."""
    if language == "en" or not sentence:
        return (Piece(sentence),)
    if found := _clause(language, sentence):
        return found
    message = translated(language, sentence)
    return (Piece(message) if message != sentence else _unknown(sentence),)


def pattern(template: str) -> re.Pattern[str]:
    """The expression of all sentences that are made from a template."""
    seen, made = set[str](), ""
    for n, part in enumerate(PLACEHOLDER.split(template)):
        if n % 2 == 0:
            made += re.escape(part)
        elif part in seen:
            made += f"(?P={part})"
        else:
            seen.add(part)
            made += f"(?P<{part}>{EXPRESSIONS.get(part, '.+?')})"
    return re.compile(rf"\A{made}\Z", re.DOTALL)


@cache
def _patterns() -> tuple[tuple[str, str, re.Pattern[str]], ...]:
    """Each template with its beginning, by which most are passed over at once, and its expression."""
    return tuple((template, PLACEHOLDER.split(template)[0], pattern(template)) for template in TEMPLATES)


def _clause(language: str, text: str) -> tuple[Piece, ...]:
    """A sentence or a part of one in the language; empty where it fits no template. The engine may have written its
    first letter small or large, or taken the stop from its end."""
    if found := _fitting(language, text):
        return found
    if found := _fitting(language, text[:1].swapcase() + text[1:]):
        first, *rest = found
        large = first.text[:1].upper() + first.text[1:]
        return (Piece(large if text[0].isupper() else first.text, first.english), *rest)
    if not text.endswith(".") and (found := _fitting(language, f"{text}.")):
        *before, last = found
        return (*before, Piece(last.text[:-1], last.english))
    return ()


def _fitting(language: str, text: str) -> tuple[Piece, ...]:
    for template, beginning, expression in _patterns():
        if not text.startswith(beginning) or not (match := expression.match(text)):
            continue
        groups = match.groupdict()
        if "said" in groups and not _clause(language, groups["said"]):
            continue  # a question may begin with a word in quotes, too
        made = _filled(language, translated(language, template), groups)
        runs = groupby(made, key=lambda piece: piece.english)
        return tuple(Piece("".join(piece.text for piece in run), english) for english, run in runs)
    return ()


def _filled(language: str, template: str, groups: Mapping[str, str]) -> Iterator[Piece]:
    """The translation of a template with the groups put in, each in the language, too."""
    for n, part in enumerate(PLACEHOLDER.split(template)):
        if n % 2 == 0:
            yield Piece(part)
        elif part == "ranges":
            for place, item in enumerate(groups[part].split(BETWEEN)):
                yield Piece(BETWEEN * (place > 0))
                yield from _clause(language, item) or (_unknown(item),)
        elif part in KEPT:
            yield Piece(groups[part])
        else:
            said = () if part in OWN else _clause(language, groups[part])
            yield from said or (_unknown(groups[part]),)


def _unknown(text: str) -> Piece:
    return Piece(text, english=not re.fullmatch(NUMBER, text))
