"""How lines that were put in order are judged, where that is not place by place."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import ClassVar


class Ordering(ABC):
    """Judges an order of lines beside the key's, in which no line may stand twice. ``earns`` says on an answer key what
    one share of the points is given for; ``others``: another order may be as good as the key's."""

    earns: ClassVar[str]
    others: ClassVar[bool] = False

    @abstractmethod
    def places(
        self, typed: Sequence[str], key: Sequence[str], empty: Collection[int] = ()
    ) -> Collection[int]:
        """The places that count, from 0; all of them where the order is as good as the key's. At the ``empty`` ones the
        key's lines stand in ``typed``, so that the others can be judged."""

    @abstractmethod
    def ticked(self, right: int, of: int) -> str:
        """The sentence on what the ticks beside a wrong answer mean, of which there are ``right``."""

    @abstractmethod
    def amiss(self, typed: Sequence[str], key: Sequence[str], first: int) -> str:
        """The sentence on the first line that does not stand as it should; ``first`` is the first wrong place."""
