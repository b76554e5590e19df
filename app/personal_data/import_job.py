"""The job behind an import: it first reads the file and counts, and once that was confirmed, marks and stores it."""

from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from typing import Any

from app.database.connection import Connection, Database
from app.jobs import files
from app.jobs.heartbeat import Refused
from app.personal_data import intake, unpacking
from app.personal_data.file_format import PersonalFile
from app.personal_data.intake import Progress
from app.personal_data.unpacking import Refusal
from app.questions import installed
from app.questions.library import Library
from app.settings import settings
from app.web.languages.languages import N_

GONE = N_("The file is no longer here. Send it again.")


def carry_out(payload: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
    """Returns what the page shows: of a file that is to be confirmed its numbers, else what was stored."""
    database = Database(settings().database_url)
    try:
        content = files.read(database, payload["file"])
        if content is None:
            raise Refused(GONE)
        file = unpacking.opened(content)
        if isinstance(file, Refusal):
            return asdict(file)
        if not payload["confirmed"]:
            return counted(file)
        return asdict(intake.take(_library(), payload["file"], file, progress))
    finally:
        database.close()


def settle(connection: Connection, payload: Mapping[str, Any], _: object) -> None:
    """Drops a file that is stored with the end of its job: one whose worker is lost before that is begun again."""
    if payload["confirmed"]:
        files.drop(connection, payload["file"])


def counted(file: PersonalFile) -> dict[str, Any]:
    """A summary of a file before it is imported."""
    moments = [sheet.begun_at for sheet in file.sheets]
    return {
        "owner": file.owner.name or file.owner.email,
        "application": file.application,
        "written_at": file.written_at.isoformat(),
        "sheets": len(file.sheets),
        "exams": len(file.exams),
        "predictions": len(file.predictions),
        "reports": len(file.reports),
        "first": min(moments).isoformat() if moments else None,
        "last": max(moments).isoformat() if moments else None,
        "exam_on": file.goal.exam_on.isoformat() if file.goal and file.goal.exam_on else None,
        "of_courses": sum(len(course.sheets) for course in file.courses),
    }


@cache
def _library() -> Library:
    return Library(installed.bank(), Database(settings().database_url))
