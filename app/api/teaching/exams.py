"""Exams of a course: their text, checked and published, their rules, and the release of their results."""

from datetime import datetime
from typing import Annotated

from fastapi import Body, Request
from pydantic import Field

from app.accounts.store.api_tokens import Scope
from app.api.access import SENT, as_json, behind_the_door, refusals
from app.api.teaching.texts import NO_NUL, Moment, Toml
from app.api.writing import WRITING, Done, IfMatch, tagged, unchanged, writes
from app.coursework import course as listing
from app.exams import course_exam as acting
from app.exams.blueprints import sources
from app.exams.course_exam import LONGEST_TITLE, MOST_SITTINGS
from app.exams.store.exams import Opens
from app.exams.store.exams import Rules as Kept
from app.exams.store.sitting import LateStart
from app.exams.store.supervision import Room, Supervision
from app.exams.supervision import setting_up
from app.exams.supervision.rooms import LONGEST_NAME, MOST_RANGES, MOST_ROOMS, written
from app.exams.supervision.seb_keys import MOST_KEYS
from app.exams.supervision.setting_up import MOST_MINUTES, UNSUPERVISED, Typed
from app.questions.context import Context, ContextHere
from app.web.concurrency import COMPUTING, TEACHING, limit_concurrency
from engine.validation.schema import Shape

router = behind_the_door("exams", Scope.EXAMS)
SebKey = Annotated[str, Field(pattern="^[0-9A-Fa-f]{64}$")]


class ExamRules(Shape):
    """The rules of an exam beside its text. Results open from early to late: scores, then answers, then solutions."""

    opens_at: Moment | None = None
    closes_at: Moment | None = None
    password: str = Field("", max_length=80, pattern=NO_NUL)
    sittings: int = Field(1, ge=1, le=MOST_SITTINGS)
    late: LateStart = LateStart.WHOLE
    scores: Opens = Opens.AFTERWARDS
    answers: Opens = Opens.AFTERWARDS
    solutions: Opens = Opens.AFTERWARDS
    markers: int = Field(1, ge=1, le=2)


class ExamRoom(Shape):
    """A room, with the ranges of its addresses, as 10.1.2.0/24, 10.1.2.* or 10.1.2.0-10.1.2.255; either all rooms of an
    exam have some, or none has."""

    name: str = Field(min_length=1, max_length=LONGEST_NAME, pattern=r"^[^:\x00-\x1f]+$")
    ranges: list[Annotated[str, Field(max_length=80, pattern=r"^[0-9A-Fa-f:./*-]+$")]] = Field(
        [], max_length=MOST_RANGES
    )


class ExamSupervision(Shape):
    """Where an exam is sat. ``code_minutes``: how long a room code holds, 0 for none. ``closes_site``: practice is
    closed to the rooms while it is sat, from ``opens_at`` on, which it needs. ``own_settings``: those made
    here for Safe Exam Browser are accepted, too."""

    rooms: list[ExamRoom] = Field([], max_length=MOST_ROOMS)
    code_minutes: int = Field(0, ge=0, le=MOST_MINUTES)
    code_again: bool = False
    closes_site: bool = False
    config_keys: list[SebKey] = Field([], max_length=MOST_KEYS)
    browser_keys: list[SebKey] = Field([], max_length=MOST_KEYS)
    own_settings: bool = False

    def typed(self) -> Typed:
        """The same as a form holds it."""
        return Typed(
            rooms=written([Room(one.name, tuple(one.ranges)) for one in self.rooms]),
            code_minutes=self.code_minutes, code_again=self.code_again, closes_site=self.closes_site,
            config_keys="\n".join(self.config_keys), browser_keys="\n".join(self.browser_keys),
            own_settings=self.own_settings,
        )  # fmt: skip


class NewExam(Shape):
    """A new exam: of this text, or a copy of a built-in one or of another exam, as COURSE/EXAM."""

    text: Toml = ""
    source: str = Field("", max_length=80)
    title: str = Field("", max_length=LONGEST_TITLE, description="empty: that of the text or source")


class ExamText(Shape):
    """Text, rules and supervision in place of what is there; null leaves each as it is."""

    text: Toml | None = None
    rules: ExamRules | None = None
    supervision: ExamSupervision | None = None


class CheckedText(Shape):
    text: Toml


class ExamFinding(Shape):
    """Something that must be fixed before the exam can be published."""

    line: int
    key: str
    message: str


class CheckedExam(Shape):
    """The result of checking a text; a text without findings can be published."""

    findings: list[ExamFinding]
    points: str | None = Field(description="exact; null while the text is no exam")
    minutes: int | None


class ExamState(Shape):
    """An exam as it is; ``exam`` stands in its address, and in that of its marks."""

    exam: str
    title: str
    text: str
    rules: ExamRules
    supervision: ExamSupervision
    findings: list[ExamFinding]
    published_at: datetime | None
    released_at: datetime | None
    archived_at: datetime | None
    begun: int = Field(description="how many have begun it")


class ListedExam(Shape):
    exam: str
    title: str
    opens_at: datetime | None
    closes_at: datetime | None
    published_at: datetime | None
    archived_at: datetime | None


class Exams(Shape):
    exams: list[ListedExam]


