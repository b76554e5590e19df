"""Typed text, read kindly and exactly: every example of the curriculum (section 2, rule 9), and round trips."""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from decimal import Decimal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.answers.forms import Pair, Positions
from engine.answers.grids import free_cells, split_cells
from engine.answers.reading import (
    EXACT,
    Number,
    Unreadable,
    read_choice,
    read_integer,
    read_number,
    read_scientific,
    read_set,
    read_tokens,
)
from engine.limits import LONGEST, LONGEST_LIST, MOST_DIGITS
from tests.engine.submissions import SWEEP
from tests.every import every, one_in
from tests.growth import too_steep

LONG = 30.0  # seconds: a text that backtracks takes minutes, any other a few milliseconds


def number(text: str) -> Number:
    read = read_number(text)
    assert isinstance(read, Number), read
    return read


def refusal(text: str) -> Unreadable:
    read = read_number(text)
    assert isinstance(read, Unreadable), read
    return read


# Numbers


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.96", "0.96"),
        ("0,96", "0.96"),
        (".96", "0.96"),
        (",96", "0.96"),
        ("24/25", "0.96"),
        ("24÷25", "0.96"),
        ("5.88e21", "5.88e21"),
        ("5.88E+21", "5.88e21"),
        ("5.88*10^21", "5.88e21"),
        ("5.88*10**21", "5.88e21"),
        ("5.88 * 10 ^ ( 21 )", "5.88e21"),
        ("5,88 x 10²¹", "5.88e21"),
        ("5,88×10²¹", "5.88e21"),
        ("5.88·10^-21", "5.88e-21"),
        ("5.88 X 10⁻²¹", "5.88e-21"),
        ("5.88 e21", "5.88e21"),
        ("1_000", "1000"),
        ("1.", "1"),
        (" 0.96\n", "0.96"),
        ("+5", "5"),
        ("- 5", "-5"),
        ("−0.5", "-0.5"),
        ("–0.5", "-0.5"),
        ("—0,5", "-0.5"),
        ("－５", "-5"),
        ("91.7 %", "0.917"),
        ("91,7%", "0.917"),
        ("-inf", "-Infinity"),
        ("-∞", "-Infinity"),
        ("−Infinity", "-Infinity"),
        ("inf", "Infinity"),
        ("০.৯৬", "0.96"),
        ("-১২,৫", "-12.5"),
        ("٠٫٩٦", "0.96"),
        ("１２．５", "12.5"),
        ("x = 0.96", "0.96"),
        ("PPL ≈ 3.97", "3.97"),
        ("~0.96", "0.96"),
        ("= 0.96", "0.96"),
        ("12 x 768^2", "7077888"),
        ("6*7e9*2e12", "8.4e22"),
        ("(0,5 + 1.234,5)*2", "2470"),
    ],
)
def test_a_number_is_read_in_every_usual_notation(text: str, value: str) -> None:
    assert number(text).value == Decimal(value)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("sqrt(18)", "sqrt(18)"),
        ("√18", "sqrt(18)"),
        ("√(18)", "sqrt(18)"),
        ("e/(2e+1)", "e/(2*e + 1)"),
        ("2e/(2e+1)", "2*e/(2*e + 1)"),
        ("e²/(e²+2e)", "e^2/(e^2 + 2*e)"),
        ("-12,5", "-12.5"),
        ("1'234'567", "1234567"),
        ("5,88 x 10²¹", "5.88e21"),
        ("91.7 %", "0.917"),
        ("-inf", "-∞"),
    ],
)
def test_what_was_read_is_shown_and_reads_as_the_same_number(text: str, shown: str) -> None:
    read = number(text)
    assert read.shown == shown
    assert number(shown).value == read.value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12,5", "12.5"),
        ("1,23", "1.23"),
        ("1,2345", "1.2345"),
        ("0,123", "0.123"),
        ("1234,567", "1234.567"),
        ("1.234", "1.234"),
        ("1,234,567", "1234567"),
        ("1.234.567", "1234567"),
        ("1,234.5", "1234.5"),
        ("1.234,5", "1234.5"),
        ("1.234.567,89", "1234567.89"),
        ("1'234", "1234"),
        ("1’234’567.5", "1234567.5"),
        ("1'234,5", "1234.5"),
        ("1 234 567", "1234567"),
        ("1\u2009234\u202f567", "1234567"),
        ("12,34,567", "1234567"),
        ("1_234,567", "1234.567"),
    ],
)
def test_commas_points_and_groups_are_read_where_they_can_mean_one_thing_only(text: str, value: str) -> None:
    assert number(text).value == Decimal(value)


