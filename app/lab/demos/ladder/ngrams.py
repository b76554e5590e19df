"""The n-gram models of the ladder, which only count: alpha added to each count, or a mixture of all orders.

Everything that the page shows of them follows from the numbers as they are shown.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from app.lab.demos.ladder import by_hand
from app.lab.demos.ladder.by_hand import Estimate, Mixture, Term
from app.lab.demos.ladder.state import State
from app.lab.demos.letters import Letter, shown
from engine.demos.gpt.names import EDGE, encode, vocabulary
from engine.demos.ladder import held_out, ngram
from engine.demos.ladder.held_out import Known, Met

END = "·"  # how the edge of a name is shown


@dataclass(frozen=True)
class NGrams:
    state: State

    @property
    def adds_alpha(self) -> bool:
        return self.state.model == "add_alpha"

    @cached_property
    def weights(self) -> list[float]:
        """The weights of 1/V and of each order in the mixture."""
        rising = self.state.ratio ** np.arange(self.state.order + 1.0)
        return [float(weight) for weight in rising / rising.sum()]

    @property
    def shown_weights(self) -> list[float]:
        return [shown(weight) for weight in self.weights]

    @property
    def perplexity(self) -> float:
        """Perplexity of the held-out names."""
        if self.adds_alpha:
            return held_out.added(self.state.order, self.state.alpha)
        return held_out.mixed(self.weights)

    @property
    def size(self) -> int:
        """The number of counts above 0."""
        first = self.state.order if self.adds_alpha else 1
        counted = held_out.orders()[first - 1 : self.state.order]
        return sum(int((row > 0).sum()) for one in counted for row in one.after.values())

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
        if self.adds_alpha:
            found = [(one.share, shown(self._added(one.count, one.of))) for one in self.met]
        else:
            found = [(one.share, shown(float(np.dot(one.says, self.shown_weights)))) for one in self.known]
        return Estimate([by_hand.Kind(*one) for one in found])

    def _added(self, count: int, of: int) -> float:
        alpha = self.state.alpha
        return (count + alpha) / (of + alpha * len(vocabulary()))

    def probabilities(self, word: str) -> list[float]:
        """The probability of each letter of the word, and of its end."""
        every = (self._terms(word, place) for place in range(1, len(word) + 2))
        if self.adds_alpha:
            return [self._added(one[-1].count, one[-1].of) for one in every]
        return [sum(term.exact * term.share for term in one) for one in every]

    def mixture(self, word: str, place: int, letter: Letter) -> Mixture:
        """The probability of this letter of the word by each order that counts here; 1/V first, as order 0."""
        return Mixture(self._terms(word, place), letter)

    def _terms(self, word: str, place: int) -> list[Term]:
        before, token = word[: place - 1], encode(word + EDGE)[place - 1]
        orders = held_out.orders()[: self.state.order]
        uniform, *by_order = (float(p) for p in ngram.opinions(orders, before)[:, token])
        weight, *weights = self.weights
        terms = [Term(order=0, history="", count=0, of=0, exact=uniform, share=weight)]
        for counted, p, share in zip(orders, by_order, weights, strict=True):
            row = counted.of(before)
            history = (EDGE * (counted.n - 1) + before)[len(before) :].replace(EDGE, END)
            terms.append(
                Term(
                    order=counted.n,
                    history=history,
                    count=int(row[token]),
                    of=int(row.sum()),
                    exact=p,
                    share=share,
                )
            )
        return terms
