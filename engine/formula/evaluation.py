"""Evaluation of a tree: first its kind, before any numbers are there, then its value within a budget."""

import difflib
import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from engine.answers.expression import Name, Num
from engine.answers.refusal import Refusal
from engine.formula.functions import CALLED, FUNCTIONS
from engine.formula.tree import Apply, Text, Tree
from engine.formula.values import Budget, Kind, Wrong, settled
from engine.rounding.arithmetic import holds_written, written

Arithmetic = Callable[[Callable[..., Any]], Callable[..., Any]]
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


def value(tree: Tree, values: Mapping[str, Any], budget: Budget | None = None) -> Any:
    """The value of the tree: a float, an array, a word or a tuple of words. Raises Refusal.

    Of numbers as people have written them down (``engine.rounding``), what these people come to.
    """
    if any(map(holds_written, values.values())):
        return _value(tree, values, budget or Budget(), written)
    with np.errstate(divide="raise", invalid="raise", over="raise"):
        return _value(tree, values, budget or Budget(), lambda function: function)


def _value(tree: Tree, values: Mapping[str, Any], budget: Budget, by: Arithmetic) -> Any:
    match tree:
        case Num(number):
            return float(number)
        case Text(text):
            return text
        case Name(name):
            return settled(values[name]) if name in values else CONSTANTS[name]
        case Apply("if", (condition, then, otherwise)):
            holds = _value(condition, values, budget, by)
            return _value(then if holds else otherwise, values, budget, by)
        case Apply(name, arguments, at):
            computed = [_value(argument, values, budget, by) for argument in arguments]
            try:
                result = by(FUNCTIONS[name].compute)(*computed)
                is_settled = holds_written(result) or getattr(result, "ndim", 1) > 0
                return budget.take(result if is_settled else float(result))
            except Wrong as wrong:
                raise Refusal(str(wrong), at) from wrong
            except (ArithmeticError, ValueError, IndexError) as error:
                raise Refusal("The sizes do not fit here, or there is no value.", at) from error


def _suggested(name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name, known, 1)
    return f" Did you mean {near[0]}?" if near else ""
