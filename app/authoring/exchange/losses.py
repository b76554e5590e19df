"""The parts of a question that do not travel, by the format it travels in."""

from collections.abc import Iterator
from fractions import Fraction

from app.authoring.exchange.exchanged import Choice, Cloze, Essay, Exchanged, Numeric, Order, Short
from app.authoring.exchange.formats import Format
from app.authoring.exchange.markup.html_reading import tag_free
from app.authoring.exchange.moodle import cloze
from app.authoring.exchange.told import Told
from app.web.languages.languages import N_
from engine.answers.forms import Several, TokenSet
from engine.answers.wordings import STAR
from engine.solutions.pictures import Image
from engine.solutions.wording import Drawn
from engine.variants import Variant

NUMBERS = N_("Its numbers are drawn here; there it has the sets of numbers that you take along.")
PICTURES = N_("Its drawn pictures travel as words.")
FOLLOWS = N_("What follows rightly from a wrong line earns its points here; there it earns none.")
ESSAY = N_("It becomes an essay that a person marks; its rubric, tests or reasons stay here.")
ORDER_BY_PLACE = N_("Here the longest run in order counts, there each place for itself.")
ORDER_WHOLE = N_("Here the longest run in order counts, there all of it or nothing.")
SEVERAL = N_("Several right options: there each has its share, and a wrong one costs as much.")
SEVERAL_WHOLE = N_("Several right options: there all of them count, or nothing.")
ANY_ORDER = N_("Words whose order does not matter here have to be in this one there.")
WEIGHTS = N_("Its fields count whole points there: %(what)s.")
MORE_POINTS = N_("It has more fields than points, so it is worth %(what)s there. Set its mark in the quiz.")
GAPS = N_("It becomes %(what)s questions, one for each field.")
MISTAKES = N_("The sentences on wrong numbers do not travel.")
STARS = N_("A star stands for anything here; there the letters around it alone are accepted: %(what)s.")
PARTS_LOST = N_("What is right in part here earns nothing there: %(what)s.")
PARTS = N_("What is right in part here counts in full there: %(what)s.")
MISTAKES_OF_WORDS = N_("The sentences on wrong words do not travel.")


def losses(variant: Variant, sent: Exchanged, to: Format) -> tuple[Told, ...]:
    """Returns what to tell of a question before it goes out."""
    told = dict.fromkeys((*_of_all(variant, sent), *_of_format(sent, to)))
    scoring = {asked.step.form.scoring for asked in variant.asked if isinstance(asked.step.form, Several)}
    kept = {
        "right minus wrong": Told(SEVERAL),
        "shares": Told(SEVERAL),
        "all or nothing": Told(SEVERAL_WHOLE),
    }
    return tuple(one for one in told if one not in [kept.get(each) for each in scoring])


def _of_all(variant: Variant, sent: Exchanged) -> Iterator[Told]:
    if variant.question.varies:
        yield Told(NUMBERS)
    shown = [picture for block in variant.statement if isinstance(block, Drawn) for picture in block.pictures]
    if any(not isinstance(picture, Image) for picture in shown):
        yield Told(PICTURES)
    if isinstance(sent.asks, Essay):
        yield Told(ESSAY)
    if isinstance(sent.asks, Cloze) and len(variant.asked) > 1:
        yield Told(FOLLOWS)
    if any(isinstance(asked.step.form, TokenSet) for asked in variant.asked):
        yield Told(ANY_ORDER)


def _of_format(sent: Exchanged, to: Format) -> Iterator[Told]:
    asks = sent.asks
    parts = [gap.asks for gap in asks.gaps] if isinstance(asks, Cloze) else [asks]
    if isinstance(asks, Order):
        yield Told(ORDER_WHOLE if to in (Format.QTI_21, Format.QTI_30) else ORDER_BY_PLACE)
    if any(isinstance(part, Choice) and part.several for part in parts):
        yield Told(SEVERAL_WHOLE if to is Format.CARTRIDGE else SEVERAL)
    if to is Format.MOODLE and isinstance(asks, Cloze | Order):
        yield from _weights(sent)
    if to is Format.CARTRIDGE:
        if isinstance(asks, Cloze):
            yield Told(GAPS, str(len(parts)))
        if any(isinstance(part, Numeric) and len(part.ranges) > 1 for part in parts):
            yield Told(MISTAKES)
        if any(isinstance(part, Short) and any(one.feedback for one in part.wordings) for part in parts):
            yield Told(MISTAKES_OF_WORDS)
        earning = [one for part in parts if isinstance(part, Short) for one in part.wordings if one.share > 0]
        chosen = [
            one for part in parts if isinstance(part, Choice) and not part.several for one in part.options
        ]
        if lost := [tag_free(one.text) for one in chosen if 0 < one.share < 1]:
            yield Told(PARTS_LOST, ", ".join(lost)[:300])
        if stars := [one.text for one in earning if STAR.search(one.text)]:
            yield Told(STARS, ", ".join(stars)[:300])
        if in_part := [one.text for one in earning if one.share < 1]:
            yield Told(PARTS, ", ".join(in_part)[:300])


def _weights(sent: Exchanged) -> Iterator[Told]:
    """Moodle's whole weights, where they are not the points of the fields."""
    many = len(sent.asks.items) if isinstance(sent.asks, Order) else 0
    shares = (
        [gap.points for gap in sent.asks.gaps]
        if isinstance(sent.asks, Cloze)
        else [sent.points / many] * many
    )
    weights = cloze.weights(shares)
    if sum(weights) != sent.points:
        yield Told(MORE_POINTS, str(sum(weights)))
    elif [Fraction(weight) for weight in weights] != shares:
        yield Told(WEIGHTS, ", ".join(map(str, weights)))
