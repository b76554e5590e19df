"""Perplexity as a branching factor: among how many equally likely tokens would one be as unsure?"""

from collections.abc import Sequence

from engine.chain import run
from engine.families.evaluation.perplexity import Parameters
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Handle, Slider, entry
from engine.figures.wording import moved, shown
from engine.solutions.pictures import Box, Boxes

TOKENS = ("the", "night", "train", "is", "late")
CAME, OTHERS = SHADES = ("the token that came", "others, as likely")
MOST = 24  # pieces of a row that one can still tell apart
LONGEST = 6  # tokens of a sheet
ALL = {2: "both", 3: "all three", 4: "all four", 5: "all five", 6: "all six"}
WHOLE = 1e-9  # how near a number of branches is to a whole one


def chance(name: str, token: str, place: int, start: float) -> Slider:
    """The probability of one token, in whole per cent."""
    return Slider(
        name, f"Probability of “{token}”", start, least=0.01, most=1, step=0.01,
        puts=entry("probabilities", place), gets=lambda given: float(given["probabilities"][place]),
    )  # fmt: skip


figure = Figure(
    "perplexity",
    "Perplexity as a branching factor",
    family="perplexity",
    section="2.12",
    question="surprise-of-a-sentence",
    start={"probabilities": [0.5, 0.25, 0.5, 0.5, 0.25]},
    handles=(
        chance("train", "train", 2, 0.5),
        chance("late", "late", 4, 0.25),
    ),
    opens=lambda here: ("perplexity", ()),
)


@figure.takes
def handles(given: Parameters) -> Sequence[Handle] | None:
    """Up to six tokens, of which the first and the last one move."""
    count, names = len(given.probabilities), ("first", "last")
    if not 2 <= count <= LONGEST:
        return None
    return [
        chance(name, f"token {place + 1}", place, 0.5)
        for name, place in zip(names, (0, count - 1), strict=True)
    ]


def tokens(here: Frame) -> tuple[str, ...]:
    """The tokens by their names; those of a sheet have numbers."""
    if "train" in here.values:
        return TOKENS
    return tuple(f"token {n}" for n in range(1, len(here["probabilities"]) + 1))


def movable(here: Frame) -> dict[str, int]:
    """The handles, each with the place of its token."""
    return {"train": 2, "late": 4} if "train" in here.values else {"first": 0, "last": len(tokens(here)) - 1}


def every_word(here: Frame) -> str:
    return ALL[len(tokens(here))]


def branches(here: Frame, place: int) -> float:
    """Among how many equally likely tokens this one would be drawn: the perplexity of a text of this token alone."""
    alone = here.run.parameters.replace(probabilities=[float(here["probabilities"][place])])
    return float(run(here.run.family, alone).reached["perplexity"])


def pieces(token: str, count: float) -> tuple[Box, ...]:
    """A row that is cut into this many pieces, the last one smaller where the number is not whole."""
    came, others = Box(token, CAME, wide=1 / count), int(count + WHOLE) - 1
    if count > MOST:
        return came, Box(f"{others} others", OTHERS, wide=1 - 1 / count)
    rest = 1 - (others + 1) / count
    small = (Box("", OTHERS, wide=rest),) if rest > WHOLE else ()
    return came, *(Box("", OTHERS, wide=1 / count) for _ in range(others)), *small


@figure.draws
def rows(here: Frame) -> Boxes:
    told = [(token, branches(here, place)) for place, token in enumerate(tokens(here))]
    every = float(here["perplexity"])
    return Boxes(
        "Each token as one branch among equally likely ones",
        "A row is cut into pieces, each as likely as the token that came. The last row has as many as the perplexity.",
        (
            *((f"{token}: 1 of {shown(count)}", pieces(token, count)) for token, count in told),
            (f"{every_word(here)}: 1 of {shown(every)}, the perplexity", pieces("", every)),
        ),
        shades=SHADES,
    )


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    if before is None:
        return (
            f"On average the model is as unsure as in a fair draw among {shown(now['perplexity'])} tokens: "
            "this branching factor is the perplexity."
        )
    name, place = next((name, place) for name, place in movable(now).items() if before[name] != now[name])
    token = tokens(now)[place]
    count = branches(now, place)
    change = moved("the branching factor", before["perplexity"], now["perplexity"])
    mean = f"{change}, for it is the geometric mean of {every_word(now)}"
    if count >= 16 and now["perplexity"] > before["perplexity"]:
        return f"One surprise, 1 of {shown(count)}, is enough: {mean}."
    if now[name] == 1:
        return f"“{token}” was certain, the only branch: {mean}."
    return f"“{token}” is like a fair draw among {shown(count)} tokens: {mean}."
