"""One distribution under a temperature, and what top-p and top-k would leave of it."""

from engine import catalogue
from engine.chain import run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Options, Slider, nowhere
from engine.figures.wording import moved
from engine.solutions.pictures import Bars

TOKENS = ("bridge", "river", "city", "train", "violin")
CUTS = {"all": (None, "keep all"), "top-k": ("top_k", "top-k, k = 2"), "top-p": ("top_p", "top-p, p = 0.9")}

figure = Figure(
    "temperature",
    "Temperature, and where the tail is cut",
    family="softmax_temperature",
    section="2.7",
    question="careful-or-bold",
    start={"logits": [2.0, 1.0, 0.5, 0.0, -1.0]},
    handles=(
        Slider("temperature", "Temperature T", 1.0, least=0.1, most=3.0, step=0.1),
        Options("cut", "Then", "all", values=CUTS, puts=nowhere),
    ),
    opens=lambda here: ("probabilities", (0,)),
)


def left(here: Frame) -> list[float]:
    """The probabilities after the cut."""
    probabilities, cut = here["probabilities"], CUTS[here["cut"]][0]
    if cut is None:
        return list(probabilities.tolist())
    family = catalogue.find(cut)
    limit = {"k": 2} if cut == "top_k" else {"p": 0.9}
    given = family.parameters.of({"probabilities": probabilities.tolist(), "tokens": TOKENS, **limit})
    return list(run(family, given).reached["renormalized"].tolist())


@figure.draws
def bars(here: Frame) -> Bars:
    return Bars(
        f"The next token at T = {here['temperature']:g}",
        "One bar per token. A temperature below 1 makes likely tokens likelier still; one above 1 evens them out.",
        ("probability",),
        tuple((token, (share,)) for token, share in zip(TOKENS, left(here), strict=True)),
        most=1.0,
    )


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    kept = sum(share > 0 for share in left(now))
    tail = "" if kept == len(TOKENS) else f" {kept} of {len(TOKENS)} tokens are left and share out the whole."
    if before is None:
        return f"The likeliest token, {TOKENS[0]}, has {left(now)[0]:.2f} of the probability.{tail}"
    change = moved(f"The probability of {TOKENS[0]}", left(before)[0], left(now)[0])
    return f"T = {now['temperature']:g}: {change[:1].lower()}{change[1:]}, that of {TOKENS[-1]} is {left(now)[-1]:.2f}.{tail}"
