"""The purpose of a sheet: an exercise of a placement or of a practice set, and the way back to it."""

from dataclasses import dataclass

from fastapi import Request

from app.learning import placement
from app.learning.practice_sets import sets
from app.learning.store.sets import Kind
from app.practice.sheet import Sheet
from app.questions import context as questions
from app.questions.context import Context
from app.web.languages.languages import N_

NAMES = {
    Kind.REVIEWS: N_("Reviews of today"),
    Kind.MISTAKES: N_("Ten minutes on your mistakes"),
}
PLACEMENT = N_("Placement")


@dataclass(frozen=True, slots=True)
class Errand:
    """The placement or set that a sheet belongs to: ``place`` among ``count`` exercises."""

    name: str
    address: str
    place: int
    count: int


def beside_sheet(request: Request, sheet: Sheet) -> Errand | None:
    """The errand for which the visitor does this sheet; None where it stands for itself."""
    if sheet.attempt is not None and (sheet.attempt.sitting or sheet.attempt.assignment):
        return None
    return of_sheet(questions.context(request), sheet)


def address(context: Context) -> str:
    """The page of what the visitor is at: a placement, or a set of which something is left; "" for neither."""
    if placement.running(context):
        return "/placement"
    going_on = sets.progress(context)
    return "/set" if going_on and going_on.next else ""


def of_sheet(context: Context, sheet: Sheet) -> Errand | None:
    """See ``beside_sheet``."""
    question = sheet.variant.question
    if (going_on := sets.progress(context)) is not None:
        for place, task in enumerate((one for one in going_on.tasks if not one.stored.put_off), 1):
            same = task.question.id == question.id
            if same and (not question.varies or task.stored.seed == sheet.variant.seed):
                return Errand(NAMES[going_on.kind], "/set", place, going_on.count)
    if placement.running(context):
        reached = placement.progress(context, context.library.asked_by_courses(context.person))
        done = reached.sheets.get(sheet.attempt.name) if sheet.attempt else None
        if done or (reached.step is not None and reached.step.question.id == question.id):
            return Errand(PLACEMENT, "/placement", done or reached.place, reached.most)
    return None
