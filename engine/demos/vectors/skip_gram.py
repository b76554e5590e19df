"""Skip-gram with negative sampling: words that stand among the same words get vectors that point the same way.

Each word has two vectors, v as centre and u as context. A pair of the text should score high, the same centre with K
words from a noise distribution low: -ln s(u+ v) - sum ln s(-u- v), by Mikolov, Sutskever, Chen, Corrado and Dean 2013,
section 2.2. In the margin: B pairs, K noise words, d dimensions, V words.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from random import Random

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from engine.demos.recording import Recording
from engine.demos.vectors.embeddings import WordVectors, rank_correlation
from engine.demos.vectors.settings import Settings, checked
from engine.demos.vectors.small_world import RELATIONS, Sentence, analogies, sentences, vocabulary
from engine.parameters import Array


@dataclass(frozen=True, slots=True)
class Point:
    """After so many steps: the loss of the step's own batch in nats per pair, and both tables, v and u, (V, d)."""

    step: int
    loss: float
    centre: Array
    context: Array


class SkipGram(nn.Module):
    def __init__(self, vocabulary: int, dimensions: int, generator: torch.Generator) -> None:
        super().__init__()
        self.centre = nn.Embedding(vocabulary, dimensions)  # v
        self.context = nn.Embedding(vocabulary, dimensions)  # u
        for table in (self.centre, self.context):
            nn.init.normal_(table.weight, 0.0, dimensions**-0.5, generator)

    def forward(self, centre: Tensor, context: Tensor, noise: Tensor) -> Tensor:
        """Words by number, (B), (B) and (B, K) -> the loss of each pair in nats, (B)."""
        v = self.centre(centre)  # (B, d)
        score = (self.context(context) * v).sum(-1)  # (B)
        noise_scores = (self.context(noise) @ v[:, :, None])[:, :, 0]  # (B, K, d) (B, d, 1) -> (B, K)
        return -F.logsigmoid(score) - F.logsigmoid(-noise_scores).sum(-1)  # (B)


def pairs(text: Sequence[Sequence[int]], window: int) -> Tensor:
    """Each word with every other up to so many places away in its sentence, (pairs, 2): centre, context."""
    found = [
        (centre, sentence[there])
        for sentence in text
        for here, centre in enumerate(sentence)
        for there in range(max(0, here - window), min(len(sentence), here + window + 1))
        if here != there
    ]
    return torch.tensor(found).view(-1, 2)


def thinned(text: Sequence[Sequence[int]], stays: Tensor, generator: torch.Generator) -> list[list[int]]:
    """The text without the words that fall by chance; ``stays`` (V) is each word's chance to be kept."""
    chance, kept = stays.tolist(), []
    for sentence in text:
        luck = torch.rand(len(sentence), generator=generator).tolist()
        kept.append([word for word, drawn in zip(sentence, luck, strict=True) if drawn < chance[word]])
    return kept


def run(
    text: Sequence[Sentence],
    words: Mapping[str, int],
    settings: Settings,
    generator: torch.Generator,
    every: int = 20,
) -> Iterator[Point]:
    """Trains on the text, whose ``words`` come with their counts; a point before the first step and ``every`` 20 steps.

    Frequent words are thinned out and noise drawn as in the paper: kept with probability sqrt(often / share), drawn by
    their count to the power 3/4."""
    checked(settings)
    number = {word: row for row, word in enumerate(words)}
    count = torch.tensor(list(words.values()), dtype=torch.float32)  # (V)
    stays = (settings.often * count.sum() / count).sqrt() if settings.often < 1 else torch.ones_like(count)
    coded = thinned([[number[word] for word in sentence] for sentence in text], stays, generator)
    data = pairs(coded, settings.window)
    model = SkipGram(len(words), settings.dimensions, generator)
    moving = torch.optim.Adam(model.parameters(), settings.rate)
    for step in range(settings.steps + 1):
        moving.param_groups[0]["lr"] = settings.rate * (1 - 0.9 * step / settings.steps)
        centre, context = data[torch.randint(len(data), (settings.batch,), generator=generator)].unbind(1)
        drawn = torch.multinomial(
            count**0.75, settings.batch * settings.noise, replacement=True, generator=generator
        )
        loss = model(centre, context, drawn.view(settings.batch, -1)).mean()
        if step % every == 0 or step == settings.steps:
            tables = (table.weight.detach().numpy().copy() for table in (model.centre, model.context))
            yield Point(step, loss.item(), *tables)
        if step == settings.steps:
            return
        moving.zero_grad()
        loss.backward()
        moving.step()


SENTENCES, SEED = 6000, 7
WATCHED = tuple(dict.fromkeys(word for pairs in RELATIONS.values() for pair in pairs[:5] for word in pair))


def record() -> Recording:
    """A run with its map (along the axes of its end), and what comes of other ways to treat frequent words."""
    text = sentences(SENTENCES, Random(SEED))
    words = vocabulary(text)
    runs = {
        often: list(run(text, words, replace(Settings(), often=often), torch.Generator().manual_seed(SEED)))
        for often in (0.0005, 0.003, 1.0)
    }
    ends = {often: WordVectors(tuple(words), points[-1].centre) for often, points in runs.items()}
    points, vectors = runs[Settings().often], ends[Settings().often]
    rows, axes = [vectors.place[word] for word in WATCHED], vectors.axes(WATCHED)
    flips = sorted(filter(None, map(vectors.flip, WATCHED)), key=lambda flip: -flip.clear)
    shown = {
        "sentences": SENTENCES, "seed": SEED, "settings": asdict(Settings()), "words": words,
        "curve": [[point.step, round(point.loss, 3)] for point in points],
        "watched": WATCHED,
        "map": [
            {"step": point.step, "places": (seen @ axes).astype(np.float64).round(2).tolist()}
            for point in points[::5] for seen in [point.centre[rows] - point.centre[rows].mean(0)]
        ],
        "analogies": right(vectors),
        "flips": [
            asdict(flip) | {name: np.round(getattr(flip, name), 3).tolist() for name in ("cosines", "distances")}
            for flip in flips[:8]
        ],
        "thinning": [
            {
                "often": often, "analogies": right(end),
                "length against count": round(rank_correlation(end.lengths, list(words.values())), 2),
            }
            for often, end in ends.items()
        ],
    }  # fmt: skip
    others = {f"centre {often:g}": end.table for often, end in ends.items() if end is not vectors}
    return Recording(shown, {"centre": points[-1].centre, "context": points[-1].context, **others})


def right(vectors: WordVectors) -> dict[str, list[float]]:
    """The share of analogies that come out, by relation: with a, b and c left out, and with them."""
    return {
        relation: [round(vectors.share_right(asked, inputs), 3) for inputs in (False, True)]
        for relation, asked in analogies().items()
    }
