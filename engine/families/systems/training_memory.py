"""Memory of the training state with Adam in mixed precision: 2 + 2 + 4 + 4 + 4 = 16 bytes per parameter.

Rajbhandari et al. 2020 (ZeRO, section 3.1). Activations come on top. 1 GB is 10^9 bytes.
"""

from collections.abc import Mapping
from random import Random
from typing import Annotated, Any

from pydantic import Field

from engine.chain import Family, NotApplicable, NotNeeded, Run
from engine.parameters import Frozen, Positive, symbol
from engine.solutions.pictures import Bars

GB, GIB = 10**9, 2**30
Bytes = Annotated[float, Field(ge=0, le=16)]


class Parameters(Frozen):
    parameters: Positive = symbol("N", "parameters of the model")
    weight_bytes: Annotated[float, Field(gt=0, le=16)] = symbol(
        r"b_{\mathrm{w}}", "bytes per weight", default=2.0
    )
    gradient_bytes: Bytes = symbol(r"b_{\mathrm{g}}", "bytes per gradient", default=2.0)
    master_bytes: Bytes = symbol(
        r"b_{\mathrm{master}}", "bytes per weight of the master copy; 0 for none", default=4.0
    )
    m_bytes: Bytes = symbol("b_m", "bytes per first moment m; 0 for none", default=4.0)
    v_bytes: Bytes = symbol("b_v", "bytes per second moment v; 0 for none", default=4.0)


family = Family(
    "training_memory",
    "Memory of the training state",
    section="2.8",
    builds_on=("adam_step", "weight_memory"),
    parameters=Parameters,
)


def gigabytes(parameters: float, size: float) -> float | NotNeeded:
    return parameters * size / GB if size else NotNeeded(0.0, "Nothing of this kind is stored here.")


@family.step(
    "Weights", r"\frac{<parameters> \cdot <weight_bytes>}{10^9}", symbol=r"M_{\mathrm{w}}", unit="GB"
)
def weights_gb(parameters: float, weight_bytes: float) -> float:
    return parameters * weight_bytes / GB


@family.step(
    "Gradients", r"\frac{<parameters> \cdot <gradient_bytes>}{10^9}", symbol=r"M_{\mathrm{g}}", unit="GB"
)
def gradients_gb(parameters: float, gradient_bytes: float) -> float | NotNeeded:
    return gigabytes(parameters, gradient_bytes)


@family.step(
    "Master copy of the weights",
    r"\frac{<parameters> \cdot <master_bytes>}{10^9}",
    symbol=r"M_{\mathrm{master}}",
    unit="GB",
)
def master_gb(parameters: float, master_bytes: float) -> float | NotNeeded:
    return gigabytes(parameters, master_bytes)


@family.step("First moment m of Adam", r"\frac{<parameters> \cdot <m_bytes>}{10^9}", symbol="M_m", unit="GB")
def m_gb(parameters: float, m_bytes: float) -> float | NotNeeded:
    return gigabytes(parameters, m_bytes)


@family.step("Second moment v of Adam", r"\frac{<parameters> \cdot <v_bytes>}{10^9}", symbol="M_v", unit="GB")
def v_gb(parameters: float, v_bytes: float) -> float | NotNeeded:
    return gigabytes(parameters, v_bytes)


@family.step(
    "Training state", "<weights_gb> + <gradients_gb> + <master_gb> + <m_gb> + <v_gb>", symbol="M", unit="GB"
)
def total_gb(weights_gb: float, gradients_gb: float, master_gb: float, m_gb: float, v_gb: float) -> float:
    return weights_gb + gradients_gb + master_gb + m_gb + v_gb


@family.picture(after="total_gb")
def components(exact: Run) -> Bars:
    names = {
        "weights": "weights_gb",
        "gradients": "gradients_gb",
        "master copy": "master_gb",
        "moment m": "m_gb",
        "moment v": "v_gb",
    }
    return Bars(
        "What the training state consists of",
        "Memory of each component. To use the model after training, the weights alone are enough.",
        ("GB",),
        tuple((name, (exact.reached[step],)) for name, step in names.items()),
        unit="GB",
    )


family.gives(
    {
        "weights_gb": ("number", "Memory of the weights, in GB of 10^9 bytes."),
        "gradients_gb": ("number", "Memory of the gradients."),
        "master_gb": ("number", "Memory of the master copy of the weights."),
        "m_gb": ("number", "Memory of Adam's first moments."),
        "v_gb": ("number", "Memory of Adam's second moments."),
        "total_gb": ("number", "The whole training state, without activations."),
    }
)
family.assumes(
    "1 GB is 10^9 bytes. Activations are not counted.",
)


@family.mistake(
    of="weights_gb",
    says="You counted 4 bytes per weight, as in FP32. Take the bytes that are given for the weights.",
)
def full_precision_weights(parameters: float, weight_bytes: float) -> float:
    if weight_bytes == 4:
        raise NotApplicable
    return parameters * 4 / GB


@family.mistake(
    of="master_gb",
    says="You counted 2 bytes for the master copy. It is kept in FP32, with 4 bytes, so that small updates count.",
)
def short_master(parameters: float, master_bytes: float) -> float:
    if master_bytes != 4:
        raise NotApplicable
    return parameters * 2 / GB


@family.mistake(of="total_gb", says="You left out the master copy of the weights. It is stored too: add it.")
def master_forgotten(right: float, master_gb: float) -> float:
    return right - master_gb


@family.mistake(of="total_gb", says="You counted one moment. Adam stores two numbers per parameter: m and v.")
def one_moment(right: float, v_gb: float) -> float:
    return right - v_gb


@family.mistake(of="total_gb", says="You left out the gradients. There is one for every weight: add them.")
def gradients_forgotten(right: float, gradients_gb: float) -> float:
    return right - gradients_gb


@family.mistake(
    of="total_gb",
    says="Those are the weights alone, enough to use the model. Training also stores gradients and optimizer state.",
)
def inference_memory(weights_gb: float) -> float:
    return weights_gb


@family.mistake(
    of="total_gb",
    says="You halved the sum. Mixed precision does not halve the training state: all of its parts count in full.",
)
def halved(right: float, weight_bytes: float) -> float:
    if weight_bytes == 4:
        raise NotApplicable
    return right / 2


@family.convention("Right in GiB, which are 1024^3 bytes. GB are asked here: divide by 10^9.")
def gibibytes(given: Parameters) -> Parameters:
    """Fewer parameters take as many GB as these take GiB."""
    return given.replace(parameters=given.parameters * GB / GIB)


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    if level == "warm-up":
        return {"parameters": rng.randint(1, 20) * 1e9}
    parameters = rng.randint(5, 400) * 1e8
    if level == "exam":
        return {"parameters": parameters}
    moment = rng.choice((1, 2, 4))  # 1: the 8-bit optimizers of Dettmers et al. 2022
    return {
        "parameters": parameters,
        "gradient_bytes": rng.choice((2, 4)),
        "m_bytes": moment,
        "v_bytes": moment,
    }
