"""Moodle XML comes in: each type as a question of ours, what is changed or lost told, and no key changed."""

from decimal import Decimal
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.authoring.exchange import foreign
from app.authoring.exchange.archive import CannotUnpack, Unpacked
from app.authoring.exchange.drafts import closed, lines, numeric, sentences, whole, words
from app.authoring.exchange.exchanged import (
    GAP,
    RIGHT,
    WRONG,
    Choice,
    Cloze,
    Drawn,
    Essay,
    Exchanged,
    Gap,
    Match,
    Numeric,
    Option,
    Short,
    Wording,
    around,
)
from app.authoring.exchange.from_variant import exchanged
from app.authoring.exchange.markup import html_reading
from app.authoring.exchange.markup.xml_reading import read as read_xml
from app.authoring.exchange.moodle import calculated, cloze_reading, left_out, reading
from app.authoring.exchange.moodle.cloze_reading import NoField, gaps
from app.authoring.exchange.moodle.writing import moodle_xml
from app.authoring.exchange.not_read import NO_ANSWER, NotRead
from app.authoring.exchange.told import GRADERS, WORTH
from app.questions.library import drafted
from engine import variants
from engine.answers import cells, wordings
from engine.answers.forms import Choice as ChoiceForm
from engine.answers.forms import Several, ShortAnswer
from engine.questions import Question
from engine.validation.locations import Broken
from tests.engine.submissions import BANK

HEAD = (
    "<name><text>A name</text></name>"
    "<questiontext format='html'><text><![CDATA[<p>What?</p>]]></text></questiontext>"
)


def quiz(kind: str, body: str = "", head: str = HEAD) -> bytes:
    return f"<?xml version='1.0'?><quiz><question type='{kind}'>{head}{body}</question></quiz>".encode()


def taken(content: bytes) -> Unpacked:
    found = foreign.read("quiz.xml", content)
    assert found is not None
    return found


def text_of(content: bytes) -> str:
    (file,) = taken(content).files
    return file.text


def problems(text: str) -> tuple[Broken, ...]:
    found = drafted("a-name", text)
    assert not isinstance(found, Question)
    return found


def told(content: bytes) -> set[str]:
    return {one.says for file in taken(content).files for one in file.told}


def answer(text: str, percent: str = "0", feedback: str = "", more: str = "") -> str:
    said = f"<feedback><text>{feedback}</text></feedback>"
    return f"<answer fraction='{percent}'><text>{text}</text>{said}{more}</answer>"


FOUR = (
    answer("a", "100", "It is.")
    + answer("b", "0", "No.")
    + answer("c", "0", "Nor.")
    + answer("d", "0", "Never.")
)


def test_a_choice_becomes_a_question_whose_section_is_missing_and_stands_at_its_line() -> None:
    content = quiz("multichoice", f"<single>true</single><defaultgrade>2.5</defaultgrade>{FOUR}")
    text = text_of(content)
    (problem,) = problems(text)
    assert problem.key == "section"
    assert "# Missing" in text.splitlines()[problem.line - 1]
    question = drafted("a-name", text.replace('section = ""', 'section = "2.4"'))
    assert isinstance(question, Question)
    assert (question.kind, question.points) == ("choice", Fraction(5, 2))
    assert variants.draw(question, 1, "exam").asked[0].key == "a"
    assert told(content) == {whole.SECTION}


@pytest.mark.parametrize(
    ("grade", "points"),
    [
        ("2.33", Fraction(233, 100)),
        ("0.67", Fraction(67, 100)),
        ("0.33", Fraction(33, 100)),
        ("2.3333333", Fraction(7, 3)),
        ("0.6666667", Fraction(2, 3)),
        ("1.0000000", Fraction(1)),
        ("0.01", Fraction(1, 100)),
    ],
)
def test_points_are_those_that_stood_there(grade: str, points: Fraction) -> None:
    """Only what was cut off after many digits is the simple fraction that it was meant to be."""
    text = text_of(quiz("multichoice", f"<single>true</single><defaultgrade>{grade}</defaultgrade>{FOUR}"))
    question = drafted("a-name", text.replace('section = ""', 'section = "2.4"'))
    assert isinstance(question, Question)
    assert question.points == points


