"""Finds the glossary's terms in a text: the longest form that stands there, once for each term."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from engine.study import Term
from engine.wording import Code, Math, Text


@dataclass(frozen=True, slots=True)
class Linked:
    """Words of a text that stand for a term; ``strong`` as the text around them."""

    text: str
    term: Term
    strong: bool = False


Inline = Text | Code | Math | Linked


@dataclass(frozen=True)
class Glossary:
    """The terms as they are looked for in texts of one section: common words of other sections are left out."""

    terms: tuple[Term, ...]

    @cached_property
    def _by_form(self) -> dict[str, Term]:
        """Abbreviations as they are written, all else in small letters; a plural s belongs to it."""
        forms: dict[str, Term] = {}
        for term in self.terms:
            for form in (term.term, *term.also):
                forms.setdefault(form.casefold(), term)
            if term.short:
                forms.setdefault(term.short, term)
        return forms

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        longest_first = sorted(self._by_form, key=len, reverse=True)
        return re.compile(
            rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest_first))})(?:s|es)?(?![\w-])", re.IGNORECASE
        )

    def linked(self, inlines: Iterable[Inline], seen: set[str]) -> Iterator[Inline]:
        """The same inlines, with terms told apart that are not among the ``seen``, which grow with them."""
        for inline in inlines:
            if not isinstance(inline, Text) or not self.terms:
                yield inline
                continue
            end = 0
            for match in self._pattern.finditer(inline.text):
                term = self._meant(match[0])
                if term is None or term.slug in seen:
                    continue
                seen.add(term.slug)
                if match.start() > end:
                    yield Text(inline.text[end : match.start()], inline.strong)
                yield Linked(match[0], term, inline.strong)
                end = match.end()
            if end < len(inline.text):
                yield Text(inline.text[end:], inline.strong)

    def _meant(self, words: str) -> Term | None:
        for form in (words, words.removesuffix("s"), words.removesuffix("es")):
            found = self._by_form.get(form) or self._by_form.get(form.casefold())
            if found:
                return found
        return None


@lru_cache(maxsize=256)
def glossary_of(terms: tuple[Term, ...], section: str) -> Glossary:
    """For texts of a section; of two that share a form, the section's own comes first."""
    here = sorted(terms, key=lambda term: term.section != section)
    return Glossary(tuple(term for term in here if term.section == section or not term.only_here))