@pytest.mark.parametrize(
    ("text", "at"), [("1,234", 0), ("x = 1,234", 4), ("1,234*2", 0), ("2*1,234", 2), ("১,২৩৪", 0)]
)
def test_one_comma_before_three_digits_is_asked_not_guessed(text: str, at: int) -> None:
    asked = refusal(text)
    assert asked.message == "Did you mean 1234 or 1.234? Please type one of the two."
    assert asked.column == at


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("1,23,4", 4),
        ("0.96.", 4),
        ("5,", 1),
        ("1..2", 2),
        ("1.234.56", 5),
        ("0,333,333", 5),
        ("1'23", 1),
        ("2*1,2,3", 5),
    ],
)
def test_separators_that_make_no_number_are_pointed_at(text: str, at: int) -> None:
    asked = refusal(text)
    assert asked.message == "Please type this number with a point before its decimals and no other separator."
    assert asked.column == at


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2e1", "20"),
        ("1e-3", "0.001"),
        ("1e+3", "1000"),
        ("3e-4", "0.0003"),
        ("-3e-4", "-0.0003"),
        ("3e-05", "0.00003"),
        ("2e+10", "2e10"),
        ("2E+1", "20"),
        ("2.0e+1", "20"),
        ("2,5e+3", "2500"),
        ("1e-5 + 0.25", "0.25001"),
        ("4 * 3e-05", "0.00012"),
        ("2E-1 * 10", "2"),
    ],
)
def test_e_is_a_power_of_ten_where_it_is_written_like_one(text: str, value: str) -> None:
    assert number(text).value == Decimal(value)


@pytest.mark.parametrize(
    "text", ["e/(2e+1)", "2e/(2e+1)", "(2e-1)/e", "2e + 1", "2*e+1", "2e+1.5", "2e+e", "5e+2sqrt(2)"]
)
def test_e_is_eulers_number_where_it_can_be_nothing_else(text: str) -> None:
    assert "e" in number(text).shown
    assert "E" not in number(text).shown
    assert not number(text).scientific


@pytest.mark.parametrize(
    ("text", "message", "at"),
    [
        ("2e+1", "Did you mean 20 or 2*e+1? Please type one of the two.", 0),
        ("-2e+1", "Did you mean 20 or 2*e+1? Please type one of the two.", 1),
        ("1/(2e+1)", "Did you mean 20 or 2*e+1? Please type one of the two.", 3),
        ("1/(2e+10)", "Did you mean 2E+10 or 2*e+10? Please type one of the two.", 3),
        ("4 * 2,5e-3", "Did you mean 0.0025 or 2,5*e-3? Please type one of the two.", 4),
        ("100*3e-4", "Did you mean 0.0003 or 3*e-4? Please type one of the two.", 4),
    ],
)
def test_e_before_a_sign_that_could_be_either_is_asked(text: str, message: str, at: int) -> None:
    asked = refusal(text)
    assert (asked.message, asked.column) == (message, at)


UNFINISHED = [
    "6.93e",
    "1e",
    "1E",
    "3.e",
    "2e+",
    "2E-",
    "1e5e",
    "-0.5e",
    "6,93 e",
    "৬.৯৩e",
    "1e--5",
    "1e - 5",
    "6.9e 10",
    "12e",
    "10e",
    "-12e",
    "12e - 1",
    "(6.93e)",
    "((12e))",
    "-(1.5e)",
]


