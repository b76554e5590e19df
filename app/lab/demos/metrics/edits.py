"""A text that is edited word by word: what it becomes, and which word is chosen then."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edits:
    """Changes of the word at a ``place``, counted from 0.

    Each gives the new fields of the state: the ``candidate``, and the ``tile`` that is chosen then, counted from 1.
    """

    words: tuple[str, ...]
    place: int

    @property
    def without(self) -> dict[str, object] | None:
        """The text without this word, the next one chosen; None where no other word is left."""
        left = (*self.words[: self.place], *self.words[self.place + 1 :])
        return self._after(left, min(self.place, len(left) - 1)) if left else None

    @property
    def earlier(self) -> dict[str, object] | None:
        """The word before the one at its left; None for the first word."""
        return self._swapped(self.place - 1) if self.place > 0 else None

    @property
    def later(self) -> dict[str, object] | None:
        """The word after the one at its right; None for the last word."""
        return self._swapped(self.place + 1) if self.place + 1 < len(self.words) else None

    def instead(self, word: str) -> dict[str, object]:
        """The text with another word in its place."""
        words = list(self.words)
        words[self.place] = word
        return self._after(tuple(words), self.place)

    def _swapped(self, other: int) -> dict[str, object]:
        words = list(self.words)
        words[self.place], words[other] = words[other], words[self.place]
        return self._after(tuple(words), other)

    def _after(self, words: tuple[str, ...], place: int) -> dict[str, object]:
        return {"candidate": " ".join(words), "tile": place + 1}
