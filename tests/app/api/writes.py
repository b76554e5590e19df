"""Every route that writes, or that only those who teach may read: what is sent, and what each person is answered."""

from collections.abc import Mapping
from typing import Any

from app.api.teaching.examples import BODIES, ENTRY

# Nobody, a student, an instructor, its student, its instructor, another's instructor. The last three are of a course.
WRITES: Mapping[str, str] = {
    "POST /courses": "401 403 201 403 201 201",
    "PATCH /courses/{course}": "401 403 404 403 200 404",
    "POST /courses/{course}/copy": "401 403 404 403 201 404",
    "POST /courses/{course}/archive": "401 403 404 403 200 404",
    "POST /courses/{course}/restore": "401 403 404 403 200 404",
    "GET /courses/{course}/staff": "401 404 404 404 200 404",
    "POST /courses/{course}/staff": "401 403 404 403 200 404",
    "DELETE /courses/{course}/staff/{member}": "401 403 404 403 200 404",
    "GET /courses/{course}/roster": "401 404 404 404 200 404",
    "POST /courses/{course}/roster/preview": "401 404 404 404 200 404",
    "POST /courses/{course}/roster": "401 403 404 403 200 404",
    "GET /courses/{course}/roster/{entry}": "401 404 404 404 200 404",
    "PUT /courses/{course}/roster/{entry}": "401 403 404 403 200 404",
    "POST /courses/{course}/roster/{entry}/withdraw": "401 403 404 403 200 404",
    "POST /courses/{course}/roster/{entry}/take-back": "401 403 404 403 200 404",
    "POST /courses/{course}/roster/{entry}/match": "401 403 404 403 404 404",  # there is nobody to match
    "PUT /courses/{course}/students/{student}/accommodation": "401 403 404 403 200 404",
    "POST /courses/{course}/code": "401 403 404 403 200 404",
    "POST /courses/{course}/assignments": "401 403 404 403 201 404",
    "GET /courses/{course}/assignments/{assignment}": "401 404 404 404 200 404",
    "PUT /courses/{course}/assignments/{assignment}": "401 403 404 403 200 404",
    "POST /courses/{course}/assignments/{assignment}/release": "401 403 404 403 200 404",
    "PUT /courses/{course}/assignments/{assignment}/extensions/{student}": "401 403 404 403 200 404",
    "POST /courses/{course}/assignments/{assignment}/extensions": "401 403 404 403 200 404",
    "DELETE /courses/{course}/assignments/{assignment}/extensions/{student}": "401 403 404 403 200 404",
    "GET /courses/{course}/weights": "401 404 404 404 200 404",
    "PUT /courses/{course}/weights": "401 403 404 403 200 404",
    "GET /courses/{course}/scale": "401 404 404 404 200 404",
    "POST /courses/{course}/scale/preset": "401 403 404 403 200 404",
    "POST /courses/{course}/set-grades": "401 403 404 403 200 404",
    "PUT /courses/{course}/scale": "401 403 404 403 200 404",
    "POST /courses/{course}/set-marks": "401 403 404 403 200 404",
    "DELETE /courses/{course}/assignments/{assignment}": "401 403 404 403 200 404",
    "GET /courses/{course}/exams": "401 404 404 200 200 404",
    "POST /courses/{course}/exams": "401 403 404 403 201 404",
    "GET /courses/{course}/exams/{exam}": "401 404 404 404 200 404",
    "PUT /courses/{course}/exams/{exam}": "401 403 404 403 200 404",
    "POST /courses/{course}/exams/{exam}/check": "401 404 404 404 200 404",
    "POST /courses/{course}/exams/{exam}/publish": "401 403 404 403 200 404",
    "POST /courses/{course}/exams/{exam}/take-back": "401 403 404 403 200 404",
    "POST /courses/{course}/exams/{exam}/release": "401 403 404 403 200 404",
    "POST /courses/{course}/exams/{exam}/archive": "401 403 404 403 200 404",
    "POST /courses/{course}/exams/{exam}/restore": "401 403 404 403 200 404",
    "DELETE /courses/{course}/exams/{exam}": "401 403 404 403 200 404",
    "GET /courses/{course}/webhooks": "401 404 404 404 200 404",
    "POST /courses/{course}/webhooks": "401 403 404 403 201 404",
    "PUT /courses/{course}/webhooks/{number}": "401 403 404 403 200 404",
    "POST /courses/{course}/webhooks/{number}/ping": "401 403 404 403 200 404",
    "DELETE /courses/{course}/webhooks/{number}": "401 403 404 403 200 404",
    "GET /drafts": "401 403 200 403 200 200",
    "POST /drafts": "401 403 201 403 201 201",
    "GET /drafts/{draft}": "401 403 404 403 200 404",
    "PUT /drafts/{draft}": "401 403 404 403 200 404",
    "POST /drafts/{draft}/check": "401 403 404 403 202 404",
    "POST /drafts/{draft}/publish": "401 403 404 403 200 404",
    "PUT /drafts/{draft}/audience": "401 403 404 403 200 404",
    "POST /drafts/{draft}/archive": "401 403 404 403 200 404",
    "POST /drafts/{draft}/restore": "401 403 404 403 200 404",
}


def sent(route: str, places: Mapping[str, str]) -> Any:
    """The body of the guide's example for this route, for a course with these places; None for one that takes none."""
    return _filled(BODIES[route], places) if route in BODIES else None


def _filled(value: Any, places: Mapping[str, str]) -> Any:
    match value:
        case dict():
            return {name: _filled(each, places) for name, each in value.items()}
        case list():
            return [_filled(each, places) for each in value]
        case str() if value.startswith("$"):
            return places[value[1:].lower()]
        case int() if value == ENTRY:
            return int(places["entry"])
        case _:
            return value