@pytest.mark.parametrize("text", UNFINISHED)
def test_a_power_of_ten_without_its_digits_is_no_product(text: str) -> None:
    asked = refusal(text)
    assert asked.message.startswith("The power of ten is missing right behind this e.")
    assert asked.column == text.lower().rindex("e")
    assert isinstance(read_integer(text), Unreadable)
    assert isinstance(read_scientific(text), Unreadable)


@pytest.mark.parametrize("text", ["2e", "9e", "(2e)", "2e - 1", "2*e", "6.93*e", "12*e", "e"])
def test_eulers_number_is_read_where_formulas_are_typed_and_asked_about_where_powers_of_ten_are(
    text: str,
) -> None:
    assert "e" in number(text).shown
    assert isinstance(read_scientific(text), Number) is ("*" in text or text == "e")


@pytest.mark.parametrize(
    "text",
    ["6.93e^10", "6.93e**10", "6,93 e^10", "6.93e¹⁰", "6.93E^10", "N = 6.93e^10", "(6.93e)^2", "6.93e*2", "2e^10",
     "2*6.93e", "(2e)", "12e/4", "6.93e^10 parameters"],
)  # fmt: skip
def test_an_e_behind_the_digits_of_a_power_of_ten_is_never_eulers(text: str) -> None:
    for read in (read_scientific(text), read_integer(text)):
        assert isinstance(read, Unreadable), read
        assert read.message.startswith("The power of ten is missing right behind this e.")
        assert read.column == text.lower().rindex("e", 0, 12)


@pytest.mark.parametrize(
    "text", ["3e^2", "e^2", "0.5e^2", "12e^2", "12e/(2e+1)", "e^2/(e^2+2e)", "2.5sqrt(2)e", "4e + 1.5e"]
)
def test_eulers_number_stands_in_a_formula_behind_any_number(text: str) -> None:
    assert "e" in number(text).shown
    assert not number(text).scientific


@pytest.mark.parametrize(
    "text", ["6.93e10", "6.93*10^10", "6*7e9*2e12", "3e-4", "1E+5", "exp(2)*3", "2exp(3)", "3*e^2"]
)
def test_powers_of_ten_and_products_with_e_are_read_where_powers_of_ten_are_asked(text: str) -> None:
    assert isinstance(read_scientific(text), Number)


@pytest.mark.parametrize("text", ["0x10", "0X1f", "-0x10", "2*0x10", "0b1", "0o17"])
def test_digits_of_another_base_are_no_product(text: str) -> None:
    asked = refusal(text)
    assert asked.message == "Please type this number with decimal digits; a product needs the sign *."
    assert asked.column == text.index("0")
    assert isinstance(read_integer(text), Unreadable)


@pytest.mark.parametrize(
    ("text", "value"), [("0 x 10", "0"), ("0*10", "0"), ("10x10", "100"), ("0.5x10", "5")]
)
def test_an_x_between_numbers_is_a_product(text: str, value: str) -> None:
    assert number(text).value == Decimal(value)


