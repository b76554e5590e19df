"""An exchanged question as a QTI item, with the names of 2.1.

Each response has an outcome for its feedback: ``FEEDBACK`` holds the identifiers of what is said. ``SOLUTION`` shows
the worked solution to everybody.
"""

from fractions import Fraction
from xml.etree.ElementTree import Element, SubElement

from app.authoring.exchange import numbers
from app.authoring.exchange.attached import in_its_folder
from app.authoring.exchange.exchanged import (
    GAP,
    RIGHT,
    Choice,
    Cloze,
    Essay,
    Exchanged,
    Gap,
    Match,
    Numeric,
    Order,
    Short,
)  # fmt: skip
from app.authoring.exchange.markup.xml_writing import add_html, flat
from app.authoring.exchange.qti import scoring
from app.authoring.exchange.qti.names import Version, to_version
from engine.answers.wordings import STAR, literal, shown

RESPONSE = "RESPONSE"
MARK = "gap"  # an element in the place of a gap, until its interaction comes there


def item(question: Exchanged, version: Version) -> Element:
    """The item of one question."""
    return _Item(question).made(version)


def identifier(question: Exchanged) -> str:
    return f"Q-{question.name}"


def plain(number: Fraction) -> str:
    """A number as QTI writes floats."""
    return repr(float(number))


