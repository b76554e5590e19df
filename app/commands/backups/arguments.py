"""Their arguments, without what the commands import."""

from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path


def add(command: Callable[[str, str], ArgumentParser]) -> None:
    """Adds the commands, each of which ``command`` makes of a name and its help."""
    copying = command("backup", "copy the database, which may be in use, into one file, and check it")
    copying.add_argument(
        "to", nargs="?", type=Path, help="its file or folder (default: beside an SQLite database, else data/)"
    )
    held = command("check-backup", "say what a backup holds, and whether it is sound")
    held.add_argument("file", type=Path)
    restoring = command("restore", "put a backup in the place of the database; stop the servers first")
    restoring.add_argument("file", type=Path)
    restoring.add_argument("--replace", action="store_true", help="set aside what people did there")
    moving = command("move", "copy everything from one database into an empty one; stop the servers first")
    moving.add_argument("--from", dest="source", metavar="URL", help="(default: EXAMFORMER_DATABASE_URL)")
    moving.add_argument("--to", required=True, metavar="URL", help="as postgresql://USER@HOST/NAME")
