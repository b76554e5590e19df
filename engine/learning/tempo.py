"""The time that an answer took, beside the time that an exam gives for its points."""

from engine.exams.blueprints import PACE

SLOW = 2.0  # times as long as an exam gives
AWAY = 30 * 60.0  # seconds, from which on nobody tells whether somebody worked


def slow(seconds: float, points: float) -> bool:
    """True if it took more than twice the time of an exam; not after a break, of which nothing is known."""
    return SLOW * float(PACE) * 60 * points < seconds <= AWAY
