"""Study pages, the glossary and what is said in Bengali: complete, convertible, and found in texts by their terms."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.catalogue import families
from engine.glossary import Glossary, Linked, glossary_of
from engine.sections import section_order
from engine.solutions.mathml import mathml
from engine.solutions.wording import Code, Math, Text, inlines
from engine.study import Section, Study, Term, read_study
from tests.engine.submissions import BANK, HOME

STUDY = BANK.study
SECTIONS = list(STUDY.sections.values())
BENGALI = re.compile(r"[\u0980-\u09ff]")
BENGALI_DIGITS = re.compile(r"[\u09e6-\u09ef]")


def test_all_of_it_is_read() -> None:
    assert STUDY.faults == ()
    assert len(STUDY.sections) == 18
    assert len(STUDY.words) >= 30


def test_every_section_was_read_a_second_time() -> None:
    rows = (HOME / "question_bank" / "study" / "CHECKED.tsv").read_text().splitlines()[1:]
    assert sorted((row.split("\t")[0] for row in rows), key=section_order) == sorted(
        STUDY.sections, key=section_order
    )


def sentences(section: Section) -> Iterator[str]:
    yield from section.about
    for formula in section.formulas:
        yield from (meaning for _, meaning in formula.symbols)
    for trap in section.traps:
        yield from (trap.wrong, trap.right)
    for term in section.terms:
        yield from (term.meaning, term.example)
    for prompt in section.prompts:
        yield from (prompt.ask, prompt.answer)


def in_bengali(section: Section) -> Iterator[str]:
    yield from (section.title_bn, section.about_bn)
    yield from (trap.bn for trap in section.traps)
    yield from (term.bn for term in section.terms)


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.id)
def test_every_formula_can_be_shown_and_names_its_symbols(section: Section) -> None:
    for formula in section.formulas:
        assert mathml(formula.latex, True)
        for symbol, meaning in formula.symbols:
            assert mathml(symbol)
            assert meaning
    for term in section.terms:
        assert not term.formula or mathml(term.formula)
    for sentence in sentences(section):
        for part in inlines(sentence, {}):
            assert not isinstance(part, Math) or mathml(part.latex)
        assert sentence.count("$") % 2 == 0


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.id)
def test_bengali_is_bengali_with_the_digits_of_the_exam_and_no_formulas(section: Section) -> None:
    for text in in_bengali(section):
        assert BENGALI.search(text)
        assert not BENGALI_DIGITS.search(text)
        assert "$" not in text


def test_the_worked_example_is_a_question_with_numbers() -> None:
    assert {BANK.questions[section.example].kind for section in SECTIONS} == {"family"}


def test_every_family_is_explained_in_bengali() -> None:
    assert STUDY.bengali.families.keys() == families().keys()


def test_no_term_stands_twice() -> None:
    forms: dict[str, str] = {}
    for term in STUDY.terms:
        for form in {term.term.casefold(), term.short, *term.also} - {""}:
            assert forms.setdefault(form, term.term) == term.term, form
    assert len({term.slug for term in STUDY.terms}) == len(STUDY.terms)


def term(name: str, short: str = "", *also: str, only_here: bool = False, section: str = "2.1") -> Term:
    return Term(
        term=name,
        short=short,
        also=also,
        meaning="It is.",
        bn="ক",
        example="One.",
        only_here=only_here,
        section=section,
    )


def found(glossary: Glossary, text: str) -> list[tuple[str, str]]:
    parts = glossary.linked(inlines(text, {}), set())
    return [(part.text, part.term.term) for part in parts if isinstance(part, Linked)]


def test_the_longest_form_is_found_once_and_never_in_code_or_mathematics() -> None:
    glossary = Glossary(
        (term("Entropy"), term("Cross-entropy"), term("Byte-pair encoding", "BPE"), term("Gate"))
    )
    assert found(glossary, "The cross-entropy, not the entropy; entropy again.") == [
        ("cross-entropy", "Cross-entropy"), ("entropy", "Entropy"),
    ]  # fmt: skip
    assert found(glossary, "Gates and `gate` and $gate$; a gatekeeper, a floodgate, bpe and BPE.") == [
        ("Gates", "Gate"), ("BPE", "Byte-pair encoding"),
    ]  # fmt: skip


def test_what_surrounds_a_term_stays_as_it_was() -> None:
    parts = list(
        Glossary((term("Token"),)).linked([Text("Two tokens, ", True), Code("x"), Text("one token")], set())
    )
    assert parts == [
        Text("Two ", True),
        Linked("tokens", term("Token"), True),
        Text(", ", True),
        Code("x"),
        Text("one token"),
    ]


def study_of(*terms: Term) -> Study:
    return Study({"c.5": SECTIONS[0].model_copy(update={"terms": terms})})


def test_a_common_word_is_a_term_in_its_own_section_alone() -> None:
    bias, other = term("Bias", only_here=True, section="c.5"), term("Token")
    study = study_of(bias, other)
    assert glossary_of(study, "c.5").terms == (bias, other)
    assert glossary_of(study, "2.8").terms == (other,)


def test_the_glossary_of_a_section_is_put_together_once_for_each_study() -> None:
    first, second = study_of(term("Bias")), study_of(term("Token"))
    assert glossary_of(first, "c.5") is glossary_of(first, "c.5")
    assert [one.term for one in glossary_of(second, "c.5").terms] == ["Token"]


def test_what_is_broken_is_named_and_the_rest_is_read(tmp_path: Path) -> None:
    (tmp_path / "2.5.toml").write_text("about = 1")
    (tmp_path / "bengali").mkdir()
    (tmp_path / "bengali" / "x.toml").write_text("[x]\nabout = 'no'\nidea = 'ক'\ntrap = 'ক'")
    (tmp_path / "exam-words.toml").write_text("words = [")
    study = read_study(tmp_path)
    assert study.sections == {}
    assert [fault.split(": ")[0].rpartition("/")[2] for fault in study.faults] == [
        "2.5.toml", "exam-words.toml", "x.toml",
    ]  # fmt: skip
