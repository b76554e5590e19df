"""Targets: the pages of ours to which a link on a platform may lead."""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

NAME = r"[A-Za-z0-9_.-]{1,60}"
OF_COURSE = re.compile(rf"/courses/({NAME})(?:/(assignments|exams)/({NAME}))?")
OTHERS = re.compile(rf"/(?:practice|study|lab|figures)/{NAME}|/study|/lab|/topics")


@dataclass(frozen=True, slots=True)
class Target:
    """A page by its path. Of a course, with its name, and of something marked in it, with its kind and name."""

    path: str
    course: str = ""
    kind: str = ""
    name: str = ""


def target(address: str) -> Target | None:
    """Returns the target of an address on our own site; None where it leads to no page in particular."""
    path = urlsplit(address).path
    if found := OF_COURSE.fullmatch(path):
        return Target(path, found[1], found[2] or "", found[3] or "")
    return Target(path) if OTHERS.fullmatch(path) else None