def test_options_without_feedback_are_a_question_and_what_has_no_reason_is_told() -> None:
    content = quiz("multichoice", FOUR.replace("Nor.", "").replace("Never.", ""))
    text = text_of(content).replace('section = ""', 'section = "2.4"')
    question = drafted("a-name", text)
    assert isinstance(question, Question)
    assert dict(question.family.steps["answer"].reasons) == {"a": "It is.", "b": "No.", "c": "", "d": ""}
    (one,) = (one for one in taken(content).files[0].told if one.says == lines.REASONS)
    assert one.what == "“c”, “d”"


@pytest.mark.parametrize(
    ("kind", "inside"),
    [
        ("matching", "".join(f"<subquestion><text>l{n}</text><answer><text>r{n}</text></answer></subquestion>"
                             for n in range(3))),
        ("ordering", answer("a", "1") + answer("b", "2") + answer("c", "3")),
    ],
)  # fmt: skip
def test_pairs_and_orders_need_no_reasons_either(kind: str, inside: str) -> None:
    text = text_of(quiz(kind, inside)).replace('section = ""', 'section = "2.4"')
    assert isinstance(drafted("a-name", text), Question)


def test_the_general_feedback_is_the_reason_of_the_right_option_or_a_remark() -> None:
    general = "<generalfeedback><text>Because.</text></generalfeedback>"
    assert 'why = "Because."' in text_of(quiz("multichoice", FOUR.replace("It is.", "") + general))
    assert 'says = "Because."' in text_of(quiz("multichoice", FOUR + general))


def test_true_or_false_is_a_choice_of_two_whose_number_the_schema_judges() -> None:
    text = text_of(quiz("truefalse", answer("true", "100", "Yes.") + answer("false", "0", "No.")))
    assert text.count("[[options]]") == 2


@pytest.mark.parametrize(
    ("key", "tolerance", "low", "high"),
    [("3.14", "0.01", 3.13, 3.15), ("1822", "0", 1822, 1822), ("12.5", "0.5", 12, 13),
     ("1e-7", "1e-9", 0.99e-7, 1.01e-7), ("-0.5", "0.05", -0.55, -0.45), ("0", "0.1", -0.1, 0.1),
     ("40000", "250", 39750, 40250)],
)  # fmt: skip
def test_a_number_keeps_what_it_accepts(key: str, tolerance: str, low: float, high: float) -> None:
    body = answer(key, "100", "", f"<tolerance>{tolerance}</tolerance>")
    question = drafted("a", text_of(quiz("numerical", body)).replace('section = ""', 'section = "2.4"'))
    assert isinstance(question, Question), question
    (asked,) = variants.draw(question, 0, "exam").asked
    (band,) = asked.bands
    assert (band.low, band.high) == pytest.approx((low, high)) if band else asked.key == low == high


def test_a_wrong_number_with_feedback_is_a_mistake_and_what_more_stands_there_is_told() -> None:
    body = "".join([
        answer("10", "100", "", "<tolerance>0.5</tolerance>"), answer("20", "0", "You doubled."),
        answer("15", "50", "Near."), answer("-10", "100"), answer("*", "0", "Think again."), answer("ten", "0"),
    ])  # fmt: skip
    content = quiz("numerical", body)
    assert '[[mistakes]]\nof = "answer"\nvalue = "20"\nsays = "You doubled."' in text_of(content)
    assert told(content) >= {numeric.PART, numeric.FURTHER, cloze_reading.ANYTHING, reading.NO_NUMBER}


def several(*shares: str) -> bytes:
    options = "".join(answer(name, share, "So.") for name, share in zip("abcdefgh", shares, strict=False))
    return quiz("multichoice", f"<single>false</single><defaultgrade>2</defaultgrade>{options}")


def what_is_told(content: bytes) -> dict[str, str]:
    return {one.says: one.what for file in taken(content).files for one in file.told}


def form_of(content: bytes) -> ChoiceForm:
    """The form of the choice question that this becomes."""
    question = drafted("a", text_of(content).replace('section = ""', 'section = "2.4"'))
    assert isinstance(question, Question), question
    (asked,) = variants.draw(question, 1, "exam").asked
    assert isinstance(asked.step.form, ChoiceForm)
    return asked.step.form


