"""A family of exercises is a chain of named steps, declared once and run by ``run`` with three knobs.

    family = Family("perplexity", "Perplexity of a text", section="2.12", parameters=Parameters)

    @family.step("Average cross-entropy", r"\\frac{1}{T} \\sum_t <surprisals>", symbol="H", unit="nats")
    def nats(surprisals: Array) -> float:
        return float(surprisals.mean())

    @family.mistake(of="perplexity", says="You raised 2 to a cross-entropy in nats; nats go with e.")
    def two_to_the_nats(nats: float) -> float:
        return 2**nats

A step's arguments are its sources: earlier steps or parameters, by name. So the chain is data, which the
page, the marker, the printer and the tests all read. Six uses of ``run`` are the product:

    run(family, p)                              exact: the key
    run(family, p, rounded={"nats"})            line by line: some rounded in the form they are shown in
    run(family, p, given={"nats": 1.3})         follow-through: from the student's own value on
    run(family, p, instead={"perplexity": m})   mistaken: one step replaced by a classic mistake
    run(family, other_parameters)               another convention
    engine.solutions.worked_solution.tell(run(...))               told: worked solution, hints, printed key
"""

import inspect
import re
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from fractions import Fraction
from random import Random
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

import numpy as np

from engine import deadline
from engine.answers.forms import Choice, Fixed, Form, rounded_in
from engine.answers.ordering import Ordering
from engine.parameters import BadParameters, Frozen
from engine.solutions.pictures import Picture

Function = TypeVar("Function", bound=Callable[..., Any])
NOTHING: Mapping[str, Any] = MappingProxyType({})


class CannotGoOn(ArithmeticError):
    """A step has no value in this state: an earlier answer made it impossible. ``reached`` is what came before,
    ``parameter`` the one to change, where the step knows it."""

    def __init__(self, message: str, reached: Mapping[str, Any], parameter: str = "") -> None:
        super().__init__(message)
        self.reached = reached
        self.parameter = parameter


class NotApplicable(Exception):
    """Raised inside a mistake: nobody could make it with these numbers."""


@dataclass(frozen=True, slots=True)
class NotNeeded:
    """Returned by a step that these parameters make superfluous: its value, and the sentence that tells why."""

    value: Any
    because: str


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the solution. ``formula`` is LaTeX with slots ``<source>``, filled with symbols or with values.

    ``numbers(*sources)`` may write the line with its numbers put in, where filling the slots would not do;
    for an array it is called ``numbers(*sources, at=index)`` and writes one cell. ``roads`` are other ways to the
    same value that people take with the same sources; ``detours`` lead there from other lines, each function with the
    lines that it takes. ``tree``: the names of a
    table are texts that grow token by token, shown as branches. ``reasons``: why each of the names to choose from is
    right or wrong; such names are sentences. ``tolerance``: how far from the key a number may lie beyond
    rounding. ``ordering`` judges lines that were put in order, of which none may be
    chosen twice. ``terms``: of which an answer in sentences that has this point
    nearly always holds one each, as beginnings of words; ``weight`` is its share of the points beside those of the
    other points of the rubric. ``wrong_answers``: sentences that are often written and are
    not enough, with what is wrong with each. ``working``: the way to the value in sentences, told before it; ``<name>``
    is a parameter there.
    """

    name: str
    title: str
    formula: str
    compute: Callable[..., Any]
    sources: tuple[str, ...]
    _: KW_ONLY
    symbol: str = ""
    form: Form = Fixed(2)
    unit: str = ""
    answer: str = ""
    numbers: Callable[..., str] | None = None
    distribution: bool = False
    tolerance: float = 0.0
    roads: tuple[Callable[..., Any], ...] = ()
    detours: tuple[tuple[Callable[..., Any], tuple[str, ...]], ...] = ()
    gathers: bool = False
    tree: bool = False
    reasons: Mapping[str, str] = field(default_factory=dict)
    ordering: Ordering | None = None
    terms: Sequence[tuple[str, ...]] = ()
    weight: Fraction = Fraction(1)
    wrong_answers: Mapping[str, str] = field(default_factory=dict)
    working: Sequence[str] = ()

    @property
    def sign(self) -> str:
        """The symbol where it is mathematics, "" where the step is only known by its name."""
        return "" if self.symbol.startswith(r"\text") else self.symbol

    @property
    def whole_sign(self) -> str:
        """The sign of all cells together: p for the p_i."""
        return re.sub(r"_[ijt]$", "", self.sign)

    @property
    def stem(self) -> str:
        """The name without the count of an unrolled step: ``merge`` for ``merge_3``."""
        return stem_of(self.name)


@dataclass(frozen=True, slots=True)
class Mistake:
    """A classic wrong way to do step ``of``; ``says`` tells the student what was done and what to do.

    Mistakes of one ``slip`` are made together and take points once: the root forgotten in the length of u and in that
    of v. What says nothing of it is one slip with those of the same words.
    """

    name: str
    of: str
    says: str
    _: KW_ONLY
    compute: Callable[..., Any]
    sources: tuple[str, ...]
    slip: str = ""
    bengali: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "slip", self.slip or self.says)


@dataclass(frozen=True, slots=True)
class Convention:
    """Another way to count or measure: ``other(parameters)`` are the parameters under it, None where it is the same."""

    name: str
    says: str
    other: Callable[[Any], Frozen | None]
    bengali: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """The meaning of a named answer, in one sentence, and its shape in terms of the parameters.

    A shape is ``number``, ``whole number`` or ``text``; sizes with × between them, as ``rows(Q) × columns(V)``, where
    ``rows(memory, X)`` are those of the first that is given; ``list of ...``; ``{candidates}: number`` for a table with
    these names, ``{text}: ...`` for one with others; ``as x``.
    """

    shape: str
    about: str
    unit: str = ""


class Draw(Protocol):
    """A family's own draw of parameters for a level; ``fixed`` are the values that are settled already."""

    def __call__(self, rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]: ...


