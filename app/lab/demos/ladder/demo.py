"""One data set, seven language models: their perplexity on names held out, by counts at once or by training live."""

from collections.abc import Mapping
from functools import cached_property
from math import exp
from typing import Any

from app.lab.demos.chart import Chart, Point
from app.lab.demos.demo import Asked, Goal
from app.lab.demos.ladder import by_hand, pictures, recorded
from app.lab.demos.ladder.by_hand import Mixture, Name
from app.lab.demos.ladder.ngrams import END, NGrams
from app.lab.demos.ladder.recorded import LOWEST
from app.lab.demos.ladder.rungs import HIGHEST, Beside, Rungs
from app.lab.demos.ladder.state import State
from app.lab.demos.letters import Letter, digits
from app.lab.demos.trained import Trained
from app.web.languages.languages import N_
from engine.demos.gpt import settings as gpt_settings
from engine.demos.gpt.names import CONTEXT, vocabulary
from engine.demos.ladder import settings as ladder_settings
from engine.demos.ladder.settings import LEARNERS, LONGEST, NARROW, WIDE, Settings
from engine.solutions.pictures import Bars, Curve, table

TENTH, LIVE = 0.1, 0.4  # tolerance: of a counting model (as a share), and of a network
CELLS = ("rnn", "gru", "lstm")
QUESTIONS: Mapping[str, str] = {
    "add_alpha": "surprise-of-a-sentence",
    "interpolated": "the-next-letter-of-a-name",
    "neural_ngram": "names-by-a-small-network",
    **dict.fromkeys(CELLS, "recurrent-network-of-the-lab"),
    "gpt": "gpt-of-the-lab",
}


