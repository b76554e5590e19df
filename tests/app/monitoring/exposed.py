"""What Prometheus is told, read as Prometheus reads it."""

from collections.abc import Mapping

from fastapi import FastAPI
from fastapi.testclient import TestClient
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

TOKEN = "a-token-that-nobody-guesses"
Labels = Mapping[str, str]


def families(text: str) -> dict[str, Metric]:
    """The families of metrics by name, as they are written in documents and rules: counters end in ``_total``."""
    found = text_string_to_metric_families(text)
    return {f"{one.name}_total" if one.type == "counter" else one.name: one for one in found}


def asked(app: FastAPI, token: str = TOKEN) -> str:
    answer = TestClient(app).get("/metrics", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200
    return answer.text


def value(text: str, name: str, **labels: str) -> float:
    """The value of one series, 0 where there is none yet."""
    found = [
        sample.value
        for family in families(text).values()
        for sample in family.samples
        if sample.name == name and labels.items() <= sample.labels.items()
    ]
    assert len(found) <= 1, f"{name} {labels} is ambiguous: {found}"
    return found[0] if found else 0.0


def names(text: str) -> set[str]:
    """All names that a rule can ask for: families, and the parts of a histogram."""
    samples = {sample.name for one in families(text).values() for sample in one.samples}
    return samples | set(families(text))
