"""One distribution under a temperature."""

from engine.figures.figure import Figure, Frame
from engine.figures.handles import Options, Slider, nowhere
from engine.figures.wording import moved
from engine.solutions.pictures import Bars

TOKENS = ("bridge", "river", "city", "train", "violin")

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
    opens=lambda here: ("probabilities", (TOKENS.index(here["token"]),)),
)


@figure.draws
def bars(here: Frame) -> Bars:
    return Bars(
        f"The next token at T = {here['temperature']:g}",
        "One bar per token. A temperature below 1 makes likely tokens likelier still; one above 1 evens them out.",
        ("probability",),
        tuple((token, (float(share),)) for token, share in zip(TOKENS, here["probabilities"], strict=True)),
        most=1.0,
        marked=(here["token"],),
    )


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    token, at = now["token"], TOKENS.index(now["token"])
    share = float(now["probabilities"][at])
    if before is None or before["temperature"] == now["temperature"]:
        return f"At T = {now['temperature']:g}, “{token}” has {share:.2f} of the probability."
    was = float(before["probabilities"][at])
    first, last = now["probabilities"][0], now["probabilities"][-1]
    spread = (
        "Nearly all of it is with the likeliest token."
        if first > 0.95
        else f"The likeliest token has {first / last:,.1f} times the least likely one's share."
    )
    return f"T = {now['temperature']:g}: {moved(f'“{token}”', was, share)}. {spread}"
