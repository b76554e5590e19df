"""Caches of keys and values: a loop that fills a memory, and products counted again, as other roads."""

import re
from collections.abc import Mapping

import pytest

from engine.figures.catalogue import find
from engine.figures.figure import Frame
from engine.figures.own_numbers import about
from engine.solutions.pictures import Boxes, Curve
from tests.engine.figures.drawn.reading import drawn, met, number, rounds, said, states, tells

WEIGHTS = 16e9 / 2**30  # of 8 billion parameters in 16 bits, in GiB
UNITS = {"bytes": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30}
SIZE = r"([\d.,]+) (bytes|KiB|MiB|GiB)"


def of_all(context: int, frame: Frame) -> float:
    """Bytes of keys and values: 32 layers, heads of 128 numbers."""
    return 2 * 32 * 128 * int(frame["heads"]) * context * int(frame["bits"]) / 8


def sizes(text: str) -> list[tuple[str, float]]:
    return [(digits, UNITS[unit]) for digits, unit in re.findall(SIZE, text)]


def is_size(found: tuple[str, float], wanted: float) -> bool:
    """True if the size is this, rounded in its unit, of which there is at least one."""
    digits, unit = found
    return rounds(digits, wanted / unit) and number(digits) >= 1


CONTEXTS = (1, 2, 7, 77, 500, 1023, 1024, 1025, 8191, 131_071)


def contexts(seeds: range) -> list[Frame]:
    figure = find("kv-cache")
    every = [figure.at({"context": one, "heads": heads}) for one in CONTEXTS for heads in ("32", "8", "1")]
    return [*states(figure, seeds), *every]


@pytest.mark.parametrize("context", CONTEXTS)
def test_a_cache_of_any_length_from_one_token_has_its_figure(context: int) -> None:
    figure = find("kv-cache")
    frame, problems = figure.read({"context": str(context)})
    assert (frame["context"], problems) == (context, ())
    given = {"layers": 32, "kv_heads": 8, "d_head": 128, "bytes_per_value": 2, "context": context}
    assert about(figure, figure.chain.parameters.of(given)).at({})["context"] == context


@pytest.mark.parametrize(("typed", "shown"), [("0", 1), ("-5", 1), ("131073", 131_072), ("7.4", 7)])
def test_a_context_that_is_none_shows_the_nearest_and_says_so(typed: str, shown: int) -> None:
    frame, (problem,) = find("kv-cache").read({"context": typed})
    assert frame["context"] == shown
    assert f"{shown:,} is shown" in problem


def test_lines_of_the_cache_are_those_of_its_heads_and_its_mark_is_its_size(seeds: range) -> None:
    figure = find("kv-cache")
    for frame in contexts(seeds):
        picture = drawn(figure, frame, Curve)
        *lines, weights = picture.lines
        for heads, line in zip((32, 8, 1), lines, strict=True):
            assert line.name == f"{heads} head" + "s" * (heads > 1) + ", here" * (
                heads == int(frame["heads"])
            )
            slope = of_all(1, frame) / int(frame["heads"]) * heads / 2**30
            assert [y for _, y in line.points] == pytest.approx([1000 * x * slope for x, _ in line.points])
        assert [y for _, y in weights.points] == pytest.approx([WEIGHTS] * 2)
        ((name, x, y),) = picture.marks
        size = of_all(frame["context"], frame)
        assert (x, y) == pytest.approx((frame["context"] / 1000, size / 2**30))
        assert is_size(sizes(name)[0], size), (name, size)
        assert number(str(figure.show(frame).value)) == pytest.approx(
            size if size < 2**30 / 100 else size / 2**30
        )


def test_what_is_said_of_a_cache_is_so(seeds: range) -> None:
    figure = find("kv-cache")
    first = figure.at({})
    pairs = [*met(figure, seeds), *((None, one) for one in contexts(seeds))]
    pairs += [(first, figure.at({"context": one})) for one in (1, 8193, 8191, 131_072)]
    for was, now in pairs:
        told, size, each = said(figure, now, was), of_all(now["context"], now), of_all(1, now)
        if was is None:
            assert told.startswith("Each token adds ")
            begins = "one token takes" if now["context"] == 1 else f"{now['context']:,} tokens take"
            assert begins in told
            token, whole, weights = sizes(told)
            assert is_size(token, each)
            assert is_size(whole, size)
            assert is_size(weights, WEIGHTS * 2**30)
            continue
        found, before = sizes(told), of_all(was["context"], was)
        assert ("more than the" in told) == (size > WEIGHTS * 2**30)
        if "more than the" in told:
            assert tells(told, "more than the # GiB", WEIGHTS)
        assert is_size(found[-1], each), told
        if "stays near" in told:
            assert is_size(found[0], size)
            assert is_size(found[0], before)
            continue
        assert is_size(found[0], before), told
        assert is_size(found[1], size), told
        assert ("rises" in told) == (size > before)
        assert ("falls" in told) == (size < before)


