"""Kinds beside chains of numbers: what their files may say, and how they are drawn, marked and told."""

import csv
import re
from fractions import Fraction
from typing import Any

import pytest
from pydantic import ValidationError

from engine import variants
from engine.answers.forms import Choice
from engine.answers.responses import NotRead
from engine.kinds import choice, match, order
from engine.kinds.order import longest_run
from engine.marking import feedback, marking
from engine.questions import Question
from engine.solutions import worked_solution
from engine.solutions.mathml import mathml
from engine.solutions.wording import Math, inlines
from engine.validation.checks import check
from tests.engine.submissions import BANK, HOME, by_id, marked
from tests.every import every

CHOICES = [question for question in BANK.questions.values() if question.kind == "choice"]
OPTIONS: list[dict[str, Any]] = [
    {"text": "Paris", "right": True, "why": "It is."},
    {"text": "Rome", "why": "That is the capital of Italy."},
    {"text": "Bern", "why": "That is the federal city of Switzerland."},
    {"text": "Dhaka", "why": "That is the capital of Bangladesh."},
]


def asking(options: list[dict[str, Any]]) -> Question:
    values = {
        "id": "capital",
        "title": "Capital",
        "section": "2.1",
        "statement": "The capital of France is <x>",
    }
    return choice.Item.model_validate({**values, "options": options}).question()


def test_options_are_shuffled_for_each_sheet_and_kept_with_it() -> None:
    question = asking(OPTIONS)
    drawn = [variants.draw(question, seed, "exam") for seed in range(200)]
    places = [variant.exact.values["options"].index("Paris") for variant in drawn]
    assert all(30 <= places.count(place) <= 70 for place in range(4))
    again = variants.from_json(question, drawn[0].to_json())
    assert again.exact.values["options"] == drawn[0].exact.values["options"]
    assert again.asked[0].key == "Paris"


def test_the_right_option_earns_the_point_and_every_answer_its_reason() -> None:
    variant = variants.draw(asking(OPTIONS), 0, "exam")
    (asked,) = variant.asked
    for option in OPTIONS:
        mark = marked(variant, {"answer": [str(option["text"])]})["answer"]
        assert mark.credit == bool(option.get("right"))
        assert feedback.sentences(variant, asked, mark)[-1] == option["why"]


def test_all_reasons_are_told_and_the_only_hint_is_the_answer() -> None:
    variant = variants.draw(asking(OPTIONS), 0, "exam")
    (line,) = worked_solution.tell(variant.exact, ["answer"])
    assert [line.step.reasons[text] for text in line.step.form.names] == [  # type: ignore[union-attr]
        next(option["why"] for option in OPTIONS if option["text"] == text)
        for text in variant.exact.values["options"]
    ]
    (hint,) = worked_solution.ladder(variant, variant.asked[0])
    assert (hint.kind, hint.whole, hint.cost) == ("value", True, Fraction(1))


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (OPTIONS[:1], "at least 2"), ([*OPTIONS, *({"text": f"{n}", "why": "No."} for n in range(5))], "at most 8"),
        ([{**OPTIONS[0], "right": False}, *OPTIONS[1:]], "exactly one option must be right"),
        ([OPTIONS[0], {**OPTIONS[1], "right": True}, *OPTIONS[2:]], "exactly one option must be right"),
        ([OPTIONS[0], OPTIONS[1], OPTIONS[1], OPTIONS[2]], "must be different"),
    ],
)  # fmt: skip
def test_a_choice_has_two_to_eight_different_options_one_of_them_right(
    options: list[dict[str, Any]], says: str
) -> None:
    with pytest.raises(ValidationError, match=says):
        asking(options)


