"""Kind ``choice``: one of four is right, every option carries its reason, and they are shuffled for each sheet."""

from collections.abc import Mapping
from random import Random
from typing import Any

from pydantic import Field, field_validator

from engine import kinds
from engine.answers.forms import Choice
from engine.chain import Family, Mistake
from engine.parameters import Frozen, symbol
from engine.validation.schema import Shape

COUNT = 4


class Parameters(Frozen):
    """The options of a sheet, shuffled."""

    options: tuple[str, ...] = symbol(
        r"\text{options}", "the options, in the order of the sheet", min_length=2
    )


class Option(Shape):
    """One of the options, with the reason why it is right or wrong."""

    text: str = Field(min_length=1, max_length=300)
    right: bool = False
    why: str = Field(min_length=1, max_length=600)


class Item(kinds.Item):
    """A choice question as its file says it."""

    kind: str = "choice"
    asks = "Choose one"
    options: list[Option] = Field(min_length=COUNT, max_length=COUNT)

    @field_validator("options")
    @classmethod
    def one_of_them_is_right(cls, options: list[Option]) -> list[Option]:
        """Raises ValueError unless exactly one option is right and all are different."""
        if sum(option.right for option in options) != 1:
            raise ValueError("exactly one option must be right")
        if len({option.text for option in options}) < len(options):
            raise ValueError("the options must be different")
        return options

    def chain(self) -> Family:
        """One step, whose mistakes are the wrong options."""
        reasons = {option.text: option.why for option in self.options}
        right = next(option.text for option in self.options if option.right)
        family = self.one_step(
            "Answer", Parameters, Choice("options"), lambda options: right, reasons=reasons
        )
        for place, option in enumerate(self.options, 1):
            if not option.right:
                name = f"option_{place}"
                family.mistakes[name] = Mistake(
                    name, "answer", option.why, compute=_taken(option.text), sources=("options",)
                )

        @family.draws
        def shuffled(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
            return {"options": rng.sample(list(reasons), len(reasons))}

        return family


def _taken(text: str) -> Any:
    return lambda options: text
