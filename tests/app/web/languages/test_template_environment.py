"""Templates in one language: their texts, what is filled into them, and their globals."""

from collections.abc import Callable
from typing import Any

import pytest
from jinja2 import DictLoader, Environment, StrictUndefined

from app.web.languages.languages import LANGUAGES, messages
from app.web.languages.template_environment import TemplateEnvironment

SHARED = {"part.html": "{% macro said(what) %}{{ what }} {{ mark }}{% endmacro %}"}


def made(template: str, language: str = "en") -> Callable[..., str]:
    loader = DictLoader({**SHARED, "page.html": template})
    environment = TemplateEnvironment(language, loader=loader, autoescape=True, undefined=StrictUndefined)
    environment.globals["mark"] = "✓"
    return environment.get_template("page.html").render


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "template",
    [
        '{{ _("Topics") }}',
        '{{ _("Topics") }}{{ _("Topics") }}',
        '{{ _("50 %% of it") }}',
        '{{ _("<b>%(text)s</b> & more", text=typed) }}',
        '{% for n in (1, 2) %}{{ _("%(n)s points", n=n) }}{% endfor %}',
        "{% trans what=typed %}Topics <i>{{ what }}</i>{% endtrans %}",
        "{% trans n=2 %}{{ n }} point{% pluralize %}{{ n }} points{% endtrans %}",
    ],
)
def test_texts_are_those_that_jinja_would_give(template: str, language: str) -> None:
    plain = Environment(extensions=["jinja2.ext.i18n"], autoescape=True)
    plain.install_gettext_translations(messages(language), newstyle=True)  # type: ignore[attr-defined]
    typed: dict[str, Any] = {"typed": "<script>"}
    assert made(template, language)(**typed) == plain.from_string(template).render(**typed)


def test_what_is_filled_in_is_escaped_each_time() -> None:
    page = made('{{ _("%(what)s", what=typed) }}')
    assert [page(typed="<"), page(typed=">"), page(typed="<")] == ["&lt;", "&gt;", "&lt;"]


def test_a_text_without_what_it_is_to_be_filled_with_fails() -> None:
    with pytest.raises(KeyError, match="what"):
        made('{{ _("%(what)s") }}')()


def test_an_imported_part_sees_the_globals_and_not_what_its_page_was_given() -> None:
    template = '{% import "part.html" as part %}{{ part.said("so") }}'
    assert made(template)(mark="not this") == "so ✓"


def test_a_template_with_globals_of_its_own_is_refused() -> None:
    environment = TemplateEnvironment("en", loader=DictLoader({"page.html": ""}))
    with pytest.raises(TypeError, match="mark"):
        environment.get_template("page.html", globals={"mark": "!"})
