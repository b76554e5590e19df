"""Study pages, glossary, cards, the grid, the printed sheet and the switches of language."""

import re

import pytest
from lxml.html import document_fromstring

from app.study import cards, study
from app.web.pdf import printing
from app.web.pdf.layout import CannotPrint
from app.web.rendering import BENGALI, LANGUAGE
from tests.app.learner import HTMX, RIGHT, Learner
from tests.engine.submissions import BANK
from tests.every import one_in

SECTIONS = list(BANK.study.sections)


@pytest.mark.parametrize("section", SECTIONS)
def test_every_section_has_its_page(learner: Learner, section: str) -> None:
    page = learner.get(f"/study/{section}")
    assert page.status == 200
    for formula in BANK.study.sections[section].formulas:
        assert formula.name in page.text
    assert "The worked solution" in page.text
    assert "বাং" not in page.html.partition("<footer")[0]


def test_the_example_takes_other_numbers_in_place(learner: Learner) -> None:
    one, other = (learner.get(f"/study/2.5?seed={seed}", htmx=True) for seed in (1, 2))
    assert "<html" not in one.html
    assert one.html != other.html


def test_what_is_not_there_is_told_with_a_way_on(learner: Learner) -> None:
    for address in ("/study/9.9", "/glossary/nothing", "/study/9.9/sheet.pdf"):
        assert learner.get(address).status == 404


def test_a_term_is_found_by_name_abbreviation_and_meaning(learner: Learner) -> None:
    assert "Byte-pair encoding" in learner.get("/glossary?q=bpe", htmx=True).text
    assert "No term has “qqq” in it." in learner.get("/glossary?q=qqq").text
    assert len(re.findall("<dt id=", learner.get("/glossary").html)) == len(BANK.study.terms)
    whole = document_fromstring(learner.get("/glossary").html)
    letters = {link.text: link.get("href") for link in whole.xpath("//nav[@class='letters']/a")}
    assert len(letters) > 15
    for one, to in letters.items():
        (first,) = whole.xpath("//dt[@id=$id]", id=to.removeprefix("#"))
        assert first.text[0].isdigit() if one == "0–9" else first.text.upper().startswith(one)
    page = learner.get("/glossary/byte-pair-encoding", htmx=True)
    assert "(BPE)" in page.text
    assert "<html" not in page.html


def test_terms_are_links_in_statements_but_not_where_they_would_be_the_answer(learner: Learner) -> None:
    assert (
        'class="term" href="/glossary/key-value-cache"'
        in learner.open("kv-cache-of-a-chat-server", level="exam").html
    )
    definitions = [q for q in BANK.questions.values() if q.kind == "text" and q.family.title == "Definition"]
    for question in definitions[:5]:
        assert 'class="term"' not in learner.open(question.id, level=question.default_level).html


def test_abbreviations_are_there_for_the_field_in_which_one_writes(learner: Learner) -> None:
    known = learner.client.get("/glossary/abbreviations").json()
    assert known["RLHF"] == "reinforcement learning from human feedback"
    assert "BERT" not in known


@pytest.mark.parametrize("pack", ["prompts", "terms", "words"])
def test_a_pack_has_every_card_once_and_ends(learner: Learner, pack: str) -> None:
    turned = cards.turn(BANK.study, pack, "", 3, 0)  # type: ignore[arg-type]
    assert turned
    fronts = {cards.turn(BANK.study, pack, "", 3, n).card.front for n in range(turned.count)}  # type: ignore[union-attr, arg-type]
    assert len(fronts) == turned.count
    assert "That was the last card." in learner.get(f"/cards?pack={pack}&seed=3&place={turned.count}").text


def test_a_pack_is_shuffled_anew_where_no_seed_is_named(learner: Learner) -> None:
    address = learner.get("/cards?pack=terms&section=2.5").address
    assert address == "/cards"
    answer = learner.client.get("/cards?pack=terms&section=2.5", follow_redirects=False)
    assert re.fullmatch(r"/cards\?pack=terms&section=2\.5&seed=\d+", answer.headers["location"])


def test_the_next_question_is_of_the_section_where_one_is_named_and_another_one(learner: Learner) -> None:
    before = "define-dropout"
    for _ in range(3):
        address = learner.get(f"/next?section=c.1&after={before}", follow=False).headers["location"]
        found = address.removeprefix("/practice/").partition("?")[0]
        assert found != before
        assert BANK.questions[found].section == "c.1"
        learner.press(learner.get(address), "check", {"answer": "Something."})
        before = found
    assert learner.get("/next?section=2.5", follow=False).headers["location"].startswith("/practice/")
    assert learner.get("/next?section=nowhere", follow=False).headers["location"] == "/topics"


def test_the_grid_leads_to_the_questions_of_a_cell(learner: Learner) -> None:
    learner.press(learner.open(), typed=RIGHT)
    page = learner.get("/grid")
    assert page.text.count("100 %") == 2  # the cell, and its section
    cell = next(link for link in page.links if "skill=count" in link and "model=RNN&" in link)
    links = [link.rpartition("/")[2] for link in learner.get(cell).links if link.startswith("/practice/")]
    assert links
    assert {(BANK.questions[link].model, BANK.questions[link].skill) for link in links} == {("RNN", "count")}


