"""``make i18n``: gathers the messages of templates and Python into ``app/web/locale/*.po``,
and lists missing translations."""

import sys
from collections.abc import Iterator
from io import BytesIO

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from app.settings import HOME
from app.web.languages.languages import LANGUAGES, LOCALE

TEMPLATES = ("templates/**.html", "templates/**.txt")
METHODS = [*((pattern, "jinja2.ext:babel_extract") for pattern in TEMPLATES), ("app/**.py", "python")]
OPTIONS = {pattern: {"trimmed": "true", "newstyle_gettext": "true"} for pattern in TEMPLATES}
WORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "N_": None}


def gathered() -> Catalog:
    """All messages in the code today."""
    found = Catalog(fuzzy=False)
    for file, _, message, _, _ in extract_from_dir(
        HOME, METHODS, OPTIONS, WORDS, directory_filter=lambda folder: not folder.endswith((".venv", "tests"))
    ):
        found.add(message, locations=[(file, 1)])
    return found


def brought_up_to_date(language: str, today: Catalog) -> Catalog:
    """The language's catalogue with exactly today's messages; translations are kept."""
    file = LOCALE / f"{language}.po"
    kept = read_po(BytesIO(file.read_bytes()), locale=language) if file.exists() else Catalog(locale=language)
    made = Catalog(locale=language, fuzzy=False)
    for message in today:
        if message.id:
            before = kept.get(message.id)
            string = before.string if before else ""
            made.add(message.id, string, locations=message.locations)
    return made


def untranslated(catalogue: Catalog) -> Iterator[Message]:
    for message in catalogue:
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        if message.id and not all(strings):
            yield message


def main() -> int:
    today = gathered()
    missing = 0
    for language in LANGUAGES:
        if language == "en":
            continue
        catalogue = brought_up_to_date(language, today)
        with (LOCALE / f"{language}.po").open("wb") as file:
            write_po(file, catalogue, width=110, omit_header=True, sort_output=True, include_lineno=False)
        open_ones = list(untranslated(catalogue))
        missing += len(open_ones)
        sys.stdout.write(f"{language}: {len(catalogue)} messages, {len(open_ones)} not translated\n")
        for message in open_ones:
            sys.stdout.write(f"    {message.id}\n")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
