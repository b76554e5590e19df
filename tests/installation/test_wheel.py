"""The wheel has all that the application needs, nothing else, and is the same wherever it is built."""

import tarfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest

from app import __version__
from app.resources import CHECKOUT, resource
from app.settings import HOME
from tests.installation.packages import PACKAGES, RESOURCES, files_in, source_package, wheel


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheel(HOME, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def files(built: Path) -> dict[str, bytes]:
    return files_in(built)


@pytest.fixture(scope="module")
def metadata(files: dict[str, bytes]) -> Message:
    return message_from_bytes(files[f"examformer-{__version__}.dist-info/METADATA"])


def tree(folder: str) -> dict[str, bytes]:
    """The files of the checkout below this folder, without what Python compiled."""
    found = (file for file in (HOME / folder).rglob("*") if file.is_file())
    named = {file.relative_to(HOME).as_posix(): file for file in found}
    return {name: file.read_bytes() for name, file in named.items() if "__pycache__" not in name}


def test_the_wheel_has_every_file_of_the_tree_that_it_needs_and_no_other(files: dict[str, bytes]) -> None:
    wanted = {name: content for folder in PACKAGES for name, content in tree(folder).items()}
    for folder in RESOURCES:
        wanted |= {f"app/_resources/{name}": content for name, content in tree(folder).items()}
    ours = {name: content for name, content in files.items() if ".dist-info/" not in name}
    assert sorted(ours) == sorted(wanted)
    assert [name for name in wanted if ours[name] != wanted[name]] == []


def test_nothing_but_two_packages_lies_in_site_packages(files: dict[str, bytes]) -> None:
    assert {name.partition("/")[0] for name in files} == {*PACKAGES, f"examformer-{__version__}.dist-info"}


@pytest.mark.long("packs the whole tree")
def test_a_wheel_from_the_source_package_is_the_same_to_the_last_byte(built: Path, tmp_path: Path) -> None:
    packed = source_package(HOME, tmp_path / "packed")
    with tarfile.open(packed) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    again = wheel(tmp_path / "unpacked" / f"examformer-{__version__}", tmp_path / "again")
    assert again.name == built.name
    assert again.read_bytes() == built.read_bytes()


def test_the_metadata_say_what_it_is_and_whose_work_is_in_it(
    files: dict[str, bytes], metadata: Message
) -> None:
    assert metadata["Version"] == __version__
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["License-Expression"] == "MIT"
    assert metadata["Description-Content-Type"] == "text/markdown"
    licences = {name for folder in ("", *PACKAGES, *RESOURCES) for name in licences_in(folder)}
    assert set(metadata.get_all("License-File", [])) == licences
    assert {f"examformer-{__version__}.dist-info/licenses/{name}" for name in licences} <= files.keys()


def licences_in(folder: str) -> set[str]:
    place = HOME / folder
    found = place.rglob("*LICENSE*") if folder else place.glob("LICENSE")
    return {file.relative_to(HOME).as_posix() for file in found}


def test_torch_is_asked_for_by_its_extra_alone(metadata: Message) -> None:
    wanted = [one for one in metadata.get_all("Requires-Dist", []) if one.startswith("torch")]
    assert [one.partition("; ")[2] for one in wanted] == ["extra == 'torch'"]


def test_in_a_checkout_resources_are_its_own_folders() -> None:
    assert CHECKOUT == HOME
    assert [folder for folder in RESOURCES if resource(folder) != HOME / folder] == []
