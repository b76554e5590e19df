"""The release before this one, built from its commit."""

import subprocess
import tarfile
from io import BytesIO
from pathlib import Path

from app.settings import HOME
from tests.installation.packages import wheel

VERSION = "0.1.0"
COMMIT = "b818e40a83ff35067c2d7c9f580560c0cc9f7899"
# 0.1.0 was run from a checkout: its files are looked for beside its packages.
SETUPTOOLS = """requires = ["setuptools>=80"]
build-backend = "setuptools.build_meta"
"""
HATCHLING = """requires = ["hatchling"]
build-backend = "hatchling.build"

[tool.hatch.build.targets.wheel]
only-include = ["app", "engine", "templates", "static", "question_bank", "migrations", "pyproject.toml"]
"""


def wheel_of_the_release_before(folder: Path) -> Path:
    source = folder / "source"
    packed = subprocess.run(["git", "archive", COMMIT], cwd=HOME, capture_output=True, check=False)
    assert packed.returncode == 0, f"this needs the history: git fetch --unshallow ({packed.stderr.decode()})"
    with tarfile.open(fileobj=BytesIO(packed.stdout)) as archive:
        archive.extractall(source, filter="data")
    project = source / "pyproject.toml"
    text = project.read_text("utf-8")
    assert f'version = "{VERSION}"' in text
    assert SETUPTOOLS in text
    project.write_text(text.replace(SETUPTOOLS, HATCHLING), "utf-8")
    return wheel(source, folder / "wheel")
