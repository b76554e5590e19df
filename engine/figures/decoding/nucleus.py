"""Top-p adapts: few tokens of a sure distribution, many of an unsure one. Top-k keeps as many of either."""

from collections.abc import Sequence
from dataclasses import replace

from engine import catalogue
from engine.chain import Run, run
from engine.families.decoding.top_p import Parameters
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Handle, Options, Slider, nowhere
from engine.figures.wording import counted, shown
from engine.mathematics.vocabulary import falling
from engine.solutions.pictures import Bars

TOKENS = ("bridge", "river", "station", "museum", "market", "harbour")
MODELS = {
    "sure": ([0.84, 0.06, 0.04, 0.03, 0.02, 0.01], "sure"),
    "unsure": ([0.22, 0.2, 0.18, 0.16, 0.13, 0.11], "unsure"),
}

P = Slider("p", "Top-p: p", 0.8, least=0.1, most=1.0, step=0.05)
K = Slider("k", "Top-k: k", 3, least=1, most=6, puts=nowhere)
MOST = 10  # tokens in the picture

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
        P,
        K,
    ),
    opens=lambda here: ("mass", ()),
)


@figure.takes
def handles(given: Parameters) -> Sequence[Handle] | None:
    """Both ways to cut, of one distribution."""
    count = len(given.probabilities)
    if not 2 <= count <= MOST or max(map(len, given.tokens)) > 12:
        return None
    return P, replace(K, start=min(3, count), most=count)


def top_k(here: Frame) -> Run:
    family = catalogue.find("top_k")
    given = {"tokens": here["tokens"], "probabilities": here["probabilities"].tolist(), "k": here["k"]}
    return run(family, family.parameters.of(given))


@figure.draws
def bars(here: Frame) -> list[Bars]:
    shares, tokens = here["probabilities"].tolist(), here["tokens"]
    of = " of “In the evening they met near the”" if "model" in here.values else ""
    kept_by = {
        f"Top-p, p = {here['p']:g}": here["kept"],
        f"Top-k, k = {here['k']}": top_k(here).reached["kept"],
    }
    return [
        Bars(
            f"{name}: {counted(len(kept), 'token')} kept",
            f"Probability of each next token{of}. Filled: kept.",
            ("probability",),
            tuple((token, (share,)) for token, share in zip(tokens, shares, strict=True)),
            most=1.0,
            marked=tuple(tokens[place] for place in kept),
        )
        for name, kept in kept_by.items()
    ]


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    nucleus, k = len(now["kept"]), now["k"]
    kept = counted(nucleus, "token")
    order, mass = falling(now["probabilities"]), float(top_k(now).reached["mass"])
    ranked = [(now["tokens"][place], float(now["probabilities"][place])) for place in order]
    if before is not None and "model" in now.values and before["model"] != now["model"]:
        if nucleus == len(before["kept"]):
            return f"Both models keep {kept} at p = {now['p']:g}. Try a p of about 0.8: there they differ."
        return (
            f"The same p = {now['p']:g} keeps {kept} now, not {len(before['kept'])}: "
            f"top-p adapts to how sure the model is. Top-k keeps {counted(k, 'token')} of either."
        )
    says = f"Top-p keeps {kept} with {shown(now['mass'])} of the probability, top-k {k} with {shown(mass)}."
    last, share = ranked[k - 1]
    sure = ranked[0][1] > 0.5
    if k > nucleus:
        little = f"only {shown(share)}" if share < 0.1 else shown(share)
        return f"{says} Top-k also lets in “{last}”, which has {little}."
    if k < nucleus:
        next_one, dropped = ranked[k]
        good = f", nearly as likely as “{last}”, which it keeps" if dropped > 0.8 * share else ""
        return f"{says} Top-k drops “{next_one}” ({shown(dropped)}){good}."
    if "model" not in now.values:
        return f"{says} They agree here."
    return f"{says} They agree here: will they still when the model is {'unsure' if sure else 'sure'}?"
