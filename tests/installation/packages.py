"""Wheels and source packages, built as pip builds them, and environments that hold nothing but what is asked for."""

import subprocess
import sys
import zipfile
from pathlib import Path

from app.settings import HOME

LOCKED = HOME / ".ci" / "requirements-run.txt"
PACKAGES = ("app", "engine")
RESOURCES = ("migrations", "question_bank", "static", "templates")
HATCHLING = Path(sys.executable).with_name("hatchling")


def wheel(source: Path, to: Path) -> Path:
    """Builds the wheel of this source and returns it."""
    return _built("wheel", source, to)


def source_package(source: Path, to: Path) -> Path:
    return _built("sdist", source, to)


def files_in(wheel: Path) -> dict[str, bytes]:
    """The content of each file by its place in site-packages."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def environment(folder: Path) -> Path:
    """Makes an environment of the locked packages, as ``.ci/setup.sh`` does, and returns its Python."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = folder / "bin" / "python"
    install(python, "--require-hashes", "--requirement", LOCKED)
    return python


def install(python: Path, *what: str | Path) -> None:
    quiet = ("--quiet", "--quiet", "--no-input", "--disable-pip-version-check", "--no-compile", "--no-deps")
    subprocess.run([str(python), "-I", "-m", "pip", "install", *quiet, *map(str, what)], check=True)


def _built(what: str, source: Path, to: Path) -> Path:
    command = [str(HATCHLING), "build", "--target", what, "--directory", str(to)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    (made,) = to.iterdir()
    return made
