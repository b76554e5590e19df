"""Installations to be looked at, and what a check finds."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from app.commands.doctor.findings import Finding, State
from app.commands.doctor.installation import Installation
from app.settings import Settings

NOTHING: Mapping[str, str] = MappingProxyType({})
# Any, for mypy takes a state that was asserted once for the only one that there can be.
ALL: tuple[Any, ...] = (State.OK, State.ADVICE, State.FAULT, State.UNCHECKED)
OK, ADVICE, FAULT, UNCHECKED = ALL


def installation(environment: Mapping[str, str] = NOTHING, address: str = "", **chosen: Any) -> Installation:
    """One with these settings, and all others as they are."""
    settings = Settings.model_construct(**chosen)
    asked = address or settings.public_address
    return Installation(settings=settings, environment=environment, address=asked, typed=bool(address))


def on(file: Path, **chosen: Any) -> Installation:
    """One whose database is this file."""
    return installation(database_url=f"sqlite:///{file}", **chosen)


def said(finding: Finding | None) -> str:
    """The line and the steps as one text."""
    assert finding is not None
    return "\n".join([finding.said, *finding.steps])
