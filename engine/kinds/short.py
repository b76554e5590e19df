"""Kind ``short``: a word or a few, compared with wordings that are right, right in part, or often wrong."""

from collections.abc import Callable
from fractions import Fraction

from pydantic import Field, model_validator

from engine import kinds
from engine.answers import wordings
from engine.answers.forms import ShortAnswer
from engine.chain import Family, Mistake
from engine.parameters import Frozen
from engine.questions import Share
from engine.validation.schema import Fault, Found, Shape

LONGEST = 300  # letters of a wording
MOST = 40


class Parameters(Frozen):
    """Nothing is drawn."""


class Wording(Shape):
    """An answer that is expected, in which ``*`` stands for anything: a right one, one that earns a ``share`` of the
    points, or a wrong one; and why."""

    text: str = Field(min_length=1, max_length=LONGEST)
    right: bool = False
    share: Share = Fraction(0)
    why: str = Field("", max_length=400)

    @property
    def earns(self) -> Fraction:
        return Fraction(1) if self.right else self.share


class Item(kinds.Item):
    """A short answer as its file says it. Of ``wordings`` the first that is met counts; what meets none is wrong."""

    kind: str = "short"
    asks = "Your answer"
    by_case: bool = False
    wordings: list[Wording] = Field(min_length=1, max_length=MOST)

    @model_validator(mode="after")
    def some_answer_is_right_and_each_counts_once(self) -> "Item":
        """Raises Faults for wordings of which none is right, all is, or one stands twice; for shares that are none; and
        for a right one before which another counts."""
        found = Found()
        if not any(one.right for one in self.wordings):
            found.faults.append(Fault(("wordings",), "at least one of them must be right"))
        texts = [" ".join(one.text.split()) for one in self.wordings]
        for n, one in enumerate(self.wordings):
            if one.share and one.right:
                found.faults.append(Fault(("wordings", n, "share"), "a right one has all points"))
            elif not 0 <= one.share < 1:
                said = "must be a share of the points from 0 up and below 1; what earns all of them is right"
                found.faults.append(Fault(("wordings", n, "share"), said))
            if texts[n] in texts[:n]:
                found.faults.append(Fault(("wordings", n, "text"), f"this stands here twice: {texts[n]}"))
            elif one.right and not texts[n].strip("* "):
                found.faults.append(Fault(("wordings", n, "text"), "every answer would be right"))
        found.settle()
        key, form = self._key(), self._form()
        if form.credit(wordings.shown(self.wordings[key].text), "") < 1:
            said = "another answer above it counts first; move this one up"
            raise Fault(("wordings", key, "text"), said)
        return self

    def chain(self) -> Family:
        """One step, whose mistakes are the wordings with a reason that earn less than all points."""
        key = self.wordings[self._key()].text
        family = self.one_step("Answer", Parameters, self._form(), _said(key))
        for place, one in enumerate(self.wordings, 1):
            if one.why and not one.right:
                name = f"wording_{place}"
                family.mistakes[name] = Mistake(name, "answer", one.why, compute=_said(one.text), sources=())
        return family

    def _key(self) -> int:
        return next(n for n, one in enumerate(self.wordings) if one.right)

    def _form(self) -> ShortAnswer:
        expected = (wordings.Wording(one.text, one.earns, one.why) for one in self.wordings)
        return ShortAnswer(tuple(expected), self.by_case)


def _said(text: str) -> Callable[..., str]:
    return lambda: text
