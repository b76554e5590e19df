"""Parameter count of a logistic or softmax regression: K rows of weights, one bias each (curriculum c.1)."""

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.answers.forms import Integer
from engine.chain import Family, NotApplicable, NotNeeded
from engine.parameters import Count, Frozen, symbol


class Parameters(Frozen):
    features: Count = symbol("d", "features of one input")
    classes: Count = symbol("K", "classes; one for logistic regression, which has a single score")
    bias: bool = symbol(r"\text{bias}", "each class has a bias", default=True)


family = Family(
    "count_linear",
    "Parameters of a linear classifier",
    section="c.1",
    builds_on=("softmax_regression",),
    parameters=Parameters,
)


@family.step(
    "Weights: one per class and feature",
    r"<classes> \cdot <features>",
    symbol=r"P_{\text{weights}}",
    form=Integer(),
)
def weights(features: int, classes: int) -> int:
    return classes * features


@family.step("Biases: one per class", "<classes>", symbol=r"P_{\text{biases}}", form=Integer())
def biases(classes: int, bias: bool) -> int | NotNeeded:
    return classes if bias else NotNeeded(0, "No biases are counted here.")


@family.step("Total", "<weights> + <biases>", symbol="P", form=Integer())
def total(weights: int, biases: int) -> int:
    return weights + biases


family.gives(
    {
        "weights": ("whole number", "Weights: one per class and feature."),
        "biases": ("whole number", "Biases: one per class, or 0 without bias."),
        "total": ("whole number", "All parameters."),
    }
)


@family.mistake(
    of="weights",
    says="You added features and classes instead of multiplying them: every class has a weight for every feature.",
)
def sizes_added(features: int, classes: int) -> int:
    return features + classes


@family.mistake(
    of="weights",
    says="You counted the weights of one class, or only added the sizes. Each class has a row of weights of its "
    "own: multiply.",
)
def one_class(features: int) -> int:
    return features


@family.mistake(of="biases", says="You counted one bias in all. Each class has a bias of its own.")
def one_bias(bias: bool) -> int:
    if not bias:
        raise NotApplicable
    return 1


@family.mistake(
    of="biases", says="You counted a bias per feature. A bias is added to a score, so there is one per class."
)
def bias_per_feature(features: int, bias: bool) -> int:
    if not bias:
        raise NotApplicable
    return features


@family.mistake(
    of="biases",
    says="You gave biases to the features too. The features are given: only the scores have a bias.",
)
def input_biases(features: int, classes: int, bias: bool) -> int:
    if not bias:
        raise NotApplicable
    return features + classes


@family.convention("Right without biases. Here each class has a bias too: add one per class.")
def without_biases(given: Parameters) -> Parameters | None:
    return given.replace(bias=False) if given.bias else None


@family.convention("Right with a bias per class. Here no biases are counted: leave them out.")
def with_biases(given: Parameters) -> Parameters | None:
    return None if given.bias else given.replace(bias=True)


@family.convention(
    "Right when one class is the reference and has no weights. Here every class has weights of its own: count all."
)
def reference_class(given: Parameters) -> Parameters | None:
    return given.replace(classes=given.classes - 1) if given.classes > 1 else None


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    match level:
        case "warm-up":
            features, classes = rng.randint(2, 12), rng.choice((1, 2, 3, 4, 5))
        case "exam":
            features = rng.choice((50, 64, 100, 120, 200, 256, 300, 400, 500, 784, 1000, 1024, 2000, 3072))
            classes = rng.choice((2, 3, 4, 5, 8, 10, 12, 15, 20, 26))
        case _:
            features = rng.choice((4096, 12288, 20000, 30000, 49152, 50000, 150528))
            classes = rng.choice((10, 20, 50, 100, 200, 365, 1000))
    return {"features": features, "classes": classes, "bias": level == "warm-up" or rng.random() < 0.75}
