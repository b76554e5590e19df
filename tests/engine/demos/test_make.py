"""The files shipped with the demos are what their scripts wrote, and all of it."""

import json
from pathlib import Path

import numpy as np
import pytest

from engine.demos import make, recording
from engine.demos.recording import FOLDER, Recording


def test_every_file_has_the_hash_that_is_written_down() -> None:
    assert json.loads(make.HASHES.read_text("utf-8")) == make.hashes()


def test_every_demo_that_records_has_its_recording_and_no_other_file_is_there() -> None:
    recorded = {file.stem for file in FOLDER.glob("*.json") if file != make.HASHES}
    assert recorded == {*make.recorders(), "kv_cache_times"}  # times, which no seed gives again
    assert {file.stem for file in FOLDER.glob("*.npz")} <= recorded


@pytest.mark.parametrize("file", sorted(FOLDER.iterdir()), ids=lambda file: file.name)
def test_what_is_shipped_is_small_and_finite(file: Path) -> None:
    assert file.stat().st_size < 400_000
    if file.suffix == ".json":
        assert "NaN" not in file.read_text("utf-8")
        assert "Infinity" not in file.read_text("utf-8")
    else:
        for array in recording.weights(file.stem).values():
            assert array.dtype == (np.uint8 if file.stem == "smollm2" else np.float32)
            assert np.isfinite(array).all()


def test_a_recording_is_read_as_it_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (make, recording):
        monkeypatch.setattr(module, "FOLDER", tmp_path)
    weights = {"a.weight": np.arange(6, dtype=np.float32).reshape(2, 3)}
    make.write("a_test", Recording({"loss": [1.5, 1.25]}, weights))
    assert recording.shown("a_test") == {"loss": [1.5, 1.25]}
    assert np.array_equal(recording.weights("a_test")["a.weight"], weights["a.weight"])