@pytest.mark.parametrize(
    ("text", "either"),
    [("6.93x10e10", "6.93e10 or 6.93e11"), ("6.93*10E-3", "6.93e-3 or 6.93e-2"), ("-2·10e5", "-2e5 or -2e6")],
)
def test_ten_times_a_power_of_ten_is_asked(text: str, either: str) -> None:
    asked = refusal(text)
    assert asked.message == f"Did you mean {either}? Please type one of the two."


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("69 billion", "69e9"), ("12.6M", "12.6e6"), ("12,6 Mio.", "12.6e6"), ("7B", "7e9"), ("7 bn", "7e9"),
        ("1.5T", "1.5e12"), ("1.5 Trillion", "1.5e12"), ("8k", "8e3"), ("128 thousand", "128e3"),
        ("69 Milliarden", "69e9"), ("69 Mrd.", "69e9"), ("2 Billionen", "2e12"), ("3 Tausend", "3e3"),
        ("৬৯ কোটি", "69e7"), ("৬৯ লাখ", "69e5"), ("৬৯ বিলিয়ন", "69e9"), ("১.৫ মিলিয়ন", "1.5e6"),
        ("x = 69 billion", "69e9"), ("- 3 millions", "-3e6"),
    ],
)  # fmt: skip
def test_words_for_powers_of_ten_are_read(text: str, shown: str) -> None:
    read = number(text)
    assert (read.shown, read.scientific) == (shown, True)
    assert number(shown).value == read.value


@pytest.mark.parametrize("text", ["30 percent", "30 per cent", "30 Prozent", "৩০ শতাংশ", "30 %"])
def test_per_cent_is_read_as_a_word_too(text: str) -> None:
    assert number(text).shown == "0.30"


@pytest.mark.parametrize("text", ["8K", "12m", "7b", "5G", "1.5t"])
def test_a_letter_that_can_mean_more_than_one_thing_is_asked(text: str) -> None:
    asked = refusal(text)
    assert (
        asked.message
        == f"Here “{text[-1]}” can mean more than one thing: please type the power of ten, e6 for a million."
    )
    assert asked.column == len(text) - 1


@pytest.mark.parametrize(("text", "either"), [("1 Billion", "1e9 or 1e12"), ("1 Trillion", "1e12 or 1e18")])
def test_a_billion_that_can_be_german_is_asked(text: str, either: str) -> None:
    assert refusal(text).message == f"Did you mean {either}? Please type one of the two."


@pytest.mark.parametrize(
    "text", ["69e3 billion", "2*3 million", "1/2 M", "million", "3 million million", "1,234 k"]
)
def test_a_word_for_a_power_of_ten_stands_behind_one_number(text: str) -> None:
    assert isinstance(read_number(text), Unreadable)


def test_the_hyperbolic_tangent_is_read() -> None:
    assert round(number("tanh(0.5)").value, 10) == Decimal("0.4621171573")
    assert number("tanh(0)").value == 0
    assert [number(text).value for text in ("tanh(1e9)", "tanh(-1e9)")] == [1, -1]
    assert number("tanh(0.5)").shown == "tanh(0.5)"


def test_both_answers_to_that_question_are_read() -> None:
    assert number("20").value == 20
    assert number("2*e+1").shown == "2*e + 1"


@pytest.mark.parametrize(
    ("text", "scientific", "significant", "decimals"),
    [
        ("0.96", False, 2, 2),
        ("0,960", False, 3, 3),
        ("0.0050", False, 2, 4),
        ("100", False, 3, 0),
        ("0", False, 1, 0),
        ("0.00", False, 1, 2),
        ("1'234.5", False, 5, 1),
        ("91.7 %", False, 3, 3),
        ("5.88e21", True, 3, 2),
        ("5,8800 x 10²¹", True, 5, 4),
        ("4e3", True, 1, 0),
        ("24/25", False, EXACT, EXACT),
        ("10^21", False, EXACT, EXACT),
        ("-inf", False, EXACT, EXACT),
    ],
)
def test_a_number_knows_how_precisely_it_was_typed(
    text: str, scientific: bool, significant: int, decimals: int
) -> None:
    read = number(text)
    assert (read.scientific, read.significant, read.decimals) == (scientific, significant, decimals)


