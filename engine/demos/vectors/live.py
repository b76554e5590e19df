"""Word vectors trained live: the share of analogies that come right, and whether lengths follow counts."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import numpy as np
import torch

from engine.demos.vectors.embeddings import WordVectors, rank_correlation
from engine.demos.vectors.settings import chosen
from engine.demos.vectors.skip_gram import SEED, SENTENCES, right, run
from engine.demos.vectors.small_world import analogies, sentences, vocabulary

LOOKS = 24  # in a run, besides the one before the first step


def live(
    payload: Mapping[str, Any], _: Callable[[], Mapping[str, Any]]
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each step with its ``loss``; from time to time also ``right``, the share of all analogies that come out, and
    ``length``, the rank correlation of the words' lengths with their counts. All chance comes from the ``seed``.

    The last one has the ``table``, a row for each word of the recorded world, and the shares by relation, both as they
    follow from the table. Raises OutOfRange.
    """
    settings = chosen(payload)
    torch.set_num_threads(1)
    text = sentences(SENTENCES, Random(SEED))
    words = vocabulary(text)
    asked = [question for some in analogies().values() for question in some]
    chance = torch.Generator().manual_seed(int(payload.get("seed", 1)))
    for point in run(text, words, settings, chance, every=1):
        told: dict[str, Any] = {"loss": round(point.loss, 4)}
        over = point.step == settings.steps
        if point.step % -(-settings.steps // LOOKS) == 0 or over:
            vectors = WordVectors(tuple(words), point.centre.astype(np.float64).round(3))
            told["right"] = round(vectors.share_right(asked), 4)
            told["length"] = round(rank_correlation(vectors.lengths, list(words.values())), 3)
            if over:
                told |= {"table": vectors.table.tolist(), "relations": right(vectors)}
        yield point.step, told
