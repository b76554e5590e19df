"""The text of a draft with one more mistake, as a search proposes it."""

import tomllib
from collections.abc import Sequence

from app.analytics.unexplained import Off, numbers
from app.authoring.drafting import blocks, toml
from engine.formula.guessing import Guess


def with_mistake(text: str, of: str, found: Sequence[Guess], example: Off) -> str:
    """Adds a mistake to the text, behind the others, else behind the steps; ``found`` has the best guess first."""
    typed = ", ".join(number.shown for number in example.typed)
    keys = ", ".join(f"{key:.6g}" for key in example.keys)
    lines = [f"# With {numbers(example.sheet.variant['parameters'])}: typed {typed}, the key is {keys}."]
    best, *others = found
    lines.append(f"# This formula gives {best.answers} wrong answers, in {best.variants} variants.")
    lines += [f"# Or, for {one.answers}: value = {toml.inline(one.formula)}" for one in others[:3]]
    named = f"name = {toml.inline(_free_name(text, of))}"
    table = "\n".join(
        [
            *map(_printable, lines),
            "[[mistakes]]",
            f"of = {toml.inline(of)}",
            named,
            f"value = {toml.inline(best.formula)}",
            'says = ""',
        ]
    )
    before, after = _parted(text)
    return f"{before.rstrip()}\n\n{table}\n" + (f"\n{after.lstrip()}" if after.strip() else "")


def _parted(text: str) -> tuple[str, str]:
    """Splits the text where a mistake belongs; at its end where the text cannot be read."""
    try:
        found = blocks.split(text)
    except tomllib.TOMLDecodeError:
        return text, ""
    kin = [n for key in ("steps", "mistakes") for n, block in enumerate(found) if block.within((key,))]
    last = kin[-1] + 1 if kin else len(found)
    return blocks.join(found[:last]), blocks.join(found[last:])


def _free_name(text: str, of: str) -> str:
    """A name for the mistake that the text does not have yet."""
    names = (f"{of[:30]}_otherwise{'' if n == 1 else f'_{chr(96 + n)}'}" for n in range(1, 27))
    return next((name for name in names if f'"{name}"' not in text), f"{of[:30]}_otherwise_z")


def _printable(line: str) -> str:
    """Replaces unprintable characters, so that a comment stays on its line, whatever a question's words hold."""
    return "".join(letter if letter.isprintable() else " " for letter in line)
