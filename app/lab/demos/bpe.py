"""The BPE stepper: the visitor's own text is cut into symbols; to be predicted is the count of the next merged pair."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise
from typing import Annotated

from pydantic import Field

from app.lab.demos import demo
from app.lab.demos.demo import Asked, Demo, Goal
from app.web.languages.languages import N_
from engine.demos.tokens import bpe_steps, real_bpe
from engine.demos.tokens.bpe_steps import Merge, Pair, Replay, Symbols
from engine.mathematics import split_word
from engine.solutions.pictures import Bars, Curve, Line

MOST_MERGES = 40
SHOWN = 12  # words, and pairs
SMALL = 6  # words of an exercise
SPACE = "␣"
QUESTION = "merges-of-a-small-corpus"
SENTENCE = "আমি বাড়িতে বাংলা শিখি।"  # I learn Bangla at home.
TEXT = "low low low low low lower lower newest newest newest newest newest newest widest widest widest"


@dataclass(frozen=True, slots=True)
class State(demo.State):
    """The text with ``merges`` already made; ``word`` is encoded with what was learned, ``cut`` is a text that real
    vocabularies cut."""

    text: Annotated[str, Field(max_length=2 * bpe_steps.MOST_CHARACTERS)] = TEXT
    merges: Annotated[int, Field(ge=0, le=MOST_MERGES - 1)] = 0
    word: Annotated[str, Field(max_length=bpe_steps.LONGEST_WORD)] = "lowest"
    cut: Annotated[str, Field(max_length=2 * bpe_steps.MOST_CHARACTERS)] = SENTENCE


@dataclass(frozen=True, slots=True)
class Cut:
    """The text as one of today's vocabularies cuts it."""

    vocabulary: str
    tokens: tuple[str, ...]
    parts: bool  # whether a token is only part of a character, and so written as its bytes
    words: int

    @property
    def per_word(self) -> float:
        return len(self.tokens) / self.words


