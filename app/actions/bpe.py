"""The BPE stepper: a text of one's own is cut into symbols, and one says how often the next merged pair occurs."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import islice
from urllib.parse import parse_qs, urlencode

from app.actions.lab import Asked, Goal
from app.i18n import N_
from engine.demos import bpe_steps, real_bpe
from engine.demos.bpe_steps import Merge, Pair, Replay, Symbols
from engine.mathematics import split_word
from engine.pictures import Curve, Line

MOST_MERGES = 40
SHOWN = 12  # words, and pairs
SMALL = 6  # words of an exercise
QUESTION = "merges-of-a-small-corpus"
TEXT = "low low low low low lower lower newest newest newest newest newest newest widest widest widest"


@dataclass(frozen=True, slots=True)
class State:
    """All that the page depends on; ``merges`` are made already, ``word`` is encoded with what was learned."""

    text: str = TEXT
    merges: int = 0
    word: str = "lowest"
    real: bool = False

    @property
    def address(self) -> str:
        return urlencode(asdict(self))

    def to(self, **changes: object) -> str:
        return replace(self, **changes).address  # type: ignore[arg-type]


FIRST = State()


class BadText(ValueError):
    """Nothing can be learned from this text; it says why."""


@dataclass(frozen=True, slots=True)
class Cut:
    """What one of today's vocabularies makes of the text."""

    vocabulary: str
    tokens: tuple[str, ...]


@dataclass(frozen=True)
class Bpe:
    """The stepper at one state. Raises BadText from ``frequency``, which everything else rests on."""

    state: State

    @cached_property
    def frequency(self) -> dict[str, int]:
        try:
            return bpe_steps.frequencies(self.state.text)
        except ValueError as error:
            raise BadText(str(error)) from error

    @cached_property
    def learned(self) -> list[Merge]:
        """As many rounds as the curve shows, fewer where nothing is left to merge."""
        return list(bpe_steps.learn(self.frequency, MOST_MERGES))

    @property
    def next(self) -> Merge | None:
        """The round that is asked for; None where every word is one symbol."""
        return next(islice(self.learned, self.state.merges, None), None)

    @property
    def words(self) -> list[tuple[Symbols, int]]:
        """The most frequent words as they are cut before the next merge."""
        now = self.learned[: self.state.merges]
        cut = now[-1].words if now else {word: split_word(word, bpe_steps.END) for word in self.frequency}
        often = sorted(self.frequency, key=lambda word: -self.frequency[word])
        return [(cut[word], self.frequency[word]) for word in often[:SHOWN]]

    @property
    def table(self) -> list[tuple[Pair, int, bool]]:
        """The most frequent pairs with their counts, and whether they tie with the one that is merged."""
        if self.next is None:
            return []
        falling = sorted(self.next.pairs.items(), key=lambda pair: -pair[1])
        tied = {self.next.pair, *self.next.tied}
        return [(bpe_steps.two(name), count, bpe_steps.two(name) in tied) for name, count in falling[:SHOWN]]

    @property
    def asked(self) -> Asked:
        count = self.next.count if self.next else 0
        return Asked(f"merge {self.state.merges + 1}", float(count), 0.0)

    @property
    def made(self) -> list[Pair]:
        """The merges with the next one, which is known once this is shown."""
        return [merge.pair for merge in self.learned[: self.state.merges + 1]]

    @property
    def replayed(self) -> Sequence[Replay]:
        return bpe_steps.encode(self.state.word, self.made)

    @property
    def symbols(self) -> Symbols:
        """The word as the merges cut it."""
        return bpe_steps.tokens(self.state.word, self.made)

    @property
    def unknown(self) -> list[str]:
        return bpe_steps.unknown(self.state.word, bpe_steps.vocabulary(self.frequency, self.made))

    @property
    def curve(self) -> Curve:
        every = bpe_steps.compression(self.frequency, [merge.pair for merge in self.learned])
        points = tuple((float(one.merges), one.per_token) for one in every)
        here = every[min(self.state.merges + 1, len(every) - 1)]
        mark = ((f"{here.per_token:.2f}", float(here.merges), here.per_token),)
        about = "How many characters a token stands for on average, over the number of merges"
        return Curve(
            "Compression", about, "merges", "characters per token", (Line("this text", points),), mark
        )

    @property
    def cuts(self) -> list[Cut]:
        """The whole text in the vocabularies of real models."""
        return [
            Cut(name, tuple(token.shown for token in real_bpe.encode(name, self.state.text)))
            for name in real_bpe.vocabularies()
        ]

    @property
    def goals(self) -> list[Goal]:
        every = bpe_steps.compression(self.frequency, self.made)
        longest = [word for word in self.frequency if len(word) >= 5]
        whole = any(len(bpe_steps.tokens(word, self.made)) == 1 for word in longest)
        return [
            Goal(N_("A word of five letters or more has become one symbol."), whole),
            Goal(N_("The next merge is decided by the tie rule."), bool(self.next and self.next.tied)),
            Goal(N_("With ten merges at most, a token stands for two characters or more."),
                 self.state.merges < 10 and every[-1].per_token >= 2),
        ]  # fmt: skip

    @property
    def numbers(self) -> dict[str, object]:
        """For an exercise: the first words with their frequencies, and three merges of them."""
        return {"corpus": dict(list(self.frequency.items())[:SMALL]), "merges": 3}


def same_step(address: str, state: State) -> bool:
    """Whether that address was about the same merge of the same text."""
    was = parse_qs(address)
    return (was.get("text", [""]), was.get("merges")) == ([state.text], [str(state.merges)])
