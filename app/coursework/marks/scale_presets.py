"""Grade scales that are in use, made with one click from one percent: where their lowest passing grade begins, or, of a
Swiss scale, where the line has a 4, which begins before that because grades are rounded."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from app.courses.grade_scale import GradeScale, Step
from app.web.languages.languages import N_
from engine.marking.grading import BELOW, GERMAN, LETTERS

NOTHING, EVERYTHING = Fraction(0), Fraction(100)


class Preset(StrEnum):
    """A scale by name."""

    SWISS_QUARTERS = "swiss_quarters"
    SWISS_TENTHS = "swiss_tenths"
    GERMAN = "german"
    LETTERS = "letters"
    PASS_FAIL = "pass_fail"

    @property
    def usual(self) -> int:
        """The percent that it is usually made from."""
        return {Preset.SWISS_QUARTERS: 60, Preset.SWISS_TENTHS: 60, Preset.LETTERS: 60}.get(self, 50)


@dataclass(frozen=True, slots=True)
class Offer:
    """A preset in a list; ``asks`` says what its percent is."""

    preset: Preset
    title: str
    about: str
    asks: str = N_("passed from")


OFFERS = (
    Offer(
        Preset.SWISS_QUARTERS,
        N_("Swiss, 1 to 6 in quarters"),
        N_(
            "A straight line from 1 to 4, and on to 6; rounded to the nearest quarter, half up. 3.875 is a 4."
        ),
        N_("the line has a 4 at"),
    ),
    Offer(
        Preset.SWISS_TENTHS,
        N_("Swiss, 1 to 6 in tenths"),
        N_("The same line, rounded to the nearest tenth, half up. 3.95 is a 4."),
        N_("the line has a 4 at"),
    ),
    Offer(
        Preset.GERMAN,
        N_("German, 1.0 to 5.0"),
        N_(
            "4.0 from what passes on, the other grades in steps of one width: with 50\N{NO-BREAK SPACE}%, "
            "1.0 from 95\N{NO-BREAK SPACE}%."
        ),
    ),
    Offer(
        Preset.LETTERS,
        N_("Letters, A to F"),
        N_(
            "D from what passes on, C, B and A in steps of one width: with 60\N{NO-BREAK SPACE}%, "
            "A from 90\N{NO-BREAK SPACE}%."
        ),
    ),
    Offer(Preset.PASS_FAIL, N_("Pass or fail"), N_("Two grades, and nothing else.")),
)


def made(preset: Preset, passes: Fraction) -> GradeScale:
    """Returns the scale that is made from this percent, which is above 0 and below 100."""
    match preset:
        case Preset.SWISS_QUARTERS:
            return GradeScale(steps=_swiss(4, passes), passing="4")
        case Preset.SWISS_TENTHS:
            return GradeScale(steps=_swiss(10, passes), passing="4")
        case Preset.GERMAN:
            return GradeScale(steps=_even(GERMAN, BELOW["german"], passes), passing=GERMAN[0])
        case Preset.LETTERS:
            return GradeScale(steps=_even(LETTERS[1:], BELOW["letters"], passes), passing="D")
        case Preset.PASS_FAIL:
            return GradeScale(steps=_even(("pass",), "fail", passes), passing="pass")


def _even(grades: Sequence[str], below: str, passes: Fraction) -> tuple[Step, ...]:
    """Steps of one width from what passes to everything."""
    width = (EVERYTHING - passes) / len(grades)
    passing = [Step(grade, passes + place * width) for place, grade in enumerate(grades)]
    return (*reversed(passing), Step(below, NOTHING))


def _swiss(per_grade: int, passes: Fraction) -> tuple[Step, ...]:
    """The line through 1 at 0, 4 at the percent given and 6 at 100 percent, whose grades are rounded half up: each,
    and so the 4, begins half a step before its own place."""
    steps = []
    for n in range(6 * per_grade, per_grade, -1):
        begins = Fraction(2 * n - 1, 2 * per_grade)
        if begins < 4:
            least = (begins - 1) / 3 * passes
        else:
            least = passes + (begins - 4) / 2 * (EVERYTHING - passes)
        steps.append(Step(f"{n / per_grade:g}", least))
    return (*steps, Step("1", NOTHING))