@pytest.mark.parametrize(
    "shares",
    [
        ("50", "50", "-25", "0"), ("60", "40", "-50"), ("100", "50", "-33.33333"), ("100", "0"), ("50", "50", "0", "0"),
        ("33.33333", "33.33333", "33.33333", "-100"), ("16.66667", "83.33333", "-16.66667"),
    ],
)  # fmt: skip
def test_ticks_earn_and_take_what_they_did_there(shares: tuple[str, ...]) -> None:
    """Moodle adds up the hundredths of what is ticked, and cuts the sum at 0 and 100."""
    content = several(*shares)
    form = form_of(content)
    assert isinstance(form, Several)
    names = "abcdefgh"[: len(shares)]
    key = [name for name, share in zip(names, shares, strict=True) if float(share) > 0]
    for size in range(len(names) + 1):
        for ticked in combinations(names, size):
            there = sum(float(share) for name, share in zip(names, shares, strict=True) if name in ticked)
            assert float(form.credit(ticked, key)) == pytest.approx(min(max(there, 0), 100) / 100, abs=1e-6)
    assert told(content) == {whole.SECTION}


def test_one_that_is_right_in_part_earns_its_part_and_what_takes_points_is_told_with_both_numbers() -> None:
    body = answer("a", "100", "So.") + answer("b", "-25", "So.") + answer("c", "33.33333", "So.")
    single = quiz("multichoice", body)
    assert form_of(single).shares == (("c", Fraction(1, 3)),)
    assert what_is_told(single)[closed.COST] == "b: -25 % → 0 %"
    assert told(single) == {closed.COST, whole.SECTION, reading.NO_MARK}


def test_what_never_earned_everything_earns_it_here_and_is_told() -> None:
    best = quiz("multichoice", answer("a", "80", "So.") + answer("b", "20", "So."))
    assert form_of(best).shares == (("b", Fraction(1, 5)),)
    assert what_is_told(best)[closed.BEST] == "a: 80 % → 100 %"
    together = several("50", "25", "-25")
    assert dict(form_of(together).shares) == {"a": Fraction(2, 3), "b": Fraction(1, 3), "c": Fraction(-1, 4)}
    assert what_is_told(together)[closed.TOGETHER] == "75 %"


def test_shares_that_are_those_of_the_usual_rule_are_left_to_it() -> None:
    for shares in (("50", "50", "-50", "-50"), ("33.33333", "33.33333", "33.33333", "-33.33333")):
        assert "scoring" not in text_of(several(*shares))
        assert told(several(*shares)) == {whole.SECTION}


def test_options_that_count_together_alone_do_so_here() -> None:
    content = quiz(
        "multichoiceset", answer("a", "100", "Yes.") + answer("b", "100", "Yes.") + answer("c", "0", "No.")
    )
    question = drafted("a", text_of(content).replace('section = ""', 'section = "2.4"'))
    assert isinstance(question, Question), question
    form = variants.draw(question, 1, "exam").asked[0].step.form
    assert isinstance(form, Several)
    assert form.scoring == "all or nothing"


def in_category(path: str, section: str = "") -> Unpacked:
    category = f"<question type='category'><category><text>{path}</text></category></question>"
    found = foreign.read(
        "quiz.xml", quiz("multichoice", FOUR).replace(b"<quiz>", f"<quiz>{category}".encode()), section
    )
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("path", "section"),
    [("$course$/top/Attention", "2.5"), ("top/ATTENTION/Week 3", "2.5"), ("2.4 Embeddings", "2.4"),
     ("top/Decoding/Attention", "2.5"), ("2.4 Attention", ""), ("2.4", ""), ("Week 3", "")],
)  # fmt: skip
def test_a_category_that_is_called_like_a_section_is_it(path: str, section: str) -> None:
    (file,) = in_category(path).files
    assert f'section = "{section}"' in file.text
    assert (whole.SECTION in {one.says for one in file.told}) == (not section)


def test_another_category_and_tags_stand_at_the_head_of_the_text_and_are_told() -> None:
    (file,) = in_category("$course$/top/Week 3/Tests // quizzes", "2.7").files
    assert file.text.startswith("# Category: Week 3/Tests / quizzes\ntitle = ")
    assert 'section = "2.7"' in file.text
    assert {one.says for one in file.told} >= {whole.CATEGORY}
    tagged = quiz(
        "multichoice", f"{FOUR}<tags><tag><text>easy</text></tag><tag><text>a&#10;b</text></tag></tags>"
    )
    assert text_of(tagged).startswith("# Tags: easy, a b\n")
    assert what_is_told(tagged)[whole.TAGS] == "easy, a\nb"
    assert isinstance(drafted("a", text_of(tagged).replace('section = ""', 'section = "2.4"')), Question)


