"""One factor at every time step: below 1 the gradient vanishes on its way back, above 1 it explodes."""

from engine.chain import run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Slider
from engine.figures.wording import counted
from engine.solutions.pictures import Bars, table

WORDS = ("keys", "that", "lay", "on", "my", "desk", "for", "two", "weeks", "were")
LAST = len(WORDS) - 1

figure = Figure(
    "gradient-through-time",
    "A gradient on its way back",
    family="gradient_through_time",
    section="c.4",
    question="a-gradient-from-the-lab",
    start={"derivative": 1.0},
    handles=(
        Slider("weight", "Factor of one step", 0.7, least=0.4, most=1.6, step=0.05),
        Slider("steps", "Steps back", LAST, least=1, most=LAST),
    ),
    opens=lambda here: ("factor", ()),
)


def word(here: Frame) -> str:
    """The word so many steps before the last one."""
    return WORDS[LAST - here["steps"]]


def factor(here: Frame, steps: int) -> float:
    return float(run(here.run.family, here.run.parameters.replace(steps=steps)).reached["factor"])


def bars(here: Frame) -> Bars:
    return Bars(
        f"How much gradient reaches each word, times {here['weight']:g} at each step",
        "One bar per word, the last word last: the factor of the gradient when it has gone back to that word.",
        ("factor",),
        tuple((one, (factor(here, LAST - n),)) for n, one in enumerate(WORDS)),
        marked=(word(here),),
    )


figure.draws(bars)


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    steps, weight = now["steps"], now["weight"]
    arrived = next(text for one, text in table(bars(now))[1] if one == word(now))  # as the bar has it
    back = f"{counted(steps, 'step')} back"
    arrives = f"“{word(now)}”, {back}, gets {arrived} times the gradient at “were”"
    if weight == 1:
        return f"{arrives}, as every word does: at exactly 1 nothing vanishes and nothing explodes."
    if now["factor"] < 0.05:
        if steps == LAST:
            return f"{arrives}. It has vanished: training hardly notices that the two words belong together."
        return f"{arrives}. It has vanished: what stood so far back is hardly learned from."
    if now["factor"] > 5:
        return f"{arrives}. It explodes: one long text throws the weights far off."
    return f"{arrives}. Each step multiplies by {weight:g}; twice as far back, the factor is squared."
