"""Examformer itself: its questions, its files, and the packages that it stands on."""

import hashlib
import platform
import re
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution, version
from pathlib import Path

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from app.commands.doctor.checkup import Check
from app.commands.doctor.findings import Finding, advice, fault, ok
from app.commands.doctor.installation import Installation
from app.questions.installed import bank as installed_bank
from app.resources import resource
from app.settings import HOME, PREFIX

NAME = "examformer"
FOLDERS = ("templates", "static", "migrations")
LOCK = HOME / ".ci" / "requirements-run.txt"
SHOWN = 5


def questions(at: Installation) -> Finding:
    bank = installed_bank()
    broken = [str(one) for one in (*bank.broken, *bank.study.faults)]
    if broken:
        return fault(
            f"{len(broken)} of the bank cannot be read, and are left out: {broken[0]}",
            *(f"{one}" for one in broken[1:SHOWN]),
            "examformer check",
            "says what is wrong with each.",
        )
    if not bank.questions:
        return fault(
            f"there is no question in {at.settings.question_bank}",
            f"Set {PREFIX}QUESTION_BANK to the folder of the bank, or unset it.",
        )
    return ok(f"{len(bank.questions):,} questions and {len(bank.exams)} mock exams, none left out")


def files(at: Installation) -> Finding:
    """Compares the files with what the package was made with, where it was installed as one."""
    missing = [name for name in FOLDERS if not any(resource(name).glob("*"))]
    changed = [*missing, *_changed()]
    if changed:
        more = f" and {len(changed) - SHOWN} more" if len(changed) > SHOWN else ""
        return fault(
            f"files of Examformer are missing or changed: {', '.join(changed[:SHOWN])}{more}",
            "Install the wheel of this version once more: pip install --force-reinstall --no-deps examformer-*.whl",
        )
    return ok("templates, static files and migrations are there")


def python(at: Installation) -> Finding:
    needed = _distribution()
    said = f"Python {platform.python_version()}"
    if needed is None:
        return ok(said)
    asked = needed.metadata["Requires-Python"] or ""
    if SpecifierSet(asked).contains(platform.python_version(), prereleases=True):
        return ok(f"{said} ({asked} is needed)")
    return fault(
        f"{said}, and {asked} is needed", "Make a new environment with a newer Python, and install into it."
    )


def packages(at: Installation) -> Finding:
    unfit = dict(_unfit())
    if unfit:
        wanted = " ".join(f"'{package}'" for package in unfit)
        return fault(f"packages that do not fit: {'; '.join(unfit.values())}", f"pip install {wanted}")
    other = list(_other_than_locked())
    if other:
        more = f" and {len(other) - SHOWN} more" if len(other) > SHOWN else ""
        return advice(
            f"packages of other versions than those tested: {'; '.join(other[:SHOWN])}{more}",
            "pip install --require-hashes -r .ci/requirements-run.txt",
        )
    return ok("packages fit" + (", each of the version that is locked" if LOCK.exists() else ""))


def _changed() -> Iterator[str]:
    found = _distribution()
    for file in (found.files if found else None) or ():
        if file.hash is None or file.suffix == ".pyc":
            continue
        path = Path(str(file.locate()))
        if not path.is_file() or _hash(path, file.hash.mode) != file.hash.value:
            yield str(file)


def _hash(path: Path, mode: str) -> str:
    return urlsafe_b64encode(hashlib.new(mode, path.read_bytes()).digest()).decode().rstrip("=")


def _unfit() -> Iterator[tuple[str, str]]:
    """Yields what is asked for, and what is there instead."""
    found = _distribution()
    for asked in map(Requirement, (found.requires if found else None) or ()):
        if asked.marker and not asked.marker.evaluate({"extra": ""}):
            continue
        there = _version(asked.name)
        if there is None:
            yield f"{asked.name}{asked.specifier}", f"{asked.name} is missing"
        elif not asked.specifier.contains(there, prereleases=True):
            yield f"{asked.name}{asked.specifier}", f"{asked.name} {there}, where {asked.specifier} is needed"


def _other_than_locked() -> Iterator[str]:
    text = LOCK.read_text("utf-8") if LOCK.exists() else ""
    for line in re.findall(r"^[a-z0-9][^\\\n]*", text, re.M):
        locked = Requirement(line.strip())
        there = _version(locked.name)
        if locked.marker and not locked.marker.evaluate():
            continue
        if there is not None and not locked.specifier.contains(there, prereleases=True):
            yield f"{locked.name} {there} ({locked.specifier} is locked)"


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _distribution() -> Distribution | None:
    try:
        return distribution(NAME)
    except PackageNotFoundError:
        return None


CHECKS = (
    Check("question bank", questions, seconds=60, needs=(f"{PREFIX}QUESTION_BANK",)),
    Check("files", files, seconds=30),
    Check("Python", python),
    Check("packages", packages),
)
