"""The examples of a container and of systemd's units fit the application."""

import re
import shlex
import subprocess
import sys
import tomllib
from collections import defaultdict
from pathlib import Path

import pytest

from app.cli import _parser
from app.commands import serving
from app.jobs import runner
from app.main import ROOMS
from app.settings import HOME, Settings
from app.web.room import routes
from tests.every import for_each

DEPLOYMENT = HOME / "docs" / "deployment"
CONTAINERFILE = (DEPLOYMENT / "Containerfile").read_text("utf-8")
SERVICES = ("examformer.service", "examformer-backup.service")
NAMES = {"HOST", "PORT", "PATH"} | {f"EXAMFORMER_{name}".upper() for name in Settings.model_fields}
PATHS = {getattr(route, "path", "") for route in routes(ROOMS)}


def instructions(kind: str) -> list[list[str]]:
    """The words of each instruction of this kind in the Containerfile."""
    joined = re.sub(r"\\\n", " ", re.sub(r"^\s*#.*\n", "", CONTAINERFILE, flags=re.M))
    return [shlex.split(rest) for name, rest in re.findall(r"^([A-Z]+) (.*)$", joined, re.M) if name == kind]


def unit(name: str) -> dict[str, list[str]]:
    """The values of each key of a unit, of whatever section."""
    found = defaultdict(list)
    for key, value in re.findall(r"^(\w+)=(.*)$", (DEPLOYMENT / name).read_text("utf-8"), re.M):
        found[key].append(value)
    return found


def given(service: dict[str, list[str]]) -> dict[str, str]:
    """The settings that a unit itself gives."""
    return dict(setting.split("=", 1) for setting in service["Environment"])


def commands() -> set[str]:
    return set(next(action.choices for action in _parser()._actions if action.choices))


# The container


def test_a_linter_of_containerfiles_finds_nothing() -> None:
    hadolint = Path(sys.executable).with_name("hadolint")
    done = subprocess.run(
        [hadolint, DEPLOYMENT / "Containerfile"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_all_that_the_container_copies_is_there_and_is_all_that_a_wheel_needs() -> None:
    copied = {source for words in instructions("COPY") if words[0] != "--from=build" for source in words[:-1]}
    assert [source for source in copied if not (HOME / source).exists()] == []
    project = tomllib.loads((HOME / "pyproject.toml").read_text("utf-8"))
    built = {*project["tool"]["hatch"]["build"]["targets"]["wheel"]["only-include"], "pyproject.toml"}
    built |= {project["project"]["readme"], "LICENSE", ".ci/requirements-run.txt"}
    assert copied == built


def test_the_container_installs_by_hash_and_asks_no_address_but_that_of_its_base() -> None:
    assert "--require-hashes --requirement requirements-run.txt" in CONTAINERFILE
    outside = re.findall(r"\w+://(?!127\.0\.0\.1[:/]|/)\S+", CONTAINERFILE)
    assert outside == []
    assert {words[0] for words in instructions("FROM")} == {"${BASE}"}


def test_the_container_has_what_learners_programs_and_printing_need_of_a_system() -> None:
    needed = re.search(r"debian\.sh (.+)$", (HOME / ".ci" / "system.sh").read_text("utf-8"), re.M)
    assert needed
    (installed,) = (words for words in instructions("RUN") if "apt-get" in words)
    assert set(needed[1].split()) <= set(installed)


def test_the_container_serves_as_nobody_special_where_it_says_and_is_asked_whether_it_is_ready() -> None:
    ((user,),) = instructions("USER")
    assert int(user) > 0
    settings = dict(word.split("=", 1) for words in instructions("ENV") for word in words)
    assert settings.keys() <= NAMES
    assert instructions("EXPOSE") == [[settings["PORT"]]] == [[str(Settings().port)]]
    ((volume,),) = instructions("VOLUME")
    assert settings["EXAMFORMER_DATABASE_URL"].startswith(f"sqlite:///{volume}/")
    asked = re.search(r"127\.0\.0\.1:(\d+)(/health/\w+)", CONTAINERFILE)
    assert asked
    assert asked[1] == settings["PORT"]
    assert asked[2] in PATHS
    assert 'CMD ["examformer", "serve"]' in CONTAINERFILE


# The units


@for_each(SERVICES)
def test_a_unit_runs_a_command_of_ours_on_the_database_of_its_own_folder(name: str) -> None:
    service = unit(name)
    program, command, *_ = service["ExecStart"][0].split()
    assert Path(program).name == "examformer"
    assert command in commands()
    own = given(service)
    assert own.keys() <= NAMES
    assert own["EXAMFORMER_DATABASE_URL"].startswith("sqlite:///%S/examformer/")
    assert service["StateDirectory"][0].split()[0] == "examformer"
    assert service["User"] == ["examformer"]


def test_both_units_read_the_same_settings_and_use_the_same_database() -> None:
    first, second = map(unit, SERVICES)
    assert first["EnvironmentFile"] == second["EnvironmentFile"]
    url = "EXAMFORMER_DATABASE_URL"
    assert given(first)[url] == given(second)[url]


def test_the_server_has_a_folder_for_its_cache_since_its_user_has_no_home() -> None:
    service = unit("examformer.service")
    assert given(service)["EXAMFORMER_CACHE"] == "%C/examformer"
    assert (service["CacheDirectory"], service["CacheDirectoryMode"]) == (["examformer"], ["0700"])


def test_a_stop_has_more_time_than_the_server_takes_for_it() -> None:
    (seconds,) = unit("examformer.service")["TimeoutStopSec"]
    assert int(seconds) > 2 * (serving.PATIENCE + runner.GRACE)


def test_the_units_leave_bubblewrap_what_it_needs() -> None:
    service = unit("examformer.service")
    assert not {"RestrictNamespaces", "ProcSubset", "MemoryDenyWriteExecute"} & service.keys()
    assert "AF_NETLINK" in service["RestrictAddressFamilies"][0].split()
    (calls,) = service["SystemCallFilter"]
    assert calls.startswith("~")
    assert not {"@mount", "@process", "@privileged", "@setuid"} & set(calls[1:].split())


@pytest.mark.parametrize("where", ["StateDirectory", "ExecStart", "ExecStartPost"])
def test_copies_go_to_a_folder_that_is_made_for_them(where: str) -> None:
    (words,) = unit("examformer-backup.service")[where]
    assert "examformer/backups" in words


def test_the_timer_starts_the_unit_that_has_its_name() -> None:
    assert (DEPLOYMENT / "examformer-backup.timer").with_suffix(".service").is_file()
    assert unit("examformer-backup.timer")["WantedBy"] == ["timers.target"]
    assert unit("examformer.service")["WantedBy"] == ["multi-user.target"]
