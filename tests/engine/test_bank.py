"""The question bank as it stands, and what a broken file of it says."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from engine import variants
from engine.answers import cells
from engine.bank import NO_QUESTIONS, read_bank, read_question
from engine.catalogue import families
from engine.parameters import BadParameters
from engine.questions import LEVELS, Question
from engine.ranges import Range, Span
from engine.sections import section_order
from engine.solutions import wording, worked_solution
from engine.solutions.mathml import mathml
from engine.validation.locations import Broken
from engine.variants import Variant
from tests.engine.families.test_contract import agree, oracle
from tests.engine.submissions import (
    BANK,
    HOME,
    NUMERIC,
    SUBJECTS,
    all_right,
    key,
    of_subject,
    of_the_bank,
    share,
)
from tests.every import every

CONCEPTS = [
    question for question in BANK.questions.values() if question.kind in ("choice", "match", "order")
]  # test_kinds.py reads each of them
QUESTIONS = [*NUMERIC, *CONCEPTS[::20]]
Drawn = list[list[Variant]]


@pytest.fixture(params=sorted({question.subject for question in QUESTIONS}), scope="module")
def subject(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def drawn(subject: str, seeds: range) -> Drawn:
    """The variants of each question of a subject."""
    return [
        [of_the_bank(one.id, level, seed) for level in one.levels for seed in share(seeds, level, one.levels)]
        for one in of_subject(subject, QUESTIONS)
    ]


def every_variant(drawn: Drawn, check: Callable[[Variant], None]) -> None:
    def checked(variants: list[Variant]) -> None:
        for variant in variants:
            check(variant)

    every(drawn, checked, lambda variants: variants[0].question.id)


def test_every_file_is_a_question() -> None:
    assert [str(broken) for broken in BANK.broken] == []
    files = [
        file for file in (HOME / "question_bank").glob("*/*.toml") if file.parent.name not in NO_QUESTIONS
    ]
    assert len(BANK.questions) == len(files)


def test_every_family_is_asked_for() -> None:
    assert {question.family_id for question in NUMERIC} == families().keys()


def test_questions_lie_in_the_folder_of_their_family() -> None:
    assert {q.id: q.subject for q in QUESTIONS} == {q.id: q.family.subject for q in QUESTIONS}


@pytest.mark.parametrize("subject", SUBJECTS, scope="module", indirect=True)
def test_keys_agree_with_the_oracle(drawn: Drawn, asked: Counter[str]) -> None:
    def agrees(variant: Variant) -> None:
        theirs = oracle(variant.question.family)(variant.parameters.to_json())
        mine = variant.exact.answers()
        for name in theirs.keys() & mine.keys():
            assert agree(cells.plain(mine[name]), cells.plain(theirs[name])), (name, variant.parameters)
        asked[variant.question.id] += 1

    numeric = [variants for variants in drawn if variants[0].question.kind == "family"]
    every_variant(numeric, agrees)


def test_the_key_typed_is_right_and_earns_all_points(drawn: Drawn) -> None:
    def is_right(variant: Variant) -> None:
        assert all_right(variant, key(variant)), variant.parameters

    every_variant(drawn, is_right)


def test_the_points_of_the_parts_are_those_of_the_question(drawn: Drawn) -> None:
    def adds_up(variant: Variant) -> None:
        assert variant.points == BANK.questions[variant.question.id].points
        assert all(asked.points > 0 for asked in variant.asked)

    every_variant(drawn, adds_up)


def test_what_is_fixed_stays_and_what_is_drawn_lies_in_its_range(drawn: Drawn) -> None:
    every_variant(drawn, lies_in_its_ranges)


def lies_in_its_ranges(variant: Variant) -> None:
    question = BANK.questions[variant.question.id]
    names = {name for case in question.cases for name in case} - {"name"}
    given = variant.parameters.to_json()
    fixed = question.family.parameters.of(given | question.fixed).to_json()
    assert all(given[name] == fixed[name] for name in question.fixed.keys() - names)
    for name, range_ in question.ranges.items():
        if name not in names:
            assert in_range(given[name], range_), (name, given[name])
    assert bool(variant.case) == any("name" in case for case in question.cases)


def in_range(value: object, range_: Range) -> bool:
    match range_:
        case Span():
            assert isinstance(value, int | float)
            return range_.start <= value <= range_.to
        case list():
            return value in range_
        case _:
            assert isinstance(value, list)
            rows = value if range_.rows else [value]
            return all(len(row) == range_.length and set(row) <= set(range_.of) for row in rows)


def test_the_statement_shows_every_parameter_that_it_names(drawn: Drawn) -> None:
    every_variant(drawn, shows_its_parameters)


def shows_its_parameters(variant: Variant) -> None:
    blocks = wording.worded(variant.question.statement, variant.parameters, variant.case)
    for block in blocks:
        for part in block.inlines if isinstance(block, wording.Paragraph) else ():
            if isinstance(part, wording.Math):
                assert mathml(part.latex)
    text = wording.plain_text(blocks)
    assert len(text) > 40
    assert "**" not in text
    assert not any(f"<{name}>" in text for name in type(variant.parameters).model_fields)


def test_parts_are_told_apart(drawn: Drawn) -> None:
    def are_told_apart(variant: Variant) -> None:
        texts = [asked.text or asked.step.title for asked in variant.asked]
        assert len(set(texts)) == len(texts), texts

    every_variant(drawn, are_told_apart)


def test_every_part_has_a_solution_and_hints(drawn: Drawn) -> None:
    every_variant(drawn, has_a_solution_and_hints)


def has_a_solution_and_hints(variant: Variant) -> None:
    told = [line.step.name for line in worked_solution.tell(variant.exact, [a.name for a in variant.asked])]
    for asked in variant.asked:
        assert asked.name in told or asked.step.gathers
        rungs = [hint.kind for hint in worked_solution.ladder(variant, asked)]
        kinds = (
            (["value"],) if asked.step.reasons else (["formula", "numbers", "value"], ["formula", "value"])
        )
        assert rungs in kinds


def test_a_question_asks_what_a_person_can_write_in_minutes(drawn: Drawn) -> None:
    def is_short(variant: Variant) -> None:
        assert sum(len(asked.bands) for asked in variant.asked) <= 30

    every_variant(drawn, is_short)


def test_sections_come_in_the_order_of_the_course() -> None:
    assert sorted(["2.10", "2.9", "c.1", "2.1", "c.10", "c.2"], key=section_order) == [
        "c.1", "c.2", "c.10", "2.1", "2.9", "2.10",
    ]  # fmt: skip
    order = [section_order(question.section) for question in BANK.questions.values()]
    assert order == sorted(order)


# Files that are broken

GOOD = '''title = "Cosine"
kind = "family"
family = "cosine_similarity"
section = "2.4"
points = 4
statement = """
Take <u> and <v>.
"""

[[parts]]
ask = "dot"
points = 1

[[parts]]
ask = "cosine"

[fixed]
u = [1, 2, 2]
'''


def file_with(folder: Path, text: str, name: str = "a-question") -> Path:
    file = folder / "embeddings" / f"{name}.toml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, "utf-8")
    return file


def test_a_good_file_is_read(tmp_path: Path) -> None:
    question = read_question(file_with(tmp_path, GOOD))
    assert isinstance(question, Question)
    assert (question.id, question.subject, question.points) == ("a-question", "embeddings", Fraction(4))
    assert question.levels == LEVELS
    variant = variants.draw(question, 1, "exam")
    assert {asked.name: asked.points for asked in variant.asked} == {"dot": 1, "cosine": 3}


@pytest.mark.parametrize(
    ("was", "becomes", "line", "key", "said"),
    [
        ('title = "Cosine"', 'titel = "Cosine"', 1, "titel", "no such key here; did you mean `title`?"),
        ('title = "Cosine"', "", 1, "title", "this is missing"),
        ('title = "Cosine"', 'title = "Cosine', 1, "", "quotation mark that closes this text is missing"),
        ('kind = "family"', 'kind = "chose"', 2, "kind", "there is no kind 'chose'; there are family, algebra, choice"),
        ('"cosine_similarity"', '"cosine_similarty"', 3, "family", "did you mean 'cosine_similarity'?"),
        ("points = 4", "points = -4", 5, "points", "must be a number of points"),
        ("points = 4", 'points = "many"', 5, "points", "must be a number of points"),
        ("points = 4", "points = 1/3", 5, "", "the value ends before this"),
        ("Take <u> and <v>.", "Take <u> and <w>.", 7, "statement", "<w> is no parameter of cosine_similarity"),
        ('ask = "cosine"', 'ask = "cosin"', 15, "ask", "cosin is no step"),
        ('ask = "cosine"', 'ask = "cosine"\nform = "roman"', 16, "form", "'fixed', 'scientific' or 'integer'"),
        ('ask = "cosine"', 'ask = "cosine"\npoints = 0', 16, "points", "greater than 0"),
        ('ask = "cosine"', 'ask = "cosine"\nplace = 3', 16, "parts.place", "did you mean `places`?"),
        ('ask = "cosine"', 'ask = "cosine"\nplaces = "3 or 4"', 16, "parts.places", "a whole number belongs here"),
        ('ask = "cosine"', 'ask = "cosine"\nplaces = 9', 16, "parts.places", "must be at most 8"),
        ('ask = "cosine"', "points = 1", 14, "parts.ask", "this is missing"),
        ('title = "Cosine"', "title = 5", 1, "title", "a text belongs here, between quotation marks"),
        ('section = "2.4"', 'section = "2.4"\nlevels = "exam"', 5, "levels", "a list belongs here, between [ and ]"),
        ('section = "2.4"', 'section = "2.4"\nlevels = []', 5, "levels", "at least one is needed, and there are none"),
        ("[fixed]\nu = [1, 2, 2]", "[[fixed]]", 17, "fixed", "names with their values belong here, between { and }"),
        ("u = [1, 2, 2]", '"u (2)" = [1]', 18, "fixed", "this stands here twice: u"),
        ("u = [1, 2, 2]", '[ranges]\nu = [1, "x"]', 19, "ranges.u", "must be of one kind"),
        ("u = [1, 2, 2]", "[ranges.u]\nlength = 3\nof = [1]\nrow = 2", 21, "ranges.u.row", "did you mean `rows`?"),
        ("u = [1, 2, 2]", "w = [1, 2, 2]", 18, "fixed", "w is no parameter"),
        ("u = [1, 2, 2]", "[ranges]\nw = [1]", 19, "ranges", "w is no parameter"),
        ("u = [1, 2, 2]", "[ranges]\nu = { from = 5, to = 1 }", 19, "ranges",
         "the largest (`to`) must not lie below the smallest (`from`)"),
        ("u = [1, 2, 2]", "[ranges]\nu = { from = 1, to = 9 }", 19, "ranges.u", "a vector belongs here"),
        ("u = [1, 2, 2]", "[ranges]\nu = [1, 2]", 19, "ranges.u", "a vector belongs here: `of` and `length`"),
        ("u = [1, 2, 2]", "[ranges.u]\nof = [1]\nlength = 2\nrows = 2", 18, "ranges.u", "a vector belongs here"),
        ("u = [1, 2, 2]", "[ranges.u]\nfrom = 1\nto = 9\nlength = 3", 18, "ranges.u", "`from` one `to` another"),
        ("u = [1, 2, 2]", "[ranges.u]\nfrom = 1\nto = 9\nrows = 3", 18, "ranges.u", "a matrix also `rows`"),
        ("u = [1, 2, 2]", "[ranges.u]\nfrom = 1\nto = 9\nof = [1, 2]", 18, "ranges.u", "take one of these"),
        ("u = [1, 2, 2]", "[[cases]]\nw = 1", 19, "cases", "w is no parameter"),
        ('section = "2.4"', 'section = "2.4"\nsection = "2.5"', 5, "", "has a value already"),
        ('section = "2.4"', 'section = "2.4"\nlevels = ["easy"]', 5, "levels", "'warm-up', 'exam' or 'hard'"),
    ],
)  # fmt: skip
def test_a_broken_file_says_where_and_what(
    tmp_path: Path, was: str, becomes: str, line: int, key: str, said: str
) -> None:
    assert GOOD.count(was) == 1
    file = file_with(tmp_path, GOOD.replace(was, becomes))
    broken = read_question(file)
    assert isinstance(broken, Broken), broken
    assert str(broken).startswith(f"{file}:{line}: "), str(broken)
    assert key in f"{broken.key} {broken.message}"
    assert said in broken.message, broken.message


ATTENTION = """title = "Attention"
kind = "family"
family = "attention"
section = "2.5"
statement = "Q, K and V."

