"""Registers the room: its routers, of which regrading is closed in exams, its error pages, and the jobs that give
results and compare answers."""

from app.grading import errors
from app.grading.results_release import RELEASE, submit_due
from app.grading.routes import comments, key_correction, queue, regrade, similarity, student_work
from app.grading.similarity.comparing import SIMILARITY
from app.web.room import Room

ROOM = Room(
    routers=(
        queue.router,
        comments.router,
        key_correction.router,
        student_work.router,
        similarity.router,
        regrade.router,
    ),
    errors=errors.PAGES,
    jobs=(RELEASE, SIMILARITY),
    upkeep=(submit_due,),
)
