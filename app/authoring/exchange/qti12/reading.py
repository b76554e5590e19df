"""Items of QTI 1.2 as Canvas and ILIAS write them. Canvas gives shares of a hundred, ILIAS points; each says in its own
metadata which type of question an item is."""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from xml.etree.ElementTree import Element

from app.authoring.exchange import numbers
from app.authoring.exchange.arrived import Arrived
from app.authoring.exchange.exchanged import (
    GAP,
    RIGHT,
    WRONG,
    Asks,
    Choice,
    Cloze,
    Essay,
    Exchanged,
    Gap,
    Match,
    Numeric,
    Option,
    Order,
    Range,
    Short,
    Wording,
    around,
)  # fmt: skip
from app.authoring.exchange.markup.html_reading import tag_free
from app.authoring.exchange.not_read import NO_ANSWER, NotRead
from app.authoring.exchange.qti12 import left_out, texts
from app.authoring.exchange.qti12.conditions import Condition, conditions
from app.authoring.exchange.told import GRADERS, WORTH, Told
from app.web.languages.languages import N_
from engine.answers.wordings import quoted

NOT_READ = N_("Questions of the type “%(what)s” have no counterpart here.")
UNTICKED = N_("An option that was rightly left unticked earned points there; here it earns none: %(what)s.")
RESPONSES = ("response_lid", "response_str", "response_num", "response_grp")
WITHOUT = {
    "text_only_question", "calculated_question", "file_upload_question", "response_xy", "render_hotspot",
    "assFormulaQuestion", "assFileUpload", "assImagemapQuestion", "assErrorText", "assKprimChoice",
}  # fmt: skip
IN_BRACKETS = re.compile(r"\[([\w .-]{1,60})\]")


def read(root: Element, images: Mapping[str, bytes]) -> Iterator[Arrived]:
    """The questions below an element, in their order; each has the title of its assessment as its category."""
    titles = [one.get("title", "") for one in root.iter("assessment")]
    for number, item in enumerate(root.iter("item"), 1):
        yield _arrived(item, number, titles[0] if titles else "", images)


def _arrived(item: Element, number: int, category: str, images: Mapping[str, bytes]) -> Arrived:
    title = " ".join(item.get("title", "").split())
    made = _Item(item)
    try:
        statement, asks = made.asked()
    except NotRead as error:
        return Arrived(number, title, None, (*made.told, error.told))
    question = Exchanged(
        name=item.get("ident", ""),
        title=title,
        statement=statement,
        asks=asks,
        points=made.points,
        category=category,
        solution=made.feedback.pop("general_fb", "") or made.feedback.pop("solution", ""),
        files={**images, **texts.embedded(item)},
    )
    told = (*made.told, *left_out.left_out(item), *left_out.unused(made.feedback))
    return Arrived(number, title, question, tuple(dict.fromkeys(told)))


