"""Names written with and without a cache: the same ones, at another price in time and memory.

Without a cache the model reads the whole text again for every token. Times are taken with a clock that is handed in, so
all else is the same in every run.
"""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

import torch
from torch import Tensor

from engine.demos.cache.cost import Shape, multiply_adds
from engine.demos.cache.grouped_query import Cache, SharedGPT
from engine.demos.gpt.model import parameters
from engine.demos.gpt.names import decode, encode, split, vocabulary
from engine.demos.positions.experiment import pieces
from engine.demos.recording import Recording, weights
from engine.demos.training import Batch, Plan, loss, train

KV_HEADS = (4, 2, 1)  # of the models that are shipped: MHA, GQA and MQA, with 4 query heads
LIMIT = 512  # tokens of the longest text; beyond the trained context its names fall apart, as in demo 7
SEED, STEPS, CONTEXT = 7, 400, 256  # how they were trained

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of a text behind ``prompt``; a temperature of 0 takes the most probable token each time."""

    kv_heads: int = 4
    cached: bool = True
    tokens: int = 240
    prompt: str = "."
    temperature: float = 1.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Token:
    """One token that was written. The model read ``read`` tokens for it and computed ``computed`` of them this time;
    ``logit`` is its own logit, ``cache_bytes`` are counted on what is kept by then, ``seconds`` are the clock's.
    """

    letter: str
    read: int
    computed: int
    multiply_adds: int
    cache_bytes: int
    logit: float
    seconds: float


def checked(settings: Settings) -> Settings:
    """Returns the settings. Raises ValueError, in a sentence, for one out of range."""
    if settings.kv_heads not in KV_HEADS:
        raise ValueError("The models have 4, 2 or 1 key-value heads.")
    if not settings.prompt:
        raise ValueError("Begin with at least one letter; a dot begins a name.")
    encode(settings.prompt)
    if not 1 <= settings.tokens <= LIMIT - len(settings.prompt):
        raise ValueError(f"At least one letter is written, and with the prompt at most {LIMIT}.")
    if not 0 <= settings.temperature <= 5:
        raise ValueError("The temperature lies between 0 and 5.")
    return settings


def chosen(logits: Tensor, temperature: float, generator: torch.Generator) -> int:
    """Logits (V) -> a token."""
    if temperature == 0:
        return int(logits.argmax())
    return int(torch.multinomial((logits / temperature).softmax(-1), 1, generator=generator))


def generate(
    model: SharedGPT, settings: Settings, generator: torch.Generator, clock: Clock
) -> Iterator[Token]:
    """Token by token; with a cache only what is not yet kept is computed, without one the whole text."""
    text, cache = encode(settings.prompt), Cache()
    for _ in range(settings.tokens):
        start = clock()
        cache = cache if settings.cached else Cache()
        kept = cache.length
        with torch.inference_mode():
            logits = model(torch.tensor([text[kept:]]), cache)[0, -1]  # (V)
        token = chosen(logits, settings.temperature, generator)
        seconds = clock() - start
        held, work = cache.bytes if settings.cached else 0, multiply_adds(model.shape, len(text) - kept, kept)
        yield Token(
            letter=decode([token]),
            read=len(text),
            computed=len(text) - kept,
            multiply_adds=work,
            cache_bytes=held,
            logit=logits[token].item(),
            seconds=seconds,
        )
        text.append(token)


def run(settings: Settings, generator: torch.Generator, clock: Clock) -> Iterator[Token]:
    """Generates with the shipped model that has so many key-value heads."""
    return generate(shipped(checked(settings).kv_heads), settings, generator, clock)


def shape(kv_heads: int) -> Shape:
    return Shape(len(vocabulary()), kv_heads=kv_heads)


def shipped(kv_heads: int) -> SharedGPT:
    """Loads the model from the checkpoint, where ``2.token.weight`` is of the model with 2 key-value heads."""
    model = SharedGPT(shape(kv_heads), torch.Generator())
    model.load_state_dict(
        {name: torch.from_numpy(weights("kv_cache")[f"{kv_heads}.{name}"]) for name in model.state_dict()}
    )
    return model.train(False)


def trained(kv_heads: int, steps: int, curve: list[float]) -> SharedGPT:
    """Trains a model on names in a row, 256 tokens at a time; the loss of every step goes to ``curve``."""
    generator = torch.Generator().manual_seed(SEED)
    model = SharedGPT(shape(kv_heads), generator)

    def data() -> Iterator[Batch]:
        while True:
            yield pieces(split()[0], 8, CONTEXT, generator)

    curve += [point.loss for point in train(model, Plan(steps=steps), data())]
    return model.train(False)


def both_ways(model: SharedGPT, settings: Settings) -> dict[str, Any]:
    """Writes the text with and without a cache; measures the largest difference between the logits of the two."""
    ways = [
        list(
            generate(
                model, replace(settings, cached=cached), torch.Generator().manual_seed(SEED), lambda: 0.0
            )
        )
        for cached in (True, False)
    ]
    texts = ["".join(token.letter for token in tokens) for tokens in ways]
    return {
        "settings": asdict(settings) | {"cached": [True, False]},
        "text": texts[0],
        "same": texts[0] == texts[1],
        "largest_difference": float(f"{max(abs(a.logit - b.logit) for a, b in zip(*ways, strict=True)):.1e}"),
        "read": [token.read for token in ways[0]],
        "cache_bytes": [token.cache_bytes for token in ways[0]],
        "multiply_adds": {
            "with": [t.multiply_adds for t in ways[0]],
            "without": [t.multiply_adds for t in ways[1]],
        },
    }


def times(model: SharedGPT, settings: Settings, clock: Clock, repeats: int = 5) -> list[tuple[int, float]]:
    """Tokens read and milliseconds for the next one, the fastest of ``repeats`` runs; no seed reproduces these."""
    runs = [
        list(generate(model, settings, torch.Generator().manual_seed(SEED), clock)) for _ in range(repeats)
    ]
    return [(same[0].read, round(1000 * min(t.seconds for t in same), 3)) for same in zip(*runs, strict=True)]


def record() -> Recording:
    """Trains the three models and writes with each of them, greedily and by chance."""
    held_out = pieces(split()[1], 100, CONTEXT, torch.Generator().manual_seed(SEED))
    shown: dict[str, Any] = {"seed": SEED, "steps": STEPS, "trained_on": CONTEXT, "models": []}
    checkpoint: dict[str, Any] = {}
    for kv_heads in KV_HEADS:
        curve: list[float] = []
        model = trained(kv_heads, STEPS, curve)
        with torch.no_grad():
            validation = loss(model, held_out).item()
        settings = [Settings(kv_heads, tokens=CONTEXT - 1, temperature=heat) for heat in (1.0, 0.0)]
        shown["models"].append(
            asdict(model.shape)
            | {"parameters": parameters(model), "validation": round(validation, 3)}
            | {"curve": [round(x, 3) for x in curve[::10]]}
            | {"runs": [both_ways(model, each) for each in settings]}
        )
        checkpoint |= {f"{kv_heads}.{name}": w.numpy() for name, w in model.state_dict().items()}
    return Recording(shown, checkpoint)
