"""A folder in which results are kept from one start to the next, as long as they fit what they were made of.

What lies there is believed, and some of it is code. So it must be ours: a folder that belongs to somebody else, or that
others may write to, is not used.
"""

import hashlib
import logging
import os
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

OURS = 0o700
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
log = logging.getLogger("examformer")


class Unusable(OSError):
    """The folder cannot be trusted; the text says why, and what to do."""


class DiskCache:
    """Contents by name, each with the ``key`` of what it was made of; None for a folder keeps nothing.

    Processes may share a folder, for a content is replaced as a whole. One that is damaged, or was made of something
    else, is not there. A folder that cannot be used makes starts slower and has no other effect; the log says so once.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def read(self, name: str, key: str) -> bytes | None:
        if self._folder is None:
            return None
        try:
            with _opened(self._folder) as folder, open(name, "rb", opener=_inside(folder)) as file:
                head, content = file.readline(), file.read()
        except FileNotFoundError:
            return None
        except OSError as error:
            _complain(self._folder, str(error))
            return None
        return content if head == _head(key, content) else None

    def write(self, name: str, key: str, content: bytes) -> None:
        if self._folder is None:
            return
        part = f"{name}.{os.getpid()}-{threading.get_ident()}"
        try:
            self._folder.mkdir(OURS, parents=True, exist_ok=True)
            with _opened(self._folder) as folder:
                with open(part, "wb", opener=_inside(folder)) as file:
                    file.write(_head(key, content) + content)
                os.replace(part, name, src_dir_fd=folder, dst_dir_fd=folder)
        except OSError as error:
            _complain(self._folder, str(error))


@dataclass(frozen=True, slots=True)
class Kept:
    """The part of a cache that holds what was worked out of one thing, which has this name and this key."""

    cache: DiskCache
    name: str
    key: str

    def read(self, what: str) -> bytes | None:
        return self.cache.read(f"{self.name}-{what}", self.key)

    def write(self, what: str, content: bytes) -> None:
        self.cache.write(f"{self.name}-{what}", self.key, content)


NOWHERE = Kept(DiskCache(None), "", "")


def _head(key: str, content: bytes) -> bytes:
    """The first line of a file, which fits this key and this content alone."""
    return hashlib.sha256(f"{key}\n".encode() + content).hexdigest().encode() + b"\n"


@contextmanager
def _opened(folder: Path) -> Iterator[int]:
    """Opens the folder, so that files are opened in the very one that was looked at. Raises Unusable."""
    if not hasattr(os, "geteuid"):
        raise Unusable("this system does not say who may write to it")
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        found = os.fstat(opened)
        if found.st_uid != os.geteuid():
            raise Unusable("it belongs to somebody else; set EXAMFORMER_CACHE to a folder of this user")
        if found.st_mode & OTHERS_WRITE:
            raise Unusable("others may write to it; chmod go-w takes that away")
        yield opened
    finally:
        os.close(opened)


def _inside(folder: int) -> Callable[[str, int], int]:
    return lambda name, flags: os.open(name, flags | os.O_NOFOLLOW, 0o600, dir_fd=folder)


@cache
def _complain(folder: Path, why: str) -> None:
    """Logs a reason once."""
    log.warning("nothing is kept in %s for the next start: %s", folder, why)
