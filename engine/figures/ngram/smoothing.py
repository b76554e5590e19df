"""Counts become probabilities, and add-alpha smoothing takes from what was seen for what was not."""

from engine.chain import run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Options, Slider
from engine.figures.wording import moved
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
        Slider("alpha", "Added to every count, α", 0.0, least=0, most=2, step=0.1),
        Options("word", "Next word", "barks", values={word: (word, word) for word in WORDS[:4]}),
    ),
    opens=lambda here: ("probability", ()),
)


def of(here: Frame, word: str, **other: float) -> float:
    """The probability of another next word, or with another α."""
    changed = here.run.parameters.replace(word=word, **other)
    return float(run(here.run.family, changed).reached["probability"])


@figure.draws
def bars(here: Frame) -> Bars:
    return Bars(
        f"What comes after “dog”, α = {here['alpha']:g}",
        "Probability of each next word. What is added to words that were never seen is taken from those that were.",
        ("probability",),
        tuple((word, (of(here, word),)) for word in WORDS),
        most=1.0,
        marked=(here["word"],),
    )


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    seen, unseen = ("sleeps", "cat")
    if before is None and now["alpha"]:
        rest = sum(of(now, word) for word in UNSEEN)
        return (
            f"With α = {now['alpha']:g} the {len(UNSEEN)} words that were never seen after “dog” share {rest:.2f}; "
            f"“{seen}”, seen twice, has {of(now, seen):.2f} instead of {of(now, seen, alpha=0):.2f}."
        )
    if before is None or before["alpha"] == now["alpha"]:
        other = seen if now["word"] == unseen else unseen
        about = ", never seen there," if other == unseen else ""
        return (
            f"“{now['word']}” has probability {now['probability']:.2f} after “dog”; “{other}”{about} has "
            f"{of(now, other):.2f}."
        )
    return (
        f"{moved(f'“{seen}”', of(before, seen), of(now, seen))}, "
        f"{moved(f'“{unseen}”, never seen there,', of(before, unseen), of(now, unseen))}. "
        f"All {len(WORDS)} together stay at 1."
    )