class Ladder(Trained[State]):
    name = "ladder"
    title = N_("One data set, seven language models")
    says = N_(
        "N-grams, a neural n-gram, RNN, GRU, LSTM and GPT learn from the same names: where does your model stand on "
        "the ladder of their perplexities?"
    )
    section = "c.3"
    puzzle = N_("Which kind of model is least surprised by a new name: counts, an RNN or a GPT?")
    minutes, cover = 15, "rungs"
    questions = tuple(QUESTIONS.values())
    refused = N_(
        "These numbers make no exercise: rounding would hide what it asks. Take another letter or name."
    )
    state_type = State
    digits = staticmethod(digits)
    large = staticmethod(by_hand.large)
    prediction_fields = ("model", "order", "alpha", "ratio", "steps", "seed")
    trained_by = "engine.demos.ladder.live"
    measured = "perplexity"
    alphas = staticmethod(recorded.alphas)
    level_with_lowest = staticmethod(recorded.level_with_lowest)
    networks = staticmethod(recorded.networks)
    recorded_perplexity = staticmethod(recorded.perplexity)
    recorded_words = staticmethod(recorded.words)
    spread = staticmethod(recorded.spread)

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
    def ngrams(self) -> NGrams:
        """The model, if it only counts."""
        return NGrams(self.state)

    @cached_property
    def settings(self) -> Settings:
        """The settings of the network."""
        state = self.state
        return Settings(state.model, max(2, state.order), state.steps, state.seed, self.word)

    @property
    def size(self) -> int:
        """The numbers that the model keeps: parameters, or counts above 0."""
        return self.ngrams.size if self.counts else self.settings.parameters

    @property
    def letter_vectors(self) -> int:
        """Parameters in the letter vectors of a recurrent network, which its exercise leaves out."""
        return len(vocabulary()) * WIDE if self.state.model in CELLS else 0

    @cached_property
    def perplexity(self) -> float | None:
        """Perplexity of the held-out names; None until the network was trained."""
        if self.counts:
            return self.ngrams.perplexity
        result = self.run.result if self.run else None
        return result.get(self.measured) if result else None

    @property
    def last_measured(self) -> Point | None:
        """The last point with a perplexity of the held-out names, for a run that did not come to its end."""
        points = self.run.points if self.run and not self.run.whole else ()
        return next((one for one in reversed(points) if one.get(self.measured) is not None), None)

    @cached_property
    def by_letter(self) -> Name:
        """The word under this model; without letters if a run has not come to its end."""
        if self.counts:
            return Name.of(self.word + END, self.ngrams.probabilities(self.word))
        nats = ((self.run.result or {}).get("surprisals") if self.run else None) or []
        return Name.of(self.word + END, [exp(-one) for one in nats])

    @property
    def letters(self) -> list[Letter]:
        return self.by_letter.letters if self.by_letter.pairs else []

    @cached_property
    def mixture(self) -> Mixture:
        """The mixture for the letter that is worked out."""
        return self.ngrams.mixture(self.word, self.place, self.letters[self.place - 1])

    @property
    def others(self) -> list[str]:
        """The recorded models to compare the surprisals of this word with."""
        return recorded.asked_about(self.word)

    @property
    def other(self) -> str:
        return self.state.beside if self.state.beside in self.others else LOWEST

    @property
    def named_others(self) -> list[tuple[str, str]]:
        return [(one, recorded.named(one)) for one in self.others]

    @property
    def rungs(self) -> Bars:
        return pictures.rungs(self.perplexity, self.predicted)

    @property
    def other_rungs(self) -> Bars:
        return pictures.other_rungs(self.state.model)

    @property
    def known_rungs(self) -> Rungs:
        """Draws the same as a ladder with room for one's own rung."""
        return Rungs([(name, float(height)) for name, height in table(self.other_rungs)[1]])

    @property
    def all_rungs(self) -> Rungs:
        """Those of one's own kind, too."""
        return Rungs([(name, float(height)) for name, height in table(pictures.rungs(None))[1]])

    @property
    def came(self) -> Beside | None:
        return None if self.perplexity is None else self.all_rungs.beside(self.perplexity)

    @property
    def said(self) -> Beside | None:
        """The prediction beside the rails; None where it is above them."""
        if self.predicted is None or self.predicted > HIGHEST:
            return None
        return self.all_rungs.beside(self.predicted, self.came)

    @property
    def by_order(self) -> Curve:
        has_order = self.counts or self.state.model == "neural_ngram"
        return pictures.by_order(
            (self.state.order, self.perplexity) if has_order and self.perplexity else None
        )

    @property
    def training_curves(self) -> Curve:
        return pictures.training_curves()

    @property
    def other_training_curves(self) -> Curve:
        """Draws the networks that may be seen before a prediction: all but the one that is asked for."""
        return pictures.training_curves([name for name in LEARNERS if name != self.state.model])

    @property
    def surprisals(self) -> Bars:
        nats = recorded.surprisals(self.other, self.word)
        return pictures.surprisals(self.word, self.letters, self.other, nats)

    @property
    def chart(self) -> Chart:
        return pictures.training()

    @property
    def asked(self) -> Asked:
        """Accepts the result computed from the page's table."""
        words = "perplexity of the names held out"
        if not self.counts:
            return Asked(words=words, outcome=None, within=LIVE, least=1.0)
        outcome = self.perplexity or 0.0
        missed = abs(self.ngrams.estimate.perplexity - outcome)
        return Asked(
            words=words, outcome=outcome, within=max(TENTH * outcome, missed) + by_hand.ROUNDED, least=1.0
        )

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

    @cached_property
    def obstacle(self) -> str:
        match self.state.model:
            case "add_alpha":
                return self.by_letter.obstacle
            case "interpolated":
                return self.mixture.obstacle
            case _:
                return ""

    @property
    def goals(self) -> list[Goal]:
        state, came = self.state, self.perplexity or float("inf")
        return [
            Goal(N_("With alpha added to its counts, a model comes below 9.7."),
                 state.model == "add_alpha" and came < 9.7),
            Goal(N_("A mixture of n-grams comes below 7.9."), state.model == "interpolated" and came < 7.9),
            Goal(N_("A network comes below 9.7, as counts with alpha do, in 110 steps or fewer."),
                 not self.counts and state.steps <= 110 and came < 9.7),
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
