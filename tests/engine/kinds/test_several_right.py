"""A choice of which several options may be right: how it is read, what it earns, and what it says."""

from fractions import Fraction
from itertools import chain, combinations
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from engine import variants
from engine.answers.forms import Scoring, Several
from engine.answers.responses import NotRead
from engine.bank import question_of
from engine.kinds import choice
from engine.marking import feedback
from engine.marking.marking import mark
from engine.questions import Question
from engine.solutions import worked_solution
from engine.validation import checks
from engine.validation.remarks import ALL_TICKED
from engine.variants import Variant
from tests.engine.submissions import marked

RULES: tuple[Scoring, ...] = get_args(Scoring)
BY_KEY = [rule for rule in RULES if rule != "shares"]
OPTIONS: list[dict[str, Any]] = [
    {"text": "Dropout, at a rate of 0.1", "right": True, "why": "It removes units."},
    {"text": "Weight decay, $\\lambda > 0$", "right": True, "why": "It keeps weights small."},
    {"text": "More layers", "why": "They add capacity."},
    {"text": "Label smoothing", "right": True, "why": "It keeps the model from certainty."},
    {"text": "A larger batch", "why": "It makes the gradient less noisy."},
]
SHARED = [  # the right ones add up to more than 1
    {**option, "share": share} for option, share in zip(OPTIONS, ("1/2", 0.25, "-1/3", "1/2", 0), strict=True)
]
NAMES = [option["text"] for option in OPTIONS]
RIGHT = [option["text"] for option in OPTIONS if option.get("right")]
TEXT = (
    "title = 'T'\nkind = 'choice'\nsection = '2.5'\nseveral = true\nstatement = 'What regularises?'\n"
    + "".join(
        f"[[options]]\ntext = '{one['text']}'\nwhy = '{one['why']}'\nright = {str(one.get('right', False)).lower()}\n"
        for one in OPTIONS
    )
)


def asking(scoring: str, options: list[dict[str, Any]] = OPTIONS, **more: Any) -> Question:
    values = {
        "id": "a-test",
        "title": "T",
        "section": "2.5",
        "statement": "What regularises?",
        "several": True,
    }
    return choice.Item.model_validate({**values, "scoring": scoring, "options": options, **more}).question()


def drawn(scoring: str, seed: int = 0) -> Variant:
    return variants.draw(asking(scoring, SHARED if scoring == "shares" else OPTIONS), seed, "exam")


def earned(scoring: str, ticked: list[str]) -> Fraction:
    return marked(drawn(scoring), {"answer": ["\n".join(ticked) or "none"]})["answer"].credit


def by_hand(scoring: str, ticked: set[str]) -> Fraction:
    """The rules once more, option by option."""
    decided = {name: (name in ticked) == (name in RIGHT) for name in NAMES}
    if scoring == "all or nothing":
        return Fraction(all(decided.values()))
    if scoring == "every option":
        return sum((Fraction(ok, len(NAMES)) for ok in decided.values()), Fraction(0))
    if scoring == "shares":
        shares = dict(
            zip(NAMES, (Fraction(1, 2), Fraction(1, 4), Fraction(-1, 3), Fraction(1, 2), 0), strict=True)
        )
        return Fraction(min(1, max(0, sum(shares[name] for name in ticked))))
    steps = [Fraction(1 if name in RIGHT else -1, len(RIGHT)) for name in ticked]
    return max(Fraction(0), sum(steps, Fraction(0)))


@pytest.mark.parametrize("scoring", RULES)
def test_every_set_of_ticks_earns_what_its_rule_says(scoring: str) -> None:
    for ticked in chain.from_iterable(combinations(NAMES, size) for size in range(len(NAMES) + 1)):
        assert earned(scoring, list(ticked)) == by_hand(scoring, set(ticked)), ticked


@given(
    st.sets(st.sampled_from("abcdefgh")),
    st.sets(st.sampled_from("abcdefgh"), min_size=1),
    st.sampled_from(BY_KEY),
)
def test_only_the_right_ticks_earn_everything(ticked: set[str], key: set[str], scoring: Scoring) -> None:
    credit = Several("options", tuple("abcdefgh"), scoring=scoring).credit(ticked, key)
    assert 0 <= credit <= 1
    assert (credit == 1) is (ticked == key)


def test_the_key_is_kept_and_read_back_in_the_order_of_the_sheet() -> None:
    for seed in range(20):
        variant = drawn("right minus wrong", seed)
        (asked,) = variant.asked
        names = asked.step.form.names  # type: ignore[union-attr]
        assert asked.key == tuple(name for name in names if name in RIGHT)
        again = variants.from_json(variant.question, variant.to_json())
        assert (again.asked[0].key, again.asked[0].step.form) == (asked.key, asked.step.form)
        shown = asked.step.form.show(asked.key)
        assert marked(again, {"answer": [shown]})["answer"].right


