"""The place where each route does its work: under a limit, or among all others, which takes a reason.

A new route is missing here until somebody has looked at what its handler does: how its work is bounded where a course
has 300 people, and where somebody means harm, with thousands of drafts, say.
"""

from collections.abc import Iterator, Mapping, Sequence
from inspect import iscoroutinefunction

import pytest
from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import RouteContext, iter_route_contexts
from starlette.routing import Mount

from app.identity import permissions
from app.identity.store.people import Role
from app.questions import context as whole
from app.web import context as base
from app.web.concurrency import (
    ABROAD,
    ARRIVING,
    COMPUTING,
    HUNDREDS,
    LAUNCHING,
    MARKING,
    PRINTING,
    READING,
    REVIEWING,
    SAVING,
    SIGNING_IN,
    TEACHING,
    WATCHING,
    ConcurrencyLimit,
    limit_of,
)
from app.web.context import Restricted

LIGHT: Mapping[str, Sequence[str]] = {
    "a page that is the same for everybody, or a redirect": (
        "GET /accessibility",
        "GET /account/data/deletion",
        "GET /calculator",
        "GET /figures/{figure}/exercise",
        "GET /guide",
        "GET /guide/interface",
        "GET /health/live",
        "GET /lti/configuration.json",
        "GET /lti/connected",
        "GET /supervision",
        "GET /courses/{course}/exams/{exam}/leave",
        "GET /solve",
        "GET /study",
        "GET /author/imports",
        "GET /api/v1/openapi.json",
        "GET /lab/{demo}/exercise",
        "GET /lab/{demo}/predictions",
        "GET /model/exercise",
        "GET /model/scale/cells/{theme}/{name}.png",
        "GET /model/smollm2/write",
        "POST /language",
        "POST /sure",
        "POST /way",
    ),
    "looks through the glossary or a pack of cards, which are as long as their files": (
        "GET /glossary",
        "GET /glossary/abbreviations",
        "GET /glossary/{slug}",
        "GET /cards",
    ),
    "a row or two are read": (
        "GET /images/{name}",
        "GET /files/{content}/{name}",
        "GET /account/email",
        "GET /account/forgotten",
        "GET /mail/off",
        "GET /link/{token}",
        "GET /join/{code}",
        "GET /lti/keys",
        "GET /lti/platforms",
        "GET /lti/platforms/{number}",
        "GET /api/v1/me",
        "GET /health/probe",
        "GET /health/probe/events",
        "POST /health/probe/body",
    ),
    "one question is read, which is parsed once in a process": ("GET /api/v1/questions/{question}",),
    "fifty people at most are shown": (
        "GET /people",
        "POST /people/{person}/link",
        "POST /lti/platforms/invitation",
    ),
    "a run with 500 points at most; who follows one looks under the limit WATCHING": (
        "GET /lab/runs/{name}",
        "GET /lab/runs/{name}/events",
        "POST /lab/runs/{name}/leave",
        "POST /lab/runs/{name}/steer",
        "POST /lab/runs/{name}/stop",
    ),
    "a row is written, or what one person has is ended in one statement": (
        "POST /lti/openers/{number}/end",
        "POST /lti/platforms/{number}",
        "POST /lti/platforms/{number}/remove",
        "POST /account/email/confirmation",
        "POST /account/forgotten",
        "POST /account/mail/again",
        "POST /mail/off",
        "POST /mail/undelivered",
        "POST /mail/undelivered/{number}",
        "POST /account/elsewhere",
        "POST /account/name",
        "POST /account/sign-out",
        "POST /account/tokens",
        "POST /account/tokens/{number}/revoke",
        "POST /author/{draft}/archive",
        "POST /author/{draft}/restore",
        "POST /people/{person}/accommodation",
        "POST /people/{person}/role",
        "POST /people/{person}/sessions",
        "POST /join/{code}",
    ),
    "a row is written about a course or its exam, whose roster or sheets are asked for in one statement": (
        "POST /courses/{course}/archive",
        "POST /courses/{course}/restore",
        "POST /courses/{course}/leave",
        "POST /courses/{course}/number",
        "POST /courses/{course}/title",
        "POST /courses/{course}/code",
        "POST /courses/{course}/grading/names",
        "POST /courses/{course}/members/{member}/accommodation",
        "POST /courses/{course}/members/{member}/remove",
        "POST /courses/{course}/members/{member}/owner",
        "POST /courses/{course}/take-over",
        "POST /courses/{course}/exams/{exam}/archive",
        "POST /courses/{course}/exams/{exam}/release",
        "POST /courses/{course}/exams/{exam}/remove",
    ),
    "an assignment of a hundred questions at most": (
        "POST /courses/{course}/assignments",
        "POST /courses/{course}/assignments/{assignment}/questions/{question}",
        "POST /courses/{course}/assignments/{assignment}/remove",
        "POST /courses/{course}/assignments/{assignment}/publish",
        "POST /courses/{course}/assignments/{assignment}/release",
    ),
    "the forms of an exam, 300 at most, are looked through, or a file of them is sent": (
        "POST /courses/{course}/exams/{exam}/papers/prints/cancel",
        "GET /courses/{course}/exams/{exam}/papers/prints/{what}.pdf",
    ),
}
LIMITED: Mapping[ConcurrencyLimit, Sequence[str]] = {
    ARRIVING: (
        "GET /courses/{course}/exams/{exam}",
        "POST /courses/{course}/exams/{exam}/begin",
        "POST /courses/{course}/exams/{exam}/live/{number}/end",
        "GET /courses/{course}/exams/{exam}/exam.seb",
        "GET /sittings/{name}/entrance",
        "POST /sittings/{name}/entrance",
        "GET /sittings/{name}",
        "GET /sittings/{name}/end",
        "POST /sittings/{name}/end",
        "POST /sittings/{name}/over",
        "GET /sittings/{name}/questions",
        "GET /sittings/{name}/questions/{place}",
    ),
    SAVING: (
        "POST /sittings/{name}/back",
        "POST /sittings/{name}/break",
        "GET /sittings/{name}/clock",
        "POST /sittings/{name}/questions/{place}",
        "POST /sittings/{name}/saves",
    ),
    WATCHING: (
        "GET /health/ready",
        "GET /metrics",
        "GET /courses/{course}/exams/{exam}/live",
        "POST /courses/{course}/exams/{exam}/live/message",
        "POST /courses/{course}/exams/{exam}/live/minutes",
        "POST /courses/{course}/exams/{exam}/live/{number}/minutes",
        "GET /courses/{course}/exams/{exam}/live/people/{person}",
        "POST /courses/{course}/exams/{exam}/live/people/{person}",
        "GET /courses/{course}/exams/{exam}/supervision/codes",
    ),
    SIGNING_IN: (
        "POST /lti/entry/sign-in",
        "POST /account/data/deletion",
        "POST /account/email",
        "POST /account/password",
        "POST /account/sign-in",
        "POST /account/sign-up",
        "POST /join/{code}/sign-in",
        "POST /join/{code}/sign-up",
        "POST /link/{token}",
    ),
    LAUNCHING: (
        "GET /lti/login",
        "POST /lti/login",
        "POST /lti/launch",
        "POST /lti/enter",
        "GET /lti/entry",
        "POST /lti/entry/here",
        "POST /lti/entry/sign-up",
        "POST /lti/entry/course",
    ),
    ABROAD: (
        "GET /lti/register/{invitation}",
        "POST /lti/register/{invitation}",
        "POST /courses/{course}/platforms/{number}/roster",
        "POST /account/openid",
        "GET /account/openid/back",
        "POST /account/openid/password",
    ),
    READING: (
        "GET /",
        "GET /account",
        "GET /account/mail",
        "POST /account/mail",
        "GET /mail/undelivered",
        "GET /monitoring",
        "GET /account/data",
        "POST /account/data/imports",
        "GET /account/data/imports/{name}",
        "POST /account/data/imports/{name}",
        "GET /api/v1/courses",
        "GET /api/v1/questions",
        "GET /courses",
        "POST /courses",
        "GET /exams",
        "GET /grid",
        "GET /join",
        "GET /lab",
        "GET /map",
        "GET /next",
        "GET /mistakes",
        "POST /mistakes/remove",
        "POST /goal",
        "GET /cards/today",
        "GET /placement",
        "POST /placement/begin",
        "POST /placement/skip",
        "POST /placement/end",
        "GET /set",
        "POST /set/put-off",
        "POST /set/end",
        "GET /progress",
        "GET /progress.csv",
        "GET /study/{section}",
        "GET /topics",
    ),
    MARKING: (
        "POST /api/v1/marks",
        "POST /api/v1/questions/{question}/variants",
        "POST /cards/today",
        "POST /cards/today/undo",
        "POST /set/begin",
        "GET /attempts/{name}",
        "POST /attempts/{name}",
        "POST /attempts/{name}/autosave",
        "GET /attempts/{name}/solution",
        "POST /attempts/{name}/solution",
        "POST /courses/{course}/assignments/{assignment}/begin/{question}",
        "POST /courses/{course}/exams/{exam}/try",
        "GET /exams/{exam}",
        "POST /exams/{exam}",
        "GET /practice/{question}",
        "POST /practice/{question}",
        "GET /practice/{question}/examples",
        "POST /practice/{question}/examples",
        "POST /sittings/{name}/again",
    ),
    REVIEWING: (
        "GET /sittings/{name}/lost",
        "GET /sittings/{name}/review",
        "POST /sittings/{name}/review/{place}",
        "GET /sittings/{name}/history",
    ),
    COMPUTING: (
        "POST /api/v1/courses/{course}/exams/{exam}/check",
        "GET /api/v1/drafts",
        "POST /api/v1/drafts",
        "GET /api/v1/drafts/{draft}",
        "PUT /api/v1/drafts/{draft}",
        "POST /api/v1/drafts/{draft}/check",
        "POST /api/v1/drafts/{draft}/publish",
        "PUT /api/v1/drafts/{draft}/audience",
        "POST /api/v1/drafts/{draft}/archive",
        "POST /api/v1/drafts/{draft}/restore",
        "POST /lti/platforms",
        "POST /lti/platforms/keys",
        "GET /author",
        "POST /author",
        "POST /author/copies",
        "GET /author/{draft}",
        "POST /author/{draft}",
        "POST /author/{draft}/cancel",
        "POST /author/{draft}/check",
        "POST /author/{draft}/audience/{audience}",
        "POST /author/{draft}/preview",
        "POST /author/{draft}/attachments",
        "POST /author/{draft}/publish",
        "POST /author/{draft}/tests",
        "GET /author/{draft}/lookalikes",
        "GET /author/{draft}/versions",
        "POST /author/{draft}/versions",
        "POST /courses/{course}/exams/{exam}/check",
        "POST /courses/{course}/exams/{exam}/composer/check",
        "GET /figures",
        "GET /figures/{figure}",
        "GET /model",
        "POST /model/exercise",
        "GET /model/three",
        "GET /model/scale",
        "GET /model/smollm2",
        "POST /model/smollm2",
        "POST /model/smollm2/write",
        "POST /figures/{figure}/exercise",
        "GET /lab/{demo}",
        "POST /lab/{demo}/exercise",
        "POST /lab/{demo}/predictions",
        "GET /solve/{family}",
    ),
    TEACHING: (
        "GET /courses/{course}/announcements/new",
        "POST /courses/{course}/announcements",
        "GET /courses/{course}/announcements/{number}",
        "POST /courses/{course}/announcements/{number}",
        "POST /courses/{course}/announcements/{number}/remove",
        "POST /lti/pick",
        "POST /lti/pick/answer",
        "POST /lti/pick/search",
        "GET /courses/{course}/platforms",
        "POST /courses/{course}/platforms/{number}/disconnect",
        "POST /courses/{course}/platforms/{number}/send",
        "GET /api/v1/courses/{course}",
        "GET /api/v1/courses/{course}/grades",
        "POST /api/v1/courses/{course}/roster/{entry}/match",
        "PUT /api/v1/courses/{course}/students/{student}/accommodation",
        "POST /api/v1/courses/{course}/code",
        "GET /api/v1/courses/{course}/webhooks",
        "POST /api/v1/courses/{course}/webhooks",
        "PUT /api/v1/courses/{course}/webhooks/{number}",
        "POST /api/v1/courses/{course}/webhooks/{number}/ping",
        "DELETE /api/v1/courses/{course}/webhooks/{number}",
        "POST /api/v1/courses",
        "PATCH /api/v1/courses/{course}",
        "POST /api/v1/courses/{course}/copy",
        "POST /api/v1/courses/{course}/archive",
        "POST /api/v1/courses/{course}/restore",
        "GET /api/v1/courses/{course}/staff",
        "POST /api/v1/courses/{course}/staff",
        "DELETE /api/v1/courses/{course}/staff/{member}",
        "GET /api/v1/courses/{course}/roster",
        "POST /api/v1/courses/{course}/roster/preview",
        "POST /api/v1/courses/{course}/roster",
        "GET /api/v1/courses/{course}/roster/{entry}",
        "PUT /api/v1/courses/{course}/roster/{entry}",
        "POST /api/v1/courses/{course}/roster/{entry}/withdraw",
        "POST /api/v1/courses/{course}/roster/{entry}/take-back",
        "POST /api/v1/courses/{course}/assignments",
        "GET /api/v1/courses/{course}/assignments/{assignment}",
        "PUT /api/v1/courses/{course}/assignments/{assignment}",
        "POST /api/v1/courses/{course}/assignments/{assignment}/release",
        "PUT /api/v1/courses/{course}/assignments/{assignment}/extensions/{student}",
        "POST /api/v1/courses/{course}/assignments/{assignment}/extensions",
        "DELETE /api/v1/courses/{course}/assignments/{assignment}/extensions/{student}",
        "GET /api/v1/courses/{course}/weights",
        "PUT /api/v1/courses/{course}/weights",
        "GET /api/v1/courses/{course}/scale",
        "POST /api/v1/courses/{course}/scale/preset",
        "POST /api/v1/courses/{course}/set-grades",
        "PUT /api/v1/courses/{course}/scale",
        "POST /api/v1/courses/{course}/set-marks",
        "DELETE /api/v1/courses/{course}/assignments/{assignment}",
        "GET /api/v1/courses/{course}/exams",
        "POST /api/v1/courses/{course}/exams",
        "GET /api/v1/courses/{course}/exams/{exam}",
        "PUT /api/v1/courses/{course}/exams/{exam}",
        "POST /api/v1/courses/{course}/exams/{exam}/publish",
        "POST /api/v1/courses/{course}/exams/{exam}/take-back",
        "POST /api/v1/courses/{course}/exams/{exam}/release",
        "POST /api/v1/courses/{course}/exams/{exam}/archive",
        "POST /api/v1/courses/{course}/exams/{exam}/restore",
        "DELETE /api/v1/courses/{course}/exams/{exam}",
        "GET /author/{draft}/analytics",
        "GET /courses/{course}",
        "GET /courses/{course}/map",
        "POST /courses/{course}/map",
        "GET /courses/{course}/roster",
        "GET /courses/{course}/roster.csv",
        "POST /courses/{course}/roster/preview",
        "POST /courses/{course}/roster/import",
        "POST /courses/{course}/roster/undo/{number}",
        "POST /courses/{course}/roster/match",
        "GET /courses/{course}/roster/{entry}",
        "POST /courses/{course}/roster/{entry}",
        "POST /courses/{course}/roster/{entry}/match",
        "POST /courses/{course}/roster/{entry}/part",
        "POST /courses/{course}/roster/{entry}/withdraw",
        "POST /courses/{course}/roster/{entry}/take-back",
        "POST /courses/{course}/roster/{entry}/remove",
        "GET /courses/{course}/analytics",
        "GET /courses/{course}/analytics.csv",
        "GET /courses/{course}/analytics/{question}",
        "GET /courses/{course}/assignments/{assignment}",
        "GET /courses/{course}/assignments/{assignment}/settings",
        "POST /courses/{course}/assignments/{assignment}/settings",
        "POST /courses/{course}/assignments/{assignment}/extensions",
        "GET /courses/{course}/weights",
        "POST /courses/{course}/weights",
        "GET /courses/{course}/webhooks",
        "POST /courses/{course}/webhooks",
        "POST /courses/{course}/webhooks/{number}",
        "GET /courses/{course}/scale",
        "POST /courses/{course}/scale",
        "POST /courses/{course}/scale/preset",
        "POST /courses/{course}/scale/remove",
        "POST /courses/{course}/assignments/{assignment}/questions",
        "POST /courses/{course}/exams",
        "POST /courses/{course}/exams/{exam}",
        "GET /courses/{course}/exams/{exam}/papers",
        "POST /courses/{course}/exams/{exam}/papers/prints",
        "GET /courses/{course}/exams/{exam}/papers/{form}",
        "POST /courses/{course}/exams/{exam}/papers/{form}",
        "GET /courses/{course}/exams/{exam}/papers/{form}/questions/{place}",
        "POST /courses/{course}/exams/{exam}/papers/{form}/questions/{place}",
        "POST /courses/{course}/exams/{exam}/publish",
        "POST /courses/{course}/exams/{exam}/composer",
        "POST /courses/{course}/exams/{exam}/withdraw",
        "GET /courses/{course}/exams/{exam}/results",
        "GET /courses/{course}/exams/{exam}/results.csv",
        "GET /courses/{course}/exams/{exam}/results/questions/{question}",
        "GET /courses/{course}/exams/{exam}/results/{number}",
        "GET /courses/{course}/exams/{exam}/live/{number}/history",
        "POST /courses/{course}/exams/{exam}/rules",
        "GET /courses/{course}/exams/{exam}/supervision",
        "POST /courses/{course}/exams/{exam}/supervision",
        "POST /courses/{course}/exams/{exam}/supervision/assigned",
        "POST /courses/{course}/exams/{exam}/supervision/settings",
        "POST /courses/{course}/staff",
        "GET /courses/{course}/grading",
        "POST /courses/{course}/grading/alone",
        "POST /courses/{course}/grading/answers/{response}",
        "POST /courses/{course}/grading/reports/{report}",
        "GET /courses/{course}/sections",
        "GET /courses/{course}/grading/comments",
        "POST /courses/{course}/grading/comments/{comment}/retire",
        "POST /courses/{course}/grading/comments/{comment}/delete",
        "GET /author/checks",
        "POST /author/checks/stop",
        "GET /courses/{course}/gradebook",
        "GET /courses/{course}/gradebook.csv",
        "GET /courses/{course}/gradebook.xlsx",
        "GET /courses/{course}/gradebook/{entry}",
        "POST /courses/{course}/gradebook/{entry}",
        "POST /courses/{course}/gradebook/{entry}/{assignment}",
        "GET /courses/{course}/calendar.ics",
        "POST /courses/{course}/copy",
        "GET /courses/{course}/members/{member}",
        "GET /courses/{course}/sheets/{name}",
        "GET /courses/{course}/similarity",
        "GET /courses/{course}/similarity/{work}/{question}",
        "GET /courses/{course}/similarity/{work}/{question}/pairs/{pair}",
        "POST /courses/{course}/similarity/{work}/{question}",
        "POST /courses/{course}/similarity/{work}/{question}/cancel",
        "POST /courses/{course}/sheets/{name}/{part}",
    ),
    HUNDREDS: (
        "GET /account/data/examformer.zip",
        "POST /author/{draft}/analytics",
        "GET /author/{draft}/regrade",
        "GET /courses/{course}/grading/comments/{comment}",
        "POST /courses/{course}/grading/comments/{comment}",
        "POST /author/{draft}/regrade",
        "POST /courses/{course}/exams/{exam}/papers",
        "GET /courses/{course}/exams/{exam}/results/questions/{question}/full-points",
        "POST /courses/{course}/exams/{exam}/results/questions/{question}/full-points",
    ),
    PRINTING: (
        "GET /mistakes/sheet.pdf",
        "GET /progress.pdf",
        "POST /author/imports",
        "POST /author/checks",
        "POST /author/checks/publish",
        "GET /author/exports",
        "GET /author/exports/file",
        "GET /author/questions.zip",
        "GET /author/{draft}/cards.apkg",
        "GET /author/{draft}/moodle.xml",
        "GET /author/{draft}/question.toml",
        "GET /author/{draft}/question.zip",
        "GET /cards/examformer.apkg",
        "GET /courses/{course}/exams/{exam}/papers/{form}/{what}.pdf",
        "GET /sittings/{name}/key.pdf",
        "GET /sittings/{name}/sheet.pdf",
        "GET /study/{section}/sheet.pdf",
    ),
}


