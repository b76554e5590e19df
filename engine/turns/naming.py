"""Wrong turns as mistakes that nobody lists, each with its sentence."""

from collections.abc import Iterator

from engine.chain import Mistake, Run, Step
from engine.turns.turns import Turn, turns


def unlisted(run: Run, name: str, asked: str) -> Iterator[Mistake]:
    """Those of one step; the sentence names the step where another one is ``asked``."""
    step = run.steps[name]
    for turn in turns(step.compute):
        how = _how(run, step, turn)
        where = "" if name == asked else f"where, on the way, “{step.title}” is worked out "
        yield Mistake(
            "", name, f"This comes out {where}{how}. Compare it with the formula.", turn.compute, step.sources
        )


def _how(run: Run, step: Step, turn: Turn) -> str:
    named = turn.operands and max(turn.operands) < len(step.sources)
    signs = [_sign(run, step.sources[place]) for place in turn.operands] if named else []
    if not signs or not all(signs):
        return turn.otherwise
    return turn.how.format(*(f"${sign}$" for sign in signs))


def _sign(run: Run, source: str) -> str:
    """The sign of a quantity, "" where it has none."""
    if source in run.steps:
        return run.steps[source].whole_sign
    sign = run.family.parameters.symbol_of(source)
    return "" if sign.startswith(r"\text") else sign