def test_one_option_with_a_comma_is_read_and_none_goes_with_nothing_else() -> None:
    variant = drawn("right minus wrong")
    assert marked(variant, {"answer": [RIGHT[0]]})["answer"].credit == Fraction(1, 3)
    assert marked(variant, {"answer": ["none"]})["answer"].credit == 0
    for text in (f"none\n{RIGHT[0]}", "Dropout"):
        assert isinstance(mark(variant, {"answer": [text]})["answer"], NotRead)


def test_one_wrong_decision_says_why_and_several_say_how_many() -> None:
    variant = drawn("right minus wrong")
    (asked,) = variant.asked
    one = marked(variant, {"answer": ["\n".join([*RIGHT, "More layers"])]})["answer"]
    assert (one.credit, feedback.sentences(variant, asked, one)[-1]) == (Fraction(2, 3), "They add capacity.")
    two = marked(variant, {"answer": ["\n".join([*RIGHT[:2], "More layers"])]})["answer"]
    assert (
        feedback.sentences(variant, asked, two)[-1]
        == "2 ticked rightly, 1 ticked that does not belong, 1 missing."
    )
    assert feedback.sentences(variant, asked, marked(variant, {"answer": ["\n".join(RIGHT)]})["answer"]) == [
        "Right."
    ]


@pytest.mark.parametrize("scoring", RULES)
def test_the_sheet_says_what_counts(scoring: str) -> None:
    variant = drawn(scoring)
    said = feedback.written_how(variant, variant.asked[0])
    words = {
        "right minus wrong": "takes away",
        "every option": "every option counts",
        "all or nothing": "tick all that belong",
        "shares": "each has its share of the points",
    }
    assert words[scoring] in said


@pytest.mark.parametrize(("share", "costs"), [("0", False), ("-1/4", True)])
def test_the_check_says_where_ticking_everything_earns_all_points(share: str, costs: bool) -> None:
    options = [{**one, "share": "1/2" if one.get("right") else share} for one in OPTIONS[:3]]
    made = checks.check(asking("shares", options), 3)
    assert made.findings == ()
    assert (ALL_TICKED in made.remarks) is not costs


def test_ticks_that_earn_everything_are_right_though_one_more_could_be_ticked() -> None:
    variant = drawn("shares")
    enough = marked(variant, {"answer": ["\n".join([RIGHT[0], RIGHT[2]])]})["answer"]
    assert (enough.right, str(enough.rule)) == (True, "right")
    part = marked(variant, {"answer": ["\n".join([RIGHT[0], "More layers"])]})["answer"]
    assert (part.credit, str(part.rule)) == (Fraction(1, 6), "wrong")


def test_every_option_is_told_with_its_reason() -> None:
    variant = drawn("every option")
    (line,) = worked_solution.tell(variant.exact, ["answer"])
    assert set(line.step.reasons) == set(NAMES)
    assert set(line.value) == set(RIGHT)


def test_its_check_finds_nothing_to_mend() -> None:
    question = question_of(TEXT, Path("mine/of-five.toml"))
    assert isinstance(question, Question)
    assert not checks.check(question, 40).findings


@pytest.mark.parametrize(
    ("options", "more", "says"),
    [
        ([{**one, "right": False} for one in OPTIONS], {}, "at least one option must be right"),
        (OPTIONS, {"several": False}, "exactly one option must be right"),
        ([*OPTIONS, {"text": "none", "why": "No."}], {}, "not “none”"),
        ([*OPTIONS, {"text": "a\nb", "why": "No."}], {}, "an option is one line"),
        (OPTIONS, {"scoring": "half"}, "right minus wrong"),
        (SHARED, {}, "shares count where the scoring is by shares alone"),
        (OPTIONS, {"scoring": "shares"}, "a right one earns a share above 0"),
        ([*SHARED[:4], {**SHARED[4], "share": "1/4"}], {"scoring": "shares"}, "a wrong one earns nothing"),
        ([*SHARED[:1], *SHARED[2:3]], {"scoring": "shares"}, "add up to 1/2; together they earn all points"),
        ([*SHARED[:4], {**SHARED[4], "share": -2}], {"scoring": "shares"}, "must be a share of the points"),
    ],
)  # fmt: skip
def test_what_cannot_be_ticked_is_refused(
    options: list[dict[str, Any]], more: dict[str, Any], says: str
) -> None:
    with pytest.raises(ValidationError, match=says):
        asking(**{"scoring": "every option", "options": options, **more})