def every(app: FastAPI) -> Iterator[tuple[str, RouteContext]]:
    pages = [route for route in app.routes if not isinstance(route, Mount)]
    for one in iter_route_contexts(pages):
        yield from ((f"{method} {one.path}", one) for method in one.methods or ())


def undecided(app: FastAPI) -> Iterator[str]:
    """Routes that stand in a table and are not so, are so and stand in none, or stand in two."""
    said: dict[str, ConcurrencyLimit | None] = {}
    tables: list[tuple[ConcurrencyLimit | None, Sequence[str]]] = [*LIMITED.items()]
    for limit, routes in (*tables, *((None, routes) for routes in LIGHT.values())):
        for route in routes:
            if route in said:
                yield f"{route} stands here twice"
            said[route] = limit
    there = {route: limit_of(one.endpoint) for route, one in every(app)}
    yield from (f"{route} is not there" for route in said.keys() - there.keys())
    for route, limit in there.items():
        if route not in said:
            yield f"{route} is new"
        elif said[route] is not limit:
            yield f"{route} is in {limit.name if limit else 'no limit'}"


def test_every_route_is_under_its_limit_or_has_a_reason_to_be_in_none(app: FastAPI) -> None:
    assert sorted(undecided(app)) == []
    assert all(LIGHT)


