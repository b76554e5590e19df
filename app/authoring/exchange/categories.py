"""Categories of other systems as sections of ours."""

import re

from app.web.sections import SECTIONS

ABOVE = re.compile(r"\$.*\$|top", re.I)  # folders that stand above all in Moodle: $course$, top


def path(written: str) -> str:
    """A path of Moodle without the folders that stand above all; in a name a slash is doubled there."""
    folders = (one.strip() for one in re.split(r"(?<!/)/(?!/)", written))
    return "/".join(one.replace("//", "/") for one in folders if one and not ABOVE.fullmatch(one))


def section_of(category: str) -> str:
    """The section whose title a folder of the path bears, alone or behind its number, the innermost one first; "" where
    none does."""
    found = (NAMED.get(_words(folder)) for folder in reversed(category.split("/")))
    return next((section for section in found if section), "")


def _words(text: str) -> str:
    runs = (run.rstrip(".-") for run in re.findall(r"[\w.-]+", text.casefold()))
    return " ".join(run for run in runs if run)


NAMED = {
    _words(name): section for section, title in SECTIONS.items() for name in (title, f"{section} {title}")
}
