"""Records the demos and trains their checkpoints anew: ``make checkpoints``, or ``python -m engine.demos.make demo``.

Every one has a fixed seed and runs on one thread. HASHES.json names what came of it; on another machine the last digits
may differ.
"""

import hashlib
import importlib
import json
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import torch

from engine.demos.recording import FOLDER, Recording

HASHES = FOLDER / "HASHES.json"


def recorders() -> list[str]:
    """The modules that have something to record."""
    return list(_modules())


def _modules() -> dict[str, str]:
    """Modules by the name of their recording: their own, or their folder's where the module is an ``experiment``."""
    here = Path(__file__).parent
    found = {
        file.parent.name if file.stem == "experiment" else file.stem: file.relative_to(here)
        for file in here.rglob("*.py")
        if "\ndef record(" in file.read_text("utf-8")
    }
    return {name: ".".join(found[name].with_suffix("").parts) for name in sorted(found)}


def write(demo: str, recording: Recording) -> None:
    FOLDER.mkdir(exist_ok=True)
    text = json.dumps(recording.shown, ensure_ascii=False, separators=(",", ":"))
    (FOLDER / f"{demo}.json").write_text(text + "\n", "utf-8")
    if recording.weights:
        np.savez(FOLDER / f"{demo}.npz", **recording.weights)  # type: ignore[arg-type]


def hashes() -> dict[str, str]:
    """SHA-256 of every file as it lies there."""
    files = sorted(file for file in FOLDER.iterdir() if file != HASHES)
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def main(demos: Iterable[str]) -> None:
    torch.set_num_threads(1)
    for demo in demos:
        sys.stdout.write(f"{demo} ...\n")
        write(demo, importlib.import_module(f"engine.demos.{_modules()[demo]}").record())
    HASHES.write_text(json.dumps(hashes(), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:] or recorders())
