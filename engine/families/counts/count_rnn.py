"""Parameter count of a recurrent network: Elman 1990; LSTM, Hochreiter and Schmidhuber 1997; GRU, Cho et al. 2014.

Layers above the second have the shape of the second, so the chain counts two layers at most: ``gate_1`` and ``gate_2``.
"""

from collections.abc import Generator, Mapping
from functools import lru_cache
from math import prod
from random import Random
from typing import Annotated, Any, Literal

from pydantic import Field

from engine.answers.forms import Integer
from engine.chain import Family, NotApplicable, NotNeeded, Step
from engine.parameters import Count, CountOrNone, Frozen, symbol

Cell = Literal["rnn", "lstm", "gru"]
GATES: Mapping[str, int] = {"rnn": 1, "lstm": 4, "gru": 3}
Biases = Annotated[int, Field(ge=0, le=2)]


class Parameters(Frozen):
    input_size: Count = symbol(r"d_{\mathrm{in}}", "numbers that enter at each time step")
    hidden_size: Count = symbol("h", "numbers in the hidden state of one direction")
    output_size: CountOrNone = symbol(r"d_{\mathrm{out}}", "outputs; 0 for no output layer", default=0)
    cell: Cell = symbol(r"\text{cell}", "plain recurrent cell, LSTM or GRU", default="rnn")
    layers: Count = symbol("L", "recurrent layers, one on top of the other", default=1)
    bidirectional: bool = symbol(r"\text{bidirectional}", "read forwards and backwards", default=False)
    biases: Biases = symbol("b", "bias vectors of one gate (PyTorch keeps two)", default=1)


family = Family(
    "count_rnn",
    "Parameters of a recurrent network",
    section="c.4",
    builds_on=("count_mlp", "gru_step", "lstm_step"),
    parameters=Parameters,
)


def gates(cell: Cell) -> int | NotNeeded:
    return (
        NotNeeded(1, "A plain recurrent cell has no gates: one set of weights.")
        if cell == "rnn"
        else GATES[cell]
    )


def product(*factors: int) -> int:
    return prod(factors)


def gate(input_weights: int, hidden_size: int, biases: int) -> int:
    return input_weights + hidden_size**2 + biases * hidden_size


def output(hidden_size: int, output_size: int, bidirectional: bool) -> int | NotNeeded:
    if output_size == 0:
        return NotNeeded(0, "There is no output layer here.")
    return (1 + bidirectional) * hidden_size * output_size + output_size


def line(name: str, title: str, formula: str, compute: Any, *sources: str, symbol: str) -> Step:
    return Step(name, title, formula, compute, sources, symbol=symbol, form=Integer(), answer=name)


def times(name: str, title: str, *factors: str, symbol: str) -> Step:
    """A line that multiplies earlier lines and parameters."""
    return line(
        name, title, r" \cdot ".join(f"<{factor}>" for factor in factors), product, *factors, symbol=symbol
    )


