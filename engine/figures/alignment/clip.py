"""Where the clipped objective of PPO goes flat: a token gains nothing from moving further than epsilon its own way."""

from engine.chain import run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Options, Slider
from engine.figures.wording import moved, sentence, shown
from engine.solutions.pictures import Curve, Line

RATIOS = [step / 20 for step in range(4, 41)]
NOISE = 1e-9

figure = Figure(
    "clip",
    "Where the clipped objective goes flat",
    family="ppo_clip",
    section="2.10",
    question="one-careful-step",
    start={},
    handles=(
        Slider("ratio", "New over old probability, ρ", 1.1, least=0.4, most=1.8, step=0.05),
        Options(
            "advantage", "Token", "good", values={"good": (2.0, "good, A = 2"), "bad": (-2.0, "bad, A = −2")}
        ),
        Slider("epsilon", "How far it may move, ε", 0.2, least=0.1, most=0.4, step=0.05),
    ),
    opens=lambda here: ("objective", ()),
)


@figure.draws
def curve(here: Frame) -> Curve:
    corners = (round(1 + way * here["epsilon"], 9) for way in (-1, 1))
    ratios = sorted({*RATIOS, *corners})
    runs = {ratio: run(here.run.family, here.run.parameters.replace(ratio=ratio)).reached for ratio in ratios}
    lines = (("with clipping", "objective"), ("without clipping", "unclipped"))
    return Curve(
        f"The objective of a {here['advantage']} token",
        "Where the solid line is flat, a change of the token's probability changes nothing, so its gradient is zero.",
        "ratio ρ", "objective J",
        tuple(
            Line(name, tuple((ratio, float(there[step])) for ratio, there in runs.items())) for name, step in lines
        ),
        marks=(("this token", here["ratio"], float(here["objective"])),),
    )  # fmt: skip


def flat(here: Frame) -> bool:
    """True where the clipped product is the smaller one, which the ratio no longer moves."""
    return bool(here["clipped"] < here["unclipped"] - NOISE)


@figure.says
def told(now: Frame, before: Frame | None) -> str:
    good, level = now["advantage"] == "good", shown(now["objective"])
    if flat(now):
        edge, way = shown(now["clipped_ratio"]), "likelier" if good else "rarer"
        return (
            f"Beyond ρ = {edge} the line is flat at {level}: making this {now['advantage']} token still {way} "
            "earns nothing, so its gradient is zero."
        )
    change = (
        moved("the objective", before["objective"], now["objective"])
        if before
        else f"the objective is {level}"
    )
    if good and now["ratio"] < 1 - now["epsilon"] - NOISE:
        return sentence(
            f"{change}. A good token became much rarer: the line is not flat, so the gradient brings it back."
        )
    if not good and now["ratio"] > 1 + now["epsilon"] + NOISE:
        return sentence(
            f"{change}. A bad token became much likelier: the line never goes flat on this side, so the gradient pulls "
            "it back."
        )
    edge = shown(1 + now["epsilon"] if good else 1 - now["epsilon"])
    way = "raising" if good else "lowering"
    return sentence(
        f"{change}. Here clipping changes nothing; {way} ρ pays until {edge}, where the line goes flat."
    )
