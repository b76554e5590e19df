"""Forward pass of a multilayer perceptron, layer by layer (Goodfellow, Bengio and Courville 2016, chapter 6)."""

from collections.abc import Generator, Mapping
from random import Random
from typing import Any

from pydantic import model_validator

from engine.chain import Family, Step
from engine.mathematics import layer_mistakes, layers
from engine.mathematics.layers import Layers
from engine.parameters import Frozen, Vector, symbol


class Parameters(Frozen):
    """Each layer's weights are (out, in); a missing bias is zero."""

    layers: Layers = symbol(r"\text{layers}", "layers from the input to the output")
    x: Vector = symbol("x", "input")

    @model_validator(mode="after")
    def layers_fit(self) -> "Parameters":
        layers.check(self.layers, len(self.x))
        return self


family = Family(
    "mlp_forward",
    "Forward pass of a multilayer perceptron",
    section="c.2",
    builds_on=("activation", "softmax_regression"),
    parameters=Parameters,
)


@family.unroll("pre_activations", "activations", "output")
def chain(given: Parameters) -> Generator[Step, Any, None]:
    yield from layers.lines(given.layers, "x", "x")
    numbers = range(1, len(given.layers) + 1)
    for name, stem, title in (
        ("pre_activations", "z", "All weighted sums"),
        ("activations", "a", "All activations"),
    ):
        yield Step(
            name, title, r"\text{one vector per layer}", lambda *vectors: list(vectors),
            tuple(f"{stem}_{n}" for n in numbers), answer=name, gathers=True,
        )  # fmt: skip
    yield Step(
        "output", "Output", f"<a_{numbers[-1]}>", lambda a: a, (f"a_{numbers[-1]}",), symbol="y",
        answer="output", gathers=True,
    )  # fmt: skip


family.include((), layer_mistakes.MISTAKES.values())
family.refuses(layers.unfair)


family.gives(
    {
        "pre_activations": (
            "list of list of number",
            "Weighted sums plus bias of each layer, before its activation.",
        ),
        "activations": ("list of list of number", "Each layer's output, after its activation."),
        "output": ("units(layers)", "Output of the last layer."),
    }
)
family.assumes(
    "Weights are out x in: W times x plus bias. GELU is exact, with the normal distribution function.",
)


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    """Two layers at the exam level, with scores or class probabilities at the end; three layers when it is hard."""
    end = rng.choice(("identity", "softmax"))
    activations = {
        "warm-up": ("relu", "identity"),
        "exam": ("relu", end),
        "hard": (rng.choice(("relu", "tanh")), rng.choice(("relu", "sigmoid")), end),
    }[level]
    sizes = {"warm-up": (2, 2, 1), "exam": (rng.choice((2, 2, 3)), 2, 2), "hard": (3, 2, 2, 2)}[level]
    inputs = len(fixed["x"]) if "x" in fixed else sizes[0]
    if "layers" in fixed:
        inputs = len(fixed["layers"][0]["weights"][0])
    weights = (-1, 0, 1, 2) if level == "warm-up" else (-2, -1, -1, 0, 0.5, 1, 1, 2)
    drawn = layers.draw(rng, (inputs, *sizes[1:]), activations, weights)
    x = [rng.choice((-1, 0, 1, 2, 3) if level == "exam" else (0.5, 1, 2)) for _ in range(inputs)]
    return {"layers": drawn, "x": x if any(x) else [1, *x[1:]]}
