"""A question with its numbers drawn: parameters, exact answers and accepted bands, fair to ask and to mark.

The same question, level and seed give the same variant. What cannot be marked fairly is drawn again: a band too
wide, a number outside its form, a mistake that two decimals cannot tell from the key.
"""

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any

from engine import deadline
from engine.answers import cells, forms
from engine.chain import CannotGoOn, Family, Run, Step, run
from engine.fairness import unfair
from engine.parameters import BadParameters, Frozen
from engine.questions import Part, Question
from engine.ranges import one_of
from engine.rounding.bands import Band, bands
from engine.solutions import wording

MOST_DRAWS = 400
MOST_SEED = 10**18
NOT_DRAWN = (ArithmeticError, LookupError, StopIteration, TypeError, ValueError)  # by values of another shape
NO_SEED = -1  # the seed of a variant whose numbers were handed in, so that no seed gives them again


class Undrawable(RuntimeError):
    """No fair numbers were found. ``reason`` is the one that came up most often, ``step`` the step that it is about, ""
    for none; the text names the question, too."""

    def __init__(self, where: str, reason: str, step: str = "") -> None:
        super().__init__(f"{where}: {step}: {reason}" if step else f"{where}: {reason}")
        self.reason = reason
        self.step = step


class Stale(ValueError):
    """A stored variant that today's family no longer understands; the text names the field."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One part with its key: ``bands`` has one entry per cell, None for what is not a rounded number."""

    step: Step
    key: Any
    bands: list[Band | None]
    points: Fraction
    text: str

    @property
    def name(self) -> str:
        """The name of its step, which responses and stored verdicts go by."""
        return self.step.name


@dataclass(frozen=True, slots=True)
class Variant:
    """A question with its numbers. ``exact`` is the chain run without rounding; ``case`` names a real system. ``given``
    are the points that it is worth where these are not the question's own. ``stage``: how far a worked example has
    faded, None where this is none."""

    question: Question
    level: str
    seed: int
    parameters: Frozen
    exact: Run
    asked: tuple[Asked, ...]
    _: KW_ONLY
    case: str = ""
    given: Fraction | None = None
    stage: int | None = None

    def part(self, name: str) -> Asked | None:
        """The part of this name, None where it is not asked."""
        return next((asked for asked in self.asked if asked.name == name), None)

    @property
    def drawn(self) -> bool:
        """True if its seed gives these numbers again."""
        return self.seed != NO_SEED

    @property
    def told(self) -> frozenset[str]:
        """The steps before the first that is asked, which stand on the sheet of a worked example."""
        if self.stage is None:
            return frozenset()
        asked, names = {asked.name for asked in self.asked}, list(self.exact.steps)
        return frozenset(names[: next((n for n, name in enumerate(names) if name in asked), None)])

    @property
    def statement(self) -> tuple[wording.Block, ...]:
        """The statement of the question, with these numbers, and its files below."""
        written, drawings = self.question.statement, self.question.drawings
        blocks = wording.worded(written, self.parameters, self.case, drawings)
        return (*blocks, wording.Attached(files)) if (files := self.question.attached) else blocks

    @property
    def points(self) -> Fraction:
        """The points of all parts together."""
        return sum((asked.points for asked in self.asked), Fraction(0))

    def to_json(self) -> dict[str, Any]:
        """Everything that marking rests on, as JSON to be stored."""
        return {
            "question": self.question.id,
            "version": self.question.version,
            "level": self.level,
            "seed": self.seed,
            "case": self.case,
            "parameters": self.parameters.to_json(),
            "parts": [
                {
                    "name": asked.name,
                    "points": str(asked.points),
                    "key": cells.plain(cells.cells(asked.key)),
                    "bands": [
                        band and cells.plain([band.exact, band.low, band.high]) for band in asked.bands
                    ],
                }
                for asked in self.asked
            ],
            **({} if self.given is None else {"worth": str(self.given)}),
            **({} if self.stage is None else {"stage": self.stage}),
        }


