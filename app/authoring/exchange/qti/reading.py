"""A QTI item as a question: its interactions, its right answers, and what of it is told."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

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
    Option,
    Order,
)  # fmt: skip
from app.authoring.exchange.markup.html_reading import tag_free
from app.authoring.exchange.not_read import NO_ANSWER, NotRead
from app.authoring.exchange.qti import typed
from app.authoring.exchange.qti.declarations import Declarations
from app.authoring.exchange.qti.html import inside
from app.authoring.exchange.qti.left_out import left_out
from app.authoring.exchange.qti.names import of_21
from app.authoring.exchange.told import GRADERS, Told
from app.web.languages.languages import N_

WITHIN = {"textEntryInteraction", "inlineChoiceInteraction"}  # a line of text
KNOWN = WITHIN | {
    "choiceInteraction", "extendedTextInteraction", "gapMatchInteraction", "matchInteraction", "orderInteraction",
}  # fmt: skip
NO_COUNTERPART = N_("The interaction “%(what)s” of QTI has no counterpart here.")
NOTHING = N_("It asks nothing.")
SEVERAL = N_("It joins interactions that cannot be parted here.")
TEMPLATE = N_("Its numbers are drawn by a template of QTI, which has no counterpart here.")
EXTRA = N_("“%(what)s” has no place in the order, and was left out.")
PARTNERS = N_("“%(what)s” has not just one partner there; here it has the first.")


def read(item: Element, number: int, images: Mapping[str, bytes]) -> Arrived:
    """The question of an item; ``images`` are those that came along, by the sources that the item gives them."""
    of_21(item)
    title = " ".join(item.get("title", "").split())
    made = Declarations(item)
    made.told += left_out(item)
    try:
        statement, asks = _Item(made).asked()
    except NotRead as error:
        return Arrived(number, title, None, (*made.told, error.told))
    question = Exchanged(
        name=item.get("identifier", "").removeprefix("Q-"),
        title=title,
        statement=statement,
        asks=asks,
        points=made.points,
        category=item.get("label", ""),
        solution=made.solution(),
        files=images,
    )
    return Arrived(number, title, question, tuple(dict.fromkeys(made.told)))


class _Item:
    """The interactions of an item, with the names of 2.1."""

    def __init__(self, made: Declarations) -> None:
        self.made = made

    def asked(self) -> tuple[str, Asks]:
        """The statement, and what is asked. Raises NotRead."""
        body = self.made.item.find("itemBody")
        if body is None:
            raise NotRead(Told(NOTHING))
        if self.made.item.find("templateDeclaration") is not None:
            raise NotRead(Told(TEMPLATE))
        found = [one for one in body.iter() if one.tag.endswith("Interaction")]
        for one in found:
            if one.tag not in KNOWN:
                raise NotRead(Told(NO_COUNTERPART, one.tag))
        if not found:
            raise NotRead(Told(NOTHING))
        if len(found) == 1 and found[0].tag not in WITHIN:
            return self._alone(body, found[0])
        if any(one.tag not in {*WITHIN, "choiceInteraction"} for one in found):
            raise NotRead(Told(SEVERAL))
        gaps = tuple(self._gap(one, len(found)) for one in found)
        return inside(body, {one: f"{self._prompt(one)}{GAP}" for one in found}), Cloze(gaps)

    def _alone(self, body: Element, one: Element) -> tuple[str, Asks]:
        statement = inside(body, {one: self._prompt(one)})
        match one.tag:
            case "choiceInteraction":
                return statement, self._choice(one, "simpleChoice")
            case "extendedTextInteraction":
                return statement, Essay(self._model(one))
            case "orderInteraction":
                return statement, self._order(one)
            case "matchInteraction":
                return statement, self._match(one)
        gaps = self._words_to_gaps(one)
        return inside(body, {one: self._prompt(one) + inside(one, self._gap_marks(one))}), Cloze(gaps)

    def _prompt(self, interaction: Element) -> str:
        prompt = interaction.find("prompt")
        return "" if prompt is None else f"<p>{inside(prompt)}</p>"

    def _model(self, interaction: Element) -> str:
        scorers = (one for one in self.made.item.iter("rubricBlock") if "scorer" in one.get("view", ""))
        written = "".join(inside(one) for one in scorers)
        self.made.told += [Told(GRADERS)] * bool(written)
        return written or " ".join(self.made.correct(self.made.of(interaction)))

    def _choice(self, interaction: Element, tag: str) -> Choice:
        """Raises NotRead."""
        declared = self.made.of(interaction)
        several = declared.get("cardinality") == "multiple"
        choices = {one.get("identifier", ""): one for one in interaction.iter(tag)}
        shares = self.made.shares(declared, list(choices), several)
        if not any(share > 0 for share in shares.values()):
            raise NotRead(Told(NO_ANSWER))
        links = self.made.links(interaction.get("responseIdentifier", ""))
        options = (
            Option(inside(one).strip(), shares.get(name, WRONG), self.made.feedback_of(links.get(name, name)))
            for name, one in choices.items()
        )
        return Choice(tuple(options), several, several and self.made.all_or_nothing(declared))

    def _gap(self, interaction: Element, of: int) -> Gap:
        """Raises NotRead."""
        declared = self.made.of(interaction)
        if interaction.tag == "textEntryInteraction":
            return typed.gap(self.made, declared, of)
        tag = "inlineChoice" if interaction.tag in WITHIN else "simpleChoice"
        return Gap(self._choice(interaction, tag), self.made.worth(declared, of))

    def _order(self, interaction: Element) -> Order:
        """Raises NotRead."""
        choices = _choices(interaction, "simpleChoice")
        correct = self.made.correct(self.made.of(interaction))
        if not correct or not set(correct) <= choices.keys():
            raise NotRead(Told(NO_ANSWER))
        for name, text in choices.items():
            if name not in correct:
                self.made.told.append(Told(EXTRA, text[:80]))
        return Order(tuple(choices[name] for name in correct))

    def _match(self, interaction: Element) -> Match:
        """Raises NotRead."""
        sets = interaction.findall("simpleMatchSet")
        if len(sets) != 2:
            raise NotRead(Told(NO_ANSWER))
        left, right = (_choices(side, "simpleAssociableChoice") for side in sets)
        declared = self.made.of(interaction)
        mapped = (name for name, value in self.made.mapped(declared).items() if value > 0)
        partners: dict[str, str] = {}
        for pair in self.made.correct(declared) or mapped:
            one, _, other = pair.partition(" ")
            if one in right and other in left:  # pairs may be written from either side
                one, other = other, one
            if one not in left or other not in right:
                raise NotRead(Told(NO_ANSWER))
            if partners.setdefault(one, other) != other:
                self.made.told.append(Told(PARTNERS, left[one][:80]))
        self.made.told += [Told(PARTNERS, text[:80]) for name, text in left.items() if name not in partners]
        if not partners:
            raise NotRead(Told(NO_ANSWER))
        used = set(partners.values())
        return Match(
            tuple((left[one], tag_free(right[other])) for one, other in partners.items()),
            tuple(tag_free(text) for name, text in right.items() if name not in used),
        )

    def _gap_marks(self, interaction: Element) -> dict[Element, str]:
        hidden = (one for one in interaction if one.tag in ("gapText", "gapImg", "prompt"))
        return dict.fromkeys(interaction.iter("gap"), GAP) | dict.fromkeys(hidden, "")

    def _words_to_gaps(self, interaction: Element) -> tuple[Gap, ...]:
        """Words that are dragged into gaps, each gap as a menu of them. Raises NotRead."""
        words = _choices(interaction, "gapText")
        declared = self.made.of(interaction)
        right = {gap: word for word, _, gap in (pair.partition(" ") for pair in self.made.correct(declared))}
        gaps = [one.get("identifier", "") for one in interaction.iter("gap")]
        if not gaps or any(right.get(gap) not in words for gap in gaps):
            raise NotRead(Told(NO_ANSWER))
        return tuple(
            Gap(
                Choice(
                    tuple(
                        Option(text, RIGHT if name == right[gap] else WRONG) for name, text in words.items()
                    )
                ),
                self.made.points / len(gaps),
            )
            for gap in gaps
        )


def _choices(parent: Element, tag: str) -> dict[str, str]:
    """The texts to choose from, by their identifiers."""
    return {one.get("identifier", ""): inside(one).strip() for one in parent.iter(tag)}
