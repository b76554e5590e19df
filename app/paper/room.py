"""Registers the room: its routers, error pages, the job that prints, and the housekeeping of printed files."""

from app.jobs import files
from app.paper import errors
from app.paper.print_batches import PRINT
from app.paper.routes import own_exam, paper_version, paper_versions
from app.web.room import Room

ROOM = Room(
    routers=(own_exam.router, paper_versions.router, paper_version.router),
    errors=errors.PAGES,
    jobs=(PRINT,),
    housekeeping=(files.drop_old,),
)
