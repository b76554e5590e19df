"""The README and the documents behind it are true: their maps are the tree, what they name exists."""

import re
import tomllib
from fnmatch import fnmatch
from pathlib import Path

from app.cli import _parser
from app.settings import HOME, Settings
from app.web import concurrency
from app.web.concurrency import ConcurrencyLimit
from engine.formula.functions import CALLED
from engine.questions import DRAWN
from tests.every import for_each

MOST_LETTERS = 12_000
README = (HOME / "README.md").read_text("utf-8")
PAGES = [HOME / "README.md", *sorted((HOME / "docs").rglob("*.md"))]
TEXTS = {page.relative_to(HOME).as_posix(): page.read_text("utf-8") for page in PAGES}
EVERYTHING = "\n".join(TEXTS.values())
LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE = re.compile(r"`([^`\n]+)`")
FENCED = re.compile(r"^```.*?^```", re.M | re.S)


def folders(place: Path) -> set[str]:
    """The folders there, but git's own and those that it is told to pass over."""
    passed_over = [".git", *(line.strip("/") for line in (HOME / ".gitignore").read_text().splitlines())]
    found = {inside.name for inside in place.iterdir() if inside.is_dir()}
    return {name for name in found if not any(fnmatch(name, pattern) for pattern in passed_over)}


def mapped() -> list[str]:
    return re.findall(r"^\| `([^`]+)/` \|", README, re.M)


def paths_in(text: str) -> set[str]:
    """Paths in backticks that begin with one of our folders, without ``<room>`` and ``*``, which stand for any name."""
    there = "|".join(map(re.escape, sorted(folders(HOME))))
    path = re.compile(rf"(?<![\w./<>{{}}-])(?:{there})/[^\s,;:=()|]*")
    found = {match for code in CODE.findall(FENCED.sub("", text)) for match in path.findall(code)}
    return {one for one in found if not set("<>*") & set(one)}


def table_in(text: str, head: str) -> str:
    table = text.partition(head)[2].partition("\n\n")[0]
    assert table, f"there is no table with the head {head}"
    return table


def test_the_readme_is_short_enough_to_be_read() -> None:
    assert len(README) <= MOST_LETTERS


def test_the_map_names_every_folder_and_no_other() -> None:
    assert {place for place in mapped() if "/" not in place} == folders(HOME)
    assert [place for place in mapped() if not (HOME / place).is_dir()] == []


def test_the_map_names_every_room_of_the_application_and_no_other() -> None:
    rooms = [place.removeprefix("app/") for place in mapped() if place.startswith("app/")]
    assert sorted(rooms) == sorted(folders(HOME / "app"))


def test_the_map_has_the_order_that_import_linter_holds() -> None:
    contracts = tomllib.loads((HOME / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    layers = next(one["layers"] for one in contracts if one.get("containers") == ["app"])
    rank = {name.strip(): place for place, layer in enumerate(layers) for name in layer.split("|")}
    ranks = [rank[place.removeprefix("app/")] for place in mapped() if place.startswith("app/")]
    assert ranks == sorted(ranks)


def test_the_architecture_names_every_room_in_the_order_of_the_map() -> None:
    rooms = [place for place in mapped() if place.startswith("app/")]
    table = table_in(TEXTS["docs/architecture.md"], "| From top to bottom |")
    listed = re.findall(r"`(app/\w+)/`", table)
    assert listed == rooms


@for_each(TEXTS)
def test_every_link_of_a_page_leads_to_a_file(page: str) -> None:
    links = [link.partition("#")[0] for link in LINK.findall(TEXTS[page]) if "://" not in link]
    assert [link for link in links if link and not (HOME / page).parent.joinpath(link).exists()] == []


@for_each(TEXTS)
def test_every_path_that_a_page_names_exists(page: str) -> None:
    assert [path for path in sorted(paths_in(TEXTS[page])) if not (HOME / path).exists()] == []


def test_paths_are_found_in_backticks_alone_and_names_that_stand_for_any_are_passed_over() -> None:
    text = (
        "`app/no.py`, `make x ARGS=tests/no`, app/else.py, `app/<room>/no.py`, `docs/*.md`\n```\n`app/x`\n```"
    )
    assert paths_in(text) == {"app/no.py", "tests/no"}
    assert paths_in(README)


def test_the_readme_leads_to_every_document() -> None:
    led_to = {link for link in LINK.findall(README) if link.startswith("docs/")}
    documents = {page for page in TEXTS if re.fullmatch(r"docs/[\w-]+\.md", page)}
    assert documents <= led_to
    assert "docs/decisions/README.md" in led_to


def test_every_decision_is_dated_and_stands_in_the_index() -> None:
    files = {page.name for page in PAGES if page.parent.name == "decisions"} - {"README.md"}
    assert [name for name in files if not re.fullmatch(r"\d{4}-\d\d-\d\d-[a-z0-9-]+\.md", name)] == []
    assert set(LINK.findall(TEXTS["docs/decisions/README.md"])) == files


def test_the_code_of_the_readme_stands_in_the_file_that_it_names() -> None:
    before, _, rest = README.partition("```python\n")
    code = rest.partition("```")[0].strip()
    file = LINK.findall(before)[-1]
    text = (HOME / file).read_text("utf-8")
    assert code
    assert [part for part in code.split("\n\n\n") if part not in text] == []


def test_every_command_is_one_that_the_command_line_has() -> None:
    used = set(re.findall(r"^examformer ([a-z-]+)", EVERYTHING, re.M)) | set(
        re.findall(r"`examformer ([a-z-]+)", EVERYTHING)
    )
    choices = next(action.choices for action in _parser()._actions if action.choices)
    assert used
    assert used <= set(choices)


def test_every_make_target_that_is_named_exists() -> None:
    targets = set(re.findall(r"^([a-z0-9]+):", (HOME / "Makefile").read_text(), re.M))
    used = set(re.findall(r"`(?:[A-Z]+=\S+ )?make ([a-z0-9]+)", EVERYTHING)) | set(
        re.findall(r"^make ([a-z0-9]+)", EVERYTHING, re.M)
    )
    assert {"run", "test"} <= used
    assert used <= targets


def test_the_settings_are_those_that_there_are() -> None:
    names = re.findall(r"`([A-Z_]+)`", table_in(TEXTS["docs/operating.md"], "| Setting |"))
    whole = {name if not name.startswith("_") else f"EXAMFORMER_OPENID{name}" for name in names}
    aliased = {"HOST", "PORT"}
    there = {f"EXAMFORMER_{name}".upper() for name in Settings.model_fields} - {
        "EXAMFORMER_HOST",
        "EXAMFORMER_PORT",
    }
    assert whole == there | aliased


def test_the_limits_are_those_that_there_are() -> None:
    named = set(re.findall(r"`([A-Z_]+)`", table_in(TEXTS["docs/architecture.md"], "| Limit |")))
    assert named == {name for name, value in vars(concurrency).items() if isinstance(value, ConcurrencyLimit)}


def test_the_kinds_and_functions_that_authors_read_of_are_those_that_there_are() -> None:
    authoring = TEXTS["docs/authoring.md"]
    kinds = {file.stem for file in (HOME / "engine" / "kinds").glob("*.py")} - {"__init__"}
    assert set(re.findall(r"^\| `(\w+)`", table_in(authoring, "| Kind |"), re.M)) == kinds | set(DRAWN)
    language = authoring.partition("### The language")[2].partition("\n## ")[0]
    called = {
        name for code in CODE.findall(language.replace("\n  ", " ")) for name in re.findall(r"[a-z]\w*", code)
    }
    assert called >= CALLED
