"""Dependencies of handlers: the library of all questions, and the question that the address names."""

from typing import Annotated, cast

from fastapi import Depends, Request

from app.identity.permissions import person
from app.questions.library import Library
from engine.questions import Question


def question(request: Request) -> Question:
    """The question that the address names. Built-in ones whose numbers are drawn are in memory;
    others ask the database.

    Raises UnknownQuestion, KeptForCourses, and AskedByCourse.
    """
    name, library = request.path_params["question"], cast(Library, request.app.state.library)
    built_in = library.bank.questions.get(name)
    return built_in if built_in and built_in.varies else library.find(name, person(request))


QuestionHere = Annotated[Question, Depends(question)]