[[parts]]
ask = "output"
"""


@pytest.mark.parametrize(
    ("more", "parameter", "said"),
    [
        ("[fixed]\nQ = [[1, 2]]\nK = [1, 2]", "K", "must be a matrix"),
        ("[fixed]\nQ = [[1, 2]]\nV = 3", "V", "must be a matrix"),
        (
            "[ranges]\nQ = { of = [1, 2], length = 2, rows = 2 }\nscale = [3]",
            "scale",
            "must be true or false",
        ),
    ],
)
def test_what_cannot_be_drawn_with_is_named_and_nothing_else(
    tmp_path: Path, more: str, parameter: str, said: str
) -> None:
    question = read_question(file_with(tmp_path, f"{ATTENTION}\n{more}\n"))
    assert isinstance(question, Question)
    with pytest.raises(BadParameters, match=said) as refused:
        variants.draw(question, 1, "exam")
    assert refused.value.parameter == parameter


def test_a_range_of_another_shape_than_its_parameter_says_what_belongs_there(tmp_path: Path) -> None:
    matrix = read_question(file_with(tmp_path, f"{ATTENTION}\n[ranges.K]\nfrom = 1\nto = 9\n"))
    assert isinstance(matrix, Broken)
    assert (matrix.place, matrix.line) == (("ranges", "K"), 10)
    assert matrix.message.startswith("a matrix belongs here: `of`, `length` (numbers in a row) and `rows`")
    for held in ("Q = [[[1, 2]], [[2, 1]]]", "causal = [true, false]"):
        assert isinstance(read_question(file_with(tmp_path, f"{ATTENTION}\n[ranges]\n{held}\n")), Question)


def test_a_key_that_stands_in_another_table_too_is_not_taken_for_it(tmp_path: Path) -> None:
    """Neither the title of the second part nor what looks like one in a long text is the question's own."""
    text = GOOD.replace('title = "Cosine"\n', "").replace("Take <u>", "title = 'x'\n[parts]\nTake <u>")
    broken = read_question(file_with(tmp_path, text + "\ntitle = 3"))
    assert isinstance(broken, Broken)
    assert (broken.key, broken.line) == ("title", 1)
    missing = GOOD.replace('ask = "dot"\n', "")
    broken = read_question(file_with(tmp_path, missing))
    assert isinstance(broken, Broken)
    assert (broken.key, broken.line) == ("parts.ask", 10)


