"""The three models in NumPy: what they say next, and on the way what each of them keeps of the word.

T signs are read, the turn among them, U are written, the turn first; width C, state H, V signs. The weights of each
model are those of ``recording.weights("backwards")`` under its name.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from engine.demos.backwards.words import END, LONGEST, SIGNS, TURN, read_as
from engine.demos.gpt.forward import gelu, normalised
from engine.demos.gpt.forward import run as run_gpt
from engine.demos.recording import Weights, weights
from engine.mathematics import softmax
from engine.parameters import Array

HEADS = 4
NAMES = ("recurrent", "encoder_decoder", "decoder_only")


@dataclass(frozen=True, kw_only=True, slots=True)
class Passed:
    """``said``: the probabilities of what follows each written sign (U, V). ``kept``: what is held of the word when
    the writing begins: the one state (1, H), the memory (T, C), or the stream as the last block reads it (T, C).
    ``looks``: how much each written sign takes from each sign before it, the mean of the heads of the last block: from
    those read (U, T), or from those read and written (U, T + U - 1); a recurrent model has none. ``states``: those of
    a recurrent model, one for each sign that was read and each that was written (T + U, H)."""

    said: Array
    kept: Array
    looks: Array | None = None
    states: Array | None = None


def of(name: str) -> Weights:
    """The weights of one of the three."""
    every = weights("backwards")
    return {key.removeprefix(f"{name}."): every[key] for key in every if key.startswith(f"{name}.")}


def run(name: str, word: str, written: str) -> Passed:
    """Runs a model that has read the word and has written these signs; it says what follows each of them, and the
    turn before them."""
    read, then = read_as(word), [SIGNS.index(sign) for sign in TURN + written]
    match name:
        case "recurrent":
            return recurrent(of(name), read, then)
        case "encoder_decoder":
            return encoder_decoder(of(name), read, then)
        case _:
            return decoder_only(of(name), read, then)


def writes(name: str, word: str) -> str:
    """The text that the model writes when it takes the most probable sign each time, up to the end or 12 letters."""
    written = ""
    while len(written) < LONGEST:
        sign = SIGNS[int(run(name, word, written).said[-1].argmax())]
        if sign == END:
            break
        written += sign
    return written


def recurrent(weights: Weights, read: Sequence[int], written: Sequence[int]) -> Passed:
    """Sign by sign through one state."""
    states = []
    state = np.zeros(weights["reader.weight_hh"].shape[1])
    for cell, tokens in (("reader", read), ("writer", written)):
        for x in weights["embedding.weight"][list(tokens)]:
            state = gru(weights, cell, x, state)
            states.append(state)
    every = np.array(states)
    return Passed(
        said=softmax(every[len(read) :] @ weights["out.weight"].T),
        kept=every[len(read) - 1 : len(read)],
        states=every,
    )


def gru(weights: Weights, cell: str, x: Array, h: Array) -> Array:
    """One step of a GRU as torch has it: the state after an input."""
    from_input = weights[f"{cell}.weight_ih"] @ x + weights[f"{cell}.bias_ih"]
    from_state = weights[f"{cell}.weight_hh"] @ h + weights[f"{cell}.bias_hh"]
    (xr, xz, xn), (hr, hz, hn) = np.split(from_input, 3), np.split(from_state, 3)
    reset, update = (1 / (1 + np.exp(-(a + b))) for a, b in ((xr, hr), (xz, hz)))
    return np.asarray((1 - update) * np.tanh(xn + reset * hn) + update * h)


def encoder_decoder(weights: Weights, read: Sequence[int], written: Sequence[int]) -> Passed:
    """All signs of the word at once, then those written, each of which looks at all of the word."""
    x = weights["token.weight"][list(read)] + weights["read_position.weight"][: len(read)]
    x, _ = layer(weights, "encoder", x, np.ones((len(read), len(read)), bool))
    memory = normalised(x, weights, "read_norm")
    y = weights["token.weight"][list(written)] + weights["write_position.weight"][: len(written)]
    y, looks = layer(weights, "decoder", y, np.tri(len(written), dtype=bool), memory)
    logits = normalised(y, weights, "last_norm") @ weights["head.weight"].T
    return Passed(said=softmax(logits), kept=memory, looks=looks)


def layer(
    weights: Weights, name: str, x: Array, allowed: Array, memory: Array | None = None
) -> tuple[Array, Array]:
    """The stream after a block (U, C), and the mean weights of its last attention: over the memory (U, T) if it has
    one."""
    source = normalised(x, weights, f"{name}.before_attention")
    added, looks = attention(weights, f"{name}.attention", source, source, allowed)
    x = x + added
    if memory is not None:
        asking = normalised(x, weights, f"{name}.before_cross")
        seen = np.ones((len(x), len(memory)), bool)
        added, looks = attention(weights, f"{name}.cross", asking, memory, seen)
        x = x + added
    up = normalised(x, weights, f"{name}.before_mlp") @ weights[f"{name}.up.weight"].T
    return x + gelu(up) @ weights[f"{name}.down.weight"].T, looks


def attention(weights: Weights, name: str, x: Array, source: Array, allowed: Array) -> tuple[Array, Array]:
    """The vectors that the heads add to x (U, C), and the mean of their weights over the source (U, T)."""
    q = _by_head(x @ weights[f"{name}.q.weight"].T)  # (heads, U, D)
    k, v = (_by_head(part) for part in np.split(source @ weights[f"{name}.kv.weight"].T, 2, -1))
    scores = np.where(allowed, q @ k.swapaxes(1, 2) / sqrt(q.shape[-1]), -np.inf)
    shares = softmax(scores)  # (heads, U, T)
    mixed = (shares @ v).swapaxes(0, 1).reshape(len(x), -1)
    return np.asarray(mixed @ weights[f"{name}.out.weight"].T), np.asarray(shares.mean(0))


def _by_head(x: Array) -> Array:
    return np.asarray(x.reshape(len(x), HEADS, -1).swapaxes(0, 1))


def decoder_only(weights: Weights, read: Sequence[int], written: Sequence[int]) -> Passed:
    """Word and answer as one text; the turn ends the one and begins the other."""
    gpt = {key.removeprefix("gpt."): array for key, array in weights.items()}
    through = run_gpt(gpt, [*read[:-1], *written], HEADS)
    first = len(read) - 1  # where the turn stands
    last = through.layers[-1]
    return Passed(
        said=softmax(through.logits[first:]),
        kept=through.layers[-2].x[: len(read)],
        looks=np.asarray(last.weights.mean(0)[first:]),
    )
