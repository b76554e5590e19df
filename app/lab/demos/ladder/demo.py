"""One data set, seven language models: their perplexity on names held out, by counts at once or by training live."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import exp
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from app.lab.demos import demo
from app.lab.demos.chart import Chart, Point
from app.lab.demos.demo import Asked, Goal
from app.lab.demos.ladder import by_hand
from app.lab.demos.ladder.by_hand import Estimate, Mixture, Said, Word
from app.lab.demos.letters import Letter, digits, shown
from app.lab.demos.trained import Trained
from app.web.languages.languages import N_
from engine.demos import recording
from engine.demos.gpt import gpt_settings, held_out
from engine.demos.gpt.held_out import Known, Met
from engine.demos.gpt.names import CONTEXT, EDGE, encode, vocabulary
from engine.demos.ladder import ladder_settings, ngram
from engine.demos.ladder.ladder_settings import LEARNERS, LONGEST, NARROW, WIDE, Settings

LOWEST = "interpolated_6"  # the lowest rung of the recorded ones
TENTH, LIVE = 0.1, 0.4  # tolerance: of a counting model (as a share), and of a network
ABOUT = "Perplexity over the steps of training: of the batches trained on, and of all names held out"
END = "·"  # how the edge of a name is shown

Model = Literal["add_alpha", "interpolated", "neural_ngram", "rnn", "gru", "lstm", "gpt"]
Other = Literal["interpolated_6", "neural_ngram", "rnn", "gru", "lstm", "gpt"]
CELLS = ("rnn", "gru", "lstm")
QUESTIONS: Mapping[str, str] = {
    "add_alpha": "surprise-of-a-sentence",
    "interpolated": "the-next-letter-of-a-name",
    "neural_ngram": "names-by-a-small-network",
    **dict.fromkeys(CELLS, "recurrent-network-of-the-lab"),
    "gpt": "gpt-of-the-lab",
}


@dataclass(frozen=True, slots=True)
class State(demo.State):
    """``ratio`` tells how much more each order of a mixture weighs than the one before.

    ``place`` is the letter that is worked out, ``beside`` the recorded model to compare its surprisals with.
    """

    model: Model = "interpolated"
    order: Annotated[int, Field(ge=1, le=ngram.LONGEST)] = 3
    alpha: Annotated[float, Field(ge=0.001, le=100)] = 1.0
    ratio: Annotated[float, Field(ge=0.2, le=5)] = 2.0
    steps: Annotated[int, Field(ge=20, le=1000)] = 300
    seed: Annotated[int, Field(ge=0, le=10**6)] = 1
    word: Annotated[str, Field(max_length=40)] = "myriam"
    place: Annotated[int, Field(ge=1, le=CONTEXT)] = 3
    beside: Other = "gpt"


class Ladder(Trained[State]):
    name = "ladder"
    title = N_("One data set, seven language models")
    says = N_(
        "N-grams, a neural n-gram, RNN, GRU, LSTM and GPT read the same names: where does your model stand on the "
        "ladder of their perplexities?"
    )
    section = "c.3"
    questions = tuple(QUESTIONS.values())
    refused = N_("No exercise comes of this: rounding would hide what it asks. Take another letter or name.")
    reads = State
    digits = staticmethod(digits)
    opens = ("model", "order", "alpha", "ratio", "steps", "seed")
    trained_by = "engine.demos.ladder.live_ladder"
    measured = "perplexity"

    @property
    def counts(self) -> bool:
        """True if the model only counts, so that it is there at once."""
        return self.state.model not in LEARNERS

    @property
    def wrong(self) -> str:
        if self.state.model == "neural_ngram" and self.state.order == 1:
            return N_("A neural n-gram looks at one letter at least: take order 2 or more.")
        return ""

    @cached_property
    def typed(self) -> list[str]:
        """The typed letters that occur in the data."""
        return [letter for letter in self.state.word.lower() if letter in vocabulary()[1:]]

    @property
    def word(self) -> str:
        """The word, cut to the length of the longest name; for a live run, the one that the network was asked."""
        return str(self.run.settings["word"]) if self.run else "".join(self.typed[:LONGEST])

    @property
    def unread(self) -> str:
        """Typed signs that are not letters of the data, each once."""
        signs = (one for one in self.state.word.strip() if one.lower() not in vocabulary()[1:])
        return "".join("␣" if one.isspace() else one for one in dict.fromkeys(signs))

    @property
    def beyond(self) -> int:
        """Number of letters after those of the longest name."""
        return len(self.typed[LONGEST:])

    @property
    def place(self) -> int:
        return min(self.state.place, len(self.word) + 1)

    @cached_property
    def settings(self) -> Settings:
        """The settings of the network."""
        state = self.state
        return Settings(state.model, max(2, state.order), state.steps, state.seed, self.word)

    @property
    def size(self) -> int:
        """The numbers that the model keeps: parameters, or counts above 0."""
        if not self.counts:
            return self.settings.parameters
        first = 1 if self.state.model == "interpolated" else self.state.order
        counted = held_out.orders()[first - 1 : self.state.order]
        return sum(int((row > 0).sum()) for one in counted for row in one.after.values())

    @property
    def letter_vectors(self) -> int:
        """Parameters in the letter vectors of a recurrent network, which its exercise leaves out."""
        return len(vocabulary()) * WIDE if self.state.model in CELLS else 0

    @cached_property
    def weights(self) -> list[float]:
        """The weights of 1/V and of each order in the mixture."""
        rising = self.state.ratio ** np.arange(self.state.order + 1.0)
        return [float(weight) for weight in rising / rising.sum()]

    @property
    def shown_weights(self) -> list[float]:
        return [shown(weight) for weight in self.weights]

    @cached_property
    def perplexity(self) -> float | None:
        """Perplexity of the held-out names; None until the network was trained."""
        match self.state.model:
            case "add_alpha":
                return held_out.added(self.state.order, self.state.alpha)
            case "interpolated":
                return held_out.mixed(self.weights)
            case _:
                result = self.run.result if self.run else None
                return result.get(self.measured) if result else None

    @property
    def met(self) -> list[Met]:
        """The kinds of letters for a model that adds alpha, as they are shown before the prediction."""
        return held_out.met(self.state.order)

    @property
    def known(self) -> list[Known]:
        """The kinds of letters for a mixture."""
        return held_out.known(self.state.order)

    @cached_property
    def estimate(self) -> Estimate:
        """The estimate from the table that is shown before the prediction."""
        if self.state.model == "add_alpha":
            found = [(one.share, self._added(one.count, one.of)) for one in self.met]
        else:
            found = [(one.share, shown(float(np.dot(one.says, self.shown_weights)))) for one in self.known]
        return Estimate([by_hand.Kind(*one) for one in found])

    def _added(self, count: int, of: int) -> float:
        alpha = self.state.alpha
        return shown((count + alpha) / (of + alpha * len(vocabulary())))

    @property
    def asked(self) -> Asked:
        """Accepts the result computed from the page's table."""
        words = "perplexity of the names held out"
        if not self.counts:
            return Asked(words, None, LIVE, 1.0)
        outcome = self.perplexity or 0.0
        missed = abs(self.estimate.perplexity - outcome)
        return Asked(words, outcome, max(TENTH * outcome, missed) + by_hand.ROUNDED, 1.0)

    @property
    def training(self) -> Mapping[str, Any]:
        one = self.settings
        return {
            "model": one.model,
            "order": one.order,
            "steps": one.steps,
            "seed": one.seed,
            "word": one.word,
        }

    @property
    def chart(self) -> Chart:
        lines = {"batch": N_("training"), "perplexity": N_("held out")}
        levels = {N_("3-gram, alpha added"): rung("add_alpha_3")["perplexity"]}
        return Chart(ABOUT, N_("perplexity"), lines, levels, 6, 20)

    @cached_property
    def letters(self) -> list[Letter]:
        """The word, letter by letter, under this model; empty if a run has not come to its end."""
        places = range(1, len(self.word) + 2)
        match self.state.model:
            case "add_alpha":
                last = (self.said_of(place)[-1] for place in places)
                found = [self._added(one.count, one.of) for one in last]
            case "interpolated":
                found = [Mixture(self.said_of(place)).probability for place in places]
            case _:
                nats = ((self.run.result or {}).get("surprisals") if self.run else None) or []
                found = [shown(exp(-one)) for one in nats]
        return [Letter(*one) for one in zip(self.word + END, found, strict=False)]

    @property
    def by_letter(self) -> Word:
        """The letters of the name alone."""
        return Word(self.letters)

    def said_of(self, place: int) -> list[Said]:
        """The probability of this letter of the word by each order that counts here; 1/V first, as order 0."""
        before, token = self.word[: place - 1], encode(self.word + EDGE)[place - 1]
        says = [
            shown(float(p)) for p in ngram.opinions(held_out.orders()[: self.state.order], before)[:, token]
        ]
        rows = [Said(0, "", 0, 0, says[0], self.shown_weights[0])]
        for counted, p, weight in zip(held_out.orders(), says[1:], self.shown_weights[1:], strict=False):
            row = counted.of(before)
            history = (EDGE * (counted.n - 1) + before)[len(before) :].replace(EDGE, END)
            rows.append(Said(counted.n, history, int(row[token]), int(row.sum()), p, weight))
        return rows

    @property
    def mixture(self) -> Mixture:
        """The mixture for the letter that is worked out."""
        return Mixture(self.said_of(self.place))

    @property
    def reached(self) -> Point | None:
        """The last point with a perplexity of the held-out names, for a run that did not come to its end."""
        points = self.run.points if self.run and not self.run.whole else ()
        return next((one for one in reversed(points) if one.get(self.measured) is not None), None)

    @cached_property
    def hindered(self) -> str:
        match self.state.model:
            case "add_alpha":
                return self.by_letter.hindered
            case "interpolated":
                return self.mixture.hindered
            case _:
                return ""

    @property
    def goals(self) -> list[Goal]:
        state, came = self.state, self.perplexity or float("inf")
        return [
            Goal(N_("With alpha added to its counts, a model comes below 9.7."),
                 state.model == "add_alpha" and came < 9.7),
            Goal(N_("A mixture of n-grams comes below 7.9."), state.model == "interpolated" and came < 7.9),
            Goal(N_("A network comes below 8.3 in 400 steps or fewer."),
                 not self.counts and state.steps <= 400 and came < 8.3),
        ]  # fmt: skip

    @property
    def question(self) -> str:
        return QUESTIONS[self.state.model]

    @property
    def numbers(self) -> dict[str, object]:
        """Parameters of an exercise, as they are shown: the letter worked out, the whole name, or a network's shape."""
        size = len(vocabulary())
        match self.state.model:
            case "add_alpha":
                return self.by_letter.numbers
            case "interpolated":
                return self.mixture.numbers
            case "neural_ngram":
                order, hidden = self.settings.order, self.settings.hidden
                return {"vocabulary_size": size, "d": NARROW, "n": order, "hidden": hidden}
            case "gpt":
                gpt = gpt_settings.Settings()
                return {
                    "d_model": gpt.width, "heads": gpt.heads, "kv_heads": gpt.heads, "d_ff": 4 * gpt.width,
                    "layers": gpt.layers, "vocabulary_size": size, "positions": CONTEXT,
                }  # fmt: skip
            case cell:
                hidden = ladder_settings.HIDDEN[cell]
                return {"cell": cell, "input_size": WIDE, "hidden_size": hidden, "output_size": size}


def rung(name: str) -> Mapping[str, Any]:
    """The recording of a model, by its id."""
    return next(one for one in recording.shown("ladder")["rungs"] if one["id"] == name)