class _Item:
    """An item while it is read: its metadata, its conditions, and what it says of answers."""

    def __init__(self, item: Element) -> None:
        self.item = item
        self.told: list[Told] = []
        self.fields = texts.metadata(item)
        self.kind = self.fields.get("question_type") or self.fields.get("QUESTIONTYPE", "")
        self.conditions = conditions(item)
        self.feedback = texts.feedback(item)
        self.worth: Fraction | None = None  # of what is read, where it says points and no shares
        self.of_hundred = "points_possible" in self.fields or any(
            one.get("maxvalue") == "100" for one in item.iter("decvar")
        )

    @property
    def points(self) -> Fraction:
        most = next((one.get("maxvalue") for one in self.item.iter("decvar") if not self.of_hundred), None)
        for written in (self.fields.get("points_possible"), self.fields.get("points"), most):
            if written and (found := numbers.points(written)):
                return found
            if written and numbers.number(written) is not None:
                self.told.append(Told(WORTH, written[:40]))
                return RIGHT
        return self.worth or RIGHT

    def asked(self) -> tuple[str, Asks]:
        """The statement, and what is asked. Raises NotRead."""
        presentation = self.item.find("presentation")
        found = [one for one in self.item.iter() if one.tag in RESPONSES]
        unread = next((one.tag for one in self.item.iter() if one.tag in WITHOUT), "")
        if self.kind in WITHOUT or unread or presentation is None or not found:
            raise NotRead(Told(NOT_READ, self.kind or unread or "?"))
        if self.kind == "matching_question":
            return texts.statement(presentation, RESPONSES), self._pairs(found)
        if self.kind in ("fill_in_multiple_blanks_question", "multiple_dropdowns_question"):
            return self._named_gaps(texts.statement(presentation, RESPONSES), found)
        if len(found) > 1:
            gaps = tuple(self._gap(one) for one in found)
            self.worth = sum((gap.points for gap in gaps), Fraction(0))
            return texts.statement(presentation, RESPONSES, GAP), Cloze(gaps)
        return texts.statement(presentation, RESPONSES), self._alone(found[0])

    def _alone(self, response: Element) -> Asks:
        """Raises NotRead."""
        if response.tag == "response_grp":
            return self._groups(response)
        if response.tag == "response_lid" and response.get("rcardinality") == "Ordered":
            return Order(tuple(texts.labels(response).values()))
        if self._is_essay(response):
            model = self.feedback.pop("solution", "")
            self.told += [Told(GRADERS)] * bool(tag_free(model))
            return Essay(model)
        gap = self._gap(response)
        self.worth = gap.points
        return gap.asks

    def _is_essay(self, response: Element) -> bool:
        awarded = any(one.about(response.get("ident", "")) and one.score for one in self.conditions)
        return response.tag == "response_str" and response.find(".//render_choice") is None and not awarded

    def _gap(self, response: Element) -> Gap:
        """A field with its points. Raises NotRead."""
        name = response.get("ident", "")
        about = [one for one in self.conditions if one.about(name)]
        if response.find(".//render_choice") is not None:
            return self._choice(response, about)
        kinds = {one.get("fibtype", "") for one in response.iter("render_fib")}
        if (
            response.tag == "response_num"
            or kinds & {"Decimal", "Integer"}
            or self.kind == "numerical_question"
        ):
            return self._number(response, about)
        awarded = [
            (one.value, condition.score, condition, one.by_case)
            for condition in about
            for one in condition.about(name)
            if one.sign == "varequal" and one.holds and condition.score is not None
        ]
        best = self._best([score for _, score, _, _ in awarded])
        wordings = (
            Wording(quoted(value), _share(score, best), self._says(condition))
            for value, score, condition, _ in awarded
        )
        return Gap(Short(tuple(wordings), any(by_case for *_, by_case in awarded)), self._points_of(best))

    def _choice(self, response: Element, about: Sequence[Condition]) -> Gap:
        """Raises NotRead."""
        name, labels = response.get("ident", ""), texts.labels(response)
        several = response.get("rcardinality") == "Multiple"
        scores = dict.fromkeys(labels, Decimal(0))
        says = dict.fromkeys(labels, "")
        for condition in about:
            right = [one.value for one in condition.about(name) if one.holds]
            for value in right:
                key = (
                    value if value in labels else next((k for k, text in labels.items() if text == value), "")
                )
                if key and condition.score:
                    scores[key] += condition.score
                if key and len(right) == 1:
                    says[key] = says[key] or self._says(condition)
            if condition.score and not right and several:
                left = ", ".join(labels.get(one.value, one.value) for one in condition.about(name))
                self.told.append(Told(UNTICKED, tag_free(left)[:120]))
        chosen = [key for key, score in scores.items() if score > 0]
        best = self._best(list(scores.values()))
        if several and self.of_hundred:
            shares = {
                key: Fraction(key in chosen, len(chosen)) or -Fraction(1, len(chosen)) for key in labels
            }
        elif several:
            best = sum((scores[key] for key in chosen), Decimal(0))
            shares = {key: _share(score, best) for key, score in scores.items()}
        else:
            shares = {key: _share(score, best) for key, score in scores.items()}
        options = tuple(Option(text, shares[key], says[key]) for key, text in labels.items())
        whole = several and self.of_hundred and self.kind != "multiple_answers_question"
        return Gap(Choice(options, several, whole), self._points_of(best))

    def _number(self, response: Element, about: Sequence[Condition]) -> Gap:
        """Raises NotRead."""
        name, found = response.get("ident", ""), []
        best = self._best([one.score for one in about if one.score is not None])
        for condition in about:
            if condition.score is None:
                continue
            said = {one.sign: numbers.number(one.value) for one in condition.about(name) if one.holds}
            key, low = said.get("varequal"), said.get("vargte", said.get("vargt"))
            high = said.get("varlte", said.get("varlt"))
            share, says = _share(condition.score, best), self._says(condition)
            if low is not None and high is not None:
                middle = key if key is not None and low <= key <= high else (low + high) / 2
                found.append(Range(middle, low, high, share, says))
            elif key is not None:
                ends = next((one.attrib for one in response.iter("render_fib")), {})
                low, high = (numbers.number(ends.get(end, "")) for end in ("minnumber", "maxnumber"))
                bounded = low is not None and high is not None and low <= key <= high
                found.append(
                    Range(key, low, high, share, says)  # type: ignore[arg-type]
                    if bounded
                    else around(key, share=share, feedback=says)
                )
        if not any(one.share > 0 for one in found):
            raise NotRead(Told(NO_ANSWER))
        return Gap(Numeric(tuple(found)), self._points_of(best))

    def _pairs(self, found: Sequence[Element]) -> Match:
        """Canvas' pairs: a response for each left side, all with the same partners. Raises NotRead."""
        partners: dict[str, str] = {}
        pairs = []
        for response in found:
            labels = texts.labels(response)
            partners |= labels
            gap = self._choice(
                response, [one for one in self.conditions if one.about(response.get("ident", ""))]
            )
            assert isinstance(gap.asks, Choice)
            pairs.append((texts.material(response), tag_free(gap.asks.right[0].text)))
        used = {right for _, right in pairs}
        extra = tuple(text for one in partners.values() if (text := tag_free(one)) not in used)
        return Match(tuple(pairs), extra)

    def _groups(self, response: Element) -> Match:
        """ILIAS' pairs: terms and definitions in one group. Raises NotRead."""
        labels, name = texts.labels(response), response.get("ident", "")
        pairs, used = [], set()
        worth = Decimal(0)
        for condition in self.conditions:
            for one in condition.about(name):
                ends = [end.strip() for end in one.value.split(",")]
                if condition.score and condition.score > 0 and one.holds and set(ends) <= labels.keys():
                    pairs.append((labels[ends[-1]], tag_free(labels[ends[0]])))
                    used |= set(ends)
                    worth += condition.score
        if not pairs:
            raise NotRead(Told(NO_ANSWER))
        self.worth = numbers.points(str(worth))
        return Match(tuple(pairs), tuple(tag_free(text) for key, text in labels.items() if key not in used))

    def _named_gaps(self, statement: str, found: Sequence[Element]) -> tuple[str, Cloze]:
        """Canvas' gaps ``[name]`` in the text: words to type, or menus. Raises NotRead."""
        by_name = {tag_free(texts.material(one)): one for one in found}
        order = [name for name in IN_BRACKETS.findall(statement) if name in by_name]
        if len(order) != len(by_name):
            raise NotRead(Told(NO_ANSWER))
        gaps = []
        for name in order:
            response = by_name[name]
            gap = self._choice(
                response, [one for one in self.conditions if one.about(response.get("ident", ""))]
            )
            assert isinstance(gap.asks, Choice)
            accepted = tuple(
                Wording(quoted(tag_free(one.text)), RIGHT, one.feedback) for one in gap.asks.options
            )
            typed = self.kind == "fill_in_multiple_blanks_question"
            gaps.append(Gap(Short(accepted) if typed else gap.asks, self.points / len(order)))
        marked = IN_BRACKETS.sub(lambda said: GAP if said[1] in by_name else said[0], statement)
        return marked, Cloze(tuple(gaps))

    def _says(self, condition: Condition) -> str:
        return "".join(self.feedback.pop(name, "") for name in condition.says)

    def _best(self, scores: Sequence[Decimal]) -> Decimal:
        """Raises NotRead where nothing is right."""
        best = max(scores, default=Decimal(0))
        if best <= 0:
            raise NotRead(Told(NO_ANSWER))
        return best

    def _points_of(self, best: Decimal) -> Fraction:
        return RIGHT if self.of_hundred else numbers.points(str(best)) or RIGHT


def _share(score: Decimal, best: Decimal) -> Fraction:
    return numbers.meant(Fraction(score) / Fraction(best)) if best else WRONG