@dataclass
class Family:
    """One kind of exam task; the module's text shows how steps are added.

    ``section`` is the curriculum's, ``subject`` the folder that the family lies in (set by the catalogue);
    ``builds_on`` are the ids of the families that one is able to do first: direct ones alone;
    ``gathered`` are the answers of an unrolled chain, ``answers`` say what each answer is, ``notes`` in whole sentences
    what is assumed where books and programs differ. ``reasons_of`` gives the reasons for what a choice chooses from,
    where they follow from the parameters. ``patience`` is how many drawn numbers may turn out unfair for one variant.
    """

    id: str
    title: str
    _: KW_ONLY
    section: str
    builds_on: tuple[str, ...] = ()
    parameters: type[Frozen]
    subject: str = ""
    steps: dict[str, Step] = field(default_factory=dict)
    mistakes: dict[str, Mistake] = field(default_factory=dict)
    conventions: dict[str, Convention] = field(default_factory=dict)
    draw: Draw | None = None
    gathered: tuple[str, ...] = ()
    answers: dict[str, Answer] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    pictures: dict[str, Callable[["Run"], Picture | None]] = field(default_factory=dict)
    unfair: Callable[["Run"], str | None] = lambda run: None
    reasons_of: Callable[["Family", Any], Mapping[str, str]] | None = None
    patience: int = 400
    _unroll: Callable[[Any], Generator[Step, Any, None]] | None = None
    _forms: Mapping[str, Form] = field(default_factory=dict)

    def step(
        self,
        title: str,
        formula: str,
        *,
        symbol: str = "",
        form: Form = Fixed(2),
        unit: str = "",
        answer: str = "",
        numbers: Callable[..., str] | None = None,
        distribution: bool = False,
    ) -> Callable[[Function], Function]:
        """Adds the next line of a fixed chain. A ``distribution`` may have cells that round to zero."""

        def add(compute: Function) -> Function:
            name = compute.__name__
            self._add(
                Step(
                    name,
                    title,
                    formula,
                    compute,
                    _arguments(compute),
                    symbol=symbol or rf"\text{{{name}}}",
                    form=form,
                    unit=unit,
                    answer=answer or name,
                    numbers=numbers,
                    distribution=distribution,
                )
            )
            return compute

        return add

    def _add(self, step: Step) -> None:
        known = self.parameters.model_fields.keys() | self.steps.keys()
        if step.name in known or not known >= set(step.sources):
            raise TypeError(
                f"{self.id}.{step.name}: a new name and known sources are needed, got {step.sources}"
            )
        self.steps[step.name] = step

    def unroll(self, *answers: str) -> Callable[[Function], Function]:
        """Gives a chain whose number of steps depends on the numbers: a generator that is sent each step's value.

        ``answers`` are the names of the answers that it gathers.
        """

        def add(chain: Function) -> Function:
            self._unroll, self.gathered = chain, answers
            return chain

        return add

    def include(self, steps: Iterable[Step], mistakes: Iterable[Mistake]) -> None:
        """Goes on with another family's chain (``engine.including``)."""
        for step in steps:
            self._add(step)
        self.mistakes |= {mistake.name: mistake for mistake in mistakes}

    def gives(self, answers: Mapping[str, tuple[str, ...]]) -> None:
        """Describes each answer: its shape, its meaning, and its unit where its step has none or is unrolled."""
        self.answers = {name: Answer(*said) for name, said in answers.items()}

    def assumes(self, *notes: str) -> None:
        """States, in whole sentences, the conventions that hold where books and programs differ."""
        self.notes = notes

    def unit_of(self, answer: str) -> str:
        """The unit of a named answer: its own, else that of its step; "" where it has none."""
        steps = (step.unit for step in self.steps.values() if step.answer == answer)
        return self.answers[answer].unit or next(steps, "")

    def mistake(self, of: str, says: str, slip: str = "") -> Callable[[Function], Function]:
        """Adds a classic mistake in step ``of`` (a stem: in every ``merge_1``, ``merge_2`` ...).

        ``slip`` is the same for mistakes that are one slip with another operand.
        """

        def add(compute: Function) -> Function:
            self.mistakes[compute.__name__] = Mistake(
                compute.__name__, of, says, compute=compute, sources=_arguments(compute), slip=slip
            )
            return compute

        return add

    def convention(self, says: str) -> Callable[[Function], Function]:
        """Adds another convention; the function gives the parameters under it, None where it makes no difference."""

        def add(other: Function) -> Function:
            if other.__name__ in self.conventions:
                raise TypeError(f"{self.id}.{other.__name__}: a new name is needed")
            self.conventions[other.__name__] = Convention(other.__name__, says, other)
            return other

        return add

    def road(self, of: str) -> Callable[[Function], Function]:
        """Adds another way to the same value of a step, which some people take: 2 to the bits for e to the nats.

        From the same sources everybody may take it; from other steps it is followed where their answers were handed in.
        """

        def add(compute: Function) -> Function:
            step, sources = self.steps[of], _arguments(compute)
            if sources == step.sources:
                self.steps[of] = replace(step, roads=(*step.roads, compute))
            elif self.steps.keys() >= set(sources) and of not in sources:
                self.steps[of] = replace(step, detours=(*step.detours, (compute, sources)))
            else:
                raise TypeError(
                    f"{self.id}.{compute.__name__}: a road takes the sources of {of}, or other steps"
                )
            return compute

        return add

    def picture(self, after: str) -> Callable[[Function], Function]:
        """Adds a picture of the exact run, shown after this step in the solution (a stem: after the last of them)."""

        def add(made: Function) -> Function:
            self.pictures[after] = made
            return made

        return add

    def draws(self, draw: Function) -> Function:
        """Sets the family's own draw: ``(rng, level, fixed) -> values``; what is fixed wins over what it returns."""
        self.draw = draw
        return draw

    def refuses(self, unfair: Function) -> Function:
        """Sets a last check of a draw, given its exact run: says why a person could not be asked this, or None."""
        self.unfair = unfair
        return unfair

    def in_forms(self, forms: Mapping[str, Form]) -> "Family":
        """The same family with some steps asked in another form (more places, say), by stem."""
        steps = {name: self._formed(step, forms) for name, step in self.steps.items()}
        return replace(self, steps=steps, _forms=forms) if forms else self

    def chain(self, parameters: Frozen) -> Generator[Step, Any, None]:
        """Yields the steps in order and is sent each one's value."""
        if self._unroll is None:
            for step in self.steps.values():
                yield self._here(step, parameters)
            return
        unrolled = self._unroll(parameters)
        value = None
        while True:
            try:
                step = unrolled.send(value)
            except StopIteration:
                return
            value = yield self._here(self._formed(step, self._forms), parameters)

    def _here(self, step: Step, parameters: Frozen) -> Step:
        """The step with the names that these parameters give to choose from, and the reasons for each."""
        if isinstance(step.form, Choice) and not step.form.names:
            reasons = self.reasons_of(self, parameters) if self.reasons_of else step.reasons
            return replace(step, form=step.form.bound(parameters), reasons=reasons)
        return step

    @staticmethod
    def _formed(step: Step, forms: Mapping[str, Form]) -> Step:
        form = forms.get(step.stem, forms.get(step.name))
        return replace(step, form=form) if form else step


