"""Sentences and pictures whose printed numbers add up, or come out, as they stand there: one computes with them on
paper, in decimal arithmetic."""

import re
from decimal import ROUND_HALF_UP, Context, Decimal

import pytest

from engine.figures.catalogue import find
from engine.solutions.pictures import Bars, Boxes, table
from tests.engine.figures.drawn.reading import N, drawn, met, moves, said, states

THREE_DIGITS = Context(prec=3, rounding=ROUND_HALF_UP)


def exact(text: str) -> Decimal:
    return Decimal(text.replace("−", "-").replace(",", ""))


def as_written(value: Decimal, text: str) -> bool:
    """True if the value has this text, rounded to its decimals."""
    return value.quantize(exact(text), ROUND_HALF_UP) == exact(text)


def numbers(pattern: str, text: str) -> tuple[str, ...]:
    found = re.search(re.escape(pattern).replace(r"\#", N), text)
    assert found is not None, text
    return found.groups()


def test_what_pushes_the_others_down_adds_up_to_what_pulls_the_true_class(seeds: range) -> None:
    """It said 1 − 0.05 = 0.95 once, and 0.94 and 0.02."""
    figure = find("softmax-gradient")
    for frame in states(figure, seeds):
        chance, pull, one, other = map(
            exact,
            numbers("with strength 1 − # = # and pushes the others down with their own probabilities, # and #.",
                    said(figure, frame)),
        )  # fmt: skip
        assert 1 - chance == pull == one + other


def test_classes_that_are_pushed_down_alike_share_what_pulls_the_true_one() -> None:
    figure = find("softmax-gradient")
    for score in (0, 1):
        was = figure.at({"score": score})
        told = said(figure, figure.at({"score": score, "target": "music"}), was)
        if "pushed down alike" in told:
            pull, each = numbers("pulled up with #. The others are as likely as each other, and pushed down alike, "
                                 "with #.", told)  # fmt: skip
            assert exact(pull) == 2 * exact(each)


def test_what_a_gate_lets_through_is_the_product_that_one_reads(seeds: range) -> None:
    """A gate of 0.05 once kept 0.09 of 2.00."""
    figure = find("lstm-gates")
    told = 0
    for was, now in moves(figure, seeds):
        sentence = said(figure, now, was)
        if found := re.search(
            f"The forget gate (?:falls|rises) from {N} to {N}.* of the old {N}, {N} is kept", sentence
        ):
            _, gate, memory, kept = found.groups()
            assert as_written(exact(gate) * exact(memory), kept), sentence
            told += 1
    assert told


def test_what_is_kept_and_written_is_the_memory(seeds: range) -> None:
    figure = find("lstm-gates")
    for frame in states(figure, seeds):
        sentence = said(figure, frame)
        kept, _, written = numbers("keeps # of the plural's #, the input gate writes #", sentence)
        (memory,) = numbers("The memory is #:", sentence)
        assert as_written(exact(kept) + exact(written), memory), sentence


def test_a_gradient_times_the_factor_is_the_clipped_one(seeds: range) -> None:
    """(6, 6) times 0.236 is 1.416, and the clipped gradient 1.41."""
    figure = find("too-long-a-gradient")
    for frame in states(figure, seeds):
        sentence = said(figure, frame)
        if "it becomes" in sentence:
            times, *clipped = numbers("times #, it becomes (#, #)", sentence)
            for before, after in zip(frame["gradient"], clipped, strict=True):
                assert as_written(exact(times) * Decimal(str(before)), after), sentence


def test_a_layer_grows_with_the_square_of_its_width_as_written() -> None:
    """1.33² is 1.77, and the layer 1.78 times as large."""
    figure = find("base-and-large")
    larger, wider = numbers("each # times as large (#²)", said(figure, figure.at({})))
    assert as_written(exact(wider) ** 2, larger)


@pytest.mark.parametrize("beside", ["base", "deep", "wide"])
@pytest.mark.parametrize("model", ["base", "large", "roberta"])
def test_parts_of_a_model_add_up_to_its_total(model: str, beside: str) -> None:
    figure = find("base-and-large")
    _, rows = table(drawn(figure, figure.at({"model": model, "beside": beside}), Bars))
    for column in (1, 2):
        *parts, total = (exact(row[column]) for row in rows)
        assert sum(parts) == total


def test_parts_of_the_memory_add_up_to_that_of_the_stage(seeds: range) -> None:
    figure = find("zero-stages")
    for frame in states(figure, seeds):
        for name, boxes in drawn(figure, frame, Boxes).rows[:-1]:
            (size,) = numbers(": # GB", name)
            assert as_written(sum((exact(box.text) for box in boxes), Decimal(0)), size), name


def test_attention_grows_with_the_square_of_the_length_as_written(seeds: range) -> None:
    """1.06 times the length was 1.13 times the attention."""
    figure = find("cost-of-length")
    for was, now in moves(figure, seeds):
        found = re.match(f"{N} times (?:the length|shorter): {N} times", said(figure, now, was))
        if found:
            times, squared = map(exact, found.groups())
            assert THREE_DIGITS.plus(times**2) == squared


def test_size_times_the_ratio_is_the_data_as_written() -> None:
    """2.89e9 parameters with 20 tokens each would be 5.78e10 tokens."""
    figure = find("allocation")
    for ratio in (5, 20, 35, 200):
        for budget in (19, 20.5, 21, 24.5):
            told = said(figure, figure.at({"budget": budget, "tokens_per_parameter": ratio}))
            size, data = re.search(r": (\S+) parameters, (\S+) tokens\.", told).groups()  # type: ignore[union-attr]
            places = len(data.partition("e")[0].partition(".")[2])
            assert float(f"{ratio * Decimal(size):.{places}e}") == float(data), told


def test_the_penalty_turns_one_printed_number_into_the_other(seeds: range) -> None:
    figure = find("bleu")
    told = 0
    for was, now in met(figure, seeds):
        sentence = said(figure, now, was)
        if "brevity penalty" in sentence:
            penalty, mean, score = numbers("penalty of # turns # into #", sentence)
            assert as_written(exact(penalty) * exact(mean), score), sentence
            told += 1
    assert told
