"""Grades of a course: scales against a second reckoning in decimals; what the next grade needs; set by hand."""

import csv
import io
import re
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal, getcontext
from fractions import Fraction
from zipfile import ZipFile

import pytest
from fastapi import FastAPI
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from app.courses.grade_scale import GradeScale, Rounding, Step
from app.coursework.marks import scale_presets
from app.coursework.marks.scale import NoScale, read, text_of
from app.coursework.marks.scale_presets import Preset
from app.database.connection import Database
from app.identity.store.people import Role
from tests.app.accounts.members import member
from tests.app.api.api_client import program
from tests.app.courses.taught_course import FUTURE, PAST, Lecture, assignment, begin, entry, join, lecture
from tests.app.coursework.test_gradebook import SHEET, answer, grid, workbook
from tests.app.coursework.test_weights import save as save_weights
from tests.app.learner import COSINE, PERPLEXITY, Count, Page, on_both

getcontext().prec = 40
SHARES = st.fractions(0, Fraction(6, 5), max_denominator=400)
PASSES = st.integers(1, 99)
LETTERS = "A 90\nB 80\nC 70\nD 60\nF 0"


def on_the_line(share: Fraction, passes: int, step: str) -> Decimal:
    """The Swiss grade again, by the line itself: computed, then rounded half up."""
    percent = Decimal(100 * share.numerator) / Decimal(share.denominator)
    if percent < passes:
        exact = 1 + 3 * percent / passes
    else:
        exact = 4 + 2 * (percent - passes) / (100 - passes)
    steps = exact / Decimal(step)
    # A division that does not end is off by 1e-38 and may fall on the wrong side of a half.
    return min((steps + Decimal("1e-30")).quantize(Decimal(1), ROUND_HALF_UP) * Decimal(step), Decimal(6))


@given(SHARES, PASSES)
def test_a_swiss_grade_is_what_its_line_gives_when_it_is_rounded(share: Fraction, passes: int) -> None:
    for preset, step in ((Preset.SWISS_QUARTERS, "0.25"), (Preset.SWISS_TENTHS, "0.1")):
        found = scale_presets.made(preset, Fraction(passes)).grade(share)
        assert Decimal(found) == on_the_line(share, passes, step)


@given(SHARES, PASSES)
def test_steps_of_one_width_lie_between_what_passes_and_everything(share: Fraction, passes: int) -> None:
    percent = Decimal(100 * share.numerator) / Decimal(share.denominator)
    for preset, grades in (
        (Preset.GERMAN, "4.0 3.7 3.3 3.0 2.7 2.3 2.0 1.7 1.3 1.0"),
        (Preset.LETTERS, "D C B A"),
        (Preset.PASS_FAIL, "pass"),
    ):
        names = grades.split()
        width = Decimal(100 - passes) / len(names)
        place = int(((percent - passes) / width + Decimal("1e-30")).quantize(Decimal(1), ROUND_FLOOR))
        found = scale_presets.made(preset, Fraction(passes)).grade(share)
        assert found == (names[min(place, len(names) - 1)] if place >= 0 else found)
        assert (found in names) == (place >= 0)


@pytest.mark.parametrize(
    ("preset", "percent", "grade"),
    [
        (Preset.SWISS_QUARTERS, "57.5", "4"),
        (Preset.SWISS_QUARTERS, "57.49", "3.75"),
        (Preset.SWISS_TENTHS, "59", "4"),
        (Preset.SWISS_TENTHS, "58.99", "3.9"),
        (Preset.GERMAN, "50", "4.0"),
        (Preset.GERMAN, "49.99", "5.0"),
        (Preset.GERMAN, "95", "1.0"),
        (Preset.LETTERS, "89.99", "B"),
        (Preset.LETTERS, "90", "A"),
        (Preset.PASS_FAIL, "50", "pass"),
    ],
)
def test_known_scales_give_known_grades(preset: Preset, percent: str, grade: str) -> None:
    made = scale_presets.made(preset, Fraction(preset.usual))
    assert made.grade(Fraction(percent) / 100) == grade
    assert made.passes(grade) is (grade not in ("3.75", "3.9", "5.0"))