class Bpe(Demo[State]):
    """The stepper at one state. If ``wrong`` is not empty, nothing else may be asked of it."""

    name = "bpe"
    title = N_("BPE stepper")
    says = N_(
        "A tokenizer is learned from your own text, merge by merge, and compared with those of real models."
    )
    section = "2.2"
    puzzle = N_("Into how many tokens does your own text fall after so many merges?")
    minutes, cover = 10, "compression"
    question = "merges-of-a-small-corpus"
    questions = (question,)
    refused = N_(
        "These words leave too little to merge for an exercise. Take a few words that share letters."
    )
    state_type = State
    prediction_fields = ("text", "merges")
    form = "%g"
    most = bpe_steps.MOST_CHARACTERS

    @cached_property
    def frequency(self) -> dict[str, int]:
        """The words of the text with their counts. Raises ValueError."""
        return bpe_steps.frequencies(self.text)

    @property
    def text(self) -> str:
        return " ".join(self.state.text.replace("\0", "").split())

    @property
    def word(self) -> str:
        return " ".join(self.state.word.replace("\0", "").split())

    @property
    def visible(self) -> str:
        """The text with visible signs for its spaces: no word contains one."""
        return self.word.replace(" ", SPACE)

    @property
    def wrong(self) -> str:
        try:
            self.frequency  # noqa: B018 (everything else rests on it)
        except ValueError as error:
            return str(error)
        return ""

    @cached_property
    def learned(self) -> list[Merge]:
        """The rounds of learning, as many as the curve shows; fewer if nothing is left to merge."""
        return list(bpe_steps.learn(self.frequency, MOST_MERGES))

    @property
    def done(self) -> int:
        """Number of merges made: all that there are, if more were asked for."""
        return min(self.state.merges, len(self.learned))

    @property
    def next(self) -> Merge | None:
        """The round to be predicted; None if every word is one symbol."""
        return next(islice(self.learned, self.done, None), None)

    @property
    def words(self) -> list[tuple[Symbols, int]]:
        """The most frequent words as they are cut before the next merge; equally frequent ones in the order of the
        text."""
        cut = self.learned[self.done - 1].words if self.done else {}
        often = sorted(self.frequency, key=lambda word: -self.frequency[word])[:SHOWN]
        return [
            (cut.get(word) or split_word(word, bpe_steps.END), times)
            for word, times in self.frequency.items()
            if word in often
        ]

    @property
    def tiles(self) -> list[tuple[list[Symbols], int]]:
        """The words as they are cut before the next merge, with the symbols that it joins in one tile."""
        pair = self.next.pair if self.next else ()
        return [(_joined(symbols, pair), often) for symbols, often in self.words]

    @property
    def table(self) -> list[tuple[Pair, int, bool]]:
        """The most frequent pairs with their counts, each with whether it ties with the merged one."""
        if self.next is None:
            return []
        falling = sorted(self.next.pairs.items(), key=lambda pair: -pair[1])
        tied = {self.next.pair, *self.next.tied}
        return [(bpe_steps.two(name), count, bpe_steps.two(name) in tied) for name, count in falling[:SHOWN]]

    @property
    def unlisted(self) -> int:
        """Number of pairs that the table leaves out."""
        return len(self.next.pairs) - len(self.table) if self.next else 0

    @property
    def overlaps(self) -> bool:
        """True if a word has the same symbol three times in a row, so that pairs share one."""
        return any(
            a == b == c for word, _ in self.words for a, b, c in zip(word, word[1:], word[2:], strict=False)
        )

    @property
    def summands(self) -> list[tuple[str, int, int]]:
        """Each word that contains the next pair: how often the word is in the text, and the pair in the word."""
        if self.next is None:
            return []
        cut = self.learned[self.done - 1].words if self.done else {}
        found = ((word, cut.get(word) or split_word(word, bpe_steps.END)) for word in self.frequency)
        times = {word: sum(pair == self.next.pair for pair in pairwise(symbols)) for word, symbols in found}
        return [(word, self.frequency[word], often) for word, often in times.items() if often]

    @property
    def asked(self) -> Asked | None:
        """The count of the next pair; None if nothing is left to merge."""
        return (
            Asked(
                words=f"merge {self.done + 1}",
                outcome=float(self.next.count),
                within=0.0,
                least=1.0,
                whole=True,
            )
            if self.next
            else None
        )

    @property
    def merged(self) -> list[Pair]:
        """The merges made and the next one, which is known once this is shown."""
        return [merge.pair for merge in self.learned[: self.done + 1]]

    @property
    def replayed(self) -> Sequence[Replay]:
        return bpe_steps.encode(self.visible, self.merged)

    @property
    def symbols(self) -> Symbols:
        """The word as the merges cut it."""
        return bpe_steps.tokens(self.visible, self.merged)

    @property
    def unknown(self) -> list[str]:
        return bpe_steps.unknown(self.visible, bpe_steps.vocabulary(self.frequency, self.merged))

    @property
    def compression(self) -> Curve:
        every = bpe_steps.compression(self.frequency, [merge.pair for merge in self.learned])
        points = tuple((float(one.merges), one.per_token) for one in every)
        here = every[min(self.done + 1, len(every) - 1)]
        mark = ((f"{here.per_token:.2f}", float(here.merges), here.per_token),)
        about = "How many characters a token stands for on average, over the number of merges"
        return Curve(
            "Compression", about, "merges", "characters per token", (Line("this text", points),), marks=mark
        )

    @cached_property
    def cuts(self) -> list[Cut]:
        """Another text, cut by the vocabularies of real models."""
        found = []
        for name in real_bpe.vocabularies():
            text = self.state.cut.strip() or SENTENCE
            tokens = real_bpe.encode(name, text)
            parts = [_part(token.symbol) for token in tokens]
            shown = (
                token.shown if part else token.shown.replace(" ", SPACE)
                for token, part in zip(tokens, parts, strict=True)
            )
            found.append(Cut(name, tuple(shown), any(parts), len(text.split())))
        return found

    @property
    def counted(self) -> Bars:
        """The number of tokens into which each of these vocabularies cuts the text."""
        return Bars(
            "Tokens of this text",
            "How many tokens each vocabulary cuts the text into",
            ("tokens",),
            tuple((cut.vocabulary, (float(len(cut.tokens)),)) for cut in self.cuts),
        )

    @property
    def goals(self) -> list[Goal]:
        every = bpe_steps.compression(self.frequency, self.merged)
        longest = [word for word in self.frequency if len(word) >= 5]
        whole = any(len(bpe_steps.tokens(word, self.merged)) == 1 for word in longest)
        return [
            Goal(N_("A word of five letters or more has become one symbol."), whole),
            Goal(N_("The next merge is decided by the tie rule."), bool(self.next and self.next.tied)),
            Goal(N_("With ten merges at most, a token stands for two characters or more on average."),
                 self.done < 10 and every[-1].per_token >= 2),
        ]  # fmt: skip

    @property
    def numbers(self) -> dict[str, object]:
        """Parameters of an exercise: the first words with their frequencies, and three merges of them."""
        return {"corpus": dict(list(self.frequency.items())[:SMALL]), "merges": 3}


def _joined(symbols: Symbols, pair: Symbols) -> list[Symbols]:
    """The symbols one by one, from the left the two of each pair together."""
    tiles: list[Symbols] = []
    while symbols:
        size = 2 if symbols[:2] == pair else 1
        tiles.append(symbols[:size])
        symbols = symbols[size:]
    return tiles


def _part(symbol: bytes) -> bool:
    """True if these bytes are not whole characters."""
    try:
        symbol.decode()
    except UnicodeDecodeError:
        return True
    return False
