"""A formula question made into a family: every formula read, its names and kinds checked, its LaTeX written."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from pydantic import create_model

from engine.answers.expression import CONSTANTS
from engine.answers.forms import Choice, Fixed, Form, Integer, Scientific
from engine.chain import CannotGoOn, Convention, Draw, Family, Mistake, NotApplicable, Step
from engine.formula import writing
from engine.formula.functions import CALLED
from engine.formula.reader import Formula, Reader
from engine.formula.values import Kind, Wrong, whole
from engine.formula.variables import Variable, as_drawn, in_words
from engine.kinds import Misfit
from engine.parameters import BadParameters, Frozen
from engine.questions import WAY
from engine.solutions import latex
from engine.validation.schema import Fault, Found

if TYPE_CHECKING:
    from engine.kinds import formula

PATIENCE = 3000  # draws of a one-step chain in search of fair numbers; they cost the square of the steps
NAMES = (
    "a name has letters, digits and _, begins with a letter, does not end with _ and a number, and is no word "
    "of the formula language"
)
RESERVED = CONSTANTS | CALLED | {"right", WAY, "name", "and", "or", "not"}


def compiled(item: "formula.Item") -> Family:
    """The family of a formula question. Raises Misfit, or Faults with all that do not rest on one another."""
    reader, found = Reader(), Found()
    known, computed = _variables(item, reader, found)
    parameters: type[Frozen] = create_model(  # type: ignore[call-overload]
        "Parameters",
        __base__=Frozen,
        **{name: item.variables[name].field(name, kind) for name, kind in known.items()},
        **{WAY: (str, "")},
    )
    family = Family(item.kind, item.title, section=item.section, parameters=parameters, subject=item.subject)
    for n, step in enumerate(item.steps):
        with found.each():
            if read := _read_step(item, n, known, reader, found):
                family.steps[step.name], known = read[0], {**known, step.name: read[1]}
        if step.name not in known:
            found.lost.add(step.name)
    _add_mistakes(item, family, known, reader, found)
    _add_conventions(item, family, found)
    limits = _limits(item, known, reader, found)
    found.settle()
    of_steps = [(text, limit) for text, limit in limits if not item.variables.keys() >= set(limit.sources)]
    family.draws(_draw(item, computed, [limit for limit in limits if limit not in of_steps]))
    family.refuses(lambda exact: _broken(of_steps, exact.reached | vars(exact.parameters)))
    family.patience = max(20, PATIENCE // len(family.steps) ** 2)
    return family


class Numbered(Protocol):
    """A question whose file says what numbers are drawn."""

    @property
    def variables(self) -> Mapping[str, Variable]: ...
    @property
    def constraints(self) -> Sequence[str]: ...
    @property
    def cases(self) -> Sequence[Mapping[str, Any]]: ...


def drawing(item: Numbered, found: Found) -> tuple[Mapping[str, Kind], Draw]:
    """The variables of a question without steps, with their kinds, and how their numbers are drawn. Raises Faults."""
    reader = Reader()
    known, computed = _variables(item, reader, found)
    limits = _limits(item, known, reader, found)
    found.settle()
    return known, _draw(item, computed, limits)


def _limits(
    item: Numbered, known: Mapping[str, Kind], reader: Reader, found: Found
) -> list[tuple[str, Formula]]:
    """The constraints, each as it is written and as it was read."""
    limits = []
    for n, text in enumerate(item.constraints):
        with found.each():
            if not found.rests_on_lost(text):
                limits.append((text, reader.condition(text, known, "constraints", n)))
    return limits


def _read_step(
    item: "formula.Item", n: int, known: Mapping[str, Kind], reader: Reader, found: Found
) -> tuple[Step, Kind] | None:
    """A step and its kind; None where it rests on what came to nothing. Raises Misfit."""
    step, place = item.steps[n], ("steps", n)
    if step.name in known or step.name in item.variables:
        what = "a variable" if step.name in item.variables else "a step"
        said = f"{step.name} cannot be the name of a step: it is one already, of {what}."
        raise Misfit((*place, "name"), said)
    if not allowed(step.name):
        raise Misfit((*place, "name"), f"{step.name} cannot be the name of a step: {NAMES}.")
    if found.rests_on_lost(step.value):
        return None
    formula, kind = reader.read(step.value, known, *place, "value")
    others = []
    for m, other in enumerate(item.conventions):
        if other.of == step.name and not found.rests_on_lost(other.value):
            with found.each():
                others.append((f"{WAY}_{m}", reader.read(other.value, known, "conventions", m, "value")[0]))
    made = _step(step, formula, _form(step, kind, known, place), others)
    if strangers := set(latex.SLOT.findall(step.formula)) - set(made.sources):
        said = f"<{min(strangers)}> stands in the formula that is shown, and the value does not use it."
        raise Misfit((*place, "formula"), said, None)
    return made, kind


def _variables(item: Numbered, reader: Reader, found: Found) -> tuple[dict[str, Kind], dict[str, Formula]]:
    """The kind of each variable, and the formulas of those that are computed."""
    known: dict[str, Kind] = {}
    computed: dict[str, Formula] = {}
    for name, variable in item.variables.items():
        with found.each():
            if not variable.computed:
                known[name] = _kind_of_variable(item, name, known, found)
            elif not found.rests_on_lost(variable.computed):
                _check_name(name)
                computed[name], known[name] = reader.read(
                    variable.computed, known, "variables", name, "computed"
                )
        if name not in known:
            found.lost.add(name)
    return known, computed


def _kind_of_variable(item: Numbered, name: str, known: Mapping[str, Kind], found: Found) -> Kind:
    """The kind of a variable, whose name, sizes and cases are checked. Raises Misfit."""
    variable = item.variables[name]
    _check_name(name)
    for size in variable.sizes:
        if isinstance(size, str) and known.get(size) is not Kind.NUMBER and size not in found.lost:
            raise Misfit(("variables", name), f"{size} is no number that stands above.", None)
    for n, case in enumerate(item.cases):
        if not variable.drawable and name not in case:
            raise Misfit(("cases", n), f"This case says nothing of {name}, which is not drawn.", None)
    try:
        return variable.kind(item.cases[0].get(name) if item.cases else None)
    except ValueError as error:
        inside = error.place if isinstance(error, Fault) else ()
        raise Misfit(("variables", name, *inside), str(error)) from error


def _check_name(name: str) -> None:
    if not allowed(name):
        raise Misfit(("variables", name), f"{name} cannot be the name of a variable: {NAMES}.")


def allowed(name: str) -> bool:
    """True if a variable or a step may have this name: as in a formula, without a number at its end (x_1), and none
    that means something already."""
    plain = name.isascii() and name.isidentifier() and not name.startswith("_") and name not in RESERVED
    return plain and not name.rpartition("_")[2].isdigit() and not hasattr(Frozen, name) and len(name) <= 40


def _form(step: "formula.Step", found: Kind, known: Mapping[str, Kind], place: tuple[str | int, ...]) -> Form:
    if found is Kind.WORDS or (found is Kind.WORD) != (step.form == "word"):
        raise Misfit((*place, "form"), f"This step is {found.said}; its form is {step.form}.", None)
    if step.form == "word":
        if known.get(step.options) is not Kind.WORDS:
            raise Misfit(
                (*place, "options"), "`options` names the variable that holds the words to choose from.", None
            )
        return Choice(step.options)
    if step.form == "integer":
        return Integer()
    return Scientific(step.places) if step.form == "scientific" else Fixed(step.places)


def _step(step: "formula.Step", formula: Formula, form: Form, others: list[tuple[str, Formula]]) -> Step:
    written = step.formula or writing.symbols(formula.tree)
    sources = tuple(
        dict.fromkeys([*formula.sources, *(name for _, other in others for name in other.sources)])
    )
    by_way = dict(others)

    def compute(*values: Any) -> Any:
        given = dict(zip((*sources, WAY), values, strict=False))
        return _in(form, by_way.get(given.get(WAY, ""), formula).among(given))

    def numbers(*values: Any, at: tuple[int, ...] = ()) -> str:
        return writing.numbers(formula.tree, dict(zip(sources, values, strict=False)), at)

    return Step(
        step.name, step.title, written, compute, (*sources, WAY) if others else sources,
        symbol=step.symbol or in_words(step.name), form=form, unit=step.unit, answer=step.name,
        tolerance=step.tolerance,
        numbers=None if isinstance(form, Choice) else numbers,
    )  # fmt: skip


def _in(form: Form, found: Any) -> Any:
    """The value as the form wants it: a whole number for Integer. Raises Wrong."""
    return whole(found, "This") if isinstance(form, Integer) and isinstance(found, float) else found


def _add_mistakes(
    item: "formula.Item", family: Family, known: Mapping[str, Kind], reader: Reader, found: Found
) -> None:
    for n, mistake in enumerate(item.mistakes):
        if not found.rests_on_lost(mistake.of, mistake.value, mistake.when):
            with found.each():
                _add_mistake(n, mistake, item, family, known, reader)


def _add_mistake(
    n: int,
    mistake: "formula.Mistake",
    item: "formula.Item",
    family: Family,
    known: Mapping[str, Kind],
    reader: Reader,
) -> None:
    """Adds a mistake to the family. Raises Misfit."""
    if mistake.of not in family.steps:
        raise Misfit(("mistakes", n, "of"), f"There is no step {mistake.of}.", None)
    order = [*item.variables, *family.steps]
    earlier = order[: order.index(mistake.of)]
    there = {**{name: known[name] for name in earlier if name in known}, "right": known[mistake.of]}
    try:
        formula, kind = reader.read(mistake.value, there, "mistakes", n, "value")
    except Misfit as misfit:
        if not misfit.message.startswith(f"There is no {mistake.of} here."):
            raise
        said = f"In a mistake of the step {mistake.of}, what the step rightly comes to is called right."
        raise Misfit(misfit.place, said, misfit.column) from misfit
    if kind is not known[mistake.of]:
        said = f"This is {kind.said}; the step {mistake.of} is {known[mistake.of].said}."
        raise Misfit(("mistakes", n, "value"), said, None)
    when = reader.condition(mistake.when, there, "mistakes", n, "when") if mistake.when else None
    name = mistake.name or f"{mistake.of}_slip_{chr(ord('a') + n)}"
    sources = tuple(dict.fromkeys([*formula.sources, *(when.sources if when else ())]))
    compute = _wrong(formula, when, sources, family.steps[mistake.of].form)
    family.mistakes[name] = Mistake(
        name, mistake.of, mistake.says, compute=compute, sources=sources, bengali=mistake.bengali
    )


def _wrong(
    formula: Formula, when: Formula | None, sources: tuple[str, ...], form: Form
) -> Callable[..., Any]:
    def compute(*values: Any) -> Any:
        given = dict(zip(sources, values, strict=True))
        if when and not when.among(given):
            raise NotApplicable
        return _in(form, formula.among(given))

    return compute


def _add_conventions(item: "formula.Item", family: Family, found: Found) -> None:
    for n, other in enumerate(item.conventions):
        if other.of not in family.steps and other.of not in found.lost:
            found.faults.append(Misfit(("conventions", n, "of"), f"There is no step {other.of}.", None))
        name = f"{WAY}_{n}"
        family.conventions[name] = Convention(name, other.says, _by(name), other.bengali)


def _by(name: str) -> Callable[[Any], Frozen | None]:
    return lambda parameters: parameters.replace(**{WAY: name})


def _broken(limits: Sequence[tuple[str, Formula]], values: Mapping[str, Any]) -> str | None:
    """The sentence on the first constraint that these values do not meet; None where they meet all."""
    try:
        unmet = next((text for text, limit in limits if not limit.among(values)), None)
    except Wrong as wrong:
        return str(wrong)
    return unmet and f"the constraint {unmet} is not met"


def _draw(item: Numbered, computed: Mapping[str, Formula], limits: list[tuple[str, Formula]]) -> Draw:
    def drawn(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
        values: dict[str, Any] = {}
        try:
            for name, variable in item.variables.items():
                if name in computed:
                    values[name] = as_drawn(computed[name].among(values))
                    if fixed.get(name, values[name]) != values[name]:
                        raise BadParameters(name, f"is {variable.computed}, which is {values[name]} here")
                else:
                    values[name] = fixed[name] if name in fixed else variable.drawn(rng, values)
        except Wrong as wrong:
            raise CannotGoOn(str(wrong), {}) from wrong
        if broken := _broken(limits, values):
            raise CannotGoOn(broken, {})
        return values

    return drawn
