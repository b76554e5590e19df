"""Self-marking of work on paper: the student ticks line by line against the solution, and the points are stored as
self-marked."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from app.practice.answers import unkeyed
from app.practice.opening import Begun
from app.practice.store import attempts
from app.practice.store.attempt import SELF_MARKED, Attempt
from app.questions.context import Context
from engine.answers.forms import Prose
from engine.kinds import text
from engine.solutions import worked_solution
from engine.variants import Asked


@dataclass(frozen=True, slots=True)
class Tick:
    """The worth of a line: its part, its share of the part's points, and what hints take off the part's sum."""

    part: str
    points: Fraction
    cost: Fraction


def to_tick(on: Begun) -> dict[str, Tick]:
    """Returns the lines that can be ticked: those of parts that are still open. In an exam, only sentences that were
    handed in; in a course's exam none, because its instructors mark."""
    if on.attempt.sitting is not None and on.attempt.assignment is not None:
        return {}
    marked = on.attempt.marked
    written = on.attempt.latest()
    ticks: dict[str, Tick] = {}
    for asked in on.variant.asked:
        handed_in = on.attempt.sitting is None or (
            isinstance(asked.step.form, Prose) and asked.name in written
        )
        if asked.points and asked.name not in marked and not asked.step.reasons and handed_in:
            cost = on.attempt.costs.get(asked.name, Fraction(0))
            worth = worked_solution.worth(on.variant, asked)
            ticks |= {line: Tick(asked.name, points, cost) for line, points in worth.items()}
    return ticks


def ticked(on: Begun) -> set[str]:
    """Returns the lines that the student has marked as right."""
    return {line for response in on.attempt.responses for line in response.verdict.get("ticked", ())}


def evidence(on: Begun) -> dict[str, tuple[list[str], list[str]]]:
    """Returns for each point of a rubric which of its usual words the written answer has, and which it has not."""
    written = " ".join(words for response in on.attempt.latest().values() for words in response.typed)
    steps = on.variant.exact.steps.values()
    model = "".join(str(asked.key) for asked in on.variant.asked)
    return {step.name: text.evidence(step.terms, written, model) for step in steps if step.terms and written}


def keep(context: Context, on: Begun, form_key: str, ticked: Collection[str]) -> None:
    """Stores the student's own marks for every open part, once; a part earns the ticked share of its lines."""
    lines = to_tick(on)
    with context.database.write() as connection:
        attempt = attempts.reload(connection, on.attempt)
        for asked in on.variant.asked:
            own = {line: tick.points for line, tick in lines.items() if tick.part == asked.name}
            if not own or asked.name in attempt.marked:
                continue
            cost = attempt.costs.get(asked.name, Fraction(0))
            verdict, earned = marked(asked, own, ticked, cost)
            written = attempt.latest().get(asked.name)
            typed = written.typed if written else ()
            now = context.clock.now()
            attempts.respond(connection, attempt.id, asked.name, form_key, typed, verdict, earned, now)


def marked(
    asked: Asked, lines: Mapping[str, Fraction], ticked: Collection[str], cost: Fraction
) -> tuple[dict[str, object], Fraction]:
    """Returns the verdict of a part whose ``lines`` with their points were ticked so, and what it earns after the cost
    of hints."""
    have = [line for line in lines if line in ticked]
    worth = sum((lines[line] for line in have), Fraction(0))
    return _verdict(asked, have, len(lines), worth), max(Fraction(0), worth - cost)


def _verdict(asked: Asked, have: list[str], lines: int, worth: Fraction) -> dict[str, object]:
    what = (
        ("points", "Marked by yourself")
        if isinstance(asked.step.form, Prose)
        else ("lines", "Marked by yourself, on paper")
    )
    count = f"{len(have)} of {lines} {what[0]}" if 0 < len(have) < lines else "right"
    nothing = (
        "None of its points, as you marked it."
        if isinstance(asked.step.form, Prose)
        else "Not on your paper."
    )
    said = [f"{what[1]}: {count}." if have else nothing]
    blank = [("", "")] * len(asked.bands)
    return unkeyed(SELF_MARKED, blank, worth / asked.points, said, ticked=have)


def awaits_marks(context: Context, attempt: Attempt) -> bool:
    """True if some answer in the attempt's sitting has no mark yet."""
    with context.database.read() as connection:
        asked = attempts.of_sitting(connection, attempt.sitting or 0)
    return any(one.latest().keys() - one.marked for one in asked)
