"""Reads a line of e-mail addresses, bare or with names, as people type them and mail programs copy them."""

import re

from app.accounts import credentials
from app.web.dependencies import one_line

BETWEEN = " \t;,"
BARE = re.compile(r'[ \t;,]*([^\s;,<>"@]+@[^\s;,<>"@]+)(?:[ \t;,]+|$)')


def on(line: str) -> list[list[str]]:
    """Returns the names and e-mails of a line such as ``"Lovelace, Ada" <ada@school.example>; bob@school.example``,
    each e-mail once; nothing for a line that has anything else."""
    *parts, rest = line.split(">")
    found: list[tuple[str, str]] = []
    for part in parts:
        before, _, email = part.partition("<")
        alone, name = _bare(before)
        if alone and not name and before.rstrip(" \t")[-1] not in BETWEEN:
            name = alone.pop()  # right before the bracket, an address is the name of the one in it
        if "@" not in email or "<" in email:
            return []
        found += [*(("", one) for one in alone), (name, email)]
    alone, more = _bare(rest)
    names: dict[str, str] = {}
    for name, email in [*found, *(("", one) for one in alone)] if not more else ():
        tidy = credentials.tidy(one_line(email))
        names[tidy] = names.get(tidy) or one_line(name.strip('"'))
    return [[name, email] for email, name in names.items()]


def _bare(text: str) -> tuple[list[str], str]:
    """Returns the bare addresses with which a text begins, and what is left of it."""
    found = []
    while match := BARE.match(text):
        found.append(match[1])
        text = text[match.end() :]
    return found, text.strip(BETWEEN)
