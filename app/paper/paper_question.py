"""One question of a paper version for its marker, who types what is written there, or gives points by hand.

All of it is stored in the fields of the sitting until the paper version is done: answers as in an exam, and beside them
fields of our own, whose names have no dot, so that nothing takes them for answers.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction

from app.exams import submission
from app.exams.sitting import restored, texts
from app.exams.store.audit_log import Entry, Standing
from app.exams.store.sitting import Drawn
from app.grading.manual_grading import NoSuchPoints, points_in, reason_in
from app.paper.answer_key import Key, Solution, solution
from app.paper.printed_exam import PrintedQuestion
from app.practice.answers import Answer
from app.practice.part import Part, line, waits_for
from app.practice.store.attempt import Response
from app.questions.library import Library
from engine.answers import responses
from engine.answers.forms import Prose
from engine.marking.marking import Rule
from engine.solutions import wording, worked_solution
from engine.solutions.worked_solution import Line
from engine.variants import Asked, Variant

NEVER = datetime.min.replace(tzinfo=UTC)  # the marks are not stored yet
POINTS, WORD, TICKED = "points", "word", "ticked"  # of a part, as in the field name "points:answer"


class WrongPoints(ValueError):
    """The points that were typed are no number that the part can have; carries the part's name."""


@dataclass(frozen=True, slots=True)
class Hand:
    """Points by hand for one part: those that were typed, else the share of the rubric that is ``ticked``."""

    points: Fraction
    ticked: tuple[str, ...]
    word: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Marking:
    """A part as its marker sees it: its ``fields`` with how they were marked, its key, and what is given by hand.

    ``typed`` is the text in the field of points; ``earned`` is what counts for now, None while it waits for a mark.
    """

    fields: Part
    asked: Asked
    key: Key
    rubric: tuple[Line, ...]
    hand: Hand | None
    typed: str
    word: str
    ticked: frozenset[str]
    earned: Fraction | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """A question of a paper version with all that is needed to mark it."""

    place: int
    heading: str
    statement: tuple[wording.Block, ...]
    variant: Variant
    parts: tuple[Marking, ...]
    solution: Solution

    @property
    def points(self) -> Fraction:
        return self.solution.item.points

    @property
    def earned(self) -> Fraction:
        return sum((one.earned for one in self.parts if one.earned is not None), Fraction(0))

    @property
    def pending(self) -> Fraction:
        return sum((one.asked.points for one in self.parts if one.earned is None), Fraction(0))


def question(library: Library, one: Drawn, standing: Standing, markers: int) -> Question:
    """Returns the question to be marked. With several ``markers``, one alone gives no points for sentences. Raises
    UnknownQuestion, and variants.Stale."""
    variant = restored(library, one)
    told = solution(PrintedQuestion(one.place, one.heading, one.points, variant), opens=True)
    (marked,) = submission.each_marked(library, [one], standing)
    answers = {answer.part: answer for answer in marked.answers}
    typed = responses.fitted(variant, texts(one, standing))
    filled = {name for name, cells in typed.items() if any(map(str.strip, cells))}
    parts = []
    for (asked, _, _), key in zip(responses.read_all(variant, typed), told.keys, strict=True):
        answer = answers.get(asked.name)
        fields = line(
            variant, asked, None, _response(answer, one), typed.get(asked.name), None, set(),
            waits_for(variant, asked, filled),
        )  # fmt: skip
        rubric = rubric_of(variant, told, asked)
        given = hand(variant, asked, rubric, standing, one.place)
        parts.append(
            Marking(
                fields=fields,
                asked=asked,
                key=key,
                rubric=rubric,
                hand=given,
                typed=_text(standing, one.place, POINTS, asked),
                word=_text(standing, one.place, WORD, asked),
                ticked=frozenset(_ticked(standing, one.place, asked)),
                earned=None
                if given and rubric and markers > 1
                else given.points
                if given
                else _earned(answer),
            )
        )
    statement = variant.statement
    return Question(
        place=one.place,
        heading=one.heading,
        statement=statement,
        variant=variant,
        parts=tuple(parts),
        solution=told,
    )


