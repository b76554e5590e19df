"""The results of an assignment before they are out: what waits for a mark, and what is marked and waits for them."""

from dataclasses import dataclass
from datetime import datetime

from app.courses.policy import Results
from app.courses.store import assignments, duties
from app.courses.store.asked import Answered, Asking
from app.coursework.assignments.assignment import Paper
from app.grading import results_release
from app.grading.store import marker_scores, queue
from app.grading.store.marker_scores import Held
from app.practice.store import saved_answers
from app.practice.store.saved_answers import Saved
from app.questions.context import Context


@dataclass(frozen=True, kw_only=True, slots=True)
class Coming:
    """``until``: when the last student's time is over, None where it is never due. Answers in sentences ``wait`` for a
    mark, ``held`` ones are marked, and answers on ``saved`` sheets are marked as the results go out. ``by_hand``: these
    are released by hand, which was done at ``released_at``; ``out``: nothing waits for a date or a release any more,
    and on ``marking`` sheets answers get their marks now. Those to some questions wait for ``others`` of the course,
    which ask the same, and those on ``elsewhere`` sheets for one of another course; ``planned`` are the titles of those
    that ask them and are not open yet."""

    until: datetime | None
    wait: int
    held: int
    saved: int
    by_hand: bool
    released_at: datetime | None
    out: bool
    marking: int
    elsewhere: int
    others: tuple[Asking, ...]
    planned: tuple[str, ...]


def coming(context: Context, paper: Paper) -> Coming:
    """Returns how the results stand."""
    one = paper.assignment
    with context.database.read() as connection:
        marked = marker_scores.held(connection, one.id)
        waiting = [each for each in queue.waiting(connection, paper.course.id) if each.assignment == one.id]
        saved = saved_answers.waiting(connection, one.id)
        out = bool(duties.open_results(connection, [one.id], paper.now))
        last = duties.last_due_of(connection, one)
        others = assignments.of_course(connection, paper.course.id, drafts=True)
        every: list[Held | Saved] = [*marked, *saved]
        theirs = {Answered(one.id, each.question, each.person) for each in every}
        everybodys = {Answered(one.id, asked.question) for asked in one.questions}
        beside = results_release.beside(connection, context.library, theirs | everybodys, paper.now)

    def waits(each: Held | Saved) -> bool:
        return not out or Answered(one.id, each.question, each.person) in beside

    def waits_elsewhere(each: Held | Saved) -> bool:
        alone = Answered(one.id, each.question, each.person) in beside
        return out and alone and Answered(one.id, each.question) not in beside

    same = {task.id for task in paper.tasks if task.same}
    later = [each for each in others if not each.published or (each.opens_at and each.opens_at > paper.now)]
    held = {(each.marking.attempt, each.marking.part) for each in marked}
    now = {each.name for each in saved if each.over(paper.now) and not waits(each)}
    elsewhere = {each.name for each in saved if waits_elsewhere(each)}
    return Coming(
        until=one.policy.until(last),
        wait=sum((each.sheet, each.part) not in held for each in waiting),
        held=sum(map(waits, marked)),
        saved=len(saved) - len(now | elsewhere),
        by_hand=one.release.results is Results.RELEASED,
        released_at=one.release.at,
        out=out,
        marking=len(now | {each.sheet for each in marked if not waits(each)}),
        elsewhere=len(elsewhere | {each.sheet for each in marked if waits_elsewhere(each)}),
        others=tuple({other.id: other for each, other in beside.items() if not each.person}.values()),
        planned=tuple(
            each.title
            for each in later
            if each.id != one.id and any(asked.question in same for asked in each.questions)
        ),
    )
