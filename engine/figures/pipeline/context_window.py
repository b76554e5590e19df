"""The space in a context window: prompt, documents and answer share it, so a long input leaves a short answer."""

from engine.chain import run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Options, Slider, nowhere
from engine.solutions.pictures import Box, Boxes

WINDOW = 4096
PROMPT = 360  # words
READ, WRITTEN, LEFT = "read by the model", "written by the model", "free, or left out"

figure = Figure(
    "context-window",
    "What fits into the window?",
    family="token_estimate",
    section="2.3",
    question="short-pieces-of-words",
    start={},
    handles=(
        Slider("words", "Documents", 1200, least=300, most=3600, step=300, unit="words"),
        Slider("answer", "Answer wanted", 600, least=150, most=1500, step=150, unit="words", puts=nowhere),
        Options(
            "words_per_token", "Words per token", "0.75",
            values={"0.75": (0.75, "0.75 (English)"), "0.5": (0.5, "0.5"), "0.3": (0.3, "0.3")},
        ),
    ),
    opens=lambda here: ("tokens", ()),
)  # fmt: skip


def tokens(here: Frame, words: int) -> int:
    """The tokens of another text, cut as the documents are."""
    return int(run(here.run.family, here.run.parameters.replace(words=words)).reached["tokens"])


def room(here: Frame) -> tuple[int, int, int, int]:
    """Tokens of the prompt, of the documents and of the answer as far as they fit, and free ones."""
    prompt = tokens(here, PROMPT)
    documents = min(int(here["tokens"]), WINDOW - prompt)
    answer = min(tokens(here, here["answer"]), WINDOW - prompt - documents)
    return prompt, documents, answer, WINDOW - prompt - documents - answer


@figure.draws
def window(here: Frame) -> Boxes:
    names = (("prompt", READ), ("documents", READ), ("answer", WRITTEN), ("free", LEFT))
    filled = tuple(
        Box(name, shade, count / WINDOW, f"{count:,}")
        for (name, shade), count in zip(names, room(here), strict=True)
        if count
    )
    _, documents, answer, _ = room(here)
    wished = (
        ("documents", int(here["tokens"]) - documents),
        ("answer", tokens(here, here["answer"]) - answer),
    )
    out = tuple(Box(name, LEFT, note=f"{count:,}") for name, count in wished if count)
    return Boxes(
        f"A window of {WINDOW:,} tokens",
        "Input and answer share the window; the numbers are tokens. What does not fit is in the second row.",
        (
            ("in the window, from the left: prompt, documents, answer", filled),
            *((("does not fit", out),) if out else ()),
        ),
        shades=(READ, WRITTEN, LEFT),
    )


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    prompt, documents, answer, free = room(now)
    wished, given = tokens(now, now["answer"]), int(now["tokens"])
    if not answer:
        out = given - documents
        lost = f"{out:,} tokens of the documents stay outside" if out else "The window is full"
        return f"{lost}, and no token is left for an answer: shorten what the model reads."
    if answer < wished:
        return (
            f"Prompt and documents take {prompt + documents:,} of {WINDOW:,} tokens: the answer breaks off after "
            f"{answer:,} of {wished:,}."
        )
    words = PROMPT + now["words"] + now["answer"]
    return (
        f"{words:,} words are {WINDOW - free:,} tokens here: prompt, documents and answer share the {WINDOW:,} of the "
        f"window, and {free:,} stay free."
    )
