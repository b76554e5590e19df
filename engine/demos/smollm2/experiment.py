"""What a real model makes of the sentence that its page opens with, recorded."""

from engine.demos.recording import Recording
from engine.demos.smollm2.live import live
from engine.demos.smollm2.settings import SENTENCE


def record() -> Recording:
    points = [{"step": step, **point} for step, point in live({"sentence": SENTENCE, "layer": 0}, dict)]
    return Recording({"sentence": SENTENCE, "points": points})
