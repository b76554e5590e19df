"""From a base to a large model: depth multiplies the layers, width multiplies each of them by its square."""

from engine.chain import Run, run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Options, nowhere
from engine.figures.wording import adds_up, fitting, read, rounded_as, shown
from engine.solutions.pictures import Bars

# Published sizes (Devlin et al. 2019; Liu et al. 2019 for RoBERTa)
BASE = {"vocabulary_size": 30_522, "positions": 512, "segments": 2, "layers": 12, "d_model": 768}
LARGE = {**BASE, "layers": 24, "d_model": 1024}
ROBERTA = {**BASE, "vocabulary_size": 50_265, "positions": 514, "segments": 1}
MODELS = {"base": (BASE, "BERT base"), "large": (LARGE, "BERT large"), "roberta": (ROBERTA, "RoBERTa base")}
BESIDE = {
    "base": (BASE, "BERT base"),
    "deep": ({**BASE, "layers": 24}, "24-layer BERT"),
    "wide": ({**BASE, "d_model": 1024}, "1024-wide BERT"),
}


def sized(model: dict[str, int]) -> dict[str, int]:
    """The parameters of the family: heads of 64, four times the width in the feed-forward network."""
    width = model["d_model"]
    return {**model, "d_ff": 4 * width, "heads": width // 64, "kv_heads": width // 64}


figure = Figure(
    "base-and-large",
    "From base to large",
    family="count_transformer",
    section="c.6",
    question="size-of-bert",
    start={
        "architecture": "encoder",
        "attention_bias": True,
        "ffn_bias": True,
        "norm": "layernorm",
        "embedding_norm": True,
        "pooler": True,
    },
    handles=(
        Options("model", "Model", "large", values=MODELS, puts=lambda parameters, model: sized(model)),
        Options("beside", "Beside it", "base", values=BESIDE, puts=nowhere),
    ),
    opens=lambda here: ("total", ()),
)


def beside(here: Frame) -> Run:
    return run(here.run.family, here.run.parameters.replace(**sized(BESIDE[here["beside"]][0])))


def parts(counted: Run) -> dict[str, float]:
    """Millions of parameters."""
    values, layers = counted.values, counted.values["layers"]
    counts = {
        "embeddings": values["embeddings"],
        "attention": layers * values["attention_per_layer"],
        "MLP": layers * values["ffn_per_layer"],
        "the rest": layers * values["norm_per_layer"] + values["pooler_layer"],
        "total": values["total"],
    }
    return {part: count / 1e6 for part, count in counts.items()}


def enough(*models: dict[str, float]) -> int:
    """The decimals with which the parts of these models add up to their totals."""

    def add_up(places: int) -> bool:
        return all(
            adds_up(
                tuple(shown(one[part], places) for part in one if part != "total"),
                shown(one["total"], places),
            )
            for one in models
        )

    return fitting(lambda places: places, add_up, least=1)


@figure.draws
def bars(here: Frame) -> Bars:
    other, one = parts(beside(here)), parts(here.run)
    return Bars(
        "Parameters in millions",
        "What each part of the two models has. The rest are the norms, and the pooler on the first token.",
        (BESIDE[here["beside"]][1], MODELS[here["model"]][1]),
        tuple((part, (other[part], one[part])) for part in one),
        most=340.0,
        places=enough(other, one),
    )


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    other, one = beside(now).values, now.run.values
    times = {part: one[part] / other[part] for part in ("total", "d_model", "per_layer", "embeddings")}
    name, old = MODELS[now["model"]][1], BESIDE[now["beside"]][1]
    if times["total"] == 1:
        millions = shown(parts(now.run)["total"], 1)
        return f"Both are the same model, with {millions} million parameters. Choose another one."
    layers, each, table = f"the same {one['layers']} layers", "of the same size", "the same embeddings"
    if one["layers"] != other["layers"]:
        layers = f"{one['layers']} layers instead of {other['layers']}"
    if times["d_model"] != 1:
        larger = shown(times["per_layer"])
        wider = fitting(
            lambda places: shown(times["d_model"], places), lambda text: rounded_as(read(text) ** 2, larger)
        )
        each = f"{larger} times as large ({wider}²)"
    if times["embeddings"] != 1:
        table = f"{shown(times['embeddings'])} times the embeddings"
    if one["vocabulary_size"] != other["vocabulary_size"]:
        table += f" ({one['vocabulary_size']:,} tokens)"
    return f"{name} has {shown(times['total'])} times the parameters of {old}: {layers}, each {each}, and {table}."
