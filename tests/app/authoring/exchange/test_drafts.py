"""Whatever a question of another system holds, the draft of it is TOML that the editor opens, and no key is changed."""

import tomllib
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.authoring.exchange.drafts import numeric, splitting, whole
from app.authoring.exchange.exchanged import (
    GAP,
    WRONG,
    Asks,
    Choice,
    Cloze,
    Essay,
    Exchanged,
    Gap,
    Match,
    Numeric,
    Option,
    Order,
    Range,
    Short,
    Wording,
    around,
)
from app.authoring.exchange.from_variant import exchanged
from app.authoring.exchange.markup.xml_reading import read as read_xml
from app.authoring.exchange.markup.xml_writing import written
from app.authoring.exchange.moodle import reading as moodle
from app.authoring.exchange.moodle.writing import moodle_xml
from app.authoring.exchange.qti import reading as qti
from app.authoring.exchange.qti import writing
from app.authoring.exchange.qti.names import V21
from app.authoring.fields import read as read_form
from app.questions.library import drafted
from engine import variants
from engine.answers.forms import Fixed, Scientific
from engine.questions import Question

TEXT = st.text("ab <>&\"'`$\\{}\n*#=\u202f\u00df-1", max_size=30)
SHARE = st.sampled_from([Fraction(1), WRONG, Fraction(1, 2)])
NUMBER = (
    st.floats(-1e9, 1e9)
    .map(lambda x: Decimal(f"{x:.9g}"))
    .filter(lambda x: x == 0 or abs(x) > Decimal("1e-12"))
)
WIDTH = st.one_of(st.just(Decimal(0)), st.floats(1e-7, 1e4).map(lambda x: Decimal(f"{x:.6g}")))
RANGE = st.tuples(NUMBER, WIDTH, SHARE, TEXT).map(lambda one: around(*one))
ONE: st.SearchStrategy[Choice | Numeric | Short] = st.one_of(
    st.builds(
        Choice,
        st.lists(st.builds(Option, TEXT, SHARE, TEXT), min_size=1, max_size=4).map(tuple),
        st.booleans(),
    ),
    st.builds(Numeric, st.lists(RANGE, min_size=1, max_size=3).map(tuple)),
    st.builds(Short, st.lists(st.builds(Wording, TEXT, SHARE, TEXT), min_size=1, max_size=3).map(tuple)),
)
ASKS: st.SearchStrategy[Asks] = st.one_of(
    ONE,
    st.builds(Essay, TEXT),
    st.builds(Order, st.lists(TEXT, min_size=1, max_size=4).map(tuple)),
    st.builds(Match, st.lists(st.tuples(TEXT, TEXT), min_size=1, max_size=3).map(tuple)),
)


@settings(deadline=None)
@given(ASKS, TEXT, TEXT)
def test_every_draft_is_toml_that_a_form_can_be_made_of(asks: Asks, text: str, title: str) -> None:
    question = Exchanged(name="q", title=title, statement=text, asks=asks, solution=text)
    for draft in whole.texts(question, "q"):
        assert tomllib.loads(draft.text)["kind"]
        read_form(draft.text)


@settings(deadline=None)
@given(st.lists(ONE, min_size=1, max_size=4), TEXT)
def test_no_gap_is_lost(several: list[Choice | Numeric | Short], text: str) -> None:
    lines = "".join(f"<p>{n} {text}: {GAP}</p>" for n in range(len(several)))
    question = Exchanged(name="q", title="T", statement=lines, asks=Cloze(tuple(map(Gap, several))))
    made = splitting.split(question)
    asked = sum(len(one.asks.gaps) if isinstance(one.asks, Cloze) else 1 for one in made)
    menus = [one.asks for one in made if isinstance(one.asks, Match | Order)]
    assert asked == len(several) or (len(made) == 1 and menus)


