"""Finds every family: one file each in ``engine/families/<subject>/``, nothing to register."""

import difflib
import importlib
import pkgutil
from collections.abc import Collection, Mapping
from functools import cache
from types import MappingProxyType
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


@cache
def families() -> Mapping[str, Family]:
    """All families by id, in the order of their sections."""
    found: dict[str, Family] = {}
    for module, subject in _files().items():
        family = importlib.import_module(module).family
        if family.id != module.rpartition(".")[2]:
            raise TypeError(f"{module} holds the family {family.id}: file and id must have one name")
        family.subject = subject
        found[family.id] = family
    return MappingProxyType(dict(sorted(found.items())))


def find(id: str) -> Family:
    """The family of this id. Raises UnknownFamily."""
    try:
        return families()[id]
    except KeyError:
        raise UnknownFamily(id, families()) from None


def alone(id: str) -> Family:
    """A family without the rest of the catalogue, for one that includes it while the catalogue is being read."""
    module = next(module for module in _files() if module.endswith(f".{id}"))
    return cast(Family, importlib.import_module(module).family)


@cache
def _files() -> Mapping[str, str]:
    """The module of each family, and its subject."""
    return {
        module.name: subject.name.rpartition(".")[2]
        for subject in pkgutil.iter_modules(engine.families.__path__, "engine.families.")
        for module in pkgutil.iter_modules(importlib.import_module(subject.name).__path__, subject.name + ".")
    }
