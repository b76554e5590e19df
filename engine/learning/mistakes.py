"""The classic mistakes that one makes: how often, when last, and when they are gone."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

GONE_AFTER = 3  # chances in a row that were not taken


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A mistake that one has made: in which sheet and line last; ``avoided``: the chances since, in a row, in which its
    step came out right. ``back``: it was gone, and came again."""

    family: str
    mistake: str
    times: int
    last_at: datetime
    attempt: str
    part: str
    avoided: int = 0
    back: bool = False

    @property
    def gone(self) -> bool:
        """True once enough chances to make it went by."""
        return self.avoided >= GONE_AFTER


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance:
    """One marked line: its family, the skill-steps that came out ``right`` in it, and the mistakes that were made."""

    family: str
    right: frozenset[str]
    made: tuple[str, ...]
    attempt: str
    part: str
    at: datetime


@dataclass(slots=True)
class Mistakes:
    """All mistakes of one learner, by family and name. ``steps`` gives the step in which each is made."""

    steps: Mapping[tuple[str, str], str]
    made: dict[tuple[str, str], Made] = field(default_factory=dict)

    def tell(self, chance: Chance) -> None:
        """Takes a marked line in, in the order of time."""
        for name in chance.made:
            before = self.made.get((chance.family, name))
            self.made[chance.family, name] = Made(
                family=chance.family, mistake=name, times=before.times + 1 if before else 1, last_at=chance.at,
                attempt=chance.attempt, part=chance.part, back=bool(before and (before.gone or before.back)),
            )  # fmt: skip
        for key, one in self.made.items():
            family, name = key
            if family == chance.family and name not in chance.made and self.steps.get(key) in chance.right:
                self.made[key] = replace(one, avoided=one.avoided + 1)

    def present(self) -> list[Made]:
        """Those that are not gone, the most frequent first, then the latest."""
        left = (one for one in self.made.values() if not one.gone)
        return sorted(left, key=lambda one: (one.times, one.last_at), reverse=True)
