"""Where the parameters of a transformer are: the vocabulary fills the embeddings, width and depth fill the layers."""

from collections.abc import Mapping
from typing import Any

from engine.figures.figure import Figure, Frame
from engine.figures.handles import Slider
from engine.figures.wording import grouped, percent
from engine.solutions.pictures import Box, Boxes

HEAD = 64  # size of one attention head


def as_wide(parameters: Mapping[str, Any], width: int) -> Mapping[str, Any]:
    """Heads of 64 and four times the width in the feed-forward network, as in GPT-2 (Radford et al. 2019)."""
    return {"d_model": width, "d_ff": 4 * width, "heads": width // HEAD, "kv_heads": width // HEAD}


figure = Figure(
    "where-parameters-are",
    "Where the parameters are",
    family="count_transformer",
    section="c.5",
    question="tiny-gpt",
    start={
        "architecture": "decoder",
        "positions": 1024,
        "tied": True,
        "attention_bias": True,
        "ffn_bias": True,
        "norm": "layernorm",
        "final_norm": True,
    },
    handles=(
        Slider("layers", "Layers L", 12, least=1, most=48),
        Slider("width", "Width d", 768, least=64, most=1600, step=HEAD, puts=as_wide),
        Slider("vocabulary_size", "Vocabulary V", 50_000, least=1000, most=128_000, step=1000),
    ),
    opens=lambda here: ("total", ()),
)


def parts(here: Frame) -> dict[str, int]:
    layers, norms = here["layers"], here["norm_per_layer"]
    return {
        "embeddings": here["embeddings"],
        "attention": layers * here["attention_per_layer"],
        "MLP": layers * here["ffn_per_layer"],
        "norms": layers * norms + here["final_norms"],
    }


def share(here: Frame, part: str) -> str:
    return percent(parts(here)[part] / here["total"], 1)


def millions(count: int) -> str:
    return f"{grouped(count / 1e6, 1)} million" if count >= 1e5 else f"{count:,}"


@figure.draws
def boxes(here: Frame) -> Boxes:
    shades = ("embeddings", "attention", "MLP")
    return Boxes(
        f"{millions(here['total'])} parameters",
        "The row is the whole model; its shares are rounded. The head shares the token table, so it adds nothing.",
        (
            (
                "",
                tuple(
                    Box(
                        share(here, part),
                        part if part in shades else "",
                        count / here["total"],
                        millions(count),
                    )
                    for part, count in parts(here).items()
                ),
            ),
        ),
        shades=shades,
    )


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    if before is None:
        return (
            f"The embeddings are {share(now, 'embeddings')} of the model, attention {share(now, 'attention')}, "
            f"the MLP {share(now, 'MLP')}: with 4 d hidden units, always about twice what attention has."
        )
    was, came = share(before, "embeddings"), share(now, "embeddings")
    went = f"The embeddings stay at {came}" if was == came else f"The embeddings go from {was} to {came}"
    if before["vocabulary_size"] != now["vocabulary_size"]:
        why = "only they grow with the vocabulary, by one vector per token"
    elif before["width"] != now["width"]:
        why = "they grow with the width, the layers with its square"
    else:
        why = "each layer adds as much again, but the table stands only once"
    half = " Most of this model is a table." if 2 * parts(now)["embeddings"] > now["total"] else ""
    return f"{went} of the model: {why}.{half}"