def draw(question: Question, seed: int, level: str, fixed: Mapping[str, Any] | None = None) -> Variant:
    """The variant of this seed. Raises Undrawable, and BadParameters where something fixed does not fit."""
    reasons: dict[str, int] = {}
    refused: dict[str, BadParameters] = {}
    drew = False
    question.family.parameters.check({**question.fixed, **(fixed or {})})
    _fitting(question, fixed or {})
    settled = {**question.fixed, **(fixed or {})}.keys() >= question.family.parameters.model_fields.keys()
    patience = 1 if settled else question.family.patience
    for attempt in range(MOST_DRAWS):
        deadline.check()
        rng = Random(f"{question.id}/{level}/{seed}/{attempt}")
        try:
            case, parameters = _draw_parameters(question, rng, level, fixed or {})
            drew, patience = True, patience - 1
            exact = run(question.family, parameters)
            variant = Variant(question, level, seed, parameters, exact, _asked(question, exact), case=case)
            reason = unfair(exact, {asked.name: asked.bands for asked in variant.asked})
        except BadParameters as error:
            refused[error.parameter], reason = error, str(error)
        except CannotGoOn as error:
            reason = str(error)
        if reason is None:
            return variant
        reasons[reason] = reasons.get(reason, 0) + 1
        if not patience:
            break
    if len(refused) == 1 and not drew:
        raise next(iter(refused.values()))
    step, _, rest = (most := max(reasons, key=lambda reason: reasons[reason])).partition(": ")
    about = (step, rest) if step in question.family.steps else ("", most)
    raise Undrawable(f"{question.id} ({level}, seed {seed})", about[1], about[0])


def from_json(question: Question, kept: Mapping[str, Any]) -> Variant:
    """A stored variant. Its keys and bands are the stored ones, whatever today's code computes. Raises Stale."""
    try:
        parameters = question.family.parameters.of(kept["parameters"])
        exact = run(question.family, parameters)
    except (BadParameters, CannotGoOn) as error:
        raise Stale(str(error)) from error
    asked = []
    for part in kept["parts"]:
        step = exact.steps.get(part["name"])
        if step is None or len(part["key"]) != len(cells.cells(exact.reached[step.name])):
            raise Stale(f"{part['name']}: this part is asked differently today")
        key = cells.rebuilt(exact.reached[step.name], [cells.from_json(leaf) for leaf in part["key"]])
        limits = [band and Band(*(float(end) for end in band)) for band in part["bands"]]
        text = next((worded(p, step) for p in question.parts if p.ask in (step.name, step.stem)), step.title)
        asked.append(Asked(step, key, limits, Fraction(part["points"]), text))
    given = Fraction(kept["worth"]) if "worth" in kept else None
    variant = Variant(
        question, kept["level"], kept["seed"], parameters, exact, tuple(asked), case=kept["case"]
    )
    return replace(variant, given=given, stage=kept.get("stage"))


def rekeyed(question: Question, kept: Mapping[str, Any]) -> Variant:
    """The stored numbers with the keys and bands that this text of the question gives them. Raises Stale where the text
    no longer takes these numbers, or asks for other parts."""
    variant = keyed(question, kept)
    if {one.name for one in variant.asked} != {part["name"] for part in kept["parts"]}:
        raise Stale("other parts are asked")
    return worth(variant, Fraction(kept["worth"])) if "worth" in kept else variant


def keyed(question: Question, kept: Mapping[str, Any]) -> Variant:
    """The stored numbers with all parts that this text of the question asks. Raises Stale where it no longer takes
    them."""
    try:
        parameters = question.family.parameters.of(kept["parameters"])
        exact = run(question.family, parameters)
        asked = _asked(question, exact)
    except (BadParameters, CannotGoOn, Undrawable) as error:
        raise Stale(str(error)) from error
    for one in asked:
        form = one.step.form
        if isinstance(form, forms.Choice) and not all(map(form.offers, cells.cells(one.key))):
            raise Stale(f"{one.name}: other options stand to choose from")
    return Variant(question, kept["level"], kept["seed"], parameters, exact, asked, case=kept["case"])


