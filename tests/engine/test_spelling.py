"""The words of the question bank are English words, or names and terms of the field that stand in ``words.txt``."""

import re
import tomllib
from collections.abc import Iterator, Set
from pathlib import Path
from typing import Any

import pytest
from spellchecker import SpellChecker

from tests.engine.submissions import HOME

AGREED = set(Path(__file__).with_name("words.txt").read_text().split())
# What nobody reads as prose: names, formulas, programs, other languages.
UNREAD = {
    "id", "family", "kind", "section", "model", "skill", "level", "form", "source", "code", "solution", "starter",
    "function", "arrays", "arguments", "expected", "latex", "formula", "bn", "title_bn", "about_bn", "fixed", "ranges",
    "cases", "parts", "symbols", "bengali", "alike", "needs", "files",
}  # fmt: skip
# What questions of formulas write beside it: formulas, names and typed answers.
FORMULAS = {"constraints", "gives", "name", "numbers", "of", "options", "symbol", "typed", "value", "when"}
OF_KIND = {"formula": FORMULAS, "algebra": {*FORMULAS, "answer"}}
FILES = sorted(file for file in (HOME / "question_bank").glob("*/*.toml"))


@pytest.fixture(scope="module")
def english() -> SpellChecker:
    return SpellChecker(language="en")


def read(value: Any, unread: Set[str] = UNREAD) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from read(item, unread)
    elif isinstance(value, dict):
        unread = unread | OF_KIND.get(str(value.get("kind")), set())
        for name, item in value.items():
            evidence = name == "terms" and isinstance(item, list) and item and isinstance(item[0], str)
            step = name == "ask" and " " not in str(item)
            if name not in unread and not evidence and not step:
                yield from read(item, unread)


def words(text: str) -> set[str]:
    bare = re.sub(r"\$[^$]*\$|`[^`]*`|<\w+>", " ", text)
    return {word.lower().removesuffix("'s") for word in re.findall(r"[A-Za-z][a-z]+(?:'[a-z]+)?", bare)}


def test_every_word_is_known(english: SpellChecker) -> None:
    unknown: dict[str, list[str]] = {}
    for file in FILES:
        found = set().union(*map(words, read(tomllib.loads(file.read_text("utf-8")))))
        for word in english.unknown(found) - AGREED:
            unknown.setdefault(word, []).append(file.name)
    assert unknown == {}


def test_every_agreed_word_is_needed(english: SpellChecker) -> None:
    texts = (tomllib.loads(file.read_text("utf-8")) for file in FILES)
    there = set().union(*(words(text) for values in texts for text in read(values)))
    assert english.unknown(there) >= AGREED
