"""Finds the files of this machine that Python and NumPy need to run, and no others, by a Python that uses them.

Nothing is guessed from names of distributions: a fresh interpreter imports what programs may use, and is asked from
which paths its loader took the shared libraries.
"""

import json
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

PYTHON = Path("/python")  # where the installation of Python lies inside
SITE = Path("/site")  # and NumPy
PACKAGES = Path(np.__file__).parent.parent
LOADED = """
import contextlib, ctypes, importlib, json, resource, sys

folders = list(sys.path)
sys.path.append(sys.argv[1])
for name in ("numpy", "numpy.fft", "numpy.linalg", "numpy.random"):
    importlib.import_module(name)
for name in ("bz2", "datetime", "decimal", "hashlib", "lzma", "random", "statistics", "zlib"):
    with contextlib.suppress(ImportError):  # some installations are built without a library
        importlib.import_module(name)


class Object(ctypes.Structure):
    _fields_ = [("address", ctypes.c_void_p), ("name", ctypes.c_char_p)]


names = []
each = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Object), ctypes.c_size_t, ctypes.c_void_p)
collect = each(lambda one, size, data: names.append((one.contents.name or b"").decode()) or 0)
ctypes.CDLL(None).dl_iterate_phdr(collect, None)
print(json.dumps([folders, names]))
"""


@dataclass(frozen=True, slots=True)
class Needed:
    """The files to mount. ``files``: from where to where; ``libraries``: the folders inside where the loader is to
    look."""

    files: tuple[tuple[Path, Path], ...]
    libraries: tuple[Path, ...]


def executable() -> Path:
    return Path("bin", f"python{sys.version_info.major}.{sys.version_info.minor}")


@cache
def needed() -> Needed:
    """Returns the files. Raises SubprocessError or OSError where that Python cannot even do this."""
    python = Path(sys.base_prefix, executable())
    told = subprocess.run(
        [python, "-I", "-S", "-c", LOADED, PACKAGES], capture_output=True, check=True, env={}, timeout=60
    ).stdout
    paths, names = json.loads(told)
    standard = {path for path in map(Path, paths) if path.exists()}
    folders = [path for path in standard if standard.isdisjoint(path.parents)]
    loaded = [Path(name) for name in names if name.startswith("/")]
    outside = [path for path in loaded if not any(path.is_relative_to(at) for at in (PACKAGES, *folders))]
    files = {path: _inside(path) for path in (python, *folders, *outside)}
    libraries = {files[path].parent: None for path in outside}
    packages = [PACKAGES / name for name in ("numpy", "numpy.libs")]
    files |= {path: SITE / path.name for path in packages if path.exists()}
    return Needed(tuple(files.items()), tuple(libraries))


def _inside(path: Path) -> Path:
    """Returns the path inside: Python's own files below one folder, so that it finds itself; others where the loader
    looks for them."""
    base = Path(sys.base_prefix)
    return PYTHON / path.relative_to(base) if path.is_relative_to(base) else path