@pytest.mark.parametrize(
    ("text", "at", "said"),
    [
        ("1.21 nats", 5, 'Please type the number alone, without "nats".'),
        ("4 GiB", 2, 'Please type the number alone, without "GiB".'),
        ("x = 3.36 bits", 9, 'Please type the number alone, without "bits".'),
        ("5.88 * 10^21 FLOP", 13, 'Please type the number alone, without "FLOP".'),
        ("abc", 0, 'Please type the number alone, without "abc".'),
        ("nan", 0, 'Please type the number alone, without "nan".'),
        ("<script>", 0, 'Please type the number alone, without "<".'),
        ("__import__('os')", 0, 'Please type the number alone, without "__import__".'),
        ("½", 0, 'Please type the number alone, without "½".'),
        ("0.5 0.7", 4, "Please type one number: here are several."),
        ("24/25 = 0.96", 6, "Please type one side of the = alone."),
        ("50% * 2", 2, "Please type a percentage as one number, without a calculation."),
        ("-inf + 1", 1, "Please type inf alone, without a calculation."),
        ("∞/2", 0, "Please type inf alone, without a calculation."),
        ("9**9**9", 1, "This grows beyond 10^60. Please check the powers."),
        ("1/(1-1)", 1, "Here something is divided by zero. Please check the divisor."),
        ("1e61", 0, "This is beyond 10^60 or 10^-60. Please check the power of ten."),
        ("y = 123e59", 4, "This is beyond 10^60 or 10^-60. Please check the power of ten."),
        ("1e-" + "9" * 90, 0, "This is beyond 10^60 or 10^-60. Please check the power of ten."),
        ("1" * (MOST_DIGITS + 1), 0, "This number has more than 40 digits. Please round it."),
        ("9" * (LONGEST + 1), LONGEST, "This is longer than 100 characters. Please type a shorter number."),
        (
            "(" * 300 + "1" + ")" * 300,
            LONGEST,
            "This is longer than 100 characters. Please type a shorter number.",
        ),
        (
            "(" * 40 + "1" + ")" * 40,
            20,
            "There are more than 20 brackets inside one another. Please use fewer.",
        ),
    ],
)
def test_what_cannot_be_read_is_answered_with_its_spot_and_what_to_do(text: str, at: int, said: str) -> None:
    asked = refusal(text)
    assert (asked.message, asked.column, asked.text) == (said, at, text[:100])


@pytest.mark.parametrize("text", ["", "  \n", "\u200b\ufeff", "\u00a0"])
def test_an_empty_text_is_nothing_yet_and_has_no_spot(text: str) -> None:
    assert refusal(text) == Unreadable("Nothing is written here yet.", None, text.strip())


def test_the_largest_and_the_smallest_number_that_may_be_typed_are_read() -> None:
    assert number("9.99e60").value == Decimal("9.99e60")
    assert number("-1e-60").value == Decimal("-1e-60")
    assert number("7" * MOST_DIGITS).value == int("7" * MOST_DIGITS)
    assert number("." + "7" * MOST_DIGITS).shown == "0." + "7" * MOST_DIGITS


SCRIPTS = ["0123456789", "০১২৩৪৫৬৭৮৯", "٠١٢٣٤٥٦٧٨٩", "०१२३४५६७८९", "０１２３４５６７８９"]


@given(
    st.integers(-(10**30), 10**30),
    st.integers(0, 8),
    st.sampled_from(["-", "−", "–", "－"]),
    st.sampled_from(SCRIPTS),
)
def test_a_decimal_is_read_back_exactly_in_any_script(
    digits: int, decimals: int, minus: str, script: str
) -> None:
    value = Decimal(f"{digits}e-{decimals}")
    typed = f"{value:f}".replace("-", minus).translate(str.maketrans(SCRIPTS[0], script))
    read = number(typed)
    assert (read.value, read.decimals, read.shown) == (value, decimals, f"{value:f}")


@given(
    st.integers(0, 10**12),
    st.integers(0, 99),
    st.sampled_from([",.", ".,", "'.", "’,", "\u2009.", "\u202f,", "_.", " ,"]),
)
def test_a_grouped_decimal_is_read_back_exactly(whole: int, hundredths: int, signs: str) -> None:
    typed = f"{whole:,}".replace(",", signs[0]) + f"{signs[1]}{hundredths:02}"
    assert number(typed).value == Decimal(f"{whole}.{hundredths:02}")


@given(
    st.integers(10, 99999),
    st.integers(-50, 50),
    st.sampled_from(["e{}", "E{}", "*10^{}", " x 10^({})", "·10**{}", "×10^{}"]),
)
def test_a_scientific_number_is_read_back_exactly(digits: int, exponent: int, notation: str) -> None:
    mantissa = f"{digits // 10}.{digits % 10}"
    read = number(mantissa + notation.format(exponent))
    assert read.value == Decimal(f"{mantissa}e{exponent}")
    assert (read.scientific, read.decimals, read.significant) == (True, 1, len(str(digits)))
    assert number(read.shown) == read


@settings(max_examples=500 if SWEEP else 100, deadline=None)
@given(
    st.text(alphabet="0123456789.,'_ eExX+-−*/^()√²⁻%=≈~∞πisnfqrtlog\n৫½:", max_size=30)
    | st.text(max_size=120)
)
@example("1e" + "9" * 95)
@example("9^" * 49 + "9")
@example("((((((((((9" + "^9)" * 10)
@example("exp(" * 20 + "9" + ")" * 20)
@example("(1+10^-40)^" * 8 + "9")
@example("2e-" + "9" * 90 + "*3")
@example("\ud800")
@example("0K")
def test_any_text_is_read_or_answered_quickly_and_in_one_plain_sentence(text: str) -> None:
    began = time.perf_counter()
    read = read_number(text)
    assert time.perf_counter() - began < LONG
    if isinstance(read, Number):
        assert not read.value.is_nan()
        assert len(read.shown) > LONGEST or number(read.shown).value == read.value
    else:
        assert read.column is None or 0 <= read.column <= len(text)
        assert read.message[0].isupper()
        assert read.message.endswith(".")
        assert len(read.message) <= 100 + len(text)


def test_importing_and_reading_plain_numbers_brings_no_parser_and_no_algebra() -> None:
    code = (
        "import sys; from engine.answers.reading import read_number\n"
        "for text in ('0.96', '0,96', '5.88e21', '5,88 x 10²¹', '1_000', '-∞', '91.7 %', '1,234'): read_number(text)\n"
        "print([name for name in ('lark', 'sympy', 'mpmath', 'engine.answers.grammar') if name in sys.modules])\n"
        "read_number('24/25'); print('lark' in sys.modules)"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed.split("\n")[:2] == ["[]", "True"]


# Whole numbers


@pytest.mark.parametrize(
    ("text", "value"),
    [("32", 32), ("1_000", 1000), ("4e3", 4000), ("2^15", 32768), ("12*768^2", 7077888), ("64/2", 32), ("-3", -3),
     ("32.0", 32), ("2^190", 2**190), ("1'234", 1234), ("1.400.000", 1_400_000)],
)  # fmt: skip
def test_a_whole_number_is_read_in_any_notation(text: str, value: int) -> None:
    read = read_integer(text)
    assert isinstance(read, Number)
    assert read.value == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,500", 1500),
        ("1.500", 1500),
        ("1.050", 1050),
        ("-2,405", -2405),
        ("n = 50,257", 50257),
        ("১,২৩৪", 1234),
    ],
)
def test_three_digits_after_one_separator_are_thousands_where_a_whole_number_is_wanted(
    text: str, value: int
) -> None:
    read = read_integer(text)
    assert isinstance(read, Number)
    assert read.value == value
    assert read.shown == str(value)


@given(st.integers(1000, 999_999), st.sampled_from(",."), st.sampled_from(["", "-", "+"]))
def test_a_whole_number_written_in_thousands_is_read_as_it_was_meant(n: int, sign: str, before: str) -> None:
    read = read_integer(f"{before}{n:,}".replace(",", sign))
    assert isinstance(read, Number)
    assert read.value == (-n if before == "-" else n)


@pytest.mark.parametrize("text", ["0,500", "0.500", "1,5", "1.50", "1,2345", "1.2345", "1500,500", "1,500*2"])
def test_what_is_no_group_of_thousands_is_no_whole_number_either(text: str) -> None:
    assert isinstance(read_integer(text), Unreadable)


@pytest.mark.parametrize(
    ("text", "shown", "at"),
    [("3.5", "3.5", 1), ("3,5", "3.5", 1), ("7/2", "7/2", None), ("1e-3", "1e-3", None), ("inf", "∞", None)],
)
def test_a_number_that_is_not_whole_is_no_integer(text: str, shown: str, at: int | None) -> None:
    assert read_integer(text) == Unreadable(f"Please type a whole number: {shown} is not one.", at, text)


def test_what_is_no_number_is_no_integer_for_the_same_reason() -> None:
    for text in ["", "1,234*2", "abc", "1/0"]:
        assert read_integer(text) == read_number(text)


# Tokens, sets, choices


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("es t</w>", ("es", "t</w>")),
        ("es, t</w>", ("es", "t</w>")),
        ("es|t·u | v", ("es", "t", "u", "v")),
        ("['es', 't</w>']", ("es", "t</w>")),
        ('["es", "t</w>"]', ("es", "t</w>")),
        ("['es' 't</w>']", ("es", "t</w>")),
        ("('es',)", ("es",)),
        ("[es, t</w>]", ("es", "t</w>")),
        ("(es, t)", ("es", "t")),
        ('["a", ","]', ("a", ",")),
        ("'a b' '|'", ("a b", "|")),
        ("['don\\'t', \"it's\"]", ("don't", "it's")),
        ('["\\u0120the", "\\n", "\\ud83d\\ude00"]', ("Ġthe", "\n", "😀")),
        ("don't 's", ("don't", "'s")),
        ("[CLS] the [MASK] [SEP]", ("[CLS]", "the", "[MASK]", "[SEP]")),
        ("[MASK]", ("[MASK]",)),
        ("( a + b )", ("(", "a", "+", "b", ")")),
        ("<s> The the </s>", ("<s>", "The", "the", "</s>")),
        ("▁the\nĠcat", ("▁the", "Ġcat")),
        ("টোকেন ##ing", ("টোকেন", "##ing")),
        ("[]", ()),
    ],
)
def test_tokens_are_read_as_they_are_from_lists_of_every_kind(text: str, tokens: tuple[str, ...]) -> None:
    assert read_tokens(text) == tokens


SPACES = [chr(code) for code in range(0x3001) if chr(code).isspace()]
PRINTABLE = st.characters(exclude_categories=("C", "Z")) | st.just(" ")


@given(
    st.lists(st.text(PRINTABLE, min_size=1) | st.text(st.sampled_from(SPACES), min_size=1), min_size=1),
    st.booleans(),
)
def test_a_json_list_of_any_tokens_is_read_back(tokens: list[str], ascii_only: bool) -> None:
    assert read_tokens(json.dumps(tokens, ensure_ascii=ascii_only)) == tuple(tokens)


@given(
    st.lists(st.text("abcÄßж<>/#@▁Ġ-.!?", min_size=1), min_size=1),
    st.sampled_from([" ", ", ", ",", " | ", "·", "\n"]),
)
def test_tokens_without_separators_in_them_are_read_back(tokens: list[str], separator: str) -> None:
    assert read_tokens(separator.join(tokens)) == tuple(tokens)


