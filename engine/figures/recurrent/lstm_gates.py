"""The gates of an LSTM: how much is kept of the old memory, written into it, and shown of it."""

from engine.figures.figure import Figure, Frame
from engine.figures.handles import Slider, entry
from engine.figures.wording import adds_up, fitting, moved, read, rounded_as, shown
from engine.solutions.pictures import Box, Boxes

GATES = {"forget": ("f", 2), "input": ("i", 0), "output": ("o", 6)}  # symbol, row of the bias
EXACT = 1e-9
FINER = 4  # places of what is multiplied or added in the picture, at least
THROUGH, OUT = "let through", "kept out"
BEGIN = {"forget": 3, "input": -1.5, "output": 1}

figure = Figure(
    "lstm-gates",
    "Three gates of a memory",
    family="lstm_step",
    section="c.4",
    question="four-gates-in-one-product",
    start={  # two units: the second runs beside the first, whose gates have the weighted sum 0 without their bias
        "w_x": [[-1], [-1], [-0.5], [1], [-1], [-0.5], [1], [0.5]],
        "w_h": [[2, 0], [0, 1], [1, 0], [0, 1], [-1, 0], [0, -0.5], [-2, 0], [0, -0.5]],
        "bias": [0] * 8,
        "x": [1],
        "h": [0.5, 0.4],
        "c": [2, 1],
    },
    handles=tuple(
        Slider(
            gate, f"Bias of the {gate} gate", BEGIN[gate], least=-3, most=3, step=0.5, puts=entry("bias", row)
        )
        for gate, (_, row) in GATES.items()
    ),
    opens=lambda here: ("new_c", (0,)),
)


def of(here: Frame, name: str) -> float:
    """The value of the first unit."""
    return float(here.run.values[name][0])


def gated(here: Frame) -> dict[str, tuple[float, float]]:
    """Each gate, and what it lets through a share of."""
    return {
        "forget": (of(here, "f"), of(here, "c")),
        "input": (of(here, "i"), of(here, "g")),
        "output": (of(here, "o"), of(here, "new_h") / of(here, "o")),
    }


def through(here: Frame, gate: str, places: int = 2) -> str:
    share, whole = gated(here)[gate]
    return shown(share * whole, places)


def factors(here: Frame, gate: str, least: int = 2) -> tuple[str, str]:
    """A gate's share and the whole that it is of, as written: their product is what is shown of it."""
    share, whole = gated(here)[gate]
    return fitting(
        lambda places: (shown(share, places), shown(whole, places)),
        lambda texts: rounded_as(read(texts[0]) * read(texts[1]), through(here, gate)),
        least,
    )


def terms(here: Frame, least: int = 2) -> tuple[str, str]:
    """Returns what is kept and what is written, as written: their sum is what is shown of the memory."""
    return fitting(
        lambda places: (through(here, "forget", places), through(here, "input", places)),
        lambda texts: adds_up(texts, shown(of(here, "new_c"))),
        least,
    )


def added(here: Frame) -> str:
    """The sum of what is kept and what is written."""
    memory = shown(of(here, "new_c"))
    kept, written = terms(here, FINER)
    sign = equals(read(kept) + read(written), memory)
    return f"{kept} {f'− {written[1:]}' if written.startswith('−') else f'+ {written}'} {sign} {memory}"


def equals(comes_to: float, text: str) -> str:
    """The sign between what the shown numbers come to and what is shown of it."""
    return "=" if abs(comes_to - read(text)) < EXACT else "≈"


@figure.draws
def gates(here: Frame) -> Boxes:
    """Each gate as an opening: the share that it lets through, and what that comes to."""
    does = {
        "forget": ("old memory", "kept"),
        "input": ("candidate", "written"),
        "output": ("tanh c′", "shown"),
    }

    def row(gate: str) -> tuple[str, tuple[Box, ...]]:
        share, (what, done) = gated(here)[gate][0], does[gate]
        (one, other), comes_to = factors(here, gate, FINER), through(here, gate)
        sign = equals(read(one) * read(other), comes_to)
        name = f"{gate} gate {one} × {what} {other} {sign} {comes_to} {done}"
        return name, (Box(shown(share), THROUGH, share), Box(shown(1 - share), OUT, 1 - share))

    return Boxes(
        f"The new memory c′ is kept + written: {added(here)}",
        "“The trains from the station”: a plural, above 0, is in memory, and a singular, below 0, comes. One row per "
        "gate of the first unit, as far open as it is dark.",
        tuple(row(gate) for gate in GATES),
        shades=(THROUGH, OUT),
    )


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    memory, plural = shown(of(now, "new_c")), shown(of(now, "c"))
    if before is None:
        holds = (
            "still the plural of “trains”. Close the forget gate and open the input gate"
            if of(now, "new_c") > 0
            else "the singular of “station” has taken over"
        )
        kept, written = terms(now)
        return (
            f"The forget gate keeps {kept} of the plural's {plural}, the input gate writes {written} for a singular. "
            f"The memory is {memory}: {holds}."
        )
    gate = next(gate for gate in GATES if before[gate] != now[gate])
    places = len(factors(now, gate)[0].partition(".")[2])
    went = moved(f"The {gate} gate", of(before, GATES[gate][0]), of(now, GATES[gate][0]), places)
    if gate == "output":
        return (
            f"{went}. The memory stays {memory}; only what the unit shows of it is {through(now, gate)} now."
        )
    changed = moved("the memory", of(before, "new_c"), of(now, "new_c"))
    if of(now, "new_c") < 0:
        return f"{went}, {changed}: below 0, the singular of “station” has taken the place of the plural."
    if gate == "forget":
        means = "the plural is nearly gone" if of(now, "f") < 0.2 else "no other gate brings back the rest"
        return f"{went}, {changed}: of the old {plural}, {through(now, gate)} is kept; {means}."
    return f"{went}, {changed}: it writes {through(now, gate)} over what was kept."