@dataclass(frozen=True, kw_only=True, slots=True)
class Run:
    """The outcome of ``run``. ``values`` are what later steps were given; ``reached`` what each step came to before it
    was rounded or replaced by a given value."""

    family: Family
    parameters: Frozen
    steps: Mapping[str, Step]
    values: Mapping[str, Any]
    reached: Mapping[str, Any]
    notes: Mapping[str, str]

    def sources(self, step: Step) -> list[Any]:
        """The values of the step's sources, in the order of its arguments."""
        return [self.values[source] for source in step.sources]

    def answers(self) -> dict[str, Any]:
        """The named answers, full precision; unrolled steps are gathered by steps of their own."""
        return {step.answer: self.reached[name] for name, step in self.steps.items() if step.answer}

    def leads_to(self, *names: str, given: Collection[str] = ()) -> set[str]:
        """The steps that ``names`` rest on, and themselves; nothing behind an earlier step that is ``given``."""
        seen: set[str] = set()
        waiting = [*names]
        while waiting:
            step = waiting.pop()
            if step in self.steps and step not in seen:
                seen.add(step)
                if step in names or step not in given:
                    waiting.extend(self.steps[step].sources)
        return seen


def run(
    family: Family,
    parameters: Frozen,
    *,
    rounded: Collection[str] = (),
    given: Mapping[str, Any] = NOTHING,
    instead: Mapping[str, Mistake] = NOTHING,
    wanted: Collection[str] = (),
    like: Run | None = None,
) -> Run:
    """Runs the chain. Raises CannotGoOn where a step has no value, NotApplicable where a mistake cannot be made.

    The last two only save work. With ``wanted`` the chain ends with the last of these steps, and other steps that are
    given are not computed. From ``like``, a run of the same parameters, is taken what every step came to whose
    sources are the same there; it must not hold mistakes that this run does not make.
    """
    steps: dict[str, Step] = {}
    values: dict[str, Any] = dict(vars(parameters))
    reached: dict[str, Any] = {}
    notes: dict[str, str] = {}
    left = set(wanted)
    chain = family.chain(parameters)
    step = next(chain, None)
    with np.errstate(divide="raise", invalid="raise", over="raise"):
        while step is not None:
            deadline.check()
            name = step.name
            mistake = (instead.get(name) or instead.get(step.stem)) if instead else None
            if wanted and name in given and name not in left:
                value = given[name]
            elif like is not None and mistake is None and _is_as_in(like, step, values):
                value = like.reached[name]
                if name in like.notes:
                    notes[name] = like.notes[name]
            else:
                try:
                    value = _computed(step, mistake, values)
                except BadParameters as error:
                    raise CannotGoOn(f"{step.title}: {error.message}", reached, error.parameter) from error
                except (ArithmeticError, ValueError, IndexError) as error:
                    raise CannotGoOn(f"{step.title}: {error}", reached) from error
                if isinstance(value, NotNeeded):
                    notes[name] = value.because
                    value = value.value
            reached[name] = value
            if name in given:
                value = given[name]
            elif name in rounded:
                value = rounded_in(step.form, value)
            steps[name] = step
            values[name] = value
            if wanted:
                left.discard(name)
                if not left:
                    break
            try:
                step = chain.send(value)
            except StopIteration:
                step = None
    return Run(family=family, parameters=parameters, steps=steps, values=values, reached=reached, notes=notes)