@pytest.mark.parametrize(
    ("text", "at", "said"),
    [
        ("", None, "Nothing is written here yet."),
        ("['es', 't", 7, "Please close the quotes and the bracket of this list."),
        (",", 0, 'Please put this token in quotes, as in ",".'),
        ("a" * (LONGEST_LIST + 1), LONGEST_LIST, "This is longer than 10000 characters. Please shorten it."),
    ],
)
def test_a_list_that_cannot_be_read_is_answered_with_its_spot(text: str, at: int | None, said: str) -> None:
    assert read_tokens(text) == Unreadable(said, at, text)
    assert read_set(text) == Unreadable(said, at, text)


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("{a, b, c}", "abc"),
        ("a b c", "abc"),
        ("c, a b a", "abc"),
        ("{'a', 'b'}", "ab"),
        ("[a, b]", "ab"),
        ("{a}", "a"),
        ("{}", ""),
        ("set()", ""),
        ("∅", ""),
    ],
)
def test_a_set_has_no_order_and_nothing_twice(text: str, items: str) -> None:
    assert read_set(text) == frozenset(items)


def test_a_choice_is_read_exactly_or_without_regard_to_capital_letters() -> None:
    assert read_choice(" cat ", ["Cat", "cat"]) == "cat"
    assert read_choice("LayerNorm", ["layernorm", "batchnorm"]) == "layernorm"
    assert read_choice("\u09dc", ["\u09a1\u09bc"]) == "\u09a1\u09bc"  # ড় in its two encodings


def test_a_choice_that_is_none_or_two_of_the_options_is_asked() -> None:
    assert read_choice("cow", ["cat", "dog"]) == Unreadable(
        "Please choose one of these: cat, dog.", None, "cow"
    )
    assert read_choice("CAT", ["cat", "Cat", "dog"]) == Unreadable(
        "Please choose one of these: cat, Cat.", None, "CAT"
    )
    assert read_choice("  ", ["cat"]) == Unreadable("Nothing is written here yet.", None, "  ")


@pytest.mark.parametrize(
    "text", [" " * 9_999 + "a", "'" * 10_000, "['" + "\\" * 9_990, "'a'" + " ," * 4_990, "[" * 10_000]
)
def test_no_list_takes_long(text: str) -> None:
    began = time.perf_counter()
    assert read_tokens(text)
    assert read_set(text)
    assert time.perf_counter() - began < LONG


# However long


LENGTHY = 188  # a single number ends at 100 characters
RUNS = (
    *(
        " ",
        "\t",
        "\u00a0",
        "\u200b",
        "\n",
        "e",
        "e ",
        "1",
        "1 ",
        "1,",
        "1.",
        ".",
        ",",
        "-",
        "- ",
        "+1",
        "1+",
        "^2",
    ),
    *("(", ")", "()", "[", "[1", "{", "'", "' ", "''", '"', "\\", "_", "=", "x", "1x", "%", ";"),
    *("\u0301", "\u0301\u0316", "\u09cb", "\u06f1"),  # accents, a vowel sign of Bengali, a digit of Urdu
)
READERS: dict[str, Callable[[str], object]] = {
    "number": read_number,
    "integer": read_integer,
    "tokens": read_tokens,
    "set": read_set,
    "choice": lambda text: read_choice(text, ["cat", "the dog"]),
    "ticks": Positions("animals", ("cat", "the dog")).read,
    "pair": Pair.read,
    "vector": lambda text: split_cells(text, None, 3),
    "matrix": lambda text: split_cells(text, 2, 3),
    "free": lambda text: free_cells(text, in_lines=True),
}


@pytest.mark.parametrize("reader", one_in(4, READERS))
def test_reading_takes_time_in_proportion_to_what_is_typed(reader: str) -> None:
    every(
        [(before, run, after) for run in RUNS for before, after in AROUND],
        lambda one: check_growth(READERS[reader], *one),
    )


AROUND = [(before, after) for before in ("", "1", "a") for after in ("", "x", "1")][:: 1 if SWEEP else 4]


def check_growth(reader: Callable[[str], object], before: str, run: str, after: str) -> None:
    assert too_steep(reader, lambda length: before + run * (length // len(run)) + after, LENGTHY) is None
