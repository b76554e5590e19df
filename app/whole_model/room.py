"""The room's registration with the application."""

from app.web.room import Room
from app.whole_model.routes import smollm2, whole_model
from app.whole_model.smollm2.readings import READING

ROOM = Room(closed_in_exams=(whole_model.router, smollm2.router), jobs=(READING,))