def test_bengali_stands_beside_the_english_where_it_is_wanted(learner: Learner) -> None:
    explained = BANK.study.bengali.families["kv_cache"]
    sheet = learner.open("kv-cache-of-a-chat-server", level="exam")
    assert explained.about not in sheet.html
    answer = learner.client.post(
        "/language", data={"bengali": "yes", "back": "/study?x=1"}, follow_redirects=False
    )
    assert answer.headers["location"] == "/study?x=1"
    sheet = learner.open("kv-cache-of-a-chat-server", level="exam")
    assert explained.about in sheet.html
    solution = learner.press(sheet, "solution")
    assert explained.idea in solution.html
    assert explained.trap in solution.html
    assert BANK.study.sections["2.5"].traps[0].bn in learner.get("/study/2.5").html


EXPLAINED = (
    *("/glossary", "/glossary/byte-pair-encoding", "/cards?pack=words&seed=1", "/cards?pack=terms&seed=1"),
    *("/study", "/study/2.5"),
)


def bengali_in(html: str) -> list[str]:
    """The paragraphs in Bengali; the switches at the foot are no paragraphs."""
    return re.findall(r'<p lang="bn">[^<]', html)


@pytest.mark.parametrize(
    ("language", "switched", "there"),
    [
        *(("en", None, False), ("de", None, False), ("bn", None, True)),
        *(("en", "yes", True), ("de", "yes", True), ("bn", "no", False)),
    ],
)
def test_bengali_comes_where_it_was_asked_for_or_the_pages_are_in_it(
    learner: Learner, language: str, switched: str | None, there: bool
) -> None:
    """It stood in the glossary and its pop-over for everybody."""
    learner.client.cookies.set(LANGUAGE, language)
    if switched:
        learner.client.cookies.set(BENGALI, switched)
    for address in EXPLAINED:
        assert bool(bengali_in(learner.get(address).html)) is there, address
    assert bool(bengali_in(learner.get("/glossary/byte-pair-encoding", htmx=True).html)) is there


@pytest.mark.parametrize(
    "back", ["//elsewhere.example", "https://elsewhere.example", "/\\elsewhere.example", ""]
)
def test_the_switch_leads_back_to_this_site_alone(learner: Learner, back: str) -> None:
    answer = learner.client.post("/language", data={"language": "de", "back": back}, follow_redirects=False)
    assert answer.headers["location"] == "/"


def test_the_switch_leads_back_to_the_address_that_an_answer_brought(learner: Learner) -> None:
    sent = {"Referer": "http://testserver/attempts/abc?x=1"}
    answer = learner.client.post("/language", data={"back": "/topics"}, headers=sent, follow_redirects=False)
    assert answer.headers["location"] == "/attempts/abc?x=1"
    sent = {"Referer": "http://elsewhere.example//evil"}
    answer = learner.client.post("/language", data={"back": "/topics"}, headers=sent, follow_redirects=False)
    assert answer.headers["location"] == "/topics"


def test_an_unknown_language_changes_nothing(learner: Learner) -> None:
    assert 'lang="en"' in learner.get("/").html
    learner.client.post("/language", data={"language": "xx"})
    assert '<html lang="en">' in learner.get("/").html


@pytest.mark.parametrize("bengali", one_in(2, [False, True]))
@pytest.mark.parametrize(
    "section", one_in(len(SECTIONS), ["c.6", *(name for name in SECTIONS if name != "c.6")])
)
def test_a_sheet_is_one_page_of_vectors(section: str, bengali: bool) -> None:
    document = printing.document("study/print/sheet", section=BANK.study.sections[section], bengali=bengali)
    assert len(document.pages) == 1
    made = document.write_pdf(uncompressed_pdf=True)
    assert made.startswith(b"%PDF")
    assert b"/Subtype /Image" not in made


def test_the_sheet_is_served_and_kept(learner: Learner) -> None:
    answer = learner.client.get("/study/c.6/sheet.pdf")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.content == study.sheet(BANK.study, "c.6", False)


@pytest.mark.parametrize(
    "address", ["file:///etc/passwd", "http://127.0.0.1:1/", "https://example.org/x", "examformer:../x"]
)
def test_no_sheet_fetches_an_address(address: str) -> None:
    with pytest.raises(printing.Refused):
        printing._fetcher().fetch(address)


def test_without_the_library_of_the_system_the_page_says_so(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(template: str, **context: object) -> bytes:
        raise CannotPrint("PDFs need the library Pango.")

    monkeypatch.setattr(printing, "pdf", missing)
    page = learner.get("/study/2.1/sheet.pdf")
    assert page.status == 503
    assert "Pango" in page.text


def test_a_page_of_study_stores_nothing(learner: Learner) -> None:
    for address in ("/study", "/study/2.5", "/glossary", "/cards", "/grid"):
        answer = learner.client.get(address, headers=HTMX)
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers
