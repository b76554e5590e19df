"""The protocol of models of mastery, by which they are compared."""

from datetime import datetime
from typing import Protocol

from engine.learning.evidence import Evidence


class Model(Protocol):
    """A model of one learner. It is asked before it is told."""

    def predict(self, evidence: Evidence) -> float:
        """Returns the probability that this answer is right, from all that was told before."""
        ...

    def update(self, evidence: Evidence) -> None:
        """Takes the answer in."""
        ...

    def known(self, skill: str, at: datetime) -> float:
        """Returns the probability that an ordinary question on this skill is answered right, without guessing."""
        ...
