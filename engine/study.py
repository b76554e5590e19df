"""Study material beside the questions: per section of the course a study page, glossary terms and prompts; short
Bengali explanations; and words of exam questions. All of it lies in ``question_bank/study``."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import Field, TypeAdapter, ValidationError, model_validator

from engine.bengali import Bengali, InBengali, read_bengali, read_toml
from engine.validation.schema import Shape


class Formula(Shape):
    """A formula with all of its symbols, each named."""

    name: str = Field(max_length=80)
    latex: str
    symbols: tuple[tuple[str, str], ...] = Field(min_length=1)


class Trap(Shape):
    """A common error and its correction; ``bn`` says it in Bengali."""

    wrong: str
    right: str
    bn: Bengali


class Term(Shape):
    """An entry of the glossary. ``short`` is an abbreviation that an exam does not accept; ``also`` are other forms by
    which it is found in a text; ``only_here``: a common word, which means this only in its own section."""

    term: str = Field(max_length=60)
    short: str = ""
    also: tuple[str, ...] = ()
    meaning: str = Field(max_length=300)
    bn: Bengali
    example: str = Field(max_length=200)
    formula: str = ""
    only_here: bool = False
    section: str = ""

    @property
    def slug(self) -> str:
        """The term in addresses: small letters and digits with hyphens between them."""
        return re.sub(r"[^a-z0-9]+", "-", self.term.casefold()).strip("-")

    @property
    def initial(self) -> str:
        """The letter under which it is found; "0–9" for digits."""
        first = self.slug[0].upper()
        return first if first.isalpha() else "0–9"


class Prompt(Shape):
    """A line for the night before, with its line of answer; ``bn`` says why in Bengali."""

    ask: str = Field(max_length=160)
    answer: str = Field(max_length=300)
    bn: Bengali | None = None


class Section(Shape):
    """A section's study page. ``example`` is the question whose variants are its worked example."""

    id: str
    title_bn: Bengali
    about: tuple[str, ...] = Field(min_length=5, max_length=5)
    about_bn: Bengali
    example: str
    formulas: tuple[Formula, ...] = Field(min_length=1)
    traps: tuple[Trap, ...] = Field(min_length=3)
    terms: tuple[Term, ...] = Field(min_length=5)
    prompts: tuple[Prompt, ...] = Field(min_length=3)

    @model_validator(mode="before")
    @classmethod
    def terms_know_their_section(cls, values: dict[str, Any]) -> dict[str, Any]:
        """Writes the section's id into each of its terms."""
        terms = [{**term, "section": values.get("id", "")} for term in values.get("terms", ())]
        return values | {"terms": terms}


class Word(Shape):
    """A word of exam questions that is easily misread."""

    word: str
    meaning: str
    bn: Bengali
    example: str


@dataclass(frozen=True)
class Study:
    """All of it; ``faults`` name what could not be read, which then is left out.

    ``material`` names for each topic of the course, group by group, the questions that ask for it.
    """

    sections: Mapping[str, Section] = field(default_factory=dict)
    bengali: InBengali = field(default_factory=InBengali)
    words: tuple[Word, ...] = ()
    more_abbreviations: Mapping[str, str] = field(default_factory=dict)
    material: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    faults: tuple[str, ...] = ()

    def __hash__(self) -> int:
        """A hash that costs nothing, for a cache that is asked a hundred times a page: there is one study, or a few."""
        return hash(tuple(self.sections))

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The glossary, in alphabetical order."""
        found = (term for section in self.sections.values() for term in section.terms)
        return tuple(sorted(found, key=lambda term: term.term.casefold()))

    @cached_property
    def abbreviations(self) -> dict[str, str]:
        """The abbreviations that an exam does not accept, each with what is written instead."""
        own = {term.short: _within(term.term) for term in self.terms if term.short}
        return dict(self.more_abbreviations) | own

    def abbreviated_in(self, text: str) -> dict[str, str]:
        """The abbreviations that stand in a text; of two that begin alike, the longer."""
        found = {
            short: long
            for short, long in self.abbreviations.items()
            if re.search(rf"(?<![\w-]){re.escape(short)}s?(?!\w)", text)
        }
        longer = {
            short for short in found if any(other != short and other.startswith(short) for other in found)
        }
        return {short: long for short, long in found.items() if short not in longer}


PROPER = ("Kullback",)


def _within(term: str) -> str:
    """A term as it stands within a sentence."""
    return term if term.startswith(PROPER) else term[:1].lower() + term[1:]


def read_study(folder: Path, values_in: Callable[[Path], dict[str, Any]] = read_toml) -> Study:
    """Reads every file of the folder; what cannot be read is left out and named in ``faults``."""
    sections: dict[str, Section] = {}
    words: tuple[Word, ...] = ()
    more: dict[str, str] = {}
    material: dict[str, dict[str, tuple[str, ...]]] = {}
    faults: list[str] = []
    for file in sorted(folder.glob("*.toml")):
        try:
            values = values_in(file)
            if file.stem == "exam-words":
                more = {str(short): str(long) for short, long in values["abbreviations"].items()}
                words = tuple(Word.model_validate(word) for word in values["words"])
            elif file.stem == "material":
                material = TypeAdapter(dict[str, dict[str, tuple[str, ...]]]).validate_python(values)
            else:
                sections[file.stem] = Section.model_validate({**values, "id": file.stem})
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            faults.append(f"{file}: {'.'.join(map(str, first['loc']))}: {first['msg']}")
        except (OSError, ValueError, KeyError) as error:
            faults.append(f"{file}: {error}")
    bengali = read_bengali(folder / "bengali", values_in)
    return Study(sections, bengali, words, more, material, (*faults, *bengali.faults))
