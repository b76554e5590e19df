"""Reads the form of the grading queue: what a marker ticked and typed for one answer."""

from typing import Annotated

from fastapi import Depends, Form

from app.grading.queue import Given

Ids = Annotated[list[int] | None, Form()]


async def given(
    line: Annotated[list[str] | None, Form()] = None,
    comment: Ids = None,
    points: Annotated[str, Form(max_length=20)] = "",
    said: Annotated[str, Form()] = "",
    new_comment: Annotated[str, Form()] = "",
    adjustment: Annotated[str, Form(max_length=20)] = "",
    again: Annotated[bool, Form()] = False,
) -> Given:
    """Returns what was sent, as it was sent: what does not fit is told once it is to be stored."""
    return Given(
        lines=line or (),
        comments=comment or (),
        points=points,
        said=said,
        comment=new_comment,
        adjustment=adjustment,
        again=again,
    )


GivenHere = Annotated[Given, Depends(given)]
