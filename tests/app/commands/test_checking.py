"""``examformer check`` finds what authors get wrong, says where, and leaves sound questions alone."""

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app.commands import checking
from app.commands.refusal import Refused
from app.questions import installed
from app.settings import settings
from engine import catalogue
from engine.answers.forms import Choice, Tokens
from engine.chain import Family, NotApplicable
from engine.parameters import Array, Frozen, Vector, symbol
from engine.questions import Question
from engine.validation import checks
from engine.validation.checks import Checked

SOUND = """
title = "Three measures"
family = "perplexity"
section = "2.12"
statement = "A model gave the true tokens the probabilities <probabilities>."
points = 4
parts = [{ ask = "nats", points = 1 }, { ask = "perplexity", points = 3 }]
"""


@pytest.fixture
def bank(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Path]]:
    """Puts question files into an empty bank, which is then the one that is checked."""
    monkeypatch.setenv("EXAMFORMER_QUESTION_BANK", str(tmp_path))
    settings.cache_clear()
    installed.bank.cache_clear()

    def put(**files: str) -> Path:
        folder = tmp_path / "evaluation"
        folder.mkdir(exist_ok=True)
        for name, text in files.items():
            (folder / f"{name.replace('_', '-')}.toml").write_text(text, "utf-8")
        return folder

    yield put
    monkeypatch.undo()
    settings.cache_clear()
    installed.bank.cache_clear()