@given(
    st.fractions(0, 1, max_denominator=1000),
    st.sampled_from(list(Rounding)),
    st.lists(st.fractions(0, 100, max_denominator=9), min_size=1, max_size=6, unique=True),
)
def test_a_grade_begins_exactly_where_it_says(
    share: Fraction, rounding: Rounding, least: list[Fraction]
) -> None:
    places = sorted({*least, Fraction(0)}, reverse=True)
    scale = GradeScale(steps=tuple(Step(str(n), one) for n, one in enumerate(places)), rounding=rounding)
    digits = {Rounding.EXACT: None, Rounding.TENTH: Decimal("0.1"), Rounding.WHOLE: Decimal(1)}[rounding]
    percent = Decimal(100 * share.numerator) / Decimal(share.denominator)
    seen = Fraction(100 * share if digits is None else str(percent.quantize(digits, ROUND_HALF_UP)))
    assert scale.grade(share) == next(str(n) for n, one in enumerate(places) if seen >= one)
    for n, _ in enumerate(places):
        begins = scale.begins(str(n)) / 100
        assert int(scale.grade(begins)) <= n
        if begins:
            assert int(scale.grade(begins - Fraction(1, 10**9))) > n


def test_a_scale_that_is_written_out_is_read_back_as_it_was() -> None:
    for preset in Preset:
        made = scale_presets.made(preset, Fraction(100, 3))
        assert read(text_of(made.steps), made.passing, made.rounding, True) == made


@pytest.mark.parametrize(
    ("text", "passing", "at"),
    [
        ("", "", ""),
        ("A 0", "", ""),
        ("A 50\nB", "", "2"),
        ("A 50\nB x", "", "2"),
        ("A 101\nB 0", "", "1"),
        ("A 1/0\nB 0", "", "1"),
        ("A -1\nB 0", "", "1"),
        ("A 1e9\nB 0", "", "1"),
        ("A 50\nB 10", "", ""),
        ("A 50\nA 0", "", ""),
        ("A 50\nB 50\nC 0", "", ""),
        ("A 50\nB 0", "C", ""),
        ("\n".join(f"g{n} {n / 10}" for n in range(200)), "", ""),
    ],
)
def test_what_is_no_scale_is_told_with_its_line(text: str, passing: str, at: str) -> None:
    with pytest.raises(NoScale) as told:
        read(text, passing, Rounding.EXACT, True)
    assert told.value.at == at


# On pages


def save(
    nlp: Lecture, steps: str = LETTERS, passing: str = "D", rounding: str = "exact", shown: bool = True
) -> Page:
    form = {"steps": steps, "passing": passing, "rounding": rounding} | ({"shown": "true"} if shown else {})
    return nlp.instructor.learner.send(f"{nlp.address}/scale", form)


def steps(page: Page) -> str:
    """The text of the scale, without the line break that every browser leaves out."""
    return page.fields["steps"].removeprefix("\n")


def choose(nlp: Lecture, preset: str, passes: str = "60") -> Page:
    return nlp.instructor.learner.send(f"{nlp.address}/scale/preset", {"preset": preset, "passes": passes})


def set_grade(nlp: Lecture, grade: str, why: str = "Oral exam.") -> Page:
    address = entry(nlp, nlp.student.email).replace("/roster/", "/gradebook/")
    return nlp.instructor.learner.send(address, {"grade": grade, "why": why})


def rows(nlp: Lecture) -> list[list[str]]:
    return list(csv.reader(io.StringIO(nlp.instructor.learner.get(f"{nlp.address}/gradebook.csv").html)))


