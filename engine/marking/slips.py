"""Sentences on a wrong answer that no mistake of its family gives: slips of writing, and what words have right."""

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np

from engine.answers import cells
from engine.answers.forms import (
    Algebra,
    Choice,
    Fixed,
    Form,
    Integer,
    Numeric,
    Position,
    Scientific,
    Several,
    ShortAnswer,
    Tokens,
    TokenSet,
)
from engine.chain import CannotGoOn, run
from engine.fairness import same
from engine.marking import precision
from engine.solutions.columns import written
from engine.variants import Asked, Variant

SMALL = 20
LARGE = 1e4  # stands for infinity in many a program


def slip(
    variant: Variant, asked: Asked, leaves: Sequence[Any], wrong: Sequence[int], own: Mapping[str, Any]
) -> str:
    """The sentence on wrong cells, whatever the family; "" where there is none. ``own``: the earlier answers."""
    form = asked.step.form
    if isinstance(form, Fixed | Scientific | Integer):
        return _in_numbers(form, asked, leaves, wrong) or shortened(variant, asked, leaves, wrong, own)
    first = wrong[0]
    typed, key, label = leaves[first], cells.cells(asked.key)[first], cells.labels(asked.key)[first]
    if isinstance(form, Several | TokenSet):
        return _in_a_set(form, typed, key)
    if isinstance(form, Algebra):
        return _in_a_formula(form, typed, key)
    if isinstance(form, ShortAnswer):
        return _in_letters(form, typed)
    if asked.step.ordering:
        return asked.step.ordering.amiss(leaves, cells.cells(asked.key), first)
    if isinstance(asked.key, list) and isinstance(form, Choice):
        return f"Something else belongs in place {first + 1}."
    said = _in_a_table(variant, asked, leaves, own) if len(leaves) == 1 else ""
    if not said and isinstance(form, Tokens):
        said = _in_a_sequence(typed, key)
    return f"“{label}”: {said[:1].lower()}{said[1:]}" if said and label else said


def _in_a_set(form: Several | TokenSet, typed: Any, key: Any) -> str:
    """The numbers of those that do not belong and of those that are missing, without their names."""
    extra, missing = len(set(typed) - set(key)), len(set(key) - set(typed))
    ticked = "ticked" if isinstance(form, Several) else "written"
    counts = [f"{extra} {ticked} that {'does' if extra == 1 else 'do'} not belong"] * bool(extra)
    counts += [f"{missing} missing"] * bool(missing)
    return f"{len(set(typed) & set(key))} {ticked} rightly, {', '.join(counts)}."


def _in_letters(form: ShortAnswer, typed: str) -> str:
    """The sentence on what would be right if capital and small letters were the same."""
    folded = replace(form, by_case=False).met(typed) if form.by_case else None
    return "Right but for capital and small letters." if folded and folded.share == 1 else ""


def _in_a_formula(form: Algebra, typed: str, key: str) -> str:
    """The sentence on a formula that differs from the right one by its sign, a factor or a constant alone."""
    if replace(form, up_to="").same(f"-({typed})", key):
        return "The sign is the other way round."
    if form.up_to == "" and replace(form, up_to="a factor").same(typed, key):
        return "It is right but for a constant factor."
    if form.up_to == "" and replace(form, up_to="a constant").same(typed, key):
        return "It is right but for a constant that is added."
    return ""


def _in_a_sequence(typed: Sequence[str], key: Sequence[str]) -> str:
    """The sentence on how far a sequence is right; "" where its first symbol is wrong."""
    if sorted(typed) == sorted(key):
        return "These are the right symbols, in another order."
    if "".join(typed) == "".join(key):
        return "The text is right, cut into symbols in other places."
    same = next((n for n, (mine, right) in enumerate(zip(typed, key, strict=False)) if mine != right), None)
    if same is None:
        shorter = len(typed) < len(key)
        return f"Right as far as it goes, but {'something is missing' if shorter else 'it goes on too long'}."
    first = "The first symbol is" if same == 1 else f"The first {same} symbols are"
    return f"{first} right, the next one is not." if same else ""


