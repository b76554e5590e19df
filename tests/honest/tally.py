"""Counts for a question and for all of them."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

SHOWN = 3  # examples kept of each kind, for a question


@dataclass(kw_only=True, slots=True)
class Honest:
    """The honest sheets of one style: ``stuck`` are people who could not go on, ``accused`` those told a mistake."""

    sheets: int = 0
    right: int = 0
    stuck: int = 0
    accused: int = 0
    refused: list[dict[str, Any]] = field(default_factory=list)
    accusations: list[dict[str, Any]] = field(default_factory=list)

    @property
    def share(self) -> float:
        return self.right / self.sheets if self.sheets else 1.0


@dataclass(kw_only=True, slots=True)
class Wrong:
    """Sheets with one mistake: accepted whole, or the last line alone; and of how many the mistake was named.

    ``told`` were given some other explanation, which for listed mistakes is another one than theirs.
    """

    sheets: int = 0
    accepted: int = 0
    last: int = 0
    last_accepted: int = 0
    named: int = 0
    told: int = 0
    kinds: dict[str, list[int]] = field(
        default_factory=dict
    )  # of the unlisted: how many, and of how many one was told
    passed: list[dict[str, Any]] = field(default_factory=list)
    last_passed: list[dict[str, Any]] = field(default_factory=list)
    unnamed: list[dict[str, Any]] = field(default_factory=list)


@dataclass(kw_only=True, slots=True)
class Tally:
    question: str
    family: str
    honest: dict[str, Honest] = field(default_factory=dict)
    wrong: dict[str, Wrong] = field(default_factory=lambda: {"listed": Wrong(), "unlisted": Wrong()})
    native: dict[str, str] = field(default_factory=dict)  # steps that could not be interpreted, and why
    undrawn: int = 0

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> "Tally":
        honest = {style: Honest(**counts) for style, counts in kept["honest"].items()}
        wrong = {kind: Wrong(**counts) for kind, counts in kept["wrong"].items()}
        return cls(**{**kept, "honest": honest, "wrong": wrong})


def keep(examples: list[dict[str, Any]], example: dict[str, Any]) -> None:
    if len(examples) < SHOWN:
        examples.append(example)


def all_honest(tallies: Iterable[Tally], style: str) -> Honest:
    found = Honest()
    for tally in tallies:
        one = tally.honest[style]
        found.sheets += one.sheets
        found.right += one.right
        found.stuck += one.stuck
        found.accused += one.accused
        found.refused += [{"question": tally.question} | said for said in one.refused]
        found.accusations += [{"question": tally.question, "style": style} | said for said in one.accusations]
    return found


def all_wrong(tallies: Iterable[Tally], *kinds: str) -> Wrong:
    found = Wrong()
    for tally in tallies:
        for one in (tally.wrong[kind] for kind in kinds):
            for name in ("sheets", "accepted", "last", "last_accepted", "named", "told"):
                setattr(found, name, getattr(found, name) + getattr(one, name))
            for kind, counts in one.kinds.items():
                found.kinds[kind] = [
                    sum(both) for both in zip(found.kinds.get(kind, (0, 0)), counts, strict=True)
                ]
            for name in ("passed", "last_passed", "unnamed"):
                getattr(found, name).extend(
                    {"question": tally.question} | said for said in getattr(one, name)
                )
    return found
