"""Counts become probabilities, and add-alpha smoothing takes from what was seen for what was not."""

from engine.chain import run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Options, Slider
from engine.figures.wording import moved, shown
from engine.solutions.pictures import Bars

CORPUS = [["the", "dog", "sleeps"], ["the", "cat", "sleeps"], ["the", "dog", "barks"], ["a", "dog", "sleeps"]]
WORDS = ("sleeps", "barks", "dog", "cat", "the", "a", "</s>")
UNSEEN = WORDS[2:]  # after “dog”
QUESTIONS = {0: "what-comes-next", 1: "add-one-to-every-count"}  # those on bigrams, each for one α

figure = Figure(
    "smoothing",
    "From counts to smoothed probabilities",
    family="ngram_probability",
    section="c.3",
    question=lambda here: QUESTIONS.get(here["alpha"], ""),
    start={"corpus": CORPUS, "n": 2, "history": ["dog"]},
    handles=(
        Slider("alpha", "Added to every count, α", 1.0, least=0, most=2, step=0.1),
        Options("word", "Next word", "barks", values={word: (word, word) for word in WORDS[:4]}),
    ),
    opens=lambda here: ("probability", ()),
)


def of(here: Frame, word: str, **other: float) -> float:
    """The probability of another next word, or with another α."""
    return float(reached(here, "probability", word, **other))


def count(here: Frame, word: str) -> int:
    """How often the word follows the context."""
    return int(reached(here, "ngram_count", word))


def reached(here: Frame, step: str, word: str, **other: float) -> float:
    changed = here.run.parameters.replace(word=word, **other)
    found: float = run(here.run.family, changed).reached[step]
    return found


@figure.draws
def pictures(here: Frame) -> list[Bars]:
    """The counts, and the probabilities that they give before and after smoothing."""
    alpha = here["alpha"]
    counts = [(word, count(here, word)) for word in WORDS]
    total = f"{here['history_count']} + {len(WORDS)} × {alpha:g}"
    return [
        Bars(
            "How often each word comes after “dog”",
            f"The counts in the text, and what stands for them when α = {alpha:g} is added to each.",
            ("counted", "with α"),
            tuple((word, (float(seen), seen + alpha)) for word, seen in counts),
            most=4.0,
        ),
        Bars(
            f"Probability: divided by {here['history_count']} before, by {total} after",
            "Probability of each next word. What is added to words that were never seen is taken from those that were.",
            ("before", "after"),
            tuple((word, (of(here, word, alpha=0), of(here, word))) for word in WORDS),
            most=1.0,
            places=2,
        ),
    ]


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    seen, unseen = ("sleeps", "cat")
    if before is None and now["alpha"]:
        rest = sum(of(now, word) for word in UNSEEN)
        return (
            f"With α = {now['alpha']:g} the {len(UNSEEN)} words that were never seen after “dog” share {shown(rest)}; "
            f"“{seen}”, seen twice, has {shown(of(now, seen))} instead of {shown(of(now, seen, alpha=0))}."
        )
    if before is None or before["alpha"] == now["alpha"]:
        other = seen if now["word"] == unseen else unseen
        about = ", never seen there," if other == unseen else ""
        return (
            f"“{now['word']}” has probability {shown(now['probability'])} after “dog”; “{other}”{about} has "
            f"{shown(of(now, other))}."
        )
    return (
        f"{moved(f'“{seen}”', of(before, seen), of(now, seen))}, "
        f"{moved(f'“{unseen}”, never seen there,', of(before, unseen), of(now, unseen))}. "
        f"All {len(WORDS)} together stay at 1."
    )
