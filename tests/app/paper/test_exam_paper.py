"""Exams on paper: room for every answer and no key on the sheet, the key with what is marked, pages that belong
together."""

import html
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from app.paper import answer_key, exam_paper, question_sheet
from app.paper.exam_paper import PrintedExam, PrintedQuestion
from app.web.pdf import printing
from engine import variants
from engine.answers import cells
from engine.answers.forms import Choice, Program
from engine.marking import feedback
from engine.solutions import worked_solution
from engine.variants import Variant
from tests.engine.submissions import BANK

ATTENTION, SURPRISE, MERGES = "causal-attention-by-hand", "surprise-of-a-sentence", "first-five-merges"
BEAM, PAIRS, LETTERS = "two-hypotheses-in-the-beam", "count-every-pair", "letter-by-letter"
CHOICE, DRAWN, MATCH = "a-classifier-that-sees-one-word", "which-perplexity", "bits-of-number-formats"
ORDER, TEXT, CODE = "where-a-small-gpt-keeps-its-weights", "why-attention-has-short-paths", "code-minhash"
FORMULA = "a-mail-that-cannot-wait"
ALL = [ATTENTION, SURPRISE, MERGES, BEAM, PAIRS, LETTERS, CHOICE, DRAWN, MATCH, ORDER, TEXT, CODE, FORMULA]


def item(name: str, place: int = 1, seed: int = 5) -> PrintedQuestion:
    question = BANK.questions[name]
    variant = variants.draw(question, seed, question.default_level)
    return PrintedQuestion(place, question.kind, variant.points, variant)


def form(*names: str, number: str = "4821-07", seed: int = 5, **more: Any) -> PrintedExam:
    items = tuple(item(name, place, seed) for place, name in enumerate(names, 1))
    points = sum((one.points for one in items), Fraction(0))
    return PrintedExam(
        title=more.pop("title", "Mock exam"),
        number=number,
        minutes=120,
        points=points,
        rules=("Show all steps.",),
        aids=("calculator",),
        questions=items,
        **more,
    )


def sheet_of(made: PrintedExam) -> str:
    return printing.paper("paper/print/exam", **question_sheet.sheet(made, BANK.study))


def key_of(made: PrintedExam) -> str:
    return printing.paper("paper/print/key", **answer_key.key(made, BANK.study))


def body(page: str) -> str:
    return page.partition("<body>")[2]


def text(page: str) -> str:
    """The text that one reads on a paper."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", body(page))).split())


def printed(page: Any) -> list[str]:
    """The texts of a page as it is laid out, its margins included."""
    return [box.text for box in page._page_box.descendants() if hasattr(box, "text")]


def changed(variant: Variant) -> Variant:
    """The same question with other keys; names and shapes stay."""
    return replace(
        variant, asked=tuple(replace(one, key=other(one.key, one.step.form)) for one in variant.asked)
    )


def other(key: Any, form: Any) -> Any:
    if isinstance(form, Choice):
        leaves = cells.cells(key)
        if len(leaves) > 1:
            return cells.rebuilt(key, leaves[::-1])
        another: dict[type, Any] = {
            str: form.names[form.names[0] == key],
            tuple: (0,) if key != (0,) else (1,),
        }
        return another.get(type(key), 0 if key else 1)
    return cells.rebuilt(
        key, [f"not {leaf}" if isinstance(leaf, str) else elsewhere(leaf) for leaf in cells.cells(key)]
    )


def elsewhere(leaf: Any) -> Any:
    return tuple(f"{token}x" for token in leaf) if isinstance(leaf, tuple) else leaf + 77


@pytest.fixture(scope="module")
def papers() -> dict[str, list[Any]]:
    """Two forms laid out, as sheets and as keys."""
    forms = [form(TEXT, ATTENTION, CHOICE), form(CODE, MERGES, MATCH, number='48"21-08')]
    return {
        "exam": printing.documents(
            "paper/print/exam", [question_sheet.sheet(one, BANK.study) for one in forms]
        ),
        "key": printing.documents("paper/print/key", [answer_key.key(one, BANK.study) for one in forms]),
    }


@pytest.mark.long("sets two exams and their keys")
@pytest.mark.parametrize("template", ["exam", "key"])
def test_every_page_says_its_form_and_its_place(papers: dict[str, list[Any]], template: str) -> None:
    for document, number in zip(papers[template], ["4821-07", '48"21-08'], strict=True):
        for place, page in enumerate(document.pages, 1):
            texts = printed(page)
            assert texts.count(f"Version {number}") == 2
            assert f"{place} / {len(document.pages)}" in texts


def test_every_form_begins_on_a_sheet_of_its_own(papers: dict[str, list[Any]]) -> None:
    assert [len(document.pages) % 2 for document in papers["exam"]] == [0, 0]
    assert all("Matriculation number" in " ".join(printed(one.pages[0])) for one in papers["exam"])
    assert "More room" in " ".join(printed(papers["exam"][0].pages[-1]))


def test_each_page_after_the_questions_is_more_room_in_the_same_words() -> None:
    (document,) = printing.documents("paper/print/exam", [question_sheet.sheet(form(CHOICE), BANK.study)])
    said = [" ".join(printed(page)) for page in document.pages]
    head = "More room for what does not fit: write the number of its question beside it"
    assert [text.count(head) for text in said] == [0, 0, 1, 1]
    assert said[2].replace("3 / 4", "4 / 4") == said[3]


def test_nothing_runs_out_of_the_page(papers: dict[str, list[Any]]) -> None:
    """Neither a box nor a formula nor a word stands outside the paper's margins."""
    for document in (*papers["exam"], *papers["key"]):
        for page in document.pages:
            content = page._page_box.children[0]
            right = content.content_box_x() + content.width + 1
            low = content.content_box_y() + content.height + 1
            for box in content.descendants():
                if isinstance(getattr(box, "width", None), int | float) and hasattr(box, "text"):
                    assert box.position_x + box.width <= right, box.text
                    assert box.position_y <= low, box.text