@lru_cache(maxsize=256)
def plan(given: Parameters) -> tuple[Step, ...]:
    both = ("directions",) if given.bidirectional else ()
    one = "cell" if given.cell == "rnn" else "gate"
    bias = ("", " + <hidden_size>", r" + 2 \cdot <hidden_size>")[given.biases]
    sets = {
        "rnn": "1",
        "lstm": r"3 + 1\ \text{(gates, candidate)}",
        "gru": r"2 + 1\ \text{(gates, candidate)}",
    }

    def gate_of(layer: int) -> Step:
        inputs, where = f"input_weights_{layer}", f" of layer {layer}" if given.layers > 1 else ""
        return line(
            f"gate_{layer}", f"One {one}{where}: input matrix, recurrent matrix{', biases' * bool(bias)}",
            rf"<{inputs}> + <hidden_size>^2{bias}", gate, inputs, "hidden_size", "biases", symbol=f"G_{layer}",
        )  # fmt: skip

    steps = [line("gates", "Sets of weights in the cell", sets[given.cell], gates, "cell", symbol="g")]
    if both:
        says = r"1\ \text{forwards} + 1\ \text{backwards}"
        steps += [
            line("directions", "Directions", says, lambda bidirectional: 2, "bidirectional", symbol="r")
        ]
    first = times("input_weights_1", f"Input matrix of one {one}", "input_size", "hidden_size", symbol="W_1")
    steps += [first, gate_of(1)]
    if given.layers == 1:
        steps += [times("recurrent", "Recurrent layer", *both, "gates", "gate_1", symbol=r"P_{\text{rec}}")]
    else:
        second = "Layer 2" if given.layers == 2 else "Layer 2 and each one above"
        more = "<layer_2>" if given.layers == 2 else r"(<layers> - 1) \cdot <layer_2>"
        steps += [
            times("layer_1", "Layer 1", *both, "gates", "gate_1", symbol="P_1"),
            times("input_weights_2", f"Input matrix of one {one} above: the hidden state below enters", *both,
                  "hidden_size", "hidden_size", symbol="W_2"),
            gate_of(2),
            times("layer_2", second, *both, "gates", "gate_2", symbol="P_2"),
            line("recurrent", "All recurrent layers", f"<layer_1> + {more}",
                 lambda layer_1, layer_2, layers: layer_1 + (layers - 1) * layer_2, "layer_1", "layer_2", "layers",
                 symbol=r"P_{\text{rec}}"),
        ]  # fmt: skip
    width = r"2 \cdot <hidden_size>" if both else "<hidden_size>"
    return (
        *steps,
        line("output", "Output layer, with its bias", rf"{width} \cdot <output_size> + <output_size>", output,
             "hidden_size", "output_size", "bidirectional", symbol=r"P_{\text{out}}"),
        line("total", "Total", "<recurrent> + <output>", lambda recurrent, output: recurrent + output, "recurrent",
             "output", symbol="P"),
    )  # fmt: skip


@family.unroll(
    "gates", "directions", "input_weights_1", "gate_1", "layer_1", "input_weights_2", "gate_2", "layer_2",
    "recurrent", "output", "total",
)  # fmt: skip
def chain(given: Parameters) -> Generator[Step, Any, None]:
    for step in plan(given):  # noqa: UP028 - `yield from` a tuple takes no values that are sent
        yield step


family.gives(
    {
        "gates": ("whole number", "Sets of weights in the cell: 1 for rnn, 4 for lstm, 3 for gru."),
        "directions": ("whole number", "2; only where bidirectional."),
        "input_weights_1": ("whole number", "Weights of one set of layer 1 for its input."),
        "gate_1": ("whole number", "Parameters of one set of layer 1: input, state, biases."),
        "layer_1": ("whole number", "Parameters of layer 1, both directions; only with several layers."),
        "input_weights_2": (
            "whole number",
            "Weights of one set above layer 1 for its input; only with several layers.",
        ),
        "gate_2": ("whole number", "Parameters of one set above layer 1; only with several layers."),
        "layer_2": ("whole number", "Parameters of each layer above layer 1; only with several layers."),
        "recurrent": ("whole number", "Parameters of all recurrent layers, both directions."),
        "output": ("whole number", "Parameters of the output layer, with biases; 0 where there is none."),
        "total": ("whole number", "All parameters."),
    }
)
family.assumes(
    "A set of weights has an input matrix, a state matrix and as many bias vectors as biases says; rnn "
    "has 1 set, lstm 4, gru 3.",
    "With two directions all recurrent weights count twice, and every layer above the first, like the "
    "output layer, reads both directions' states.",
    "The output layer has one bias per output.",
)


@family.mistake(
    of="gates",
    says="You counted one set of weights. An LSTM has four (three gates, one candidate), a GRU has three.",
)
def one_gate(cell: Cell) -> int:
    return 1


