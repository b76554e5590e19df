"""The grading queue of a course: answers in sentences, one at a time, and reports that a key is wrong.

With double marking, an answer comes to each of the two instructors alone, and once more where they differ.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from app.courses.membership import Right, hides_names, membership, taught, teaches
from app.courses.store import courses
from app.courses.store.courses import Course
from app.database.connection import Connection
from app.grading import double_marking, results_release
from app.grading.comments import applied
from app.grading.double_marking import MARKERS, Stage, Standing
from app.grading.manual_grading import award, points_in, reason_in
from app.grading.queue_order import Work, behind, by_question, works
from app.grading.store import comments, marker_scores, queue
from app.grading.store.comments import RubricComment
from app.grading.store.marker_scores import Marking
from app.grading.store.queue import Waiting
from app.grading.student_work import NoReasonGiven
from app.identity.store.people import Person
from app.practice import opening, practice, self_marking
from app.practice.counting import adjusted
from app.practice.opening import Begun
from app.practice.sheet import Sheet
from app.practice.store import attempts, reports
from app.practice.store.reports import Report
from app.questions.context import Context
from app.questions.library import Library
from engine.solutions import worked_solution
from engine.solutions.worked_solution import Line
from engine.variants import Asked


@dataclass(frozen=True, kw_only=True, slots=True)
class Given:
    """The ticks and texts of a marker for an answer: ``lines`` of the rubric, ``comments`` by their ids, ``points`` in
    place of what these come to, what is ``said`` to the student, and a new comment with its ``adjustment``; ``again``
    in place of marks that are held."""

    lines: Collection[str] = ()
    comments: Collection[int] = ()
    points: str = ""
    said: str = ""
    comment: str = ""
    adjustment: str = ""
    again: bool = False


class NothingToMark(LookupError):
    """The answer was marked meanwhile, or is not of this course."""


@dataclass(frozen=True, kw_only=True, slots=True)
class QueueEntry:
    """One answer as its marker sees it, with the rubric and what its student ``ticked``; where two markers differ,
    ``both`` of their marks, the marks that are ``held`` for the results of its assignment, and the points ``promised``
    by a regrade, below which ticks do not come."""

    waiting: Waiting
    sheet: Sheet
    asked: Asked
    answer: str
    lines: tuple[Line, ...]
    rubric: frozenset[str]
    ticked: frozenset[str]
    evidence: Mapping[str, tuple[list[str], list[str]]]
    both: tuple[Marking, ...]
    held: Marking | None
    promised: Fraction | None
    comments: tuple[RubricComment, ...]

    @property
    def both_applied(self) -> frozenset[int]:
        """The comments that both markers have applied."""
        applied = [frozenset(one.comments) for one in self.both]
        return frozenset.intersection(*applied) if applied else frozenset()

    @property
    def agreed(self) -> frozenset[str]:
        """The points of the rubric that both markers have ticked."""
        return self.rubric.intersection(*(one.ticked for one in self.both)) if self.both else frozenset()

    @property
    def worth(self) -> Mapping[str, Fraction]:
        """The points that each point of the rubric earns."""
        return worked_solution.worth(self.sheet.variant, self.asked)


@dataclass(frozen=True, kw_only=True, slots=True)
class Queue:
    """The grading queue: one ``item`` of ``count`` answers, None where none can be read, and all open reports.

    ``works`` are the assignments and exams with waiting answers; where ``of`` names one of them, only its answers are
    counted and shown. With double marking, ``stages`` counts the answers at each stage; ``alone``: nobody else can mark
    them. ``held`` are those that are marked, and told with the results of their assignment.
    """

    course: Course
    teaching: bool
    names_hidden: bool
    works: tuple[Work, ...]
    of: str
    count: int
    place: int
    item: QueueEntry | None
    reports: tuple[tuple[Report, Begun | None], ...]
    stages: Mapping[Stage, int]
    alone: bool
    held: tuple[tuple[Waiting, Marking], ...]


def shown(
    context: Context,
    course: str,
    of: str = "",
    after: int = 0,
    at: int = 0,
) -> Queue:
    """Returns the queue at the answer behind the response ``after``, or at the response ``at``; from the end it starts
    over.

    Raises NoSuchCourse.
    """
    with context.database.read() as connection:
        here = taught(connection, context.person, course, Right.MARK)
        hidden = hides_names(connection, context.person, here)
        teaching = teaches(membership(connection, context.person, course), context.person)
        everything = queue.waiting(connection, here.id)
        stand = double_marking.standing(connection, here.id, context.person.id, everything)
        mine = [
            one
            for one in everything
            if stand[one.response].stage in (Stage.MINE, Stage.AGREE) or one.response == at
        ]
        waiting = by_question([one for one in mine if of in ("", one.work)])
        wanted = behind(waiting, at - 1 if at else after, queue.answered(connection, at or after))
        stages = Counter(stand[one.response].stage for one in everything if one.markers >= MARKERS)
        alone = bool(stages) and len(double_marking.markers(connection, here.id)) < MARKERS
        reported = tuple(
            (report, _opened(connection, context.library, report.attempt))
            for report in reports.of_course(connection, here.id)
        )
        held = tuple(
            (one, stand[one.response].both[0])
            for one in everything
            if stand[one.response].stage is Stage.HELD and of in ("", one.work)
        )
        place, item = 0, None
        for one in wanted:
            if on := _opened(connection, context.library, one.attempt):
                known = comments.of_question(connection, here.id, *one.asked)
                place, item = waiting.index(one) + 1, _item(one, on, stand[one.response], known)
                break
    return Queue(
        course=here,
        teaching=teaching,
        names_hidden=hidden,
        works=works(mine),
        of=of,
        count=len(waiting),
        place=place,
        item=item,
        reports=reported,
        stages=stages,
        alone=alone,
        held=held,
    )


def waiting_for(connection: Connection, course: Course, person: Person) -> int:
    """Returns how many answers and reports are in somebody's queue."""
    everything = queue.waiting(connection, course.id)
    stand = double_marking.standing(connection, course.id, person.id, everything)
    mine = sum(one.stage in (Stage.MINE, Stage.AGREE) for one in stand.values())
    return mine + len(reports.of_course(connection, course.id))


