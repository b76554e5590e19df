"""Sections of the curriculum, as questions and figures name them: 2.7, c.4."""

import re


def section_order(section: str) -> tuple[int, ...]:
    """Sort key of a section: 2.10 comes after 2.9; the classical sections c.1 ... come first, as in the course."""
    return tuple(int(number) for number in re.findall(r"\d+", section.replace("c.", "0.")))
