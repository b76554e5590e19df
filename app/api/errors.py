"""Errors as programs are told them; no person reads these, so they are not translated."""

from fastapi import Request

from app.api.access import BadJson, BadToken, NoScope, NotJson, NoToken
from app.api.marks import NoSuchPart
from app.api.teaching.assignments import NoSuchLevel as NoSuchLevelOfAssignment
from app.api.teaching.courses import NoTitle
from app.api.teaching.drafts import NoStarter, NotPublished
from app.api.teaching.weights import BadCategories
from app.api.variants import KeysAreForInstructors, NoSuchLevel
from app.api.writing import OtherRequest, Overtaken
from app.coursework.assignments.settings import WrongDates
from app.coursework.marks.scale import NoScale
from app.coursework.marks.student_marks import NoSuchGrade
from app.coursework.roster.line import Unfit
from app.coursework.roster.reading import TooLong
from app.coursework.staff import NoAccount, NotSure
from app.exams.course_exam import Contradiction
from app.exams.supervision.setting_up import Refused
from app.grading.manual_grading import NoSuchPoints
from app.grading.student_work import NoReasonGiven
from app.web.errors.pages import ErrorPage, ErrorPages
from app.web.rate_limits import TooManyRequests
from app.webhooks.sending import BadAddress
from app.webhooks.webhooks import TooManyWebhooks


def unfit(error: Unfit) -> str:
    """Says what is wrong with which field of a line."""
    return " ".join(f"{field}: {says % {'name': name}}" for field, (says, name) in error.problems.items())


def too_many_requests(request: Request, error: TooManyRequests) -> ErrorPage:
    return ErrorPage(429, "You ask too often.", "Go on in %(seconds)s s.", named={"seconds": error.wait})


def refused_supervision(request: Request, error: Refused) -> ErrorPage:
    """Says which field of an exam's supervision cannot be taken, and which room is at fault."""
    lines = [f"room {one.line}: {one.fault} {one.piece}".strip() for one in error.findings]
    said = "; ".join(lines) or error.piece or "It does not fit the other fields."
    return ErrorPage(422, f"The field {error.field} of the supervision cannot be taken.", said)


PAGES: ErrorPages = {
    NoToken: ErrorPage(
        401, "This needs a token.", "Make one on /account, and send `Authorization: Bearer TOKEN`."
    ),
    BadToken: ErrorPage(
        401, "This token opens nothing.", "It was revoked, its time is over, or it was not copied whole."
    ),
    NotJson: ErrorPage(415, "This is not announced as JSON.", "Send `Content-Type: application/json`."),
    BadJson: ErrorPage(400, "This is not JSON.", "Send one JSON object, in UTF-8."),
    NoScope: lambda _, error: ErrorPage(
        403, "This token may not write here.", f"Make one on /account with the scope “{error}”."
    ),
    OtherRequest: ErrorPage(
        422, "This Idempotency-Key was sent with another request.", "Choose a new key for each new request."
    ),
    Overtaken: ErrorPage(
        412,
        "It was changed since you read it.",
        "Read it again, and send your change with the ETag of what you read.",
    ),
    KeysAreForInstructors: ErrorPage(403, "Keys are for instructors.", "Ask without `with_key`."),
    NoSuchLevel: lambda _, error: ErrorPage(422, "The question does not have this level.", str(error)),
    NoSuchLevelOfAssignment: lambda _, error: ErrorPage(
        422, "A question does not have this level.", str(error)
    ),
    NoTitle: ErrorPage(422, "The title is empty.", "Send one that can be read."),
    NoStarter: lambda _, error: ErrorPage(422, "No question begins as this kind.", str(error)),
    NotPublished: lambda _, error: ErrorPage(
        409, "The draft cannot be checked or published as it is.", str(error)
    ),
    BadCategories: ErrorPage(
        422,
        "The categories do not fit together.",
        "Give each its own title, and put assignments into those alone.",
    ),
    WrongDates: ErrorPage(
        422,
        "These dates do not fit.",
        "It is due after it opens, and a date of one's own comes after everybody's.",
    ),
    NoScale: lambda _, error: ErrorPage(422, "This is no grade scale.", str(error)),
    NoSuchGrade: ErrorPage(422, "The course has no such grade.", "Send one of its scale, or an empty text."),
    Unfit: lambda _, error: ErrorPage(422, "The line cannot be saved.", unfit(error)),
    TooLong: ErrorPage(422, "The list is too long.", "Send it in parts."),
    NoAccount: ErrorPage(
        422, "Nobody has an account with this e-mail.", "Once they have signed up, send it again."
    ),
    NotSure: ErrorPage(
        409,
        "This would take a student out of the gradebook, or your own right to teach.",
        "Send `sure` as true if that is meant.",
    ),
    Refused: refused_supervision,
    Contradiction: lambda _, error: ErrorPage(
        422, "One rule contradicts another.", f"Look at `{error.field}`."
    ),
    NoSuchPoints: ErrorPage(422, "These are no points.", "Send points such as 3, 2.5 or 1/3."),
    NoReasonGiven: ErrorPage(422, "A reason is missing.", "Send `reason`; the student reads it."),
    BadAddress: lambda _, error: ErrorPage(422, "Nothing may be sent to this address.", str(error)),
    TooManyWebhooks: ErrorPage(409, "The course has as many webhooks as it may.", "Remove one first."),
    NoSuchPart: lambda _, error: ErrorPage(422, "The variant has no such part.", str(error)),
    TooManyRequests: too_many_requests,
}
