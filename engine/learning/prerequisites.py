"""Prerequisites: the families as a graph without circles, by their ids.

Prerequisites are direct ones; the others follow. Every answer has the order in which one learns.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from engine.catalogue import UnknownFamily, families
from engine.chain import Family
from engine.sections import section_order


class Circle(ValueError):
    """Families of which each builds on the next in ``ids``, and the last on the first."""

    def __init__(self, ids: Collection[str]) -> None:
        self.ids = tuple(ids)
        super().__init__(" builds on ".join((*self.ids, self.ids[0])))


@dataclass(frozen=True, slots=True)
class Prerequisites:
    """The direct prerequisites of each family, with the families in the order in which they are taught.

    Raises Circle, and UnknownFamily for a prerequisite that is no family.
    """

    direct: Mapping[str, tuple[str, ...]]
    _order: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for needed in self.direct.values():
            self._find(*needed)
        object.__setattr__(self, "_order", _in_order(self.direct))

    @classmethod
    def of(cls, families: Iterable[Family]) -> "Prerequisites":
        """The prerequisites that these families state, by section of the curriculum."""
        taught = sorted(families, key=lambda family: section_order(family.section))
        return cls({family.id: family.builds_on for family in taught})

    def order(self) -> tuple[str, ...]:
        """All families: as they are taught, but each after its prerequisites."""
        return self._order

    def before(self, family: str) -> tuple[str, ...]:
        """All that one is able to do before this family. Raises UnknownFamily."""
        self._find(family)
        found: set[str] = set()
        waiting = [*self.direct[family]]
        while waiting:
            one = waiting.pop()
            if one not in found:
                found.add(one)
                waiting.extend(self.direct[one])
        return tuple(one for one in self._order if one in found)

    def after(self, family: str) -> tuple[str, ...]:
        """The families that build directly on this one. Raises UnknownFamily."""
        self._find(family)
        return tuple(one for one in self._order if family in self.direct[one])

    def layers(self) -> tuple[tuple[str, ...], ...]:
        """The families by the longest chain of prerequisites that leads to them, from those without any."""
        layer: dict[str, int] = {}
        for one in self._order:
            layer[one] = 1 + max((layer[needed] for needed in self.direct[one]), default=-1)
        depth = 1 + max(layer.values(), default=-1)
        return tuple(tuple(one for one in self._order if layer[one] == n) for n in range(depth))

    def within(self, families: Collection[str]) -> "Prerequisites":
        """These families alone, and what of their direct prerequisites is among them."""
        return Prerequisites(
            {
                one: tuple(needed for needed in self.direct[one] if needed in families)
                for one in self._order
                if one in families
            }
        )

    def _find(self, *wanted: str) -> None:
        for one in wanted:
            if one not in self.direct:
                raise UnknownFamily(one, self.direct)


@cache
def prerequisites() -> Prerequisites:
    """The prerequisites of all families."""
    return Prerequisites.of(families().values())


def _in_order(direct: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Takes again and again the first whose prerequisites are taken. Raises Circle where there is none."""
    left = dict.fromkeys(direct)
    taken: dict[str, None] = {}
    while left:
        ready = next((one for one in left if taken.keys() >= {*direct[one]}), None)
        if ready is None:
            raise Circle(_circle(direct, left))
        taken[ready] = left.pop(ready)
    return tuple(taken)


def _circle(direct: Mapping[str, tuple[str, ...]], left: Collection[str]) -> list[str]:
    """A circle among those that are left: each of them builds on another one, so a walk comes back to itself."""
    path = [next(iter(left))]
    while (onward := next(one for one in direct[path[-1]] if one in left)) not in path:
        path.append(onward)
    return path[path.index(onward) :]
