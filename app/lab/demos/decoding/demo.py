"""The decoding lab: the next letter of a name, from the model's logits to what is drawn, and whole names."""

from dataclasses import replace
from functools import cached_property
from typing import get_args

import numpy as np

from app.lab.demos.decoding import change, letter_model, pictures
from app.lab.demos.decoding.letter_model import Product, letter, logits
from app.lab.demos.decoding.pictures import SHOWN
from app.lab.demos.decoding.state import WORDS, Order, State
from app.lab.demos.demo import Asked, Demo, Goal
from app.lab.demos.fairness import is_fair
from app.web.languages.languages import N_
from engine.demos import decoding
from engine.demos.decoding import TOP_P, Hypothesis, Stage
from engine.demos.gpt.names import CONTEXT, EDGE, decode, encode, vocabulary
from engine.families.decoding.softmax_temperature import family as softmax_temperature
from engine.parameters import Array
from engine.solutions.pictures import Bars, HeatMap, Tree

DRAWS = 200
WITHIN = 0.01  # tolerance for rounding on the way
ESTIMATED = 0.05  # tolerance if letters count whose logits are not shown
NOISE = 1e-6  # of floats
LARGEST = 1000  # largest exponential on a sheet


class Decoding(Demo[State]):
    """The lab at one state. ``letter`` is the one asked about: the second most probable of those that are left."""

    name = "decoding"
    title = N_("Decoding lab")
    says = N_("What temperature, top-k and top-p leave of a model's next letter, and in which order.")
    section = "2.7"
    puzzle = N_("What do temperature, top-k and top-p leave of the next letter?")
    minutes, cover = 10, "draws"
    question = "careful-or-bold"
    questions = (question,)
    refused = N_("These numbers make no exercise. Change a setting a little.")
    state_type = State
    prediction_fields = ("begin",)

    @property
    def begin(self) -> str:
        """The typed letters that occur in names, cut so as to leave room for one more."""
        known = (letter for letter in self.state.begin.lower() if letter in vocabulary()[1:])
        return "".join(known)[: CONTEXT - 2]

    @property
    def dropped(self) -> bool:
        """True if something that was typed is not read."""
        return self.begin != self.state.begin.lower()

    @property
    def known(self) -> str:
        return " ".join(vocabulary()[1:])

    @property
    def orders(self) -> list[tuple[str, list[str]]]:
        """The orders of the steps, each as the address has it and in words."""
        return [(order, [WORDS[step] for step in order]) for order in get_args(Order)]

    @cached_property
    def tokens(self) -> list[int]:
        return encode(EDGE + self.begin)

    @cached_property
    def logits(self) -> Array:
        return logits(self.tokens)

    @cached_property
    def stages(self) -> list[Stage]:
        return decoding.pipeline(self.logits, self.state.settings)

    @cached_property
    def was(self) -> State | None:
        """The state before the last change of a setting."""
        return change.before(self.state)

    @cached_property
    def final_before(self) -> Array | None:
        """The probabilities before the last change."""
        return decoding.pipeline(self.logits, self.was.settings)[-1].probabilities if self.was else None

    @property
    def changed(self) -> list[tuple[str, str, str]]:
        return change.changed(self.was, self.state) if self.was else []

    @property
    def moved(self) -> change.Moved | None:
        """The effect of the last change."""
        return None if self.final_before is None else change.moved(self.final_before, self.final)

    @cached_property
    def final(self) -> Array:
        return self.stages[-1].probabilities

    @cached_property
    def ranking(self) -> list[int]:
        return decoding.ranked(self.logits)

    @cached_property
    def left(self) -> list[int]:
        """The letters that are not cut off, the most probable first."""
        return [token for token in self.ranking if self.stages[-1].left[token]]

    @cached_property
    def token(self) -> int:
        return self.left[min(1, len(self.left) - 1)]

    @property
    def letter(self) -> str:
        return letter(self.token)

    @property
    def table(self) -> list[tuple[str, float]]:
        """The logits of as many letters as are needed by hand, the largest first."""
        return [(letter(token), float(self.logits[token])) for token in self.ranking[:SHOWN]]

    @property
    def outcome(self) -> float:
        """The probability of the letter, with two decimals as it is asked for and shown."""
        return round(float(self.final[self.token]), 2)

    @cached_property
    def near(self) -> float:
        """Tolerance of an answer: a hundredth around the result of the exact logits and that of the page's.

        The page's logits are rounded, and a low temperature magnifies the difference.
        """
        on_paper = decoding.pipeline(np.round(self.logits, 2), self.state.settings)[-1].probabilities
        return WITHIN + abs(round(float(on_paper[self.token]), 2) - self.outcome)

    @cached_property
    def by_hand(self) -> bool:
        """True if the result depends on the shown logits only.

        It must be the same whether the others are as high as the last of these or far below.
        """
        others = self.ranking[SHOWN:]
        for height in (float(self.logits[self.ranking[SHOWN - 1]]), -1e9):
            tried = self.logits.copy()
            tried[others] = height
            came = float(decoding.pipeline(tried, self.state.settings)[-1].probabilities[self.token])
            if abs(came - self.outcome) > self.near + NOISE:
                return False
        return True

    @property
    def within(self) -> float:
        return self.near if self.by_hand else max(self.near, ESTIMATED)

    @property
    def asked(self) -> Asked:
        return Asked(words=self.letter, outcome=self.outcome, within=self.within + NOISE, least=0.0, most=1.0)

    @property
    def names(self) -> list[str]:
        """Eight names with this beginning, drawn with these settings."""
        rng = np.random.default_rng(self.state.seed)
        end = encode(EDGE)[0]
        made = [
            decoding.sampled(logits, self.tokens, self.state.settings, CONTEXT, end, rng)
            for _ in range(SHOWN)
        ]
        return [decode(tokens).strip(EDGE) for tokens in made]

    @cached_property
    def rows(self) -> list[list[Hypothesis]]:
        """The beam, row by row."""
        return decoding.beam(logits, self.tokens, self.state.width, CONTEXT, encode(EDGE)[0])

    @property
    def best(self) -> Hypothesis:
        return self.rows[-1][0]

    @cached_property
    def greedy(self) -> Hypothesis:
        return decoding.greedy(logits, self.tokens, CONTEXT, encode(EDGE)[0])

    @property
    def greedy_name(self) -> str:
        return decode(self.greedy.tokens).strip(EDGE)

    @property
    def beam_name(self) -> str:
        return decode(self.best.tokens).strip(EDGE)

    @property
    def products(self) -> list[Product]:
        """The summands of the logit of the letter asked about."""
        return letter_model.products(self.tokens, self.token)

    @property
    def stage_bars(self) -> list[Bars]:
        return pictures.stages(self.stages, self.ranking, self.state.p)

    @property
    def stage_rows(self) -> list[list[pictures.Row]]:
        return pictures.rows(self.stages, self.ranking, self.final_before)

    def compared(self, predicted: float) -> Bars:
        return pictures.compared(self.letter, predicted, float(self.final[self.token]))

    @property
    def draws(self) -> Bars:
        """Draws how often each letter came in two hundred draws."""
        counts = decoding.counts(self.final, DRAWS, np.random.default_rng(self.state.seed))
        return pictures.draws(self.left, self.final, counts)

    @property
    def beam_tree(self) -> Tree:
        return pictures.beam(self.rows, self.state.width)

    @property
    def prefixes(self) -> list[str]:
        return pictures.prefixes(self.beam_tree, self.begin)

    @property
    def node(self) -> tuple[str, pictures.Grown] | None:
        """The opened node of the tree and its letters; None for the root, and for one that this tree has not."""
        grown = pictures.grown(self.rows, self.state.width)
        place = self.state.node
        return (self.prefixes[place], grown[place]) if 0 < place < len(grown) else None

    @property
    def attention(self) -> HeatMap:
        return pictures.attention(self.tokens, self.state.layer, self.state.head)

    @property
    def entropy(self) -> float:
        return decoding.entropy(self.final)

    @property
    def kept_in_reverse(self) -> int:
        """Number of letters that the steps leave in the reverse order."""
        settings = self.state.settings
        return decoding.pipeline(self.logits, replace(settings, order=settings.order[::-1]))[-1].kept

    @property
    def top_p_kept(self) -> tuple[int, float]:
        """Number of letters that top-p has kept, and their share of the mass that was left before."""
        n = next(n for n, stage in enumerate(self.stages) if stage.step == TOP_P)
        return self.stages[n].kept, self.stages[n].mass / self.stages[n - 1].mass

    @property
    def goals(self) -> list[Goal]:
        left = self.stages[-1].kept
        return [
            Goal(
                N_("At least three letters are left, and one of them has more than 0.9."),
                left >= 3 and bool(self.final.max() > 0.9),
            ),
            Goal(
                N_("The other way round, these three steps leave another number of letters."),
                self.kept_in_reverse != left,
            ),
            Goal(
                N_("Greedy and beam search end with different names."), self.greedy.tokens != self.best.tokens
            ),
        ]

    @cached_property
    def obstacle(self) -> str:
        if len(self.left) == 1:
            return N_("No exercise comes of this: only one letter is left. Let more be left.")
        if len(self.left) > SHOWN:
            return N_(
                "No exercise comes of this: more than 8 letters are left, too many for a sheet. Lower top-k or top-p."
            )
        if np.exp(self.logits[self.left[0]] / self.state.temperature) >= LARGEST:
            return N_(
                "No exercise comes of this: divided by this temperature, the largest logit has an exponential of 1000 "
                "or more. Raise the temperature."
            )
        if not is_fair(softmax_temperature, self.numbers, softmax_temperature.steps):
            return N_(
                "No exercise comes of this: with two decimals, a wrong way could not be told from the right one. "
                "Change the temperature, or let another number of letters be left."
            )
        return ""

    @property
    def numbers(self) -> dict[str, object]:
        """Parameters of an exercise: the logits of the letters that are left, as they are shown, and the
        temperature."""
        return {
            "logits": [round(float(self.logits[token]), 2) for token in self.left],
            "temperature": self.state.temperature,
        }