def test_points_that_are_too_many_are_told() -> None:
    assert WORTH in told(quiz("multichoice", f"<defaultgrade>100</defaultgrade>{FOUR}"))
    assert WORTH not in told(quiz("multichoice", f"<defaultgrade>2</defaultgrade>{FOUR}"))


def test_the_key_is_the_right_number_wherever_it_stands() -> None:
    wrong, right = answer("20", "0", "No."), answer("10", "100", "", "<tolerance>0.5</tolerance>")
    content = quiz("numerical", wrong + right + answer("11", "50"))
    question = drafted("a", text_of(content).replace('section = ""', 'section = "2.4"'))
    assert isinstance(question, Question), question
    assert variants.draw(question, 0, "exam").asked[0].key == 10
    within = quiz("numerical", answer("10", "0", "Not just.") + right)
    assert numeric.WITHIN in told(within)
    assert numeric.WITHIN not in told(content)


def test_a_comma_is_no_decimal_point_but_in_a_cloze() -> None:
    assert reading.NO_NUMBER in told(quiz("numerical", answer("1,822", "100") + answer("7", "100")))
    assert taken(quiz("numerical", answer("1,822", "100"))).left_out[0].why == NO_ANSWER
    _, (gap,) = gaps("{1:NM:=1,5:0,25}", [])
    assert gap.asks == Numeric((around(Decimal("1.5"), Decimal("0.25")),))


def short(body: str) -> ShortAnswer:
    """The wordings of the question that a short answer of Moodle's becomes."""
    question = drafted("a", text_of(quiz("shortanswer", body)).replace('section = ""', 'section = "2.4"'))
    assert isinstance(question, Question), question
    (asked,) = variants.draw(question, 1, question.default_level).asked
    assert isinstance(asked.step.form, ShortAnswer)
    return asked.step.form


def test_a_short_answer_keeps_its_wordings_stars_shares_feedback_and_case() -> None:
    body = (
        answer("Paris", "100", "Yes.")
        + answer(r"5 \* 4", "100")
        + answer("*Lyon*", "33.33333", "The second city.")
        + answer("Rome", "0", "That is Italy.")
        + answer("*", "0", "No city of France.")
    )
    assert short(f"<usecase>1</usecase>{body}") == ShortAnswer(
        (
            wordings.Wording("Paris", Fraction(1), "Yes."),
            wordings.Wording(r"5 \* 4", Fraction(1)),
            wordings.Wording("*Lyon*", Fraction(1, 3), "The second city."),
            wordings.Wording("Rome", Fraction(0), "That is Italy."),
            wordings.Wording("*", Fraction(0), "No city of France."),
        ),
        by_case=True,
    )
    assert not short(f"<usecase>0</usecase>{body}").by_case
    assert told(quiz("shortanswer", f"<defaultgrade>2</defaultgrade>{body}")) == {whole.SECTION}


def test_what_of_a_short_answer_is_changed_is_told_with_its_numbers() -> None:
    body = (
        answer("Paris", "80") + answer("Lyon", "-50") + answer("Paris", "0", "Too late.") + answer("x" * 301)
    )
    content = quiz("shortanswer", body)
    assert {(one.says, one.what) for one in taken(content).files[0].told} >= {
        (closed.BEST, "Paris: 80 % → 100 %"),
        (closed.COST, "Lyon: -50 % → 0 %"),
        (words.TWICE, "Paris"),
        (words.LONG, "x" * 120),
    }
    assert [one.share for one in short(body).wordings] == [1, 0]


def test_every_answer_that_is_right_stays_to_be_mended() -> None:
    (problem, _) = problems(text_of(quiz("shortanswer", answer("*", "100"))))
    assert (problem.key, problem.message) == ("wordings.text", "every answer would be right")


ESSAY = "<graderinfo><text>A model answer of some length.</text></graderinfo>"


