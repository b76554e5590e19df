"""The page "Write a family in ten minutes" is run as it stands: its code, its question, what its commands print."""

import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

from app import cli
from app.commands import scaffold
from app.questions import installed
from app.settings import HOME, settings
from engine import catalogue, variants
from engine.bank import read_bank
from engine.chain import Family, run
from engine.fairness import speaks
from tests.app.commands.test_scaffold import keep_the_contract, load

PAGE = (HOME / "engine" / "families" / "README.md").read_text("utf-8")
BLOCKS = [(info, text) for info, text in re.findall(r"^```(\S.*)\n((?:.*\n)*?)```$", PAGE, re.MULTILINE)]
FILES = sorted(
    {path for info, _ in BLOCKS if re.fullmatch(r"python \S+", info) for path in [info.split()[1]]}
)
QUOTES = [
    (info.removeprefix("python from "), text) for info, text in BLOCKS if info.startswith("python from ")
]
COMMANDS = "".join(text for info, text in BLOCKS if info == "console")
SEEDS = range(20)


def written(file: str) -> str:
    """A file that the page writes, its blocks one after the other."""
    return "\n\n".join(text for info, text in BLOCKS if info.partition(" ")[2] == file)


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Family]]:
    """The product with the families and the question of the page in place of its own."""
    names = ("mean_absolute_error", "parabola_descent")
    made = {
        name: load(
            f"engine.families.training.{name}", written(f"engine/families/training/{name}.py"), monkeypatch
        )
        for name in names
    }
    families: dict[str, Family] = {name: module.family for name, module in made.items()}
    load(
        "tests.oracles.training.mean_absolute_error",
        written("tests/oracles/training/mean_absolute_error.py"),
        monkeypatch,
    )
    file = tmp_path / "question_bank" / "training" / "how-far-off.toml"
    file.parent.mkdir(parents=True)
    file.write_text(written("question_bank/training/how-far-off.toml"), "utf-8")
    monkeypatch.setenv("EXAMFORMER_QUESTION_BANK", str(tmp_path / "question_bank"))
    monkeypatch.setattr(catalogue, "families", lambda: families)
    monkeypatch.setattr(scaffold, "new_family", partial(scaffold.new_family, root=tmp_path / "scaffold"))
    settings.cache_clear()
    installed.bank.cache_clear()
    yield families
    monkeypatch.undo()
    settings.cache_clear()
    installed.bank.cache_clear()


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Callable[[str], str]:
    """Runs one line of the page and gives what it printed."""

    def type_in(line: str) -> str:
        program, *arguments = shlex.split(line)
        assert program == "examformer"
        with pytest.raises(SystemExit) as end:
            cli.main(arguments)
        assert end.value.code == 0, capsys.readouterr().err
        return "".join(f"{printed.rstrip()}\n" for printed in capsys.readouterr().out.splitlines())

    return type_in


def test_every_command_prints_what_the_page_shows(
    page: dict[str, Family], shell: Callable[[str], str]
) -> None:
    shown = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", COMMANDS, re.MULTILINE)
    assert len(shown) >= 7
    for line, expected in shown:
        pattern = ".*".join(map(re.escape, expected.split("...")))
        printed = shell(line)
        assert re.fullmatch(pattern, printed), f"$ {line}\n{printed}"


def test_the_family_keeps_the_contract_and_agrees_with_its_oracle(
    page: dict[str, Family], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = keep_the_contract(page["mean_absolute_error"], "training", monkeypatch)
    assert "test_the_chain_agrees_with_its_oracle" in kept


def test_the_question_can_be_drawn_and_every_mistake_of_the_page_shows(page: dict[str, Family]) -> None:
    question = read_bank(settings().question_bank).questions["how-far-off"]
    assert question.family_id == "mean_absolute_error"
    family = page["mean_absolute_error"]
    assert list(family.mistakes) == ["sum_for_mean", "squares", "signs_kept"]
    for level in question.levels:
        drawn = [variants.draw(question, seed, level) for seed in SEEDS]
        for mistake in family.mistakes.values():
            assert any(speaks(mistake, variant.exact, {"loss": None}) for variant in drawn), mistake.name


def test_the_unrolled_family_has_a_step_for_each_time_and_its_mistake_in_each(
    page: dict[str, Family],
) -> None:
    family = page["parabola_descent"]
    parameters = family.parameters.of({"w_0": 5, "rate": 0.1, "steps": 3})
    exact = run(family, parameters)
    assert list(exact.steps) == ["w_1", "w_2", "w_3"]
    assert exact.answers() == pytest.approx({"lowest": float(5 * Fraction(8, 10) ** 3)})
    wrong = run(family, parameters, instead={"w": family.mistakes["uphill"]})
    assert wrong.reached == pytest.approx({f"w_{n}": 5 * 1.2**n for n in (1, 2, 3)})


@pytest.mark.parametrize(
    ("file", "text"), QUOTES, ids=[text.splitlines()[1].partition("(")[0] for _, text in QUOTES]
)
def test_what_is_quoted_from_the_product_stands_there(file: str, text: str) -> None:
    assert text in (HOME / file).read_text("utf-8")


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("check", [["check", "--ignore=INP001"], ["format", "--check"]], ids=" ".join)
def test_the_code_of_the_page_is_formatted_and_linted(file: str, check: list[str]) -> None:
    ruff = Path(sys.executable).with_name("ruff")
    command: list[str | Path] = [ruff, *check, "--no-cache", "--stdin-filename", file, "-"]
    done = subprocess.run(command, input=written(file), capture_output=True, text=True, check=False, cwd=HOME)
    assert done.returncode == 0, done.stdout + done.stderr


def test_files_that_the_page_names_are_there() -> None:
    named = re.findall(r"`((?:engine|tests|app)/[\w/]+\.py)`", PAGE)
    assert len(named) >= 4
    for file in named:
        assert (HOME / file).is_file(), file
