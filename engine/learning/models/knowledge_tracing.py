"""Bayesian knowledge tracing (Corbett and Anderson 1995): a skill is known or not, and each try may teach it."""

import math
from dataclasses import dataclass, field
from datetime import datetime

from engine.learning.evidence import Evidence
from engine.learning.spacing import DAY


@dataclass(slots=True, kw_only=True)
class KnowledgeTracing:
    """``learn`` and ``slip`` per answer, ``forget`` per day, ``start`` before the first answer."""

    start: float = 0.4
    learn: float = 0.5
    slip: float = 0.08
    guess: float = 0.08
    forget: float = 0.02
    _known: dict[str, float] = field(default_factory=dict)
    _last: dict[str, datetime] = field(default_factory=dict)

    def known(self, skill: str, at: datetime) -> float:
        known = self._known.get(skill, self.start)
        if skill in self._last:
            days = max(0.0, (at - self._last[skill]).total_seconds() / DAY)
            known *= math.exp(-self.forget * days)
        return known

    def predict(self, evidence: Evidence) -> float:
        known, guess = self.known(evidence.skill, evidence.at), max(self.guess, evidence.guess)
        return known * (1 - self.slip) + (1 - known) * guess

    def update(self, evidence: Evidence) -> None:
        known, guess = self.known(evidence.skill, evidence.at), max(self.guess, evidence.guess)
        right, wrong = (1 - self.slip, guess) if evidence.right else (self.slip, 1 - guess)
        posterior = known * right / (known * right + (1 - known) * wrong)
        posterior = known + min(1.0, evidence.weight) * (posterior - known)
        self._known[evidence.skill] = posterior + (1 - posterior) * self.learn * min(1.0, evidence.weight)
        self._last[evidence.skill] = evidence.at
