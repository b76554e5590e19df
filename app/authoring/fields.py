"""The editor's form: the fields of a text with their values and faults."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from app.authoring.calculation import Calculation, calculation
from app.authoring.drafting import blocks, pictures, typed
from app.authoring.drafting.blocks import Way
from app.authoring.drafting.entries import Card, Deck, Entry
from app.authoring.drafting.fields import ITSELF, NAME, Cards, Control, Field, Layout
from app.authoring.drafting.layouts import LAYOUTS
from app.authoring.preview import Problem
from app.authoring.wording import plain
from app.web.languages.languages import N_
from app.web.sections import SECTIONS
from engine import catalogue
from engine.bank import values_in
from engine.figures import catalogue as figures
from engine.validation.locations import Broken
from engine.validation.schema import AGAIN

LONGEST = 20_000  # characters of a text: it is sent twice, as text and as fields
MOST_CARDS = 40  # of one kind; the engine takes fewer
PICTURES = "pictures"
TYPED = "name"  # a key in a variable's table: a typed name that it cannot have


class NoForm(ValueError):
    """The text has no form: it cannot be read, is too long, or has another shape than the form can hold."""


@dataclass(frozen=True, slots=True)
class Form:
    """The form of a text. ``others`` are its other keys and how often each occurs;
    ``comments`` is the number of comments; ``calculation`` is the built-in one that it names, if any."""

    kind: str
    entries: tuple[Entry, ...]
    decks: tuple[Deck, ...]
    others: tuple[tuple[str, int], ...]
    comments: int
    calculation: Calculation | None

    def at(self, way: Way) -> tuple[str, str, str, str]:
        """The id of the field that a fault belongs to, the kind and the name of its card, and its label;
        "" for none."""
        for deck in self.decks:
            for card in deck.cards:
                for entry in card.entries:
                    if _meant(entry, way):
                        return entry.id, card.what, card.called, entry.field.label
                if way[:2] == (deck.spec.key, card.one):
                    return card.id, card.what, card.called, ""
            if way[:1] == (deck.spec.key,):
                return f"f.{deck.spec.key}", "", "", deck.spec.title
        found = next((entry for entry in self.entries if _meant(entry, way)), None)
        return (found.id, "", "", found.field.label) if found else ("", "", "", "")

    @staticmethod
    def plain(message: str) -> str:
        """A message without programmers' words."""
        return plain(message)


def form(text: str, problems: Sequence[Problem] = ()) -> Form:
    """Lays a text out as a form, with each problem at its field. Raises NoForm."""
    values, layout = read(text)
    entries = tuple(_with_faults(entry, problems) for entry in _entries(values, layout.fields, (), values))
    decks = tuple(_deck(values, cards, problems) for cards in layout.cards)
    known = {
        "kind",
        *(field.key for field in layout.fields),
        *(deck.spec.key for deck in decks if not deck.apart),
    }
    others = [
        (key, len(value) if isinstance(value, list | dict) else 1)
        for key, value in values.items()
        if key not in known
    ]
    kind, of_family = (
        str(values.get("kind", "family")),
        any(field.source == "families" for field in layout.fields),
    )
    about = calculation(values) if of_family else None
    return Form(kind, entries, decks, tuple(others), blocks.comments(text), about)


def refused(made: Form, why: Mapping[str, str]) -> Form:
    """The form with what is wrong with an upload, at its field."""

    def told(card: Card) -> Card:
        entries = (replace(e, faults=(why[e.id],), refused=True) if e.id in why else e for e in card.entries)
        return replace(card, entries=tuple(entries))

    return replace(
        made, decks=tuple(replace(deck, cards=tuple(map(told, deck.cards))) for deck in made.decks)
    )


def read(text: str) -> tuple[dict[str, Any], Layout]:
    if len(text) > LONGEST:
        raise NoForm(N_("This text is too long for the form; it can be changed as text."))
    values = values_in(text, Path("text"))
    if isinstance(values, Broken):
        raise NoForm(N_("This text cannot be read yet. The form comes back when it can."))
    kind = values.get("kind", "family")
    if not isinstance(kind, str) or kind not in LAYOUTS:
        raise NoForm(N_("There is no form for questions of this kind; they can be written as text."))
    return values, LAYOUTS[kind]


def all_entries(values: dict[str, Any], layout: Layout) -> Iterator[Entry]:
    yield from _entries(values, layout.fields, (), values)
    for cards in layout.cards:
        if not is_apart(values, cards):
            for n, one in enumerate(ones(values, cards)):
                yield from _card(values, cards, n, one)


