"""A way to tell positions that is trained live: its points, its last losses, and what it refuses."""

from typing import Any

import pytest
import torch

from engine.demos.gpt.names import split
from engine.demos.gpt.settings import OutOfRange
from engine.demos.positions import live as live_positions
from engine.demos.positions.experiment import CONTEXTS, Settings, begin, by_position, pieces
from engine.demos.positions.live import BATCH, BEYOND, live
from engine.demos.training import Batch, Plan, train

torch.set_num_threads(1)
LOOK, HELD_OUT = 5, 40  # less than a person sees
SMALL = {"kind": "alibi", "trained": 16, "steps": LOOK + 3, "seed": 5}


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_positions, "LOOK", LOOK)
    monkeypatch.setattr(live_positions, "HELD_OUT", HELD_OUT)


def told(**more: Any) -> list[tuple[int, dict[str, Any]]]:
    return list(live({**SMALL, **more}, dict))


@pytest.mark.sweep  # in every run a GPT and the ladder are trained
def test_every_step_is_a_point_and_some_tell_of_held_out_names() -> None:
    found = told()
    assert [step for step, _ in found] == list(range(LOOK + 4))
    assert [step for step, point in found if "beyond" in point] == [0, LOOK, LOOK + 3]
    assert found[0][1].keys() == {"within", "beyond"}
    assert [n for n, _ in found[-1][1]["by_context"]] == [n for n in CONTEXTS if n <= BEYOND]
    assert found == told()
    assert found != told(seed=6)


@pytest.mark.sweep  # in every run a GPT and the ladder are trained
def test_it_is_the_training_of_the_recorded_models_and_its_last_losses_are_theirs() -> None:
    generator = torch.Generator().manual_seed(5)
    settings = Settings(kind="alibi", trained=16, tested=BEYOND, steps=LOOK + 3)
    held_out = pieces(split()[1], HELD_OUT, BEYOND, generator)
    model = begin(settings, generator)

    def data() -> Any:
        while True:
            batch: Batch = pieces(split()[0], BATCH, 16, generator)
            yield batch

    losses = [point.loss for point in train(model, Plan(steps=settings.steps, rate=settings.rate), data())]
    found = told()
    assert [point["loss"] for _, point in found[1:]] == pytest.approx(losses, abs=1e-4)
    last = found[-1][1]
    for length, loss in last["by_context"]:
        cut = held_out[0][:, -length:], held_out[1][:, -length:]
        assert loss == pytest.approx(by_position(model, cut)[-1].item(), abs=1e-4)
    assert (last["within"], last["beyond"]) == (
        dict(last["by_context"])[16],
        dict(last["by_context"])[BEYOND],
    )


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"kind": "absolute"}, "one of these ways"),
        ({"trained": 4}, "8 to 64 tokens"),
        ({"steps": 0}, "1 to 300 steps"),
        ({"steps": 301}, "1 to 300 steps"),
        ({"seed": -1}, "The seed lies between"),
    ],
)
def test_what_is_not_trained_here_is_refused(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(OutOfRange, match=said):
        live({**SMALL, **wrong}, dict)
