"""Mathematics that cannot be set is found where it is written, before anybody meets it."""

from pathlib import Path

import pytest

from app.settings import HOME
from engine.bank import question_of, written
from engine.validation.locations import Broken

FILE = Path("subject/a-question.toml")
BEGINNINGS = HOME / "app" / "authoring" / "starters"


def beginning(kind: str) -> str:
    return (BEGINNINGS / f"{kind}.toml").read_text("utf-8")


def broken(text: str) -> Broken:
    found = question_of(text, FILE)
    assert isinstance(found, Broken), found
    assert found.message.partition(" ")[0].rstrip(":") in text.splitlines()[found.line - 1]
    return found


@pytest.mark.parametrize(
    ("latex", "said"),
    [
        (r"\frac{1", "the } that closes what was opened is missing"),
        (r"\foo", r"\foo: \foo is not known"),
        ("n^2^3", "two exponents or two indices stand at one place"),
        ("a&b", "& belongs into a matrix alone"),
        ("n_", "something is missing at its end"),
        ("n}", "} closes nothing"),
        ("5 % of n", r"% begins a comment; for the sign write \%"),
    ],
)
@pytest.mark.parametrize(
    ("before", "after", "key"),
    [
        ('symbol = "n"', "symbol = 'LATEX'", "variables.requests.symbol"),
        ('symbol = "T"', "symbol = 'LATEX'", "steps.symbol"),
        ('symbol = "T"', "formula = 'LATEX'", "steps.formula"),
        ("each of $<tokens>$ tokens", "each of $LATEX$ tokens", "statement"),
        ('says = "You took', "says = 'You took $LATEX$'\n# says = \"", "mistakes.says"),
    ],
)
def test_what_cannot_be_set_is_refused_at_its_line(
    before: str, after: str, key: str, latex: str, said: str
) -> None:
    text = beginning("formula")
    assert before in text
    found = broken(text.replace(before, after.replace("LATEX", latex), 1))
    assert found.key == key
    assert said in found.message


@pytest.mark.parametrize(
    ("kind", "key"),
    [
        ("choice", "options.why"),
        ("order", "items.why"),
        ("match", "pairs.why"),
        ("text", "rubric.says"),
        ("text", "answer"),
        ("family", "statement"),
    ],
)
def test_so_it_is_in_questions_of_other_kinds(kind: str, key: str) -> None:
    name = key.rpartition(".")[2]
    lines = beginning(kind).splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith(f"{name} = "))
    if lines[at].endswith("'''"):
        lines[at + 1] = r"Here stands $\foo$. " + lines[at + 1]
    else:
        mark = lines[at][len(name) + 3]
        lines[at] = f"{name} = '''Here stands $\\foo$. {lines[at].split(mark)[1]}'''"
    found = broken("\n".join(lines))
    assert (found.key, found.message) == (key, r"\foo: \foo is not known")


def test_a_beginning_of_every_kind_can_be_set() -> None:
    files = list(BEGINNINGS.glob("*.toml"))
    assert len(files) == 10
    assert [file.name for file in files if isinstance(written(file.read_text("utf-8"), FILE), list)] == []


def test_a_dollar_in_a_program_and_a_slot_within_mathematics_are_no_faults() -> None:
    text = beginning("code")
    assert "starter = " in text
    program = text.replace("starter = '''", "starter = '''\n# costs $\\foo$ a month", 1)
    assert not isinstance(question_of(program, FILE), Broken)
    power = beginning("formula").replace("$<tokens>$", r"$2^{<tokens>} \cdot \frac{<tokens>}{3}$")
    assert not isinstance(question_of(power, FILE), Broken)
