"""The same text in another language: more tokens, so a higher bill, by up to 17 times.

Tokens against English for the same sentences (FLORES-200): Petrov et al. 2023, "Language model tokenizers introduce
unfairness between languages".
"""

from collections.abc import Mapping
from typing import Any

from engine.chain import run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Options, Slider
from engine.figures.wording import grouped, moved, shown
from engine.parameters import exact
from engine.solutions.pictures import Bars

ENGLISH = 400  # tokens of one message, about 300 words
NEWER, OLDER = "newer", "older"
TIMES = {
    "German": {OLDER: 2.14, NEWER: 1.58},
    "Russian": {OLDER: 5.74, NEWER: 2.49},
    "Hindi": {OLDER: 7.46, NEWER: 4.79},
    "Burmese": {OLDER: 16.89, NEWER: 11.7},
}


def tokens(language: str, tokenizer: str) -> int:
    """Tokens of a message that has 400 in English; whole for every ratio above."""
    return int(ENGLISH * exact(TIMES[language][tokenizer]))


def spoken(parameters: Mapping[str, Any], language: str) -> Mapping[str, Any]:
    """The tokens with each tokenizer, of which the next handle takes one."""
    return {"tokens_per_item": {name: tokens(language, name) for name in (NEWER, OLDER)}}


def cut(parameters: Mapping[str, Any], tokenizer: str) -> Mapping[str, Any]:
    return {"tokens_per_item": parameters["tokens_per_item"][tokenizer]}


figure = Figure(
    "price-of-a-script",
    "The price of a script",
    family="token_cost",
    section="2.2",
    question="same-text-more-tokens",
    start={"price_per_million": 3},
    handles=(
        Options("language", "Language", "Russian", values={name: (name, name) for name in TIMES}, puts=spoken),
        Options(
            "tokenizer", "Tokenizer", NEWER,
            values={NEWER: (NEWER, "GPT-4, about 100,000 pieces"), OLDER: (OLDER, "GPT-2, about 50,000 pieces")},
            puts=cut,
        ),
        Slider("items", "Messages", 20000, least=2000, most=40000, step=2000),
    ),
    opens=lambda here: ("cost", ()),
)  # fmt: skip


def bill(here: Frame, each: int) -> float:
    """The cost of messages of so many tokens each."""
    return float(run(here.run.family, here.run.parameters.replace(tokens_per_item=each)).reached["cost"])


@figure.draws
def bars(here: Frame) -> Bars:
    return Bars(
        f"What {here['items']:,} messages cost in each language, at 3 dollars per million tokens",
        "The same messages, 400 tokens each in English.",
        ("cost",),
        (
            ("English", (bill(here, ENGLISH),)),
            *((language, (bill(here, tokens(language, here["tokenizer"])),)) for language in TIMES),
        ),
        unit="dollars",
        marked=(here["language"],),
    )


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    language, each, cost = now["language"], now["tokens_per_item"], float(now["cost"])
    times = f"{shown(each / ENGLISH)} times"
    if before is not None and before["tokenizer"] != now["tokenizer"]:
        pieces = "twice" if now["tokenizer"] == NEWER else "half"
        return (
            f"{moved('The bill', float(before['cost']), cost)} dollars with {pieces} as many pieces to choose from: "
            f"{language} takes {times} the tokens of English."
        )
    if before is not None and before["items"] != now["items"]:
        return (
            f"{now['items']:,} messages cost {shown(cost)} dollars in {language} and {shown(bill(now, ENGLISH))} in "
            f"English: {times} as much, however many there are."
        )
    return (
        f"In {language} each message is {grouped(each)} tokens, in English {ENGLISH}: the same content costs {times} "
        "as much."
    )
