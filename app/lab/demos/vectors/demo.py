"""Word vectors: the cosine of two words by hand, neighbours by angle and by distance, analogies; recorded, or
trained live."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from app.lab.demos import demo
from app.lab.demos.demo import Asked, Goal, NoExercise
from app.lab.demos.trained import Trained
from app.web.languages.languages import N_
from engine.demos.vectors.analogy_on_paper import Analogy
from engine.demos.vectors.recorded_vectors import nearest_name, overall, recorded, thinnings, words
from engine.demos.vectors.small_world import analogies, answer
from engine.demos.vectors.word_vectors import MEASURES, Flip, Pair, Ranked, WordVectors

Vectors = Literal["thinned", "all", "strong", "own"]
Relation = Literal[
    "man and woman", "country and capital", "country and language", "animal and young", "today and yesterday",
    "as it is and more",
]  # fmt: skip
Sheet = Literal["cosine", "nearest", "analogy"]
RECORDED = {"thinned": ("centre", 0.003), "all": ("centre 1", 1.0), "strong": ("centre 0.0005", 0.0005)}
TRAINED = ("dimensions", "window", "noise", "often", "steps", "seed")  # what a live run depends on
NEAR = 6  # neighbours that are listed
WITHIN = 0.1  # of a share
CLEAR = 0.1  # of two cosines
ROUNDED = 0.0101  # a hundredth, for rounding on the way
Word = Annotated[str, Field(max_length=30)]


@dataclass(frozen=True, slots=True)
class State(demo.State):
    """The fields from ``dimensions`` to ``seed`` are those of the visitor's ``own`` vectors. ``sheet`` names the
    exercise."""

    vectors: Vectors = "thinned"
    word: Word = "king"
    first: Word = "queen"
    second: Word = "man"
    a: Word = "king"
    b: Word = "man"
    c: Word = "woman"
    relation: Relation = "man and woman"
    sheet: Sheet = "cosine"
    dimensions: Annotated[int, Field(ge=4, le=32)] = 12
    window: Annotated[int, Field(ge=1, le=9)] = 4
    noise: Annotated[int, Field(ge=1, le=15)] = 5
    often: Annotated[float, Field(ge=1e-4, le=1)] = 1.0
    steps: Annotated[int, Field(ge=50, le=3000)] = 600
    seed: Annotated[int, Field(ge=0, le=10**6)] = 1


@dataclass(frozen=True, slots=True)
class Compared:
    """The word beside another one: with the numbers of the page, and with the full vectors."""

    other: str
    paper: Pair
    whole: Pair


class WordVectorsHere(Trained[State]):
    """The demo at one state. A word outside the small world is replaced by the most similar one in it, and listed in
    ``taken``.

    Until the visitor's own vectors are ``known``, nothing can be asked about them.
    """

    name = "vectors"
    title = N_("Word vectors")
    says = N_(
        "Skip-gram vectors of a small world: neighbours by angle and by distance, analogies, and what a length tells."
    )
    section = "2.4"
    questions = ("cosine-of-two-vectors", "an-analogy-of-the-lab", "two-measures-disagree", "nearest-word")
    refused = N_("Rounded numbers make no clear exercise of these words. Take other words.")
    reads = State
    trained_by = "engine.demos.vectors.live_skip_gram"
    measured = "right"

    @property
    def own(self) -> bool:
        return self.state.vectors == "own"

    @property
    def result(self) -> Mapping[str, Any]:
        """The result of the live run; empty if there is none."""
        return (self.run.result or {}) if self.run else {}

    @property
    def known(self) -> bool:
        return not self.own or "table" in self.result

    @cached_property
    def table(self) -> WordVectors:
        if self.own:
            return WordVectors(tuple(words()), np.array(self.result["table"]))
        return recorded(RECORDED[self.state.vectors][0])

    @property
    def dimensions(self) -> int:
        return len(self.table[self.word])

    @property
    def fields(self) -> list[str]:
        return [field.name for field in fields(self.state)]

    @property
    def asked_analogies(self) -> int:
        return sum(map(len, analogies().values()))

    @property
    def other_word(self) -> str:
        """Another word for a prediction: the nearest one that is not on the page yet."""
        here = (self.word, self.first, self.second)
        return next(word for word, _ in self.table.neighbours(self.word) if word not in here)

    @property
    def words(self) -> list[str]:
        """The vocabulary, in alphabetical order."""
        return sorted(words())

    @property
    def word(self) -> str:
        return nearest_name(self.state.word, "king")

    @property
    def first(self) -> str:
        return nearest_name(self.state.first, "queen")

    @property
    def second(self) -> str:
        return nearest_name(self.state.second, "man")

    @property
    def three(self) -> tuple[str, str, str]:
        """a, b and c of the analogy."""
        state = self.state
        return nearest_name(state.a, "king"), nearest_name(state.b, "man"), nearest_name(state.c, "woman")

    @property
    def taken(self) -> list[tuple[str, str]]:
        """Typed words outside the small world, each with the word that was taken instead."""
        return self._taken(("word", "first", "second"), (self.word, self.first, self.second))

    @property
    def taken_for_analogy(self) -> list[tuple[str, str]]:
        return self._taken(("a", "b", "c"), self.three)

    def _taken(self, fields: Sequence[str], found: Sequence[str]) -> list[tuple[str, str]]:
        typed = [getattr(self.state, field).strip() for field in fields]
        pairs = zip(typed, found, strict=True)
        return list(dict.fromkeys((said, word) for said, word in pairs if said.lower() != word))

    @cached_property
    def paper(self) -> WordVectors:
        """The three words rotated so that three numbers hold each of them, and rounded."""
        return self.table.on_paper((self.word, self.first, self.second))

    @property
    def compared(self) -> list[Compared]:
        def pair(vectors: WordVectors, row: int, word: str) -> Pair:
            whole = vectors is self.table
            one, other = (vectors[self.word], vectors[word]) if whole else vectors.table[[0, row]]
            return Pair(one.tolist(), other.tolist())

        return [
            Compared(word, pair(self.paper, row, word), pair(self.table, row, word))
            for row, word in ((1, self.first), (2, self.second))
        ]

    @property
    def disagree(self) -> bool:
        """True if one of the two words is nearer by angle and the other by distance, on paper too."""
        first, second = self.compared
        signs = {
            np.sign((one.cosine - other.cosine) * (one.distance - other.distance))
            for one, other in ((first.paper, second.paper), (first.whole, second.whole))
        }
        return signs == {1.0}

    @property
    def neighbours(self) -> list[tuple[str, Ranked, dict[str, int]]]:
        """The nearest words by each measure, with their ranks by the other measure."""
        ranked = {measure: self.table.neighbours(self.word, measure) for measure in MEASURES}
        ranks = {
            measure: {word: rank for rank, (word, _) in enumerate(found, 1)}
            for measure, found in ranked.items()
        }
        others = zip(MEASURES, reversed(MEASURES), strict=True)
        return [(measure, ranked[measure][:NEAR], ranks[other]) for measure, other in others]

    @property
    def flip(self) -> Flip | None:
        return self.table.flip(self.word, NEAR)

    @cached_property
    def analogy(self) -> Analogy:
        return Analogy(self.table, *self.three)

    @property
    def expected(self) -> str:
        """The answer that the small world would give; "" if it has none."""
        return answer(*self.three)

    @property
    def shares(self) -> Mapping[str, Sequence[float]]:
        """By relation, the share of analogies that come right: inputs left out, and with them."""
        if self.own:
            return dict(self.result["relations"])
        often = RECORDED[self.state.vectors][1]
        return next(one["analogies"] for one in thinnings() if one["often"] == often)

    @property
    def thinnings(self) -> list[tuple[float, float, float]]:
        """The recorded runs: threshold, share of analogies that come right, and correlation of lengths with counts."""
        return [
            (one["often"], overall(one["analogies"]), one["length against count"])
            for one in reversed(thinnings())
        ]

    @property
    def asked(self) -> Asked:
        """A cosine, with a tolerance for results from the numbers of the page; or the outcome of a training."""
        if self.own:
            return Asked("share of analogies", None, WITHIN, 0, 1)
        pair = self.compared[0]
        within = abs(pair.paper.cosine - pair.whole.cosine) + ROUNDED
        return Asked(f"cosine of {self.word} and {self.first}", pair.whole.cosine, within, -1, 1)

    @property
    def opens(self) -> Sequence[str]:
        """The fields a prediction is about: a cosine shows its word with these vectors, a live run all words."""
        return ("vectors", *(TRAINED if self.own else ("word",)))

    @property
    def training(self) -> Mapping[str, Any]:
        return {name: getattr(self.state, name) for name in TRAINED}

    @property
    def goals(self) -> list[Goal]:
        if not self.known:
            return []
        (first, second), analogy = self.compared, self.analogy
        saved = analogy.ranked[0][0] == self.expected and analogy.answered_by_itself
        right, length = self.result.get("right") or 0.0, self.result.get("length") or 0.0
        return [
            Goal(N_("One of your two words has a cosine larger by 0.10 or more, yet the other is nearer by distance."),
                 self.disagree and abs(first.paper.cosine - second.paper.cosine) >= CLEAR),
            Goal(N_("An analogy comes right only because its own three words are left out."), saved),
            Goal(N_("Your own vectors get 0.70 of the analogies right, and lengths correlate with counts above 0.50."),
                 right >= 0.7 and length > 0.5),
        ]  # fmt: skip

    @property
    def question(self) -> str:
        if self.state.sheet == "analogy":
            return "an-analogy-of-the-lab"
        if self.state.sheet == "cosine":
            return "cosine-of-two-vectors"
        return "two-measures-disagree" if self.known and self.disagree else "nearest-word"

    def hinders(self, sheet: Sheet) -> str:
        """The reason why this sheet makes no exercise, and what to do; "" if none is known."""
        if sheet == "cosine" and self.word == self.first:
            return N_("For an exercise, take two different words: a word has the cosine 1 with itself.")
        if sheet == "nearest" and len({self.word, self.first, self.second}) < 3:
            return N_("For an exercise, take three different words.")
        return ""

    @property
    def hindered(self) -> str:
        return self.hinders(self.state.sheet)

    @property
    def numbers(self) -> dict[str, object]:
        """Parameters of an exercise: the word with one other or with two, or the analogy with its best answers, as
        shown."""
        if not self.known:
            raise NoExercise
        if self.state.sheet == "analogy":
            a, b, c, *rest = self.analogy.paper.table.tolist()
            names = (word for word, _ in self.analogy.chosen)
            return {"a": a, "b": b, "c": c, "candidates": dict(zip(names, rest, strict=True))}
        word, first, second = self.paper.table.tolist()
        if self.state.sheet == "cosine":
            return {"u": word, "v": first}
        return {"query": word, "candidates": {self.first: first, self.second: second}}