def filled(frame: Frame) -> tuple[list[int], int]:
    """The tokens that the last step computes, and how many were computed in all: by a loop over the steps."""
    memory, computed, every = list[int](), list[int](), 0
    for step in range(1, frame["step"] + 1):
        if frame["cache"] != "kept":
            memory = []
        computed = [token for token in range(1, step + 1) if token not in memory]
        memory += computed
        every += len(computed)
    return computed, every


def other(frame: Frame, **values: str) -> Frame:
    return find("cache-by-token").at({**frame.values, **values})


WORDS = ["the", "night", "train", "from", "Paris", "is", "late", "today"]
ROWS: Mapping[str, list[str]] = {
    "4": ["query head 1", "query head 2", "query head 3", "query head 4"],
    "2": ["query heads 1 and 2", "query heads 3 and 4"],
    "1": ["query heads 1 to 4"],
}


def test_each_key_value_head_has_a_box_for_every_token_so_far(seeds: range) -> None:
    figure = find("cache-by-token")
    for frame in states(figure, seeds):
        step, (now, every) = frame["step"], filled(frame)
        (_, text), *rows, with_cache, without = drawn(figure, frame, Boxes).rows
        assert [box.text for box in text] == WORDS[:step] + [""] * (8 - step)
        assert [box.text for box in text if box.shade] == [WORDS[step - 1]]
        assert [name for name, _ in rows] == ROWS[frame["heads"]]
        for _, row in rows:
            assert [box.text for box in row] == [
                f"k{'₀₁₂₃₄₅₆₇₈'[at]} v{'₀₁₂₃₄₅₆₇₈'[at]}" for at in range(1, step + 1)
            ]
            done = [at for at, box in enumerate(row, 1) if box.shade == "computed at this step"]
            assert done == now, frame.values
            kept = [at for at, box in enumerate(row, 1) if box.shade == "kept in the cache"]
            assert sorted(kept + done) == list(range(1, step + 1))
            assert {box.wide for box in row} == {1 / 8}
        if frame["cache"] == "kept":  # two layers; a key and a value of eight numbers of two bytes
            assert float(frame["total_bytes"]) == 2 * (8 + 8) * 2 * sum(len(row) for _, row in rows)
        else:
            assert float(frame["total_bytes"]) == 0
        for (name, (box,)), cache in ((with_cache, "kept"), (without, "again")):
            count = filled(other(frame, cache=cache))[1]
            way = "out one" if cache == "again" else " a cache"
            assert tells(name, f"computed until now with{way}: #", count)
            assert box.text == str(count)
            assert box.wide == pytest.approx(count / 36)  # 1 + 2 + ... + 8
            assert (box.shade == "computed in all, this way") == (frame["cache"] == cache)
            assert not box.shade or count == every


def test_what_is_said_of_a_growing_cache_is_so(seeds: range) -> None:
    figure = find("cache-by-token")
    for was, now in met(figure, seeds):
        told, (computed, every) = said(figure, now, was), filled(now)
        each = 2 * 2 * 8 * 2 * int(now["heads"])
        size, step = each * now["step"], now["step"]
        if now["cache"] == "again":
            if step > 1:
                assert tells(told, "keys and values of all # tokens", len(computed)), told
                with_cache = filled(other(now, cache="kept"))[1]
                assert tells(told, "That makes # so far, where a cache needs #", every, with_cache), told
            else:
                assert told.startswith("The first token")
        elif was is not None and was["heads"] != now["heads"]:
            before = 2 * 2 * 8 * 2 * int(was["heads"]) * step
            assert f"{'falls' if size < before else 'rises'} from {before:,} to {size:,} bytes" in told, told
        elif step == 1:
            assert f"puts {each:,} bytes into the cache" in told
        else:
            assert f"Only “{WORDS[step - 1]}” is computed" in told
            assert computed == [step]
            assert "the token before it" in told if step == 2 else f"the {step - 1} tokens before it" in told
            assert f"grows by {each:,} bytes to {size:,} bytes" in told
