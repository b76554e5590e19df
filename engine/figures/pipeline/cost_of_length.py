"""Work of one layer against the length: attention grows with its square, all the rest in a straight line.

The rest takes 2 FLOPs per weight and token (Kaplan et al. 2020, section 2.1).
"""

from collections.abc import Sequence
from dataclasses import replace

from engine import catalogue
from engine.chain import run
from engine.families.systems.attention_cost import Parameters
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Handle, Options, Slider
from engine.figures.wording import fitting, grouped, percent, read, significant
from engine.solutions.pictures import Curve, Line

BILLION = 1e9
MODELS = {"768": "768 (GPT-2 small)", "1600": "1,600 (GPT-2 XL)", "12288": "12,288 (GPT-3)"}

LENGTH = Slider("n", "Length n", 8192, least=512, most=16384, step=512, unit="tokens")
WIDTH = Options("d", "Width d", "768", values={width: (int(width), name) for width, name in MODELS.items()})
SHORTEST, LONGEST, WIDEST = 8, 16384, 20_000
CLOSE = 0.06  # of the picture's height: nearer to each other, two points have one name

figure = Figure(
    "cost-of-length",
    "What does a longer text cost?",
    family="attention_cost",
    section="2.3",
    question="everybody-reads-everybody",
    start={},
    handles=(LENGTH, WIDTH),
    opens=lambda here: ("flops", ()),
)


@figure.takes
def handles(given: Parameters) -> Sequence[Handle] | None:
    """The widths of known models beside the one that is given; shorter texts, too."""
    if given.window is not None or given.n < SHORTEST or given.d > WIDEST:
        return None
    widths = {str(given.d): (given.d, f"{given.d:,}"), **WIDTH.values}
    return replace(LENGTH, least=min(given.n, LENGTH.least)), replace(WIDTH, values=widths)


def attention(here: Frame, n: int) -> float:
    return float(run(here.run.family, here.run.parameters.replace(n=n)).reached["flops"])


def rest(here: Frame, n: int) -> float:
    """FLOPs of projections and feed-forward network: 2 for each of their weights and each token."""
    family = catalogue.find("approximate_parameters")
    given = {"vocabulary_size": 1, "d_model": here.run.values["d"], "layers": 1}
    return 2.0 * n * int(run(family, family.parameters.of(given)).reached["per_layer"])


def share(here: Frame) -> float:
    """Attention's part of the layer's work."""
    work = float(here["flops"])
    return work / (work + rest(here, here["n"]))


def even(here: Frame) -> int:
    """The length at which attention is half of the work: 4 n² d is 2 n times the 12 d² weights of the rest."""
    return round(LONGEST * rest(here, LONGEST) / attention(here, LONGEST))


def written(billions: float) -> str:
    return grouped(billions) if billions >= 100 else significant(billions)


def marks(here: Frame) -> tuple[tuple[str, float, float], ...]:
    """Marks at what both cost at this length, and where they cost the same."""
    n, each, half = here["n"], rest(here, 1), even(here)
    own, others = float(here["flops"]) / BILLION, each * n / BILLION
    high = max(attention(here, LONGEST), each * LONGEST) / BILLION
    if abs(own - others) < CLOSE * high:
        points = [("here", n, max(own, others))]
    else:
        points = [(f"attention {written(own)}", n, own), (f"the rest {written(others)}", n, others)]
    if half <= LONGEST and abs(n - half) > CLOSE * LONGEST:
        points.append(("equal", half, each * half / BILLION))
    return tuple(points)


@figure.draws
def curve(here: Frame) -> Curve:
    lengths = range(0, LONGEST + 1, 1024)
    each = rest(here, 1)
    return Curve(
        f"Work of one layer of width {here.run.values['d']:,}",
        "Attention compares every token with every other one; projections and feed-forward network take the tokens one "
        "by one.",
        "tokens n", "billion FLOPs",
        (
            Line("attention", tuple((n, attention(here, n) / BILLION if n else 0.0) for n in lengths)),
            Line("the rest", tuple((n, each * n / BILLION) for n in lengths)),
        ),
        marks=marks(here),
    )  # fmt: skip


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    half = f"{even(now):,} tokens"
    if before is None:
        return (
            f"At {now['n']:,} tokens attention is {percent(share(now))} of the layer's work; it is half at {half}. "
            "Twice the length is four times the attention."
        )
    change = f"{percent(share(before))} to {percent(share(now))}"
    if before["d"] != now["d"]:
        layer = (
            "wider layer has more"
            if now.run.values["d"] > before.run.values["d"]
            else "narrower layer has less"
        )
        return f"A {layer} other work: attention goes from {change} of it, and reaches half at {half}."
    by = max(now["n"], before["n"]) / min(now["n"], before["n"])
    squared = significant(by**2)
    times = fitting(
        lambda digits: significant(by, digits), lambda text: significant(read(text) ** 2) == squared, least=3
    )
    if now["n"] > before["n"]:
        said = f"{times} times the length: {squared} times the attention, {times} times the rest"
    else:
        said = f"{times} times shorter: {squared} times less attention, {times} times less of the rest"
    return f"{said}. Attention goes from {change} of the layer's work."