@pytest.mark.parametrize(("mark", "points"), [("4", 4), ("0.5", 0.5), ("20", 20), ("2.5000000", 2.5)])
def test_an_essay_keeps_its_points_and_has_a_rubric_still_to_be_written(mark: str, points: float) -> None:
    content = quiz("essay", f"{ESSAY}<defaultgrade>{mark}</defaultgrade>")
    assert told(content) == {whole.SECTION, sentences.RUBRIC, GRADERS}
    assert {one.key for one in problems(text_of(content))} == {"rubric.says", "section"}
    text = text_of(content).replace('says = ""', 'says = "All."').replace('section = ""', 'section = "2.4"')
    question = drafted("a", text)
    assert isinstance(question, Question), question
    assert question.kind == "text"
    assert question.points == Fraction(points)
    assert [one.name for one in variants.draw(question, 1, question.default_level).asked] == ["answer"]


@pytest.mark.parametrize(("mark", "points"), [("40", "20"), ("0.25", "0.5")])
def test_an_essay_of_too_many_or_too_few_points_has_the_nearest_and_says_so(mark: str, points: str) -> None:
    content = quiz("essay", f"{ESSAY}<defaultgrade>{mark}</defaultgrade>")
    assert sentences.WORTH in told(content)
    assert f"points = {points}" in text_of(content)


def test_pairs_keep_their_partners_and_the_partners_of_nothing() -> None:
    sides = [("one", "1"), ("two", "2"), ("three", "3"), ("", "4")]
    body = "".join(
        f"<subquestion><text>{a}</text><answer><text>{b}</text></answer></subquestion>" for a, b in sides
    )
    text = text_of(quiz("matching", body))
    assert 'extra = ["4"]' in text
    assert text.count("[[pairs]]") == 3


@pytest.mark.parametrize(
    ("kind", "why"),
    [("ddimageortext", reading.NO_COUNTERPART["ddimageortext"]), ("description", reading.NO_COUNTERPART["description"]),
     ("wordsearch", reading.UNKNOWN), ("multichoice", NO_ANSWER), ("calculatedmulti", calculated.MENUS)],
)  # fmt: skip
def test_what_has_no_counterpart_is_named_with_its_number_and_title(kind: str, why: str) -> None:
    found = taken(quiz(kind))
    assert found.files == ()
    (left,) = found.left_out
    assert (left.number, left.title, left.why) == (1, "A name", why)


def test_hints_tags_and_feedback_for_the_whole_are_told() -> None:
    more = (
        "<hint><text>Think.</text></hint><tags><tag><text>easy</text></tag></tags>"
        "<correctfeedback><text>Bravo!</text></correctfeedback>"
    )
    assert told(quiz("multichoice", FOUR + more)) >= {left_out.HINT, whole.TAGS, left_out.COMBINED}


def test_an_image_comes_along_by_its_name_and_a_missing_one_is_told() -> None:
    head = HEAD.replace("What?", 'See <img src="@@PLUGINFILE@@/a%20b.png" alt="A cat">').replace(
        "</questiontext>", "<file name='a b.png' encoding='base64'>UE5H</file></questiontext>"
    )
    found = taken(quiz("multichoice", FOUR, head))
    assert found.attached == (("a-name-1.png", b"PNG"),)
    assert 'file = "a-name-1.png"\ntext = "A cat"' in found.files[0].text
    assert whole.NO_IMAGE in told(
        quiz("multichoice", FOUR, head.replace("<file name='a b.png'", "<file name='c.png'"))
    )


def test_a_computed_number_becomes_a_formula_and_is_never_evaluated() -> None:
    dataset = (
        "<dataset_definitions><dataset_definition><name><text>a</text></name><minimum><text>1</text></minimum>"
        "<maximum><text>9</text></maximum><decimals><text>1</text></decimals></dataset_definition></dataset_definitions>"
    )
    formula = "<answer fraction='100'><text>pow({a}, 2) + sqrt(16) * pi()</text><tolerance>0.01</tolerance></answer>"
    head = HEAD.replace("What?", "How much is {a} squared, {b}?")
    text = text_of(quiz("calculated", formula + dataset, head))
    assert "How much is <a> squared, {b}?" in text
    question = drafted("a", text.replace('section = ""', 'section = "2.4"'))
    assert isinstance(question, Question), question
    variant = variants.draw(question, 3, "exam")
    a = variant.parameters.to_json()["a"]
    assert variant.asked[0].key == pytest.approx(a**2 + 4 * 3.141592653589793)


@pytest.mark.parametrize(
    "formula",
    ["system({a})", "{b}+1", "{a};", "exec", "pow({a})", "pow(1,2", "{a}**__import__", "`id`", "{a}%2"],
)
def test_a_formula_that_ours_cannot_say_is_refused(formula: str) -> None:
    with pytest.raises(NotRead):
        calculated.translated(formula, {"a": Drawn(Decimal(1), Decimal(2), 0)})