@pytest.mark.sweep
def test_several_forms_are_one_pdf_of_vectors() -> None:
    forms = [form(CHOICE), form(DRAWN, number="4821-08")]
    made = exam_paper.question_sheets(forms)
    assert made.startswith(b"%PDF")
    documents = printing.documents(
        "paper/print/exam", [question_sheet.sheet(one, BANK.study) for one in forms]
    )
    pages = [page for document in documents for page in document.pages]
    plain = documents[0].copy(pages).write_pdf(uncompressed_pdf=True)
    assert f"/Count {len(pages)}".encode() in plain
    assert b"/Subtype /Image" not in plain
    assert exam_paper.answer_keys(forms).startswith(b"%PDF")


def test_formulas_are_drawn_before_they_are_printed() -> None:
    page = key_of(form(ATTENTION))
    drawn = printing.vectors(page, 9.0)
    assert "<math" in page
    assert "<math" not in drawn
    assert drawn.count("<img") == page.count("<math")
    assert "<style>text {" in drawn, "the picture knows its look"


def test_points_are_printed_and_add_up() -> None:
    made = form(*ALL)
    page = body(sheet_of(made))
    heads = [Fraction(points) for points in re.findall(r'<span class="worth">([\d.]+) points?<', page)]
    assert heads == [one.points for one in made.questions]
    assert f"<b>{made.points} points</b>" in page
    rows = re.findall(r"<tr><th>Points</th>(.*?)</tr>", page)
    listed = [Fraction(cell) for row in rows for cell in re.findall(r"<td>([\d.]+)</td>", row)]
    assert listed == [*heads, made.points]
    keys = re.findall(r'<td class="points"><b>([\d.]+)</b>', body(key_of(made)))
    assert sum(map(Fraction, keys)) == made.points


@pytest.mark.parametrize("name", [ATTENTION, SURPRISE, MERGES, LETTERS, FORMULA])
def test_a_computed_part_has_a_box_for_each_cell_and_squares_for_its_working(name: str) -> None:
    made = form(name)
    page = body(sheet_of(made))
    asked = made.questions[0].variant.asked
    ticked = [len(one.step.form.names) for one in asked if isinstance(one.step.form, Choice)]
    boxes = [len(one.bands) for one in asked if not isinstance(one.step.form, Choice)]
    assert page.count('class="box') == sum(boxes)
    assert page.count('class="tick"') == sum(ticked)
    assert 'class="squares"' in page


def test_a_matrix_has_its_rows_and_columns() -> None:
    page = body(sheet_of(form(ATTENTION)))
    (first, *_) = re.findall(r'<table class="cells">(.*?)</table>', page, re.DOTALL)
    key = item(ATTENTION).variant.asked[0].key
    assert [row.count("box") for row in re.findall(r"<tr>(.*?)</tr>", first)] == [key.shape[1]] * key.shape[0]


