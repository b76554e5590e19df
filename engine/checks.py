"""What is wrong with a question, found by drawing it over many seeds, as a page shows it and a person answers it."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from engine import cells, latex, telling, variants, wording
from engine.bank import Question
from engine.by_hand import bands, roundable, roundings
from engine.chain import CannotGoOn, Family, Run, run, stem_of
from engine.fairness import outcomes, same
from engine.feedback import accepted
from engine.forms import Fixed, Scientific
from engine.marking import PartMark, Rule, mark
from engine.mathml import BadFormula, mathml
from engine.parameters import BadParameters
from engine.variants import Asked, Undrawable, Variant

SELDOM = 0.3  # a mistake that speaks in a smaller share of the variants is hardly worth its sentence
MOST_REDRAWS = 20  # per variant; beyond, numbers that nobody can be asked are the rule
MOST_LETTERS = 1500  # of a statement: about what is read without scrolling
FAILURES = 3  # of one level, after which it is given up: each costs hundreds of draws


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to mend. ``seed`` reproduces it where a variant shows it; ``variants`` is how many do."""

    says: str
    level: str = ""
    seed: int | None = None
    variants: int = 1

    def __str__(self) -> str:
        where = [self.level] if self.level else []
        where += [f"seed {self.seed}"] if self.seed is not None else []
        more = f" (and {self.variants - 1} more)" if self.variants > 1 else ""
        return f"{', '.join(where)}{more}: {self.says}" if where else self.says


@dataclass(frozen=True, slots=True)
class Checked:
    """What checking one question gave; ``seconds`` were spent on drawing alone, ``longest`` is in characters."""

    drawn: int
    different: int
    redraws: int
    longest: int
    seconds: float
    findings: tuple[Finding, ...]


Tally = Counter[tuple[str, str]]  # by level and mistake
Said = Iterator[tuple[str, str]]  # what the finding is about, and the finding


def check(question: Question, seeds: int, clock: Callable[[], float] = lambda: 0.0) -> Checked:
    """Draws ``seeds`` variants of each level. ``clock`` gives seconds, where drawing is to be timed."""
    counted, draws = _counting(question)
    found: dict[str, Finding] = {}
    shown: set[tuple[str, str]] = set()
    could, spoke = Tally(), Tally()
    drawn = redraws = longest = 0
    seconds = 0.0

    def note(about: str, says: str, level: str = "", seed: int | None = None) -> None:
        first = found.get(about)
        found[about] = replace(first, variants=first.variants + 1) if first else Finding(says, level, seed)

    for level in question.levels:
        failures = fair = drawn_again = 0
        for seed in range(seeds):
            draws.clear()
            began = clock()
            try:
                variant = variants.draw(counted, seed, level)
            except (Undrawable, BadParameters) as error:
                reason = _reason(question, level, error)
                note(f"draw {reason}", f"cannot be drawn: {reason}", level, seed)
                failures += 1
                if failures == FAILURES:
                    break
                continue
            seconds += clock() - began
            fair += 1
            drawn_again += len(draws) - 1
            shown.add((variant.case, json.dumps(variant.parameters.to_json())))
            longest = max(longest, len(wording.plain_text(_blocks(variant))))
            for about, says in found_in(variant):
                note(about, says, level, seed)
            for name, speaks in _mistakes(variant):
                could[level, name] += 1
                spoke[level, name] += speaks
        if drawn_again > MOST_REDRAWS * fair > 0:
            note(f"redraws {level}", f"only one draw in {drawn_again // fair + 1} is fair to ask", level)
        drawn, redraws = drawn + fair, redraws + drawn_again
    for about, says in _silent(question, could, spoke):
        note(about, says)
    for about, says in _unseen(question, {case for case, _ in shown}, drawn):
        note(about, says)
    if longest > MOST_LETTERS:
        note("longest", f"the statement has up to {longest} characters, more than is read without scrolling")
    if len(shown) == 1 < drawn and (question.ranges or len(question.cases) > 1):
        note("different", "has ranges or cases, and yet every seed gives the same numbers")
    return Checked(drawn, len(shown), redraws, longest, seconds, tuple(found.values()))


