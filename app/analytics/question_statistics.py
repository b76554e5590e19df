"""The figures of one question, from the sheets of many people: in all, and part by part."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import fmean, median

from app.analytics.store.cohort import Answer, Score, Sheet
from app.analytics.wrong_answers import Wrong, wrong
from app.practice.store.attempt import BY_HAND, SELF_MARKED
from engine.chain import Family
from engine.learning.difficulty import Difficulty, difficulty
from engine.marking.item_analysis import LEAST_PEOPLE, discrimination, facility, working_time
from engine.marking.marking import Rule

RUNGS = 3
ORDER = (Rule.EXACT, Rule.ROUNDED, Rule.FOLLOWS, BY_HAND, Rule.WRONG, SELF_MARKED, Rule.OPEN)


@dataclass(frozen=True, kw_only=True, slots=True)
class Figures:
    """The figures of a question, each None where there is nothing to compute it from. ``minutes`` is the median over
    the sheets that were begun with a button; the discrimination rests on ``compared`` people; on ``solved`` sheets the
    solution was opened. In an exam no question has a beginning of its own, and at its end every solution opens:
    neither counts."""

    sheets: int
    people: int
    facility: float | None
    discrimination: float | None
    compared: int
    minutes: float | None
    solved: int

    @property
    def too_few(self) -> bool:
        return self.compared < LEAST_PEOPLE


@dataclass(frozen=True, kw_only=True, slots=True)
class PartFigures:
    """One part: the verdicts on its first answers (rule, sheets, share), the average number of tries on a sheet, and
    the number of sheets on which each rung of the hints was opened. ``difficulty``: beside what was predicted of those
    who answered it; None of fewer than ten answers."""

    name: str
    title: str
    answered: int
    rules: tuple[tuple[str, int, float], ...]
    tries: float
    hints: tuple[int, ...]
    wrong: Wrong
    difficulty: Difficulty | None


def share(points: Fraction, first: Iterable[tuple[str, Fraction | None]]) -> float | None:
    """The share of a sheet's points that its first answers (rule, earned) earned; an unanswered part earns nothing.

    None where nothing is marked yet, something waits for its mark, or the student marked it.
    """
    marked = list(first)
    settled = all(earned is not None and rule != SELF_MARKED for rule, earned in marked)
    if not marked or not settled or not points:
        return None
    return float(sum((earned for _, earned in marked if earned), Fraction(0)) / points)


def figures(question: str, sheets: Sequence[Sheet], scores: Sequence[Score]) -> Figures:
    """Computes the figures over the sheets on which something was answered."""
    answered = [sheet for sheet in sheets if sheet.answers]
    shares = [
        share(sheet.points, ((one.verdict["rule"], one.earned) for one in settling(sheet.answers)))
        for sheet in answered
    ]
    times = [
        working_time((one.at - sheet.begun_at).total_seconds() / 60 for one in settling(sheet.answers))
        for sheet in answered
        if sheet.course is not None and sheet.sitting is None
    ]
    pairs = item_and_rest(question, scores)
    return Figures(
        sheets=len(answered),
        people=len({sheet.person for sheet in answered}),
        facility=facility([one for one in shares if one is not None]),
        discrimination=discrimination(pairs),
        compared=sum(map(len, pairs)),
        minutes=median(times) if times else None,
        solved=sum(sheet.solution_seen and sheet.sitting is None for sheet in answered),
    )


def settling(answers: Sequence[Answer]) -> list[Answer]:
    """The answer to each part that settled its points, else the first."""
    found: dict[str, Answer] = {}
    for one in answers:
        if one.part not in found or (one.earned is not None and found[one.part].earned is None):
            found[one.part] = one
    return list(found.values())


def item_and_rest(question: str, scores: Iterable[Score]) -> list[list[tuple[float, float]]]:
    """The points of everybody who answered the question, by course: in it, and in all other questions of the course."""
    totals: dict[int, dict[int, list[float]]] = {}
    answered: set[tuple[int, int]] = set()
    for score in scores:
        mine = totals.setdefault(score.course, {}).setdefault(score.person, [0.0, 0.0])
        mine[score.question != question] += score.earned
        if score.question == question:
            answered.add((score.course, score.person))
    return [
        [(x, y) for person, (x, y) in people.items() if (course, person) in answered]
        for course, people in totals.items()
    ]


def parts(
    sheets: Sequence[Sheet],
    hinted: Mapping[tuple[str, int], int],
    titles: Mapping[str, str],
    family: Family | None,
) -> tuple[PartFigures, ...]:
    """The figures of the parts, in the order in which they are asked."""
    names = dict.fromkeys(part["name"] for sheet in sheets for part in sheet.variant["parts"])
    return tuple(
        _part(name, sheets, tuple(hinted.get((name, rung), 0) for rung in range(RUNGS)), titles, family)
        for name in names
    )


def _part(
    name: str,
    sheets: Sequence[Sheet],
    hints: tuple[int, ...],
    titles: Mapping[str, str],
    family: Family | None,
) -> PartFigures:
    tried = [
        (sheet, answers)
        for sheet in sheets
        if (answers := [one for one in sheet.answers if one.part == name])
    ]
    rules = Counter(str(settling(answers)[0].verdict["rule"]) for _, answers in tried)
    order = [*map(str, ORDER), *sorted(rules.keys() - set(map(str, ORDER)))]
    people = len({sheet.person for sheet, _ in tried})
    tries = [sum("outdated" not in one.verdict for one in answers) for _, answers in tried]
    return PartFigures(
        name=name,
        title=titles.get(name, name),
        answered=len(tried),
        rules=tuple((rule, rules[rule], rules[rule] / len(tried)) for rule in order if rules[rule]),
        tries=fmean(tries) if tries else 0.0,
        hints=hints,
        wrong=wrong([sheet for sheet, _ in tried], name, family, people),
        difficulty=difficulty(_predicted([answers for _, answers in tried])),
    )


def _predicted(tried: Iterable[Sequence[Answer]]) -> Iterator[tuple[float, bool]]:
    """Yields what was predicted of each first answer, and whether it was right."""
    for answers in tried:
        first = settling(answers)[0]
        if first.predicted is not None:
            yield first.predicted, 2 * Fraction(first.verdict["credit"]) >= 1