def hand(
    variant: Variant, asked: Asked, rubric: Sequence[Line], standing: Standing, place: int
) -> Hand | None:
    """Returns the points by hand; None where neither points are typed nor anything of the rubric is ticked."""
    ticked, word = _ticked(standing, place, asked), _text(standing, place, WORD, asked)
    text = _text(standing, place, POINTS, asked)
    if text:
        with suppress(NoSuchPoints):
            return Hand(points_in(text, asked.points), ticked, word)
    if ticked and rubric:
        worth = worked_solution.worth(variant, asked)
        return Hand(sum((worth.get(line, Fraction(0)) for line in ticked), Fraction(0)), ticked, word)
    return None


def rubric_of(variant: Variant, told: Solution, asked: Asked) -> tuple[Line, ...]:
    """Returns the points of the rubric of an answer in sentences; none where something else is asked."""
    if not isinstance(asked.step.form, Prose):
        return ()
    own = {step.name for step in worked_solution.own_lines(variant, asked)}
    return tuple(line for line in told.lines if line.step.name in own)


def entries(
    asked: Question, one: Drawn, typed: Mapping[str, Sequence[str]], beside: Mapping[str, Sequence[str]],
    standing: Standing, now: datetime,
) -> list[Entry]:  # fmt: skip
    """Returns the fields that differ from what is stored, each with a revision of its own. Raises WrongPoints."""
    new: dict[str, str] = {}
    known = {part.fields.name: part for part in asked.parts}
    for name, part in known.items():
        sent = typed.get(name, [""] * (part.fields.input == "ticks"))
        shown = {cell.name.removeprefix("cell.") for cell in part.fields.cells if not part.fields.waits_for}
        cells = {f"{name}.{n}": _plain(text) for n, text in enumerate(sent) if f"{name}.{n}" in shown}
        starter = part.fields.starter.strip()
        new |= {field: "" if starter and text.strip() == starter else text for field, text in cells.items()}
        points = " ".join(beside.get(f"{POINTS}.{name}", [""])[0].split())
        if points:
            try:
                points_in(points, part.asked.points)
            except NoSuchPoints as error:
                raise WrongPoints(name) from error
        lines = [
            step for step in beside.get(f"{TICKED}.{name}", ()) if step in {x.step.name for x in part.rubric}
        ]
        new[f"{POINTS}:{name}"] = points
        new[f"{WORD}:{name}"] = reason_in(beside.get(f"{WORD}.{name}", [""])[0])
        new[f"{TICKED}:{name}"] = "\n".join(lines)
    return changed(one.place, new, standing, now)


def emptied(one: Drawn, standing: Standing, now: datetime) -> list[Entry]:
    """Returns the entries that remove everything typed for the question."""
    there = {entry.field: "" for entry in standing.values() if entry.place == one.place}
    return changed(one.place, there, standing, now)


def changed(place: int, new: Mapping[str, str], standing: Standing, now: datetime) -> list[Entry]:
    made = []
    for field, text in new.items():
        stands = standing.get((place, field))
        if text != (stands.text if stands else ""):
            revision = max(stands.revision + 1 if stands else 1, int(now.timestamp() * 1000))
            made.append(Entry(place, field, revision, text, now))
    return made


def _earned(answer: Answer | None) -> Fraction | None:
    """Returns the points: 0 for an empty part; None for sentences and programs, which wait for a mark."""
    if answer is None:
        return Fraction(0)
    return None if answer.verdict["rule"] == Rule.OPEN else answer.points


def _response(answer: Answer | None, one: Drawn) -> Response | None:
    """Returns the marks as they would be stored."""
    if answer is None:
        return None
    return Response(0, answer.part, "", answer.typed, answer.verdict, None, at=NEVER)


def _ticked(standing: Standing, place: int, asked: Asked) -> tuple[str, ...]:
    return tuple(filter(None, _text(standing, place, TICKED, asked).split("\n")))


def _text(standing: Standing, place: int, what: str, asked: Asked) -> str:
    stands = standing.get((place, f"{what}:{asked.name}"))
    return stands.text if stands else ""


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\0", "")
