from itertools import product
from math import log

import pytest
import torch
from torch.nn import functional as F

from engine.demos import recording
from engine.demos.alignment.reference_model import PLAN, SHAPE, load, log_probability, sample, share_of, words
from engine.demos.gpt.model import GPT, Shape, parameters
from engine.demos.gpt.names import CONTEXT, decode, names
from engine.demos.training import NOTHING, Batch, as_batch, validation

torch.set_num_threads(1)


def small(seed: int = 3) -> GPT:
    """Three tokens, at most two after the start: seven names in all, two of them without letters or an end."""
    model = GPT(
        Shape(vocabulary=3, context=2, layers=1, width=8, heads=2), torch.Generator().manual_seed(seed)
    )
    with torch.no_grad():
        for weights in model.parameters():
            weights.mul_(20)  # away from even odds
    return model.train(False)


def all_names(letters: int, context: int) -> Batch:
    """Everything that a model of so many letters and such a context can draw."""
    rows = []
    for length in range(context + 1):
        for word in product(range(1, letters + 1), repeat=length):
            end = [0] if length < context else []
            following = [*word, *end] + [NOTHING] * (context - length - len(end))
            rows.append(([0, *word] + [0] * context, following))
    return torch.tensor([row[:context] for row, _ in rows]), torch.tensor([row for _, row in rows])


def generator(seed: int = 1) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def test_the_checkpoint_has_the_validation_loss_that_was_recorded_and_it_is_the_best_of_the_run() -> None:
    shown = recording.shown("reference_model")
    assert validation(load()) == pytest.approx(shown["best"]["validation"], abs=1e-3)
    assert shown["best"]["validation"] == min(held_out for _, _, held_out in shown["curve"])
    assert shown["curve"][-1][0] == PLAN.steps
    assert shown["curve"][0][1] == pytest.approx(log(32), abs=1e-4)
    assert parameters(load()) == shown["parameters"] == 27328


def test_each_call_loads_a_model_of_its_own() -> None:
    one, other = load(), load()
    with torch.no_grad():
        one.head.weight.zero_()
    assert other.head.weight.abs().sum() > 0
    assert load().head.weight.abs().sum() > 0


def test_a_names_log_probability_is_the_sum_over_its_tokens_one_prefix_at_a_time() -> None:
    model, word = load(), "anna"
    expected = 0.0
    for place in range(len(word) + 1):
        tokens, following = as_batch([word])
        logits = model(tokens[:, : place + 1])[0, -1]
        expected += F.log_softmax(logits, -1)[following[0, place]].item()
    alone = log_probability(model, as_batch([word])).item()
    beside_a_longer_one = log_probability(model, as_batch([word, "alessandra"]))[0].item()
    assert alone == pytest.approx(expected, abs=1e-5)
    assert beside_a_longer_one == pytest.approx(expected, abs=1e-5)


def test_the_probabilities_of_all_that_can_be_drawn_add_up_to_one() -> None:
    every = all_names(2, 2)
    assert len(every[0]) == 7
    assert log_probability(small(), every).exp().sum().item() == pytest.approx(1, abs=1e-5)


def test_names_are_drawn_as_often_as_they_are_probable() -> None:
    model, every, count = small(), all_names(2, 2), 20_000
    _, drawn = sample(model, count, generator())
    for row, probability in zip(every[1], log_probability(model, every).exp().tolist(), strict=True):
        share = (drawn == row).all(1).double().mean().item()
        assert share == pytest.approx(probability, abs=4 * (probability / count) ** 0.5 + 1e-9)


def test_what_is_drawn_is_a_batch_as_from_names() -> None:
    tokens, following = sample(load(), 50, generator())
    ended = [row for row, end in enumerate(following.tolist()) if 0 in end]
    assert len(ended) >= 45
    found = words((tokens[ended], following[ended]))
    again = as_batch(found)
    width = again[0].shape[1]
    assert torch.equal(again[0], tokens[ended][:, :width])
    assert torch.equal(again[1], following[ended][:, :width])


def test_the_same_generator_draws_the_same_names() -> None:
    model = load()
    assert words(sample(model, 20, generator(5))) == words(sample(model, 20, generator(5)))
    assert words(sample(model, 20, generator(5))) != words(sample(model, 20, generator(6)))


def test_a_name_that_never_ends_has_as_many_letters_as_the_context() -> None:
    model = GPT(SHAPE, generator()).train(False)
    with torch.no_grad():
        model.last_norm.weight.zero_()
        model.last_norm.bias.fill_(1.0)
        model.head.weight.zero_()
        model.head.weight[4] = 10.0
    batch = sample(model, 3, generator())
    assert words(batch) == [decode([4]) * CONTEXT] * 3
    assert (batch[1] == 0).sum() == 0


def test_the_share_of_real_names_is_the_recorded_one() -> None:
    assert share_of(load(), names()) == pytest.approx(recording.shown("reference_model")["real"], rel=0.01)


@pytest.mark.sweep
def test_the_share_of_real_names_is_what_one_finds_by_drawing_them() -> None:
    model, real = load(), set(names())
    share = share_of(model, names())
    drawn = words(sample(model, 3000, generator()))
    assert sum(word in real for word in drawn) / 3000 == pytest.approx(share, abs=4 * (share / 3000) ** 0.5)


def test_the_model_was_trained_as_the_record_says() -> None:
    shown = recording.shown("reference_model")
    assert shown["real"] > 0.05
    assert shown["unique"] > 0.9
    assert shown["shape"] == {
        "vocabulary": 32,
        "context": 12,
        "layers": 2,
        "width": 32,
        "heads": 4,
        "dropout": 0,
    }
