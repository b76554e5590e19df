"""A summary on one page to print: what the exam would give, what is known, and what still goes wrong."""

from app.learning.mistakes import my_mistakes
from app.learning.today import today
from app.practice.history import history
from app.practice.score_summary import attempts_of, tally
from app.questions.context import Context
from app.web.pdf import printing
from app.web.sections import SECTIONS

MISTAKES = 10


def pdf(context: Context) -> bytes:
    """The summary as PDF. Raises CannotPrint."""
    made = attempts_of(context)
    return printing.pdf(
        "home/print/summary",
        written_on=context.clock.now().date(),
        day=today(context, history(context)),
        all=tally(made),
        mistakes=[one.says for one in my_mistakes(context).present][:MISTAKES],
        sections=SECTIONS,
    )
