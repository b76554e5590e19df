"""The README is the door, and it is true: its map is the tree, its links and commands exist."""

import re
from fnmatch import fnmatch

from app.cli import _parser
from app.settings import HOME, Settings

README = (HOME / "README.md").read_text("utf-8")
NO_SCREEN = ["runs"]  # JSON and events for the script of another screen


def folders() -> set[str]:
    """The rooms of the tree: all folders but git's own and those that it is told to pass over."""
    passed_over = [".git", *(line.strip("/") for line in (HOME / ".gitignore").read_text().splitlines())]
    found = {place.name for place in HOME.iterdir() if place.is_dir()}
    return {name for name in found if not any(fnmatch(name, pattern) for pattern in passed_over)}


def test_the_map_names_every_room_and_no_other() -> None:
    mapped = re.findall(r"^\| `([^`]+)/` \|", README, re.M)
    assert {place for place in mapped if "/" not in place} == folders()
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
    targets = set(re.findall(r"^([a-z0-9]+):", (HOME / "Makefile").read_text(), re.M))
    assert set(re.findall(r"`?make ([a-z0-9]+)`?", README)) <= targets


def test_the_settings_are_those_that_there_are() -> None:
    table = README.partition("| Setting |")[2].partition("\n\n")[0]
    names = re.findall(r"`([A-Z_]+)`", table)
    whole = {name if not name.startswith("_") else f"EXAMFORMER_OPENID{name}" for name in names}
    aliased = {"HOST", "PORT"}
    there = {f"EXAMFORMER_{name}".upper() for name in Settings.model_fields} - {
        "EXAMFORMER_HOST",
        "EXAMFORMER_PORT",
    }
    assert whole == there | aliased


def test_a_screen_has_one_name_in_every_room() -> None:
    screens = {file.stem for file in (HOME / "app" / "pages").glob("*.py")} - {"__init__"}
    assert screens
    for room, end in (("templates/pages", "{}.html"), ("tests/app", "test_{}.py")):
        without = [screen for screen in screens if not (HOME / room / end.format(screen)).is_file()]
        assert without == [screen for screen in NO_SCREEN if room.startswith("templates")]
