"""The question bank as it was read before: nothing is checked again, and a question is made when it is asked for.

Kept are the values that stand in the files, and that all of them were found good by this very code. A bank in which
something is broken is read anew at each start, and says so each time.
"""

import hashlib
import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine import bank as reading
from engine.bank import EXAMS, STUDY, Bank
from engine.bengali import read_toml
from engine.cache import fingerprint
from engine.cache.disk import DiskCache, Kept
from engine.exams.blueprints import Blueprint
from engine.questions import Question
from engine.study import read_study

Values = dict[str, Any]


class KeptQuestions(Mapping[str, Question]):
    """The questions of a bank by id, in its order. Each is made once, of ``lines``: its values in JSON."""

    def __init__(self, lines: Mapping[str, bytes], folder: Path) -> None:
        self._lines = lines
        self._folder = folder
        self._made: dict[str, Question] = {}

    def __getitem__(self, id: str) -> Question:
        made = self._made.get(id)
        if made is None:
            found = reading.question_with(json.loads(self._lines[id]))
            made = self._made.setdefault(id, reading.with_looks(found, self._folder))
        return made

    def __contains__(self, id: object) -> bool:
        return id in self._lines

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)


def read_bank(folder: Path, cache: DiskCache) -> Bank:
    """Returns the bank of this folder as ``engine.bank.read_bank`` does, from the cache where it was kept."""
    try:
        kept = Kept(cache, f"bank-{_short(f'{folder.resolve()} {sys.version}')}", _key(folder))
    except OSError:  # a file cannot be read: the bank says which
        return reading.read_bank(folder)
    found = kept.read("files")
    if found is not None:
        return _revived(found, folder, kept)
    bank = reading.read_bank(folder)
    if bank.broken or bank.study.faults:
        return bank
    with suppress(OSError, TypeError):  # TypeError: a value that JSON does not have, such as a date
        content = _written(bank, folder)
        if kept.key == _key(folder):  # no file changed meanwhile
            kept.write("files", content)
            return replace(bank, kept=kept)
    return bank


def _key(folder: Path) -> str:
    """Raises OSError."""
    return f"{fingerprint.of_code()} {fingerprint.of_folder(folder)}"


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _written(bank: Bank, folder: Path) -> bytes:
    """What is kept: a line for all but the questions, then one for each."""
    others = {
        place.relative_to(folder).as_posix(): read_toml(place)
        for inside in (EXAMS, STUDY)
        for place in sorted((folder / inside).rglob("*.toml"))
    }
    lines: list[Any] = [{"questions": list(bank.questions), "others": others}]
    for question in bank.questions.values():
        file = folder / question.subject / f"{question.id}.toml"
        text = file.read_text("utf-8")
        lines.append({**read_toml(file), **reading.names_of(text, file)})
    return b"\n".join(json.dumps(line, ensure_ascii=False).encode() for line in lines)


def _revived(content: bytes, folder: Path, kept: Kept) -> Bank:
    head, *lines = content.split(b"\n")
    named = json.loads(head)
    others: Mapping[str, Values] = named["others"]
    exams = {
        place.stem: Blueprint.model_validate({**others[f"{EXAMS}/{place.name}"], "id": place.stem})
        for place in sorted((folder / EXAMS).glob("*.toml"))
    }
    study = read_study(folder / STUDY, lambda file: others[file.relative_to(folder).as_posix()])
    questions = KeptQuestions(dict(zip(named["questions"], lines, strict=True)), folder)
    return Bank(questions, (), study, exams, kept)
