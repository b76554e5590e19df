"""The demos of the lab, in the order of its list: that of the syllabus."""

from collections.abc import Mapping, Sequence
from typing import Any

from app.demos.alignment_pictures import AlignmentLab
from app.demos.attention_pictures import AttentionHeads
from app.demos.bpe import Bpe
from app.demos.cache import Cache
from app.demos.decoding_pictures import DecodingLab
from app.demos.demo import Demo
from app.demos.depth_pictures import DepthLab
from app.demos.ladder_pictures import LadderLab
from app.demos.learning import Learning
from app.demos.metrics import Metrics
from app.demos.positions_pictures import PositionsLab
from app.demos.precision import Precision
from app.demos.scaling_pictures import ScalingLab
from app.demos.sentence import Sentence
from app.demos.trained import Trained
from app.demos.vectors_pictures import VectorsLab

DEMOS: Sequence[type[Demo[Any]]] = (
    LadderLab,
    DepthLab,
    Bpe,
    VectorsLab,
    AttentionHeads,
    Sentence,
    PositionsLab,
    Learning,
    DecodingLab,
    Cache,
    Precision,
    AlignmentLab,
    ScalingLab,
    Metrics,
)
TRAINED: Mapping[str, type[Trained[Any]]] = {demo.name: demo for demo in DEMOS if issubclass(demo, Trained)}
