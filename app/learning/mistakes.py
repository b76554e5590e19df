"""My mistakes: each classic mistake that one has made, where it was made last, and what to do about it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from app.learning import fold
from app.learning.store import marks, states
from app.learning.syllabus import skills_of
from app.questions.context import Context
from engine import catalogue
from engine.bank import Bank
from engine.chain import stem_of
from engine.learning.mistakes import Made, Mistakes
from engine.questions import Question


@dataclass(frozen=True, kw_only=True, slots=True)
class MadeBefore:
    """A mistake in words. ``question`` asks for the step again, with new numbers; "" where none does. ``typed``:
    the line in which it was made last, empty where its sheet is gone."""

    made: Made
    title: str
    step: str
    says: str
    question: str
    typed: Sequence[str] = ()

    @property
    def last_at(self) -> datetime:
        return self.made.last_at


@dataclass(frozen=True, kw_only=True, slots=True)
class MyMistakes:
    """The mistakes that are there, the most frequent first, and those that are gone."""

    present: Sequence[MadeBefore]
    gone: Sequence[MadeBefore]


def my_mistakes(context: Context) -> MyMistakes:
    """The visitor's mistakes; none of a family that is gone, and none that was taken off and not made since."""
    person = context.person.id
    with context.database.read() as connection:
        mistakes = fold.current(connection, context.library, person).mistakes
        removed = {} if person is None else states.removed(connection, person)
        sheets = {made.attempt for made in mistakes.made.values()}
        typed = {} if person is None else marks.typed_with(connection, person, sheets)
    mistakes = listed(mistakes, removed)
    gone = sorted(
        (made for made in mistakes.made.values() if made.gone), key=lambda one: one.last_at, reverse=True
    )
    return MyMistakes(
        present=[one for made in mistakes.present() if (one := _worded(context, made, typed))],
        gone=[one for made in gone if (one := _worded(context, made, typed))],
    )


def listed(mistakes: Mistakes, removed: Mapping[tuple[str, str], datetime]) -> Mistakes:
    """Those that stand in the list: of families that there are, and not taken off since they were made last."""
    made = {
        key: one
        for key, one in mistakes.made.items()
        if one.family in catalogue.families() and (key not in removed or one.last_at > removed[key])
    }
    return Mistakes(mistakes.steps, made)


def remove(context: Context, family: str, mistake: str) -> None:
    """Takes a mistake off the visitor's list; it comes back when it is made again."""
    known = catalogue.families().get(family)
    if context.person.id is None or known is None or mistake not in known.mistakes:
        return
    with context.database.write() as connection:
        states.remove(connection, context.person.id, family, mistake, context.clock.now())


def asking(bank: Bank, made: Made) -> Iterator[Question]:
    """The questions with drawn numbers that ask for the step in which a mistake is made."""
    step = stem_of(catalogue.find(made.family).mistakes[made.mistake].of)
    for question in bank.questions.values():
        same = question.family_id == made.family and question.varies
        if same and f"{made.family}/{step}" in skills_of(question):
            yield question


def _worded(
    context: Context, made: Made, typed: Mapping[tuple[str, str, str], Sequence[str]]
) -> MadeBefore | None:
    family = catalogue.families().get(made.family)
    mistake = family.mistakes.get(made.mistake) if family else None
    if family is None or mistake is None:
        return None
    step = family.steps.get(mistake.of)
    question = next((one.id for one in asking(context.library.bank, made)), "")
    return MadeBefore(
        made=made, title=family.title, step=step.title if step else mistake.of, says=mistake.says, question=question,
        typed=typed.get((made.attempt, made.part, made.mistake), ()),
    )  # fmt: skip
