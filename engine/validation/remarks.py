"""Remarks on a question that is published all the same: reasons that it does not give, and ticks that cost nothing."""

from collections.abc import Iterator

from engine.answers.forms import Several
from engine.variants import Asked, Variant

LONGEST = 40  # letters of an option that name it
ALL_TICKED = (
    "whoever ticks everything earns all points: give wrong options a share below 0, or choose another scoring"
)


def remarks_on(variant: Variant) -> Iterator[str]:
    """What one variant shows of all of them."""
    for asked in variant.asked:
        yield from _unexplained(asked)
        form = asked.step.form
        if isinstance(form, Several) and set(form.names) != set(asked.key):
            yield from [ALL_TICKED] * (form.credit(form.names, asked.key) == 1)


def _unexplained(asked: Asked) -> Iterator[str]:
    """Names options, pairs and things in order without a reason; of a lone right option none is missed."""
    names = [name for name, why in asked.step.reasons.items() if not why and name != asked.key]
    if names:
        listed = ", ".join(f"“{name[:LONGEST]}”" for name in names)
        told = "that it is wrong" if isinstance(asked.key, str) else "what is right"
        yield f"no reason is given, so students learn only {told}: {listed}"
