"""The tables. Times are UTC, points exact fractions as text ("3/2"), JSON is text that the engine wrote."""

from app.database.schema.authoring import images, mark_changes, questions, regrades, versions
from app.database.schema.courses import (
    assigned,
    assignments,
    categories,
    courses,
    extensions,
    members,
    roster_imports,
    rubric_comments,
    set_marks,
)
from app.database.schema.exams import drawn, entries, exams, markings, sittings, trail
from app.database.schema.lab import made_in_the_lab, predictions
from app.database.schema.learning import (
    card_reviews,
    forecasts,
    goals,
    learners,
    mark_events,
    mistakes_made,
    placements,
    practice_sets,
    removed_mistakes,
    skill_states,
)
from app.database.schema.naming import metadata
from app.database.schema.people import api_tokens, identities, links, people, sessions
from app.database.schema.practice import attempts, hints, jobs, points, reports, responses
from app.database.schema.rate_limits import rate_counts, sign_in_turns

__all__ = [
    "api_tokens",
    "assigned",
    "assignments",
    "attempts",
    "card_reviews",
    "categories",
    "courses",
    "drawn",
    "entries",
    "exams",
    "extensions",
    "forecasts",
    "goals",
    "hints",
    "identities",
    "images",
    "jobs",
    "learners",
    "links",
    "made_in_the_lab",
    "mark_changes",
    "mark_events",
    "markings",
    "members",
    "metadata",
    "mistakes_made",
    "people",
    "placements",
    "points",
    "practice_sets",
    "predictions",
    "questions",
    "rate_counts",
    "regrades",
    "removed_mistakes",
    "reports",
    "responses",
    "roster_imports",
    "rubric_comments",
    "sessions",
    "set_marks",
    "sign_in_turns",
    "sittings",
    "skill_states",
    "trail",
    "versions",
]