# Cloze


@pytest.mark.parametrize(
    ("field", "asks"),
    [
        ("{1:SHORTANSWER:=Berlin~%50%Bonn#Once.~*#No}",
         Short((Wording("Berlin"), Wording("Bonn", Fraction(1, 2), "Once."), Wording("*", WRONG, "No")))),
        ("{2:NM:=23.8:0.1#Yes~%0%24#No}",
         Numeric((around(Decimal("23.8"), Decimal("0.1"), RIGHT, "Yes"),
                  around(Decimal(24), share=WRONG, feedback="No")))),
        ("{:MCS:a~=b&#125;~c \\~ d}", Choice((Option("a"), Option("b}", Fraction(1)), Option("c ~ d")))),
        ("{1:MR:=a~=b~c}",
         Choice((Option("a", Fraction(1, 2)), Option("b", Fraction(1, 2)), Option("c", Fraction(-1, 2))), True)),
    ],
)  # fmt: skip
def test_a_field_is_read_as_moodle_reads_it(field: str, asks: object) -> None:
    text, (gap,) = gaps(f"It is {field}, indeed.", [])
    assert text == f"It is {GAP}, indeed."
    assert _same(gap.asks, asks)


@pytest.mark.parametrize(
    "field", ["{1:NM:=x}", "{1:SA:=a", "{1:MC:=a~b#c", "{1:NM:=1:y}", "{1:NM:=*}", "{1:SA:*#no}", "{1:SA:=}"]
)
def test_a_broken_field_is_refused(field: str) -> None:
    with pytest.raises(NoField):
        gaps(f"It is {field}", [])


def test_a_cloze_of_numbers_is_a_question_of_several_steps() -> None:
    bill = "<p>Energy is {2:NM:=20} there and then, says the bill.</p>"
    head = HEAD.replace("<p>What?</p>", f"<p>A lamp.</p><p>Power: {{1:NM:=10:0.1}} W</p>{bill}")
    text = text_of(quiz("cloze", "", head))
    question = drafted("a", text.replace('section = ""', 'section = "2.4"'))
    assert isinstance(question, Question), question
    variant = variants.draw(question, 0, "exam")
    assert [(one.step.title, float(one.key), int(one.points)) for one in variant.asked] == [
        ("Power", 10.0, 1),
        ("Energy is", 20, 2),
    ]
    assert "___ (2)" in text
    assert "Power" not in text.partition("[[steps]]")[0]


def test_a_cloze_of_different_kinds_becomes_a_question_for_each_gap() -> None:
    found = taken(quiz("cloze", "", HEAD.replace("What?", "It {1:MC:=is~was} {1:NM:=7}")))
    assert [file.stem for file in found.files] == ["a-name-1", "a-name-2"]
    assert all(whole.GAPS in {one.says for one in file.told} for file in found.files)


# Round trips


def drawn_again(question: Exchanged) -> list[Question]:
    made = taken(moodle_xml([question])).files
    if len(made) > 1:
        return []
    return [one for file in made if isinstance(one := drafted(file.stem, file.text), Question)]


@pytest.mark.parametrize("seed", range(4))
def test_what_went_out_to_moodle_comes_back_with_its_keys_bands_points_and_mistakes(seed: int) -> None:
    seen = dict.fromkeys(("choice", "drawn", "order", "match", "formula", "family"), 0)
    for question in list(BANK.questions.values())[seed::17]:
        variant = variants.draw(question, seed, question.default_level)
        sent = exchanged(variant)
        again = drawn_again(sent)
        if len(again) != 1 or question.kind not in seen or isinstance(sent.asks, Essay):
            continue
        seen[question.kind] += 1
        (back,) = again
        other = variants.draw(back, 0, back.default_level)
        assert back.title == question.title
        assert back.section == question.section
        if isinstance(sent.asks, Choice | Match) or question.kind == "order":
            assert other.asked[0].key == variant.asked[0].key
            assert other.points == variant.points
            continue
        mine = [
            (leaf, band)
            for one in variant.asked
            for leaf, band in zip(cells.cells(one.key), one.bands, strict=True)
        ]
        theirs = [
            (leaf, band)
            for one in other.asked
            for leaf, band in zip(cells.cells(one.key), one.bands, strict=True)
        ]
        if back.kind != "formula":
            continue
        for (leaf, band), (key, accepted) in zip(mine, theirs, strict=True):
            assert key == pytest.approx(leaf, rel=1e-12)
            if band and accepted:
                assert (accepted.low, accepted.high) == pytest.approx(
                    (band.low, band.high), rel=1e-9, abs=1e-9
                )
    assert min(seen[kind] for kind in ("choice", "family")) > 0


