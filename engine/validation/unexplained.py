"""Remarks on options, pairs and things in order without a reason: one is published all the same, and teaches less."""

from collections.abc import Iterator

from engine.variants import Variant

LONGEST = 40  # letters of an option that name it


def unexplained(variant: Variant) -> Iterator[str]:
    """Names what has no reason; of a lone right option none is missed."""
    for asked in variant.asked:
        names = [name for name, why in asked.step.reasons.items() if not why and name != asked.key]
        if names:
            listed = ", ".join(f"“{name[:LONGEST]}”" for name in names)
            told = "that it is wrong" if isinstance(asked.key, str) else "what is right"
            yield f"no reason is given, so students learn only {told}: {listed}"
