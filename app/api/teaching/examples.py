"""An example of every request that writes, for the guide; a test carries out each of them."""

from collections.abc import Mapping
from typing import Any

ENTRY = 17  # a student of the roster in the examples; whoever copies one puts in their own
JOINED = 18  # somebody who joined without a line
SCALE = {
    "steps": [{"grade": "pass", "least": "50"}, {"grade": "fail", "least": "0"}],
    "passing": "pass",
    "rounding": "exact",
    "shown": True,
}
LINE = {"name": "Ada", "email": "", "matriculation": "", "section": "Mon", "extra_time": 0}
# Places in braces are those of an address; the texts $ASSIGNMENT, $EMAIL and $TEXT are the program's own.
BODIES: Mapping[str, Mapping[str, Any]] = {
    "POST /courses": {"title": "Another term"},
    "PATCH /courses/{course}": {"title": "NLP in autumn"},
    "POST /courses/{course}/copy": {
        "title": "NLP in spring",
        "first_day": "2030-02-18",
        "zone": "Europe/Zurich",
    },
    "POST /courses/{course}/staff": {"email": "$EMAIL", "role": "assistant", "sees_names": False},
    "POST /courses/{course}/roster/preview": {"students": [{"name": "Bob", "email": "bob@school.example"}]},
    "POST /courses/{course}/roster": {
        "students": [
            {"name": "Bob", "email": "bob@school.example", "matriculation": "20-123-456", "section": "Mon"}
        ]
    },
    "PUT /courses/{course}/roster/{entry}": LINE,
    "POST /courses/{course}/roster/{entry}/match": {"joined": JOINED},
    "PUT /courses/{course}/students/{student}/accommodation": {"extra_time": 25, "break_minutes": 10},
    "POST /courses/{course}/assignments": {
        "title": "Week 9",
        "due_at": "2030-03-01T23:59:00+01:00",
        "policy": {"tries": 3, "late_periods": 2, "late_percent": 20},
        "questions": [{"question": "four-tokens-three-measures"}],
    },
    "PUT /courses/{course}/assignments/{assignment}": {"title": "Week 1", "due_at": "2030-01-01T12:00:00Z"},
    "PUT /courses/{course}/assignments/{assignment}/extensions/{student}": {"due_at": "2031-01-01T12:00:00Z"},
    "POST /courses/{course}/assignments/{assignment}/extensions": {
        "section": "Mon",
        "due_at": "2031-01-01T12:00:00Z",
    },
    "PUT /courses/{course}/weights": {
        "categories": [{"title": "Homework", "weight": 40, "drop": 1}, {"title": "Exam", "weight": 60}],
        "assignments": [{"assignment": "$ASSIGNMENT", "category": "Homework"}],
    },
    "PUT /courses/{course}/scale": {"scale": SCALE},
    "POST /courses/{course}/scale/preset": {"preset": "german", "passes": "50"},
    "POST /courses/{course}/set-marks": {
        "marks": [
            {"entry": ENTRY, "assignment": "$ASSIGNMENT", "points": "7/2", "reason": "Shown on the board."}
        ]
    },
    "POST /courses/{course}/set-grades": {
        "grades": [{"entry": ENTRY, "grade": "1.0", "reason": "Oral exam."}]
    },
    "POST /courses/{course}/exams": {"source": "full", "title": "Midterm"},
    "PUT /courses/{course}/exams/{exam}": {
        "rules": {"opens_at": "2030-03-01T10:00:00+01:00", "sittings": 2},
        "supervision": {"rooms": [{"name": "HG F 1", "ranges": ["10.1.2.0/24"]}], "code_minutes": 5},
    },
    "POST /courses/{course}/exams/{exam}/check": {"text": "$TEXT"},
    "POST /courses/{course}/webhooks": {"address": "https://grades.school.example/examformer"},
    "PUT /courses/{course}/webhooks/{number}": {"on": True},
    "POST /drafts": {"kind": "choice"},
    "PUT /drafts/{draft}": {"text": "$TEXT"},
    "PUT /drafts/{draft}/audience": {"audience": "courses"},
}