PLAIN = (
    st.text("abc xyz&<>\"'~#=%{}\\*:-.äß$", min_size=1, max_size=12)
    .map(lambda x: " ".join(x.split()))
    .filter(bool)
)
HTML = PLAIN.map(lambda text: text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))
SHARES = st.sampled_from([Fraction(1), Fraction(0), Fraction(1, 2), Fraction(-1, 3)])
FINITE = st.floats(-1e12, 1e12).map(
    lambda x: Decimal(f"{x if abs(x) > 1e-99 else 0:.10g}")
)  # less is read as 0
WIDTH = st.floats(0, 1e6).map(lambda x: Decimal(f"{x if x > 1e-9 else 0:.6g}"))  # within 28 digits of those
RANGES = st.tuples(FINITE, WIDTH, SHARES, HTML).map(lambda one: around(*one))
OPTIONS = st.lists(st.builds(Option, HTML, SHARES, HTML), min_size=2, max_size=5)
ASKS = st.one_of(
    OPTIONS.map(lambda some: Choice((Option("right", Fraction(1)), *some))),
    st.lists(RANGES, max_size=3).map(lambda some: Numeric((around(Decimal(1), Decimal("0.5")), *some))),
    st.lists(
        st.builds(Wording, PLAIN, SHARES, HTML),
        max_size=3,
    ).map(lambda some: Short((Wording("right"), *some))),
)


@settings(deadline=None)
@given(ASKS, HTML)
def test_a_question_written_for_moodle_is_read_as_it_was(
    asks: Choice | Numeric | Short, statement: str
) -> None:
    question = Exchanged(name="q-1", title="T", statement=statement, asks=asks, solution=statement)
    (back,) = reading.read(read_xml(moodle_xml([question])))
    assert back.question is not None
    assert (back.question.statement, back.question.solution) == (statement, statement)
    assert _same(back.question.asks, asks)


@settings(deadline=None)
@given(st.lists(ASKS, min_size=1, max_size=4))
def test_gaps_written_for_moodle_are_read_as_they_were(several: list[Choice | Numeric | Short]) -> None:
    question = Exchanged(
        name="q-1",
        title="T",
        statement=GAP.join("x" * (len(several) + 1)),
        asks=Cloze(tuple(map(Gap, several))),
    )
    (back,) = reading.read(read_xml(moodle_xml([question])))
    assert back.question is not None
    assert isinstance(back.question.asks, Cloze)
    for gap, asks in zip(back.question.asks.gaps, several, strict=True):
        assert _same(gap.asks, asks)


def _same(mine: object, theirs: object) -> bool:
    return mine == theirs


# Hostile


@pytest.mark.parametrize(
    "content",
    [
        b"<?xml version='1.0'?><!DOCTYPE quiz [<!ENTITY a 'b'>]><quiz>&a;</quiz>",
        b"<?xml version='1.0'?><!DOCTYPE quiz [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><quiz>&a;</quiz>",
        b"<?xml version='1.0'?><!DOCTYPE quiz [<!ENTITY % a SYSTEM 'http://x.example/'> %a;]><quiz/>",
        b"<quiz>" + b"<a>" * 200 + b"</a>" * 200 + b"</quiz>",
        b"<quiz><question type='essay'>",
        b"<?xml version='1.0' encoding='nonsense'?><quiz/>",
        b"<?xml version='1.0'?><other/>",
    ],
)
def test_hostile_xml_is_refused_with_a_sentence(content: bytes) -> None:
    with pytest.raises(CannotUnpack) as refused:
        foreign.read("quiz.xml", content)
    assert str(refused.value)


def test_a_script_in_a_question_is_left_out_and_told() -> None:
    head = HEAD.replace("What?", "What?<script>alert(1)</script>")
    content = quiz("multichoice", FOUR, head)
    assert "alert" not in text_of(content)
    assert html_reading.LOST["script"] in told(content)
