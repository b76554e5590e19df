"""The room's registration with the application."""

from app.analytics.routes import course_statistics, exam_results, item_analysis, section_statistics
from app.web.room import Room

ROOM = Room(
    routers=(exam_results.router, course_statistics.router, item_analysis.router, section_statistics.router),
)
