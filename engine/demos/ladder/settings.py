"""The choices for a network of the ladder that is trained live: its kind, its size, its steps. Without torch."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from engine.demos.gpt import settings as gpt_settings
from engine.demos.gpt.names import CONTEXT, vocabulary
from engine.demos.gpt.settings import OutOfRange

LEARNERS = ("neural_ngram", "rnn", "gru", "lstm", "gpt")
HIDDEN = {"rnn": 132, "gru": 74, "lstm": 63}  # with vectors of 32 numbers: about 27,300 parameters each
GATES = {"rnn": 1, "gru": 3, "lstm": 4}
WIDE, NARROW = 32, 16  # numbers in the vector of a letter: recurrent, neural n-gram
WINDOW = {2: 547, 3: 412, 4: 331, 5: 276, 6: 237}  # hidden units by order: about 27,300 parameters each, too
LONGEST = CONTEXT - 1  # letters of a name
RANGES = {"order": (2, 6), "steps": (1, 1000), "seed": (0, 10**6)}


@dataclass(frozen=True, slots=True)
class Settings:
    """``order`` counts for the neural n-gram only. At the end the network is asked for each letter of ``word``."""

    model: str = "rnn"
    order: int = 6
    steps: int = 300
    seed: int = 1
    word: str = ""

    @property
    def hidden(self) -> int:
        """Hidden units; of the GPT, its width."""
        if self.model == "neural_ngram":
            return WINDOW[self.order]
        return HIDDEN.get(self.model, gpt_settings.Settings().width)

    @property
    def parameters(self) -> int:
        """Vectors of letters, what stands between, and an output layer with biases; of a cell both biases of torch."""
        size, hidden = len(vocabulary()), self.hidden
        if self.model == "gpt":
            return gpt_settings.Settings().parameters
        out = (hidden + 1) * size
        if self.model == "neural_ngram":
            return size * NARROW + ((self.order - 1) * NARROW + 1) * hidden + out
        return size * WIDE + GATES[self.model] * hidden * (WIDE + hidden + 2) + out


def checked(chosen: Mapping[str, Any]) -> Settings:
    """The settings, with defaults for what was not chosen; other keys are passed over. Raises OutOfRange."""
    known = {field.name for field in fields(Settings)}
    settings = Settings(**{name: value for name, value in chosen.items() if name in known})
    if settings.model not in LEARNERS:
        raise OutOfRange(f"The network is one of: {', '.join(LEARNERS)}.")
    for name, (least, most) in RANGES.items():
        if type(getattr(settings, name)) is not int or not least <= getattr(settings, name) <= most:
            raise OutOfRange(f"The {name} must be a whole number from {least} to {most:,}.")
    if len(settings.word) > LONGEST or not set(settings.word) <= set(vocabulary()[1:]):
        raise OutOfRange(f"The name has up to {LONGEST} letters, each of them one that the data has.")
    return settings
