"""The room's registration with the application."""

import re

from fastapi import Request

from app.attachments.cleaning.image import TOO_LARGE
from app.authoring import errors
from app.authoring.proofs.proof import MANY, PROOF
from app.authoring.routes import checks, editor, exports, files, guide, lookalikes, question_list, versions
from app.identity.permissions import person
from app.identity.store.people import Role
from app.web.body_limits import KIB, Larger
from app.web.room import Room


def _is_instructor(request: Request) -> bool:
    return person(request).role.may(Role.INSTRUCTOR)


# The editor of a question, whose 60,000 letters may take twelve bytes each in a form, once in its text and once in its
# fields, with an image of 1 MB beside them; and an import with as many attachments as a person may have.
EDITOR = r"/author/(?!(?:checks|copies|imports)(?:/|$))[^/]+(/(preview|tests|check|cancel|publish))?"
ATTACHMENTS = r"/author/(?!(?:checks|copies|imports)/)[^/]+/attachments"
ROOM = Room(
    # Files first: their addresses would match those of single questions.
    routers=(
        files.router,
        exports.router,
        checks.router,
        question_list.router,
        editor.router,
        versions.router,
        lookalikes.router,
        guide.router,
    ),
    errors=errors.PAGES,
    jobs=(PROOF, MANY),
    larger_bodies=(
        Larger(re.compile(EDITOR), 1536 * KIB, _is_instructor),
        Larger(re.compile(ATTACHMENTS), 2560 * KIB, _is_instructor, TOO_LARGE),
        Larger(re.compile(r"/author/imports"), 60 * 1024 * KIB, _is_instructor),
    ),
)