def found_in(variant: Variant) -> Said:
    """What is wrong with one variant."""
    yield from _key_typed(variant)
    yield from _by_hand_typed(variant)
    yield from _near_ties(variant)
    yield from _unwritable(variant)
    total = variant.question.points
    if variant.points != total or any(asked.points <= 0 for asked in variant.asked):
        shares = " + ".join(str(asked.points) for asked in variant.asked)
        yield "points", f"the points of the parts ({shares}) are not the question's {total}"


def _key_typed(variant: Variant) -> Said:
    """The key, typed in the form in which it is asked, must be marked right by the exact rule."""
    marks = mark(variant, {asked.name: _texts(asked, asked.key) for asked in variant.asked})
    for asked in variant.asked:
        verdict = marks.get(asked.name)
        if not isinstance(verdict, PartMark) or verdict.rule is not Rule.EXACT:
            said = str(verdict.rule) if isinstance(verdict, PartMark) else "not read"
            key = ", ".join(_texts(asked, asked.key))
            yield f"key {asked.step.stem}", f"{asked.name}: its own key {key} is marked {said!r}"


def _by_hand_typed(variant: Variant) -> Said:
    """So must be what a person types who rounds every line to its form."""
    exact = variant.exact
    needed = exact.leads_to(*(asked.name for asked in variant.asked))
    every_line = [name for name in roundable(exact) if name in needed]
    by_hand = run(exact.family, exact.parameters, rounded=every_line)
    for asked in variant.asked:
        reached = by_hand.reached[asked.name]
        if not isinstance(asked.step.form, Fixed | Scientific) or reached is exact.reached[asked.name]:
            continue
        verdict = mark(variant, {asked.name: _texts(asked, reached)}).get(asked.name)
        if not isinstance(verdict, PartMark) or not verdict.right:
            gets = f"{asked.name}: with every line rounded one gets {', '.join(_texts(asked, reached))}"
            yield f"by hand {asked.step.stem}", f"{gets}, which is not accepted (accepted: {accepted(asked)})"


def _near_ties(variant: Variant) -> Said:
    """No choice on the way (an argmax, a floor, a pair) may fall otherwise because a line was rounded."""
    exact = variant.exact
    needed = exact.leads_to(*(asked.name for asked in variant.asked))
    lines = [name for name in roundable(exact) if name in needed]
    choices = [
        step
        for name, step in exact.steps.items()
        if name in needed
        and not isinstance(step.form, Fixed | Scientific)
        and not exact.leads_to(name).isdisjoint(lines)
    ]
    for way in roundings(lines) if choices else ():
        reached = run(exact.family, exact.parameters, rounded=way).reached
        for step in choices:
            if reached[step.name] != exact.reached[step.name]:
                turns = f"{exact.reached[step.name]} becomes {reached[step.name]}"
                rounded = ", ".join(sorted(way))
                yield f"tie {step.stem}", f"{step.name}: a near-tie: {turns} where {rounded} is rounded"


def _unwritable(variant: Variant) -> Said:
    """Every formula of the statement and of the worked solution must convert, and no mark-up be left in the text."""
    for block in _blocks(variant):
        for part in block.inlines if isinstance(block, wording.Paragraph) else ():
            if isinstance(part, wording.Text) and any(sign in part.text for sign in ("$", "`", "**")):
                yield (
                    "statement",
                    f"the statement has a $, ` or ** that nothing closes: {part.text.strip()[:60]!r}",
                )
    for about, formula in _formulas(variant):
        try:
            mathml(formula)
        except BadFormula as error:
            yield f"formula {about}", f"{about}: this formula does not convert: {error}"


def _formulas(variant: Variant) -> Iterator[tuple[str, str]]:
    for block in _blocks(variant):
        if isinstance(block, wording.Shown):
            yield "statement", f"{block.symbol} = {latex.value(block.value)}"
        else:
            yield from (("statement", part.latex) for part in block.inlines if isinstance(part, wording.Math))
    for line in telling.tell(variant.exact, [asked.name for asked in variant.asked]):
        step = line.step
        yield from (
            (step.name, formula)
            for formula in (step.symbol, line.formula, line.cell, line.numbers)
            if formula
        )
        yield from ((step.name, step.form.latex(leaf)) for leaf in cells.cells(line.value)[:1])


