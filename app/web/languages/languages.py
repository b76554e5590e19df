"""The interface in other languages. Questions stay English, as in the exam; everything around them is translated.

Messages are the English texts themselves, marked in templates by ``_()`` and ``{% trans %}``, in Python by ``N_``;
``locale/<language>.po`` holds their translations. ``make i18n`` brings these files up to date.
"""

from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

LANGUAGES: Mapping[str, str] = {"en": "English", "bn": "বাংলা", "de": "Deutsch"}
LOCALE = Path(__file__).with_name("locale")


@cache
def messages(language: str) -> NullTranslations:
    """The catalogue of a language, compiled in memory: git holds no binaries, and no step stands between a translation
    and its page. A message without translation stays English."""
    if language == "en":
        return NullTranslations()
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO((LOCALE / f"{language}.po").read_bytes()), locale=language))
    compiled.seek(0)
    return GNUTranslations(compiled)


def translated(language: str, text: str) -> str:
    """A text from Python in the language; an empty one stays empty, though gettext has the catalogue's header there."""
    return text and messages(language).gettext(text)


def N_(message: str) -> str:
    """Marks a text in Python for the catalogue; it is translated where it is shown."""
    return message
