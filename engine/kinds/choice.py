"""Kind ``choice``: one of two to eight options is right, or several are; options carry their reasons, and they are
shuffled for each sheet."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from random import Random
from typing import Any

from pydantic import Field, model_validator

from engine import kinds
from engine.answers.forms import NOTHING_TICKED, Choice, Scoring, Several
from engine.chain import Family, Mistake
from engine.parameters import Frozen, symbol
from engine.questions import Part, Share
from engine.validation.schema import Fault, Shape


class Parameters(Frozen):
    """The options of a sheet, shuffled."""

    options: tuple[str, ...] = symbol(
        r"\text{options}", "the options, in the order of the sheet", min_length=2
    )


class Option(Shape):
    """One of the options, with the reason why it is right or wrong; a check names wrong ones that have none. It may
    have a ``share`` of the points where it is right in part, or where each tick counts by its share."""

    text: str = Field(min_length=1, max_length=300)
    right: bool = False
    share: Share = Fraction(0)
    why: str = Field("", max_length=600)


class Item(kinds.Item):
    """A choice question as its file says it. Of ``several`` right options each is ticked; ``scoring`` says what a
    sheet earns that is right in part."""

    kind: str = "choice"
    asks = "Choose one"
    several: bool = False
    scoring: Scoring = "right minus wrong"
    options: list[Option] = Field(min_length=2, max_length=8)

    @model_validator(mode="after")
    def options_are_different_and_some_are_right(self) -> "Item":
        """Raises Fault unless one option is right, of ``several`` at least one, and all are different."""
        right = sum(option.right for option in self.options)
        if self.several and not right:
            raise Fault(("options",), "at least one option must be right")
        if not self.several and right != 1:
            raise Fault(("options",), "exactly one option must be right, unless several may be")
        texts = [option.text.strip() for option in self.options]
        if len(set(texts)) < len(texts):
            raise Fault(("options",), "the options must be different")
        if self.several and self.scoring == "shares":
            self._shares_add_up()
        else:
            self._only_some_are_right_in_part()
        if self.several and (NOTHING_TICKED in texts or any("\n" in text for text in texts)):
            raise Fault(("options",), f"an option is one line, and not “{NOTHING_TICKED}”")
        return self

    def _shares_add_up(self) -> None:
        """Raises Fault unless right options earn, wrong ones do not, and all that are right earn everything."""
        for n, option in enumerate(self.options):
            if option.right != (option.share > 0):
                said = "a right one earns a share above 0" if option.right else "a wrong one earns nothing"
                raise Fault(("options", n, "share"), said)
        whole = sum((option.share for option in self.options if option.right), Fraction(0))
        if whole < 1:
            said = (
                f"the shares of the right ones add up to {whole}; together they earn all points, which is 1"
            )
            raise Fault(("options",), said)

    def _only_some_are_right_in_part(self) -> None:
        """Raises Fault for a share that does not count."""
        for n, option in enumerate(self.options):
            if option.share and self.several:
                raise Fault(("options", n, "share"), "shares count where the scoring is by shares alone")
            if option.share and (option.right or not 0 < option.share < 1):
                said = "must lie between 0 and 1, of an option that is right in part: one alone is right"
                raise Fault(("options", n, "share"), said)

    def parts(self) -> list[Part]:
        """The one part, in the words of the kind of choice."""
        return [Part(ask="answer", text="Tick all that are right" if self.several else self.asks)]

    def chain(self) -> Family:
        """One step, whose mistakes are the wrong options that have a reason; of several, those where one decision is
        wrong."""
        reasons = {option.text: option.why for option in self.options}
        right = [option.text for option in self.options if option.right]
        shares = tuple((option.text, option.share) for option in self.options if option.share)
        form = (
            Several("options", shares=shares, scoring=self.scoring)
            if self.several
            else Choice("options", shares=shares)
        )
        key = _ticked(set(right)) if self.several else _taken(right[0])
        family = self.one_step("Answer", Parameters, form, key, reasons=reasons)
        for place, option in enumerate(self.options, 1):
            if option.why and (self.several or not option.right):
                name = f"option_{place}"
                wrong = _ticked({option.text} ^ set(right)) if self.several else _taken(option.text)
                family.mistakes[name] = Mistake(
                    name, "answer", option.why, compute=wrong, sources=("options",)
                )

        @family.draws
        def shuffled(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
            return {"options": rng.sample(list(reasons), len(reasons))}

        return family


def _taken(text: str) -> Callable[..., Any]:
    return lambda options: text


def _ticked(texts: set[str]) -> Callable[..., Any]:
    return lambda options: tuple(option for option in options if option in texts)
