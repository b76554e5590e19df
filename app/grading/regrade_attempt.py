"""Marks an attempt again by another version of its question: the same numbers and answers, in the order in which they
were given, with today's keys. Stores nothing."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from app.grading import rescaling
from app.grading.rescaling import Scale
from app.practice import answers
from app.practice.store.attempt import BY_HAND, SAVED, SELF_MARKED, Attempt, Response
from app.practice.store.mark_log import MarkSnapshot
from engine import asked_lines
from engine.answers.forms import Program
from engine.marking import marking
from engine.marking.marking import PartMark, Rule
from engine.questions import Question
from engine.variants import Stale, Variant

BY_PEOPLE = {SELF_MARKED, BY_HAND}
KEPT = {*BY_PEOPLE, SAVED, Rule.OPEN}  # verdicts that no key gave, so no key changes them


@dataclass(frozen=True, slots=True)
class Remarked:
    """One response before and after the new keys; ``title`` is its step's."""

    title: str
    response: Response
    before: MarkSnapshot
    after: MarkSnapshot


@dataclass(frozen=True, slots=True)
class Again:
    """An attempt with the keys of another version, and the responses that they change; ``scales`` are for marks of its
    parts that no key gave."""

    attempt: Attempt
    variant: Variant
    changed: tuple[Remarked, ...]
    scales: Mapping[str, Scale]

    @property
    def gain(self) -> Fraction:
        """The points gained, negative if lost."""
        return sum(
            ((one.after.earned or Fraction(0)) - (one.before.earned or Fraction(0)) for one in self.changed),
            Fraction(0),
        )

    @property
    def rescaled(self) -> bool:
        """True if the sheet is worth other points than before."""
        return self.variant.points != self.attempt.points


def again(attempt: Attempt, question: Question, best_kept: bool, older: Question | None = None) -> Again:
    """Marks the attempt again; ``best_kept``: no part loses points, or where the question has other points by now, none
    of its share. ``older`` is the version on which it was begun, None where that cannot be read any more. Raises Stale
    where its numbers no longer fit the question, or it is a program."""
    variant = asked_lines.rekeyed(question, attempt.variant)
    if any(isinstance(asked.step.form, Program) for asked in variant.asked):
        raise Stale("programs that were handed in are not run again")
    opened = attempt.latest().keys() & variant.exact.steps.keys() - {asked.name for asked in variant.asked}
    asked = asked_lines.with_chain(variant, opened) if opened else variant
    old = {part["name"]: part["key"] for part in attempt.variant["parts"]}
    new = {part["name"]: part["key"] for part in variant.to_json()["parts"]}
    scales = rescaling.scales(attempt, older, variant, best_kept)
    changed = []
    for response, verdict, now in _marked(attempt, asked, scales):
        share = scales[response.part].share if response.part in scales else Fraction(1)
        least = (response.earned or Fraction(0)) * share if best_kept else Fraction(0)
        earned = None if now is None else max(now, least)
        if (earned, verdict) != (response.earned, response.verdict):
            before = MarkSnapshot(
                attempt.variant["version"], old.get(response.part), response.earned, response.verdict
            )
            after = MarkSnapshot(question.version, new.get(response.part), earned, verdict)
            changed.append(Remarked(asked.exact.steps[response.part].title, response, before, after))
    return Again(attempt, variant, tuple(changed), scales)


def _marked(
    attempt: Attempt, variant: Variant, scales: Mapping[str, Scale]
) -> Iterator[tuple[Response, dict[str, object], Fraction | None]]:
    """Yields each response with its new verdict and what it earns: first those that a key decides, then those that
    people have marked."""
    for response, verdict, points in _replayed(attempt, variant, attempt.sitting is not None):
        earned = response.earned
        if earned is not None:
            unseen = attempt.solution_seen_at is None or response.at <= attempt.solution_seen_at
            full = points if unseen else Fraction(0)
            earned = max(Fraction(0), full - attempt.cost(response.part, response.at))
        yield response, verdict, earned
    for response in attempt.responses:
        scale = scales.get(response.part)
        if response.verdict["rule"] in BY_PEOPLE and response.earned is not None and scale:
            cost = attempt.cost(response.part, response.at)
            earned, verdict = rescaling.by_person(response, scale, cost)
            yield response, verdict, earned


def _replayed(
    attempt: Attempt, variant: Variant, final: bool
) -> Iterator[tuple[Response, dict[str, object], Fraction]]:
    """Yields each response that a key decides, with its new verdict and what that is worth before hints.

    Responses of an exam were marked for good (``final``), unreadable cells and all.
    """
    standing: dict[str, Response] = {}
    for _, sent in groupby(attempt.responses, key=lambda response: response.form_key):
        together = list(sent)
        at = together[0].at
        before = {
            part: one for part, one in standing.items() if one.withdrawn_at is None or one.withdrawn_at > at
        }
        standing |= {response.part: response for response in together}
        typed = {part: response.typed for part, response in standing.items()}
        marks = marking.mark(variant, typed, final=final)
        for response in together:
            mark = marks.get(response.part)
            if response.verdict["rule"] in KEPT or not isinstance(mark, PartMark):
                continue
            own = {response.part: response.typed}
            (answer,) = answers.worded(variant, [mark], own, before, final)
            verdict = dict(answer.verdict)
            standing[response.part] = replace(response, verdict=verdict)
            yield response, verdict, answer.points