def test_a_sound_question_is_one_line_with_ok_and_status_0(
    bank: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    bank(sound=SOUND)
    assert checking.check([], 4) == 0
    line, summary = capsys.readouterr().out.splitlines()
    assert line.split()[0] == "sound"
    assert line.endswith("ok")
    assert "12 variants" in line  # three levels
    assert summary.startswith("1 question, 12 variants drawn")
    assert "nothing to mend" in summary


def test_a_broken_file_is_told_with_its_line_and_key_and_the_rest_is_still_checked(
    bank: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = bank(sound=SOUND, twisted=SOUND.replace("points = 4", 'points = "many"'))
    assert checking.check([], 2) == 1
    out = capsys.readouterr().out
    assert f"{folder / 'twisted.toml'}:6: points: " in out
    assert "\nsound " in out
    assert "1 finding." in out


def test_a_broken_file_that_is_asked_for_by_name_is_a_finding_and_another_is_left_out(
    bank: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    bank(sound=SOUND, twisted="title =")
    assert checking.check(["twisted"], 2) == 1
    assert checking.check(["sound"], 2) == 0
    assert "twisted.toml:1:" in capsys.readouterr().out


def test_an_unknown_question_and_a_count_below_one_are_refused(bank: Callable[..., Path]) -> None:
    bank(sound=SOUND)
    with pytest.raises(Refused, match="there is no question 'unsound'"):
        checking.check(["sound", "unsound"], 2)
    with pytest.raises(Refused, match="--seeds: must be at least 1"):
        checking.check(["sound"], 0)


def test_findings_stand_under_their_question_and_make_the_status_1(
    bank: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    bank(rare=SOUND + "fixed = { probabilities = [0.0005, 0.0005] }\n", sound=SOUND)
    assert checking.check([], 3) == 1
    lines = capsys.readouterr().out.splitlines()
    place = next(n for n, line in enumerate(lines) if line.startswith("rare"))
    assert lines[place].endswith("1 finding")
    assert lines[place + 1].startswith("    warm-up, seed 0 (and 8 more): cannot be drawn: perplexity: ")
    assert "perplexity = 2000, by hand" in lines[place + 1]


EXAM = """
title = "Friday"
minutes = 10
points = 4
groups = [{ title = "Measures", number = 1, points = 4, families = ["perplexity"] }]
"""


def put_exam(bank: Callable[..., Path], **files: str) -> Path:
    folder = bank(sound=SOUND).parent / "exams"
    folder.mkdir()
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text, "utf-8")
    return folder


def test_an_exam_that_can_be_sat_is_one_line_with_ok(
    bank: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    put_exam(bank, friday=EXAM)
    assert checking.check([], 2) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "exam friday: 1 question, 4 points, 10 minutes  ok"
    assert lines[1].startswith("sound ")
    assert checking.check(["friday"], 2) == 0
    assert "sound " not in capsys.readouterr().out
    assert checking.check(["sound"], 2) == 0
    assert "friday" not in capsys.readouterr().out


def test_an_exam_that_cannot_be_filled_is_told_with_its_group_and_makes_the_status_1(
    bank: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    put_exam(bank, friday=EXAM.replace("number = 1, points = 4", "number = 2, points = 2"))
    assert checking.check([], 2) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "exam friday: 2 questions, 4 points, 10 minutes  1 finding"
    assert lines[1] == "    Measures: 2 questions are needed, and one fits"
    assert "1 finding." in lines[-1]
    assert checking.check(["friday"], 2) == 1
    assert checking.check(["sound"], 2) == 0


def test_a_broken_exam_is_told_with_its_line(
    bank: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = put_exam(bank, friday=EXAM.replace("points = 4\n", "points = 5\n", 1))
    for wanted in ([], ["friday"]):
        assert checking.check(wanted, 2) == 1
        told = f"{folder / 'friday.toml'}:4: points: the groups come to 4, not to 5: 1 × 4 (Measures)"
        assert told in capsys.readouterr().out


def test_no_progress_is_written_where_nobody_watches(
    bank: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    bank(sound=SOUND)
    checking.check([], 1)
    assert capsys.readouterr().err == ""


class Numbers(Frozen):
    numbers: Vector = symbol("x", "the numbers")
    names: dict[str, int] = symbol("N", "what can be chosen", default={"low": 0, "high": 1})


def family(*, formula: str = r"\frac{1}{n} \sum_i <numbers>") -> Family:
    made = Family("specimen", "A specimen", section="2.4", parameters=Numbers)

    @made.step("Mean", formula, symbol="m")
    def mean(numbers: Array) -> float:
        return float(numbers.mean())

    @made.step("Ten times", "10 <mean>", symbol="t")
    def tenfold(mean: float) -> float:
        return 10 * mean

    @made.step("Side", r"\text{which side}", form=Choice("names"))
    def side(tenfold: float) -> str:
        return "high" if tenfold > 33.33 else "low"

    @made.step("Written", r"\text{as tokens}", form=Tokens())
    def written(numbers: Array) -> tuple[str, ...]:
        return ("1,5", "x")

    @made.mistake(of="mean", says="You took the sum.")
    def sum_for_mean(numbers: Array) -> float:
        return float(numbers.sum())

    @made.mistake(of="mean", says="You took the largest.")
    def largest(numbers: Array) -> float:
        if len(numbers) == 1:
            raise NotApplicable
        return float(numbers.max())

    @made.draws
    def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"numbers": [rng.randint(1, 9) for _ in range(3)]}

    return made


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Checked]:
    """Checks a question on the specimen family."""

    def check(specimen: Family | None = None, **changes: Any) -> Checked:
        made = specimen or family()
        monkeypatch.setattr(catalogue, "families", lambda: {made.id: made})
        values: dict[str, Any] = {
            "id": "specimen",
            "family": made.id,
            "title": "Specimen",
            "section": "2.4",
            "levels": ["exam"],
        }
        values |= {"statement": "The numbers are <numbers>.", "parts": [{"ask": "mean"}]}
        return checks.check(Question.model_validate(values | changes), 20)

    return check


def sentences(checked: Checked) -> str:
    return "\n".join(map(str, checked.findings))


def test_a_question_without_flaws_has_no_findings(checked: Callable[..., Checked]) -> None:
    result = checked()
    assert sentences(result) == ""
    assert result.drawn == 20
    assert 15 < result.different <= 20
    assert result.longest == len("The numbers are [1, 2, 3].")


@pytest.mark.sweep
def test_a_number_outside_its_form_is_named_where_the_numbers_are_fixed(
    checked: Callable[..., Checked],
) -> None:
    result = checked(fixed={"numbers": [4000, 5000, 9000]})
    assert "mean: the number does not fit its form" in sentences(result)
    assert "mean = 6000, by hand" in sentences(result)
    assert result.drawn == 0
    assert result.findings[0].variants == checks.FAILURES  # and then it was given up


@pytest.mark.sweep
def test_a_case_that_is_never_drawn_does_not_hide_behind_the_others(checked: Callable[..., Checked]) -> None:
    cases = [{"name": "Small", "numbers": [1, 2, 6]}, {"name": "Large", "numbers": [4000, 5000, 9000]}]
    result = checked(cases=cases)
    assert "the case Large is never drawn: mean: the number does not fit its form" in sentences(result)
    assert "mean = 6000" in sentences(result)
    assert "Small" not in sentences(result)


@pytest.mark.sweep
def test_redraws_are_counted_and_too_many_are_a_finding(checked: Callable[..., Checked]) -> None:
    specimen = family()
    tries = count()
    specimen.refuses(lambda exact: None if next(tries) % 40 == 39 else "not yet")
    result = checked(specimen)
    assert result.redraws == 20 * 39
    assert "exam: only one draw in 40 is fair to ask" in sentences(result)


def test_a_mistake_that_these_numbers_rule_out_is_no_finding(checked: Callable[..., Checked]) -> None:
    assert "largest" not in sentences(checked(fixed={"numbers": [7, 7, 7]}))


def test_a_mistake_that_seldom_shows_is_a_finding_with_its_share(checked: Callable[..., Checked]) -> None:
    result = checked(ranges={"numbers": [[5, 5, 5], [6, 6, 6], [7, 7, 7], [8, 8, 8], [5, 6, 7]]})
    assert "the mistake largest shows in" in sentences(result)
    assert "sum_for_mean" not in sentences(result)


def test_a_mistake_that_nobody_could_make_or_that_no_asked_part_rests_on_is_no_finding(
    checked: Callable[..., Checked],
) -> None:
    assert "largest" not in sentences(checked(fixed={"numbers": [7]}))
    assert "mistake" not in sentences(checked(parts=[{"ask": "written"}], fixed={"numbers": [7, 7]}))


def test_a_choice_that_rounding_turns_is_a_near_tie(checked: Callable[..., Checked]) -> None:
    result = checked(parts=[{"ask": "side"}], fixed={"numbers": [3, 3, 4]})
    assert "side: a near-tie: high becomes low where mean" in sentences(result)
    assert "near-tie" not in sentences(checked(parts=[{"ask": "side"}], fixed={"numbers": [1, 2, 4]}))


def test_a_key_that_cannot_be_typed_is_a_finding(checked: Callable[..., Checked]) -> None:
    assert "written: its own key 1,5 x is marked" in sentences(checked(parts=[{"ask": "written"}]))


def test_a_formula_that_does_not_convert_is_a_finding(checked: Callable[..., Checked]) -> None:
    assert "mean: this formula does not convert" in sentences(checked(family(formula=r"\frac{<numbers>")))
    assert "statement: this formula does not convert" in sentences(checked(statement=r"Look at $\frac{1$."))


def test_a_sign_that_nothing_closes_in_the_statement_is_a_finding(checked: Callable[..., Checked]) -> None:
    assert "nothing closes: 'The mean of $x.'" in sentences(checked(statement="The mean of $x."))


def test_points_that_do_not_add_up_are_a_finding(checked: Callable[..., Checked]) -> None:
    parts = [{"ask": "mean", "points": 2}, {"ask": "tenfold", "points": 2}]
    assert "the points of the parts (2 + 2) are not the question's 5" in sentences(
        checked(points=5, parts=parts)
    )
    assert sentences(checked(points=4, parts=parts)) == ""
    rest = [{"ask": "mean", "points": 6}, {"ask": "tenfold"}]
    assert "(6 + -1)" in sentences(checked(points=5, parts=rest))


def test_a_statement_that_fills_the_screen_is_a_finding(checked: Callable[..., Checked]) -> None:
    assert "the statement has up to 1710 characters" in sentences(
        checked(statement="Read this. " * 155 + "Now!!")
    )


def test_ranges_that_leave_nothing_to_chance_are_a_finding(checked: Callable[..., Checked]) -> None:
    one = "has ranges or cases, and yet 20 draws gave 1 different variants"
    assert one in sentences(checked(ranges={"numbers": [[1, 2, 6]]}))


def test_mistakes_that_cannot_be_told_apart_are_a_remark_and_no_finding(
    checked: Callable[..., Checked],
) -> None:
    specimen = family()

    @specimen.mistake(of="mean", says="You added them up.")
    def added_up(numbers: Array) -> float:
        return float(sum(numbers))

    result = checked(specimen)
    assert result.findings == ()
    assert result.remarks == (
        "the mistakes sum_for_mean and added_up give the same numbers in every variant",
    )
    assert result.speaks["sum_for_mean"] == 1


def test_too_much_to_type_is_a_finding(
    checked: Callable[..., Checked], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.validation.findings.MOST_TYPED", 0)
    assert "1 answers are to be typed" in sentences(checked())


@pytest.mark.sweep  # in every run a whole bank is checked, above
def test_several_questions_are_checked_side_by_side_and_told_in_order(
    bank: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    bank(first=SOUND, second=SOUND, third=SOUND + "fixed = { probabilities = [0.0005, 0.0005] }\n")
    assert checking.check(["second", "third", "first"], 3, details=True) == 1
    lines = capsys.readouterr().out.splitlines()
    told = [line.split()[0] for line in lines if "variants" in line and not line.startswith("    ")]
    assert told == ["second", "third", "first", "3"]
    assert any(line.startswith("    100% of the variants: two_to_the_nats") for line in lines)
