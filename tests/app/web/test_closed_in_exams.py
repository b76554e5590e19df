"""Which pages stay open to people who sit an exam that forbids aids: all others are closed to them."""

from fastapi.routing import RouteContext, iter_route_contexts

from app.main import ROOMS
from app.web.dependencies import OUTSIDE_OF_EXAMS
from app.web.room import routes

OPEN = """
accounts.routes account api_tokens email one_time_links openid people
analytics.routes course_statistics exam_results item_analysis section_statistics
api courses grades marks me questions v1 variants
api.teaching assignments courses drafts exams extensions roster set_marks staff webhooks weights
attachments.routes data_files images
courses.routes join membership
coursework.routes announcements assignment assignment_settings course grade_scale gradebook roster weights
exams.routes composer course_exam live_monitor mock_exams review sitting supervision
grading.routes comments key_correction queue similarity student_work
home.routes accessibility course_map home map topics
learning.routes goal
lti.routes connections entry launch picking platforms registration
monitoring.routes health metrics overview probe
mail.routes preferences undelivered unsubscribing
paper.routes own_exam paper_version paper_versions
study.routes calculator
webhooks.routes webhooks
"""  # programs are let in by app/api/access.py, which closes the same to them
IN_PART = {"home.routes.progress"}  # the page is open, the file of all answers is not


def test_the_modules_whose_pages_stay_open_in_an_exam() -> None:
    pages = [*iter_route_contexts(routes(ROOMS))]
    closed, stay = ({_module(page) for page in pages if _is_closed(page) is state} for state in (True, False))
    rows = [line.split() for line in OPEN.split("\n") if line]
    assert stay == {f"{room}.{module}" for room, *modules in rows for module in modules} | IN_PART
    assert stay & closed == IN_PART
    assert {"practice.routes.practice", "study.routes.solve", "lab.routes.lab"} <= closed


def _is_closed(page: RouteContext) -> bool:
    return OUTSIDE_OF_EXAMS in (page.dependencies or ())


def _module(page: RouteContext) -> str:
    return str(getattr(page.endpoint, "__module__", "")).removeprefix("app.")
