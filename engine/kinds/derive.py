"""Kind ``derive``: the lines of a derivation to be put in order, and the reasons why the marked ones hold.

Any order counts in which each line stands below those that it rests on. Among the lines are others that do not follow.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, ClassVar

from pydantic import Field, model_validator

from engine import kinds
from engine.answers.forms import Choice
from engine.answers.ordering import Ordering
from engine.chain import Family, Step
from engine.parameters import Frozen, symbol
from engine.questions import Part, Points
from engine.validation.schema import NAME, Shape


class Parameters(Frozen):
    """The lines of a sheet, those among them whose reasons are asked, and the reasons; each shuffled."""

    lines: tuple[str, ...] = symbol(r"\text{lines}", "what is to be put in order, shuffled", min_length=2)
    marked: tuple[str, ...] = symbol(r"\text{marked}", "the lines whose reasons are asked, shuffled")
    grounds: tuple[str, ...] = symbol(r"\text{reasons}", "the reasons to choose from, shuffled")


class Stray(Shape):
    """A line that does not belong to the derivation, and why it does not follow."""

    text: str = Field(min_length=1, max_length=300)
    why: str = Field(min_length=1, max_length=400)


class Line(Stray):
    """A line of the derivation. It rests on the lines that it ``needs``, by name; ``why`` is told afterwards. A line
    with a ``reason`` is marked: its reason is asked."""

    name: str = Field(pattern=NAME, max_length=40)
    needs: list[str] = Field([], max_length=6)
    reason: str = Field("", max_length=120)


class Item(kinds.Item):
    """A derivation as its file says it: its ``lines`` in one right order, the ``strays`` that stand among them, and
    ``other_reasons``, which are those of no marked line."""

    kind: str = "derive"
    asks = "Put the lines in order, the first at the top; some do not belong"
    asks_why: ClassVar[str] = "Why does each of these lines hold?"
    points: Points = Fraction(3)
    lines: list[Line] = Field(min_length=4, max_length=9)
    strays: list[Stray] = Field(min_length=1, max_length=3)
    other_reasons: list[str] = Field([], max_length=3)

    @model_validator(mode="after")
    def is_a_derivation(self) -> "Item":
        """Raises ValueError unless each line needs lines above it and leads to the last, and all texts differ."""
        above: set[str] = set()
        for line in self.lines:
            for need in line.needs:
                if need not in above:
                    raise ValueError(f"{line.name} needs {need}, which must be the name of a line above it")
            if line.name in above:
                raise ValueError(f"two lines are called {line.name}")
            above.add(line.name)
        for line in self.lines[:-1]:
            if not any(line.name in other.needs for other in self.lines):
                raise ValueError(f"no line needs {line.name}: all must lead to the last one")
        texts = [one.text for one in self._all()]
        if len(set(texts)) < len(texts):
            raise ValueError("the lines must be different")
        reasons = [line.reason for line in self.marked]
        if len(reasons) < 2:
            raise ValueError("at least two lines must have a reason that is asked")
        if set(reasons) & set(self.other_reasons) or len({*reasons, *self.other_reasons}) < 3:
            raise ValueError(
                "there must be three reasons or more, and the other ones must be those of no line"
            )
        return self

    def _all(self) -> list[Stray]:
        return [*self.lines, *self.strays]

    @property
    def marked(self) -> list[Line]:
        return [line for line in self.lines if line.reason]

    def parts(self) -> list[Part]:
        """The order, worth two thirds, and the reasons."""
        order = self.points * 2 / 3
        return [
            Part(ask="answer", text=self.asks, points=order),
            Part(ask="reasons", text=self.asks_why, points=self.points - order),
        ]

    def chain(self) -> Family:
        """Two steps: the lines in their order, of which the justified ones count; and the marked lines' reasons."""
        texts = [line.text for line in self.lines]
        strays = [stray.text for stray in self.strays]
        named = {line.name: line.text for line in self.lines}
        needs = {line.text: tuple(named[need] for need in line.needs) for line in self.lines}
        grounds = {line.text: line.reason for line in self.marked}
        family = self.one_step(
            "Derivation",
            Parameters,
            Choice("lines"),
            lambda lines, marked, grounds: texts[:],
            reasons={one.text: one.why for one in self._all()},
            ordering=Justified(needs, {stray.text: stray.why for stray in self.strays}),
        )
        family.steps["reasons"] = Step(
            "reasons", "Reasons", "", lambda marked: {text: grounds[text] for text in marked}, ("marked",),
            form=Choice("grounds"), answer="reasons", reasons={line.text: line.why for line in self.marked},
        )  # fmt: skip

        @family.draws
        def shuffled(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
            mixed = rng.sample([*texts, *strays], len(texts) + len(strays))
            reasons = list(dict.fromkeys([*grounds.values(), *self.other_reasons]))
            return {
                "lines": mixed if mixed[: len(texts)] != texts else mixed[::-1],
                "grounds": rng.sample(reasons, len(reasons)),
                "marked": rng.sample(list(grounds), len(grounds)),  # their order would tell that of the lines
            }

        return family


@dataclass(frozen=True, slots=True)
class Justified(Ordering):
    """A line counts if all that it ``needs`` stand above it, also where one of these does not count itself: a line that
    is missing takes the points of what rests on it, not of all that follows. ``strays`` have their reasons."""

    needs: Mapping[str, Sequence[str]]
    strays: Mapping[str, str]
    earns = "each line that stands below those that it rests on; other orders may hold as well"
    others = True

    def places(
        self, typed: Sequence[str], key: Sequence[str], empty: Collection[int] = ()
    ) -> Collection[int]:
        stand = ["" if place in empty else text for place, text in enumerate(typed)]
        return [place for place in range(len(stand)) if self._follows(stand, place)]

    def ticked(self, right: int, of: int) -> str:
        return f"Ticked are the lines that follow from those above them: {right} of {of}."

    def amiss(self, typed: Sequence[str], key: Sequence[str], first: int) -> str:
        if typed[first] in self.strays:
            return f"Line {first + 1} does not belong here: {self.strays[typed[first]]}"
        return f"Line {first + 1} does not follow yet: something that it rests on must stand above it."

    def _follows(self, typed: Sequence[str], place: int) -> bool:
        """True for a line of the derivation with all that it rests on above it."""
        needs = self.needs.get(typed[place])
        return needs is not None and all(need in typed[:place] for need in needs)
