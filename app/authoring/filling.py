"""Changes to the text of a question: by the fields of its form, and by the buttons of its cards."""

from collections.abc import Mapping, Sequence
from string import ascii_lowercase
from typing import Any

from app.authoring import renaming
from app.authoring.calculation import drawn
from app.authoring.drafting import pictures, rewriting, typed
from app.authoring.drafting.blocks import Way
from app.authoring.drafting.fields import NAME, ONE, SOME, Cards, Control, Field
from app.authoring.fields import (
    MOST_CARDS,
    PICTURES,
    TYPED,
    all_entries,
    choices,
    is_apart,
    is_plain,
    ones,
    read,
    tables,
)
from engine import catalogue
from engine.formula.compiled import allowed
from engine.validation.schema import AGAIN

Typed = Mapping[str, Sequence[str]]
Values = dict[str, Any]


def filled(text: str, fields: Typed) -> str:
    """The text with the values of the changed fields; everything else stays as it is. Raises NoForm."""
    values, layout = read(text)
    changes: list[tuple[Way, Any]] = []
    names: list[tuple[Way, str]] = []
    steps: list[tuple[str, str]] = []
    for entry in all_entries(values, layout):
        if entry.kept or entry.id not in fields:
            continue
        if entry.field.control is Control.CHECKS:
            said = "\n".join(one for one in fields[entry.id] if one)
        else:
            said = fields[entry.id][-1].replace("\r\n", "\n").replace("\0", "")
        if entry.field.key == NAME:
            if said.strip() != entry.way[-1]:
                names.append((entry.way, said.strip()))
            elif entry.shown != said.strip():
                changes.append(((*entry.way, TYPED), None))
            continue
        if typed.read(entry.field, said) == typed.read(entry.field, entry.shown):
            continue
        value = typed.read(entry.field, said)
        if value is None and isinstance(entry.way[-1], int):  # its place in the list stays
            value = {} if entry.field.control is Control.STATE else ""
        of_picture = entry.way[0] == PICTURES and entry.field.control is Control.STATE
        if of_picture and (whole := pictures.pasted(said, value or {})):
            changes += [((*entry.way[:-1], key), one) for key, one in whole.items()]
            continue
        changes.append((entry.way, value))
        if entry.way[0] == "steps" and entry.field.key == "name":
            steps.append((entry.shown, said.strip()))
    text = rewriting.with_values(text, changes) if changes else text
    for old, name in steps:
        text = renaming.followed(text, old, name)
    return _with_names(text, names)


def _with_names(text: str, names: Sequence[tuple[Way, str]]) -> str:
    """Gives each its new name; a name that is taken waits until its holder has another. Raises NoForm."""
    for way, name in names:
        key, old = str(way[0]), str(way[1])
        if _can_be_given(name, key, read(text)[0].get(key, {})):
            if key == "variables" and TYPED in read(text)[0][key][old]:
                text = rewriting.with_values(text, [((*way, TYPED), None)])
            text = rewriting.renamed(text, key, old, name)
            text = renaming.followed(text, old, name) if key == "variables" else text
            text = pictures.followed(text, read(text)[0], old, name) if key == PICTURES else text
            return _with_names(text, [one for one in names if one != (way, name)])
    return _kept(text, names)


def _can_be_given(name: str, key: str, held: Values) -> bool:
    return name not in held and (allowed(name) if key == "variables" else bool(name))


def _kept(text: str, names: Sequence[tuple[Way, str]]) -> str:
    """Keeps names that cannot be given in the text, so that the engine says why: in the table of a variable, which
    keeps its name where formulas use it; for a value, as a name with a number, "u (2)"."""
    inside = [((*way, TYPED), name) for way, name in names if way[0] == "variables"]
    if inside:
        held = read(text)[0]["variables"]
        inside = [(way, name) for way, name in inside if str(held[way[1]].get(TYPED)).strip() != name]
        text = rewriting.with_values(text, inside) if inside else text
    for way, name in names:
        key, old = str(way[0]), str(way[1])
        if key != "variables" and AGAIN.sub("", old) != name:
            held = read(text)[0][key]
            free = next(n for n in range(2, MOST_CARDS + 3) if f"{name} ({n})" not in held)
            text = rewriting.renamed(text, key, old, f"{name} ({free})")
    return text