class _Item:
    """An item while it is put together: its declarations, its body, its processing, and what it says."""

    def __init__(self, question: Exchanged) -> None:
        self.question = question
        self.responses: list[Element] = []
        self.outcomes: list[Element] = []
        self.body = Element("itemBody")
        self.processing = Element("responseProcessing")
        self.feedback: list[Element] = []

    def made(self, version: Version) -> Element:
        points = plain(self.question.points)
        self._outcome("SCORE", "float", "0", normalMaximum=points)
        self._outcome("MAXSCORE", "float", points)
        self._ask()
        if self.question.solution:
            self._outcome("SOLUTION", "identifier", "solution")
            self._say("SOLUTION", "solution", self.question.solution)
        question = self.question
        named = {"identifier": identifier(question), "title": question.title, "label": question.category}
        made = Element("assessmentItem", {**named, "adaptive": "false", "timeDependent": "false"})
        made.extend([*self.responses, *self.outcomes, self.body])
        made.extend([self.processing] if len(self.processing) else [])
        made.extend(self.feedback)
        for link in made.iter("a"):
            link.set("href", in_its_folder(link.get("href", "")))
        for image in made.iter("img"):
            image.set("src", in_its_folder(image.get("src", "")))
            image.set("alt", image.get("alt", ""))
        to_version(made, version)
        return made

    def _ask(self) -> None:
        asks, points = self.question.asks, self.question.points
        add_html(self.body, self.question.statement.replace(GAP, f"<{MARK}></{MARK}>"))
        match asks:
            case Cloze(gaps):
                for n, (mark, gap) in enumerate(zip(list(self.body.iter(MARK)), gaps, strict=True), 1):
                    self._field(mark, gap, f"{n}")
                for line in self.body.iter("p"):
                    line.tag = "p" if line.find("choiceInteraction") is None else "div"
            case Choice():
                self._choice(SubElement(self.body, "choiceInteraction"), asks, points, "")
            case Numeric() | Short():
                self._field(SubElement(SubElement(self.body, "p"), MARK), Gap(asks, points), "")
            case Essay(model):
                if model:
                    add_html(
                        SubElement(SubElement(self.body, "rubricBlock", view="scorer", use="scoring"), "div"),
                        model,
                    )
                self._declared(RESPONSE, "single", "string")
                SubElement(
                    self.body, "extendedTextInteraction", responseIdentifier=RESPONSE, expectedLines="10"
                )
            case Order(items):
                self._order(items)
            case Match():
                self._match(asks)

    def _choice(self, interaction: Element, asks: Choice, points: Fraction, n: str) -> None:
        """Options below an interaction: a list of its own, or a menu within a line, which holds text alone."""
        response, outcome = f"{RESPONSE}{n}", f"FEEDBACK{n}"
        menu = interaction.tag == "inlineChoiceInteraction"
        cardinality = "multiple" if asks.several else "single"
        interaction.set("responseIdentifier", response)
        interaction.set("shuffle", "false" if menu else "true")
        if not menu:
            interaction.set("maxChoices", "0" if asks.several else "1")
        declared = self._declared(response, cardinality, "identifier")
        correct = SubElement(declared, "correctResponse")
        mapping = SubElement(declared, "mapping", defaultValue="0", lowerBound="0", upperBound=plain(points))
        for place, option in enumerate(asks.options, 1):
            name = f"Choice{n}-{place}" if n else f"Choice{place}"
            one = SubElement(interaction, "inlineChoice" if menu else "simpleChoice", identifier=name)
            if menu:
                one.text = flat(option.text)
            else:
                add_html(one, option.text)
            if option.share > 0 and (asks.several or option.share == RIGHT):
                SubElement(correct, "value").text = name
            SubElement(mapping, "mapEntry", mapKey=name, mappedValue=plain(option.share * points))
            self._say(outcome, name, option.feedback)
        scoring.mapped(self.processing, response)
        if any(option.feedback for option in asks.options):
            self._outcome(outcome, "identifier", cardinality=cardinality)
            scoring.fed_back(self.processing, response, outcome)

    def _field(self, mark: Element, gap: Gap, n: str) -> None:
        """Turns the mark of a gap into its interaction."""
        response, outcome = f"{RESPONSE}{n}", f"FEEDBACK{n}"
        mark.set("responseIdentifier", response)
        match gap.asks:
            case Choice(_, several):
                mark.tag = "choiceInteraction" if several else "inlineChoiceInteraction"
                self._choice(mark, gap.asks, gap.points, n)
                return
            case Numeric(ranges):
                mark.set("expectedLength", "12")
                declared = self._declared(response, "single", "float")
                SubElement(SubElement(declared, "correctResponse"), "value").text = numbers.written(
                    gap.asks.right.key
                )
                scoring.in_ranges(self.processing, response, outcome, ranges, gap.points)
                said = [one.feedback for one in ranges]
            case Short(wordings, by_case):
                mark.set("expectedLength", "20")
                declared = self._declared(response, "single", "string")
                key = gap.asks.right[0].text
                SubElement(SubElement(declared, "correctResponse"), "value").text = shown(key)
                if any(STAR.search(one.text) for one in wordings):
                    scoring.in_patterns(self.processing, response, outcome, gap.asks, gap.points)
                else:
                    mapping = SubElement(declared, "mapping", defaultValue="0")
                    for place, one in enumerate(wordings):
                        if one.text in (before.text for before in wordings[:place]):
                            continue  # the first of them counts
                        entry = {"mapKey": literal(one.text), "mappedValue": plain(one.share * gap.points)}
                        SubElement(mapping, "mapEntry", {**entry, "caseSensitive": str(by_case).lower()})
                    scoring.mapped(self.processing, response)
                    scoring.in_words(self.processing, response, outcome, gap.asks)
                said = [one.feedback for one in wordings]
        mark.tag = "textEntryInteraction"
        for place, html in enumerate(said, 1):
            self._say(outcome, f"{outcome}-{place}", html)
        if any(said):
            self._outcome(outcome, "identifier")

    def _order(self, items: tuple[str, ...]) -> None:
        correct = SubElement(self._declared(RESPONSE, "ordered", "identifier"), "correctResponse")
        interaction = SubElement(self.body, "orderInteraction", responseIdentifier=RESPONSE, shuffle="true")
        names = {
            text: f"Item{n}" for n, text in enumerate(sorted(items), 1)
        }  # by the alphabet: it tells no order
        for text, name in names.items():
            add_html(SubElement(interaction, "simpleChoice", identifier=name), text)
        for text in items:
            SubElement(correct, "value").text = names[text]
        scoring.all_or_nothing(self.processing, RESPONSE, self.question.points)

    def _match(self, asks: Match) -> None:
        declared, points = self._declared(RESPONSE, "multiple", "directedPair"), self.question.points
        correct = SubElement(declared, "correctResponse")
        mapping = SubElement(declared, "mapping", defaultValue="0", lowerBound="0", upperBound=plain(points))
        interaction = SubElement(
            self.body,
            "matchInteraction",
            responseIdentifier=RESPONSE,
            shuffle="true",
            maxAssociations=str(len(asks.pairs)),
        )
        left, right = (SubElement(interaction, "simpleMatchSet") for _ in range(2))
        partners = {text: f"Right{n}" for n, text in enumerate(sorted(asks.partners), 1)}
        for n, (name, partner) in enumerate(asks.pairs, 1):
            add_html(SubElement(left, "simpleAssociableChoice", identifier=f"Left{n}", matchMax="1"), name)
            pair = f"Left{n} {partners[partner]}"
            SubElement(correct, "value").text = pair
            SubElement(mapping, "mapEntry", mapKey=pair, mappedValue=plain(points / len(asks.pairs)))
        for text, name in partners.items():
            choice = SubElement(
                right, "simpleAssociableChoice", identifier=name, matchMax=str(len(asks.pairs))
            )
            choice.text = text
        scoring.mapped(self.processing, RESPONSE)

    def _declared(self, response: str, cardinality: str, base: str) -> Element:
        made = Element("responseDeclaration", identifier=response, cardinality=cardinality, baseType=base)
        self.responses.append(made)
        return made

    def _outcome(
        self, name: str, base: str, value: str = "", cardinality: str = "single", **more: str
    ) -> None:
        attributes = {"identifier": name, "cardinality": cardinality, "baseType": base, **more}
        made = Element("outcomeDeclaration", attributes)
        if value:
            SubElement(SubElement(made, "defaultValue"), "value").text = value
        self.outcomes.append(made)

    def _say(self, outcome: str, name: str, html: str) -> None:
        if html:
            made = Element("modalFeedback", outcomeIdentifier=outcome, identifier=name, showHide="show")
            add_html(made, html)
            self.feedback.append(made)
