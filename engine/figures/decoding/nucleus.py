"""Top-p adapts: few tokens of a sure distribution, many of an unsure one. Top-k keeps as many of either."""

from engine import catalogue
from engine.chain import Run, run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Options, Slider, nowhere
from engine.figures.wording import shown
from engine.solutions.pictures import Bars

TOKENS = ("bridge", "river", "station", "museum", "market", "harbour")
MODELS = {
    "sure": ([0.84, 0.06, 0.04, 0.03, 0.02, 0.01], "sure"),
    "unsure": ([0.22, 0.2, 0.18, 0.16, 0.13, 0.11], "unsure"),
}

figure = Figure(
    "nucleus",
    "Top-p adapts, top-k does not",
    family="top_p",
    section="2.7",
    question="until-the-mass-is-reached",
    start={"tokens": TOKENS},
    handles=(
        Options(
            "model",
            "The model is",
            "sure",
            values=MODELS,
            puts=lambda parameters, shares: {"probabilities": shares},
        ),
        Slider("p", "Top-p: p", 0.8, least=0.1, most=1.0, step=0.05),
        Slider("k", "Top-k: k", 3, least=1, most=6, puts=nowhere),
    ),
    opens=lambda here: ("mass", ()),
)


def top_k(here: Frame) -> Run:
    family = catalogue.find("top_k")
    given = {"tokens": TOKENS, "probabilities": here["probabilities"].tolist(), "k": here["k"]}
    return run(family, family.parameters.of(given))


@figure.draws
def bars(here: Frame) -> list[Bars]:
    shares = here["probabilities"].tolist()
    kept_by = {
        f"Top-p, p = {here['p']:g}": here["kept"],
        f"Top-k, k = {here['k']}": top_k(here).reached["kept"],
    }
    return [
        Bars(
            f"{name}: {many(len(kept))} kept",
            "Probability of each next token of “In the evening they met near the”. In colour: kept.",
            ("probability",),
            tuple((token, (share,)) for token, share in zip(TOKENS, shares, strict=True)),
            most=1.0,
            marked=tuple(TOKENS[place] for place in kept),
        )
        for name, kept in kept_by.items()
    ]


def many(count: int) -> str:
    return "1 token" if count == 1 else f"{count} tokens"


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    nucleus, k = len(now["kept"]), now["k"]
    shares, mass = now["probabilities"].tolist(), float(top_k(now).reached["mass"])
    if before is not None and before["model"] != now["model"]:
        if nucleus == len(before["kept"]):
            return f"Both models keep {many(nucleus)} at p = {now['p']:g}. Try a p of about 0.8: there they differ."
        return (
            f"The same p = {now['p']:g} keeps {many(nucleus)} now, not {len(before['kept'])}: "
            f"top-p adapts to how sure the model is. Top-k keeps {many(k)} of either."
        )
    says = f"Top-p keeps {many(nucleus)} with {shown(now['mass'])} of the probability, top-k {k} with {shown(mass)}."
    sure = now["model"] == "sure"
    if k > nucleus:
        little = f"only {shown(shares[k - 1])}" if sure else shown(shares[k - 1])
        return f"{says} Top-k also lets in “{TOKENS[k - 1]}”, which has {little}."
    if k < nucleus:
        good = "" if sure else f", nearly as likely as “{TOKENS[k - 1]}”, which it keeps"
        return f"{says} Top-k drops “{TOKENS[k]}” ({shown(shares[k])}){good}."
    return f"{says} They agree here: will they still when the model is {'unsure' if sure else 'sure'}?"