@router.get("/courses/{course}/exams", responses=refusals(404))
@limit_concurrency(TEACHING)
@as_json
def exams(context: ContextHere, course: str) -> Exams:
    found = [one.exam for one in listing.room(context, course).exams]
    return Exams(
        exams=[
            ListedExam(
                exam=one.name,
                title=one.title,
                opens_at=one.rules.opens_at,
                closes_at=one.rules.closes_at,
                published_at=one.published_at,
                archived_at=one.archived_at,
            )
            for one in found
        ]
    )


@router.post("/courses/{course}/exams", status_code=201, responses=SENT | WRITING)
@limit_concurrency(TEACHING)
@writes(201)
def make_exam(request: Request, context: Context, course: str, new: Annotated[NewExam, Body()]) -> ExamState:
    folder = request.app.state.settings.question_bank / "exams"
    name = sources.make(context, folder, course, new.source or sources.NOTHING, new.title)
    if new.text:
        acting.save(context, course, name, new.text, "")
    return _state(context, course, name)


@router.get("/courses/{course}/exams/{exam}", responses=refusals(404))
@limit_concurrency(TEACHING)
@tagged
def exam(context: ContextHere, course: str, exam: str) -> ExamState:
    return _state(context, course, exam)


@router.put("/courses/{course}/exams/{exam}", responses=SENT | WRITING | refusals(412))
@limit_concurrency(TEACHING)
@writes()
def change_exam(
    context: Context, course: str, exam: str, match: IfMatch, new: Annotated[ExamText, Body()]
) -> ExamState:
    unchanged(match, _state(context, course, exam))
    if new.text is not None:
        acting.save(context, course, exam, new.text, "")
    if new.rules is not None:
        acting.rule(context, course, exam, Kept(**dict(new.rules)))
    if new.supervision is not None:
        setting_up.save(context, course, exam, new.supervision.typed())
    return _state(context, course, exam)


@router.post("/courses/{course}/exams/{exam}/check", responses=SENT | refusals(404))
@limit_concurrency(COMPUTING)
@as_json
def check_exam(
    context: ContextHere, course: str, exam: str, new: Annotated[CheckedText, Body()]
) -> CheckedExam:
    *_, reading = acting.looked_at(context, course, exam, new.text)
    made = reading.blueprint
    return CheckedExam(
        findings=[ExamFinding(line=one.line, key=one.key, message=one.message) for one in reading.findings],
        points=str(made.points) if made else None,
        minutes=made.minutes if made else None,
    )


@router.post("/courses/{course}/exams/{exam}/publish", responses=WRITING)
@limit_concurrency(TEACHING)
@writes()
def publish_exam(context: Context, course: str, exam: str) -> ExamState:
    acting.publish(context, course, exam)
    return _state(context, course, exam)


@router.post("/courses/{course}/exams/{exam}/take-back", responses=WRITING)
@limit_concurrency(TEACHING)
@writes()
def take_exam_back(context: Context, course: str, exam: str) -> ExamState:
    acting.withdraw(context, course, exam)
    return _state(context, course, exam)


@router.post("/courses/{course}/exams/{exam}/release", responses=WRITING)
@limit_concurrency(TEACHING)
@writes()
def release_exam(context: Context, course: str, exam: str) -> ExamState:
    acting.release(context, course, exam, False)
    return _state(context, course, exam)


@router.post("/courses/{course}/exams/{exam}/archive", responses=WRITING)
@limit_concurrency(TEACHING)
@writes()
def archive_exam(context: Context, course: str, exam: str) -> ExamState:
    acting.archive(context, course, exam, False)
    return _state(context, course, exam)


@router.post("/courses/{course}/exams/{exam}/restore", responses=WRITING)
@limit_concurrency(TEACHING)
@writes()
def restore_exam(context: Context, course: str, exam: str) -> ExamState:
    acting.archive(context, course, exam, True)
    return _state(context, course, exam)


@router.delete("/courses/{course}/exams/{exam}", responses=WRITING)
@limit_concurrency(TEACHING)
@writes()
def remove_exam(context: Context, course: str, exam: str) -> Done:
    acting.remove(context, course, exam)
    return Done()


def _state(context: Context, course: str, name: str) -> ExamState:
    shop = acting.workshop(context, course, name)
    one = shop.exam
    rules = {field: getattr(one.rules, field) for field in ExamRules.model_fields}
    return ExamState(
        exam=one.name,
        title=one.title,
        text=one.blueprint,
        rules=ExamRules(**rules),
        supervision=_supervision(shop.supervision or UNSUPERVISED),
        findings=[
            ExamFinding(line=each.line, key=each.key, message=each.message) for each in shop.reading.findings
        ],
        published_at=one.published_at,
        released_at=one.released_at,
        archived_at=one.archived_at,
        begun=shop.begun,
    )


def _supervision(found: Supervision) -> ExamSupervision:
    return ExamSupervision(
        rooms=[ExamRoom(name=room.name, ranges=list(room.ranges)) for room in found.rooms],
        code_minutes=found.code_minutes, code_again=found.code_again, closes_site=found.closes_site,
        config_keys=list(found.config_keys), browser_keys=list(found.browser_keys),
        own_settings=found.own_settings,
    )  # fmt: skip
