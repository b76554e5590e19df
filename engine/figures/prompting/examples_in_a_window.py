"""Examples in a prompt take tokens of the context window, and leave fewer for the answer."""

from typing import Any

from engine.chain import run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Options, Slider, as_named
from engine.figures.wording import percent
from engine.solutions.pictures import Box, Boxes

WINDOW = 4096
TASK = 120  # words of the instruction and the new input
EXAMPLES, REST, FREE = SHADES = ("examples", "task and new input", "left for the answer")

figure = Figure(
    "examples-in-a-window",
    "Examples fill the window",
    family="token_estimate",
    section="2.9",
    question="short-pieces-of-words",
    start={},
    handles=(
        Slider("examples", "Examples", 8, least=0, most=24, puts=as_named("words")),
        Slider(
            "each", "Words of each example", 60, least=15, most=150, step=15,
            puts=lambda parameters, each: {"words": parameters["words"] * each},  # of as many examples
        ),
        Options(
            "language", "Language", "english",
            values={
                "english": (0.75, "English: 0.75 words per token"),
                "other": (0.5, "one that the tokenizer knows less: 0.5"),
            },
            puts=as_named("words_per_token"),
        ),
    ),
    opens=lambda here: ("tokens", ()),
)  # fmt: skip


def tokens(here: Frame, words: int) -> int:
    """The tokens of another text in the same language."""
    return int(run(here.run.family, here.run.parameters.replace(words=words)).reached["tokens"])


def fit(here: Frame) -> int:
    """The number of examples that fit beside the task."""
    return min(int(here["examples"]), (WINDOW - tokens(here, TASK)) // tokens(here, here["each"]))


def free(here: Frame) -> int:
    return WINDOW - tokens(here, TASK) - tokens(here, fit(here) * here["each"])


@figure.draws
def window(here: Frame) -> Boxes:
    def row(*held: tuple[int, str]) -> tuple[Box, ...]:
        return tuple(Box(f"{count:,}", shade, wide=count / WINDOW) for count, shade in held if count)

    inside, all_of_them = tokens(here, fit(here) * here["each"]), int(here["tokens"])
    parts = " + ".join(f"{count:,}" for count in (inside, tokens(here, TASK), free(here)) if count)
    rows: list[Any] = [
        (f"window: {parts} tokens", row((inside, EXAMPLES), (tokens(here, TASK), REST), (free(here), FREE)))
    ]
    if all_of_them > inside:
        left = all_of_them - inside
        rows.append((f"does not fit: {left:,} tokens", row((left, EXAMPLES))))
    return Boxes(
        f"A context window of {WINDOW:,} tokens",
        "As wide as its tokens. Prompt and answer share the window.",
        tuple(rows),
        shades=SHADES,
    )


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    count, total, inside = now["examples"], int(now["tokens"]), fit(now)
    left = f"{free(now):,} are left for the answer"
    if count == 0:
        return f"Zero-shot: of {WINDOW:,} tokens {left}, but the instruction alone must make the task clear."
    said = (
        f"{count} examples of {now['each']} words take {total:,} tokens"
        if count > 1
        else f"One example of {now['each']} words takes {total:,} tokens"
    )
    if inside < count:
        return f"{said}: only {inside} of them fit, and {left}. Show fewer examples, or shorter ones."
    if before is not None and before["language"] != now["language"]:
        pieces = "smaller" if total > before["tokens"] else "larger"
        return f"{said}, not {int(before['tokens']):,}: the tokenizer cuts this language into {pieces} pieces; {left}."
    again = "are" if count > 1 else "is"
    return f"{said}, {percent(total / WINDOW)} of the window, and {again} read again at every call; {left}."
