"""Parameter count of a transformer, to the last one (Vaswani et al. 2017, section 3; curriculum c.5).

Today's decoders too: grouped key-value heads (Ainslie et al. 2023), gated feed-forward (Shazeer 2020), RMSNorm (Zhang
and Sennrich 2019). Positions, segments and the embedding norm stand once, also in front of two stacks. Final norms,
relative positions and the pooler belong to no other line: they are added in the total. The head has no bias.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, Literal, NamedTuple

from pydantic import ValidationInfo, field_validator

from engine.answers.forms import Integer
from engine.chain import Family, NotApplicable, NotNeeded, Step
from engine.parameters import Count, CountOrNone, Frozen, symbol

Architecture = Literal["encoder", "decoder", "encoder_decoder"]
Bias = Literal[False, True, "qkv"]
Ffn = Literal["mlp", "gated"]
Norm = Literal["none", "layernorm", "rmsnorm"]


class Parameters(Frozen):
    """Both stacks of an encoder-decoder have this shape; its decoder layers have cross-attention and a third norm."""

    architecture: Architecture = symbol(r"\text{architecture}", "one stack of layers, or two", "encoder")
    vocabulary_size: Count = symbol("V", "tokens in the vocabulary")
    target_vocabulary_size: Count | None = symbol(
        "V'", "tokens of the decoder, if it has its own", None, empty="the same"
    )
    d_model: Count = symbol("d", "numbers in the vector of one token")
    d_ff: Count = symbol(r"d_{\mathrm{ff}}", "hidden units of the feed-forward network")
    layers: CountOrNone = symbol("L", "layers of each stack")
    heads: Count = symbol("h", "attention heads")
    kv_heads: Count | None = symbol(
        r"h_{\mathrm{kv}}", "key-value heads, if not as many as heads", None, empty="as many as heads"
    )
    d_head: Count | None = symbol(
        r"d_{\mathrm{head}}", "size of one head, if not d / h", None, empty="d / h", validate_default=True
    )
    positions: CountOrNone = symbol(r"N_{\mathrm{max}}", "positions with a learned vector", 0)
    segments: CountOrNone = symbol("S", "segments with a learned vector", 0)
    relative_buckets: CountOrNone = symbol("B", "relative distances with a learned number per head", 0)
    tied: bool = symbol(r"\text{tied}", "the head is the token table again", True)
    attention_bias: Bias = symbol(r"\text{attention bias}", "for Q, K, V and O, or not for O", False)
    ffn_bias: bool = symbol(r"\text{ffn bias}", "biases in the feed-forward network", False)
    ffn: Ffn = symbol(r"\text{ffn}", "two matrices, or three with a gate", "mlp")
    norm: Norm = symbol(r"\text{norm}", "gain and shift, gain alone, or not counted", "none")
    embedding_norm: bool = symbol(r"\text{embedding norm}", "a norm after the embeddings", False)
    final_norm: bool = symbol(r"\text{final norm}", "a norm after the last layer of each stack", False)
    pooler: bool = symbol(r"\text{pooler}", "a linear layer on the first token, as in BERT", False)

    @field_validator("target_vocabulary_size", "kv_heads", "d_head")
    @classmethod
    def fits(cls, value: int | None, info: ValidationInfo) -> int | None:
        architecture, d_model, heads = (info.data.get(name) for name in ("architecture", "d_model", "heads"))
        match info.field_name:
            case "target_vocabulary_size" if value and architecture in ("encoder", "decoder"):
                raise ValueError(
                    "goes with architecture encoder_decoder; a single stack has one vocabulary_size"
                )
            case "kv_heads" if value and heads and heads % value:
                raise ValueError(f"must divide heads ({heads})")
            case "d_head" if not value and d_model and heads and d_model % heads:
                raise ValueError(f"must be given where d_model ({d_model}) is no multiple of heads ({heads})")
        return value


family = Family(
    "count_transformer",
    "Parameters of a transformer",
    section="c.5",
    builds_on=("approximate_parameters", "decoder_block"),
    parameters=Parameters,
)


def attention(d_model: int, heads: int, kv_heads: int, head_size: int, attention_bias: Bias) -> int:
    queries, keys = heads * head_size, kv_heads * head_size
    biases = (queries + 2 * keys if attention_bias else 0) + (d_model if attention_bias is True else 0)
    return 2 * d_model * (queries + keys) + biases


def feed_forward(d_model: int, d_ff: int, ffn: Ffn, ffn_bias: bool) -> int:
    inwards = 2 if ffn == "gated" else 1
    return (inwards + 1) * d_model * d_ff + (inwards * d_ff + d_model if ffn_bias else 0)


def norm_size(d_model: int, norm: Norm) -> int:
    return {"none": 0, "layernorm": 2, "rmsnorm": 1}[norm] * d_model


def line(name: str, title: str, symbol: str, formula: str, compute: Any, *sources: str) -> Step:
    return Step(name, title, formula, compute, sources, symbol=symbol, form=Integer(), answer=name)


def added(name: str, title: str, symbol: str, *parts: str) -> Step:
    return line(
        name, title, symbol, " + ".join(f"<{part}>" for part in parts), lambda *sizes: sum(sizes), *parts
    )


def table(name: str, title: str, symbol: str, *rows: str) -> Step:
    formula = " + ".join(rf"<{row}> \cdot <d_model>" for row in rows)
    return line(name, title, symbol, formula, lambda d_model, *rows: d_model * sum(rows), "d_model", *rows)


def norms(given: Parameters, name: str, title: str, symbol: str, count: int) -> Step:
    if given.norm == "none":
        return line(name, title, symbol, "0", lambda norm: NotNeeded(0, "No norms are counted here."), "norm")
    return line(
        name, title, symbol, rf"{count} \cdot <one_norm>", lambda one_norm: count * one_norm, "one_norm"
    )


def attention_lines(given: Parameters) -> Iterator[Step]:
    if given.d_head is None:
        yield line("head_size", "Size of one head", r"d_{\mathrm{head}}", r"\frac{<d_model>}{<heads>}",
                   lambda d_model, heads: d_model // heads, "d_model", "heads")  # fmt: skip
    else:
        yield line("head_size", "Size of one head", r"d_{\mathrm{head}}", "<d_head>",
                   lambda d_head: NotNeeded(d_head, "The size of one head is given."), "d_head")  # fmt: skip
    queries = keys = r"(<heads> \cdot <head_size>)"
    kv_heads = "heads"
    matrices, biases = rf"4 \cdot <d_model> \cdot {queries}", rf" + 3 \cdot {queries}"
    if given.kv_heads not in (None, given.heads):
        kv_heads, keys = "kv_heads", r"(<kv_heads> \cdot <head_size>)"
        matrices = rf"2 \cdot <d_model> \cdot {queries} + 2 \cdot <d_model> \cdot {keys}"
        biases = rf" + {queries} + 2 \cdot {keys}"
    formula = matrices + {False: "", "qkv": biases, True: f"{biases} + <d_model>"}[given.attention_bias]
    yield line("attention_per_layer", "Attention of one layer: queries, keys, values, output", r"P_{\text{att}}",
               formula, attention, "d_model", "heads", kv_heads, "head_size", "attention_bias")  # fmt: skip


def layer_lines(given: Parameters) -> Iterator[Step]:
    two = given.architecture == "encoder_decoder"
    yield from attention_lines(given)
    matrices, inner = (3, r"2 \cdot <d_ff>") if given.ffn == "gated" else (2, "<d_ff>")
    formula = rf"{matrices} \cdot <d_model> \cdot <d_ff>" + (
        f" + {inner} + <d_model>" if given.ffn_bias else ""
    )
    yield line("ffn_per_layer", f"Feed-forward network of one layer: {matrices} matrices", r"P_{\text{ffn}}", formula,
               feed_forward, "d_model", "d_ff", "ffn", "ffn_bias")  # fmt: skip
    if given.norm != "none":
        title, formula = "One LayerNorm: gain and shift", r"2 \cdot <d_model>"
        if given.norm == "rmsnorm":
            title, formula = "One RMSNorm: gain alone", "<d_model>"
        yield line("one_norm", title, r"P_{\text{norm}}", formula, norm_size, "d_model", "norm")
    yield norms(given, "norm_per_layer", "Norms of one layer", r"P_{\text{norms}}", 2)
    yield added("per_layer", "One encoder layer" if two else "One layer", r"P_{\text{layer}}",
                "attention_per_layer", "ffn_per_layer", "norm_per_layer")  # fmt: skip
    if two:
        yield line("decoder_attention_per_layer", "Attention of one decoder layer: self and cross", r"P'_{\text{att}}",
                   r"2 \cdot <attention_per_layer>", lambda one: 2 * one, "attention_per_layer")  # fmt: skip
        yield norms(given, "decoder_norm_per_layer", "Norms of one decoder layer", r"P'_{\text{norms}}", 3)
        yield added("decoder_per_layer", "One decoder layer", r"P'_{\text{layer}}",
                    "decoder_attention_per_layer", "ffn_per_layer", "decoder_norm_per_layer")  # fmt: skip


def outer_lines(given: Parameters) -> Iterator[Step]:
    """Embeddings, all layers, what stands once, and the total."""
    two, normed = given.architecture == "encoder_decoder", given.norm != "none"
    stacks, twice = (2, r"2 \cdot ") if two else (1, "")
    words = ["vocabulary_size"] + ["target_vocabulary_size"] * (given.target_vocabulary_size is not None)
    places = [name for name in ("positions", "segments") if getattr(given, name)]
    beside = ["position_embeddings"] * bool(places) + ["one_norm"] * (given.embedding_norm and normed)
    if beside:
        yield table("token_embeddings", "Token embeddings", r"E_{\text{token}}", *words)
        if places:
            title = "Embeddings of " + " and ".join(places)
            yield table("position_embeddings", title, r"E_{\text{position}}", *places)
        yield added("embeddings", "All embeddings", "E", "token_embeddings", *beside)
    else:
        yield table("embeddings", "Token embeddings", "E", *words)
    if two:
        layers = "both_stacks"
        yield line(layers, "All layers of both stacks", r"P_{\text{layers}}",
                   r"<layers> \cdot (<per_layer> + <decoder_per_layer>)", lambda layers, one, two: layers * (one + two),
                   "layers", "per_layer", "decoder_per_layer")  # fmt: skip
    else:
        layers = "all_layers"
        yield line(layers, "All layers", r"P_{\text{layers}}", r"<layers> \cdot <per_layer>",
                   lambda layers, per_layer: layers * per_layer, "layers", "per_layer")  # fmt: skip
    parts = ["embeddings", layers]
    if given.final_norm and normed:
        parts += ["final_norms"]
        yield line("final_norms", "Norm after the last layer" + " of each stack" * two, r"P_{\text{final}}",
                   f"{twice}<one_norm>", lambda one_norm: stacks * one_norm, "one_norm")  # fmt: skip
    if given.relative_buckets:
        parts += ["relative_positions"]
        yield line("relative_positions", "Relative positions: a number per distance and head", r"P_{\text{relative}}",
                   rf"{twice}<relative_buckets> \cdot <heads>", lambda buckets, heads: stacks * buckets * heads,
                   "relative_buckets", "heads")  # fmt: skip
    if given.pooler:
        parts += ["pooler_layer"]
        yield line("pooler_layer", "Pooler: a square matrix and its biases", r"P_{\text{pooler}}",
                   "<d_model>^2 + <d_model>", lambda d_model: d_model**2 + d_model, "d_model")  # fmt: skip
    if given.tied:
        yield line("head", "Head", r"P_{\text{head}}", "0",
                   lambda tied: NotNeeded(0, "The head is tied: it is the token table again and adds nothing."),
                   "tied")  # fmt: skip
    else:
        yield table("head", "Head: from a vector to the vocabulary", r"P_{\text{head}}", words[-1])
    yield added("total", "Total", "P", *parts, "head")


@lru_cache(maxsize=256)
def plan(given: Parameters) -> tuple[Step, ...]:
    """The lines that these parameters call for; each formula is written as they need it."""
    return (*layer_lines(given), *outer_lines(given))


@family.unroll(
    "embeddings", "attention_per_layer", "ffn_per_layer", "norm_per_layer", "per_layer", "head", "total",
    "decoder_attention_per_layer", "decoder_norm_per_layer", "decoder_per_layer", "head_size", "one_norm",
    "token_embeddings", "position_embeddings", "all_layers", "both_stacks", "final_norms", "relative_positions",
    "pooler_layer",
)  # fmt: skip
def chain(given: Parameters) -> Generator[Step, Any, None]:
    for step in plan(given):  # noqa: UP028 - a tuple cannot be sent the values
        yield step


family.gives(
    {
        "embeddings": (
            "whole number",
            "Parameters of tokens, learned positions, segments, and of the norm after them.",
        ),
        "attention_per_layer": (
            "whole number",
            "Parameters of the self-attention of one layer, of the encoder where there are two stacks.",
        ),
        "ffn_per_layer": ("whole number", "Parameters of the feed-forward network of one layer."),
        "norm_per_layer": (
            "whole number",
            "Parameters of the norms of one layer (two), of the encoder where there are two stacks.",
        ),
        "per_layer": ("whole number", "Parameters of one layer, of the encoder where there are two stacks."),
        "head": ("whole number", "Parameters of the head; 0 where it is tied."),
        "total": ("whole number", "All parameters."),
        "decoder_attention_per_layer": (
            "whole number",
            "Parameters of self- and cross-attention of one decoder layer; only for encoder_decoder.",
        ),
        "decoder_norm_per_layer": (
            "whole number",
            "Parameters of the norms of one decoder layer (three); only for encoder_decoder.",
        ),
        "decoder_per_layer": ("whole number", "Parameters of one decoder layer; only for encoder_decoder."),
        "head_size": ("whole number", "Size of one head."),
        "one_norm": ("whole number", "Parameters of one norm; only where norms are counted."),
        "token_embeddings": (
            "whole number",
            "Parameters of the token embeddings; only where something is added to them.",
        ),
        "position_embeddings": (
            "whole number",
            "Parameters of learned positions and segments; only where there are any.",
        ),
        "all_layers": ("whole number", "Parameters of all layers; only for one stack."),
        "both_stacks": ("whole number", "Parameters of all layers of both stacks; only for encoder_decoder."),
        "final_norms": (
            "whole number",
            "Parameters of the norms after the last layers; only with final_norm, where norms are counted.",
        ),
        "relative_positions": (
            "whole number",
            "Parameters of the relative positions; only with relative_buckets.",
        ),
        "pooler_layer": ("whole number", "Parameters of the pooler, with biases; only with pooler."),
    }
)
family.assumes(
    "A layer has two norms, a decoder layer with cross-attention three; with norm none, embedding_norm "
    "and final_norm add nothing either.",
    "Positions, segments and the embedding norm count once, relative_buckets once per stack and head.",
    "The head has no bias; where it is not tied, it has one vector per token of the vocabulary, of the "
    "decoder's where that has its own.",
)


@family.mistake(
    of="head_size",
    says="You made every head as wide as the model. The heads share the width: d_head = d / h.",
)
def heads_of_full_width(d_model: int, d_head: int | None) -> int:
    if d_head is not None:
        raise NotApplicable
    return d_model


@family.mistake(
    of="attention_per_layer",
    says="You counted W_Q, W_K and W_V, but not W_O. The output matrix mixes the heads.",
)
def no_output_matrix(
    d_model: int, heads: int, kv_heads: int | None, head_size: int, attention_bias: Bias
) -> int:
    with_output = attention(d_model, heads, kv_heads or heads, head_size, attention_bias)
    return with_output - d_model * heads * head_size - (d_model if attention_bias is True else 0)


@family.mistake(
    of="attention_per_layer", says="You counted one matrix. Attention has four: W_Q, W_K, W_V and W_O."
)
def one_matrix(d_model: int, heads: int, head_size: int, attention_bias: Bias) -> int:
    return d_model * heads * head_size + (heads * head_size if attention_bias else 0)


@family.mistake(
    of="attention_per_layer",
    says="You counted one head. Multiply by the heads: 4 d d_head is for a single one.",
)
def one_head(d_model: int, head_size: int, attention_bias: Bias) -> int:
    return attention(d_model, 1, 1, head_size, attention_bias)


@family.mistake(
    of="attention_per_layer",
    says="You gave every head keys and values of its own. Here heads share them: W_K and W_V have d h_kv d_head each.",
)
def keys_for_every_head(d_model: int, heads: int, head_size: int, attention_bias: Bias) -> int:
    return attention(d_model, heads, heads, head_size, attention_bias)


@family.mistake(
    of="ffn_per_layer",
    says="You counted one matrix. A feed-forward network has two, one up to d_ff and one back; a gated one has three.",
)
def one_ffn_matrix(d_model: int, d_ff: int, ffn: Ffn, ffn_bias: bool) -> int:
    return feed_forward(d_model, d_ff, ffn, ffn_bias) - (2 if ffn == "gated" else 1) * d_model * d_ff


@family.mistake(
    of="ffn_per_layer",
    says="You counted two matrices. A gated feed-forward network has three: gate, up and down.",
)
def two_matrices_for_three(d_model: int, d_ff: int, ffn_bias: bool) -> int:
    return feed_forward(d_model, d_ff, "mlp", ffn_bias)


@family.mistake(of="ffn_per_layer", says="You took d_ff = 4 d, as is common. Take the d_ff that is given.")
def usual_width(d_model: int, ffn: Ffn, ffn_bias: bool) -> int:
    return feed_forward(d_model, 4 * d_model, ffn, ffn_bias)


@family.mistake(
    of="one_norm", says="You counted one number per feature. A LayerNorm learns a gain and a shift: 2 d."
)
def gain_alone(d_model: int, norm: Norm) -> int:
    return d_model


@family.mistake(of="one_norm", says="You counted a gain and a shift. An RMSNorm learns a gain alone: d.")
def gain_and_shift(d_model: int, norm: Norm) -> int:
    return 2 * d_model


@family.mistake(
    of="norm_per_layer",
    says="You counted one norm. A layer has two: one with attention, one with the feed-forward.",
)
def one_norm_per_layer(d_model: int, norm: Norm) -> int:
    return norm_size(d_model, norm)


@family.mistake(
    of="decoder_attention_per_layer",
    says="You left out the cross-attention. A decoder layer has it beside its self-attention, just as large.",
    slip="cross-attention left out",
)
def no_cross_attention(attention_per_layer: int) -> int:
    return attention_per_layer


@family.mistake(
    of="decoder_norm_per_layer",
    says="You counted two norms. A decoder layer has three: the cross-attention has one too.",
    slip="cross-attention left out",
)
def two_decoder_norms(norm_per_layer: int) -> int:
    return norm_per_layer


@family.mistake(
    of="position_embeddings", says="You left out the positions. Each has a learned vector of d numbers."
)
def no_positions(d_model: int, segments: int) -> int:
    return segments * d_model


@family.mistake(of="embeddings", says="You left out the embeddings. Their table is learned too.")
def no_embeddings() -> int:
    return 0


@family.mistake(
    of="all_layers",
    says="You counted the embeddings in every layer. They stand once, before the first layer.",
)
def embeddings_in_every_layer(layers: int, per_layer: int, embeddings: int) -> int:
    return layers * per_layer + (layers - 1) * embeddings


@family.mistake(
    of="all_layers", says="You counted one layer. Every layer has its own numbers: multiply by L."
)
def one_layer(per_layer: int) -> int:
    return per_layer


@family.mistake(
    of="both_stacks",
    says="You counted one layer of each stack. Every layer has its own numbers: multiply by L.",
)
def one_layer_of_each(per_layer: int, decoder_per_layer: int) -> int:
    return per_layer + decoder_per_layer


@family.mistake(
    of="both_stacks", says="You counted the encoder alone. The decoder has as many layers, larger ones."
)
def encoder_alone(layers: int, per_layer: int) -> int:
    return layers * per_layer


@family.mistake(of="final_norms", says="You left out the norm after the last layer.")
def no_final_norm() -> int:
    return 0


@family.convention(
    "Right without biases. Here biases are counted too: one per output of a matrix that has them."
)
def without_biases(given: Parameters) -> Parameters | None:
    return (
        given.replace(attention_bias=False, ffn_bias=False)
        if given.attention_bias or given.ffn_bias
        else None
    )


@family.convention(
    "Right with biases everywhere. Here some matrices or all of them have none: leave those out."
)
def with_biases(given: Parameters) -> Parameters | None:
    every = given.attention_bias is True and given.ffn_bias
    return None if every else given.replace(attention_bias=True, ffn_bias=True)


@family.convention("Right without norms. Here the norms count too.")
def without_norms(given: Parameters) -> Parameters | None:
    return None if given.norm == "none" else given.replace(norm="none")


@family.convention(
    "Right with LayerNorms, two per layer (three with cross-attention). Here norms do not count."
)
def with_norms(given: Parameters) -> Parameters | None:
    return given.replace(norm="layernorm") if given.norm == "none" else None


@family.convention("Right with a head of its own. Here the head is tied to the token table and adds nothing.")
def own_head(given: Parameters) -> Parameters | None:
    return given.replace(tied=False) if given.tied else None


@family.convention("Right with a tied head. Here the head has a table of its own: add one vector per word.")
def tied_head(given: Parameters) -> Parameters | None:
    return None if given.tied else given.replace(tied=True)


@family.convention("Right with one vocabulary for both languages. Here the decoder has its own.")
def shared_vocabulary(given: Parameters) -> Parameters | None:
    return None if given.target_vocabulary_size is None else given.replace(target_vocabulary_size=None)


class Scale(NamedTuple):
    vocabulary: Sequence[int]
    heads: Sequence[int]
    head_size: Sequence[int]
    widths: Sequence[int]  # d_ff in quarters of d_model
    layers: Sequence[int]
    positions: Sequence[int]


TOY = Scale(range(10, 51), (1, 2, 4), (2, 3, 4), (8, 8, 12, 16), (1, 2, 3), (8, 10, 16, 20, 32))
ROUND = Scale((1000, 2000, 5000, 8000), (4, 8), (16, 32, 64), (8, 12, 16), (2, 3, 4, 6), (128, 256, 512))
REAL = Scale(
    (16_000, 30_522, 32_000, 50_257), (4, 6, 8, 12, 16), (64,), (11, 16), (4, 6, 8, 12, 24), (512, 1024)
)
STYLES = {
    "warm-up": ("plain",),
    "exam": ("plain", "classic", "classic", "modern", "modern"),
    "hard": ("classic", "modern"),
}
ARCHITECTURES = {
    "plain": ("encoder", "decoder", "encoder_decoder"),
    "classic": ("encoder", "decoder", "encoder_decoder", "encoder_decoder"),
    "modern": ("decoder", "decoder", "encoder_decoder"),
}


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    """Plain: the textbook's matrices alone; classic: like GPT-2, BERT or the first transformer; modern: like Llama."""
    style = rng.choice(STYLES[level])
    small = level == "warm-up" or (level == "exam" and rng.random() < 0.6)
    scale = REAL if level == "hard" else TOY if small and fixed.get("d_model", 0) < 64 else ROUND
    architecture = fixed.get("architecture") or rng.choice(
        ARCHITECTURES[style][: 2 if level == "warm-up" else None]
    )
    if fixed.get("target_vocabulary_size"):
        architecture = "encoder_decoder"
    classic, modern, two = style == "classic", style == "modern", architecture == "encoder_decoder"
    bert = level == "hard" and classic and architecture == "encoder"

    d_model, kv_heads = fixed.get("d_model"), fixed.get("kv_heads") or 1
    fits = [heads for heads in scale.heads if heads % kv_heads == 0 and (heads > 1 or not modern)]
    if d_model and not fixed.get("d_head"):
        fits = [heads for heads in fits if d_model % heads == 0]
    heads = fixed.get("heads") or rng.choice(fits or [kv_heads])
    d_model = d_model or max(heads, 2) * rng.choice(scale.head_size)
    fewer = [kv_heads for kv_heads in range(1, min(heads, 129)) if heads % kv_heads == 0]
    biases = classic and (level == "hard" or rng.random() < 0.75)
    return {
        "architecture": architecture,
        "vocabulary_size": rng.choice(scale.vocabulary),
        "target_vocabulary_size": rng.choice(scale.vocabulary)
        if two and not modern and "vocabulary_size" not in fixed and rng.random() < 0.3
        else None,
        "d_model": d_model,
        "d_ff": d_model * rng.choice(scale.widths) // 4,
        "layers": rng.choice(scale.layers) if level != "warm-up" else 1,
        "heads": heads,
        "kv_heads": rng.choice(fewer) if modern and fewer and "heads" not in fixed else None,
        "positions": rng.choice(scale.positions) if classic or (level == "exam" and not modern) else 0,
        "segments": 2 if bert else 0,
        "relative_buckets": 32 if level == "hard" and modern and two else 0,
        "tied": rng.random() < (0.4 if modern else 0.7),
        "attention_bias": biases or ("qkv" if level == "hard" and modern and rng.random() < 0.3 else False),
        "ffn_bias": biases,
        "ffn": "gated" if modern else "mlp",
        "norm": "rmsnorm" if modern else "layernorm" if classic else "none",
        "embedding_norm": bert,
        "final_norm": modern or (classic and architecture == "decoder"),
        "pooler": bert,
    }
