"""Settings that may be chosen before a GPT is trained live, and what is said about the rest."""

import math
from typing import Any

import pytest
import torch

from engine.demos.gpt.model import GPT, Shape, parameters
from engine.demos.gpt.names import CONTEXT, vocabulary
from engine.demos.gpt.settings import MOST_PARAMETERS, OPTIMISERS, RANGES, OutOfRange, Settings, checked
from engine.demos.training import Plan, optimiser


def test_what_is_not_chosen_has_a_default_and_other_keys_are_passed_over() -> None:
    assert checked({"width": 64, "demo": "gpt"}) == Settings(width=64)


@pytest.mark.parametrize("name", RANGES)
def test_every_range_has_both_of_its_ends_and_nothing_beyond(name: str) -> None:
    words, low, high = RANGES[name]
    fitting: dict[str, dict[str, Any]] = {
        "width": {"layers": 1},
        "heads": {"width": 64},
        "layers": {"width": 64},
    }
    for value in (low, high):
        assert getattr(checked({**fitting.get(name, {}), name: value}), name) == value
    for value in (low - 1e-6, high * 1.01 + 1e-6, math.nan, math.inf):
        with pytest.raises(OutOfRange, match=f"^{words} lies between .* and .*\\.$"):
            checked({name: value})


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"width": 36, "heads": 8}, "a multiple of the number of heads, and 36 is none of 8."),
        ({"optimiser": "lion"}, "one of: adamw, sgd."),
        ({"width": 128, "layers": 5}, "995,584 parameters"),
    ],
)
def test_what_does_not_go_together_is_refused(chosen: dict[str, Any], said: str) -> None:
    with pytest.raises(OutOfRange, match=said):
        checked(chosen)


@pytest.mark.parametrize(("layers", "width"), [(1, 16), (2, 32), (4, 64), (4, 128)])
def test_parameters_are_counted_as_the_model_has_them(layers: int, width: int) -> None:
    shape = Shape(vocabulary=len(vocabulary()), context=CONTEXT, layers=layers, width=width)
    counted = checked({"layers": layers, "width": width}).parameters
    assert counted == parameters(GPT(shape, torch.Generator())) <= MOST_PARAMETERS


def test_every_optimiser_is_known_to_the_training() -> None:
    for name in OPTIMISERS:
        assert optimiser(torch.nn.Linear(1, 1), Plan(steps=1, optimiser=name)).param_groups
