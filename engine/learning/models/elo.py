"""Elo with uncertainty: abilities and difficulties on one logistic scale (Glickman 1999; Pelánek 2016).

A learner has a general ability and, per skill, what it differs by; each is a normal distribution. An answer moves both
by a Laplace step, the less certain one further. Whoever answers sees the solution afterwards, so each answer also
teaches: the skill rises a little and is less certain than before.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from engine.learning.evidence import Evidence

PI_8 = math.pi / 8
NO_DIFFICULTIES: Mapping[str, float] = {}
MOST_EXPECTED = 0.9  # chance that is concluded from other skills


@dataclass(slots=True)
class Estimate:
    """A normal distribution over an ability, in logits."""

    mean: float
    variance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Numbers of the model in logits; found on simulated learners (``examformer learners --compare``)."""

    general: float = -0.4
    general_variance: float = 1.0
    skill_variance: float = 2.0
    learn: float = 0.8
    drift: float = 1.0
    most: float = 4.0


@dataclass(slots=True)
class Elo:
    """The model of one learner. ``difficulties`` are those of items, in logits; 0 for others."""

    difficulties: Mapping[str, float] = field(default_factory=lambda: NO_DIFFICULTIES)
    settings: Settings = field(default_factory=Settings)
    general: Estimate = field(init=False)
    skills: dict[str, Estimate] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.general = Estimate(self.settings.general, self.settings.general_variance)

    def known(self, skill: str, at: datetime) -> float:
        mean, variance = self.ability(skill)
        return _share(mean, variance)

    def least(self, skill: str) -> float:
        """Returns the share of right answers at the lower end of what is likely: one standard deviation below."""
        mean, variance = self.ability(skill)
        return 1 / (1 + math.exp(math.sqrt(variance) - mean))

    def ability(self, skill: str) -> tuple[float, float]:
        """Returns mean and variance of the ability in a skill, in logits."""
        own = self.skills.get(skill)
        mean, variance = (own.mean, own.variance) if own else (0.0, self.settings.skill_variance)
        return self.general.mean + mean, self.general.variance + variance

    def predict(self, evidence: Evidence) -> float:
        mean, variance = self.ability(evidence.skill)
        share = _share(mean - self.difficulties.get(evidence.item, 0.0), variance)
        return evidence.guess + (1 - evidence.guess) * share

    def update(self, evidence: Evidence) -> None:
        own = self.skills.get(evidence.skill)
        if own is None:
            own = self.skills[evidence.skill] = Estimate(0.0, self.settings.skill_variance)
        general, weight = self.general, evidence.weight
        mean = general.mean + own.mean - self.difficulties.get(evidence.item, 0.0)
        share = 1 / (1 + math.exp(-mean))
        total = evidence.guess + (1 - evidence.guess) * share
        if evidence.right:
            slope = weight * (1 - evidence.guess) * share * (1 - share) / total
        else:
            slope = -weight * share
        information = weight * share * (1 - share)
        step = slope / (1 + (general.variance + own.variance) * information)
        general.mean += general.variance * step
        own.mean += own.variance * step
        general.variance /= 1 + general.variance * information
        own.variance /= 1 + own.variance * information
        self._teach(own, weight)

    def expect(self, skill: str, chance: float, sure: float) -> None:
        """Lets a skill begin where it is known with this chance. It is no answer: other skills stay as they are."""
        inside = min(MOST_EXPECTED, max(1 - MOST_EXPECTED, chance))
        differs = math.log(inside / (1 - inside)) - self.general.mean
        self.skills[skill] = Estimate(sure * differs, self.settings.skill_variance)

    def _teach(self, own: Estimate, weight: float) -> None:
        most = self.settings.most
        own.mean = min(most, max(-most, own.mean + self.settings.learn * min(1.0, weight)))
        own.variance = min(
            self.settings.skill_variance, own.variance + self.settings.drift * min(1.0, weight)
        )


def _share(mean: float, variance: float) -> float:
    """The expected share of right answers, over the uncertainty (MacKay 1992)."""
    return 1 / (1 + math.exp(-mean / math.sqrt(1 + PI_8 * variance)))
