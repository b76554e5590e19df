"""Refusals of typed text that cannot be read."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refused:
    """One sentence that says what to do next, and the 0-based column that it is about, where there is one."""

    message: str
    column: int | None


class Refusal(Exception):
    """Carries a `Refused` out of nested calls; whoever began them catches it and returns what it carries."""

    def __init__(self, message: str, column: int | None) -> None:
        super().__init__(message)
        self.refused = Refused(message, column)
