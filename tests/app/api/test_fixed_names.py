"""The names that tools outside the project call: every family's id, parameters and answers, as they were agreed.

More families, parameters with defaults and more answers are welcome; nothing of this list may go or be renamed.
"""

from pathlib import Path

import pytest

from app.commands import solving

AGREED = Path(__file__).with_name("agreed.txt").read_text("utf-8")
FAMILIES = [tuple(part.split() for part in line.split("|")) for line in AGREED.splitlines()[1:]]


@pytest.fixture(scope="module")
def listed() -> dict[str, dict[str, object]]:
    return {family["id"]: family for family in solving.families()}


@pytest.mark.parametrize(("id", "parameters", "answers"), FAMILIES, ids=[id for (id,), _, _ in FAMILIES])
def test_an_agreed_family_is_there_with_its_names(
    id: list[str], parameters: list[str], answers: list[str], listed: dict[str, dict[str, object]]
) -> None:
    family = listed[id[0]]
    assert set(parameters) <= set(family["parameters"]["properties"])  # type: ignore[index]
    assert set(answers) <= set(family["answers"])  # type: ignore[call-overload]


def test_every_parameter_that_was_not_agreed_has_a_default(listed: dict[str, dict[str, object]]) -> None:
    for (id,), parameters, _ in FAMILIES:
        assert set(listed[id]["parameters"].get("required", ())) <= set(parameters), id  # type: ignore[attr-defined]
