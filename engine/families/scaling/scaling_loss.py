"""The loss that a scaling law predicts: an irreducible part, a term of the size, a term of the data
(Hoffmann et al. 2022, section 3.3)."""

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.answers.forms import Scientific
from engine.chain import Family, NotApplicable, Run
from engine.parameters import Frozen, NotNegative, Positive, symbol
from engine.solutions import latex
from engine.solutions.pictures import Curve, Line


class Parameters(Frozen):
    E: NotNegative = symbol("E", "irreducible loss: the entropy of the text itself; 0 for a law without it")
    A: NotNegative = symbol("A", "factor of the capacity term")
    B: NotNegative = symbol("B", "factor of the data term")
    alpha: Positive = symbol(r"\alpha", "exponent of the parameters", le=2)
    beta: Positive = symbol(r"\beta", "exponent of the tokens", le=2)
    parameters: Positive = symbol("N", "parameters of the model", ge=1)
    tokens: Positive = symbol("D", "training tokens", ge=1)


family = Family("scaling_loss", "Loss predicted by a scaling law", section="2.11", parameters=Parameters)


def power_in_numbers(base: float, exponent: float) -> str:
    return rf"({latex.number(base)})^{{{latex.number(exponent)}}}"


@family.step(
    "Parameters to their power", r"<parameters>^{<alpha>}", symbol=r"N^{\alpha}", form=Scientific(),
    numbers=power_in_numbers,
)  # fmt: skip
def parameter_power(parameters: float, alpha: float) -> float:
    return float(parameters**alpha)


@family.step("Capacity term", r"\frac{<A>}{<parameter_power>}", symbol=r"L_N")
def capacity_term(A: float, parameter_power: float) -> float:
    return A / parameter_power


@family.step(
    "Tokens to their power",
    r"<tokens>^{<beta>}",
    symbol=r"D^{\beta}",
    form=Scientific(),
    numbers=power_in_numbers,
)
def token_power(tokens: float, beta: float) -> float:
    return float(tokens**beta)


@family.step("Data term", r"\frac{<B>}{<token_power>}", symbol=r"L_D")
def data_term(B: float, token_power: float) -> float:
    return B / token_power


@family.step("Predicted loss", "<E> + <capacity_term> + <data_term>", symbol="L")
def loss(E: float, capacity_term: float, data_term: float) -> float:
    return E + capacity_term + data_term


@family.picture(after="loss")
def along_the_budget(exact: Run) -> Curve:
    """The loss of every model that the same compute C = 6 N D could train."""
    given = exact.values
    sizes = [given["parameters"] * 10 ** (step / 8) for step in range(-10, 11)]
    product = given["parameters"] * given["tokens"]

    def predicted(size: float) -> float:
        capacity, data = given["A"] / size ** given["alpha"], given["B"] / (product / size) ** given["beta"]
        return float(given["E"] + capacity + data)

    return Curve(
        "Other models for the same compute",
        "Along the line C = 6 N D a larger model reads fewer tokens. The lowest point is the best use of the budget.",
        "parameters N", "loss L(N, C / 6N)",
        (Line("same compute", tuple((size, predicted(size)) for size in sizes)),),
        marks=(("this model", given["parameters"], exact.reached["loss"]),), log_x=True,
    )  # fmt: skip


family.gives(
    {
        "parameter_power": ("number", "Parameters to the power alpha."),
        "capacity_term": ("number", "A over this power."),
        "token_power": ("number", "Tokens to the power beta."),
        "data_term": ("number", "B over this power."),
        "loss": ("number", "E plus both terms: the predicted loss."),
    }
)


@family.mistake(
    of="parameter_power",
    says="You used the exponent of the tokens for the parameters. $N$ goes with $\\alpha$, $D$ with $\\beta$.",
    slip="exponents swapped",
)
def beta_for_parameters(parameters: float, beta: float) -> float:
    return float(parameters**beta)


@family.mistake(
    of="token_power",
    says="You used the exponent of the parameters for the tokens. $N$ goes with $\\alpha$, $D$ with $\\beta$.",
    slip="exponents swapped",
)
def alpha_for_tokens(tokens: float, alpha: float) -> float:
    return float(tokens**alpha)


@family.mistake(
    of="parameter_power", says="You raised the number of tokens. The capacity term is made from $N$."
)
def tokens_for_parameters(tokens: float, alpha: float) -> float:
    return float(tokens**alpha)


@family.mistake(
    of="parameter_power",
    says="You counted the parameters in billions. The law takes the full number: 1 billion is 1e9.",
    slip="counted in billions",
)
def in_billions(parameters: float, alpha: float) -> float:
    if parameters < 1e8:
        raise NotApplicable
    return float((parameters / 1e9) ** alpha)


@family.mistake(
    of="token_power",
    says="You counted the tokens in billions. The law takes the full number: 1 billion is 1e9.",
    slip="counted in billions",
)
def tokens_in_billions(tokens: float, beta: float) -> float:
    if tokens < 1e8:
        raise NotApplicable
    return float((tokens / 1e9) ** beta)


@family.mistake(
    of="capacity_term",
    says="You raised the whole fraction to the power. In this law only $N$ has the exponent, $A$ has none.",
    slip="whole fraction raised",
)
def fraction_to_the_power(A: float, parameters: float, alpha: float) -> float:
    return float((A / parameters) ** alpha)


@family.mistake(
    of="data_term",
    says="You raised the whole fraction to the power. In this law only $D$ has the exponent, $B$ has none.",
    slip="whole fraction raised",
)
def data_fraction_to_the_power(B: float, tokens: float, beta: float) -> float:
    return float((B / tokens) ** beta)


@family.mistake(
    of="loss", says="You left out the irreducible loss $E$. It stays, however large model and data are."
)
def irreducible_forgotten(capacity_term: float, data_term: float) -> float:
    return capacity_term + data_term


@family.mistake(of="loss", says="You multiplied the two terms. The law adds them.")
def terms_multiplied(E: float, capacity_term: float, data_term: float) -> float:
    return E + capacity_term * data_term


CHINCHILLA = {"E": 1.69, "A": 406.4, "B": 410.7, "alpha": 0.34, "beta": 0.28}


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    """Square roots at the warm-up, else constants near those of the Chinchilla paper, or these."""
    if level == "warm-up":
        size, data = 10.0 ** rng.choice((6, 8)), 10.0 ** rng.choice((8, 10))
        return {
            "E": rng.choice((1.5, 1.6, 1.8, 2)),
            "A": rng.randint(2, 9) * size**0.5 / 10,
            "B": rng.randint(2, 9) * data**0.5 / 10,
            "alpha": 0.5,
            "beta": 0.5,
            "parameters": size,
            "tokens": data,
        }
    constants = CHINCHILLA
    if level == "hard":
        constants = {
            "E": rng.randint(150, 190) / 100,
            "A": rng.randint(300, 500),
            "B": rng.randint(300, 600),
            "alpha": rng.randint(32, 37) / 100,
            "beta": rng.randint(26, 31) / 100,
        }
    size = rng.choice((1, 1.5, 2, 3, 4, 5, 7, 8)) * 10.0 ** rng.choice((8, 9))
    return {
        **constants,
        "parameters": size,
        "tokens": rng.randint(10, 99) * 10.0 ** rng.choice((9, 10)),
    }
