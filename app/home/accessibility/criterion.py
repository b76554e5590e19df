"""One row of the report."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from app.web.languages.languages import N_


class Support(StrEnum):
    """Never more than was tested; ``NOT_APPLICABLE`` where there is nothing of the kind."""

    SUPPORTS = "supports"
    PARTLY = "partly"
    NOT = "does not"
    NOT_APPLICABLE = "not applicable"


WORDS = {
    Support.SUPPORTS: N_("supports"),
    Support.PARTLY: N_("supports partly"),
    Support.NOT: N_("does not support"),
    Support.NOT_APPLICABLE: N_("not applicable"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """``tests`` are files of the repository; ``by_hand`` says what a person did or read besides. ``remark`` says what
    is known; of one that holds in part, where it does not, and what to do instead. English on the page, too."""

    number: str
    name: str
    level: Literal["A", "AA"]
    support: Support
    remark: str
    tests: tuple[str, ...] = ()
    by_hand: str = ""
