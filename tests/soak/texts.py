"""Texts that learners type: numbers right, wrong or unreadable, choices, short and long sentences, programs."""

from random import Random

from tests.soak.room import Field

SENTENCE = (
    "the gradient of a loss shrinks with each layer because every factor is smaller than one so early layers learn "
    "slowly ∂L/∂w attention weights sum to one and a token that is never seen gets no probability without smoothing"
)
MOST_WORDS = 900  # some five thousand letters
OTHERS = ("0", "1", "0.5", "-2.25", "1,,5", "e^2", "", "12")


def text(field: Field, rng: Random) -> str:
    """The text that stands in the field now; most of it differs each time."""
    match field.kind:
        case "text":
            many = MOST_WORDS if rng.random() < 0.1 else 40
            return " ".join(rng.choices(SENTENCE.split(), k=rng.randint(3, many)))
        case "code":
            return "import numpy as np\n\n" + "".join(
                f"x{n} = {rng.random()}\n" for n in range(rng.randint(1, 40))
            )
        case _:
            return field.right if rng.random() < 0.7 else rng.choice(OTHERS)