@pytest.mark.parametrize(
    ("name", "found", "count"),
    [
        (CHOICE, 'class="tick"', 4), (DRAWN, 'class="tick"', 4), (MATCH, 'class="box small"', 4),
        (ORDER, 'class="box small"', 5),
    ],
)  # fmt: skip
def test_every_kind_has_room_to_answer(name: str, found: str, count: int) -> None:
    assert body(sheet_of(form(name))).count(found) == count


def test_more_points_have_more_lines() -> None:
    def lines(name: str) -> int:
        found = re.findall(r'<div class="lines [^"]*">((?:<div></div>)+)', body(sheet_of(form(name))))
        return sum(len(rows) for rows in found) // len("<div></div>")

    assert lines("define-decision-boundary") < lines(TEXT) < lines("case-a-spam-filter-knows-its-mails")


def test_a_program_goes_on_from_its_starter_and_shows_the_open_tests_alone() -> None:
    made = form(CODE)
    program = made.questions[0].variant.asked[0].step.form
    assert isinstance(program, Program)
    page = sheet_of(made)
    assert html.escape(program.starter) in page.replace("&#34;", "&quot;").replace("&#39;", "&#x27;")
    assert 'class="lines code"' in page
    shown = re.findall(r"returns", text(page))
    assert len(shown) == sum(not test.hidden for test in program.tests)
    assert not any(test.name in page for test in program.tests if test.hidden)


@pytest.mark.parametrize("name", ALL)
def test_a_sheet_is_the_same_whatever_its_keys_are(name: str) -> None:
    made = form(name)
    other = replace(made.questions[0], variant=changed(made.questions[0].variant))
    assert sheet_of(replace(made, questions=(other,))) == sheet_of(made)


def secrets(variant: Variant) -> Iterator[str]:
    """Sentences of the solution that a sheet must not hold."""
    for asked in variant.asked:
        yield from asked.step.reasons.values()
        if variant.question.kind == "text":
            yield str(asked.key)
            yield from (
                str(variant.exact.reached[step.name]) for step in worked_solution.own_lines(variant, asked)
            )
        if variant.question.kind == "code":
            yield str(asked.key).splitlines()[-1].strip()


@pytest.mark.parametrize("name", [CHOICE, DRAWN, MATCH, ORDER, TEXT, CODE])
def test_no_sentence_of_the_solution_stands_on_the_sheet(name: str) -> None:
    made = form(name)
    kept = list(secrets(made.questions[0].variant))
    assert kept
    assert not [one for one in kept if one in text(sheet_of(made))]


def test_the_way_to_a_formula_stands_in_the_key_with_the_numbers_of_the_sheet() -> None:
    made = form("room-for-one-long-conversation")
    bytes_each = made.questions[0].variant.parameters.to_json()["b"]
    assert f"numbers, of {bytes_each} bytes each" in text(key_of(made))
    assert "numbers, of" not in text(sheet_of(made))


def test_names_that_follow_from_an_answer_are_left_to_be_written() -> None:
    page = text(sheet_of(form(PAIRS)))
    counted = item(PAIRS).variant.asked[1]
    assert not [name for name in counted.key if "<" in name and name in page]
    assert not [name for name in counted.key if f"<code>{name}</code>" in sheet_of(form(PAIRS))]
    assert "The names here follow from what you answered to" in page
    empty = re.findall(r"<tr><td><span.*?</tr>", body(sheet_of(form(PAIRS))))
    assert len(empty) > len(counted.key)


def test_the_key_names_the_letter_that_the_sheet_shows() -> None:
    for name in (CHOICE, DRAWN):
        made = form(name)
        shown = re.findall(r'class="letter">(\w)</span> (.*?)</li>', sheet_of(made))
        letter, option = re.findall(r"<tr><td>\s*<strong>(\w): (.*?)</strong>", key_of(made))[0]
        assert dict(shown)[letter] == option
        assert len(shown) == 4


