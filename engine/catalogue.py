"""Finds every family: one file each in ``engine/families/<subject>/``, nothing to register."""

import difflib
import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import engine.families
from engine.chain import Family


class UnknownFamily(LookupError):
    """No family of this id; the text suggests the nearest one."""

    def __init__(self, wanted: str, known: Mapping[str, Family]) -> None:
        near = difflib.get_close_matches(wanted, known, 1)
        super().__init__(f"there is no family {wanted!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
        self.wanted = wanted


@cache
def families() -> Mapping[str, Family]:
    """All families by id, in the order of their sections."""
    found: dict[str, Family] = {}
    for subject in pkgutil.iter_modules(engine.families.__path__, "engine.families."):
        for module in pkgutil.iter_modules(
            importlib.import_module(subject.name).__path__, subject.name + "."
        ):
            family = importlib.import_module(module.name).family
            if family.id != module.name.rpartition(".")[2]:
                raise TypeError(f"{module.name} holds the family {family.id}: file and id must have one name")
            family.subject = subject.name.rpartition(".")[2]
            found[family.id] = family
    return MappingProxyType(dict(sorted(found.items())))


def find(id: str) -> Family:
    """The family of this id. Raises UnknownFamily."""
    try:
        return families()[id]
    except KeyError:
        raise UnknownFamily(id, families()) from None