def pressed(text: str, do: str) -> tuple[str, str]:
    """The text after a button of a card was pressed, and the id of the element to focus next. Raises NoForm."""
    values, layout = read(text)
    act, key, place, *_ = [*do.split(":"), "", "", ""]
    if act == "choose":  # another calculation has other steps and parameters to choose from
        return text, f"f.{key}"
    cards = next((cards for cards in layout.cards if cards.key == key), None)
    if cards is None or not place.isdecimal() or is_apart(values, cards):
        return text, ""
    held, n = ones(values, cards), int(place[:4])
    if act == "add" and n < len(cards.fresh) and len(held) < MOST_CARDS:
        value = cards.fresh[n][1]
        name = _free(values, cards, value) if cards.named else None
        fresh = _drawn(str(name), values, value) if value in (ONE, SOME) else _fresh(value, values)
        made = rewriting.with_table(text, key, name, fresh)
        made = pictures.placed(made, values, str(name)) if key == PICTURES else made
        return made, f"f.{key}.{len(held)}"
    if act == "remove" and n < len(held):
        text = pictures.taken_away(text, values, held[n]) if key == PICTURES else text
        return _without(text, values, cards, held[n]), f"f.{key}.{n - 1}" if n else f"f.{key}"
    if act == "place" and key == PICTURES and n < len(held):
        return pictures.placed(text, values, held[n]), "f.statement"
    other = n + {"up": -1, "down": 1}.get(act, len(held))
    if cards.ordered and n < len(held) and 0 <= other < len(held):
        button = "" if other in (0, len(held) - 1) else f"{act}."  # at the ends there is no such button
        return rewriting.swapped(text, key, held[n], held[other]), f"{button}f.{key}.{other}"
    return text, ""


def _without(text: str, values: Values, cards: Cards, one: Any) -> str:
    if cards.named and (is_plain(cards) or not isinstance(values[cards.key][one], dict)):
        return rewriting.with_values(text, [((cards.key, one), None)])
    return rewriting.without(text, cards.key, one)


def _free(values: Values, cards: Cards, value: Any) -> str:
    """A free name for a new card: one of those that can be chosen, its kind where it has one, else a letter."""
    name = next(field for field in cards.fields if field.key == NAME)
    offered = [choice for choice, _ in choices(name, values)] or list("xyzabcdghkmnpqrstuvw")
    offered = [str(value["kind"]).split()[-1]] if cards.kinds else offered
    variables = values.get("variables", {}) if cards.kinds else {}
    taken = [
        *values.get(cards.key, {}),
        *variables,
        *(step.get("name") for step in tables(values.get("steps"))),
        *_axes(values),
    ]
    numbered = (f"{offered[0]}_{n}" for n in range(2, MOST_CARDS + 3))
    return next(one for one in [*offered, *numbered] if one not in taken)


def _axes(values: Values) -> list[str]:
    """The names of what runs along the axes of graphs, which mean that in their lines."""
    held = values.get(PICTURES)
    drawn = held.values() if isinstance(held, dict) else ()
    return [renaming.axis(one) for one in drawn if isinstance(one, dict)]


def _drawn(name: str, values: Values, wanted: str) -> Any:
    """One value of this parameter, or a list of some, as drawn with the fixed ones; empty where nothing can be drawn,
    so that a new field never holds a value of another shape."""
    family, fixed = catalogue.families().get(str(values.get("family"))), values.get("fixed", {})
    found: list[Any] = []
    if family is not None and isinstance(fixed, dict):
        each = [parameters.get(name) for parameters in drawn(family, fixed)]
        found = [value for n, value in enumerate(each) if value is not None and value not in each[:n]]
    if wanted == ONE:
        return found[0] if found else ""
    return found[:2]


def _fresh(value: Any, values: Values) -> Any:
    """The content of a new card: a step gets a name of its own, a mistake is about the last step."""
    if not isinstance(value, dict):
        return value
    made = dict(value)
    names = [str(step["name"]) for step in tables(values.get("steps")) if step.get("name")]
    if made.get("name"):
        free = (f"{made['name']}_{letter}" for letter in ascii_lowercase)  # a name does not end in _1
        made["name"] = next((name for name in free if name not in names), "")
    if made.get("of") == "" and names:
        made["of"] = names[-1]
    if "ask" in made:
        made["ask"] = next((choice for choice, _ in choices(Field("", "", source="asked"), values)), "")
    return made
