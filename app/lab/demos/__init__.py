"""The demos of the lab, in the order of its list: that of the syllabus."""

from collections.abc import Mapping, Sequence
from typing import Any

from app.lab.demos.alignment.demo import Alignment
from app.lab.demos.attention.demo import Attention
from app.lab.demos.bpe import Bpe
from app.lab.demos.cache.demo import Cache
from app.lab.demos.decoding.demo import Decoding
from app.lab.demos.demo import Demo
from app.lab.demos.depth.demo import Depth
from app.lab.demos.ladder.demo import Ladder
from app.lab.demos.learning import Learning
from app.lab.demos.metrics.demo import Metrics
from app.lab.demos.positions.demo import Positions
from app.lab.demos.precision.demo import Precision
from app.lab.demos.scaling.demo import Scaling
from app.lab.demos.sentence import Sentence
from app.lab.demos.trained import Trained
from app.lab.demos.vectors.demo import Vectors

DEMOS: Sequence[type[Demo[Any]]] = (
    Ladder,
    Depth,
    Bpe,
    Vectors,
    Attention,
    Sentence,
    Positions,
    Learning,
    Decoding,
    Cache,
    Precision,
    Alignment,
    Scaling,
    Metrics,
)
TRAINED: Mapping[str, type[Trained[Any]]] = {demo.name: demo for demo in DEMOS if issubclass(demo, Trained)}
