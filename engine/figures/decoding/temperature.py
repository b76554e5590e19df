"""One distribution under a temperature."""

from collections.abc import Sequence

from engine.families.decoding.softmax_temperature import Parameters
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Handle, Options, Slider, nowhere
from engine.figures.wording import grouped, moved, shown
from engine.solutions.columns import minus
from engine.solutions.pictures import Bars

TOKENS = ("bridge", "river", "city", "train", "violin")
MOST, WIDEST = 8, 20.0  # logits, and how far the largest is from the smallest

figure = Figure(
    "temperature",
    "Temperature: bold or careful",
    family="softmax_temperature",
    section="2.7",
    question="careful-or-bold",
    start={"logits": [2.0, 1.0, 0.5, 0.0, -1.0]},
    handles=(
        Slider("temperature", "Temperature T", 1.0, least=0.1, most=3.0, step=0.1),
        Options(
            "token",
            "Look at",
            "bridge",
            values={token: (n, token) for n, token in enumerate(TOKENS)},
            puts=nowhere,
        ),
    ),
    opens=lambda here: ("probabilities", (tokens(here).index(here["token"]),)),
)


def tokens(here: Frame) -> tuple[str, ...]:
    """The names of the tokens; those of other logits have none."""
    return TOKENS if here["token"] in TOKENS else numbered(len(here["probabilities"]))


def numbered(count: int) -> tuple[str, ...]:
    return tuple(f"token {n}" for n in range(1, count + 1))


@figure.takes
def handles(given: Parameters) -> Sequence[Handle] | None:
    logits = given.logits.tolist()
    if not 2 <= len(logits) <= MOST or max(logits) - min(logits) > WIDEST:
        return None
    names = numbered(len(logits))
    chosen = names[logits.index(max(logits))]
    values = {name: (n, name) for n, name in enumerate(names)}
    return figure.handles[0], Options("token", "Look at", chosen, values=values, puts=nowhere)


@figure.draws
def bars(here: Frame) -> Bars:
    return Bars(
        f"The next token at T = {here['temperature']:g}",
        "A bar for each token and its logit. A temperature below 1 makes likely tokens likelier still; one above 1 "
        "evens them out.",
        ("probability",),
        tuple(
            (with_logit(here, at), (float(share),)) for at, share in enumerate(here["probabilities"].tolist())
        ),
        most=1.0,
        marked=(with_logit(here, tokens(here).index(here["token"])),),
        places=3,
    )


def with_logit(here: Frame, at: int) -> str:
    """The label of a bar: the token, and the logit that it keeps at every temperature."""
    return minus(f"{tokens(here)[at]}, logit {here['logits'][at]:g}")


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    token, at = now["token"], tokens(now).index(now["token"])
    share = float(now["probabilities"][at])
    if before is None or before["temperature"] == now["temperature"]:
        logits = "themselves" if now["temperature"] == 1 else f"divided by {now['temperature']:g}"
        told = f"At T = {now['temperature']:g}, “{token}” has {shown(share)} of the probability."
        return f"{told} The bars are the softmax of the logits {logits}."
    was = float(before["probabilities"][at])
    first, last = now["probabilities"].max(), now["probabilities"].min()
    spread = (
        "The likeliest token has nearly all of the probability."
        if first > 0.95
        else "The least likely token has next to nothing."
        if last < 0.0005
        else f"The likeliest token has {grouped(first / last, 1)} times the least likely one's share."
    )
    return f"T = {now['temperature']:g}: {moved(f'“{token}”', was, share)}. {spread}"