@settings(deadline=None)
@given(NUMBER, WIDTH)
def test_a_number_accepts_what_it_accepted(key: Decimal, width: Decimal) -> None:
    asks = Numeric((around(key, width),))
    (draft,) = whole.texts(
        Exchanged(name="q", title="T", statement="x", asks=asks, category="Attention"), "q"
    )
    question = drafted("q", draft.text)
    assert isinstance(question, Question), question
    (asked,) = variants.draw(question, 0, "exam").asked
    (band,) = asked.bands
    assert float(asked.key) == pytest.approx(float(key), rel=1e-14)
    form, places = numeric.written_as(key, width)
    if band is None:
        assert (str(width), form) == ("0", "integer")
        return
    middle, wide = float(key), float(width)
    half = (Fixed(places) if form == "fixed" else Scientific(places)).last_place(middle) / 2
    assert band.low <= middle - wide * (1 - 1e-9)
    assert band.high >= middle + wide * (1 - 1e-9)
    assert band.high - middle <= max(wide, half) * (1 + 1e-6) + 1e-11 * abs(middle)


@settings(deadline=None)
@given(st.lists(RANGE, min_size=1, max_size=4).filter(lambda some: any(one.share == 1 for one in some)))
def test_the_key_of_several_ranges_is_one_that_was_right(ranges: list[Range]) -> None:
    asks = Numeric(tuple(ranges))
    (draft,) = whole.texts(
        Exchanged(name="q", title="T", statement="x", asks=asks, category="Attention"), "q"
    )
    value = Decimal(tomllib.loads(draft.text)["steps"][0]["value"])
    assert any(value == one.key for one in ranges if one.share == 1)


@pytest.mark.parametrize(
    ("number", "width", "expected"),
    [("3.14", "0.01", ("fixed", 2)), ("3.14", "0.001", ("fixed", 3)), ("7", "0", ("integer", 0)),
     ("3.14159", "0", ("fixed", 5)), ("12000.5", "10", ("scientific", 3)), ("1.5e-7", "1e-9", ("scientific", 2)),
     ("1822", "5", ("scientific", 2)), ("0", "0.1", ("fixed", 2))],
)  # fmt: skip
def test_a_key_is_written_with_the_decimals_that_its_tolerance_needs(
    number: str, width: str, expected: tuple[str, int]
) -> None:
    assert numeric.written_as(Decimal(number), Decimal(width)) == expected


@settings(deadline=None)
@given(NUMBER, WIDTH)
def test_a_number_and_its_tolerance_are_written_as_they_came(key: Decimal, width: Decimal) -> None:
    asks = Numeric((around(key, width),))
    (draft,) = whole.texts(Exchanged(name="q", title="T", statement="x", asks=asks), "q")
    (step,) = tomllib.loads(draft.text, parse_float=Decimal)["steps"]
    assert [Decimal(step["value"]), Decimal(step.get("tolerance", 0))] == [key, width]


SEVERAL = """title = "What regularises?"
kind = "choice"
section = "2.5"
points = 2
several = true
statement = "Which of these regularise?"

[[options]]
text = "Dropout, at a rate of 0.1"
right = true
why = "It removes units."

[[options]]
text = "Weight decay, $\\\\lambda > 0$"
right = true
why = "It keeps weights small."

[[options]]
text = "More layers"
why = "They add capacity."
"""


@pytest.mark.parametrize("how", ["moodle", "qti"])
def test_several_right_options_come_back_with_their_points_and_reasons(how: str) -> None:
    question = drafted("several", SEVERAL)
    assert isinstance(question, Question)
    sent = exchanged(variants.draw(question, 1, "exam"))
    if how == "moodle":
        (arrived,) = moodle.read(read_xml(moodle_xml([sent])))
    else:
        arrived = qti.read(read_xml(written(writing.item(sent, V21))), 1, {})
    assert arrived.question is not None
    (draft,) = whole.texts(arrived.question, "several")
    again = drafted("several", draft.text.replace('section = ""', 'section = "2.5"'))
    assert isinstance(again, Question), again
    (was,), (now,) = variants.draw(question, 3, "exam").asked, variants.draw(again, 3, "exam").asked
    assert (now.points, set(now.key), now.step.reasons) == (was.points, set(was.key), was.step.reasons)
    assert now.step.form.scoring == "right minus wrong"  # type: ignore[union-attr]