def test_the_letters_of_a_match_and_the_numbers_of_an_order_lead_to_the_key() -> None:
    made = form(MATCH)
    asked = made.questions[0].variant.asked[0]
    (partners,) = re.findall(r'<ol class="partners".*?</ol>', sheet_of(made), re.DOTALL)
    offered = [html.unescape(one) for one in re.findall(r"<li>(.*?)</li>", partners)]
    told = re.findall(r"<li>([^<]*): (\w), ([^<]*)</li>", key_of(made))
    assert {left: offered["ABCDEFGH".index(letter)] for left, letter, _ in told} == asked.key
    made = form(ORDER)
    asked = made.questions[0].variant.asked[0]
    shown = re.findall(r'box small"></span></td><th>(.*?)</th>', sheet_of(made))
    (numbers,) = re.findall(r"from top to bottom: ([\d, ]+)", key_of(made))
    places = dict(zip(map(int, numbers.split(", ")), shown, strict=True))
    assert [places[place] for place in sorted(places)] == asked.key


def test_the_key_has_each_number_and_the_band_that_is_accepted() -> None:
    made = form(SURPRISE, seed=3)
    page = text(key_of(made))
    for asked in made.questions[0].variant.asked:
        assert all(asked.step.form.show(leaf) in page for leaf in cells.cells(asked.key))
    wide = [one for one in made.questions[0].variant.asked if " to " in feedback.accepted(one)]
    lone = [one for one in wide if len(one.bands) == 1]
    assert all(f"Accepted: {feedback.accepted(one)}" in page for one in lone)
    banded = next(
        one
        for seed in range(1, 40)
        for one in answer_key.key(form(SURPRISE, seed=seed), BANK.study)["solutions"][0].keys
        if one.accepted
    )
    assert " to " in banded.accepted[0]


def test_a_part_of_several_cells_says_which_of_them_may_differ() -> None:
    made = next(
        one.accepted
        for seed in range(1, 60)
        for one in answer_key.key(form(ATTENTION, seed=seed), BANK.study)["solutions"][0].keys
        if one.accepted
    )
    assert re.match(r"row \d, column \d: -?[\d.]+ to -?[\d.]+$", made[0])


def test_a_rubric_and_the_tests_share_out_their_points() -> None:
    for name in (TEXT, CODE):
        (key,) = answer_key.key(form(name), BANK.study)["solutions"][0].keys
        assert sum(share.points for share in key.scheme) == key.asked.points
        assert len(key.scheme) > 2
    page = text(key_of(form(TEXT)))
    assert str(item(TEXT).variant.asked[0].key) in page


def test_a_stored_variant_prints_as_the_one_that_was_drawn() -> None:
    made = form(ATTENTION)
    drawn = made.questions[0].variant
    stored = replace(made.questions[0], variant=variants.from_json(drawn.question, drawn.to_json()))
    again = replace(made, questions=(stored,))
    assert (sheet_of(again), key_of(again)) == (sheet_of(made), key_of(made))


def test_pictures_of_two_questions_have_names_of_their_own() -> None:
    page = key_of(form(ATTENTION, BEAM, "an-old-tram-without-a-future"))
    names = re.findall(r'\bid="(picture-[^"]*)"', page)
    assert len(names) == len(set(names)) > 2
    labels = [one for both in re.findall(r'aria-labelledby="([^"]*)"', page) for one in both.split()]
    assert set(labels) <= set(names)


def test_bengali_stands_there_on_request_alone() -> None:
    said = BANK.study.bengali.families[item(ATTENTION).variant.question.family_id]
    assert said.about not in sheet_of(form(ATTENTION))
    assert said.about in sheet_of(form(ATTENTION, bengali=True))
    assert said.idea not in sheet_of(form(ATTENTION, bengali=True))
    assert said.idea in key_of(form(ATTENTION, bengali=True))
    assert said.idea not in key_of(form(ATTENTION))


def test_what_people_call_an_exam_is_no_markup() -> None:
    made = form(CHOICE, title='</style><img src=x> "A"', course="<b>x</b>", number="<i>1")
    for page in (sheet_of(made), key_of(made)):
        assert "<img" not in page
        assert "<b>x</b>" not in page
        assert "<i>1" not in page


@pytest.mark.sweep
@pytest.mark.parametrize("name", BANK.questions)
def test_every_question_can_be_printed_and_tells_no_key(name: str) -> None:
    made = form(name)
    page = text(sheet_of(made))
    statement = made.questions[0].variant.question.statement
    assert not [one for one in secrets(made.questions[0].variant) if one in page and one not in statement]
    assert "<math" not in printing.vectors(sheet_of(made) + key_of(made), 9.0)
