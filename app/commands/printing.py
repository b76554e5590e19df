"""What commands print: lines, counts of things, and how far they are."""

import sys


def say(line: str) -> None:
    sys.stdout.write(line + "\n")


def note(line: str) -> None:
    """Tells a person what a program that reads the output does not want."""
    sys.stderr.write(line + "\n")


def several(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'s' * (count != 1)}"


def progress(text: str) -> None:
    """Shows a line of progress on a terminal, in place of the last one; "" removes it."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()
