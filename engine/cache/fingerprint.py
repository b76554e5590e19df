"""Fingerprints of what results are made of: the files of a folder, and the code that reads them."""

import hashlib
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pydantic

HOME = Path(__file__).resolve().parents[2]


def of_folder(folder: Path, ending: str = "") -> str:
    """The fingerprint of all files below a folder, or of those with this ending: their names and their contents.
    Raises OSError for one that cannot be read."""
    found = hashlib.sha256()
    for path in _files(folder, ending):
        with open(path, "rb") as file:
            content = file.read()
        found.update(f"{path.removeprefix(str(folder))}\n{len(content)}\n".encode())
        found.update(content)
    return found.hexdigest()


def _files(folder: Path, ending: str) -> Iterator[str]:
    for place, inside, files in os.walk(folder, followlinks=True):
        inside.sort()
        yield from (os.path.join(place, file) for file in sorted(files) if file.endswith(ending))


@cache
def of_code() -> str:
    """The fingerprint of the product's own code, and of what it computes and checks with."""
    rooms = (of_folder(HOME / room, ".py") for room in ("engine", "app"))
    return " ".join([sys.version, np.__version__, pydantic.VERSION, *rooms])
