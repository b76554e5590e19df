"""What docs/operating.md says of the doctor is what there is."""

import re

from app.commands.doctor import checkup
from app.commands.doctor.findings import State
from app.settings import HOME

SECTION = (
    (HOME / "docs" / "operating.md")
    .read_text("utf-8")
    .partition("## Is this machine ready?")[2]
    .partition("\n## ")[0]
)


def test_the_checks_that_are_listed_are_those_that_there_are() -> None:
    table = SECTION.partition("| On | It checks |")[2].partition("\n\n")[0]
    listed = re.findall(r"`([^`]+)`", table)
    assert sorted(listed) == sorted(check.name for check in checkup.every())


def test_the_example_could_be_printed() -> None:
    printed = SECTION.partition("```\nok ")[2].partition("```")[0]
    said = re.findall(r"^(\w+) +([\w -]+?): ", f"ok {printed}", re.M)
    names = {check.name for check in checkup.every()}
    lines = [(state, name) for state, name in said if name in names]
    assert len(lines) == 7
    assert {state for state, _ in lines} <= set(State)
    found = [(State(state), name) for state, name in lines]
    assert f"To be mended: {', '.join(name for state, name in found if state is State.FAULT)}.\n" in printed
    assert f"Advice: {', '.join(name for state, name in found if state is State.ADVICE)}.\n" in printed
