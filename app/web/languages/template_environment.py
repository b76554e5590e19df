"""Jinja's environment in one language, with what all its templates share worked out once."""

from collections.abc import Callable, MutableMapping
from functools import lru_cache
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from app.web.languages.languages import messages

KEPT = 10_000  # texts of a language: more than its catalogue has


class TemplateEnvironment(Environment):
    """An environment for HTML: it translates each text once, where Jinja asks the catalogue a hundred times a page.

    Its templates have no globals but its own. Jinja gives each template a map of both, through which it goes in Python
    at every import, to see whether the importing template has more.
    """

    def __init__(self, language: str, **options: Any) -> None:
        super().__init__(extensions=["jinja2.ext.i18n"], **options)
        self.install_gettext_translations(messages(language), newstyle=True)  # type: ignore[attr-defined]
        self.globals["_"] = self.globals["gettext"] = _texts(messages(language).gettext)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        if d:
            raise TypeError(f"a template takes no globals of its own: {', '.join(d)}")
        return self.globals


def _texts(translate: Callable[[str], str]) -> Callable[..., Markup]:
    """Makes ``gettext`` for templates. Any text is a format, as Jinja has it: ``%%`` is a percent sign."""

    @lru_cache(KEPT)
    def translated(text: str) -> Markup:
        return Markup(translate(text))

    @lru_cache(KEPT)
    def alone(text: str) -> Markup:
        return translated(text) % {}

    def gettext(text: str, /, **variables: Any) -> Markup:
        return translated(text) % variables if variables else alone(text)

    return gettext
