"""Text that people write behind their number: the printed unit, another one, and log where the sheet says which."""

import pytest

from engine.answers.forms import Fixed, Integer, Scientific
from engine.answers.reading import Unreadable, read_number
from engine.answers.responses import NotRead, read_all
from engine.answers.units import without
from engine.marking.marking import PartMark, mark
from engine.variants import Variant
from tests.engine.submissions import BANK, key, of_the_bank, whole

ONE_CHIP = {"layers": 32, "kv_heads": 1, "d_head": 128, "bytes_per_value": 2, "context": 8192}
NATS = {"probabilities": [0.5, 0.25]}
BUDGET = "a-budget-of-history"


def right(variant: Variant, name: str, text: str) -> bool:
    found = mark(variant, {name: [text]})[name]
    assert isinstance(found, PartMark), found
    return found.right


def asked_about(variant: Variant, name: str, text: str) -> Unreadable:
    found = mark(variant, {name: [text]})[name]
    assert isinstance(found, NotRead)
    return found.problems[0]


@pytest.mark.parametrize(
    "text", ["1.04 nats", "1.04nats", "1.04 nat", "1.04 Nats", "H = 1.04 nats", "ln(8)/2 nats"]
)
def test_the_printed_unit_may_be_typed(text: str) -> None:
    assert right(whole("perplexity", NATS, "nats"), "nats", text)


@pytest.mark.parametrize(
    ("unit", "text", "number"),
    [
        ("GiB", "4 GiB", "4"), ("tokens", "69 billion tokens", "69 billion"), ("FLOPs", "3e23 FLOP", "3e23"),
        ("FLOP/s", "3e14 FLOP/s", "3e14"), ("GPU-days", "12 GPU-days", "12"), ("days", "১২ দিন", "১২"),
        ("s", "3 s", "3"), ("times", "2.5x", "2.5"), ("%", "91.7 %", "91.7"), ("%", "91.7 per cent", "91.7"),
        ("bytes", "12 byte", "12"), ("km/h", "50 km/h", "50"), ("", "0.5", "0.5"), ("s", "2cos(1) s", "2cos(1)"),
    ],
)  # fmt: skip
def test_a_number_is_taken_out_of_its_unit(unit: str, text: str, number: str) -> None:
    assert without(unit, text) == number


@pytest.mark.parametrize("text", ["1.5 bits", "12 MB", "30 %", "30 percent", "12 apples", "3 million bits"])
def test_a_unit_that_is_not_the_printed_one_is_asked_about_and_never_read(text: str) -> None:
    asked = asked_about(whole("perplexity", NATS, "nats"), "nats", text)
    assert asked.message.startswith("This line is in nats. Please type the number in nats, without “")
    assert asked.text == text
    assert asked.column == (text.rindex(" ") if "million" in text else text.index(" ")) + 1
    assert "million" not in asked.message


@pytest.mark.parametrize("text", ["12M", "12 B", "0.1 k", "12K", "12G"])
def test_a_letter_that_can_mean_bytes_is_asked_about(text: str) -> None:
    for variant in (whole("kv_cache", ONE_CHIP, "total_gib"), whole("kv_cache", ONE_CHIP, "bytes_per_token")):
        name = variant.asked[0].name
        assert "a unit of bytes" in asked_about(variant, name, text).message
    assert not right(whole("kv_cache", ONE_CHIP, "total_gib"), "total_gib", "12 million")


def test_a_title_that_speaks_of_bytes_is_as_good_as_a_unit() -> None:
    assert isinstance(without("", "12 B", "Size in bytes"), Unreadable)
    assert without("", "12 B", "Parameters") == "12 B"


def test_what_cannot_be_read_before_a_unit_is_shown_with_it() -> None:
    asked = asked_about(whole("perplexity", NATS, "nats"), "nats", "1,234 nats")
    assert (asked.message[:12], asked.text, asked.column) == ("Did you mean", "1,234 nats", 0)


@pytest.mark.parametrize(
    ("text", "is_right"), [("69.28 billion", True), ("69 billion", False), ("6.93e10", True)]
)
def test_billions_are_read_where_a_power_of_ten_is_asked(text: str, is_right: bool) -> None:
    variant = next(
        drawn for seed in range(99) if (drawn := of_the_bank(BUDGET, "exam", seed)).case == "Gopher 280B"
    )
    assert key(variant)["parameters"] == ["6.93e10"]
    assert right(variant, "parameters", text) is is_right