def _mistakes(variant: Variant) -> Iterator[tuple[str, bool]]:
    """The mistakes that one could make here on the way to an asked part, and whether each shows in an answer."""
    exact = variant.exact
    names = [asked.name for asked in variant.asked]
    needed = exact.leads_to(*names)
    places = needed | {stem_of(name) for name in needed}
    for mistake in exact.family.mistakes.values():
        if mistake.of in places and (made := outcomes(mistake, exact, dict.fromkeys(names))):
            yield mistake.name, any(_differs(mine, exact.reached[name]) for name, mine in made)


def _differs(mine: Sequence[Any] | None, key: Any) -> bool:
    theirs = cells.cells(key)
    return mine is None or len(mine) != len(theirs) or not all(map(same, mine, theirs))


def _silent(question: Question, could: Tally, spoke: Tally) -> Said:
    """Mistakes that show, but seldom. One that never does is ruled out by this question; the family's draws show it."""
    for name in question.family.mistakes:
        shares = [spoke[level, name] / could[level, name] for level in question.levels if could[level, name]]
        if shares and 0 < max(shares) < SELDOM:
            yield f"mistake {name}", f"the mistake {name} shows in {max(shares):.0%} of the variants at most"


def _unseen(question: Question, seen: set[str], drawn: int) -> Said:
    """Cases that cannot be drawn at all hide behind those that can."""
    for case in question.cases if drawn else ():
        name, level = case.get("name", ""), question.levels[0]
        if name not in seen:
            try:
                variants.draw(
                    question, 0, level, {key: value for key, value in case.items() if key != "name"}
                )
            except (Undrawable, BadParameters) as error:
                reason = _reason(question.model_copy(update={"cases": [case]}), level, error)
                yield f"case {name}", f"the case {name} is never drawn: {reason}"


def _reason(question: Question, level: str, error: Exception) -> str:
    """Why nothing could be drawn; where nothing is left to chance, with the asked numbers and what rounding gives."""
    reason = str(error).partition("): ")[2] if isinstance(error, Undrawable) else str(error)
    exact = _the_only_run(question, level)
    if exact is None:
        return reason or str(error)
    asked = {part.ask for part in question.parts}
    limits = bands(exact, [step.name for step in exact.steps.values() if {step.name, step.stem} & asked])
    blamed = reason.partition(":")[0]
    numbers = [
        f"{name} = {band.exact:.7g}, by hand {band.low:.7g} to {band.high:.7g}"
        for name, found in limits.items()
        for band in found
        if band and blamed in (name, *({blamed} - set(exact.steps)))
    ]
    return f"{reason or error} ({'; '.join(numbers[:4])})" if numbers else reason or str(error)


def _the_only_run(question: Question, level: str) -> Run | None:
    """The exact run where every draw gives the same numbers, else None."""
    if question.ranges or len(question.cases) > 1:
        return None
    family = question.family
    chosen = {**question.fixed, **(question.cases[0] if question.cases else {})}
    chosen.pop("name", None)
    try:
        first, second = (
            family.parameters.of({**_own(family, Random(n), level, chosen), **chosen}) for n in (0, 1)
        )
        return run(family, first) if first.to_json() == second.to_json() else None
    except (BadParameters, CannotGoOn):
        return None


def _counting(question: Question) -> tuple[Question, list[None]]:
    """The same question, and a list that gets one entry each time numbers are drawn for it."""
    family, draws = question.family, list[None]()

    def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
        draws.append(None)
        return _own(family, rng, level, fixed)

    counted = question.model_copy()
    vars(counted)["family"] = replace(family, draw=draw)
    return counted, draws


def _own(family: Family, rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    return family.draw(rng, level, fixed) if family.draw else {}


def _blocks(variant: Variant) -> tuple[wording.Block, ...]:
    return wording.worded(variant.question.statement, variant.parameters, variant.case)


def _texts(asked: Asked, value: Any) -> list[str]:
    return [asked.step.form.show(leaf) for leaf in cells.cells(value)]