@on_both
def test_a_preset_is_taken_with_one_click_and_its_grade_stands_everywhere(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    address, ada = assignment(nlp, COSINE, due=FUTURE), nlp.student
    page = choose(nlp, "swiss_quarters")
    assert "Saved." in page.text
    assert page.fields["passing"] == "4"
    assert len(steps(page).split("\n")) == 21
    answer(ada, begin(ada, address, COSINE), store, "dot", "norm_u", "cosine")  # 4 of 5 points
    assert rows(nlp)[0][-2:] == ["mark in %", "grade"]
    assert rows(nlp)[2][-2:] == ["80.00", "5"]
    book = nlp.instructor.learner.client.get(f"{nlp.address}/gradebook.xlsx")
    with ZipFile(io.BytesIO(book.content)) as opened:
        assert "grade" in opened.read("xl/sharedStrings.xml").decode()
    for who in (nlp.instructor, ada):
        told = program(app, who).get(f"/courses/{nlp.name}/grades").json()
        assert told["students"][0]["grade"] == {"grade": "5", "computed": "5", "passed": True, "reason": None}
        assert told["students"][0]["mark"] == {"exact": "4/5", "decimal": 0.8}
    seen = ada.learner.get(f"{nlp.address}/gradebook").text
    assert "Your grade so far: 5 (mark 80 %)" in seen
    assert "Grade 5.25 begins at 82.5 %. Only “Week 1” is left" in seen
    assert "with at least 4.125 of its 5 points in all, the grade is 5.25." in seen


@on_both
def test_nobody_has_a_grade_before_something_of_theirs_counts(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    lin, week = nlp.instructor.learner, assignment(nlp, COSINE, due=FUTURE)
    assignment(nlp, PERPLEXITY, title="Week 2", due=PAST)  # is over, for all
    listed = {"text": "Bob,bob@x.org,20-1"}
    seen = lin.send(f"{nlp.address}/roster/preview", listed).fields["seen"]
    lin.send(f"{nlp.address}/roster/import", listed | {"seen": seen})
    choose(nlp, "german", "50")

    def shown() -> dict[str, list[str]]:
        """The mark and the grade of each, in every place: "" for none."""
        page, book = lin.get(f"{nlp.address}/gradebook"), workbook(nlp)[0]
        assert book[-2:] == ["mark in %", "grade"]
        told = program(app, nlp.instructor).get(f"/courses/{nlp.name}/grades").json()["students"]
        api = {one["name"]: one for one in told}
        found = {}
        for name, cells in grid(page).items():
            called = name.removeprefix("* ").removesuffix(" not joined yet")
            line = next(row for row in rows(nlp) if row[0] == called)
            here = ["" if cell == "–nothing counts yet" else cell for cell in cells]
            grade = here[0].partition(" ")[0]
            assert (line[-1], (api[called]["grade"] or {}).get("grade", "")) == (grade, grade)
            assert (line[-2] == "", api[called]["mark"] is None) == (here[1] == "", here[1] == "")
            found[called] = here[:2]
        return found

    assert shown() == {"Ada": ["", ""], "Bob": ["", ""]}
    assert [row[-1] for row in workbook(nlp)[2:]] == [0.0, 0.0]  # the sum: nothing is behind it
    assert "A dash is no mark" in lin.get(f"{nlp.address}/gradebook").text
    assert "not passed" not in lin.get(f"{nlp.address}/gradebook").text
    assert "Your grade so far" not in nlp.student.learner.get(f"{nlp.address}/gradebook").text
    sheet = begin(nlp.student, week, COSINE)
    nlp.student.learner.press(sheet, typed={"dot": "-9999"})  # wrong, and counts
    assert shown() == {"Ada": ["5.0 not passed", "0"], "Bob": ["", ""]}
    bobs = entry(nlp, "bob@x.org").replace("/roster/", "/gradebook/")
    lin.send(f"{bobs}/{week.rpartition('/')[2]}", {"points": "5", "why": "Paper."})
    assert shown()["Bob"] == ["3.3", "62.5"]  # 5 of 8 points: 3.3 begins at 60 %
    assert "A dash is no mark" not in lin.get(f"{nlp.address}/gradebook").text


@on_both
def test_what_the_next_grade_needs_is_said_where_one_assignment_is_left(
    nlp: Lecture, store: Database
) -> None:
    first = assignment(nlp, COSINE, due=PAST.replace("2001", "2998"))
    second, ada = assignment(nlp, PERPLEXITY, title="Week 2", due=PAST), nlp.student
    save(nlp)
    answer(ada, begin(ada, first, COSINE), store, "dot", "norm_u", "norm_v")
    save_weights(nlp, (0, "A", 3, 0), (0, "B", 1, 0))
    save_weights(nlp, (1, "A", 3, 0), (2, "B", 1, 0), put={1: 1, 2: 2})
    seen = ada.learner.get(f"{nlp.address}/gradebook").text
    # 3 of 5 in A weigh 3, nothing in B weighs 1: 45 %. D begins at 60 %, where A has 4 of 5.
    assert "Your grade so far: F not passed (mark 45 %)" in seen
    assert "with at least 4 of its 5 points in all, the grade is D." in seen
    save_weights(nlp, (1, "A", 3, 1), (2, "B", 1, 0), put={1: 1, 2: 2})
    seen = ada.learner.get(f"{nlp.address}/gradebook").text
    assert "Grade D begins at 60 %." in seen
    assert "is left to change the mark" not in seen
    assert second != first


def test_nothing_is_said_of_points_that_cannot_be_had(nlp: Lecture, store: Database) -> None:
    first = assignment(nlp, COSINE, due=FUTURE)
    assignment(nlp, PERPLEXITY, title="Week 2", due=PAST)
    save(nlp)
    answer(nlp.student, begin(nlp.student, first, COSINE), store, "dot", "cosine")
    seen = nlp.student.learner.get(f"{nlp.address}/gradebook").text
    assert "Grade D begins at 60 %." in seen
    assignment(nlp, COSINE, title="Week 3", due=FUTURE)
    assert "is left to change" not in nlp.student.learner.get(f"{nlp.address}/gradebook").text


@on_both
def test_a_final_grade_set_by_hand_counts_and_can_be_taken_back(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    ada, address = nlp.student, assignment(nlp, COSINE)
    save(nlp)
    answer(ada, begin(ada, address, COSINE), store, "dot")
    assert "Saved." in set_grade(nlp, "B").text
    assert rows(nlp)[0][-2:] == ["grade", "set by hand"]
    assert rows(nlp)[2][-3:] == ["20.00", "B", "Oral exam."]
    assert "Your grade: B ✎ set by hand. Oral exam." in ada.learner.get(f"{nlp.address}/gradebook").text
    told = program(app, ada).get(f"/courses/{nlp.name}/grades").json()
    assert told["students"][0]["grade"] == {
        "grade": "B", "computed": "F", "passed": True, "reason": "Oral exam.",
    }  # fmt: skip
    page = set_grade(nlp, "", "")
    assert rows(nlp)[2][-2:] == ["20.00", "F"]
    history = page.text.partition("Final grade")[2]
    assert history.index("the computed grade counts again") < history.index("B Oral exam.")


@pytest.mark.parametrize(("grade", "why"), [("B", " "), ("Z", "Because."), ("b", "Because.")])
def test_what_is_no_final_grade_is_shown_again(nlp: Lecture, count: Count, grade: str, why: str) -> None:
    save(nlp)
    before = count()
    page = set_grade(nlp, grade, why)
    assert page.status == 422
    assert "Give a reason" in page.text or "Choose a grade of the scale" in page.text
    assert count() == before


@pytest.mark.parametrize(
    ("steps", "cell", "form"),
    [
        ("5 80\n1 0", 1.0, "0"),
        ("2.0 80\n5.0 0", 5.0, "0.0"),
        ("6 90\n4.75 0", 4.75, "0.00"),
        ("1,3 90\n1,7 0", 1.7, "0.0"),
        ("A 90\nfail 0", "fail", ""),
        ("A 90\n=1+1 0", "=1+1", ""),
        ("A 90\n1e9 0", "1e9", ""),
    ],
)
def test_a_grade_that_is_a_number_is_one_in_a_workbook(
    nlp: Lecture, store: Database, steps: str, cell: str | float, form: str
) -> None:
    answer(nlp.student, begin(nlp.student, assignment(nlp, COSINE), COSINE), store, "dot")
    save(nlp, steps, "")
    assert workbook(nlp)[2][-1] == cell
    book = nlp.instructor.learner.client.get(f"{nlp.address}/gradebook.xlsx")
    with ZipFile(io.BytesIO(book.content)) as opened:
        sheet = etree.fromstring(opened.read("xl/worksheets/sheet1.xml"))
        styles = etree.fromstring(opened.read("xl/styles.xml"))
    style = int(sheet.findall(".//x:row", SHEET)[2].findall("x:c", SHEET)[-1].get("s", "0"))
    number = styles.findall("x:cellXfs/x:xf", SHEET)[style].get("numFmtId")
    own = {one.get("numFmtId"): one.get("formatCode") for one in styles.iterfind(".//x:numFmt", SHEET)}
    assert ({"0": "", "1": "0", "2": "0.00"} | own)[number] == form
    assert rows(nlp)[2][-1] == ("'" if str(cell).startswith("=") else "") + steps.split()[-2]


def test_students_see_no_grade_where_it_is_not_shown(app: FastAPI, nlp: Lecture, store: Database) -> None:
    address = assignment(nlp, COSINE)
    save(nlp, shown=False)
    answer(nlp.student, begin(nlp.student, address, COSINE), store, "dot")
    set_grade(nlp, "A")
    assert (
        "grade" not in nlp.student.learner.get(f"{nlp.address}/gradebook").text.partition("Week 1")[0].lower()
    )
    told = program(app, nlp.student).get(f"/courses/{nlp.name}/grades").json()
    assert (told["students"][0]["grade"], told["scale"]) == (None, None)
    assert rows(nlp)[2][-2:] == ["A", "Oral exam."]


def test_a_scale_is_shown_again_where_it_is_none_and_taken_away(nlp: Lecture, count: Count) -> None:
    before = count()
    page = save(nlp, "A 90\nB many")
    assert page.status == 422
    assert "Line 2: Give percent between 0 and 100" in page.text
    assert steps(page) == "A 90\nB many"
    assert choose(nlp, "german", "100").status == 422
    assert count() == before
    assert "Saved." in choose(nlp, "german", "50").text
    page = nlp.instructor.learner.send(f"{nlp.address}/scale/remove", {})
    assert "Choose a scale" in page.text
    assert count() == before


def test_where_a_preset_is_passed_is_said_before_it_is_taken(nlp: Lecture, count: Count) -> None:
    before = count()
    page = nlp.instructor.learner.get(f"{nlp.address}/scale")
    assert "the line has a 4 at" in page.text
    assert "With 60 %, the lowest grade that passes, 4, begins at 57.5 %." in page.text
    assert "With 60 %, the lowest grade that passes, 4, begins at 59 %." in page.text
    assert "With 50 %, the lowest grade that passes, 4.0, begins at 50 %." in page.text
    page = nlp.instructor.learner.get(f"{nlp.address}/scale?preset=swiss_quarters&passes=50")
    # On the line through 1 at 0 and 4 at 50 %, 3.875 is at 2.875 / 3 of 50 %.
    assert "With 50 %, the lowest grade that passes, 4, begins at 575/12 %." in page.text
    assert "6 from 96.875 %" in page.text
    for passes in ("0", "100", "many", ""):
        page = nlp.instructor.learner.get(f"{nlp.address}/scale?preset=german&passes={passes}")
        assert page.status == 422
        assert "percent" in page.text
    assert count() == before


@pytest.mark.parametrize("preset", Preset)
def test_a_preset_gives_the_grade_that_it_shows(nlp: Lecture, preset: Preset) -> None:
    shown = nlp.instructor.learner.get(f"{nlp.address}/scale?preset={preset}&passes=55").text
    choose(nlp, preset, "55")
    taken = nlp.instructor.learner.get(f"{nlp.address}/scale")
    for line in steps(taken).split("\n"):
        grade, least = line.rsplit(" ", 1)
        assert f"{grade} from {least} %" in shown
    begins = re.search(r"The lowest grade that passes, (\S+), begins at (\S+) %", taken.text)
    assert begins
    assert f"With 55 %, the lowest grade that passes, {begins[1]}, begins at {begins[2]} %." in shown


def test_a_copied_course_has_its_scale(nlp: Lecture) -> None:
    choose(nlp, "letters")
    copied = nlp.instructor.learner.send(f"{nlp.address}/copy", {"title": "Again"}).address
    assert steps(nlp.instructor.learner.get(f"{copied}/scale")) == LETTERS


def test_a_grade_moves_with_a_student_who_is_matched(app: FastAPI, nlp: Lecture) -> None:
    save(nlp)
    lin, bob = nlp.instructor.learner, member(app, name="Bob", email="bob@x.org")
    join(bob, nlp.code)
    listed = {"text": "Robert,,77-1"}
    seen = lin.send(f"{nlp.address}/roster/preview", listed).fields["seen"]
    lin.send(f"{nlp.address}/roster/import", listed | {"seen": seen})
    joined = entry(nlp, "bob@x.org").rpartition("/")[2]
    numbers = re.findall(r"/roster/(\d+)\"", lin.get(f"{nlp.address}/roster").html)
    expected = next(number for number in numbers if int(number) > int(joined))
    lin.send(f"{nlp.address}/gradebook/{joined}", {"grade": "C", "why": "Oral."})
    lin.send(f"{nlp.address}/roster/{expected}/match", {"joined": joined})
    assert ["Robert", "C"] in [[row[0], row[-2]] for row in rows(nlp)]


def test_only_those_who_teach_the_course_change_its_grades(app: FastAPI, nlp: Lecture, count: Count) -> None:
    save(nlp)
    ann, other = member(app, Role.INSTRUCTOR), lecture(app, "Another")
    nlp.instructor.learner.send(f"{nlp.address}/staff", {"email": ann.email, "role": "assistant"})
    address = entry(nlp, nlp.student.email).replace("/roster/", "/gradebook/")
    before = count()
    for one in (nlp.student, other.instructor, ann):
        assert one.learner.get(f"{nlp.address}/scale").status in (403, 404)
        for path, form in (
            (f"{nlp.address}/scale", {"steps": LETTERS}),
            (f"{nlp.address}/scale/preset", {"preset": "german", "passes": "50"}),
            (f"{nlp.address}/scale/remove", {}),
            (address, {"grade": "A", "why": "Me."}),
        ):
            assert one.learner.send(path, form).status in (403, 404)
    assert count() == before
