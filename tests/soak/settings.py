"""The settings of the servers of a soak."""


def settings(url: str, **more: str) -> dict[str, str]:
    """``more``: others by their names in ``app/settings.py``. What a server says is a fault, but on a machine that is
    busy with this a statement may be slow."""
    named = {"database_url": url, "slow_query_ms": "60000", **more}
    return {f"EXAMFORMER_{name.upper()}": value for name, value in named.items()}
