"""QTI 1.2 comes in, as Canvas and ILIAS write it: keys, points and feedback, and what is left out is told."""

import io
import zipfile
from decimal import Decimal
from fractions import Fraction

import pytest

from app.authoring.exchange import cartridge, foreign
from app.authoring.exchange.arrived import Arrived
from app.authoring.exchange.exchanged import (
    GAP,
    RIGHT,
    WRONG,
    Asks,
    Choice,
    Cloze,
    Essay,
    Exchanged,
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
from app.authoring.exchange.moodle.left_out import COMBINED, FIXED, HINT, NOT_KNOWN, SETTINGS
from app.authoring.exchange.not_read import NO_ANSWER
from app.authoring.exchange.qti12 import reading
from app.authoring.exchange.told import GRADERS
from engine import variants
from tests.engine.submissions import BANK

HALF = Fraction(1, 2)


def field(label: str, entry: str) -> str:
    return f"<qtimetadatafield><fieldlabel>{label}</fieldlabel><fieldentry>{entry}</fieldentry></qtimetadatafield>"


def text(said: str, kind: str = "text/html") -> str:
    return f"<material><mattext texttype='{kind}'>{said}</mattext></material>"


def item(presentation: str, processing: str = "", more: str = "", **fields: str) -> Arrived:
    data = "".join(field(label, entry) for label, entry in fields.items())
    content = (
        f"<questestinterop><assessment title='Week 3'><section><item ident='i1' title='T'><itemmetadata><qtimetadata>"
        f"{data}</qtimetadata></itemmetadata><presentation>{text('Which?')}{presentation}</presentation>"
        f"<resprocessing>{processing}</resprocessing>{more}</item></section></assessment></questestinterop>"
    )
    (found,) = reading.read(read_xml(content.encode()), {})
    return found


def asks(found: Arrived) -> Asks:
    assert isinstance(found.question, Exchanged), found.told
    return found.question.asks


def choice(ident: str, cardinality: str, *options: str, shuffle: str = "Yes", head: str = "") -> str:
    labels = "".join(
        f"<response_label ident='{n}'>{text(one)}</response_label>" for n, one in enumerate(options)
    )
    return (
        f"<response_lid ident='{ident}' rcardinality='{cardinality}'>{head}"
        f"<render_choice shuffle='{shuffle}'>{labels}</render_choice></response_lid>"
    )


def gives(test: str, score: str, action: str = "Set", says: str = "") -> str:
    told = f"<displayfeedback feedbacktype='Response' linkrefid='{says}'/>" if says else ""
    return (
        f"<respcondition><conditionvar>{test}</conditionvar>"
        f"<setvar action='{action}' varname='SCORE'>{score}</setvar>{told}</respcondition>"
    )


def equal(ident: str, value: str, sign: str = "varequal") -> str:
    return f"<{sign} respident='{ident}'>{value}</{sign}>"


FIELD = "<response_str ident='r'><render_fib/></response_str>"


# Canvas


def test_one_of_several_options() -> None:
    found = item(
        choice("r", "Single", "a", "b"), gives(equal("r", "1"), "100"), question_type="multiple_choice_question",
        points_possible="2.5",
    )  # fmt: skip
    assert asks(found) == Choice((Option("a"), Option("b", RIGHT)))
    assert found.question is not None
    assert (found.question.points, found.question.category) == (Fraction(5, 2), "Week 3")


def test_several_options_count_in_part_in_canvas_and_as_a_whole_in_a_cartridge() -> None:
    right = gives(f"<and>{equal('r', '0')}{equal('r', '1')}<not>{equal('r', '2')}</not></and>", "100")
    options = (Option("a", HALF), Option("b", HALF), Option("c", -HALF))
    canvas = item(
        choice("r", "Multiple", "a", "b", "c"),
        right,
        question_type="multiple_answers_question",
        points_possible="1",
    )
    assert asks(canvas) == Choice(options, several=True)
    profile = item(choice("r", "Multiple", "a", "b", "c"), right, points_possible="1")
    assert asks(profile) == Choice(options, several=True, whole=True)


@pytest.mark.parametrize(
    ("test", "expected"),
    [(f"<or>{equal('r', '5.0')}<and>{equal('r', '4.95', 'vargte')}{equal('r', '5.05', 'varlte')}</and></or>",
      around(Decimal("5.0"), Decimal("0.05"))),
     (equal("r", "6", "vargte") + equal("r", "8", "varlte"), Range(Decimal(7), Decimal(6), Decimal(8))),
     (equal("r", "4"), around(Decimal(4)))],
)  # fmt: skip
def test_a_number_keeps_what_it_accepts(test: str, expected: Range) -> None:
    assert asks(
        item(FIELD, gives(test, "100"), question_type="numerical_question", points_possible="1")
    ) == Numeric((expected,))


def test_a_short_answer_an_essay_and_pairs() -> None:
    words = gives(equal("r", "two") + equal("r", "2"), "100")
    short = item(FIELD, words, question_type="short_answer_question", points_possible="1")
    assert asks(short) == Short((Wording("two"), Wording("2")))
    model = f"<itemfeedback ident='solution'><solution>{text('All of it.')}</solution></itemfeedback>"
    essay = item(FIELD, "", model, question_type="essay_question", points_possible="4")
    assert asks(essay) == Essay("All of it.")
    assert GRADERS in {one.says for one in essay.told}
    sides = choice("response_1", "Single", "1", "2", "3", head=text("one")) + choice(
        "response_2", "Single", "1", "2", "3", head=text("two")
    )
    adds = gives(equal("response_1", "0"), "50.00", "Add") + gives(equal("response_2", "1"), "50.00", "Add")
    pairs = item(sides, adds, question_type="matching_question", points_possible="2")
    assert asks(pairs) == Match((("one", "1"), ("two", "2")), ("3",))


@pytest.mark.parametrize("kind", ["fill_in_multiple_blanks_question", "multiple_dropdowns_question"])
def test_gaps_that_have_names(kind: str) -> None:
    content = (
        text("The [sky] is [colour] [or not].") + choice("r1", "Single", "blue", "azure", head=text("colour"))
        + choice("r2", "Single", "sky", "sea", head=text("sky"))
    )  # fmt: skip
    adds = gives(equal("r1", "0"), "50", "Add") + gives(equal("r2", "0"), "50", "Add")
    found = item(content, adds, question_type=kind, points_possible="2")
    cloze = asks(found)
    assert isinstance(cloze, Cloze)
    assert found.question is not None
    assert f"The {GAP} is {GAP} [or not]." in found.question.statement
    first, second = (gap.asks for gap in cloze.gaps)
    if kind == "multiple_dropdowns_question":
        assert first == Choice((Option("sky", RIGHT), Option("sea")))
    else:
        assert second == Short((Wording("blue"), Wording("azure")))
    assert [gap.points for gap in cloze.gaps] == [1, 1]


# ILIAS


def test_options_of_ilias_have_points_of_their_own() -> None:
    each = "".join(
        gives(equal("MCMR", str(n)), score, "Add", f"response_{n}")
        + gives(f"<not>{equal('MCMR', str(n))}</not>", unticked, "Add")
        for n, (score, unticked) in enumerate((("2", "0"), ("1", "0"), ("-1", "0"), ("0", "1")))
    )
    said = f"<itemfeedback ident='response_2'><flow_mat>{text('Not so.')}</flow_mat></itemfeedback>"
    found = item(
        choice("MCMR", "Multiple", "a", "b", "c", "d"), each, said, QUESTIONTYPE="MULTIPLE CHOICE QUESTION"
    )
    assert asks(found) == Choice(
        (Option("a", Fraction(2, 3)), Option("b", Fraction(1, 3)), Option("c", -Fraction(1, 3), "Not so."),
         Option("d", WRONG)),
        several=True,
    )  # fmt: skip
    assert found.question is not None
    assert found.question.points == 3
    assert (reading.UNTICKED, "d") in {(one.says, one.what) for one in found.told}


def test_a_number_a_text_pairs_an_order_and_gaps_of_ilias() -> None:
    number = "<response_num ident='NUM' numtype='Decimal'><render_fib fibtype='Decimal'/></response_num>"
    bounds = gives(equal("NUM", "2", "vargte") + equal("NUM", "3", "varlte"), "4", "Add")
    found = item(number, bounds, QUESTIONTYPE="NUMERIC QUESTION")
    assert asks(found) == Numeric((Range(Decimal("2.5"), Decimal(2), Decimal(3)),))
    assert found.question is not None
    assert found.question.points == 4
    written = (
        "<outcomes><decvar varname='WritingScore' maxvalue='7'/></outcomes><respcondition><conditionvar>"
        "<other>tutor_rated</other></conditionvar></respcondition>"
    )
    essay = item(
        "<response_str ident='TEXT'><render_fib/></response_str>", written, QUESTIONTYPE="TEXT QUESTION"
    )
    assert asks(essay) == Essay()
    assert essay.question is not None
    assert essay.question.points == 7
    group = choice("MQ", "Multiple", "term", "definition", "spare").replace("response_lid", "response_grp")
    pairs = item(group, gives(equal("MQ", "0,1", "varsubset"), "3", "Add"), QUESTIONTYPE="MATCHING QUESTION")
    assert asks(pairs) == Match((("definition", "term"),), ("spare",))
    ordered = item(
        choice("OQT", "Ordered", "first", "second"), "", QUESTIONTYPE="ORDERING QUESTION", points="2"
    )
    assert asks(ordered) == Order(("first", "second"))
    gaps = (
        "<flow>" + text("It is ") + "<response_str ident='gap_0'><render_fib fibtype='String'/></response_str>"
        + text(" or ") + "<response_num ident='gap_1'><render_fib fibtype='Decimal' minnumber='1' maxnumber='3'/>"
        "</response_num></flow>"
    )  # fmt: skip
    adds = gives(equal("gap_0", "so"), "1", "Add") + gives(equal("gap_1", "2"), "2", "Add")
    cloze = asks(item(gaps, adds, QUESTIONTYPE="CLOZE QUESTION"))
    assert isinstance(cloze, Cloze)
    assert [gap.asks for gap in cloze.gaps] == [
        Short((Wording("so"),)),
        Numeric((around(Decimal(2), Decimal(1)),)),
    ]
    assert [gap.points for gap in cloze.gaps] == [1, 2]


# What is left out


def test_what_has_no_place_here_is_told() -> None:
    more = (
        f"<itemfeedback ident='correct_fb'><flow_mat>{text('Bravo!')}</flow_mat></itemfeedback>"
        f"<hint ident='h'><hintmaterial>{text('Think.')}</hintmaterial></hint><objectives>{text('x')}</objectives>"
    )
    single = choice("r", "Single", "a", "b", shuffle="No")
    found = item(
        single, gives(equal("r", "0"), "100"), more, points_possible="1", calculator_type="scientific"
    )
    told = {one.says: one.what for one in found.told}
    assert told == {
        COMBINED: "Bravo!", FIXED: "", HINT: "Think.", NOT_KNOWN: "objectives", SETTINGS: "calculator_type scientific",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("presentation", "kind", "why"),
    [("", "text_only_question", reading.NOT_READ), (FIELD, "calculated_question", reading.NOT_READ),
     ("<response_xy ident='x'/>", "", reading.NOT_READ), (choice("r", "Single", "a", "b"), "", NO_ANSWER)],
)  # fmt: skip
def test_what_is_not_read_says_why(presentation: str, kind: str, why: str) -> None:
    found = item(presentation, question_type=kind)
    assert (found.question, found.told[-1].says) == (None, why)


# Files


@pytest.mark.parametrize("seed", range(2))
def test_what_went_out_as_a_cartridge_comes_back(seed: int) -> None:
    seen = set()
    for question in list(BANK.questions.values())[seed::41]:
        sent = exchanged(variants.draw(question, seed, question.default_level))
        if not isinstance(sent.asks, Choice | Numeric | Match | Essay):
            continue
        found = foreign.read("quiz.imscc", cartridge.pack([sent], "Quiz", ""))
        assert found is not None
        assert not found.left_out, question.id
        with zipfile.ZipFile(io.BytesIO(cartridge.pack([sent], "Quiz", ""))) as packed:
            (back,) = reading.read(read_xml(packed.read(cartridge.QUIZ)), {})
        assert back.question is not None
        seen.add(type(sent.asks))
        assert back.question.points == sent.points
        if isinstance(sent.asks, Numeric):
            assert isinstance(back.question.asks, Numeric)
            key, back_key = sent.asks.right, back.question.asks.right
            assert (back_key.low, back_key.high) == (key.low, key.high)
        elif isinstance(sent.asks, Choice):
            assert {one.text for one in back.question.asks.right} == {  # type: ignore[union-attr]
                one.text for one in sent.asks.right
            }
        elif isinstance(sent.asks, Match):
            assert set(back.question.asks.pairs) == set(sent.asks.pairs)  # type: ignore[union-attr]
    assert Choice in seen


def test_an_archive_of_ilias_is_known_by_the_name_of_its_file() -> None:
    made = io.BytesIO()
    content = (
        f"<questestinterop><item ident='il_0_qst_7' title='T'><presentation>{text('Which?')}"
        f"{choice('MCSR', 'Single', 'a', 'b')}</presentation><resprocessing>{gives(equal('MCSR', '0'), '3', 'Add')}"
        "</resprocessing></item></questestinterop>"
    )
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("1700000000__0__qpl_12/1700000000__0__qti_12.xml", content)
        archive.writestr("1700000000__0__qpl_12/1700000000__0__qpl_12.xml", "<ContentObject/>")
    found = foreign.read("pool.zip", made.getvalue())
    assert found is not None
    (file,) = found.files
    assert "points = 3" in file.text
