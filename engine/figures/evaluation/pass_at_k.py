"""pass@k from n samples: a few right ones make it high, and with more tries than wrong ones it is 1."""

from collections.abc import Sequence
from dataclasses import replace

from engine.chain import run
from engine.families.evaluation.pass_at_k import Parameters
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Handle, Slider
from engine.figures.wording import moved, shown
from engine.solutions.pictures import Bars

SAMPLES = 10
MOST = 20  # samples, whose bars stand in one picture

TRIES = Slider("k", "Programs that may be tried, k", 1, least=1, most=SAMPLES)
RIGHT = Slider("c", f"Right ones among the {SAMPLES}, c", 2, least=1, most=7)

figure = Figure(
    "pass-at-k",
    "One right program is enough",
    family="pass_at_k",
    section="2.12",
    question="a-hundred-samples-per-problem",
    start={"n": SAMPLES},
    handles=(
        TRIES,
        RIGHT,
    ),
    opens=lambda here: ("pass_at_k", ()),
)


@figure.takes
def handles(given: Parameters) -> Sequence[Handle] | None:
    """Up to 20 samples, some of them right and some of them wrong."""
    if not 2 <= given.n <= MOST or not 1 <= given.c < given.n:
        return None
    return (
        replace(TRIES, most=given.n),
        replace(RIGHT, label=f"Right ones among the {given.n}, c", most=given.n - 1),
    )


def passed(here: Frame, k: int) -> float:
    return float(run(here.run.family, here.run.parameters.replace(k=k)).reached["pass_at_k"])


def samples(here: Frame) -> int:
    return int(here["n"])


@figure.draws
def bars(here: Frame) -> Bars:
    return Bars(
        f"{samples(here)} programs, {here['c']} of them right",
        "The probability that at least one of k programs, drawn from these, is right.",
        ("probability",),
        tuple((f"pass@{k}", (passed(here, k),)) for k in range(1, samples(here) + 1)),
        most=1.0,
        places=2,
        marked=(f"pass@{here['k']}",),
    )


@figure.says
def told(now: Frame, before: Frame | None) -> str:
    k, c, chance, one = now["k"], now["c"], now["pass_at_k"], shown(passed(now, 1))
    wrong = samples(now) - c
    if before is None:
        first = f"One try passes with {one}, the share of right programs."
        return f"{first} " + (
            "How much do a few more help?" if k == 1 else f"With {k} tries it is {shown(chance)}."
        )
    if k > wrong and k > 1:
        return (
            f"{wrong} of {samples(now)} programs {'is' if wrong == 1 else 'are'} wrong, so any {k} hold a right one: "
            f"pass@{k} is 1, while pass@1 is {one}."
        )
    change = moved("the probability", before["pass_at_k"], chance)
    if k == 1:
        return f"With one try {change}: it is the share of right programs."
    if c == 1:
        return f"With one right program {change}: every try adds {one}."
    return f"With {k} tries {change}, less than {k} × {one}: a draw with several right programs counts only once."