def mark(context: Context, course: str, response: int, given: Given) -> str:
    """Gives the points of what was ticked, or those that were typed instead. Returns the sheet's name, or "" where the
    marks wait for a second marker, or for the results of the assignment. Whoever settles what two differ on must give a
    reason.

    Raises NoSuchCourse, NothingToMark, manual_grading.NoSuchPoints, NoReasonGiven, and what ``applied`` raises.
    """
    assert context.person.id is not None
    with context.database.write() as connection:
        here = taught(connection, context.person, course, Right.MARK)
        answered = queue.answered(connection, response)
        if answered is None:
            raise NothingToMark(response)
        held = applied(  # before the sheet is looked at: an edit may be re-marking others until now
            connection, here.id, answered, given.comments, given.comment, given.adjustment
        )
        one = next((one for one in queue.waiting(connection, here.id) if one.response == response), None)
        on = _opened(connection, context.library, one.attempt) if one else None
        if one is None or on is None or attempts.reload(connection, on.attempt) != on.attempt:
            raise NothingToMark(response)
        asked, rubric = _rubric(on, one.part)
        have = sorted(rubric & set(given.lines))
        worth = worked_solution.worth(on.variant, asked)
        ticked = sum((worth[line] for line in have), Fraction(0))
        stand = double_marking.standing(connection, here.id, context.person.id, [one])[response]
        settling = stand.stage is Stage.AGREE
        typed = points_in(given.points, asked.points) if given.points.strip() else None
        promised = stand.promised if typed is None else None
        points = adjusted(ticked, held, asked.points, promised) if typed is None else typed
        criteria = ticked if typed is None else None
        word = reason_in(given.said)
        if stand.stage in (Stage.OTHERS, Stage.ELSEWHERE) or (stand.stage is Stage.HELD and not given.again):
            raise NothingToMark(response)
        if settling and not word:
            raise NoReasonGiven(one.part)
        if results_release.closed(connection, {one.of}):
            marker_scores.drop(connection, on.attempt.id, one.part)
            marker_scores.put(
                connection, on.attempt.id, one.part, context.person.id, points, have, word,
                [comment.id for comment in held], criteria, promised,
            )  # fmt: skip
            return ""
        if one.markers < MARKERS or settling:
            results_release.note_given(connection, on.attempt)
            award(
                connection, on.attempt, one.part, points, word, context.person.id, have,
                comments=held, criteria=criteria, promised=promised, excused=False,
            )  # fmt: skip
            return on.attempt.name
        settled = double_marking.mark(
            connection, on, asked, points, have, word, context.person.id, held, criteria, promised
        )
        return on.attempt.name if settled else ""


def hide_names(context: Context, course: str, hidden: bool) -> None:
    """Raises NoSuchCourse."""
    with context.database.write() as connection:
        courses.hide_names(connection, taught(connection, context.person, course).id, hidden)


def answer_report(context: Context, course: str, report: int, said: str) -> None:
    """Answers a report; without a text it is only closed. Raises NoSuchCourse, and NothingToMark."""
    with context.database.write() as connection:
        here = taught(connection, context.person, course, Right.MARK)
        waits = report in {one.id for one in reports.of_course(connection, here.id)}
        if not waits or not reports.answer(connection, report, reason_in(said)):
            raise NothingToMark(report)


def _opened(connection: Connection, library: Library, attempt: str) -> Begun | None:
    return opening.readable(library, attempts.named(connection, attempt))


def _rubric(on: Begun, part: str) -> tuple[Asked, frozenset[str]]:
    asked = on.variant.part(part)
    assert asked is not None
    return asked, frozenset(step.name for step in worked_solution.own_lines(on.variant, asked))


def _item(waiting: Waiting, on: Begun, stand: Standing, known: Sequence[RubricComment]) -> QueueEntry:
    applied_before = {comment for one in stand.both for comment in one.comments}
    held = stand.both[0] if stand.stage is Stage.HELD else None
    asked, rubric = _rubric(on, waiting.part)
    typed = on.attempt.latest()[waiting.part].typed
    return QueueEntry(
        waiting=waiting, sheet=practice.show(on), asked=asked, answer="\n".join(typed),
        lines=tuple(practice.solution(on)), rubric=rubric, ticked=frozenset(self_marking.ticked(on)) & rubric,
        evidence=self_marking.evidence(on), both=() if held else stand.both, held=held, promised=stand.promised,
        comments=tuple(one for one in known if not one.retired or one.comment.id in applied_before),
    )  # fmt: skip