def _deck(values: dict[str, Any], cards: Cards, problems: Sequence[Problem]) -> Deck:
    if is_apart(values, cards):
        return Deck(cards, (), True)
    made = []
    for n, one in enumerate(ones(values, cards)):
        entries = tuple(_with_faults(entry, problems) for entry in _card(values, cards, n, one))
        held = values[cards.key][one]
        called = entries[0].shown if cards.named else held.get(cards.called) if cards.called else n + 1
        way = (cards.key, one)
        mine = [p for p in problems if p.place[:2] == way and not any(_meant(e, p.place) for e in entries)]
        unplaced = cards.key == PICTURES and not pictures.is_placed(values, str(one))
        card = Card(
            id=f"f.{cards.key}.{n}", one=one, called=str(called or n + 1), entries=entries, faults=_said(mine),
            what=cards.called_one(held), unplaced=unplaced,
        )  # fmt: skip
        made.append(card)
    taken = {(cards.key, card.one) for card in made}
    rest = [p for p in problems if p.place[:1] == (cards.key,) and p.place[:2] not in taken]
    return Deck(cards, tuple(made), faults=_said(rest))


def _card(values: dict[str, Any], cards: Cards, n: int, one: str | int) -> tuple[Entry, ...]:
    held = values[cards.key][one]
    itself = not isinstance(held, dict) or is_plain(cards)
    fields = [
        field for field in cards.fields_of(held) if field.key == NAME or (field.key == ITSELF) is itself
    ]
    return tuple(_entries(held, fields, (cards.key, one), values, f"{cards.key}.{n}."))


def _entries(
    held: Any, fields: Sequence[Field], way: Way, values: dict[str, Any], before: str = ""
) -> Iterator[Entry]:
    for field in fields:
        if field.key in (NAME, ITSELF):
            value, there = (called(held, way) if field.key == NAME else held), way
        else:
            value, there = held.get(field.key), (*way, field.key)
        said = typed.shown(field, value)
        name = {NAME: "name", ITSELF: "value"}.get(field.key, field.key)
        offered = choices(field, values)
        if said is not None and field.control is Control.SELECT and said not in dict(offered):
            offered = ((said, said), *offered)
        yield Entry(
            id=f"f.{before}{name}",
            way=there,
            field=field,
            shown=str(value) if said is None else said,
            choices=offered,
            kept=said is None,
        )


def called(held: Any, way: Way) -> str:
    """The name of a named table or value, or the text typed for it."""
    if way[0] == "variables":
        return str(held.get(TYPED, way[-1])).strip()
    return AGAIN.sub("", str(way[-1]))


def choices(field: Field, values: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    families = catalogue.families()
    family = families.get(str(values.get("family")))
    match field.source:
        case "sections":
            return tuple((number, f"{number} {title}") for number, title in SECTIONS.items())
        case "families":
            return tuple((name, one.title) for name, one in families.items())
        case "steps":
            steps = tables(values.get("steps"))
            return tuple(
                (str(step["name"]), str(step.get("title") or step["name"]))
                for step in steps
                if step.get("name")
            )
        case "figures":
            return tuple((name, one.title) for name, one in figures.figures().items())
        case "asked" if family:
            return tuple((name, step.title) for name, step in family.steps.items())
        case "parameters" if family:
            return tuple((name, name) for name in family.parameters.model_fields)
    return tuple(field.choices.items())


def ones(values: dict[str, Any], cards: Cards) -> list[Any]:
    """The indices of the cards in their list, or their names."""
    held = values.get(cards.key, {} if cards.named else [])
    return list(held) if cards.named else list(range(len(held)))


def tables(held: Any) -> list[dict[str, Any]]:
    return [one for one in held if isinstance(one, dict)] if isinstance(held, list) else []


def is_apart(values: dict[str, Any], cards: Cards) -> bool:
    """True if these are no tables that the form can show."""
    held = values.get(cards.key)
    if held is None:
        return False
    if not isinstance(held, dict if cards.named else list) or len(held) > MOST_CARDS:
        return True
    each = held.values() if isinstance(held, dict) else held
    return not any(field.key == ITSELF for field in cards.fields) and not all(
        isinstance(one, dict) for one in each
    )


def is_plain(cards: Cards) -> bool:
    """True if the cards are values by name, no tables."""
    return not cards.kinds and all(field.key in (NAME, ITSELF) for field in cards.fields)


def _meant(entry: Entry, way: Way) -> bool:
    return bool(way) and way[: len(entry.way)] == entry.way and (entry.field.key == NAME) == _of_a_name(way)


def _of_a_name(way: Way) -> bool:
    """True if a fault at this path is about a name: one that was typed and cannot be given,
    or one that occurs twice."""
    if way[0] == "variables":
        return way[2:] == (TYPED,)
    return len(way) == 2 and bool(AGAIN.search(str(way[-1])))


def _with_faults(entry: Entry, problems: Sequence[Problem]) -> Entry:
    mine = _said([problem for problem in problems if _meant(entry, problem.place)])
    return replace(entry, faults=mine)


def _said(problems: Sequence[Problem]) -> tuple[str, ...]:
    return tuple(Form.plain(problem.message) for problem in problems)
