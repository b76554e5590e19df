"""How a sheet stands with the assignment that it was begun for."""

from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction

from app.courses.store import duties
from app.courses.store.duties import Duty
from app.coursework.assignments.tasks import may_try_again
from app.practice.counting import of_sheet
from app.practice.store import attempts
from app.practice.store.attempt import Attempt
from app.questions.context import Context


@dataclass(frozen=True, kw_only=True, slots=True)
class Standing:
    """The duty for which a sheet was begun, and its standing: ``over`` once no answer counts any more; ``grace``: past
    its due date, an answer loses nothing yet; ``late`` is the share of its points that an answer loses now; ``again``:
    the person may begin the question anew. ``counted`` of what it earned counts, None where no answer does."""

    of: Duty
    question: str
    over: bool
    grace: bool
    late: Fraction
    again: bool
    earned: Fraction
    counted: Fraction | None


def duty(context: Context, attempt: Attempt | None) -> Standing | None:
    """Returns how a sheet stands with its assignment; None for practice."""
    if attempt is None or attempt.assignment is None:
        return None
    with context.database.read() as connection:
        found = duties.duty(connection, attempt.id)
        if found is None:
            return None
        sheets: list[Attempt] = []
        if found.policy.tries != 1 and context.person.id is not None:
            sheets = attempts.of_assignments(connection, context.person.id, [found.id])[::-1]
    now, until = datetime.now(UTC), found.policy.until(found.due_at)
    mine = [one for one in sheets if one.question == attempt.question]
    question = context.library.assigned(attempt.question) if mine else None
    over = until is not None and now > until
    again = question is not None and may_try_again(found.policy, question, mine) and not over
    late = 1 - found.policy.share(now, found.due_at)
    return Standing(
        of=found,
        question=attempt.question,
        over=over,
        grace=found.due_at is not None and now > found.due_at and not late,
        late=late,
        again=again,
        earned=attempt.earned,
        counted=of_sheet(attempt, found.due_at, found.policy),
    )
