"""Checks a question by drawing it over many seeds: ``engine.validation.findings`` of each variant, and what only many
of them together show: mistakes that seldom speak or cannot be told apart, numbers that come again and again.
"""

import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from random import Random
from typing import Any

from engine import data_files, variants
from engine.answers import cells
from engine.chain import CannotGoOn, Family, Run, run, stem_of
from engine.fairness import outcomes, same_cells
from engine.parameters import BadParameters
from engine.questions import Question
from engine.rounding.bands import bands
from engine.solutions import wording
from engine.validation import examples, honest_people
from engine.validation.findings import Said, found_in
from engine.validation.remarks import remarks_on
from engine.variants import Undrawable, Variant

REFUSED = 0.95  # the share of honest people of each style who must be right
SELDOM = 0.3  # a mistake that speaks in a smaller share of the variants is hardly worth its sentence
MOST_REDRAWS = 20  # per variant; beyond, numbers that nobody can be asked are the rule
MOST_LETTERS = 1500  # per statement: about what can be read without scrolling
FAILURES = 3  # per level, which is then given up: each costs hundreds of draws
LONGEST = 5  # statements that are named
FEW = 5  # different variants of a question with ranges, at least


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to fix. ``seed`` reproduces it where a variant shows it; ``variants`` is how many do."""

    says: str
    level: str = ""
    seed: int | None = None
    variants: int = 1

    def __str__(self) -> str:
        where = [self.level] if self.level else []
        where += [f"seed {self.seed}"] if self.seed is not None else []
        more = f" (and {self.variants - 1} more)" if self.variants > 1 else ""
        return f"{', '.join(where)}{more}: {self.says}" if where else self.says


@dataclass(frozen=True, kw_only=True, slots=True)
class Checked:
    """The outcome of checking one question; ``seconds`` were spent on drawing alone, ``longest`` is in characters.

    ``remarks`` keep no question from being published; ``speaks`` is the share of variants in which each mistake changes
    an answer; ``answers`` are the first numbers of each asked part, ``statements`` the longest ones: characters, level
    and seed.
    ``honest`` is the share of right sheets by how people round; ``nearest`` the mistake that comes nearest to what
    they hand in, and how many times as far from the key it is as they come.
    """

    drawn: int
    different: int
    redraws: int
    longest: int
    seconds: float
    findings: tuple[Finding, ...]
    remarks: tuple[str, ...]
    speaks: Mapping[str, float]
    answers: Mapping[str, Sequence[float]]
    statements: Sequence[tuple[int, str, int]]
    honest: Mapping[str, float] = field(default_factory=dict)
    nearest: tuple[str, float] | None = None


Made = Sequence[Sequence[Any] | None]  # the cells of each asked part after a mistake
Tally = Counter[tuple[str, str]]  # by level and mistake, or by two mistakes


def check(
    question: Question,
    seeds: int,
    clock: Callable[[], float] = lambda: 0.0,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Checked:
    """Draws ``seeds`` variants of each level. ``clock`` gives seconds, where drawing is to be timed.

    ``progress`` hears how many of how many variants are behind it.
    """
    counted, draws = _counting(question)
    found: dict[str, Finding] = {}
    shown: set[tuple[str, str]] = set()
    could, spoke, together, alike = Tally(), Tally(), Tally(), Tally()
    right, tried = Counter[str](), Counter[str]()
    nearest: tuple[float, str] = (math.inf, "")
    answers: dict[str, list[float]] = {}
    letters: list[tuple[int, str, int]] = []
    last: Variant | None = None
    drawn = redraws = 0
    seconds = 0.0

    def note(about: str, says: str, level: str = "", seed: int | None = None) -> None:
        first = found.get(about)
        found[about] = replace(first, variants=first.variants + 1) if first else Finding(says, level, seed)

    for level in question.levels:
        failures = fair = drawn_again = 0
        for seed in range(seeds):
            progress(question.levels.index(level) * seeds + seed, len(question.levels) * seeds)
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
            last = variant
            fair += 1
            drawn_again += len(draws) - 1
            shown.add((variant.case, json.dumps(variant.parameters.to_json())))
            letters.append((len(wording.plain_text(variant.statement)), level, seed))
            for name, number in _first_numbers(variant):
                answers.setdefault(name, []).append(number)
            for about, says in found_in(variant):
                note(about, says, level, seed)
            honest_people.right_by_style(variant, right, tried)
            made = dict(_mistakes(variant))
            nearest = min([nearest, *_distances(variant, made)])
            for name, changed in made.items():
                could[level, name] += 1
                spoke[level, name] += changed is not None
            for first, second in combinations([name for name in made if made[name] is not None], 2):
                together[first, second] += 1
                alike[first, second] += _alike(made[first], made[second])
        if drawn_again > MOST_REDRAWS * fair > 0:
            note(f"redraws {level}", f"only one draw in {drawn_again // fair + 1} is fair to ask", level)
        drawn, redraws = drawn + fair, redraws + drawn_again
    for about, says in _refused(honest_people.shares(right, tried)):
        note(about, says)
    for about, says in _silent(question, could, spoke):
        note(about, says)
    for about, says in _unseen(question, {case for case, _ in shown}, drawn):
        note(about, says)
    for about, says in examples.broken(question):
        note(about, says)
    statements = sorted(letters, reverse=True)[:LONGEST]
    longest = statements[0][0] if statements else 0
    if longest > MOST_LETTERS:
        note("longest", f"the statement has up to {longest} characters, more than is read without scrolling")
    few = len(shown) < FEW <= drawn and (question.ranges or len(question.cases) > len(shown))
    if few or (len(shown) == 1 < drawn and (question.ranges or len(question.cases) > 1)):
        note("different", f"has ranges or cases, and yet {drawn} draws gave {len(shown)} different variants")
    unnamed = (said for _, said in data_files.unmentioned(question.statement, question.files))
    return Checked(
        drawn=drawn, different=len(shown), redraws=redraws, longest=longest, seconds=seconds,
        findings=tuple(found.values()),
        remarks=(*_never_told_apart(together, alike), *unnamed, *(remarks_on(last) if last else ())),
        speaks=_shares(could, spoke), answers=answers, statements=tuple(statements),
        honest=honest_people.shares(right, tried), nearest=(nearest[1], nearest[0]) if nearest[1] else None,
    )  # fmt: skip


def _distances(variant: Variant, made: Mapping[str, Made | None]) -> Iterator[tuple[float, str]]:
    for name, changed in made.items():
        if changed is not None:
            yield honest_people.distance(variant, changed), name


def _refused(shares: Mapping[str, float]) -> Said:
    for style, share in shares.items():
        if share < REFUSED:
            yield f"honest {style}", f"of people who round so: {style}, only {share:.0%} are right"


def _first_numbers(variant: Variant) -> Iterator[tuple[str, float]]:
    for asked in variant.asked:
        first = next(iter(cells.cells(asked.key)), None)
        if isinstance(first, int | float) and math.isfinite(first):
            yield asked.name, float(first)


def _mistakes(variant: Variant) -> Iterator[tuple[str, Made | None]]:
    """The mistakes that one could make on the way to an asked part, and what each makes of the answers that it changes;
    None where it changes none."""
    exact = variant.exact
    names = [asked.name for asked in variant.asked]
    needed = exact.leads_to(*names)
    places = needed | {stem_of(name) for name in needed}
    for mistake in exact.family.mistakes.values():
        if mistake.of in places and (made := outcomes(mistake, exact, dict.fromkeys(names))):
            shows = any(not same_cells(mine, cells.cells(exact.reached[name])) for name, mine in made)
            yield mistake.name, [mine for _, mine in made] if shows else None


def _alike(made: Made | None, other: Made | None) -> bool:
    """True if two mistakes give the same numbers everywhere."""
    return bool(made and other) and all(map(same_cells, made or (), other or ()))


def _never_told_apart(together: Tally, alike: Tally) -> Iterator[str]:
    """Remarks on mistakes that give the same numbers, which are named to the student together: "either ... or ..."."""
    for (first, second), count in together.items():
        if alike[first, second] == count >= FEW:
            yield f"the mistakes {first} and {second} give the same numbers in every variant"


def _shares(could: Tally, spoke: Tally) -> dict[str, float]:
    """The share of variants in which each mistake changes an answer, over all levels in which it can be made."""
    names = dict.fromkeys(name for _, name in could)
    made = {name: sum(count for (_, other), count in could.items() if other == name) for name in names}
    seen = {name: sum(count for (_, other), count in spoke.items() if other == name) for name in names}
    return {name: seen[name] / made[name] for name in names}


def _silent(question: Question, could: Tally, spoke: Tally) -> Said:
    """Mistakes that show, but seldom. One that never does is ruled out by this question; the family's draws show it.
    Where the question brings its own mistakes, one that never shows is the key under another name."""
    for name in question.family.mistakes:
        shares = [spoke[level, name] / could[level, name] for level in question.levels if could[level, name]]
        if shares and 0 < max(shares) < SELDOM:
            yield f"mistake {name}", f"the mistake {name} shows in {max(shares):.0%} of the variants at most"
        if question.kind == "formula" and could and not max(shares, default=0):
            why = "always gives the key" if shares else "can never be made"
            yield f"mistake {name}", f"the mistake {name} {why}"


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
    """The reason why nothing could be drawn; with the asked numbers and their bands, where chance has no part in it."""
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