def worth(variant: Variant, points: Fraction) -> Variant:
    """The same variant for other points, shared among its parts in the proportions in which they were."""
    scale = points / variant.points
    asked = tuple(replace(one, points=one.points * scale) for one in variant.asked)
    return replace(variant, asked=asked, given=points)


def worded(part: Part, step: Step) -> str:
    """The words that ask for a line; where one part asks several steps, each is told apart by its own title."""
    if not part.text or part.ask == step.name:
        return part.text or step.title
    return f"{step.title}: {part.text[:1].lower()}{part.text[1:]}"


def _draw_parameters(
    question: Question, rng: Random, level: str, fixed: Mapping[str, Any]
) -> tuple[str, Frozen]:
    case = dict(rng.choice(_fitting(question, fixed))) if question.cases else {}
    name = str(case.pop("name", ""))
    ranges = {parameter: one_of(rng, question.ranges[parameter]) for parameter in question.ranges}
    chosen = {**question.fixed, **ranges, **case, **fixed}
    family = question.family
    if family.draw is None:
        return name, family.parameters.of(chosen)
    try:
        drawn = family.draw(rng, level, chosen)
    except NOT_DRAWN as error:
        if not chosen or isinstance(error, BadParameters):
            raise
        family.parameters.check(chosen)
        raise _without_numbers(family, level, chosen, fixed) from error
    return name, family.parameters.of({**drawn, **chosen})


def _without_numbers(
    family: Family, level: str, chosen: Mapping[str, Any], fixed: Mapping[str, Any]
) -> BadParameters:
    """Names the value without which numbers can be drawn; what was handed in before what the question says."""
    for name in [*fixed, *chosen]:
        rest = {other: value for other, value in chosen.items() if other != name}
        try:
            if family.draw:
                family.draw(Random(name), level, rest)
        except NOT_DRAWN:
            continue
        return BadParameters(name, "leaves no numbers to draw with")
    return BadParameters("", f"these leave no numbers to draw with: {', '.join(chosen)}")


def _fitting(question: Question, fixed: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The cases that say what is fixed, so that numbers which were handed in are called by the name of their own case;
    all of them where none does and none has a name. Raises BadParameters for numbers that are of none of the names."""
    fitting = [
        case
        for case in question.cases
        if all(fixed.get(name, value) == value for name, value in case.items())
    ]
    if not fitting and any("name" in case for case in question.cases):
        names = ", ".join(str(case["name"]) for case in question.cases if "name" in case)
        raise BadParameters(_of_no_case(question, fixed), f"is that of none of these: {names}")
    return fitting or question.cases


def _of_no_case(question: Question, fixed: Mapping[str, Any]) -> str:
    """The first value that no case has; "" where each is of some case, but not of the same."""
    cases = question.cases
    of_none = (name for name in fixed if all(case.get(name, fixed[name]) != fixed[name] for case in cases))
    return next(of_none, "")


def _asked(question: Question, exact: Run) -> tuple[Asked, ...]:
    """The parts with their steps, stems unrolled, in the order of the chain; points shared out per step."""
    wanted = {}
    for part in question.parts:
        steps = [step for step in exact.steps.values() if part.ask in (step.name, step.stem)]
        if not steps:
            raise Undrawable(
                question.id, f"{part.ask} is no step of this chain; it has {', '.join(exact.steps)}"
            )
        for step in steps:
            share = part.points / len(steps) if part.points else None
            wanted[step.name] = (step, share, worded(part, step))
    left = question.points - sum((share for _, share, _ in wanted.values() if share), Fraction(0))
    without = sum(1 for _, share, _ in wanted.values() if share is None)
    limits = bands(exact, wanted, strict=True)
    return tuple(
        Asked(step, exact.reached[name], limits[name], left / without if share is None else share, text)
        for name, (step, share, text) in ((name, wanted[name]) for name in exact.steps if name in wanted)
    )
