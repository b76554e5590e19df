"""The interface in other languages: catalogues without gaps, and pages that stay sound and safe in each."""

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from app.web.languages import languages
from app.web.languages.catalogues import brought_up_to_date, gathered, untranslated
from app.web.languages.languages import LANGUAGES, LOCALE, messages, translated
from tests.app.learner import Learner
from tests.every import every, one_in

OTHERS = [language for language in LANGUAGES if language != "en"]
PAGES = [
    "/", "/topics", "/topics?by=model", "/study", "/study/2.5", "/glossary", "/cards", "/grid", "/solve",
    "/map", "/map?family=attention", "/solve/attention", "/progress", "/account", "/calculator", "/guide",
    "/guide/interface",
    "/practice/causal-attention-by-hand?seed=3", "/practice/code-top-p?seed=3",
    "/practice/why-attention-is-scaled?seed=3", "/practice/why-attention-has-short-paths?seed=3",
]  # fmt: skip


def kept_in(language: str) -> Catalog:
    with (LOCALE / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


def test_every_message_of_today_is_translated() -> None:
    """``make i18n`` brings the catalogues up to date where this fails."""
    today = gathered()

    def check(language: str) -> None:
        catalogue = brought_up_to_date(language, today)
        assert [message.id for message in untranslated(catalogue)] == []
        kept = {message.id for message in kept_in(language) if message.id}
        assert kept == {message.id for message in today if message.id}

    every(OTHERS, check)


@pytest.mark.parametrize("language", OTHERS)
def test_every_translation_keeps_what_is_filled_in_and_its_tags(language: str) -> None:
    for message in kept_in(language):
        if not message.id:
            continue
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        for string in strings:
            for pattern in (r"%\(\w+\)s", r"</?\w+"):
                wanted = [sorted(re.findall(pattern, str(one))) for one in ids]
                assert sorted(re.findall(pattern, str(string))) in wanted, message.id


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("address", one_in(2, PAGES))
def test_every_page_speaks_the_language(learner: Learner, language: str, address: str) -> None:
    learner.client.post("/language", data={"language": language})
    page = learner.get(address)
    assert page.status == 200
    assert f'<html lang="{language}">' in page.html
    assert messages(language).gettext("Topics") in page.text


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_what_a_visitor_sends_is_escaped_in_every_language(learner: Learner, language: str) -> None:
    learner.client.post("/language", data={"language": language})
    for address in ("/practice/<script>x", "/topics?q=<script>x", "/glossary?q=<script>x%25(x)s"):
        page = learner.get(address)
        assert page.status in (200, 404)
        assert "<script>x" not in page.html


@pytest.mark.parametrize("language", OTHERS)
def test_a_message_is_said_as_its_catalogue_has_it(language: str) -> None:
    said = messages(language)
    for message in kept_in(language):
        match message.id, message.string:
            case (str(one), str(many)), (str(single), str(plural)):
                assert [said.ngettext(one, many, n) for n in (1, 0, 2, 5)] == [single, plural, plural, plural]
            case str(text), str(string) if text:
                assert said.gettext(text) == string
            case _:
                assert message.id == ""


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_what_has_no_translation_stays_english(language: str) -> None:
    said = messages(language)
    assert said.gettext("There is no such message") == "There is no such message"
    assert [said.ngettext("one owl", "%(n)s owls", n) for n in (1, 2)] == ["one owl", "%(n)s owls"]
    assert translated(language, "") == ""


def test_an_entry_that_is_not_filled_in_stays_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(languages, "LOCALE", tmp_path)
    (tmp_path / "de.po").write_text(
        'msgid "Topics"\nmsgstr ""\n\n'
        'msgid "one owl"\nmsgid_plural "%(n)s owls"\nmsgstr[0] "eine Eule"\nmsgstr[1] ""\n'
    )
    said = messages.__wrapped__("de")
    assert said.gettext("Topics") == "Topics"
    assert [said.ngettext("one owl", "%(n)s owls", n) for n in (1, 2)] == ["eine Eule", "%(n)s owls"]
