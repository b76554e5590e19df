"""Finds every family: one file each in ``engine/families/<subject>/``, nothing to register."""

import difflib
import importlib
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import cast

import engine.families
from engine.chain import Family


class UnknownFamily(LookupError):
    """No family of this id; the text suggests the nearest one."""

    def __init__(self, wanted: str, known: Collection[str]) -> None:
        self.wanted = wanted
        self.near = next(iter(difflib.get_close_matches(wanted, known, 1)), "")
        hint = f"; did you mean {self.near!r}?" if self.near else ""
        super().__init__(f"there is no family {wanted!r}{hint}")


class Families(Mapping[str, Family]):
    """All families by id, in alphabetical order. Each is imported when it is first asked for."""

    def __init__(self) -> None:
        files = (file for place in engine.families.__path__ for file in Path(place).glob("*/[!_]*.py"))
        self._subjects = dict(sorted((file.stem, file.parent.name) for file in files))

    def __getitem__(self, id: str) -> Family:
        return _imported(self._subjects[id], id)

    def __contains__(self, id: object) -> bool:
        return id in self._subjects

    def __iter__(self) -> Iterator[str]:
        return iter(self._subjects)

    def __len__(self) -> int:
        return len(self._subjects)


@cache
def families() -> Families:
    return Families()


def find(id: str) -> Family:
    """The family of this id. Raises UnknownFamily."""
    if id not in families():
        raise UnknownFamily(id, families())
    return families()[id]


@cache
def _imported(subject: str, id: str) -> Family:
    module = importlib.import_module(f"engine.families.{subject}.{id}")
    family = cast(Family, module.family)
    if family.id != id:
        raise TypeError(f"{module.__name__} holds the family {family.id}: file and id must have one name")
    family.subject = subject
    return family
