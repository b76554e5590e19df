"""Their arguments, without what the commands import."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

Run = Callable[[Namespace], int]


def add(command: Callable[[str, Run, str], ArgumentParser]) -> None:
    """Adds the commands, each of which ``command`` makes of a name, what carries it out, and its help."""
    archive = command(
        "archive", _run, "move single saves of exams that ended long ago into a file; servers go on"
    )
    archive.add_argument("--before", required=True, metavar="DAY", help="as 2026-01-01")
    archive.add_argument("file", nargs="?", type=Path, help="where to; without it, say what would be moved")
    held = command("check-archive", _run, "say what an archive holds, and whether it is sound")
    held.add_argument("file", type=Path)
    held.add_argument("--sitting", type=int, metavar="N", help="print its saves, one JSON object a line")
    back = command("unarchive", _run, "put the saves of a sitting back into the database")
    back.add_argument("file", type=Path)
    back.add_argument("--sitting", type=int, metavar="N", required=True)


def _run(options: Namespace) -> int:
    from app.commands.archives import commands

    return commands.run(options)
