"""Every route and what it answers to whom. A new one is missing here until somebody decides who may use it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from starlette.routing import Mount

from app.identity.permissions import RoleNeeded, require
from app.identity.store.people import NOBODY, Person, Role
from app.web.context import InstructorContext
from app.web.rate_limits import RateLimiter
from tests.app.api.api_client import patient_site
from tests.app.learner import Page
from tests.app.populated_site import Campus
from tests.every import every

WHO = ("nobody", "guest", "student", "instructor", "administrator")
SIGNED_IN = WHO[2:]
# The attempt is the guest's, who has not seen its solution, and so is the exam that runs, in which notes are allowed,
# and the stopped run of the lab;
# the draft is the instructor's, with its published text; the person is the student; each link is fresh.
ANSWERS = {
    "GET /": "200 200 200 200 200",
    "POST /language": "303 303 303 303 303",
    "GET /accessibility": "200 200 200 200 200",
    "GET /topics": "200 200 200 200 200",
    "GET /next": "303 303 303 303 303",
    "GET /grid": "200 200 200 200 200",
    "GET /map": "200 200 200 200 200",
    "GET /study": "200 200 200 200 200",
    "GET /study/{section}": "200 200 200 200 200",
    "GET /study/{section}/sheet.pdf": "200 200 200 200 200",
    "GET /glossary": "200 200 200 200 200",
    "GET /glossary/abbreviations": "200 200 200 200 200",
    "GET /glossary/{slug}": "200 200 200 200 200",
    "GET /cards": "303 303 303 303 303",
    "GET /cards/today": "200 200 200 200 200",
    "POST /cards/today": "422 422 422 422 422",
    "POST /cards/today/undo": "303 303 303 303 303",
    "GET /cards/examformer.apkg": "200 200 200 200 200",
    "GET /practice/{question}": "303 303 303 303 303",
    "POST /practice/{question}": "303 303 303 303 303",
    "POST /sure": "422 422 422 422 422",
    "POST /way": "303 303 303 303 303",
    "GET /practice/{question}/examples": "303 303 303 303 303",
    "POST /practice/{question}/examples": "200 200 200 200 200",  # nothing stands in its last line
    "GET /attempts/{name}": "404 200 404 404 404",
    "POST /attempts/{name}": "404 303 404 404 404",
    "POST /attempts/{name}/autosave": "404 200 404 404 404",
    "GET /attempts/{name}/solution": "404 303 404 404 404",
    "POST /attempts/{name}/solution": "404 303 404 404 404",
    "GET /exams": "200 200 200 200 200",
    "GET /exams/{exam}": "200 200 200 200 200",
    "POST /exams/{exam}": "303 409 303 303 303",
    "GET /sittings/{name}": "404 200 404 404 404",
    "GET /sittings/{name}/questions": "404 200 404 404 404",
    "GET /sittings/{name}/questions/{place}": "404 200 404 404 404",
    "POST /sittings/{name}/questions/{place}": "404 303 404 404 404",
    "POST /sittings/{name}/saves": "404 200 404 404 404",
    "GET /sittings/{name}/clock": "404 200 404 404 404",
    "POST /sittings/{name}/over": "404 200 404 404 404",
    "POST /sittings/{name}/break": "404 303 404 404 404",
    "POST /sittings/{name}/back": "404 303 404 404 404",
    "GET /sittings/{name}/end": "404 200 404 404 404",
    "POST /sittings/{name}/end": "404 303 404 404 404",
    "GET /sittings/{name}/entrance": "404 303 404 404 404",
    "POST /sittings/{name}/entrance": "404 303 404 404 404",
    "GET /sittings/{name}/review": "404 303 404 404 404",  # it has not ended
    "POST /sittings/{name}/review/{place}": "404 303 404 404 404",
    "GET /sittings/{name}/lost": "404 303 404 404 404",
    "POST /sittings/{name}/again": "404 303 404 404 404",
    "GET /sittings/{name}/history": "404 200 404 404 404",
    "GET /sittings/{name}/sheet.pdf": "404 303 404 404 404",  # it has not ended
    "GET /sittings/{name}/key.pdf": "404 303 404 404 404",
    "GET /supervision": "200 200 200 200 200",
    "GET /lab": "200 200 200 200 200",
    "GET /lab/{demo}": "200 200 200 200 200",
    "GET /lab/{demo}/predictions": "303 303 303 303 303",
    "GET /lab/{demo}/exercise": "303 303 303 303 303",
    "POST /lab/{demo}/predictions": "303 303 303 303 303",
    "POST /lab/{demo}/exercise": "303 303 303 303 303",
    "GET /lab/runs/{name}": "404 200 404 404 404",
    "GET /lab/runs/{name}/events": "404 200 404 404 404",  # of a run that is over: it ends
    "POST /lab/runs/{name}/steer": "404 200 404 404 404",
    "POST /lab/runs/{name}/stop": "404 200 404 404 404",
    "POST /lab/runs/{name}/leave": "404 204 404 404 404",
    "GET /figures": "200 200 200 200 200",
    "GET /figures/{figure}": "200 200 200 200 200",
    "GET /figures/{figure}/exercise": "303 303 303 303 303",
    "POST /figures/{figure}/exercise": "303 303 303 303 303",
    "GET /model": "200 200 200 200 200",
    "GET /model/exercise": "303 303 303 303 303",
    "POST /model/exercise": "422 422 422 422 422",  # no number is opened
    "GET /model/three": "200 200 200 200 200",
    "GET /model/scale": "200 200 200 200 200",
    "GET /model/scale/cells/{theme}/{name}.png": "404 404 404 404 404",  # there is none
    "GET /model/smollm2": "200 200 200 200 200",
    "POST /model/smollm2": "303 303 303 303 303",
    "GET /model/smollm2/write": "303 303 303 303 303",
    "POST /model/smollm2/write": "303 303 303 303 303",
    "GET /solve": "200 200 200 200 200",
    "GET /solve/{family}": "200 200 200 200 200",
    "GET /progress": "200 200 200 200 200",
    "GET /mistakes": "200 200 200 200 200",
    "POST /mistakes/remove": "422 422 422 422 422",
    "POST /goal": "303 303 303 303 303",
    "GET /placement": "200 200 200 200 200",
    "POST /placement/begin": "303 303 303 303 303",
    "POST /placement/skip": "422 422 422 422 422",
    "POST /placement/end": "303 303 303 303 303",
    "GET /set": "303 303 303 303 303",
    "POST /set/begin": "422 422 422 422 422",
    "POST /set/put-off": "303 303 303 303 303",
    "POST /set/end": "303 303 303 303 303",
    "GET /mistakes/sheet.pdf": "200 200 200 200 200",
    "GET /progress.csv": "200 200 200 200 200",
    "GET /progress.pdf": "200 200 200 200 200",
    "GET /images/{name}": "404 404 404 404 404",  # there is none
    "GET /files/{content}/{name}": "404 404 404 404 404",  # there is none
    "GET /calculator": "200 200 200 200 200",
    "GET /guide": "200 200 200 200 200",
    "GET /guide/interface": "200 200 200 200 200",
    "GET /health/live": "200 200 200 200 200",
    "GET /health/ready": "200 200 200 200 200",
    "GET /health/probe": "404 404 404 404 404",  # without a secret of a doctor
    "POST /health/probe/body": "404 404 404 404 404",
    "GET /health/probe/events": "404 404 404 404 404",
    "GET /metrics": "404 404 404 404 404",  # no token is set
    "GET /account": "200 200 200 200 200",
    "POST /account/sign-in": "422 422 422 422 422",
    "POST /account/sign-up": "422 422 422 422 422",
    "POST /account/sign-out": "403 403 303 303 303",
    "POST /account/elsewhere": "403 403 303 303 303",
    "POST /account/openid": "404 404 404 404 404",  # without the settings there is no provider
    "GET /account/openid/back": "404 404 404 404 404",
    "POST /account/openid/password": "404 404 404 404 404",
    "POST /account/name": "403 403 303 303 303",
    "POST /account/password": "403 403 422 422 422",
    "POST /account/tokens": "403 403 200 200 200",
    "POST /account/tokens/{number}/revoke": "403 403 404 404 404",  # somebody else's
    # Without a server for e-mails there are no such pages; tests/app/mail asks them with one.
    "GET /account/email": "404 404 404 404 404",
    "POST /account/email": "404 404 404 404 404",
    "POST /account/email/confirmation": "404 404 404 404 404",
    "GET /account/forgotten": "404 404 404 404 404",
    "POST /account/forgotten": "404 404 404 404 404",
    "GET /account/mail": "404 404 404 404 404",
    "POST /account/mail": "404 404 404 404 404",
    "POST /account/mail/again": "404 404 404 404 404",
    "GET /mail/undelivered": "404 404 404 404 404",
    "POST /mail/undelivered": "404 404 404 404 404",
    "POST /mail/undelivered/{number}": "404 404 404 404 404",
    "GET /mail/off": "404 404 404 404 404",  # the link is not one of ours
    "POST /mail/off": "404 404 404 404 404",
    "GET /account/data": "200 200 200 200 200",
    "GET /account/data/examformer.zip": "200 200 200 200 200",
    "POST /account/data/imports": "422 422 422 422 422",  # without a file
    "GET /account/data/imports/{name}": "404 404 404 404 404",
    "POST /account/data/imports/{name}": "404 404 404 404 404",
    "POST /account/data/deletion": "422 422 422 422 422",  # without a word or a password
    "GET /account/data/deletion": "200 200 200 200 200",
    "GET /link/{token}": "200 200 200 200 200",
    "POST /link/{token}": "303 303 303 303 303",
    "GET /author": "403 403 403 200 200",
    "POST /author": "403 403 403 303 303",
    "POST /author/copies": "403 403 403 303 303",
    "GET /author/imports": "403 403 403 200 200",
    "POST /author/imports": "403 403 403 422 422",  # without a file
    "GET /author/checks": "403 403 403 200 200",
    "POST /author/checks": "403 403 403 303 303",  # with nothing chosen
    "POST /author/checks/stop": "403 403 403 303 303",
    "POST /author/checks/publish": "403 403 403 303 303",  # with nothing chosen
    "GET /author/questions.zip": "403 403 403 200 200",
    "GET /author/exports": "403 403 403 200 200",
    "GET /author/exports/file": "403 403 403 303 303",  # with nothing chosen
    "GET /author/{draft}": "403 403 403 200 404",
    "GET /author/{draft}/question.toml": "403 403 403 200 404",
    "GET /author/{draft}/question.zip": "403 403 403 200 404",
    "GET /author/{draft}/moodle.xml": "403 403 403 200 404",
    "GET /author/{draft}/cards.apkg": "403 403 403 200 404",
    "POST /author/{draft}/archive": "403 403 403 303 404",
    "POST /author/{draft}/restore": "403 403 403 303 404",
    "POST /author/{draft}": "403 403 403 303 404",
    "POST /author/{draft}/preview": "403 403 403 200 404",
    "POST /author/{draft}/attachments": "403 403 403 200 404",  # without a file it is a preview
    "POST /author/{draft}/tests": "403 403 403 303 404",
    "POST /author/{draft}/check": "403 403 403 303 404",
    "POST /author/{draft}/cancel": "403 403 403 303 404",
    "POST /author/{draft}/publish": "403 403 403 409 404",
    "POST /author/{draft}/audience/{audience}": "403 403 403 303 404",
    "GET /author/{draft}/lookalikes": "403 403 403 200 404",
    "GET /author/{draft}/versions": "403 403 403 200 404",
    "POST /author/{draft}/versions": "403 403 403 303 404",
    "GET /author/{draft}/analytics": "403 403 403 200 404",
    "POST /author/{draft}/analytics": "403 403 403 409 404",
    "GET /author/{draft}/regrade": "403 403 403 200 404",
    "POST /author/{draft}/regrade": "403 403 403 422 404",
    "GET /monitoring": "403 403 403 403 200",
    "GET /people": "403 403 403 403 200",
    "POST /people/{person}/role": "403 403 403 403 303",
    "POST /people/{person}/accommodation": "403 403 403 403 303",
    "POST /people/{person}/sessions": "403 403 403 403 303",
    "POST /people/{person}/link": "403 403 403 403 200",
    # The course is none of theirs; who is in it, and who is in another one, stand in the next table.
    # Platforms: what they send is checked in tests/app/lti; here they send nothing.
    "GET /lti/keys": "200 200 200 200 200",
    "GET /lti/configuration.json": "200 200 200 200 200",
    "GET /lti/login": "400 400 400 400 400",
    "POST /lti/login": "400 400 400 400 400",
    "POST /lti/launch": "400 400 400 400 400",
    "POST /lti/enter": "400 400 400 400 400",
    "GET /lti/entry": "400 400 400 400 400",
    "POST /lti/entry/here": "400 400 400 400 400",
    "POST /lti/entry/sign-in": "400 400 400 400 400",
    "POST /lti/entry/sign-up": "400 400 400 400 400",
    "POST /lti/entry/course": "400 400 400 400 400",
    "POST /lti/openers/{number}/end": "403 403 409 409 409",  # they have no password
    "GET /lti/connected": "200 200 200 200 200",
    "GET /lti/platforms": "403 403 403 403 200",
    "POST /lti/platforms": "403 403 403 403 422",
    "POST /lti/platforms/keys": "403 403 403 403 303",
    "GET /lti/platforms/{number}": "403 403 403 403 404",
    "POST /lti/platforms/{number}": "403 403 403 403 404",
    "POST /lti/platforms/{number}/remove": "403 403 403 403 303",
    "POST /lti/platforms/invitation": "403 403 403 403 200",
    "GET /lti/register/{invitation}": "404 404 404 404 404",  # there is no such invitation
    "POST /lti/register/{invitation}": "404 404 404 404 404",
    "POST /lti/pick": "400 400 400 400 400",
    "POST /lti/pick/search": "400 400 400 400 400",
    "POST /lti/pick/answer": "400 400 400 400 400",
    "GET /courses/{course}/platforms": "403 403 403 404 404",
    "POST /courses/{course}/platforms/{number}/send": "403 403 403 404 404",
    "POST /courses/{course}/platforms/{number}/roster": "403 403 403 404 404",
    "POST /courses/{course}/platforms/{number}/disconnect": "403 403 403 404 404",
    "GET /courses": "200 200 200 200 200",
    "POST /courses": "403 403 403 422 422",
    "GET /courses/{course}": "403 403 404 404 404",
    "POST /courses/{course}/leave": "403 403 404 404 404",
    "POST /courses/{course}/number": "403 403 404 404 404",
    "POST /courses/{course}/archive": "403 403 403 404 404",
    "POST /courses/{course}/restore": "403 403 403 404 404",
    "POST /courses/{course}/title": "403 403 403 404 404",
    "POST /courses/{course}/code": "403 403 403 404 404",
    "POST /courses/{course}/staff": "403 403 403 404 404",
    "POST /courses/{course}/take-over": "403 403 403 403 303",
    "POST /courses/{course}/members/{member}/owner": "403 403 403 404 404",
    "POST /courses/{course}/members/{member}/remove": "403 403 403 404 404",
    "POST /courses/{course}/members/{member}/accommodation": "403 403 403 404 404",
    "GET /courses/{course}/roster": "403 403 403 404 404",
    "GET /courses/{course}/roster.csv": "403 403 403 404 404",
    "POST /courses/{course}/roster/preview": "403 403 403 404 404",
    "POST /courses/{course}/roster/import": "403 403 403 404 404",
    "POST /courses/{course}/roster/undo/{number}": "403 403 403 404 404",
    "POST /courses/{course}/roster/match": "403 403 403 404 404",
    "GET /courses/{course}/roster/{entry}": "403 403 403 404 404",
    "POST /courses/{course}/roster/{entry}": "403 403 403 404 404",
    "POST /courses/{course}/roster/{entry}/match": "403 403 403 404 404",
    "POST /courses/{course}/roster/{entry}/part": "403 403 403 404 404",
    "POST /courses/{course}/roster/{entry}/withdraw": "403 403 403 404 404",
    "POST /courses/{course}/roster/{entry}/take-back": "403 403 403 404 404",
    "POST /courses/{course}/roster/{entry}/remove": "403 403 403 404 404",
    "POST /courses/{course}/exams": "403 403 403 404 404",
    "GET /courses/{course}/exams/{exam}": "403 403 404 404 404",
    "POST /courses/{course}/exams/{exam}": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/check": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/rules": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/publish": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/composer": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/composer/check": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/withdraw": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/release": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/archive": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/remove": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/try": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/begin": "403 403 404 404 404",
    "GET /courses/{course}/exams/{exam}/papers": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/papers": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/papers/prints": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/papers/prints/cancel": "403 403 403 404 404",
    "GET /courses/{course}/exams/{exam}/papers/prints/{what}.pdf": "403 403 403 404 404",
    "GET /courses/{course}/exams/{exam}/papers/{form}": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/papers/{form}": "403 403 403 404 404",
    "GET /courses/{course}/exams/{exam}/papers/{form}/{what}.pdf": "403 403 403 404 404",
    "GET /courses/{course}/exams/{exam}/papers/{form}/questions/{place}": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/papers/{form}/questions/{place}": "403 403 403 404 404",
    "GET /courses/{course}/exams/{exam}/results": "403 403 404 404 404",
    "GET /courses/{course}/exams/{exam}/results.csv": "403 403 404 404 404",
    "GET /courses/{course}/exams/{exam}/results/{number}": "403 403 404 404 404",
    "GET /courses/{course}/exams/{exam}/results/questions/{question}": "403 403 404 404 404",
    "GET /courses/{course}/exams/{exam}/results/questions/{question}/full-points": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/results/questions/{question}/full-points": "403 403 403 404 404",
    "GET /courses/{course}/exams/{exam}/live": "403 403 404 404 404",
    "POST /courses/{course}/exams/{exam}/live/message": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/live/minutes": "403 403 403 404 404",
    "GET /courses/{course}/exams/{exam}/live/{number}/history": "403 403 404 404 404",
    "POST /courses/{course}/exams/{exam}/live/{number}/minutes": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/live/{number}/end": "403 403 403 404 404",
    "GET /courses/{course}/exams/{exam}/supervision": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/supervision": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/supervision/settings": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/supervision/assigned": "403 403 403 404 404",
    "GET /courses/{course}/exams/{exam}/supervision/codes": "403 403 404 404 404",
    "GET /courses/{course}/exams/{exam}/live/people/{person}": "403 403 404 404 404",
    "POST /courses/{course}/exams/{exam}/live/people/{person}": "403 403 404 404 404",
    "GET /courses/{course}/exams/{exam}/exam.seb": "403 403 404 404 404",
    "GET /courses/{course}/exams/{exam}/leave": "403 403 200 200 200",
    "GET /courses/{course}/announcements/new": "403 403 403 404 404",
    "POST /courses/{course}/announcements": "403 403 403 404 404",
    "GET /courses/{course}/announcements/{number}": "403 403 403 404 404",
    "POST /courses/{course}/announcements/{number}": "403 403 403 404 404",
    "POST /courses/{course}/announcements/{number}/remove": "403 403 403 404 404",
    "POST /courses/{course}/assignments": "403 403 403 404 404",
    "GET /courses/{course}/assignments/{assignment}": "403 403 404 404 404",
    "GET /courses/{course}/assignments/{assignment}/settings": "403 403 403 404 404",
    "POST /courses/{course}/assignments/{assignment}/settings": "403 403 403 404 404",
    "POST /courses/{course}/assignments/{assignment}/publish": "403 403 403 404 404",
    "POST /courses/{course}/assignments/{assignment}/release": "403 403 403 404 404",
    "POST /courses/{course}/assignments/{assignment}/remove": "403 403 403 404 404",
    "POST /courses/{course}/assignments/{assignment}/questions": "403 403 403 404 404",
    "POST /courses/{course}/assignments/{assignment}/questions/{question}": "403 403 403 404 404",
    "POST /courses/{course}/assignments/{assignment}/extensions": "403 403 403 404 404",
    "POST /courses/{course}/assignments/{assignment}/begin/{question}": "403 403 404 404 404",
    "GET /courses/{course}/weights": "403 403 403 404 404",
    "POST /courses/{course}/weights": "403 403 403 404 404",
    "GET /courses/{course}/webhooks": "403 403 403 404 404",
    "POST /courses/{course}/webhooks": "403 403 403 404 404",
    "POST /courses/{course}/webhooks/{number}": "403 403 403 404 404",
    "GET /courses/{course}/scale": "403 403 403 404 404",
    "POST /courses/{course}/scale": "403 403 403 404 404",
    "POST /courses/{course}/scale/preset": "403 403 403 404 404",
    "POST /courses/{course}/scale/remove": "403 403 403 404 404",
    "GET /courses/{course}/sections": "403 403 404 404 404",
    "GET /courses/{course}/gradebook": "403 403 404 404 404",
    "GET /courses/{course}/gradebook.csv": "403 403 404 404 404",
    "GET /courses/{course}/gradebook.xlsx": "403 403 404 404 404",
    "GET /courses/{course}/gradebook/{entry}": "403 403 403 404 404",
    "POST /courses/{course}/gradebook/{entry}": "403 403 403 404 404",
    "POST /courses/{course}/gradebook/{entry}/{assignment}": "403 403 403 404 404",
    "GET /courses/{course}/calendar.ics": "403 403 404 404 404",
    "POST /courses/{course}/copy": "403 403 403 404 404",
    "GET /courses/{course}/map": "403 403 403 404 404",
    "POST /courses/{course}/map": "403 403 403 404 404",
    "GET /courses/{course}/analytics": "403 403 404 404 404",
    "GET /courses/{course}/analytics.csv": "403 403 404 404 404",
    "GET /courses/{course}/analytics/{question}": "403 403 404 404 404",
    "GET /courses/{course}/members/{member}": "403 403 404 404 404",
    "GET /courses/{course}/sheets/{name}": "403 403 404 404 404",
    "POST /courses/{course}/sheets/{name}/{part}": "403 403 404 404 404",
    "GET /courses/{course}/grading": "403 403 404 404 404",
    "POST /courses/{course}/grading/answers/{response}": "403 403 404 404 404",
    "POST /courses/{course}/grading/names": "403 403 403 404 404",
    "POST /courses/{course}/grading/alone": "403 403 404 404 404",
    "POST /courses/{course}/grading/reports/{report}": "403 403 404 404 404",
    "GET /courses/{course}/grading/comments": "403 403 404 404 404",
    "GET /courses/{course}/grading/comments/{comment}": "403 403 404 404 404",
    "POST /courses/{course}/grading/comments/{comment}": "403 403 404 404 404",
    "POST /courses/{course}/grading/comments/{comment}/retire": "403 403 404 404 404",
    "POST /courses/{course}/grading/comments/{comment}/delete": "403 403 404 404 404",
    "GET /courses/{course}/similarity": "403 403 404 404 404",
    "GET /courses/{course}/similarity/{work}/{question}": "403 403 404 404 404",
    "GET /courses/{course}/similarity/{work}/{question}/pairs/{pair}": "403 403 404 404 404",
    "POST /courses/{course}/similarity/{work}/{question}": "403 403 404 404 404",
    "POST /courses/{course}/similarity/{work}/{question}/cancel": "403 403 404 404 404",
    "GET /join": "303 303 303 303 303",
    "GET /join/{code}": "200 200 200 200 200",
    "POST /join/{code}": "403 403 303 303 303",
    "POST /join/{code}/sign-in": "422 422 422 422 422",
    "POST /join/{code}/sign-up": "422 422 422 422 422",
    # No cookie opens these; tests/app/api/test_api.py asks them with tokens.
    "GET /api/v1/openapi.json": "200 200 200 200 200",
    "GET /api/v1/me": "401 401 401 401 401",
    "GET /api/v1/questions": "401 401 401 401 401",
    "GET /api/v1/questions/{question}": "401 401 401 401 401",
    "POST /api/v1/questions/{question}/variants": "401 401 401 401 401",
    "POST /api/v1/marks": "401 401 401 401 401",
    "GET /api/v1/courses": "401 401 401 401 401",
    "GET /api/v1/courses/{course}": "401 401 401 401 401",
    "GET /api/v1/courses/{course}/grades": "401 401 401 401 401",
    "POST /api/v1/courses": "401 401 401 401 401",
    "PATCH /api/v1/courses/{course}": "401 401 401 401 401",
    "POST /api/v1/courses/{course}/copy": "401 401 401 401 401",
    "POST /api/v1/courses/{course}/archive": "401 401 401 401 401",
    "POST /api/v1/courses/{course}/restore": "401 401 401 401 401",
    "GET /api/v1/courses/{course}/webhooks": "401 401 401 401 401",
    "POST /api/v1/courses/{course}/webhooks": "401 401 401 401 401",
    "PUT /api/v1/courses/{course}/webhooks/{number}": "401 401 401 401 401",
    "POST /api/v1/courses/{course}/webhooks/{number}/ping": "401 401 401 401 401",
    "DELETE /api/v1/courses/{course}/webhooks/{number}": "401 401 401 401 401",
    "POST /api/v1/courses/{course}/roster/{entry}/match": "401 401 401 401 401",
    "PUT /api/v1/courses/{course}/students/{student}/accommodation": "401 401 401 401 401",
    "POST /api/v1/courses/{course}/code": "401 401 401 401 401",
    "GET /api/v1/courses/{course}/staff": "401 401 401 401 401",
    "POST /api/v1/courses/{course}/staff": "401 401 401 401 401",
    "DELETE /api/v1/courses/{course}/staff/{member}": "401 401 401 401 401",
    "GET /api/v1/courses/{course}/roster": "401 401 401 401 401",
    "POST /api/v1/courses/{course}/roster/preview": "401 401 401 401 401",
    "POST /api/v1/courses/{course}/roster": "401 401 401 401 401",
    "GET /api/v1/courses/{course}/roster/{entry}": "401 401 401 401 401",
    "PUT /api/v1/courses/{course}/roster/{entry}": "401 401 401 401 401",
    "POST /api/v1/courses/{course}/roster/{entry}/withdraw": "401 401 401 401 401",
    "POST /api/v1/courses/{course}/roster/{entry}/take-back": "401 401 401 401 401",
    "POST /api/v1/courses/{course}/assignments": "401 401 401 401 401",
    "GET /api/v1/courses/{course}/assignments/{assignment}": "401 401 401 401 401",
    "PUT /api/v1/courses/{course}/assignments/{assignment}": "401 401 401 401 401",
    "POST /api/v1/courses/{course}/assignments/{assignment}/release": "401 401 401 401 401",
    "PUT /api/v1/courses/{course}/assignments/{assignment}/extensions/{student}": "401 401 401 401 401",
    "POST /api/v1/courses/{course}/assignments/{assignment}/extensions": "401 401 401 401 401",
    "DELETE /api/v1/courses/{course}/assignments/{assignment}/extensions/{student}": "401 401 401 401 401",
    "GET /api/v1/courses/{course}/weights": "401 401 401 401 401",
    "PUT /api/v1/courses/{course}/weights": "401 401 401 401 401",
    "GET /api/v1/courses/{course}/scale": "401 401 401 401 401",
    "POST /api/v1/courses/{course}/scale/preset": "401 401 401 401 401",
    "POST /api/v1/courses/{course}/set-grades": "401 401 401 401 401",
    "PUT /api/v1/courses/{course}/scale": "401 401 401 401 401",
    "POST /api/v1/courses/{course}/set-marks": "401 401 401 401 401",
    "DELETE /api/v1/courses/{course}/assignments/{assignment}": "401 401 401 401 401",
    "GET /api/v1/courses/{course}/exams": "401 401 401 401 401",
    "POST /api/v1/courses/{course}/exams": "401 401 401 401 401",
    "GET /api/v1/courses/{course}/exams/{exam}": "401 401 401 401 401",
    "PUT /api/v1/courses/{course}/exams/{exam}": "401 401 401 401 401",
    "POST /api/v1/courses/{course}/exams/{exam}/check": "401 401 401 401 401",
    "POST /api/v1/courses/{course}/exams/{exam}/publish": "401 401 401 401 401",
    "POST /api/v1/courses/{course}/exams/{exam}/take-back": "401 401 401 401 401",
    "POST /api/v1/courses/{course}/exams/{exam}/release": "401 401 401 401 401",
    "POST /api/v1/courses/{course}/exams/{exam}/archive": "401 401 401 401 401",
    "POST /api/v1/courses/{course}/exams/{exam}/restore": "401 401 401 401 401",
    "DELETE /api/v1/courses/{course}/exams/{exam}": "401 401 401 401 401",
    "GET /api/v1/drafts": "401 401 401 401 401",
    "POST /api/v1/drafts": "401 401 401 401 401",
    "GET /api/v1/drafts/{draft}": "401 401 401 401 401",
    "PUT /api/v1/drafts/{draft}": "401 401 401 401 401",
    "POST /api/v1/drafts/{draft}/check": "401 401 401 401 401",
    "POST /api/v1/drafts/{draft}/publish": "401 401 401 401 401",
    "PUT /api/v1/drafts/{draft}/audience": "401 401 401 401 401",
    "POST /api/v1/drafts/{draft}/archive": "401 401 401 401 401",
    "POST /api/v1/drafts/{draft}/restore": "401 401 401 401 401",
}
# No session opens anything there; nothing is sent that any of them believes.
FROM_ELSEWHERE = {"POST /lti/login": 400, "POST /lti/launch": 400, "POST /mail/off": 404}
IN_COURSES = ("its instructor", "its student", "another's instructor", "another's student")
# Asked of one course, the last first: whoever may do nothing comes before something is done. The sheet, the answer
# that waits and the report are its student's; its only instructor cannot leave it.
ANSWERS_IN_COURSES = {
    "GET /courses/{course}": "200 200 404 404",
    "GET /courses/{course}/assignments/{assignment}": "200 200 404 404",
    "GET /courses/{course}/sections": "200 404 404 404",
    "GET /courses/{course}/gradebook": "200 200 404 404",
    "GET /api/v1/courses/{course}": "401 401 401 401",  # no cookie opens it
    "GET /api/v1/courses/{course}/grades": "401 401 401 401",
    "PATCH /api/v1/courses/{course}": "401 401 401 401",
    "POST /api/v1/courses/{course}/copy": "401 401 401 401",
    "POST /api/v1/courses/{course}/archive": "401 401 401 401",
    "POST /api/v1/courses/{course}/restore": "401 401 401 401",
    "GET /api/v1/courses/{course}/webhooks": "401 401 401 401",
    "POST /api/v1/courses/{course}/webhooks": "401 401 401 401",
    "PUT /api/v1/courses/{course}/webhooks/{number}": "401 401 401 401",
    "POST /api/v1/courses/{course}/webhooks/{number}/ping": "401 401 401 401",
    "DELETE /api/v1/courses/{course}/webhooks/{number}": "401 401 401 401",
    "POST /api/v1/courses/{course}/roster/{entry}/match": "401 401 401 401",
    "PUT /api/v1/courses/{course}/students/{student}/accommodation": "401 401 401 401",
    "POST /api/v1/courses/{course}/code": "401 401 401 401",
    "GET /api/v1/courses/{course}/staff": "401 401 401 401",
    "POST /api/v1/courses/{course}/staff": "401 401 401 401",
    "DELETE /api/v1/courses/{course}/staff/{member}": "401 401 401 401",
    "GET /api/v1/courses/{course}/roster": "401 401 401 401",
    "POST /api/v1/courses/{course}/roster/preview": "401 401 401 401",
    "POST /api/v1/courses/{course}/roster": "401 401 401 401",
    "GET /api/v1/courses/{course}/roster/{entry}": "401 401 401 401",
    "PUT /api/v1/courses/{course}/roster/{entry}": "401 401 401 401",
    "POST /api/v1/courses/{course}/roster/{entry}/withdraw": "401 401 401 401",
    "POST /api/v1/courses/{course}/roster/{entry}/take-back": "401 401 401 401",
    "POST /api/v1/courses/{course}/assignments": "401 401 401 401",
    "GET /api/v1/courses/{course}/assignments/{assignment}": "401 401 401 401",
    "PUT /api/v1/courses/{course}/assignments/{assignment}": "401 401 401 401",
    "POST /api/v1/courses/{course}/assignments/{assignment}/release": "401 401 401 401",
    "PUT /api/v1/courses/{course}/assignments/{assignment}/extensions/{student}": "401 401 401 401",
    "POST /api/v1/courses/{course}/assignments/{assignment}/extensions": "401 401 401 401",
    "DELETE /api/v1/courses/{course}/assignments/{assignment}/extensions/{student}": "401 401 401 401",
    "GET /api/v1/courses/{course}/weights": "401 401 401 401",
    "PUT /api/v1/courses/{course}/weights": "401 401 401 401",
    "GET /api/v1/courses/{course}/scale": "401 401 401 401",
    "POST /api/v1/courses/{course}/scale/preset": "401 401 401 401",
    "POST /api/v1/courses/{course}/set-grades": "401 401 401 401",
    "PUT /api/v1/courses/{course}/scale": "401 401 401 401",
    "POST /api/v1/courses/{course}/set-marks": "401 401 401 401",
    "DELETE /api/v1/courses/{course}/assignments/{assignment}": "401 401 401 401",
    "GET /api/v1/courses/{course}/exams": "401 401 401 401",
    "POST /api/v1/courses/{course}/exams": "401 401 401 401",
    "GET /api/v1/courses/{course}/exams/{exam}": "401 401 401 401",
    "PUT /api/v1/courses/{course}/exams/{exam}": "401 401 401 401",
    "POST /api/v1/courses/{course}/exams/{exam}/check": "401 401 401 401",
    "POST /api/v1/courses/{course}/exams/{exam}/publish": "401 401 401 401",
    "POST /api/v1/courses/{course}/exams/{exam}/take-back": "401 401 401 401",
    "POST /api/v1/courses/{course}/exams/{exam}/release": "401 401 401 401",
    "POST /api/v1/courses/{course}/exams/{exam}/archive": "401 401 401 401",
    "POST /api/v1/courses/{course}/exams/{exam}/restore": "401 401 401 401",
    "DELETE /api/v1/courses/{course}/exams/{exam}": "401 401 401 401",
    "GET /courses/{course}/gradebook.csv": "200 404 404 404",
    "GET /courses/{course}/gradebook.xlsx": "200 404 404 404",
    "GET /courses/{course}/gradebook/{entry}": "200 403 404 403",
    "POST /courses/{course}/gradebook/{entry}": "303 403 404 403",
    "POST /courses/{course}/gradebook/{entry}/{assignment}": "422 403 404 403",  # no reason is sent
    "GET /courses/{course}/calendar.ics": "200 200 404 404",
    "POST /courses/{course}/copy": "303 403 404 403",
    "GET /courses/{course}/map": "200 403 404 403",
    "POST /courses/{course}/map": "422 403 404 403",
    "GET /courses/{course}/analytics": "200 404 404 404",
    "GET /courses/{course}/analytics.csv": "200 404 404 404",
    "GET /courses/{course}/analytics/{question}": "200 404 404 404",
    "POST /courses/{course}/title": "303 403 404 403",
    "POST /courses/{course}/code": "303 403 404 403",
    "POST /courses/{course}/staff": "422 403 404 403",
    "POST /courses/{course}/take-over": "403 403 403 403",
    "POST /courses/{course}/members/{member}/owner": "404 403 404 403",  # a student
    "GET /courses/{course}/announcements/new": "200 403 404 403",
    "POST /courses/{course}/announcements": "422 403 404 403",  # no text is sent
    "GET /courses/{course}/announcements/{number}": "404 403 404 403",  # there is none
    "POST /courses/{course}/announcements/{number}": "404 403 404 403",
    "POST /courses/{course}/announcements/{number}/remove": "404 403 404 403",
    "POST /courses/{course}/assignments": "303 403 404 403",
    "GET /courses/{course}/assignments/{assignment}/settings": "200 403 404 403",
    "POST /courses/{course}/assignments/{assignment}/settings": "303 403 404 403",
    "POST /courses/{course}/assignments/{assignment}/publish": "303 403 404 403",
    "POST /courses/{course}/assignments/{assignment}/release": "303 403 404 403",
    "POST /courses/{course}/assignments/{assignment}/remove": "303 403 404 403",
    "POST /courses/{course}/assignments/{assignment}/questions": "303 403 404 403",
    "POST /courses/{course}/assignments/{assignment}/questions/{question}": "303 403 404 403",
    "POST /courses/{course}/assignments/{assignment}/extensions": "422 403 404 403",  # no date is sent
    "GET /courses/{course}/weights": "200 403 404 403",
    "POST /courses/{course}/weights": "303 403 404 403",
    "GET /courses/{course}/webhooks": "200 403 404 403",
    "POST /courses/{course}/webhooks": "422 403 404 403",  # no address is sent
    "POST /courses/{course}/webhooks/{number}": "404 403 404 403",  # there is none
    "GET /courses/{course}/scale": "200 403 404 403",
    "POST /courses/{course}/scale": "303 403 404 403",
    "POST /courses/{course}/scale/preset": "303 403 404 403",
    "POST /courses/{course}/scale/remove": "303 403 404 403",
    "POST /courses/{course}/assignments/{assignment}/begin/{question}": "303 303 404 404",
    "GET /courses/{course}/members/{member}": "200 404 404 404",
    "GET /courses/{course}/sheets/{name}": "200 404 404 404",
    "POST /courses/{course}/sheets/{name}/{part}": "422 404 404 404",
    "GET /courses/{course}/grading": "200 404 404 404",
    "POST /courses/{course}/grading/answers/{response}": "303 404 404 404",
    "POST /courses/{course}/grading/names": "303 403 404 403",
    "POST /courses/{course}/grading/alone": "303 404 404 404",
    "POST /courses/{course}/grading/reports/{report}": "303 404 404 404",
    "GET /courses/{course}/grading/comments": "200 404 404 404",
    "GET /courses/{course}/grading/comments/{comment}": "200 404 404 404",
    "POST /courses/{course}/grading/comments/{comment}": "409 404 404 404",  # what it was is not sent
    "POST /courses/{course}/grading/comments/{comment}/retire": "303 404 404 404",
    "POST /courses/{course}/grading/comments/{comment}/delete": "303 404 404 404",
    "GET /courses/{course}/similarity": "200 404 404 404",
    "GET /courses/{course}/similarity/{work}/{question}": "200 404 404 404",
    "GET /courses/{course}/similarity/{work}/{question}/pairs/{pair}": "200 404 404 404",
    "POST /courses/{course}/similarity/{work}/{question}": "303 404 404 404",
    "POST /courses/{course}/similarity/{work}/{question}/cancel": "303 404 404 404",
    "POST /courses/{course}/members/{member}/accommodation": "303 403 404 403",
    "GET /courses/{course}/roster": "200 403 404 403",
    "GET /courses/{course}/roster.csv": "200 403 404 403",
    "POST /courses/{course}/roster/preview": "200 403 404 403",
    "POST /courses/{course}/roster/import": "200 403 404 403",  # a list that was not looked at is shown
    "POST /courses/{course}/roster/undo/{number}": "200 403 404 403",
    "POST /courses/{course}/roster/match": "303 403 404 403",
    "GET /courses/{course}/roster/{entry}": "200 403 404 403",
    "POST /courses/{course}/roster/{entry}": "422 403 404 403",  # neither an e-mail nor a number is sent
    "POST /courses/{course}/roster/{entry}/match": "303 403 404 403",
    "POST /courses/{course}/roster/{entry}/part": "404 403 404 403",  # nobody has joined as this student
    "POST /courses/{course}/roster/{entry}/withdraw": "303 403 404 403",
    "POST /courses/{course}/roster/{entry}/take-back": "404 403 404 403",  # the student is there
    "POST /courses/{course}/roster/{entry}/remove": "303 403 404 403",
    "POST /courses/{course}/exams": "303 403 404 403",
    "GET /courses/{course}/exams/{exam}": "200 200 404 404",
    "POST /courses/{course}/exams/{exam}": "409 403 404 403",  # it is published
    "POST /courses/{course}/exams/{exam}/check": "200 403 404 403",
    "POST /courses/{course}/exams/{exam}/rules": "303 403 404 403",
    "POST /courses/{course}/exams/{exam}/publish": "303 403 404 403",
    "POST /courses/{course}/exams/{exam}/composer": "409 403 404 403",  # it is published
    "POST /courses/{course}/exams/{exam}/composer/check": "200 403 404 403",
    "POST /courses/{course}/exams/{exam}/withdraw": "409 403 404 403",  # a student sits it
    "POST /courses/{course}/exams/{exam}/release": "303 403 404 403",
    "POST /courses/{course}/exams/{exam}/archive": "303 403 404 403",
    "POST /courses/{course}/exams/{exam}/remove": "409 403 404 403",
    "POST /courses/{course}/exams/{exam}/try": "303 403 404 403",
    "POST /courses/{course}/exams/{exam}/begin": "303 303 404 404",
    "GET /courses/{course}/exams/{exam}/papers": "200 403 404 403",
    "POST /courses/{course}/exams/{exam}/papers": "303 403 404 403",
    "POST /courses/{course}/exams/{exam}/papers/prints": "303 403 404 403",
    "POST /courses/{course}/exams/{exam}/papers/prints/cancel": "303 403 404 403",
    "GET /courses/{course}/exams/{exam}/papers/prints/{what}.pdf": "404 403 404 403",  # it is not made
    "GET /courses/{course}/exams/{exam}/papers/{form}": "200 403 404 403",
    "POST /courses/{course}/exams/{exam}/papers/{form}": "303 403 404 403",
    "GET /courses/{course}/exams/{exam}/papers/{form}/{what}.pdf": "200 403 404 403",
    "GET /courses/{course}/exams/{exam}/papers/{form}/questions/{place}": "200 403 404 403",
    "POST /courses/{course}/exams/{exam}/papers/{form}/questions/{place}": "303 403 404 403",
    "GET /courses/{course}/exams/{exam}/results": "200 404 404 404",
    "GET /courses/{course}/exams/{exam}/results.csv": "200 404 404 404",
    "GET /courses/{course}/exams/{exam}/results/{number}": "404 404 404 404",  # it runs
    "GET /courses/{course}/exams/{exam}/results/questions/{question}": "404 404 404 404",  # nobody ended
    "GET /courses/{course}/exams/{exam}/results/questions/{question}/full-points": "404 403 404 403",  # nobody ended
    "POST /courses/{course}/exams/{exam}/results/questions/{question}/full-points": "404 403 404 403",
    "GET /courses/{course}/exams/{exam}/live": "200 404 404 404",
    "POST /courses/{course}/exams/{exam}/live/message": "303 403 404 403",
    "POST /courses/{course}/exams/{exam}/live/minutes": "303 403 404 403",
    "GET /courses/{course}/exams/{exam}/live/{number}/history": "200 404 404 404",
    "POST /courses/{course}/exams/{exam}/live/{number}/minutes": "303 403 404 403",
    "POST /courses/{course}/exams/{exam}/live/{number}/end": "303 403 404 403",
    "GET /courses/{course}/exams/{exam}/supervision": "200 403 404 403",
    "POST /courses/{course}/exams/{exam}/supervision": "303 403 404 403",
    "POST /courses/{course}/exams/{exam}/supervision/settings": "422 403 404 403",
    "POST /courses/{course}/exams/{exam}/supervision/assigned": "303 403 404 403",
    "GET /courses/{course}/exams/{exam}/supervision/codes": "200 404 404 404",
    "GET /courses/{course}/exams/{exam}/live/people/{person}": "404 404 404 404",
    "POST /courses/{course}/exams/{exam}/live/people/{person}": "404 404 404 404",
    "GET /courses/{course}/exams/{exam}/exam.seb": "404 404 404 404",
    "GET /courses/{course}/exams/{exam}/leave": "200 200 200 200",
    "POST /courses/{course}/members/{member}/remove": "404 403 404 403",  # a student, whom the roster withdraws
    "GET /courses/{course}/platforms": "200 403 404 403",
    "POST /courses/{course}/platforms/{number}/send": "404 403 404 403",  # it is connected with none
    "POST /courses/{course}/platforms/{number}/roster": "404 403 404 403",
    "POST /courses/{course}/platforms/{number}/disconnect": "404 403 404 403",
    "POST /courses/{course}/number": "303 303 404 404",
    "POST /courses/{course}/leave": "409 303 404 404",
    "POST /courses/{course}/archive": "303 403 404 403",
    "POST /courses/{course}/restore": "303 403 404 403",
}
READING = [route for route in ANSWERS if route.startswith("GET")]
SENDING = [route for route in ANSWERS if route.startswith("POST") and "/api/" not in route]  # by a browser


@pytest.fixture(scope="module")
def still(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Campus]:
    """One for all tests in which nothing may be written."""
    app = patient_site(migrated_file, tmp_path_factory.mktemp("still"))
    campus = Campus(app)
    assert campus.in_course  # made now, so that the others find it, too
    assert campus.roles
    yield campus
    app.state.database.close()


@pytest.fixture(scope="module")
def as_it_was(still: Campus) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:")) as kept, closing(still.file()) as file:
        file.backup(kept)
        yield kept


@pytest.fixture
def campus(still: Campus, as_it_was: sqlite3.Connection) -> Iterator[Campus]:
    """The same to write to, which nobody has knocked at: afterwards it is as it was."""
    still.app.state.rate_limiter = RateLimiter(still.app.state.settings, still.app.state.database)
    yield still
    with closing(still.file()) as file:
        as_it_was.backup(file)


def test_every_route_stands_in_the_table(app: FastAPI) -> None:
    pages = [route for route in app.routes if not isinstance(route, Mount)]
    found = {f"{method} {one.path}" for one in iter_route_contexts(pages) for method in one.methods or ()}
    assert found == set(ANSWERS)
    assert [route.path for route in app.routes if isinstance(route, Mount)] == ["/static"]


@pytest.mark.long("every page there is, for every role")
def test_each_role_reads_what_the_table_says_and_nothing_is_written_or_left_in_a_browser(
    still: Campus,
) -> None:
    browsers = {who: still.browser(who) for who in WHO}
    addresses = {route: still.address(route) for route in READING}
    before = still.rows()
    pages: list[tuple[str, str, Page]] = []

    def is_answered(route: str) -> None:
        asked = {who: still.ask(browsers[who], route, addresses[route]) for who in WHO}
        assert {who: page.status for who, page in asked.items()} == expected(route)
        pages.extend((who, route, asked[who]) for who in SIGNED_IN if is_page(asked[who]))

    every(READING, is_answered)
    assert still.rows() == before
    assert len(pages) > 100
    assert not [(who, route) for who, route, page in pages if is_stored(page)]


@pytest.mark.parametrize("route", [route for route in ANSWERS if route not in READING])
def test_each_role_is_answered_as_the_table_says(campus: Campus, route: str) -> None:
    asked = {who: campus.ask(campus.browser(who), route, campus.address(route)) for who in WHO}
    assert {who: page.status for who, page in asked.items()} == expected(route)


def expected(route: str) -> dict[str, int]:
    return dict(zip(WHO, map(int, ANSWERS[route].split()), strict=True))


def is_page(answer: Page) -> bool:
    return answer.headers.get("content-type", "").startswith("text/html")


def is_stored(page: Page) -> bool:
    """True for a page that a browser keeps for whoever sits at it next."""
    return "no-store" not in page.headers.get("cache-control", "")


def test_every_route_within_a_course_stands_in_its_table() -> None:
    assert set(ANSWERS_IN_COURSES) == {route for route in ANSWERS if "{course}" in route}


@pytest.mark.parametrize("route", ANSWERS_IN_COURSES)
def test_a_course_answers_its_own_people_alone(campus: Campus, route: str) -> None:
    table = dict(zip(IN_COURSES, map(int, ANSWERS_IN_COURSES[route].split()), strict=True))
    nlp, other = campus.nlp, campus.other
    people = (nlp.instructor, nlp.student, other.instructor, other.student)
    asked = {
        who: campus.ask(one.learner, route, campus.address(route))
        for who, one in reversed(list(zip(IN_COURSES, people, strict=True)))
    }
    assert {who: page.status for who, page in asked.items()} == table
    assert not any(is_page(page) and is_stored(page) for page in asked.values())


def test_what_another_site_sends_is_carried_out_for_nobody(still: Campus) -> None:
    browsers = [still.browser(who) for who in WHO]
    for browser in browsers:
        browser.client.headers["Sec-Fetch-Site"] = "cross-site"
    addresses = {route: still.address(route) for route in SENDING}
    before = still.rows()

    def is_refused(route: str) -> None:
        for browser in browsers:
            page = still.ask(browser, route, addresses[route])
            assert page.status == FROM_ELSEWHERE.get(route, 403)
            assert ("did not come from a page of Examformer" in page.text) == (route not in FROM_ELSEWHERE)

    every(SENDING, is_refused)
    assert still.rows() == before


# The role that a page asks for


@pytest.mark.parametrize("needed", list(Role))
@pytest.mark.parametrize("has", list(Role))
def test_a_role_may_what_the_roles_before_it_may(needed: Role, has: Role) -> None:
    person = Person(1, has, "ada@school.example", "Ada")
    order = ["guest", "student", "instructor", "administrator"]
    if order.index(has) >= order.index(needed):
        require(needed, person)
    else:
        with pytest.raises(RoleNeeded) as refused:
            require(needed, person)
        assert (refused.value.role, refused.value.person) == (needed, person)


def test_nobody_may_what_a_guest_may_and_no_more() -> None:
    require(Role.GUEST, NOBODY)
    with pytest.raises(RoleNeeded):
        require(Role.STUDENT, NOBODY)


@pytest.mark.parametrize(
    ("who", "said"),
    [
        ("nobody", "You are not signed in."),
        ("guest", "You are not signed in."),
        ("student", "This page is for instructors."),
        ("instructor", ""),
        ("administrator", ""),
    ],
)
def test_a_page_for_instructors_tells_the_others_for_whom_it_is(app: FastAPI, who: str, said: str) -> None:
    campus = Campus(app)

    def teach(context: InstructorContext) -> str:
        return context.person.role

    app.get("/teach")(teach)
    page = campus.browser(who).get("/teach")
    assert page.status == (403 if said else 200)
    assert said in page.text
    assert ("/account" in page.links) == bool(said)
