"""Performance factors (Pavlik, Cen and Koedinger 2009): a logistic curve over past successes and failures."""

import math
from dataclasses import dataclass, field
from datetime import datetime

from engine.learning.evidence import Evidence


@dataclass(slots=True)
class PerformanceFactors:
    """``easiness`` of a skill nobody tried, ``gain`` per success, ``loss`` per failure; ``decay``: what an older answer
    counts beside the next one (Galyardt and Goldin 2015)."""

    easiness: float = -0.3
    gain: float = 1.5
    loss: float = -0.2
    decay: float = 0.7
    _counts: dict[str, tuple[float, float]] = field(default_factory=dict)

    def known(self, skill: str, at: datetime) -> float:
        successes, failures = self._counts.get(skill, (0.0, 0.0))
        return 1 / (1 + math.exp(-(self.easiness + self.gain * successes + self.loss * failures)))

    def predict(self, evidence: Evidence) -> float:
        return evidence.guess + (1 - evidence.guess) * self.known(evidence.skill, evidence.at)

    def update(self, evidence: Evidence) -> None:
        successes, failures = self._counts.get(evidence.skill, (0.0, 0.0))
        successes, failures = successes * self.decay, failures * self.decay
        if evidence.right:
            successes += evidence.weight
        else:
            failures += evidence.weight
        self._counts[evidence.skill] = successes, failures
