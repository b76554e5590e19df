"""Word vectors: the cosine of two words by hand, neighbours by angle and by distance, analogies; recorded, or
trained live."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

import numpy as np

from app.lab.demos.chart import Chart
from app.lab.demos.demo import Asked, Goal, NoExercise
from app.lab.demos.trained import Trained
from app.lab.demos.vectors import pictures, subsampling
from app.lab.demos.vectors.comparison import NEAR, Comparison
from app.lab.demos.vectors.space import Space
from app.lab.demos.vectors.state import TRAINED, Sheet, State
from app.lab.demos.vectors.subsampling import RECORDED, SMALLER
from app.web.languages.languages import N_
from engine.demos.vectors.analogy import Analogy
from engine.demos.vectors.embeddings import Flip, WordVectors
from engine.demos.vectors.recorded import nearest_name, recorded, thinnings, words
from engine.demos.vectors.small_world import RELATIONS, analogies, answer
from engine.solutions.pictures import Bars, Plane, Scatter

WITHIN = 0.1  # of a share
CLEAR = 0.1  # of two cosines
ROUNDED = 0.0101  # a hundredth, for rounding on the way


class Vectors(Trained[State]):
    """The demo at one state. A word outside the small world is replaced by the most similar one in it, and listed in
    ``instead``.

    Until the visitor's own vectors are ``known``, nothing can be asked about them.
    """

    name = "vectors"
    title = N_("Word vectors")
    says = N_(
        "Skip-gram vectors of a small world: neighbours by angle and by distance, analogies, and what a length tells."
    )
    section = "2.4"
    puzzle = N_("Are the nearest words by angle also the nearest by distance?")
    minutes, cover = 15, "map"
    questions = ("cosine-of-two-vectors", "an-analogy-of-the-lab", "two-measures-disagree", "nearest-word")
    refused = N_("Rounded numbers make no clear exercise of these words. Take other words.")
    state_type = State
    trained_by = "engine.demos.vectors.live"
    measured = "right"
    smaller = SMALLER
    relations = tuple(RELATIONS)
    threshold = staticmethod(subsampling.threshold)

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
    def instead(self) -> dict[str, tuple[str, str]]:
        """Typed words outside the small world, by their fields, each with the word that was taken instead."""
        taken = dict(
            zip(
                ("word", "first", "second", "a", "b", "c"),
                (self.word, self.first, self.second, *self.three),
                strict=True,
            )
        )
        typed = {name: getattr(self.state, name).strip() for name in taken}
        return {name: (typed[name], word) for name, word in taken.items() if typed[name].lower() != word}

    @cached_property
    def comparison(self) -> Comparison:
        return Comparison(self.table, self.word, self.first, self.second)

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
        """The share of analogies that come out right, by relation: with the inputs left out, and with them."""
        if self.own:
            return dict(self.result["relations"])
        often = RECORDED[self.state.vectors][1]
        return next(one["analogies"] for one in thinnings() if one["often"] == often)

    @property
    def thresholds(self) -> list[tuple[float, str]]:
        return subsampling.thresholds(self.state.often)

    @property
    def recorded_runs(self) -> list[tuple[float, float, float]]:
        return subsampling.recorded_runs()

    @property
    def angle(self) -> Plane:
        return pictures.angle(self.comparison, None if self.own else self.predicted)

    @property
    def nearest(self) -> list[Bars]:
        return pictures.nearest(self.table, self.word)

    @cached_property
    def space(self) -> Space:
        return Space(self.table, self.word, (self.first, self.second), self.state.turn)

    @cached_property
    def comparing(self) -> str:
        """The address of this state, ready for the name of another first word: without what is as at the beginning,
        for the map has hundreds of them."""
        first = asdict(State())
        changed = {name: x for name, x in asdict(self.state).items() if x != first[name] and name != "first"}
        return urlencode({**changed, "first": ""})

    @property
    def map(self) -> Scatter:
        return pictures.world_map(self.table, self.state.relation)

    @property
    def lengths(self) -> Scatter:
        return pictures.lengths(self.table, (self.word, self.first, self.second))

    @property
    def chart(self) -> Chart:
        return pictures.training(subsampling.recorded_share(self.state.often))

    @property
    def asked(self) -> Asked:
        """A cosine, with a tolerance for results from the numbers of the page; or the outcome of a training."""
        if self.own:
            return Asked(words="share of analogies", outcome=None, within=WITHIN, least=0, most=1)
        pair, _ = self.comparison.pairs
        within = abs(pair.paper.cosine - pair.full.cosine) + ROUNDED
        return Asked(
            words=f"cosine of {self.word} and {self.first}",
            outcome=pair.full.cosine,
            within=within,
            least=-1,
            most=1,
        )

    @property
    def prediction_fields(self) -> Sequence[str]:
        """The fields a prediction is about: a cosine shows its word with these vectors, a live run all words."""
        return ("vectors", *(TRAINED if self.own else ("word",)))

    @property
    def training(self) -> Mapping[str, Any]:
        return {name: getattr(self.state, name) for name in TRAINED}

    @property
    def goals(self) -> list[Goal]:
        if not self.known:
            return []
        (first, second), analogy = self.comparison.pairs, self.analogy
        saved = analogy.ranked[0][0] == self.expected and analogy.answered_by_itself
        right, length = self.result.get("right") or 0.0, self.result.get("length") or 0.0
        return [
            Goal(N_("One of your two words has a cosine larger by 0.10 or more, yet the other is nearer by distance."),
                 self.comparison.measures_disagree and abs(first.paper.cosine - second.paper.cosine) >= CLEAR),
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
        return "two-measures-disagree" if self.known and self.comparison.measures_disagree else "nearest-word"

    def obstacle_to(self, sheet: Sheet) -> str:
        """The reason why this sheet makes no exercise, and what to do; "" if none is known."""
        if sheet == "cosine" and self.word == self.first:
            return N_("For an exercise, take two different words: a word has the cosine 1 with itself.")
        if sheet == "nearest" and len({self.word, self.first, self.second}) < 3:
            return N_("For an exercise, take three different words.")
        return ""

    @property
    def obstacle(self) -> str:
        return self.obstacle_to(self.state.sheet)

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
        word, first, second = self.comparison.paper.table.tolist()
        if self.state.sheet == "cosine":
            return {"u": word, "v": first}
        return {"query": word, "candidates": {self.first: first, self.second: second}}
