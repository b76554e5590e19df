"""Interpolation: how far to trust the long context, which may never have seen the word, over the shorter ones."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from engine import catalogue
from engine.chain import run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Options, Slider
from engine.figures.wording import moved, shown
from engine.solutions.pictures import Curve, Line

CORPUS = (
    "train leaves at nine", "train leaves at nine", "bus leaves at nine", "train leaves at noon",
    "ferry leaves at noon", "train stops at nine", "bus stops at noon", "train stops at midnight",
    "ferry arrives at midnight", "bus arrives at midnight",
)  # fmt: skip
CONTEXT = ("leaves", "at")
WORDS = ("nine", "noon", "midnight")
PLACES = 4  # as the line has it


@cache
def counted(word: str) -> tuple[float, ...]:
    """The probabilities that trigram, bigram and unigram give to this word, by counting."""
    family = catalogue.find("ngram_probability")
    corpus = [line.split() for line in CORPUS]
    given = {"corpus": corpus, "start": "<s>", "end": "</s>", "word": word}
    return tuple(
        float(
            run(family, family.parameters.of({**given, "n": n, "history": CONTEXT[3 - n :]})).reached[
                "probability"
            ]
        )
        for n in (3, 2, 1)
    )


def mixed(parameters: Mapping[str, Any], trust: float) -> Mapping[str, Any]:
    """Each context gets this share of what the longer ones left over (Jelinek and Mercer 1980)."""
    rest = 1 - trust
    return {"weights": [round(weight, 4) for weight in (trust, rest * trust, rest * rest)]}


def of_word(parameters: Mapping[str, Any], word: str) -> Mapping[str, Any]:
    return {"probabilities": counted(word)}


figure = Figure(
    "interpolation",
    "Trust the long context, or the short ones?",
    family="ngram_interpolation",
    section="c.3",
    question="three-models-one-answer",
    start={},
    handles=(
        Slider("trust", "λ: trust in the longer context", 0.6, least=0, most=1, step=0.1, puts=mixed),
        Options("word", "Next word", "midnight", values={word: (word, word) for word in WORDS}, puts=of_word),
    ),
    opens=lambda here: ("probability", ()),
)


def mixture(here: Frame, word: str, trust: float) -> float:
    changed = here.run.parameters.replace(probabilities=counted(word), **mixed({}, trust))
    return float(run(here.run.family, changed).reached["probability"])


@figure.draws
def curve(here: Frame) -> Curve:
    return Curve(
        "The next word after “leaves at”, by λ",
        "At λ = 0 only the unigram speaks, at λ = 1 only the trigram, in between all three: λ of the trigram, "
        "λ(1 − λ) of the bigram, (1 − λ)² of the unigram.",
        "λ", "probability",
        tuple(Line(word, tuple((n / 10, mixture(here, word, n / 10)) for n in range(11))) for word in WORDS),
        marks=((here["word"], here["trust"], float(here["probability"])),),
    )  # fmt: skip


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    word, trust = now["word"], now["trust"]
    said = float(now["probability"])
    long, middle, short = map(shown, now["probabilities"])
    if before is None or before["word"] != word:
        shares = [shown(float(share)) for share in now["weights"]]
        keeps = "the shorter contexts keep the word possible" if said else "nothing keeps the word possible"
        point = "the shares sum to 1" if now["probabilities"][0] else keeps
        return (
            f"The trigram gives “{word}” {long}, the bigram {middle}, the unigram {short}. With shares of {shares[0]}, "
            f"{shares[1]} and {shares[2]} the mix gives {shown(said, PLACES)}: {point}."
        )
    went = moved(f"“{word}”", float(before["probability"]), said, PLACES)
    if trust == 0:
        return f"{went}: only the unigram speaks, as if “leaves at” did not stand before the word."
    if trust == 1 and said == 0:
        return f"{went}: the trigram has all the weight, and it never saw the word here. The text becomes impossible."
    if trust == 1:
        return f"{went}: the trigram has all the weight, and its {long} is the answer."
    if now["probabilities"][0] == 0:
        rest = shown(1 - trust, 1)
        return (
            f"{went}: the trigram says 0; the shorter contexts know the word and have {rest} of the weight."
        )
    return f"{went}: the trigram, at {long}, has {trust:g} of the weight, the shorter contexts have the rest."
