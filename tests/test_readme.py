"""The README is the door, and it is true: its map is the tree, its links and commands exist."""

import re
import subprocess

from app.cli import _parser
from app.settings import HOME

README = (HOME / "README.md").read_text("utf-8")


def tracked_folders() -> set[str]:
    listed = subprocess.run(["git", "ls-files"], cwd=HOME, capture_output=True, text=True, check=True).stdout
    return {path.partition("/")[0] for path in listed.splitlines() if "/" in path}


def test_the_map_names_every_room_and_no_other() -> None:
    mapped = re.findall(r"^\| `([^`]+)/` \|", README, re.M)
    assert {place for place in mapped if "/" not in place} == tracked_folders()
    assert [place for place in mapped if not (HOME / place).is_dir()] == []


def test_every_link_and_every_file_that_is_named_exists() -> None:
    links = [link for link in re.findall(r"\]\(([^)]+)\)", README) if not link.startswith("http")]
    named = re.findall(r"`((?:app|engine|tests|templates|static|migrations)/[\w./]+\.\w+)`", README)
    assert links
    assert named
    assert [path for path in links + named if not (HOME / path).exists()] == []


def test_every_command_is_one_that_the_command_line_has() -> None:
    used = set(re.findall(r"^examformer ([a-z-]+)", README, re.M)) | set(
        re.findall(r"`examformer ([a-z-]+)", README)
    )
    choices = next(action.choices for action in _parser()._actions if action.choices)
    assert used
    assert used <= set(choices)


def test_every_make_target_that_is_named_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (HOME / "Makefile").read_text(), re.M))
    assert set(re.findall(r"`?make ([a-z]+)`?", README)) - {"alone"} <= targets