def _computed(step: Step, mistake: Mistake | None, values: Mapping[str, Any]) -> Any:
    if mistake:
        return mistake.compute(*[source_of(values, step, source) for source in mistake.sources])
    return step.compute(*[values[source] for source in step.sources])


def _is_as_in(like: Run, step: Step, values: Mapping[str, Any]) -> bool:
    twin = like.steps.get(step.name)
    return (
        twin is not None
        and twin.sources == step.sources
        and all(values[source] is like.values[source] for source in step.sources)
    )


def stem_of(name: str) -> str:
    """The name without the count of an unrolled step: ``merge`` for ``merge_3``."""
    head, _, tail = name.rpartition("_")
    return head if tail.isdigit() and head else name


def source_of(
    values: Mapping[str, Any], step: Step, wanted: str, compute: Callable[..., Any] | None = None
) -> Any:
    """The value of a mistake's source, named as in the fixed chain; in an unrolled one a stem means the step's own.

    ``right`` is what the step rightly comes to; ``compute`` computes it where the values are not plain numbers.
    """
    if wanted == "right":
        value = (compute or step.compute)(*[values[source] for source in step.sources])
        return value.value if isinstance(value, NotNeeded) else value
    own = next((source for source in step.sources if stem_of(source) == wanted), wanted)
    if own not in values:
        raise NotApplicable(f"this chain has no {wanted}")
    return values[own]


def _arguments(function: Callable[..., Any]) -> tuple[str, ...]:
    return tuple(inspect.signature(function).parameters)