@family.mistake(
    of="gates",
    says="You counted the gates but not the candidate state. The candidate has the same weights as a gate.",
)
def no_candidate(cell: Cell) -> int:
    if cell == "rnn":
        raise NotApplicable
    return GATES[cell] - 1


@family.mistake(of="gate", says="You left out the input matrix. The input at each time step has weights too.")
def no_input_matrix(hidden_size: int, biases: int) -> int:
    return gate(0, hidden_size, biases)


@family.mistake(
    of="gate",
    says="You left out the recurrent matrix. The previous hidden state goes into every hidden unit: h times h weights.",
)
def no_recurrent_matrix(input_weights: int, hidden_size: int, biases: int) -> int:
    return input_weights + biases * hidden_size


@family.mistake(
    of="gate",
    says="You counted h recurrent weights. Every hidden unit takes the whole hidden state: h times h.",
)
def recurrent_vector(input_weights: int, hidden_size: int, biases: int) -> int:
    return input_weights + hidden_size + biases * hidden_size


@family.mistake(
    of="directions",
    says="You counted one direction. A bidirectional layer has as many weights again for the way back.",
)
def one_direction() -> int:
    return 1


@family.mistake(
    of="input_weights_2",
    says="You gave the upper layers the input of the first. They take the hidden state below, not the input.",
)
def input_size_again(input_size: int, hidden_size: int) -> int:
    return input_size * hidden_size


@family.mistake(
    of="input_weights_2",
    says="Your upper layers take one direction. The layer below hands on both: 2 h numbers go into each upper layer.",
    slip="one direction handed on",
)
def one_direction_above(hidden_size: int) -> int:
    return hidden_size**2


@family.mistake(of="layer_2", says="You counted the first layer only. Every layer has weights of its own.")
def first_layer_only() -> int:
    return 0


@family.mistake(of="output", says="You left out the output layer.")
def no_output_layer() -> int:
    return 0


@family.mistake(of="output", says="You left out the bias of the output layer: one per output.")
def no_output_bias(hidden_size: int, output_size: int, bidirectional: bool) -> int:
    return (1 + bidirectional) * hidden_size * output_size


@family.mistake(
    of="output",
    says="Your output layer reads one direction. It takes both hidden states: 2 h numbers.",
    slip="one direction handed on",
)
def output_of_one_direction(hidden_size: int, output_size: int) -> int:
    return hidden_size * output_size + output_size


@family.convention(
    "Right without biases in the recurrent layers. Here they are counted: add them for every gate."
)
def without_biases(given: Parameters) -> Parameters | None:
    return given.replace(biases=0) if given.biases else None


@family.convention("Right with one bias vector per gate. Look again at how many are counted here.")
def one_bias(given: Parameters) -> Parameters | None:
    return given.replace(biases=1) if given.biases != 1 else None


@family.convention("Right with two bias vectors per gate, as PyTorch keeps them. Here there are fewer.")
def two_biases(given: Parameters) -> Parameters | None:
    return given.replace(biases=2) if given.biases != 2 else None


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    match level:
        case "warm-up":
            sizes = rng.randint(2, 6), rng.randint(2, 6), rng.choice((0, 2, 3, 4))
            return dict(zip(("input_size", "hidden_size", "output_size"), sizes, strict=True))
        case "exam":
            sizes = rng.randint(4, 20), rng.randint(4, 20), rng.randint(5, 30)
        case _:
            sizes = (
                rng.choice((100, 200, 256, 300)),
                rng.choice((128, 200, 256, 512)),
                rng.choice((1000, 8000, 10_000)),
            )
    hard = level == "hard"
    return {
        **dict(zip(("input_size", "hidden_size", "output_size"), sizes, strict=True)),
        "cell": rng.choice(("rnn", "lstm", "lstm", "gru", "gru")),
        "layers": rng.choice((2, 3)) if hard else rng.choice((1, 2)),
        "bidirectional": rng.random() < (0.6 if hard else 0.45),
        "biases": rng.choice((0, 1, 2)) if hard else rng.choice((0, 1, 1, 1)),
    }
