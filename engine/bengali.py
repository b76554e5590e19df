"""The texts of the bank in Bengali beside its English: on families, questions, mistakes and the meanings of symbols.

It lies in ``question_bank/study/bengali``; what belongs to one question, in the question's own file.
"""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, StringConstraints, TypeAdapter, ValidationError

from engine.chain import Convention, Mistake
from engine.questions import Question
from engine.validation.schema import Shape

Bengali = Annotated[str, StringConstraints(pattern=r"[\u0980-\u09ff]")]
SYMBOLS = "symbols"  # the file of their meanings; each other file is named after a subject


class FamilyInBengali(Shape):
    """A family in short: what is asked, the key idea, why it is so, and the commonest mistake. ``mistakes`` and
    ``conventions`` are their sentences, by name."""

    about: Bengali
    idea: Bengali
    why: Bengali | None = None
    trap: Bengali
    mistakes: dict[str, Bengali] = Field({})
    conventions: dict[str, Bengali] = Field({})


@dataclass(frozen=True)
class InBengali:
    """All of it; ``symbols`` are meanings by their English words. ``faults`` name what could not be read."""

    families: Mapping[str, FamilyInBengali] = field(default_factory=dict)
    symbols: Mapping[str, str] = field(default_factory=dict)
    faults: tuple[str, ...] = ()

    def explanation(self, question: Question) -> tuple[str, ...]:
        """The paragraphs that explain a question after it was answered: its own, else those of its family."""
        if question.bengali:
            return tuple(question.bengali.strip().split("\n\n"))
        said = self.families.get(question.family_id)
        return tuple(filter(None, (said.idea, said.why, said.trap))) if said else ()

    def about(self, question: Question) -> str:
        """Returns what a question of a family asks, before it is answered; "" for other questions."""
        said = self.families.get(question.family_id)
        return said.about if said else ""

    def of_slips(self, question: Question, names: Iterable[str]) -> Iterator[str]:
        """Yields the sentences on these mistakes and conventions, each once; nothing for those without one."""
        said = self.families.get(question.family_id)
        family = {**said.conventions, **said.mistakes} if said else {}
        own = question.family
        named: Mapping[str, Mistake | Convention] = {**own.conventions, **own.mistakes}
        sentences = (named[name].bengali or family.get(name, "") for name in names if name in named)
        yield from dict.fromkeys(filter(None, sentences))


def read_toml(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text("utf-8"))


def read_bengali(folder: Path, values_in: Callable[[Path], dict[str, Any]] = read_toml) -> InBengali:
    """Reads every file of the folder; what cannot be read is left out and named in ``faults``."""
    families: dict[str, FamilyInBengali] = {}
    symbols: dict[str, str] = {}
    faults: list[str] = []
    for file in sorted(folder.glob("*.toml")):
        try:
            values = values_in(file)
            if file.stem == SYMBOLS:
                symbols = TypeAdapter(dict[str, str]).validate_python(values)
            else:
                families |= TypeAdapter(dict[str, FamilyInBengali]).validate_python(values)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            faults.append(f"{file}: {'.'.join(map(str, first['loc']))}: {first['msg']}")
        except (OSError, ValueError) as error:
            faults.append(f"{file}: {error}")
    return InBengali(families, symbols, tuple(faults))
