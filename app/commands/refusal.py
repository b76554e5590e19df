"""The refusal of a command, and of JSON that it is handed."""

import json
from typing import Any

MOST_LETTERS = 100_000


class Refused(ValueError):
    """The command cannot be carried out as asked: one clear line, with the ``parameter`` that is to blame, if any."""

    def __init__(self, message: str, parameter: str = "") -> None:
        super().__init__(f"{parameter}: {message}" if parameter else message)
        self.parameter = parameter
        self.message = message

    def as_json(self) -> dict[str, str]:
        return (
            {"parameter": self.parameter, "message": self.message}
            if self.parameter
            else {"message": self.message}
        )


def json_object(text: str, name: str) -> dict[str, Any]:
    """Raises Refused for what is no JSON object, or is too long."""
    if len(text) > MOST_LETTERS:
        raise Refused(f"is longer than {MOST_LETTERS} characters", name)
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError: also more digits than Python converts
        raise Refused(f"is not JSON: {error}", name) from error
    if not isinstance(value, dict):
        raise Refused("must be a JSON object", name)
    return value