def test_a_new_route_is_missed_until_somebody_decides(app: FastAPI) -> None:
    app.get("/new")(lambda: "new")
    assert list(undecided(app)) == ["GET /new is new"]


def test_what_is_known_no_more_and_what_moved_is_missed(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LIMITED, MARKING, ("GET /old", *LIMITED[MARKING], "GET /calculator"))
    assert sorted(undecided(app)) == ["GET /calculator stands here twice", "GET /old is not there"]


# Nothing of a request under a limit waits among all others


def asked_by(dependant: Dependant) -> Iterator[object]:
    for one in dependant.dependencies:
        yield one.call
        yield from asked_by(one)


def at_once(call: object) -> bool:
    return iscoroutinefunction(call) or iscoroutinefunction(type(call).__call__)


def waits_among_others(one: RouteContext) -> list[object]:
    """The dependencies of a route that run in the threads which all share, or that say who it is."""
    people = permissions.person, permissions.outside_of_exams, base.context, whole.context
    return [
        call
        for call in asked_by(one.dependant)
        if not at_once(call) or call in people or isinstance(call, Restricted)
    ]


def test_what_a_handler_under_a_limit_asks_for_is_found_under_its_limit(app: FastAPI) -> None:
    found = {route: waits_among_others(one) for route, one in every(app) if limit_of(one.endpoint)}
    assert {route: calls for route, calls in found.items() if calls} == {}
    assert len(found) > 100


def test_among_all_others_the_same_is_asked_in_their_threads(app: FastAPI) -> None:
    """So the one before this can fail."""
    routes = dict(every(app))
    assert waits_among_others(routes["POST /account/name"]) == [Restricted(Role.STUDENT, base.context)]


def test_nor_does_the_page_that_says_why_it_comes_to_nothing(app: FastAPI) -> None:
    said = {str(kind): handle for kind, handle in app.exception_handlers.items() if not at_once(handle)}
    assert said == {}
