"""Parameters and words that are counted, and what is said of them: modules of PyTorch on the meta device, which take no
memory, and the text itself are counted as the other road."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest
import torch
from torch import nn

from engine.figures.catalogue import find
from engine.figures.figure import Frame
from engine.solutions.pictures import Bars, Boxes, table
from tests.engine.figures.drawn.reading import drawn, halves_up, moves, rounds, said, states, tells

META = torch.device("meta")
Parts = dict[str, int]


def size(module: nn.Module) -> int:
    return sum(one.numel() for one in module.parameters())


@cache
def layer(width: int) -> Parts:
    """One layer with heads of 64 and four times the width inside."""
    one = nn.TransformerEncoderLayer(width, width // 64, 4 * width, device=META)
    return {
        "attention": size(one.self_attn),
        "MLP": size(one.linear1) + size(one.linear2),
        "norms": size(one.norm1) + size(one.norm2),
    }


def gpt(frame: Frame) -> Parts:
    """A decoder with 1,024 positions, a tied head and a norm at its end."""
    count, width = frame["layers"], frame["width"]
    parts = {name: count * one for name, one in layer(width).items()}
    parts["norms"] += size(nn.LayerNorm(width, device=META))
    tables = (frame["vocabulary_size"], 1024)
    return {"embeddings": sum(size(nn.Embedding(rows, width, device=META)) for rows in tables), **parts}


def as_written(count: int) -> str:
    return f"{halves_up(count / 1e6, 1)} million" if count >= 100_000 else f"{count:,}"


def test_the_boxes_of_a_model_are_as_wide_as_its_parts(seeds: range) -> None:
    figure = find("where-parameters-are")
    for frame in states(figure, seeds):
        parts, picture = gpt(frame), drawn(figure, frame, Boxes)
        total = sum(parts.values())
        assert picture.title == f"{as_written(total)} parameters"
        ((_, row),) = picture.rows
        assert [box.shade for box in row] == ["embeddings", "attention", "MLP", ""]
        for box, count in zip(row, parts.values(), strict=True):
            assert box.wide == pytest.approx(count / total)
            assert box.note == as_written(count), frame.values
            assert rounds(box.text.removesuffix("%"), 100 * count / total), frame.values


def test_a_share_halfway_between_two_decimals_is_rounded_up() -> None:
    figure = find("where-parameters-are")
    frame = figure.at({"layers": 22, "width": 512, "vocabulary_size": 76_000})
    assert Fraction(gpt(frame)["embeddings"], sum(gpt(frame).values())) == Fraction("0.3625")
    assert "embeddings are 36.3% of the model" in said(figure, frame)


def test_what_is_said_of_the_parts_of_a_model_is_so(seeds: range) -> None:
    figure = find("where-parameters-are")
    for frame in states(figure, seeds):
        told, parts = said(figure, frame), gpt(frame)
        shares = [100 * parts[name] / sum(parts.values()) for name in ("embeddings", "attention", "MLP")]
        assert tells(told, "embeddings are #% of the model, attention #%, the MLP #%", *shares)
        assert parts["MLP"] / parts["attention"] == pytest.approx(2, abs=0.02)  # "about twice"
    for was, now in moves(figure, seeds):
        told, before, parts = said(figure, now, was), gpt(was), gpt(now)
        shares = [100 * one["embeddings"] / sum(one.values()) for one in (before, parts)]
        assert tells(told, "go from #% to #%", *shares) or tells(told, "stay at #%", shares[1]), told
        others = [sum(one.values()) - one["embeddings"] for one in (before, parts)]
        grown = parts["embeddings"] - before["embeddings"]
        if "by one vector per token" in told:
            assert others[0] == others[1]
            assert grown == (now["vocabulary_size"] - was["vocabulary_size"]) * now["width"]
        elif "the layers with its square" in told:
            wider = now["width"] / was["width"]
            assert parts["embeddings"] / before["embeddings"] == wider
            assert others[1] / others[0] == pytest.approx(wider**2, rel=0.2)
        else:
            assert "the table stands only once" in told
            assert grown == 0
            per_layer = sum(layer(now["width"]).values())
            assert others[1] - others[0] == (now["layers"] - was["layers"]) * per_layer


@pytest.mark.parametrize(
    ("layers", "width", "vocabulary"),
    [(18, 64, 13_000), (3, 1472, 52_000), (12, 128, 50_000), (12, 768, 50_000)],
)
def test_most_of_a_model_is_more_than_half_of_it(layers: int, width: int, vocabulary: int) -> None:
    """The table is 49.9 % of each of the first two."""
    figure = find("where-parameters-are")
    now, was = (
        figure.at({"layers": layers, "width": width, "vocabulary_size": size})
        for size in (vocabulary, vocabulary + 1000)
    )
    parts = gpt(now)
    most = 2 * parts["embeddings"] > sum(parts.values())
    assert ("Most of this model is a table." in said(figure, now, was)) == most


MODELS = {  # tokens, positions, segments, layers, width (Devlin et al. 2019; Liu et al. 2019)
    "base": (30_522, 512, 2, 12, 768), "large": (30_522, 512, 2, 24, 1024), "roberta": (50_265, 514, 1, 12, 768),
    "deep": (30_522, 512, 2, 24, 768), "wide": (30_522, 512, 2, 12, 1024),
}  # fmt: skip
PUBLISHED = {"base": 109_482_240, "large": 335_141_888, "roberta": 124_645_632}  # as transformers counts them


def bert(name: str) -> Parts:
    *tables, layers, width = MODELS[name]
    norm = size(nn.LayerNorm(width, device=META))
    parts = {part: layers * one for part, one in layer(width).items()}
    return {
        "embeddings": sum(size(nn.Embedding(rows, width, device=META)) for rows in tables) + norm,
        "attention": parts["attention"],
        "MLP": parts["MLP"],
        "the rest": parts["norms"] + size(nn.Linear(width, width, device=META)),
    }


def test_the_sizes_of_published_models_are_those_that_were_published() -> None:
    assert {name: sum(bert(name).values()) for name in PUBLISHED} == PUBLISHED


@pytest.mark.parametrize(("model", "beside"), [*product(PUBLISHED, ("base", "deep", "wide"))])
def test_two_models_beside_one_another_have_the_parts_of_each(model: str, beside: str) -> None:
    figure = find("base-and-large")
    frame = figure.at({"model": model, "beside": beside})
    picture, told, one, other = drawn(figure, frame, Bars), said(figure, frame), bert(model), bert(beside)
    wanted = {part: (other[part], one[part]) for part in one}
    wanted["total"] = (sum(other.values()), sum(one.values()))
    assert [part for part, _ in picture.bars] == list(wanted)
    for (part, *texts), (_, amounts) in zip(table(picture)[1], picture.bars, strict=True):
        assert amounts == pytest.approx([count / 1e6 for count in wanted[part]], abs=0.05)
        assert all(rounds(text, count / 1e6) for text, count in zip(texts, wanted[part], strict=True))
        assert max(amounts) <= picture.most
    if model == beside:
        assert tells(told, "the same model, with # million parameters", wanted["total"][0] / 1e6)
        return
    (tokens, _, _, layers, width), (_, _, _, fewer, narrower) = MODELS[model], MODELS[beside]
    each, others = (sum(layer(one).values()) for one in (width, narrower))
    assert tells(told, "has # times the parameters", wanted["total"][1] / wanted["total"][0])
    assert f"the same {layers} layers" in told or f"{layers} layers instead of {fewer}" in told
    assert ("the same 1" in told or "the same 2" in told) == (layers == fewer)
    assert ("of the same size" in told) == (each == others)
    assert "²" not in told or tells(told, "# times as large (#²)", each / others, width / narrower)
    assert ("the same embeddings" in told) == (one["embeddings"] == other["embeddings"])
    if one["embeddings"] != other["embeddings"]:
        assert tells(told, "# times the embeddings", one["embeddings"] / other["embeddings"])
    assert (f"({tokens:,} tokens)" in told) == (tokens != MODELS[beside][0])


CORPUS = ("the dog sleeps", "the cat sleeps", "the dog barks", "a dog sleeps")


def test_counts_and_the_probabilities_that_they_give_stand_side_by_side(seeds: range) -> None:
    """The pairs of words are counted as text, and probabilities are fractions."""
    figure, text = find("smoothing"), "".join(f" {sentence} </s>" for sentence in CORPUS)
    for frame in states(figure, seeds):
        alpha = Fraction(str(frame["alpha"]))
        counts, chances = figure.show(frame).pictures
        assert isinstance(counts, Bars)
        assert isinstance(chances, Bars)
        words = [word for word, _ in counts.bars]
        assert sorted(words) == sorted(set(text.split()))
        assert [word for word, _ in chances.bars] == words
        for (word, bars), (_, shares) in zip(counts.bars, chances.bars, strict=True):
            seen = text.count(f" dog {word}")
            assert bars == pytest.approx((seen, float(seen + alpha)))
            assert shares == pytest.approx((seen / 3, float((seen + alpha) / (3 + 7 * alpha))))
        assert sum(after for _, (_, after) in chances.bars) == pytest.approx(1)
        assert tells(chances.title, "divided by # before, by # + # × # after", 3, 3, 7, frame["alpha"])
        assert tells(counts.about, "when α = # is added", frame["alpha"])
