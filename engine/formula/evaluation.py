"""A tree computed: first of what kind it is, before any numbers are there, then its value within a budget."""

import difflib
import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from engine.expression import Name, Num
from engine.formula.functions import CALLED, FUNCTIONS
from engine.formula.tree import Apply, Text, Tree
from engine.formula.values import Budget, Kind, Wrong, settled
from engine.refusal import Refusal

CONSTANTS = {"e": math.e, "pi": math.pi}


def kind(tree: Tree, known: Mapping[str, Kind]) -> Kind:
    """The kind of what the tree comes to. Raises Refusal, which points at what does not fit."""
    match tree:
        case Num():
            return Kind.NUMBER
        case Text():
            return Kind.WORD
        case Name(name, at):
            if name in known or name in CONSTANTS:
                return known.get(name, Kind.NUMBER)
            raise Refusal(f"There is no {name} here.{_suggested(name, [*known, *CONSTANTS])}", at)
        case Apply(name, arguments, at):
            function = FUNCTIONS.get(name)
            if function is None:
                raise Refusal(f"There is no function {name}.{_suggested(name, sorted(CALLED))}", at)
            if not function.least <= len(arguments) <= function.most:
                counts = " to ".join(map(str, sorted({function.least, function.most})))
                values = "value" if counts == "1" else "values"
                raise Refusal(f"{name} takes {counts} {values}, not {len(arguments)}.", at)
            kinds = [kind(argument, known) for argument in arguments]
            try:
                return function.kind(kinds)
            except Wrong as wrong:
                raise Refusal(str(wrong), at) from wrong


def value(
    tree: Tree, values: Mapping[str, Any], budget: Budget | None = None, places: int | None = None
) -> Any:
    """What the tree comes to: a float, an array, a word or a tuple of words. Raises Refusal.

    With ``places``, as people come to it who write each exponential down with so many decimals.
    """
    with np.errstate(divide="raise", invalid="raise", over="raise"):
        return _value(tree, values, budget or Budget(), places)


def _value(tree: Tree, values: Mapping[str, Any], budget: Budget, places: int | None) -> Any:
    match tree:
        case Num(number):
            return float(number)
        case Text(text):
            return text
        case Name(name):
            return settled(values[name]) if name in values else CONSTANTS[name]
        case Apply("if", (condition, then, otherwise)):
            holds = _value(condition, values, budget, places)
            return _value(then if holds else otherwise, values, budget, places)
        case Apply(name, arguments, at):
            computed = [_value(argument, values, budget, places) for argument in arguments]
            function = FUNCTIONS[name]
            try:
                if places is None or function.by_hand is None:
                    result = function.compute(*computed)
                else:
                    result = function.by_hand(*computed, places)
                return budget.take(result if getattr(result, "ndim", 1) else float(result))
            except Wrong as wrong:
                raise Refusal(str(wrong), at) from wrong
            except (ArithmeticError, ValueError, IndexError) as error:
                raise Refusal("The sizes do not fit here, or there is no value.", at) from error


def _suggested(name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name, known, 1)
    return f" Did you mean {near[0]}?" if near else ""
