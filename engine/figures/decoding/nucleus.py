"""One distribution, three handles: the temperature shapes it, top-k keeps a number of tokens, top-p a mass.

A low temperature stands for a model that is sure, a high one for a model that is not: top-p keeps few tokens of the one
and many of the other, top-k as many of either. Each cut is made of the same distribution, and what it keeps is
renormalized.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import log
from typing import Any

from engine import catalogue
from engine.chain import Run, run
from engine.families.decoding.top_p import Parameters
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Handle, Slider, nowhere
from engine.figures.wording import counted, shown
from engine.mathematics.vocabulary import falling
from engine.solutions.pictures import Bars

TOKENS = ("bridge", "river", "station", "museum", "market")
MOST = 10  # tokens in the picture
PLACES = 3  # of the probabilities that a temperature makes: the bars show all that is computed with


def tempered(parameters: Mapping[str, Any], temperature: float) -> Mapping[str, Any]:
    """The distribution at this temperature, its logits being the logarithms; what has no probability never gets any."""
    if temperature == 1:
        return {}
    possible = [share for share in parameters["probabilities"] if share > 0]
    family = catalogue.find("softmax_temperature")
    given = family.parameters.of({"logits": list(map(log, possible)), "temperature": temperature})
    shares = iter(run(family, given).reached["probabilities"].tolist())
    return {
        "probabilities": [
            round(next(shares), PLACES) if share > 0 else 0.0 for share in parameters["probabilities"]
        ]
    }


T = Slider(
    "temperature",
    "Temperature T",
    1.0,
    least=0.2,
    most=3.0,
    step=0.1,
    puts=tempered,
    gets=lambda given: 1.0,  # numbers of one's own are those at T = 1
)
K = Slider("k", "Top-k: k", 3, least=1, most=len(TOKENS), puts=nowhere)
P = Slider("p", "Top-p: p", 0.9, least=0.1, most=1.0, step=0.05)

figure = Figure(
    "nucleus",
    "Top-p adapts, top-k does not",
    family="top_p",
    section="2.7",
    question="until-the-mass-is-reached",
    start={"tokens": TOKENS, "probabilities": [0.42, 0.24, 0.16, 0.11, 0.07]},
    handles=(T, K, P),
    opens=lambda here: ("mass", ()),
)


@figure.takes
def handles(given: Parameters) -> Sequence[Handle] | None:
    """All three handles, beginning with the distribution as it is."""
    count = len(given.probabilities)
    if not 2 <= count <= MOST or max(map(len, given.tokens)) > 12:
        return None
    return T, replace(K, start=min(3, count), most=count), P


def top_k(here: Frame) -> Run:
    family = catalogue.find("top_k")
    given = {"tokens": here["tokens"], "probabilities": here["probabilities"].tolist(), "k": here["k"]}
    return run(family, family.parameters.of(given))


@figure.draws
def bars(here: Frame) -> Bars:
    """Three bars for each token: its probability, and what each cut makes of it, 0 where it is dropped."""
    cut = top_k(here).reached
    columns = (here["probabilities"], cut["renormalized"], here["renormalized"])
    return Bars(
        f"What top-k with k = {here['k']} and top-p with p = {here['p']:g} keep",
        "Three bars for each token: its probability at this temperature, what top-k makes of it, and what top-p makes "
        "of it. A token that a cut drops has 0 there; what it keeps is renormalized, so that it sums to 1.",
        (
            f"T = {here['temperature']:g}",
            f"top-k keeps {len(cut['kept'])}",
            f"top-p keeps {len(here['kept'])}",
        ),
        tuple(zip(here["tokens"], zip(*(column.tolist() for column in columns), strict=True), strict=True)),
        most=1.0,
        places=PLACES,
    )


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    nucleus, k, order = len(now["kept"]), now["k"], falling(now["probabilities"])
    kept, mass = counted(nucleus, "token"), shown(top_k(now).reached["mass"])
    if before is not None and before["temperature"] != now["temperature"]:
        at = f"At T = {now['temperature']:g} top-p"
        still = f"{counted(k, 'token')} at any temperature, here with {mass} of the probability"
        if nucleus == len(before["kept"]):
            return (
                f"{at} still keeps {kept}, with {shown(now['mass'])} of the probability. Top-k keeps {still}."
            )
        return f"{at} keeps {kept}, not {len(before['kept'])}: it adapts to how sure the model is. Top-k keeps {still}."
    says = f"Top-p keeps {kept} with {shown(now['mass'])} of the probability, top-k {k} with {mass}."
    ranked = [(now["tokens"][place], float(now["probabilities"][place])) for place in order]
    last, share = ranked[k - 1]
    if k > nucleus:
        little = f"only {shown(share)}" if share < 0.1 else shown(share)
        return f"{says} Top-k also lets in “{last}”, which has {little}."
    if k < nucleus:
        next_one, dropped = ranked[k]
        good = f", nearly as likely as “{last}”, which it keeps" if dropped > 0.8 * share else ""
        return f"{says} Top-k drops “{next_one}” ({shown(dropped)}){good}."
    return f"{says} They agree here: will they still at another temperature?"