@pytest.mark.parametrize("text", ['kind = "drawn"\nask = "cosin"\n', 'kind = ["drawn"]\n'])
def test_whatever_a_file_says_it_is_broken_and_no_error_of_ours(tmp_path: Path, text: str) -> None:
    broken = read_question(
        file_with(tmp_path, GOOD.replace('kind = "family"\n', text).partition("[[parts]]")[0])
    )
    assert isinstance(broken, Broken)
    assert broken.key == ("ask" if "ask" in text else "kind")
    assert "no step of cosine_similarity" in broken.message or "there is no kind" in broken.message


def test_bytes_that_are_no_text_say_so(tmp_path: Path) -> None:
    file = file_with(tmp_path, GOOD)
    file.write_bytes(b"\xff\xfe title")
    assert "utf-8" in str(read_question(file))


def test_broken_files_never_keep_the_rest_from_serving(tmp_path: Path) -> None:
    for broken in bad_files():
        file_with(tmp_path, broken, f"broken-{hash(broken) % 10_000}")
    file_with(tmp_path, GOOD, "fine")
    bank = read_bank(tmp_path)
    assert list(bank.questions) == ["fine"]
    assert len(bank.broken) == len(list(bad_files()))


def bad_files() -> Iterator[str]:
    yield ""
    yield "title = "
    yield GOOD.replace("cosine_similarity", "nothing")
    yield GOOD.replace("points", "marks")


def test_a_file_name_that_is_no_id_is_broken(tmp_path: Path) -> None:
    assert isinstance(read_question(file_with(tmp_path, GOOD, "Two Words")), Broken)


def test_two_questions_of_one_name_are_told(tmp_path: Path) -> None:
    file_with(tmp_path, GOOD)
    other = tmp_path / "other" / "a-question.toml"
    other.parent.mkdir()
    other.write_text(GOOD, "utf-8")
    bank = read_bank(tmp_path)
    assert list(bank.questions) == ["a-question"]
    assert [broken.file for broken in bank.broken] == [other]
    assert "another question" in bank.broken[0].message


def test_a_change_of_the_file_changes_its_version(tmp_path: Path) -> None:
    before = read_question(file_with(tmp_path, GOOD))
    after = read_question(file_with(tmp_path, GOOD.replace("Take", "Here are")))
    assert isinstance(before, Question)
    assert isinstance(after, Question)
    assert before.version != after.version
