"""A chain inside another chain: an encoder block holds attention, and its steps, mistakes and telling come along.

cross = included(
    catalogue.find("attention"), named="cross_{}", given={"Q": "queries", "K": "keys", "V": "values"},
    constants={"causal": False, "scale": True}, answers={"output": "cross_attention"},
)
family.include(cross.steps, cross.mistakes)
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.chain import NOTHING, Family, Mistake, Step
from engine.solutions import latex

NAMES: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Included:
    """The steps and mistakes of a family, with the names that they have in another one."""

    steps: tuple[Step, ...]
    mistakes: tuple[Mistake, ...]


def included(
    other: Family,
    *,
    named: str,
    given: Mapping[str, str],
    constants: Mapping[str, Any] = NOTHING,
    titled: str = "{}",
    symbol: str = "{}",
    answers: Mapping[str, str] = NAMES,
) -> Included:
    """The fixed chain of ``other`` as a part of another chain.

    ``given`` says which of the outer chain's names each of its parameters is; ``constants`` are those that the outer
    chain leaves no choice. ``named``, ``titled`` and ``symbol`` are patterns for a step's new name, title and symbol;
    a step is an answer only where ``answers`` names it. Raises KeyError for a parameter that is neither.
    """
    names = {step: named.format(step) for step in other.steps} | dict(given)

    def own(sources: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(names.get(source, source) for source in sources if source not in constants)

    def slot(match: Any) -> str:
        name = match[1]
        return latex.value(constants[name]) if name in constants else f"<{names[name]}>"

    def step_here(step: Step) -> Step:
        for source in step.sources:
            if source not in constants and source not in names:
                raise KeyError(f"{other.id}: {source} is neither given nor a constant")
        return replace(
            step,
            name=names[step.name],
            title=titled.format(step.title),
            formula=latex.SLOT.sub(slot, step.formula),
            compute=_bound(step.compute, step.sources, constants),
            sources=own(step.sources),
            symbol=symbol.format(step.symbol),
            numbers=_bound(step.numbers, step.sources, constants) if step.numbers else None,
            answer=answers.get(step.name, ""),
            roads=tuple(_bound(road, step.sources, constants) for road in step.roads),
            detours=tuple(
                (_bound(detour, sources, constants), own(sources)) for detour, sources in step.detours
            ),
        )

    return Included(
        tuple(step_here(step) for step in other.steps.values()),
        tuple(
            Mistake(
                named.format(mistake.name),
                names[mistake.of],
                mistake.says,
                compute=_bound(mistake.compute, mistake.sources, constants),
                sources=own(mistake.sources),
                slip=mistake.slip,
            )
            for mistake in other.mistakes.values()
        ),
    )


def _bound(
    function: Callable[..., Any], sources: tuple[str, ...], constants: Mapping[str, Any]
) -> Callable[..., Any]:
    """The function with the constants among its sources put in; it is called with the others, in their order."""
    if constants.keys().isdisjoint(sources):
        return function

    def call(*values: Any, **named: Any) -> Any:
        others = iter(values)
        return function(
            *(constants[source] if source in constants else next(others) for source in sources), **named
        )

    return call
