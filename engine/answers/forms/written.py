"""Forms that nothing here can mark: sentences, and programs, which their tests mark."""

from dataclasses import dataclass
from typing import Any

from engine.answers.forms.plain_text import text_latex


class Written:
    """A text that is kept as typed, and that nothing here can mark."""

    __slots__ = ()

    def rounded(self, value: Any) -> Any:
        return value

    def show(self, value: str) -> str:
        return value

    def latex(self, value: str) -> str:
        return text_latex(value)

    def read(self, text: str) -> str:
        return text.rstrip()


@dataclass(frozen=True, slots=True)
class Prose(Written):
    """Sentences, which a person marks. The model answer has about as many words as ``words`` says, which is
    ``told`` where an answer is to be as long."""

    words: int = 0
    told: bool = True


@dataclass(frozen=True, slots=True)
class Shown:
    """The part of a program's tests that everybody sees."""

    function: str
    tests: tuple[Any, ...]
    arrays: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Program(Written):
    """A function in Python, run against ``tests``; of its arguments those in ``arrays`` come as NumPy arrays."""

    function: str
    starter: str
    tests: tuple[Any, ...]
    arrays: tuple[str, ...] = ()
    tolerance: float = 1e-6

    @property
    def shown(self) -> "Shown":
        """The function's name and arrays, with the tests that are not hidden."""
        return Shown(self.function, tuple(test for test in self.tests if not test.hidden), self.arrays)
