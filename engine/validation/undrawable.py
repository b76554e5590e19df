"""Values of a question with which no numbers can be drawn: each of them, where it stands in the question's file.

A draw that fails tells of one. Here those are sought that fit no parameter whatever the others are, and cases of which
none can be drawn.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from engine import variants
from engine.deadline import TakesTooLong
from engine.parameters import BadParameters
from engine.questions import Question
from engine.ranges import Cells, Span
from engine.validation.schema import Fault
from engine.variants import Undrawable

MOST_CASES = 40  # tried one by one


def misfits(question: Question, level: str, seed: int, error: BadParameters | Undrawable) -> list[Fault]:
    """The faults to fix where a draw of this question ended with ``error``; none where no value is at fault."""
    found = [*_alone(question), *_together(question)]
    known = {fault.place for fault in found}
    found += [fault for fault in _cases(question, level, seed) if not _holds(known, fault.place)]
    if found or isinstance(error, Undrawable):
        return found
    name = error.parameter.partition(".")[0]
    sources = (("fixed", question.fixed), ("ranges", question.ranges))
    return [Fault((key, name), error.message) for key, held in sources if name in held]


def _alone(question: Question) -> Iterator[Fault]:
    """Values that fit no parameter whatever the others are."""
    parameters = question.family.parameters
    for misfit in parameters.misfits(question.fixed):
        yield Fault(("fixed", _name(misfit)), misfit.message)
    for name, range_ in question.ranges.items():
        for value in _ends(range_):
            if wrong := parameters.misfits({name: value}):
                yield Fault(("ranges", name), wrong[0].message)
                break
    for n, case in enumerate(question.cases):
        for misfit in parameters.misfits(_numbers(case)):
            yield Fault(("cases", n, _name(misfit)), misfit.message)


def _together(question: Question) -> Iterator[Fault]:
    """Cases that do not go with what is fixed."""
    parameters = question.family.parameters
    for n, case in enumerate(question.cases):
        numbers = _numbers(case)
        if not parameters.misfits(numbers) and not parameters.misfits(question.fixed):
            for misfit in parameters.misfits({**question.fixed, **numbers}):
                yield Fault(("cases", n, _name(misfit)), misfit.message)


def _cases(question: Question, level: str, seed: int) -> Iterator[Fault]:
    """Cases with which no numbers are found, each with its own reason."""
    for n, case in enumerate(question.cases[:MOST_CASES]):
        alone = question.model_copy(update={"cases": [case]})
        try:
            variants.draw(alone, seed, level)
        except BadParameters as error:
            yield Fault(("cases", n), str(error))
        except Undrawable as error:
            about = f"{question.family.steps[error.step].title}: " if error.step else ""
            yield Fault(("cases", n), about + error.reason)
        except TakesTooLong:
            return


def _holds(known: set[Any], place: tuple[Any, ...]) -> bool:
    return any(one[: len(place)] == place for one in known)


def _name(misfit: BadParameters) -> str:
    return misfit.parameter.partition(".")[0]


def _numbers(case: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: value for name, value in case.items() if name != "name"}


def _ends(range_: Any) -> list[Any]:
    """A few of the values that are drawn: if these fit, the others do."""
    match range_:
        case Span():
            return [range_.start, range_.to]
        case Cells():
            one: Any = [[entry] * range_.length for entry in (min(range_.of), max(range_.of))]
            return one if range_.rows is None else [[row] * range_.rows for row in one]
    return list(range_)