def bare(parts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same without a reason."""
    return [{name: value for name, value in part.items() if name != "why"} for part in parts]


def test_a_choice_without_reasons_is_marked_and_says_that_none_is_given() -> None:
    variant = variants.draw(asking(bare(OPTIONS)), 0, "exam")
    (asked,) = variant.asked
    right, wrong = (marked(variant, {"answer": [text]})["answer"] for text in ("Paris", "Rome"))
    assert right.credit == 1
    assert wrong.credit == 0
    assert feedback.sentences(variant, asked, right) == ["Right."]
    assert feedback.sentences(variant, asked, wrong) == ["This one is wrong. No reason is given for it."]
    assert feedback.sentences(variant, asked, wrong, final=True) == ["Compare it with the worked solution."]
    assert (wrong.explanation.mistakes, variant.question.family.mistakes) == ((), {})


def test_an_option_that_is_right_in_part_earns_its_share_and_says_so() -> None:
    options = [OPTIONS[0], {**OPTIONS[1], "share": "1/3"}, {"text": "Bern", "share": 0.5}]
    variant = variants.draw(asking(options), 0, "exam")
    (asked,) = variant.asked
    rome, bern, paris = (marked(variant, {"answer": [text]})["answer"] for text in ("Rome", "Bern", "Paris"))
    assert [rome.credit, bern.credit, paris.credit] == [Fraction(1, 3), Fraction(1, 2), Fraction(1)]
    assert str(rome.rule) == "wrong"
    said = ["Right in part: it earns 1/3 of the points.", "That is the capital of Italy."]
    assert feedback.sentences(variant, asked, rome) == said
    assert feedback.sentences(variant, asked, bern) == ["Right in part: it earns 1/2 of the points."]
    unread = marking.mark(variant, {"answer": ["Vienna"]}, final=True)["answer"]
    assert isinstance(unread, marking.PartMark)
    assert unread.credit == 0


@pytest.mark.parametrize("share", [1, "-1/2"])
def test_one_alone_is_right_and_a_wrong_one_takes_nothing(share: object) -> None:
    with pytest.raises(ValidationError, match="must lie between 0 and 1"):
        asking([OPTIONS[0], {**OPTIONS[1], "share": share}])


def test_wrong_ticks_without_reasons_are_counted() -> None:
    values = {**COMMON, "several": True, "options": [{"text": "a", "right": True}, {"text": "b"}]}
    variant = variants.draw(choice.Item.model_validate(values).question(), 0, "exam")
    mark = marked(variant, {"answer": ["a\nb"]})["answer"]
    assert feedback.sentences(variant, variant.asked[0], mark) == [
        "1 ticked rightly, 1 ticked that does not belong."
    ]


@pytest.mark.parametrize(
    ("kind", "values", "says"),
    [
        (choice, {"options": [*OPTIONS[:2], *bare(OPTIONS[2:])]},
         "no reason is given, so students learn only that it is wrong: “Bern”, “Dhaka”"),
        (choice, {"options": [*bare(OPTIONS[:1]), *OPTIONS[1:]]}, ""),  # that it is right says enough
        (choice, {"several": True, "options": [*bare(OPTIONS[:1]), *OPTIONS[1:]]},
         "no reason is given, so students learn only what is right: “Paris”"),
        (match, {"pairs": [{"left": name, "right": name * 2} for name in "abc"]},
         "no reason is given, so students learn only what is right: “a”, “b”, “c”"),
        (order, {"items": [{"text": "a"}, {"text": "b", "why": "It is."}, {"text": "c", "why": "It is."}]},
         "no reason is given, so students learn only what is right: “a”"),
    ],
)  # fmt: skip
def test_the_check_names_what_has_no_reason_and_finds_nothing_to_mend(
    kind: Any, values: dict[str, Any], says: str
) -> None:
    made = check(kind.Item.model_validate({**COMMON, **values}).question(), 3)
    assert (made.findings, made.remarks) == ((), (says,) if says else ())


def test_every_built_in_question_gives_its_reasons() -> None:
    of_words = [one for one in BANK.questions.values() if one.kind in ("choice", "match", "order", "derive")]
    for question in of_words:
        for step in question.family.steps.values():
            assert all(step.reasons.values()), question.id


def test_every_built_in_choice_has_four_options_one_of_them_right() -> None:
    for question in CHOICES:
        (step,) = question.family.steps.values()
        assert (len(step.reasons), type(step.form)) == (4, Choice), question.id


PAIRS = [{"left": f"left {n}", "right": f"right {min(n, 3)}", "why": f"reason {n}"} for n in range(1, 5)]
STAGES = [{"text": f"stage {n}", "why": f"reason {n}"} for n in range(1, 6)]
COMMON = {"id": "a-test", "title": "A test", "section": "2.1", "statement": "What belongs together?"}


def test_a_match_earns_its_right_pairs_and_a_partner_may_belong_to_two() -> None:
    item = match.Item.model_validate({**COMMON, "pairs": PAIRS, "extra": ["right 9"]})
    variant = variants.draw(item.question(), 1, "exam")
    (asked,) = variant.asked
    assert sorted(variant.exact.values["partners"]) == ["right 1", "right 2", "right 3", "right 9"]
    right = [asked.key[name] for name in asked.key]
    assert marked(variant, {"answer": right})["answer"].credit == 1
    turned = [*right[1:], right[0]]
    same = sum(a == b for a, b in zip(right, turned, strict=True))
    mark = marked(variant, {"answer": turned})["answer"]
    assert mark.credit == Fraction(same, 4)
    assert feedback.sentences(variant, asked, mark)[-1] == "Not this yet: look at the marks."


def test_an_order_earns_its_longest_row_and_names_the_first_place_that_differs() -> None:
    variant = variants.draw(order.Item.model_validate({**COMMON, "items": STAGES}).question(), 1, "exam")
    (asked,) = variant.asked
    assert list(variant.exact.values["items"]) != asked.key
    mark = marked(variant, {"answer": [f"stage {n}" for n in (1, 3, 4, 5, 2)]})["answer"]
    assert mark.credit == Fraction(3, 5)
    assert feedback.sentences(variant, asked, mark) == [
        "Ticked is the longest run that follows on rightly: 3 of 5.", "Something else belongs in place 2.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "counts"),
    [
        ("abcde", range(5)), ("bcdea", range(4)), ("edcba", range(0)), ("abdce", range(2)), ("aaaaa", range(0)),
        ("cdeab", range(3)), ("ebcda", range(1, 4)), ("abecd", range(2)),
    ],
)  # fmt: skip
def test_the_longest_run_of_neighbours_counts(typed: str, counts: range) -> None:
    assert longest_run(typed, "abcde") == counts


def test_only_the_longest_run_has_ticks_and_nothing_may_stand_twice() -> None:
    variant = variants.draw(order.Item.model_validate({**COMMON, "items": STAGES}).question(), 1, "exam")
    mark = marked(variant, {"answer": [f"stage {n}" for n in (1, 3, 4, 5, 2)]})["answer"]
    assert [str(cell.rule) for cell in mark.cells] == ["wrong", "right", "right", "right", "wrong"]
    twice = marking.mark(variant, {"answer": [f"stage {n}" for n in (1, 2, 2, 4, 5)]})["answer"]
    assert isinstance(twice, NotRead)
    assert list(twice.problems) == [2]


@pytest.mark.parametrize(
    ("kind", "values", "says"),
    [
        (match, {"pairs": PAIRS[:2]}, "at least 3"), (match, {"pairs": [*PAIRS, PAIRS[0]]}, "must be different"),
        (match, {"pairs": PAIRS, "extra": ["right 1"]}, "no partner of anything"),
        (order, {"items": STAGES[:2]}, "at least 3"), (order, {"items": [*STAGES, STAGES[0]]}, "must be different"),
    ],
)  # fmt: skip
def test_what_does_not_fit_says_why(kind: Any, values: dict[str, Any], says: str) -> None:
    with pytest.raises(ValidationError, match=says):
        kind.Item.model_validate({**COMMON, **values})


# The choice questions of the bank


def test_every_question_that_is_no_family_s_was_read_a_second_time() -> None:
    with (HOME / "question_bank" / "CHECKED.tsv").open(encoding="utf-8") as file:
        rows = list(csv.reader(file, delimiter="\t"))
    assert rows[0] == ["question", "read again on", "what was verified", "as written or mended"]
    assert all(len(row) == 4 and all(row) for row in rows)
    checked = [row[0] for row in rows[1:]]
    assert checked == sorted(
        {question.id for question in BANK.questions.values() if question.kind != "family"}
    )


def right_of(question: Question) -> str:
    return str(variants.draw(question, 0, question.default_level).asked[0].key)


def options_of(question: Question) -> list[str]:
    return list(question.family.steps["answer"].reasons)


def test_an_option_is_a_sentence_that_can_be_shown_and_stands_alone() -> None:
    every(CHOICES, stands_alone, by_id)


def stands_alone(question: Question) -> None:
    reasons = question.family.steps["answer"].reasons
    for text in [*reasons, *reasons.values(), question.statement]:
        for part in inlines(text, {}):
            assert not isinstance(part, Math) or mathml(part.latex)
        assert "**" not in "".join(str(getattr(part, "text", "")) for part in inlines(text, {}))
    for text in reasons:
        assert not re.search(r"\b(all|none|both) of (the|these|them)\b.*\b(above|options)\b", text.lower())
    lengths = sorted(len(text) for text in reasons)
    assert lengths[-1] <= 3 * lengths[0] + 20, lengths
    assert len(question.statement) <= 500
    assert question.source


def test_the_right_option_is_seldom_the_longest() -> None:
    longest = [max(options_of(question), key=len) == right_of(question) for question in CHOICES]
    assert sum(longest) <= 0.3 * len(longest) + 1


def test_no_two_questions_have_the_same_title() -> None:
    titles = [question.title for question in BANK.questions.values()]
    assert len(set(titles)) == len(titles)