def _in_a_table(variant: Variant, asked: Asked, leaves: Sequence[Any], own: Mapping[str, Any]) -> str:
    """The comparison of the chosen entry of a table of numbers with the right one; "" without such a table."""
    exact = variant.exact
    try:
        mine = run(exact.family, exact.parameters, given=own, wanted=[asked.name], like=exact)
    except CannotGoOn:
        return ""
    if asked.name not in mine.reached:  # with other answers the chain ends earlier
        return ""
    form = asked.step.form
    tables = [table for source in mine.sources(mine.steps[asked.name]) if (table := _table(form, source))]
    if len(tables) != 1:
        return ""
    typed, key = (_entry(form, leaf) for leaf in (leaves[0], mine.reached[asked.name]))
    if typed not in tables[0]:
        return f"“{typed}” is not among those to choose from: look at the table before."
    chosen, best = tables[0][typed], tables[0][key]
    if same(chosen, best):
        return f"“{typed}” has {written(chosen)}, and so has another one. Which of equals goes first? Look at the rule."
    return f"“{typed}” has {written(chosen)}, and another one has {'more' if chosen < best else 'less'}."


def _table(form: Form, source: Any) -> Mapping[str, float]:
    """Numbers by name; empty for what is no such table."""
    if isinstance(form, Position) and isinstance(source, np.ndarray) and source.shape == (len(form.names),):
        return dict(zip(form.names, source.tolist(), strict=True))
    is_table = isinstance(source, dict) and all(isinstance(number, int | float) for number in source.values())
    return source if is_table else {}


def _entry(form: Form, leaf: Any) -> str:
    return " ".join(leaf) if isinstance(leaf, tuple) else form.show(leaf)


def _in_numbers(form: Numeric, asked: Asked, leaves: Sequence[Any], wrong: Sequence[int]) -> str:
    """The sentence on a wrong sign, power of ten, percentage or power of 1,024; "" where it is none of these."""
    keys = cells.cells(asked.key)
    if any(keys[index] == -math.inf and abs(float(leaves[index])) >= LARGE for index in wrong):
        return "Minus infinity is asked: type -inf. On a computer a large negative number does its work."
    pairs = [(float(leaves[index]), float(keys[index])) for index in wrong]
    if any(not math.isfinite(x) or not np.isfinite(key) or x == 0 or key == 0 for x, key in pairs):
        return ""
    half = [max(form.last_place(key) / 2, 0.005 * abs(key)) for _, key in pairs]
    if all(abs(x + key) <= h for (x, key), h in zip(pairs, half, strict=True)):
        return "The size is right, the sign is not."
    small = any(
        key == int(key) and abs(key) < SMALL for _, key in pairs
    )  # a ratio of small counts says nothing
    for factor, words in _FACTORS.items():
        if not small and all(abs(x / factor - key) <= h for (x, key), h in zip(pairs, half, strict=True)):
            return words
    return ""


def shortened(
    variant: Variant, asked: Asked, leaves: Sequence[Any], wrong: Sequence[int], own: Mapping[str, Any]
) -> str:
    """The sentence on wrong cells with too few digits: of the key, or of what follows from the earlier answers. Nobody
    has cut off what is one of these rightly rounded to fewer digits."""
    form = asked.step.form
    if not isinstance(form, Fixed | Scientific | Integer):
        return ""
    exact = variant.exact
    used = exact.leads_to(asked.name, given=own)
    given = {name: value for name, value in own.items() if name in used}
    followed = asked.key
    with suppress(CannotGoOn):
        mine = run(exact.family, exact.parameters, given=given, wanted=[asked.name], like=exact)
        followed = mine.reached.get(asked.name, asked.key)
    for rounded, value in product((True, False), (asked.key, followed)):
        keys = cells.cells(value)
        if value is followed and value is not asked.key and all(map(_is_one_digit, leaves)):
            continue  # which is met by chance, whatever the earlier answers are
        if len(keys) == len(leaves) and all(
            math.isfinite(number) for n in wrong for number in (leaves[n], keys[n])
        ):
            typed = [float(leaves[index]) for index in wrong]
            if said := precision.shortened(form, typed, [float(keys[index]) for index in wrong], rounded):
                return said
    return ""


def _is_one_digit(number: Any) -> bool:
    return len(f"{abs(number):.9g}".replace(".", "").strip("0")) < 2


_FACTORS = {
    100.0: "This is 100 times too large. Is it a percentage?",
    0.01: "This is 100 times too small.",
    1024.0: "This is 1,024 times too large: look at the unit (KiB, MiB, GiB).",
    1 / 1024: "This is 1,024 times too small: look at the unit (KiB, MiB, GiB).",
    1000.0: "This is 1,000 times too large: look at the power of ten.",
    0.001: "This is 1,000 times too small: look at the power of ten.",
    10.0: "This is 10 times too large: look at the decimal point.",
    0.1: "This is 10 times too small: look at the decimal point.",
    2.0: "This is just twice the number that is asked.",
    0.5: "This is just half the number that is asked.",
}
