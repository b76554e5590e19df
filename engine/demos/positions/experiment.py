"""Texts longer than any a model was trained on, read by models told their positions in one of five ways.

The text is names in a row, ``.anna.peter.ruth``. A model is trained on pieces of 32 tokens, then reads up to 128. It is
asked for the same tokens each time, while it sees more and more of what comes before them. Little is to be gained:
what helps is the name that has begun. So a flat line shows that a model is not disturbed by what lies far back, and
not that it makes use of it; Press, Smith and Lewis (2022, appendix B) say the same of ALiBi.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional as F

from engine.demos.gpt.model import Shape
from engine.demos.gpt.names import encode, split, vocabulary
from engine.demos.positions.encodings import (
    KINDS,
    Attention,
    Kind,
    PositionGPT,
    alibi,
    rotated,
    sinusoidal,
    slopes,
)
from engine.demos.recording import Recording
from engine.demos.training import Batch, Plan, Point, train

CONTEXTS = (1, 2, 4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256)  # tokens that are read
SEED, STEPS = 7, 500


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """``trained`` and ``tested`` are tokens of context; a look at the longer ones is taken every ``look`` steps."""

    kind: Kind = "rope"
    trained: int = 32
    tested: int = 128
    steps: int = 300
    rate: float = 3e-3
    look: int = 50


@dataclass(frozen=True, slots=True)
class Look:
    """After so many steps: the loss in nats of the same held-out tokens, by how many tokens before them are read."""

    step: int
    losses: tuple[tuple[int, float], ...]


def checked(settings: Settings) -> Settings:
    """Returns the settings. Raises ValueError, in a sentence, for one out of range."""
    if settings.kind not in KINDS:
        raise ValueError(f"Positions are told in one of these ways: {', '.join(KINDS)}.")
    if not 8 <= settings.trained <= 64:
        raise ValueError("A model is trained on 8 to 64 tokens of context.")
    if not settings.trained <= settings.tested <= CONTEXTS[-1]:
        raise ValueError(f"It is tested on at least the trained context and at most {CONTEXTS[-1]} tokens.")
    if not 1 <= settings.steps <= 1000:
        raise ValueError("A run takes 1 to 1000 steps.")
    if not 0 < settings.rate <= 0.1:
        raise ValueError("The learning rate lies above 0 and is at most 0.1.")
    if settings.look < 10:
        raise ValueError("A look is taken every 10 steps at most.")
    return settings


def in_a_row(words: Sequence[str], generator: torch.Generator) -> Iterator[int]:
    """Tokens without end: the names in ever another order."""
    while True:
        for number in torch.randperm(len(words), generator=generator).tolist():
            yield from encode(f".{words[number]}")


def pieces(words: Sequence[str], count: int, length: int, generator: torch.Generator) -> Batch:
    """Names in a row cut into pieces: tokens (count, length), and for each the one that follows it."""
    tokens = torch.tensor(list(islice(in_a_row(words, generator), count * (length + 1)))).view(count, -1)
    return tokens[:, :-1], tokens[:, 1:]


def begin(settings: Settings, generator: torch.Generator) -> PositionGPT:
    """Untrained; a learned table gets as many rows as will be tested, of which training reaches the first."""
    return PositionGPT(Shape(vocabulary=len(vocabulary()), context=settings.tested), settings.kind, generator)


def teach(
    model: PositionGPT,
    settings: Settings,
    generator: torch.Generator,
    rate: Callable[[], float] | None = None,
) -> Iterator[Point | Look]:
    """A point after each step, and a look after every so many; ``rate`` as in ``training.train``."""
    held_out = pieces(split()[1], 200, settings.tested, generator)

    def data() -> Iterator[Batch]:
        while True:
            yield pieces(split()[0], 32, settings.trained, generator)

    for point in train(model, Plan(steps=settings.steps, rate=settings.rate), data(), rate):
        yield point
        if point.step % settings.look == 0 or point.step == settings.steps:
            yield Look(point.step, by_context(model, held_out))


def run(
    settings: Settings, generator: torch.Generator, rate: Callable[[], float] | None = None
) -> Iterator[Point | Look]:
    """Trains one of the five and looks, now and then, at how it does with longer texts."""
    return teach(begin(checked(settings), generator), settings, generator, rate)


@torch.no_grad()
def by_context(model: PositionGPT, held_out: Batch) -> tuple[tuple[int, float], ...]:
    """Mean loss of the last token of every piece, when the model reads only the last 1, 2, 4 ... tokens before it."""
    tokens, following = held_out
    sizes = [size for size in CONTEXTS if size <= tokens.shape[1]]
    return tuple((n, F.cross_entropy(model(tokens[:, -n:])[:, -1], following[:, -1]).item()) for n in sizes)


@torch.no_grad()
def by_position(model: PositionGPT, held_out: Batch) -> Tensor:
    """Mean loss at each position of the pieces: (T)."""
    tokens, following = held_out
    return F.cross_entropy(model(tokens).transpose(1, 2), following, reduction="none").mean(0)


@torch.no_grad()
def by_distance(model: PositionGPT, tokens: Tensor) -> Tensor:
    """Mean weight that the last position gives to what lies 0, 1, 2 ... tokens behind it: (layers, H, T)."""
    found: list[Tensor] = []

    def keep(attention: Attention, given: tuple[Tensor]) -> None:
        found.append(attention.weights(given[0])[0][:, :, -1].mean(0).flip(-1))  # (H, T)

    handles = [block.attention.register_forward_pre_hook(keep) for block in model.blocks]  # type: ignore[union-attr]
    model(tokens)
    for handle in handles:
        handle.remove()
    return torch.stack(found)


def heat_maps(size: int, learned: Tensor) -> dict[str, Any]:
    """The position signal of each way before any text is read: matrices of positions, and curves against the
    distance."""
    shape, places = Shape(vocabulary=len(vocabulary()), context=size), torch.arange(size)
    table = sinusoidal(places, shape.width)  # (T, C)
    query = torch.ones(
        1, 1, size, shape.width // shape.heads
    )  # (1, 1, T, D): the same query and key everywhere
    turned = rotated(query, places)[0, 0]  # (T, D)
    return {
        "learned": {"dots": plain(learned[:48] @ learned[:48].T)},
        "sinusoidal": {
            "table": plain(table[:48]),
            "dots": plain(table[:48] @ table[:48].T),
            "by_distance": plain(table @ table[0]),
        },
        "rope": {"scores": plain(turned[:24] @ turned[:24].T), "by_distance": plain(turned @ turned[0])},
        "alibi": {"slopes": slopes(shape.heads).tolist(), "bias": plain(alibi(shape.heads, 24))},
    }


def plain(numbers: Tensor) -> Any:
    """Lists of three decimals."""
    return [plain(row) for row in numbers] if numbers.dim() > 1 else [round(x, 3) for x in numbers.tolist()]


def record() -> Recording:
    """Trains all five from the same weights on the same pieces, and looks at each with the same held-out names."""
    held_out = pieces(split()[1], 2000, 128, torch.Generator().manual_seed(SEED))
    shown: dict[str, Any] = {"seed": SEED, "settings": asdict(Settings(steps=STEPS)), "kinds": {}}
    for kind in KINDS:
        generator = torch.Generator().manual_seed(SEED)
        settings = Settings(kind=kind, steps=STEPS, look=STEPS)
        model = begin(settings, generator)
        curve = [point.loss for point in teach(model, settings, generator) if isinstance(point, Point)]
        few = held_out[0][:200]
        shown["kinds"][kind] = {
            "curve": [round(x, 3) for x in curve[::10]],
            "by_context": [(n, round(x, 4)) for n, x in by_context(model, held_out)],
            "by_position": plain(by_position(model, held_out)),
            "attention": {
                str(n): plain(by_distance(model, few[:, :n])) for n in (settings.trained, settings.tested)
            },
        }
        if kind == "learned":
            shown["maps"] = heat_maps(settings.tested, model.position.weight.detach())
    return Recording(shown)
