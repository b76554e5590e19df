"""Two heads on the same tokens: each has its own columns of queries and keys, so each looks at other words."""

from collections.abc import Sequence

from engine.figures.figure import Figure, Frame
from engine.figures.handles import Cell, Options, Slider, entry, nowhere
from engine.figures.wording import moved, shown
from engine.solutions.pictures import HeatMap

TOKENS = ("Anna", "took", "her", "bag")
HEADS = {1: "Head 1 asks who: rows look at columns", 2: "Head 2 asks what"}

figure = Figure(
    "heads",
    "Two heads look at different words",
    family="multi_head_attention",
    section="2.5",
    question="what-each-head-sees",
    start={
        # features: is a person, is a thing, asks who, asks what
        "X": [[2.0, 0.0, 0.0, 1.0], [0.0, 1.0, 1.0, 2.0], [1.0, 0.0, 2.0, 1.0], [0.0, 2.0, 1.0, 0.0]],
        "w_q": [[0.0, 0.0], [0.0, 0.0], [1.0, 0.0], [0.0, 1.0]],
        "w_k": [[1.0, 0.0], [0.0, 1.0], [0.0, 0.0], [0.0, 0.0]],
        "w_v": [[1.0, 0.0], [0.0, 1.0], [0.0, 0.0], [0.0, 1.0]],
        "heads": 2,
        "causal": False,
    },
    handles=(
        Options(
            "head", "In the line below", "1", values={"1": (1, "head 1"), "2": (2, "head 2")}, puts=nowhere
        ),
        Slider(
            "asks",
            "How strongly head 1 asks (weight of its query)",
            1.0,
            least=0,
            most=2,
            step=0.25,
            puts=entry("w_q", 2, 0),
        ),
        Cell("cell", "Query (row) and key (column)", (3, 1), size=(4, 4)),
    ),
    opens=lambda here: (f"head_weights_{here['head']}", (here["cell"][0] - 1, here["cell"][1] - 1)),
)


@figure.draws
def maps(here: Frame) -> list[HeatMap]:
    row, column = here["cell"]
    return [
        HeatMap(
            title, "One row per query, one column per key; each row sums to 1.", TOKENS, TOKENS,
            tuple(tuple(map(float, line)) for line in here[f"head_weights_{head}"]),
            marked=((row - 1, column - 1),), chooses="cell", most=1.0,
        )
        for head, title in HEADS.items()
    ]  # fmt: skip


def looks(here: Frame, head: int) -> str:
    """The place where a head looks from the chosen query, in words."""
    weights = here[f"head_weights_{head}"][here["cell"][0] - 1].tolist()
    if uniform(weights):
        return f"at all four words alike ({shown(weights[0])} each)"
    return f"most at “{TOKENS[weights.index(max(weights))]}” ({shown(max(weights))})"


def uniform(weights: Sequence[float]) -> bool:
    return max(weights) - min(weights) < 1e-9


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    row, column = now["cell"]
    at, query, key = (row - 1, column - 1), TOKENS[row - 1], TOKENS[column - 1]
    if before is None or before["asks"] == now["asks"]:
        return (
            f"From “{query}”, head 1 looks {looks(now, 1)}, head 2 {looks(now, 2)}. "
            "Each has queries and keys of its own."
        )
    one, other = (float(now[f"head_weights_{head}"][at]) for head in HEADS)
    kept = f"Head 2 keeps its {shown(other)}: it has queries and keys of its own."
    if uniform(now["head_weights_1"][row - 1].tolist()):
        return f"A query of 0 asks for nothing: in head 1, “{query}” looks {looks(now, 1)}. {kept}"
    was = float(before["head_weights_1"][at])
    return f"{moved(f'From “{query}” to “{key}”, the weight in head 1', was, one)}. {kept}"
