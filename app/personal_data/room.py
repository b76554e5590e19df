"""The room's registration with the application."""

import re

from app.personal_data import errors
from app.personal_data.expiry import forget_expired
from app.personal_data.imports import IMPORT
from app.personal_data.routes import imports, your_data
from app.web.body_limits import KIB, Larger
from app.web.room import Room

MOST_SENT = 32 * 1024 * KIB
ROOM = Room(
    routers=(your_data.router, imports.router),
    errors=errors.PAGES,
    jobs=(IMPORT,),
    housekeeping=(forget_expired,),
    # From anybody: an import is what a newcomer to an empty installation begins with. Its one part is a file, which the
    # parser passes on piece by piece and keeps on the disk.
    larger_bodies=(Larger(re.compile(r"/account/data/imports"), MOST_SENT, lambda request: True),),
)
