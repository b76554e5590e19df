"""A student's own way through a chain: where an earlier choice decides which cells come next, they follow from it.

After another first merge there are other pairs to count; a beam goes on with the texts that one kept.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.answers.forms import Choice, Tokens, TokenSet
from engine.chain import CannotGoOn, run
from engine.rounding.bands import bands
from engine.variants import Asked, Variant


def here(variant: Variant, asked: Asked, own: Mapping[str, Any]) -> Asked:
    """The part as it stands for somebody with these earlier answers: itself, unless they lead to other names.

    Where nobody can go on from them, it stays as it is, too.
    """
    decisions = decided_by(variant, asked)
    if not decisions or not own.keys() >= set(decisions):
        return asked
    exact = variant.exact
    used = exact.leads_to(asked.name, given=own)
    given = {name: value for name, value in own.items() if name in used}
    try:
        mine = run(exact.family, exact.parameters, given=given, wanted=[asked.name], like=exact)
        limits = bands(mine, [asked.name], given=given)[asked.name]
        other = replace(asked, step=mine.steps[asked.name], key=mine.reached[asked.name], bands=limits)
    except (CannotGoOn, KeyError):
        return asked
    return asked if names(other) == names(asked) else other


def decided_by(variant: Variant, asked: Asked) -> list[str]:
    """The asked parts whose answers the names of this part's cells or options would give away.

    The second round of a beam search names the texts that the first one kept.
    """
    wanted = names(asked)
    if not wanted:
        return []
    exact = variant.exact
    behind = exact.leads_to(asked.name) - {asked.name}
    decisions = [
        other.name
        for other in variant.asked
        if other.points and other.name in behind and isinstance(other.step.form, Choice | Tokens | TokenSet)
    ]
    known, decided = set[str](), set[str]()
    for name, value in exact.values.items():
        if isinstance(value, dict):
            (known if exact.leads_to(name).isdisjoint(decisions) else decided).update(value)
    return decisions if decided.issuperset(wanted) and not known.issuperset(wanted) else []


def names(asked: Asked) -> tuple[str, ...]:
    """The names of a table's cells, or the options of a choice; () for what has none."""
    if isinstance(asked.key, dict):
        return tuple(asked.key)
    return asked.step.form.names if isinstance(asked.step.form, Choice) else ()