@pytest.mark.parametrize(
    ("text", "noun", "number"),
    [
        ("69.28 billion parameters", "parameters", "69.28 billion"),
        ("69.28 billion tokens", "tokens", "69.28 billion"),
        ("12.6M parameters", "parameters", "12.6M"),
        ("N = 7 bn params", "params", "N = 7 bn"),
        ("৬৯ কোটি টোকেন", "টোকেন", "৬৯ কোটি"),
        ("30 per cent of it", "of it", "30 per cent"),
        ("7 billion-parameter", "parameter", "7 billion"),
        ("69 Mrd. Parameter", "Parameter", "69 Mrd"),
        ("69 billion (about)", "(about)", "69 billion"),
    ],
)
def test_a_noun_behind_a_power_of_ten_is_named_alone_and_the_power_stays(
    text: str, noun: str, number: str
) -> None:
    asked = asked_about(of_the_bank(BUDGET, "exam", 1), "parameters", text)
    assert asked.message == f"Please type it without “{noun}”: {number}."
    assert (asked.text, asked.column) == (text, text.index(noun))
    assert not isinstance(read_number(number), Unreadable)


def test_a_letter_and_a_noun_are_asked_about_for_the_letter() -> None:
    variant = of_the_bank(BUDGET, "exam", 1)
    assert (
        "“m” can mean more than one thing" in asked_about(variant, "parameters", "12.6m parameters").message
    )
    assert "1e9 or 1e12" in asked_about(variant, "parameters", "1 Billion Parameter").message
    bytes_ = asked_about(whole("kv_cache", ONE_CHIP, "bytes_per_token"), "bytes_per_token", "12M values")
    assert "a unit of bytes" in bytes_.message


@pytest.mark.parametrize(
    ("text", "power"), [("2*3 million", 6), ("69e3 billion", 9), ("3 million million", 6), ("2 * ৬৯ কোটি", 7)]
)
def test_nobody_is_told_to_leave_out_a_word_for_a_power_of_ten(text: str, power: int) -> None:
    asked = read_number(text)
    assert isinstance(asked, Unreadable)
    word = text[asked.column or 0 :].split(maxsplit=1)[0]
    assert asked.message == f'Please type e{power} in place of "{word}".'


def test_a_whole_number_may_be_told_in_millions() -> None:
    gpt = {"vocabulary_size": 50000, "d_model": 1000, "d_ff": 4000, "layers": 1, "heads": 10}
    variant = whole("count_transformer", gpt, "attention_per_layer")
    assert key(variant)["attention_per_layer"] == ["4000000"]
    for text in ("4 million", "4M", "0.4 crore"):
        assert right(variant, "attention_per_layer", text)


def test_every_printed_unit_may_be_typed_behind_the_key() -> None:
    tried = set()
    for question in BANK.questions.values():
        variant = of_the_bank(question.id, question.default_level, 1)
        for asked in variant.asked:
            form, unit = asked.step.form, asked.step.unit
            if unit and (type(form), unit) not in tried and len(asked.bands) == 1:
                tried.add((type(form), unit))
                for between in ("", " "):
                    assert right(variant, asked.name, f"{key(variant)[asked.name][0]}{between}{unit}"), unit
    assert {form for form, _ in tried} == {Fixed, Scientific, Integer}
    assert len(tried) > 12


# Logarithms


def logs_are_read(question_id: str) -> bool:
    variant = of_the_bank(question_id, "exam", 1)
    asked = next(asked for asked in variant.asked if isinstance(asked.step.form, Fixed))
    (read,) = [
        read for here, read, _ in read_all(variant, {asked.name: ["-log(0.5)"] * len(asked.bands)}) if read
    ]
    return not isinstance(read, NotRead)


def test_log_is_the_natural_one_where_the_sheet_says_so_and_nowhere_else() -> None:
    assert logs_are_read("preferences-without-a-reward-model")
    assert not logs_are_read("five-words-of-a-lullaby")  # of base 2, too
    assert not logs_are_read("cosine-of-two-vectors")


def test_a_natural_log_is_marked_and_shown_as_ln() -> None:
    variant = of_the_bank("preferences-without-a-reward-model", "exam", 1)
    margin = float(key(variant)["margin"][0])
    found = mark(variant, {"loss": [f"log(1+exp({-margin}))"]})["loss"]
    assert isinstance(found, PartMark)
    assert found.right
    assert found.cells[0].read_as.startswith("ln(")
