"""The room's registration with the application. Images and data files are shown in exams, too."""

from app.attachments import attachments, errors
from app.attachments.routes import data_files, images
from app.web.room import Room

ROOM = Room(
    routers=(images.router, data_files.router), errors=errors.PAGES, housekeeping=(attachments.drop_unused,)
)
