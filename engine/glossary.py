"""Finds the glossary's terms in a text: the longest form that stands there, once for each term."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain

from engine.solutions.wording import Code, Math, Text
from engine.study import Study, Term


@dataclass(frozen=True, slots=True)
class Linked:
    """Words of a text that stand for a term; ``strong`` as the text around them."""

    text: str
    term: Term
    strong: bool = False


Inline = Text | Code | Math | Linked
_WORD = re.compile(r"\w+(?:-\w+)*")
_END = re.compile(r"(?:s|es)?(?![\w-])")  # a plural belongs to it


@dataclass(frozen=True)
class Glossary:
    """The terms as they are looked for in texts of one section: common words of other sections are left out."""

    terms: tuple[Term, ...]

    @cached_property
    def _by_first_word(self) -> dict[str, list[tuple[str, Term]]]:
        """The forms of all terms by the word that they begin with, the longest first."""
        forms: dict[str, Term] = {}
        for term in self.terms:
            for form in filter(
                None, (term.term.casefold(), *(also.casefold() for also in term.also), term.short)
            ):
                forms.setdefault(form, term)
        found: dict[str, list[tuple[str, Term]]] = {}
        for form in sorted(forms, key=len, reverse=True):
            first = _WORD.match(form)
            found.setdefault(first[0].casefold() if first else form, []).append((form, forms[form]))
        return found

    def linked(self, inlines: Iterable[Inline], seen: set[str]) -> Iterator[Inline]:
        """The same inlines, with terms told apart that are not among the ``seen``, which grow with them."""
        for inline in inlines:
            if not isinstance(inline, Text) or not self.terms:
                yield inline
                continue
            end = 0
            for start, stop, term in self._found(inline.text):
                if start < end or term.slug in seen:
                    continue
                seen.add(term.slug)
                if start > end:
                    yield Text(inline.text[end:start], inline.strong)
                yield Linked(inline.text[start:stop], term, inline.strong)
                end = stop
            if end < len(inline.text):
                yield Text(inline.text[end:], inline.strong)

    def found(self, text: str) -> Iterator[Term]:
        """The terms that stand in a text, in its order; one that stands there twice comes twice."""
        return (term for _, _, term in self._found(text))

    def _found(self, text: str) -> Iterator[tuple[int, int, Term]]:
        """The places of terms as (start, end, term): of those that begin with the same word, the longest."""
        small = text.casefold() if len(text.casefold()) == len(text) else text
        end = 0
        for word in _WORD.finditer(text):
            if word.start() < end:
                continue
            first = word[0].casefold()
            for form, term in chain.from_iterable(
                self._by_first_word.get(one, ())
                for one in (first, first.removesuffix("s"), first.removesuffix("es"))
            ):
                there = text if form == term.short else small
                if there.startswith(form, word.start()) and (
                    after := _END.match(text, word.start() + len(form))
                ):
                    end = after.end()
                    yield word.start(), end, term
                    break


@lru_cache(maxsize=256)
def glossary_of(study: Study, section: str) -> Glossary:
    """The glossary for texts of a section; of two terms that share a form, the section's own comes first."""
    here = sorted(study.terms, key=lambda term: term.section != section)
    return Glossary(tuple(term for term in here if term.section == section or not term.only_here))
