"""The interface in other languages. Questions stay English, as in the exam; everything around them is translated.

Messages are the English texts themselves, marked in templates by ``_()`` and ``{% trans %}``, in Python by ``N_``;
``locale/<language>.po`` holds their translations. ``make i18n`` brings these files up to date.
"""

from collections.abc import Mapping
from functools import cache
from gettext import NullTranslations
from pathlib import Path

from babel.messages.pofile import read_po

LANGUAGES: Mapping[str, str] = {"en": "English", "bn": "বাংলা", "de": "Deutsch"}
LOCALE = Path(__file__).with_name("locale")


class Messages(NullTranslations):
    """A catalogue read from its ``.po`` file; a message without translation stays English."""

    def __init__(self, language: str) -> None:
        super().__init__()
        with (LOCALE / f"{language}.po").open("rb") as file:
            catalogue = read_po(file, locale=language)
        self._said = {message.id: message.string for message in catalogue if message.id and message.string}

    def gettext(self, message: str) -> str:
        said = self._said.get(message)
        return said if isinstance(said, str) else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        said = self._said.get((msgid1, msgid2))
        if isinstance(said, tuple) and all(said):
            return str(said[min(int(n != 1), len(said) - 1)])
        return msgid1 if n == 1 else msgid2


@cache
def messages(language: str) -> NullTranslations:
    return NullTranslations() if language == "en" else Messages(language)


def N_(message: str) -> str:
    """Marks a text in Python for the catalogue; it is translated where it is shown."""
    return message
