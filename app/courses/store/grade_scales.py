"""Stores the grade scale of each course that has one."""

from fractions import Fraction

from sqlalchemy import Connection, delete, insert, select

from app.courses.grade_scale import GradeScale, Rounding, Step
from app.database.schema import grade_scales


def find(connection: Connection, course: int) -> GradeScale | None:
    """Returns None for a course without grades."""
    row = connection.execute(select(grade_scales).where(grade_scales.c.course_id == course)).first()
    if row is None:
        return None
    return GradeScale(
        steps=tuple(Step(grade, Fraction(least)) for grade, least in row.steps),
        passing=row.passing,
        rounding=Rounding(row.rounding),
        shown=row.shown,
    )


def put(connection: Connection, course: int, scale: GradeScale | None) -> None:
    """Stores the scale in place of what was there; None removes it."""
    connection.execute(delete(grade_scales).where(grade_scales.c.course_id == course))
    if scale:
        steps = [[one.grade, str(one.least)] for one in scale.steps]
        told = {"passing": scale.passing, "rounding": scale.rounding, "shown": scale.shown}
        connection.execute(insert(grade_scales).values(course_id=course, steps=steps, **told))
