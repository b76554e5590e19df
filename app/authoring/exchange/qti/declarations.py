"""The declarations of an item: its points, the right answers, what answers are mapped to, and what is said of them."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from xml.etree.ElementTree import Element

from app.authoring.exchange import numbers
from app.authoring.exchange.exchanged import RIGHT, WRONG
from app.authoring.exchange.not_read import NO_ANSWER, NotRead
from app.authoring.exchange.qti.html import inside
from app.authoring.exchange.qti.processing import Case, NotUnderstood, cases
from app.authoring.exchange.told import WORTH, Told
from app.web.languages.languages import N_

FEEDBACK = N_("A feedback that belongs to no answer was left out: “%(what)s”.")

DISAGREE = N_("Its key and its points for each option do not agree; here the key counts.")


class Declarations:
    """The declarations of an item with the names of 2.1, and what is told while it is read."""

    def __init__(self, item: Element) -> None:
        self.item = item
        self.told: list[Told] = []
        self._declared = {one.get("identifier", ""): one for one in item.iterfind("responseDeclaration")}
        self._feedback = {one.get("identifier", ""): inside(one) for one in item.iterfind("modalFeedback")}
        self._feedback |= {one.get("identifier", ""): inside(one) for one in item.iter("feedbackInline")}
        self._said: set[str] = set()
        self.points = self._points()

    def solution(self) -> str:
        """The feedback that belongs to no answer and calls itself so; any other is told."""
        whole = ""
        for name, html in self._feedback.items():
            if name in self._said or not html.strip():
                continue
            if "solution" in name.lower() or "general" in name.lower():
                whole += html
            else:
                self.told.append(Told(FEEDBACK, " ".join(html.split())[:80]))
        return whole

    def of(self, interaction: Element) -> Element:
        """Raises NotRead where an interaction has none."""
        declared = self._declared.get(interaction.get("responseIdentifier", ""))
        if declared is None:
            raise NotRead(Told(NO_ANSWER))
        return declared

    def correct(self, declared: Element) -> list[str]:
        return [(one.text or "").strip() for one in declared.iterfind("correctResponse/value")]

    def mapped(self, declared: Element) -> dict[str, Decimal]:
        entries = declared.iterfind("mapping/mapEntry")
        return {
            one.get("mapKey", ""): numbers.number(one.get("mappedValue", "")) or Decimal(0) for one in entries
        }

    def shares(self, declared: Element, names: Sequence[str], several: bool) -> dict[str, Fraction]:
        """The share of each option: by the mapping where it agrees with the key, else by the key. Where there is a key,
        nothing else is right, whatever it is mapped to."""
        correct = self.correct(declared)
        mapped = {name: value for name, value in self.mapped(declared).items() if name in names}
        best = max(mapped.values(), default=Decimal(0))
        counted = correct or [
            name for name, value in mapped.items() if (value > 0 if several else value == best > 0)
        ]
        worth = [mapped.get(name, Decimal(0)) for name in counted]
        if counted and min(worth) > 0 and (several or min(worth) == best):
            whole = self._whole(declared, worth) if several else best
            others = {name: value for name, value in mapped.items() if not several or value < 0}
            values = others | dict(zip(counted, worth, strict=True))
            return {name: share(value, whole) for name, value in values.items()}
        if best > 0:
            self.told.append(Told(DISAGREE))
        return dict.fromkeys(correct, Fraction(1, len(correct)) if several and correct else RIGHT)

    @staticmethod
    def _whole(declared: Element, worth: Sequence[Decimal]) -> Decimal:
        """The most that right options earn together: their sum, unless the mapping has a limit below it."""
        limit = numbers.number(declared.find("mapping").get("upperBound", ""))  # type: ignore[union-attr]
        whole = sum(worth, Decimal(0))
        return min(whole, limit) if limit else whole

    def all_or_nothing(self, declared: Element) -> bool:
        """True if nothing but the whole key earns anything: it is compared as a whole, and no option is mapped."""
        processing = self.item.find("responseProcessing")
        if processing is None or declared.find("mapping") is not None:
            return False
        response = declared.get("identifier")
        compared = any(
            {one.tag: one.get("identifier") for one in rule} == {"variable": response, "correct": response}
            for rule in processing.iter("match")
        )
        return compared or processing.get("template", "").rpartition("/")[2].startswith("match_correct")

    def links(self, response: str) -> dict[str, str]:
        """By an option or a word, the identifier of what is said of it."""
        with_words = (case for case in self.cases(response, "") if case.says)
        return {word: case.says for case in with_words for word in case.words}

    def cases(self, response: str, correct: str) -> list[Case]:
        try:
            return list(cases(self.item, response, correct))
        except NotUnderstood:
            return []

    def feedback_of(self, name: str) -> str:
        self._said.add(name)
        return self._feedback.get(name, "").strip()

    def worth(self, declared: Element, of: int) -> Fraction:
        """The points of one gap among several: what it is mapped to, or its part of all."""
        most = numbers.points(str(self._most(declared)))
        return most if most and of > 1 else self.points / of

    def _points(self) -> Fraction:
        """The points of the item, as it declares them or as its responses are mapped."""
        outcomes = {one.get("identifier"): one for one in self.item.iterfind("outcomeDeclaration")}
        for name in ("MAXSCORE", "SCORE"):
            if (outcome := outcomes.get(name)) is None:
                continue
            value = (
                outcome.findtext("defaultValue/value") if name == "MAXSCORE" else outcome.get("normalMaximum")
            )
            if points := numbers.points(value or ""):
                return points
            if (numbers.number(value or "") or 0) > 0:
                self.told.append(Told(WORTH, value or ""))
                return RIGHT
        whole = sum((self._most(one) for one in self._declared.values()), Decimal(0))
        return numbers.points(str(whole)) or RIGHT

    def _most(self, declared: Element) -> Decimal:
        """The most that a response can be mapped to."""
        mapping = declared.find("mapping")
        if mapping is None:
            return Decimal(0)
        values = [value for value in self.mapped(declared).values() if value > 0]
        most = (
            sum(values, Decimal(0))
            if declared.get("cardinality") == "multiple"
            else max(values, default=Decimal(0))
        )
        limit = numbers.number(mapping.get("upperBound", ""))
        return most if limit is None else min(most, limit)


def share(value: Decimal, whole: Decimal) -> Fraction:
    return numbers.meant(Fraction(value) / Fraction(whole)) if whole else WRONG
